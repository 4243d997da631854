//! The buffered network: input buffers, virtual channels and credits, for any traffic.
//!
//! It is free of deadlock: before a network is made, the dependency graph of its channels is checked for
//! cycles.

mod axis;
mod bench;
mod buffers;
mod burst;
mod fault;
mod parameters;
mod ports;
mod routes;
mod tops;
mod workload;

pub use super::streams::{InterfaceError, Streams};
pub use crate::limits::{MAX_DEPTH, MAX_FLITS, MAX_PACKETS};
pub use bench::BenchTooLarge;
pub use buffers::{refuse_buffers, refuse_channels, Buffers, BuffersError, PacketNetwork};
pub use burst::burst;
pub use fault::{fault, FaultError};
pub use routes::Routes;
pub use workload::{decimal, exchange, Rate, Subject, TrafficOptions, Workload, WorkloadError};

use super::{Additions, Asked, EmittedFile, Frame, Kind, Network, Task, Verilog};
use crate::{
    base::{check_size, Base},
    formal,
    manifest_error::ManifestError,
    top::Cell,
    UsageError,
};
use bench::{agents, check_packets, lists};
use std::path::Path;
use torus_hdl::buffered::{modules, BufferedSpec};
use torus_model::{
    bound::{bounds, keep_valid, Bound},
    channel::Dependencies,
    HeaderLayout, Loads, NodeId, Port, Routing, Ties,
};
use torus_sim::manifest::{BufferedInfo, Facts};
use torus_sim::Manifest;

/// The parameters that only a buffered network has.
#[derive(Clone, Debug)]
pub struct Buffered {
    /// The parameters of its routers.
    pub buffers: Buffers,
}

impl Network<Buffered> {
    /// Checks that the network is free of deadlock. Errors: a cycle of channels in which packets could wait
    /// for each other; a torus too large to emit.
    pub fn new(base: Base, buffers: Buffers) -> Result<Self, UsageError> {
        check_size(&base)?;
        Dependencies::of_placement(&buffers.plan, &base.placement, buffers.ties).check()?;
        let loads = buffers.loads(&base.placement)?;
        Ok(Network { base, loads, kind: Buffered { buffers } })
    }

    /// The network of an emitted folder. Errors: a manifest that contradicts itself.
    pub fn of_folder(dir: &Path, manifest: &Manifest) -> Result<Self, UsageError> {
        let base = Base::of_manifest(manifest)?;
        let other = || ManifestError {
            path: dir.into(),
            reason: "its routers are scheduled, buffered ones are needed".into(),
        };
        let info = manifest.buffered.as_ref().ok_or_else(other)?;
        let buffers = Buffers::of_info(info, base.torus(), base.paths)?;
        let streams = manifest.interface.as_ref().map(Streams::of_info);
        Self::new(base, Buffers { streams, ..buffers })
    }
}

impl Buffered {
    /// Exact loads of a complete exchange, and their bounds.
    pub(super) fn loads_and_bounds(
        base: &Base,
        buffers: &Buffers,
        separator: Option<&[NodeId]>,
    ) -> Result<(Loads, Vec<Bound>), UsageError> {
        let kind = Buffered { buffers: buffers.clone() };
        Ok((buffers.loads(&base.placement)?, kind.bounds(base, separator)))
    }
}

impl Kind for Buffered {
    fn header(&self, base: &Base) -> Vec<String> {
        vec![
            format!(
                "torus {}, placement {}, routing {}, {}-port",
                base.torus(),
                base.placement,
                base.paths,
                base.ports
            ),
            format!("{}; payload {} bits", self.buffers, base.width),
        ]
    }

    fn verilog(&self, network: &Frame, header: Vec<String>, asked: Asked) -> Verilog {
        let (base, turns) = (network.base, self.turns(network.base));
        let spec = self.spec(base, &turns, header);
        let cells = self.cells(base, &spec);
        let (local, placement) = (tops::local_ports(&spec), &base.placement);
        let packets = PacketNetwork { base, loads: network.loads, buffers: &self.buffers };
        let lists = asked.bench.then(|| lists(packets, &spec.local_ports()));
        let copies = network.loads.denominator();
        let streams = self.buffers.streams.map(|streams| streams.of_tops(asked));
        Verilog {
            tiles: Cell::tiles(&cells, |_| spec.router_module()),
            modules: modules(&spec),
            agents: lists.as_deref().map_or(Vec::new(), |lists| agents(&spec, placement, lists)),
            link: tops::link(&spec),
            network: tops::network(&spec, &local, placement.len(), self.buffers.routing()),
            bench: lists.map(|lists| bench::bench(&spec, &local, placement, &lists, copies)),
            wrapper: streams.map(|streams| axis::wrapper(&spec, &streams, self.buffers.ties, placement)),
            local,
            cells,
        }
    }

    fn formal(&self, network: &Frame, header: &[String], verilog: &mut Verilog) -> Vec<EmittedFile> {
        let turns = self.turns(network.base);
        let spec = self.spec(network.base, &turns, header.to_vec());
        let mut files = formal::buffered(&spec, &mut verilog.modules);
        let proofs = |streams| {
            axis::proofs(&spec, streams, self.buffers.ties, &network.base.placement, &verilog.modules)
        };
        files.extend(self.buffers.streams.iter().flat_map(proofs));
        files
    }

    fn extras(&self, _base: &Base) -> Vec<EmittedFile> {
        Vec::new()
    }

    fn bounds(&self, base: &Base, separator: Option<&[NodeId]>) -> Vec<Bound> {
        let mut all = bounds(&base.placement, self.buffers.routing(), separator);
        keep_valid(&mut all, self.buffers.ties == Ties::Plus);
        all
    }

    fn task(&self) -> Task<'_> {
        Task::Packets(&self.buffers)
    }

    fn in_words(&self, _base: &Base) -> String {
        self.buffers.to_string()
    }

    fn facts(&self, base: &Base) -> Facts {
        let turns = self.turns(base);
        let spec = self.spec(base, &turns, Vec::new());
        Facts::Buffered(BufferedInfo {
            rule: self.buffers.plan.rule(),
            channels: spec.channels,
            depth: spec.depth,
            flits: spec.flits,
            pipeline: spec.pipeline,
            ties: self.buffers.ties,
            head: spec.head(),
        })
    }

    fn header_layout(&self, base: &Base) -> HeaderLayout {
        HeaderLayout::with_channels(base.torus(), self.buffers.plan.count())
    }

    fn has_streams(&self) -> bool {
        self.buffers.streams.is_some()
    }

    fn check_folder(&self, base: &Base, _: Additions) -> Result<(), UsageError> {
        check_packets(&base.placement, &self.buffers)
    }
}

impl Buffered {
    /// The turns that packets make: to a higher dimension with ordered routing, to any other with unordered
    /// routing.
    fn turns(&self, base: &Base) -> Vec<(Port, Port)> {
        let ports: Vec<Port> = base.torus().ports().collect();
        let makes = |from: &Port, to: &Port| match self.buffers.routing() {
            Routing::Odr => from.dim() < to.dim(),
            Routing::Udr => from.dim() != to.dim(),
        };
        let from = |a: &Port| ports.iter().filter(|b| makes(a, b)).map(|b| (*a, *b)).collect::<Vec<_>>();
        ports.iter().flat_map(from).collect()
    }

    fn spec<'a>(
        &'a self,
        base: &'a Base,
        turns: &'a [(Port, Port)],
        header: Vec<String>,
    ) -> BufferedSpec<'a> {
        let Buffers { plan, depth, flits, pipeline, .. } = &self.buffers;
        BufferedSpec {
            name: &base.name,
            torus: base.torus(),
            width: base.width,
            ports: base.ports,
            channels: plan.count(),
            depth: *depth,
            flits: *flits,
            pipeline: *pipeline,
            rule: plan.rule(),
            turns,
            header,
            with_transit: !base.placement.is_full(),
        }
    }

    fn cells(&self, base: &Base, spec: &BufferedSpec) -> Vec<Cell> {
        let placement = &base.placement;
        let router = std::iter::once(spec.router_module());
        Cell::of_classes(placement, router, &vec![0; placement.len()], spec.transit_module())
    }
}
