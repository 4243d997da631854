//! What every engine of buffered networks does: flits and clock edges in, what links and lanes show out.

use super::conserve::Tally;
use super::ffi::{BenchSimulation, Fault, Flit, Log, TrafficSimulation};
use super::Traffic;
use crate::build::{Built, Shapes};
use crate::engine::Network;
use crate::replica::buffered::BufferedReplica;
use crate::{Engine, SimError, Timings};
use std::path::PathBuf;
use std::time::Instant;
use torus_model::PortModel;

/// Something that runs clock edges of a buffered network under any traffic: compiled tiles, the emitted top
/// around them, or the model engine.
pub trait TrafficMachine {
    /// Who sits where.
    fn network(&self) -> &Network;
    /// `steps` clock edges from `cycle` on, these flits queued before the first. `reset`: `rst_ni` is low
    /// throughout.
    fn run(&mut self, cycle: u64, steps: usize, reset: bool, flits: &[Flit], traced: bool, log: &mut Log);
    /// Whether ejection lanes are ready for nothing from the next clock edge on.
    fn hold(&mut self, held: bool);
    /// Breaks something. Places outside the network are refused by a panic: the caller knows the network.
    fn break_something(&mut self, fault: Fault);
    /// Bytes of registers and links that every clock edge goes through; 0 where that is not so.
    fn footprint(&self) -> usize;
    /// What the sender of every channel has seen, by link id and channel.
    fn tallies(&self) -> Vec<Tally>;
    /// The nodes whose own error output is high.
    fn error_nodes(&mut self) -> Vec<usize>;
}

/// What makes machines of one network, as often as they are needed.
pub(super) struct Workbench {
    /// The compiled tiles, where the engine has any.
    tiles: Option<PathBuf>,
    /// The emitted tops, nodes left out, where the engine is the fabric.
    tops: Option<PathBuf>,
    /// Whether they were compiled for this run.
    pub compiled: bool,
    /// How long that took.
    pub timings: Timings,
}

impl Workbench {
    /// Builds what the engine needs. Errors: tools, files, a fault that the engine cannot make.
    pub fn new(traffic: &Traffic) -> Result<Self, SimError> {
        let on_lanes = |fault: &Fault| matches!(fault, Fault::StuckReady { .. });
        if traffic.engine == Engine::Fabric && !traffic.faults.iter().all(on_lanes) {
            return Err(SimError::FabricFault);
        }
        let mut bench = Workbench { tiles: None, tops: None, compiled: false, timings: Timings::default() };
        if traffic.engine != Engine::Model {
            bench.tiles = Some(bench.build(traffic, Engine::Tiles)?);
        }
        if traffic.engine == Engine::Fabric {
            bench.tops = Some(bench.build(traffic, Engine::Fabric)?);
        }
        Ok(bench)
    }

    fn build(&mut self, traffic: &Traffic, engine: Engine) -> Result<PathBuf, SimError> {
        let Built { library, compiled, verilate, compile, .. } = traffic.build(engine)?;
        self.compiled |= compiled;
        self.timings.verilate += verilate;
        self.timings.compile += compile;
        Ok(library)
    }

    /// A network at power-up, broken where the traffic says so.
    pub fn machine(
        &mut self,
        traffic: &Traffic,
        ports: PortModel,
    ) -> Result<Box<dyn TrafficMachine>, SimError> {
        let loading = Instant::now();
        let mut machine = self.sound(traffic, ports)?;
        traffic.faults.iter().for_each(|&fault| machine.break_something(fault));
        self.timings.load += loading.elapsed();
        Ok(machine)
    }

    fn sound(&self, traffic: &Traffic, ports: PortModel) -> Result<Box<dyn TrafficMachine>, SimError> {
        let Traffic { dir, manifest, placement, .. } = *traffic;
        let seats = seats(traffic, ports);
        match (&self.tiles, &self.tops) {
            (Some(tiles), None) => {
                Ok(Box::new(TrafficSimulation::load(tiles, None, seats.on(traffic.threads))?))
            }
            (Some(tiles), Some(tops)) => Ok(Box::new(TrafficSimulation::load(tops, Some(tiles), seats)?)),
            (None, _) => Ok(Box::new(BufferedReplica::new(dir, manifest, placement, ports)?)),
        }
    }

    /// The bench of the emitted folder, where the engine is the fabric and the folder has one.
    pub fn bench(&self, traffic: &Traffic, ports: PortModel) -> Result<Option<BenchSimulation>, SimError> {
        let libraries = self.tiles.as_ref().zip(self.tops.as_ref());
        let Some((tiles, tops)) = libraries.filter(|_| traffic.manifest.has_bench()) else { return Ok(None) };
        BenchSimulation::load(tops, tiles, seats(traffic, ports)).map(Some)
    }
}

fn seats(traffic: &Traffic, ports: PortModel) -> Network {
    let Traffic { manifest, placement, .. } = *traffic;
    Shapes::apart(manifest.kinds.len()).network(manifest, placement, ports)
}
