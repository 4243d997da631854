//! The model engine of buffered networks: the registers of all routers in Rust, cycle by cycle, without
//! Verilator.
//!
//! It is written by hand from `docs/buffered.md` and shares no code with the kernels. Tests compare it with
//! the RTL in every cycle, also with planted faults. Both routers share links, faults and errors (`common`),
//! and what happens to flits that they sent (`delivery`). Each adds its registers and its clock edge:
//! `one_cycle` is the router of one cycle per hop, `pipelined` the router of two.
//!
//! Bounds: heads of up to 64 bits; up to 65 534 inputs of a router. Payloads are not carried: a flit is its
//! serial number.

mod bench;
mod common;
mod cut_links;
mod delivery;
mod faults;
mod head_fields;
mod link_registers;
mod one_cycle;
mod pipelined;
mod tallies;
mod ways;
mod wiring;

use crate::engine::traffic::TrafficMachine;
use crate::ranks::Ranks;
use crate::{Manifest, SimError};
use common::BufferedModel;
use one_cycle::OneCycleRouters;
use pipelined::PipelinedRouters;
use std::path::Path;
use torus_model::{Pipeline, Placement, PortModel};

/// The model of the routers of an emitted folder at power-up, or of the block of them that this rank
/// computes. Errors: files; a folder without buffered routers.
pub fn model<'a>(
    dir: &Path,
    manifest: &Manifest,
    placement: &Placement,
    ports: PortModel,
    ranks: Option<&'a dyn Ranks>,
) -> Result<Box<dyn TrafficMachine + 'a>, SimError> {
    match manifest.buffered.as_ref().map(|info| info.pipeline).unwrap_or_default() {
        Pipeline::TwoCycles => {
            Ok(Box::new(BufferedModel::<PipelinedRouters>::new(dir, manifest, placement, ports, ranks)?))
        }
        Pipeline::OneCycle => {
            Ok(Box::new(BufferedModel::<OneCycleRouters>::new(dir, manifest, placement, ports, ranks)?))
        }
    }
}
