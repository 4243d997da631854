//! `NAME_axis`: the network with an AXI4-Stream in and one out at every processor.
//!
//! A word waits in the transmit buffer of its processor, at the place of its destination, until a frame of
//! the schedule asks for it. A frame starts when a word waits somewhere and every receive buffer has room for
//! all messages that the frame brings. Those places are then promised, so no arriving message finds a buffer
//! full, however many frames are under way. The buffers hold two frames: one is read while the other arrives.
//! Messages without a word travel, too; they are marked and dropped at their destinations.

mod fifo;
mod proofs;
mod receive;
mod send;
mod start;
mod top;

use super::slot_ports::{SlotTop, SourceForm};
use crate::network::{
    streams::{coordinates_width, crossed, offset_module, Destination, Parts, Streams},
    Wrapper,
};
use fifo::FifoText;
pub use proofs::proofs;
use receive::ReceiveText;
use send::SendText;
use start::StartText;
use top::TopText;
use torus_hdl::NodeSpec;
use torus_model::{route::bits, Schedule};

/// `NAME_axis` and its parts.
pub fn wrapper(slots: &SlotTop, streams: &Streams) -> Wrapper {
    let SlotTop { spec, schedule, .. } = *slots;
    let shape = Shape::new(slots, streams);
    let destination = Destination { torus: spec.torus, placement: &schedule.placement };
    let top = TopText { shape: &shape };
    let mut modules = vec![
        offset_module(shape.parts(), streams, &destination),
        SendText { shape: &shape }.module(),
        FifoText { shape: &shape }.module(),
    ];
    modules.extend((shape.form == SourceForm::Offset).then(|| slots.sender()));
    modules.extend([
        ReceiveText { shape: &shape }.module(),
        StartText { shape: &shape }.module(),
        top.module(),
    ]);
    let wrapper = Wrapper { modules, ports: top.ports(), info: streams.info(spec.name) };
    crossed(wrapper, spec.name, &spec.header, &top.local())
}

/// The parameters of all texts.
struct Shape<'a> {
    slots: &'a SlotTop<'a>,
    spec: &'a NodeSpec<'a>,
    schedule: &'a Schedule,
    streams: &'a Streams,
    /// How the network shows the sender of an arriving message.
    form: SourceForm,
    /// Local ports of a processor.
    each: usize,
    /// Messages of a frame at every local port, processor by processor; one processor's if all have the same.
    expected: Vec<usize>,
}

impl<'a> Shape<'a> {
    fn new(slots: &'a SlotTop<'a>, streams: &'a Streams) -> Self {
        let SlotTop { spec, schedule, .. } = *slots;
        let numbers = schedule.ports.existing_local_ports(schedule.torus());
        let each = numbers.len();
        let mut expected = arrivals(schedule, &numbers);
        if expected.chunks(each).all(|one| *one == expected[..each]) {
            expected.truncate(each);
        }
        Shape { slots, spec, schedule, streams, form: slots.ports.form(), each, expected }
    }

    /// Bits of a count of messages of a frame.
    fn count_bits(&self) -> usize {
        bits(self.most() + 1).max(1)
    }

    /// Messages of a frame at the busiest local port.
    fn most(&self) -> usize {
        self.expected.iter().copied().max().unwrap_or(0).max(1)
    }

    /// Bits of a place in a receive buffer, which has room for two frames.
    fn place_bits(&self) -> usize {
        bits(2 * self.most()).max(1)
    }

    /// Bits of an offset.
    fn offset_bits(&self) -> usize {
        coordinates_width(self.spec.torus)
    }

    /// Bits of a source in the form that the network shows.
    fn source_bits(&self) -> usize {
        self.slots.source_bits(self.form)
    }

    /// Bits of a source and its word.
    fn stored(&self) -> usize {
        self.source_bits() + self.streams.data
    }

    /// Whether a payload has unused bits.
    fn spare(&self) -> bool {
        self.spec.width > self.streams.data + 1
    }

    fn parts(&self) -> Parts<'_> {
        Parts { network: self.spec.name, header: &self.spec.header }
    }
}

/// How many messages of a frame arrive at every local port of every processor.
fn arrivals(schedule: &Schedule, numbers: &[usize]) -> Vec<usize> {
    let (torus, placement) = (schedule.torus(), &schedule.placement);
    let mut of_class = vec![Vec::new(); placement.sources().len()];
    schedule.entries.iter().for_each(|entry| of_class[entry.source].push(entry));
    let mut counts = vec![0; placement.len() * numbers.len()];
    for (&node, class) in placement.processors().iter().zip(placement.source_indices()) {
        for entry in &of_class[class] {
            let end = torus.translate(node, &entry.offset);
            let p = placement.processors().binary_search(&end).expect("messages end at processors");
            let last = entry.route.segments().last().expect("a route has a hop").port;
            let port = schedule.ports.local_port(last);
            let e = numbers.iter().position(|&number| number == port).expect("its port exists");
            counts[p * numbers.len() + e] += 1;
        }
    }
    counts
}
