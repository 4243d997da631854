//! The files for provers about the streams of a network with message memories.

use super::{tops, Base, Cell, Memory, MemorySpec, Shape, Streams};
use crate::{
    formal::{blocks, broadcast, BlockStreams, Class, Processors},
    network::EmittedFile,
};
use torus_model::collective::Task;

/// The files for provers beside the modules.
pub fn proofs(
    (base, memory): (&Base, &Memory),
    spec: &MemorySpec,
    cells: &[Cell],
    streams: &Streams,
) -> Vec<EmittedFile> {
    let shape = Shape { base, spec, cells, streams, slots: memory.program.slots };
    let class = |(number, cell): (usize, &Cell)| Class {
        rom: spec.class_module("expected_rom", number),
        nodes: cell.processors.iter().map(|&number| base.placement.processors()[number]).collect(),
    };
    let at = Processors {
        network: spec.name,
        header: &spec.header,
        placement: &base.placement,
        data: streams.data,
        id: streams.source,
        offset: shape.offset(),
    };
    let streams = BlockStreams {
        at,
        address: spec.widths().address(),
        row: spec.widths().expected_row,
        flits: shape.flits(),
        flit: shape.flit(),
        rows: shape.rows()[1],
        classes: tops::classes(cells).map(class).collect(),
    };
    match memory.plan.task {
        Task::Broadcast { source } => broadcast(&streams, source),
        Task::Exchange { .. } => blocks(&streams),
    }
}
