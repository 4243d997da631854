//! The files for provers about the streams of a scheduled network.

use super::{Shape, SlotTop, SourceForm, Streams};
use crate::{
    formal::{words, Processors, WordStreams},
    network::EmittedFile,
};
use torus_hdl::Module;

/// Adds formal properties to the modules, and returns the files beside them.
pub fn proofs(slots: &SlotTop, streams: &Streams, modules: &mut [Module]) -> Vec<EmittedFile> {
    let shape = Shape::new(slots, streams);
    let at = Processors {
        network: shape.spec.name,
        header: &shape.spec.header,
        placement: &shape.schedule.placement,
        data: shape.streams.data,
        id: shape.streams.source,
        offset: shape.offset_bits(),
    };
    let streams = WordStreams {
        at,
        locals: shape.each,
        payload: shape.spec.width,
        source: shape.source_bits(),
        count: shape.count_bits(),
        place: shape.place_bits(),
        expected: &shape.expected,
        sender: (shape.form == SourceForm::Offset).then(|| shape.slots.sender().name),
    };
    words(&streams, modules)
}
