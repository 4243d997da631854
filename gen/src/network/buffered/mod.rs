//! The buffered network: input buffers, virtual channels and credits, for traffic that nobody scheduled.
//!
//! No packets can wait for each other in a circle: the dependency graph of their channels is checked before a
//! network is made.

mod bench;
mod buffers;
mod burst;
mod fault;
mod ports;
mod routes;
mod tops;
mod workload;

pub use crate::limits::{MAX_DEPTH, MAX_FLITS, MAX_PACKETS};
pub use bench::BenchTooLarge;
pub use buffers::{refuse_buffers, refuse_channels, Buffers, BuffersError};
pub use burst::burst;
pub use fault::{fault, FaultError};
pub use routes::Routes;
pub use workload::{decimal, exchange, Subject, TrafficOptions, Workload, WorkloadError};

use super::{EmittedFile, Frame, Kind, Network, Task, Verilog};
use crate::{
    base::{check_emittable, Config},
    manifest::ManifestError,
    top::Cell,
    UsageError,
};
use bench::{check_packets, lists};
use std::path::Path;
use torus_hdl::buffered::{bench_modules, modules, BufferedSpec};
use torus_model::{
    bound::{bounds, Bound, Relation},
    channel::Dependencies,
    HeaderLayout, Loads, NodeId, Port, Routing, Ties,
};
use torus_sim::manifest::{BufferedInfo, Facts};
use torus_sim::Manifest;

/// What a buffered network has of its own.
#[derive(Clone, Debug)]
pub struct Buffered {
    /// Channels, buffers, packets.
    pub buffers: Buffers,
}

impl Network<Buffered> {
    /// Checks that no packets can wait for each other in a circle. Errors: the circle; a torus too large to
    /// emit.
    pub fn new(config: Config, buffers: Buffers) -> Result<Self, UsageError> {
        check_emittable(config.torus())?;
        Dependencies::of_placement(&buffers.plan, &config.placement, buffers.ties).check()?;
        let loads = buffers.loads(&config.placement)?;
        Ok(Network { config, loads, kind: Buffered { buffers } })
    }

    /// The network that an emitted folder was made from. Errors: a manifest that contradicts itself.
    pub fn of_folder(dir: &Path, manifest: &Manifest) -> Result<Self, UsageError> {
        let config = Config::of_manifest(manifest)?;
        let other = || ManifestError {
            path: dir.into(),
            reason: "its routers are scheduled, buffered ones are needed".into(),
        };
        let info = manifest.buffered.as_ref().ok_or_else(other)?;
        let buffers = Buffers::of_info(info, config.torus(), config.paths)?;
        Self::new(config, buffers)
    }
}

impl Buffered {
    /// Exact loads of a complete exchange, and what bounds them; closed forms are those of ties that go up.
    pub(super) fn loads_and_bounds(
        config: &Config,
        buffers: &Buffers,
        separator: Option<&[NodeId]>,
    ) -> Result<(Loads, Vec<Bound>), UsageError> {
        let mut bounds = bounds(&config.placement, buffers.routing(), separator);
        if buffers.ties != Ties::Plus {
            bounds.retain(|bound| bound.relation == Relation::LowerBound);
        }
        Ok((buffers.loads(&config.placement)?, bounds))
    }
}

impl Kind for Buffered {
    fn header(&self, config: &Config) -> Vec<String> {
        vec![
            format!(
                "torus {}, placement {}, routing {}, {}-port",
                config.torus(),
                config.placement,
                config.paths,
                config.ports
            ),
            format!("{}; payload {} bits", self.buffers, config.width),
        ]
    }

    fn verilog(&self, network: &Frame, header: Vec<String>, with_bench: bool) -> Verilog {
        let (config, turns) = (network.config, self.turns(network.config));
        let spec = self.spec(config, &turns, header);
        let cells = self.cells(config, &spec);
        let (local, placement) = (tops::local_ports(&spec), &config.placement);
        let bench = || bench::bench(&spec, &local, placement, network.loads.denominator());
        let agents = || bench_modules(&spec, &lists(network, &self.buffers, &spec.local_ports()));
        Verilog {
            tiles: Cell::tiles(&cells, |_| spec.router_module()),
            modules: modules(&spec),
            unlisted: Vec::new(),
            agents: if with_bench { agents() } else { Vec::new() },
            link: tops::link(&spec),
            network: tops::network(&spec, &local, placement.len()),
            bench: with_bench.then(bench),
            local,
            cells,
        }
    }

    fn extras(&self, _config: &Config) -> Vec<EmittedFile> {
        Vec::new()
    }

    fn task(&self) -> Task<'_> {
        Task::Packets(&self.buffers)
    }

    fn in_words(&self, _config: &Config) -> String {
        self.buffers.to_string()
    }

    fn facts(&self, config: &Config) -> Facts {
        let turns = self.turns(config);
        let spec = self.spec(config, &turns, Vec::new());
        Facts::Buffered(BufferedInfo {
            rule: self.buffers.plan.rule().to_string(),
            channels: spec.channels,
            depth: spec.depth,
            flits: spec.flits,
            ties: self.buffers.ties.to_string(),
            head: spec.head(),
        })
    }

    fn header_layout(&self, config: &Config) -> HeaderLayout {
        HeaderLayout::with_channels(config.torus(), self.buffers.plan.count())
    }

    fn check_bench(&self, network: &Frame) -> Result<(), UsageError> {
        Ok(check_packets(network)?)
    }
}

impl Buffered {
    /// The turns that packets make: up in dimension for ordered ones, any for unordered ones.
    fn turns(&self, config: &Config) -> Vec<(Port, Port)> {
        let ports: Vec<Port> = config.torus().ports().collect();
        let makes = |from: &Port, to: &Port| match self.buffers.routing() {
            Routing::Odr => from.dim() < to.dim(),
            Routing::Udr => from.dim() != to.dim(),
        };
        let from = |a: &Port| ports.iter().filter(|b| makes(a, b)).map(|b| (*a, *b)).collect::<Vec<_>>();
        ports.iter().flat_map(from).collect()
    }

    fn spec<'a>(
        &'a self,
        config: &'a Config,
        turns: &'a [(Port, Port)],
        header: Vec<String>,
    ) -> BufferedSpec<'a> {
        let Buffers { plan, depth, flits, .. } = &self.buffers;
        BufferedSpec {
            name: &config.name,
            torus: config.torus(),
            width: config.width,
            ports: config.ports,
            channels: plan.count(),
            depth: *depth,
            flits: *flits,
            rule: plan.rule(),
            turns,
            header,
            with_transit: config.placement.len() < config.torus().len(),
        }
    }

    fn cells(&self, config: &Config, spec: &BufferedSpec) -> Vec<Cell> {
        let placement = &config.placement;
        let router = std::iter::once(spec.router_module());
        Cell::of_classes(placement, router, &vec![0; placement.len()], spec.transit_module())
    }
}
