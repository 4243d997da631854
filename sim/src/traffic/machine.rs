//! What every engine of buffered networks does: flits and clock edges in, what links and lanes show out.

use super::conserve::Tally;
use super::ffi::{Fault, Flit, Log, TrafficSimulation};
use super::Traffic;
use crate::build::{Built, Shapes};
use crate::engine::Network;
use crate::replica::buffered::BufferedReplica;
use crate::{Engine, SimError, Timings};
use std::path::PathBuf;
use std::time::Instant;
use torus_model::PortModel;

/// Something that runs clock edges of a buffered network under any traffic: compiled tiles, or the model engine.
pub trait TrafficMachine {
    /// Who sits where.
    fn network(&self) -> &Network;
    /// `steps` clock edges from `cycle` on, these flits queued before the first. `reset`: `rst_ni` is low throughout.
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
    library: Option<PathBuf>,
    /// Whether they were compiled for this run.
    pub compiled: bool,
    /// How long that took.
    pub timings: Timings,
}

impl Workbench {
    /// Builds what the engine needs. Errors: tools, files, an engine that has no buffered network.
    pub fn new(traffic: &Traffic) -> Result<Self, SimError> {
        match traffic.engine {
            Engine::Tiles => {
                let Built { library, compiled, verilate, compile, .. } = traffic.build()?;
                let timings = Timings { verilate, compile, ..Timings::default() };
                Ok(Workbench { library: Some(library), compiled, timings })
            }
            Engine::Fabric => Err(SimError::FabricTraffic { dir: traffic.dir.to_path_buf() }),
            Engine::Model => Ok(Workbench { library: None, compiled: false, timings: Timings::default() }),
        }
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
        let seats = || Shapes::apart(manifest.kinds.len()).network(manifest, placement, ports);
        match &self.library {
            Some(library) => Ok(Box::new(TrafficSimulation::load(library, seats().on(traffic.threads))?)),
            None => Ok(Box::new(BufferedReplica::new(dir, manifest, placement, ports)?)),
        }
    }
}
