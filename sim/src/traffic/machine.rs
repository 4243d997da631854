//! Makes the engines of buffered networks.

use super::ffi::{BenchSimulation, TrafficSimulation};
use super::Traffic;
use crate::build::{Built, Shapes};
use crate::cycle_model::buffered;
use crate::engine::traffic::{Fault, TrafficMachine};
use crate::engine::{Network, OnRank};
use crate::flit_bits::{FlitError, SERIAL};
use crate::ranks::{several, Block};
use crate::shared_tiles::SharedTiles;
use crate::{Engine, SimError, Timings};
use std::path::PathBuf;
use std::time::Instant;
use thiserror::Error;
use torus_model::PortModel;

/// A fault on a link, asked for on the fabric engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a fault on a link was asked for on the fabric engine, whose links are the emitted wires and \
     carry what the nodes put on them: use the tiles or the model engine, or a local port that \
     is stuck"
)]
pub struct FabricFault;

/// Makes machines of one network, as many as are needed.
pub(super) struct EngineFactory {
    /// The library of tiles, if the engine has one.
    tiles: Option<PathBuf>,
    /// The library of the emitted tops without nodes, if the engine is the fabric.
    tops: Option<PathBuf>,
    /// Whether these were compiled for this run.
    pub compiled: bool,
    /// The times that this took.
    pub timings: Timings,
}

impl EngineFactory {
    /// Builds what the engine needs. Errors: tools; files; a fault that the engine cannot plant; payloads too
    /// narrow for serial numbers.
    pub fn new(traffic: &Traffic) -> Result<Self, SimError> {
        check_payload(traffic)?;
        let at_local_ports = |fault: &Fault| matches!(fault, Fault::StuckReady { .. });
        if traffic.setup.engine == Engine::Fabric && !traffic.faults.iter().all(at_local_ports) {
            return Err(FabricFault.into());
        }
        let mut factory =
            EngineFactory { tiles: None, tops: None, compiled: false, timings: Timings::default() };
        if traffic.setup.engine != Engine::Model {
            factory.tiles = Some(factory.build(traffic, Engine::Tiles)?);
        }
        if traffic.setup.engine == Engine::Fabric {
            factory.tops = Some(factory.build(traffic, Engine::Fabric)?);
        }
        Ok(factory)
    }

    fn build(&mut self, traffic: &Traffic, engine: Engine) -> Result<PathBuf, SimError> {
        let Built { library, compiled, verilate, compile, .. } = traffic.setup.build(engine, false, false)?;
        self.compiled |= compiled;
        self.timings.verilate += verilate;
        self.timings.compile += compile;
        Ok(library)
    }

    /// A network at power-up, with the planted faults of the traffic.
    pub fn machine<'a>(
        &mut self,
        traffic: &Traffic<'a>,
        ports: PortModel,
    ) -> Result<Box<dyn TrafficMachine + 'a>, SimError> {
        let loading = Instant::now();
        let mut machine = self.sound(traffic, ports)?;
        traffic.faults.iter().for_each(|&fault| machine.break_something(fault));
        self.timings.load += loading.elapsed();
        Ok(machine)
    }

    fn sound<'a>(
        &self,
        traffic: &Traffic<'a>,
        ports: PortModel,
    ) -> Result<Box<dyn TrafficMachine + 'a>, SimError> {
        let Traffic { setup, placement, .. } = *traffic;
        let ranks = several(setup.ranks);
        let layout = layout(traffic, ports);
        Ok(match (&self.tiles, &self.tops) {
            (Some(tiles), Some(tops)) => Box::new(TrafficSimulation::load(tops, Some(tiles), layout)?),
            (Some(tiles), None) => {
                let own = layout.cut(Block::of(placement.torus(), ranks)).on(setup.threads);
                let tiles = TrafficSimulation::load(tiles, None, own)?;
                match ranks {
                    Some(ranks) => Box::new(SharedTiles::on_rank(tiles, ranks)),
                    None => Box::new(tiles),
                }
            }
            (None, _) => {
                let model = buffered::model(setup.dir, setup.manifest, placement, ports, ranks)?;
                match ranks {
                    Some(ranks) => Box::new(OnRank::new(model, ranks)),
                    None => model,
                }
            }
        })
    }

    /// The bench of the emitted folder, if the engine is the fabric and the folder has one.
    pub fn bench(&self, traffic: &Traffic, ports: PortModel) -> Result<Option<BenchSimulation>, SimError> {
        let libraries = self.tiles.as_ref().zip(self.tops.as_ref());
        let Some((tiles, tops)) = libraries.filter(|_| traffic.setup.manifest.has_bench()) else {
            return Ok(None);
        };
        Ok(Some(BenchSimulation::load(tops, tiles, layout(traffic, ports))?))
    }
}

/// Checks that payloads can hold the serial numbers of flits; the model engine does not need them.
fn check_payload(traffic: &Traffic) -> Result<(), FlitError> {
    let (engine, width) = (traffic.setup.engine, traffic.setup.manifest.width);
    match engine == Engine::Model || width >= SERIAL {
        true => Ok(()),
        false => Err(FlitError::Payload { width, engine }),
    }
}

fn layout(traffic: &Traffic, ports: PortModel) -> Network {
    let manifest = traffic.setup.manifest;
    Shapes::apart(manifest.kinds.len()).network(manifest, traffic.placement, ports)
}
