//! Buffered networks for tests: an emitted folder, and packets through it without the commands.
//!
//! Every run is done on tiles and on the model engine, with the same packets and faults. Both have to show
//! the same: every link in every cycle, and the whole report.

use super::{outside, short_setup};
use tempfile::TempDir;
use torus_cli::regress::{DivergenceLine, LinkTrace};
use torus_gen::network::{Buffered, Network};
use torus_gen::{
    buffered::{exchange, PacketNetwork, Routes, Workload},
    folder, Description, KindOptions, NetworkOptions,
};
use torus_model::{traffic::Order, NodeId, Torus};
use torus_sim::traffic::{run_traffic, Fault, HeadFormat, Packet, Show, Traffic, TrafficReport, Watch};
use torus_sim::{Engine, Manifest, OptLevel, Recording, Sample, Setup, Timings};

/// After this number of cycles no packets are sent. No test needs more.
pub const LIMIT: u64 = 40_000;

/// Options of a buffered network: `dims`, then differences from the defaults as `--key value` words.
pub fn options(words: &str) -> NetworkOptions {
    let mut options = NetworkOptions { router: Some("buffered".into()), ..NetworkOptions::default() };
    let mut words = words.split_whitespace();
    options.dims = words.next().map(str::to_string);
    while let (Some(key), Some(value)) = (words.next(), words.next()) {
        let (text, number) = (Some(value.to_string()), || Some(value.parse().expect("a number")));
        match key {
            "--placement" => options.placement = text,
            "--routing" => options.routing = text,
            "--ports" => options.ports = text,
            "--deadlock" => options.deadlock = text,
            "--ties" => options.ties = text,
            "--link-stages" => options.link_stages = text,
            "--interface" => options.interface = text,
            "--width" => options.width = number(),
            "--channels" => options.channels = number(),
            "--depth" => options.depth = number(),
            "--flits" => options.flits = number(),
            "--pipeline" => options.pipeline = number(),
            "--seed" => options.seed = Some(value.parse().expect("a seed")),
            _ => panic!("the option {key} is not known here"),
        }
    }
    options
}

/// An emitted network.
pub struct Net {
    pub network: Network<Buffered>,
    pub dir: TempDir,
}

impl Net {
    pub fn new(words: &str) -> Self {
        Self::of(Description::new(&options(words)).expect("a valid configuration"))
    }

    pub fn of(Description { base, kind }: Description) -> Self {
        let KindOptions::Buffered(buffers) = kind else { panic!("options of a buffered network") };
        let network = Network::<Buffered>::new(base, buffers).expect("no deadlock");
        let dir = tempfile::tempdir().expect("a temporary folder");
        folder::write_all(dir.path(), &network.files_without_bench()).expect("a writable folder");
        Net { network, dir }
    }

    pub fn torus(&self) -> &Torus {
        self.network.base.torus()
    }

    /// The network as packets use it.
    pub fn packet_network(&self) -> PacketNetwork<'_> {
        self.network.packets().expect("a buffered network")
    }

    pub fn processors(&self) -> &[NodeId] {
        self.network.base.placement.processors()
    }

    pub fn routes(&self, seed: u64) -> Routes<'_> {
        Routes::new(&self.network.base.placement, &self.network.kind.buffers, seed)
    }

    /// The coding of its heads.
    pub fn format(&self) -> HeadFormat {
        self.network.kind.buffers.head_format()
    }

    pub fn manifest(&self) -> Manifest {
        Manifest::read(self.dir.path()).expect("a manifest")
    }

    /// Sends the traffic of options: `--key value` words of `torusgen sim`.
    pub fn simulate(&self, words: &str, seed: u64) -> TrafficReport {
        let options = traffic(words);
        self.send(Workload::new(self.packet_network(), &options, seed).expect("a workload"))
    }

    pub fn send(&self, workload: Workload) -> TrafficReport {
        let Workload { mut packets, window, counts, faults, .. } = workload;
        self.run(&mut *packets, window, counts.as_deref(), &faults)
    }

    /// Sends a list.
    pub fn packets(&self, packets: Vec<Packet>, faults: &[Fault]) -> TrafficReport {
        self.run(&mut packets.into_iter(), None, None, faults)
    }

    pub fn run(
        &self,
        packets: &mut dyn Iterator<Item = Packet>,
        window: Option<std::ops::Range<u64>>,
        counts: Option<&[u64]>,
        faults: &[Fault],
    ) -> TrafficReport {
        let (mut sent, window) = (Vec::new(), || window.clone());
        let mut noted = (&mut *packets).inspect(|packet| sent.push(packet.clone()));
        let (tiles, seen) = self.on(Engine::Tiles, &mut noted, window(), counts, faults);
        let mut again = sent.into_iter().chain(packets);
        let (model, modelled) = self.on(Engine::Model, &mut again, window(), counts, faults);
        let divergence = seen.divergence(&modelled, self.torus());
        let divergence =
            divergence.map(|divergence| DivergenceLine(&divergence, ["tiles", "model"]).to_string());
        assert_eq!(divergence, None, "{} {faults:?}", self.network.base.torus());
        assert_eq!(told(&tiles), told(&model), "{} {faults:?}", self.network.base.torus());
        tiles
    }

    /// Sends a list through the tiles alone. The model engine relies on the manifest, so it cannot run if
    /// the manifest contradicts the Verilog.
    pub fn on_tiles(&self, packets: Vec<Packet>) -> TrafficReport {
        self.on(Engine::Tiles, &mut packets.into_iter(), None, None, &[]).0
    }

    /// Runs the exchange, then this burst and the probes, on one engine.
    pub fn with_burst(&self, engine: Engine, burst: Vec<Packet>, faults: &[Fault]) -> TrafficReport {
        let seed = self.network.base.effort.seed;
        let Workload { mut packets, counts, .. } = exchange(self.packet_network(), Order::Random, seed);
        let (manifest, outside) = (self.manifest(), outside());
        let traffic = Traffic {
            setup: many_runs(short_setup(self.dir.path(), &manifest, engine, &outside)),
            placement: &self.network.base.placement,
            packets: &mut *packets,
            window: None,
            limit: LIMIT,
            counts: counts.as_deref(),
            burst: Some(burst),
            again: None,
            lists: None,
            faults,
            show: Show::default(),
        };
        run_traffic(traffic).expect("a simulation")
    }

    /// The report of one engine, and the cycles that it showed.
    pub fn on(
        &self,
        engine: Engine,
        packets: &mut dyn Iterator<Item = Packet>,
        window: Option<std::ops::Range<u64>>,
        counts: Option<&[u64]>,
        faults: &[Fault],
    ) -> (TrafficReport, LinkTrace) {
        self.shown(engine, packets, window, counts, faults, Recording::default())
    }

    /// The same as [`Net::on`], with waves.
    pub fn shown(
        &self,
        engine: Engine,
        packets: &mut dyn Iterator<Item = Packet>,
        window: Option<std::ops::Range<u64>>,
        counts: Option<&[u64]>,
        faults: &[Fault],
        waves: Recording,
    ) -> (TrafficReport, LinkTrace) {
        let mut trace = LinkTrace::default();
        let mut add = |sample: Sample| trace.add(sample.links);
        let (manifest, outside) = (self.manifest(), outside());
        let traffic = Traffic {
            setup: many_runs(short_setup(self.dir.path(), &manifest, engine, &outside)),
            placement: &self.network.base.placement,
            packets,
            window,
            limit: LIMIT,
            counts,
            burst: None,
            again: None,
            lists: None,
            faults,
            show: Show {
                waves,
                label: "traffic=trace",
                watch: Some(Watch::Links(&mut add)),
                ..Show::default()
            },
        };
        let report = run_traffic(traffic).expect("a simulation");
        (report, trace)
    }
}

/// Sets that networks are run often for each compilation.
fn many_runs(setup: Setup) -> Setup {
    Setup { optimize: Some(OptLevel::O1), ..setup }
}

/// The report without the engine and the times.
pub fn told(report: &TrafficReport) -> String {
    let (engine, timings) = (Engine::Tiles, Timings::default());
    format!("{:?}", TrafficReport { engine, compiled: false, timings, ..report.clone() })
}

/// The defaults of `torusgen sim` with some changed.
pub fn traffic(words: &str) -> torus_gen::buffered::TrafficOptions {
    use clap::Parser;
    let args = ["torusgen", "sim"].into_iter().chain(words.split_whitespace());
    match torus_cli::args::Cli::parse_from(args).command {
        torus_cli::args::Command::Sim(args) => args.traffic.options(),
        _ => unreachable!("sim was asked for"),
    }
}
