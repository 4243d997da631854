//! `NAME_axis`: the network with message memories, with an AXI4-Stream in and one out at every processor.
//!
//! A packet is a block; an exchange is one block for each other processor. Blocks wait in the transmit buffer
//! of their processor. When all blocks of all processors have arrived and the memories are idle, they are
//! copied into the memories and the program runs. Then the results are copied into the receive buffers, which
//! stream them out. So three exchanges overlap: blocks of one arrive, another runs, and results of a third
//! leave. The expected-data ROM of the bench has the addresses of blocks; all processors read its rows in
//! step.

mod broadcast;
mod ports;
mod proofs;
mod source;
mod top;

use super::{tops, Memory};
use crate::{
    base::Base,
    jinja::rendered,
    network::{
        streams::{coordinates_width, crossed, offset_module, Destination, Parts, Streams},
        Wrapper,
    },
    top::{text::integers, Cell, Port},
};
pub use proofs::proofs;
use serde::Serialize;
use top::TopText;
use torus_hdl::{memory::MemorySpec, Module};
use torus_model::route::bits;

/// `NAME_axis` and its parts.
pub fn wrapper(
    (base, memory): (&Base, &Memory),
    spec: &MemorySpec,
    cells: &[Cell],
    streams: &Streams,
) -> Wrapper {
    let slots = memory.program.slots;
    let shape = Shape { base, spec, cells, streams, slots };
    let destination = Destination { torus: spec.torus, placement: &base.placement };
    let top = TopText { shape: &shape };
    let between = match streams.broadcast {
        None => vec![
            offset_module(shape.parts(), streams, &destination),
            source::module(&shape),
            shape.send(),
            shape.receive(),
        ],
        Some(_) => vec![shape.send_one(), shape.receive_one()],
    };
    let modules = [between, vec![shape.copy(), shape.control(), top.module()]].concat();
    let wrapper = Wrapper { modules, ports: top.ports(), info: streams.info(spec.name) };
    crossed(wrapper, spec.name, &spec.header, &top.local())
}

/// The differences between the copies of an exchange and of a broadcast.
#[derive(Serialize)]
struct Copied {
    broadcast: bool,
    /// The condition under which a row is copied.
    row: &'static str,
    /// The expression that extends the number of a flit to an address.
    step: String,
}

/// The parameters of all texts.
struct Shape<'a> {
    base: &'a Base,
    spec: &'a MemorySpec<'a>,
    cells: &'a [Cell],
    streams: &'a Streams,
    /// Slots of the program.
    slots: u32,
}

/// A constant with the width of a number that it is compared with: parameter of the width, bits, value and
/// comment.
type Sized = (&'static str, (&'static str, usize, usize), &'static str);

impl Shape<'_> {
    /// Bits of an offset.
    fn offset(&self) -> usize {
        coordinates_width(self.spec.torus)
    }

    /// Flits of a block.
    fn flits(&self) -> usize {
        self.spec.program.flits as usize
    }

    /// Bits of a flit's number in its block.
    fn flit(&self) -> usize {
        bits(self.flits()).max(1)
    }

    /// Blocks that a processor sends, and also receives, in an exchange.
    fn blocks(&self) -> usize {
        self.spec.processors - 1
    }

    /// Bits of a count of blocks.
    fn count(&self) -> usize {
        bits(self.blocks() + 1)
    }

    /// Bits of a block's number.
    fn block(&self) -> usize {
        bits(self.blocks()).max(1)
    }

    /// Rows of the expected-data ROM: those of blocks to load, and all rows.
    fn rows(&self) -> [usize; 2] {
        let load = self.spec.load_rows();
        [load, load + self.spec.result_rows()]
    }

    fn parts(&self) -> Parts<'_> {
        Parts { network: self.spec.name, header: &self.spec.header }
    }

    /// A module with the given body.
    fn module(
        &self,
        part: &str,
        what: &str,
        timing: &[&str],
        (ports, constants, body): (&[Port], String, &str),
    ) -> Module {
        let body = constants + "\n" + &body.replace("NAME", self.spec.name);
        self.parts().module(part, what, timing, ports, &body)
    }

    fn send(&self) -> Module {
        let timing = [
            "Timing: a beat taken in cycle t is in its place in cycle t + 2. A word is given one cycle after",
            "its offset and flit.",
        ];
        let what = "blocks of an AXI4-Stream wait here until there is one for every other processor.";
        let widths = [
            ("OW", self.offset(), "bits of an offset, and of a place"),
            ("FW", self.flit(), "bits of a beat's number in its block"),
            ("DW", self.streams.data, "bits of data"),
            ("CW", self.count(), "bits of a number of blocks"),
        ];
        let (flit, count) = (self.flit(), self.count());
        let numbers: [Sized; 4] = [
            ("FIRST", ("FW", flit, 1), "from a beat to the next one"),
            ("LAST", ("FW", flit, self.flits() - 1), "the last beat of a block"),
            ("ONE", ("CW", count, 1), "a block more"),
            ("BLOCKS", ("CW", count, self.blocks()), "blocks of an exchange"),
        ];
        let constants = integers(&widths) + &sized(&numbers);
        self.module("send", what, &timing, (&self.send_ports(), constants, include_str!("send.v")))
    }

    fn receive(&self) -> Module {
        let timing = [
            "Timing: filled_i stands with the last word of the last block. The first beat is offered two",
            "cycles later, and one in every cycle in which it is taken.",
        ];
        let what = "an AXI4-Stream of the blocks that an exchange brought a processor.";
        let widths = [
            ("OW", self.offset(), "bits of an offset"),
            ("FW", self.flit(), "bits of a beat's number in its block"),
            ("RW", self.block(), "bits of a block's number"),
            ("DW", self.streams.data, "bits of data"),
        ];
        let (flit, block) = (self.flit(), self.block());
        let numbers: [Sized; 4] = [
            ("FIRST", ("FW", flit, 1), "from a beat to the next one"),
            ("LAST", ("FW", flit, self.flits() - 1), "the last beat of a block"),
            ("NEXT", ("RW", block, 1), "from a block to the next one"),
            ("FINAL", ("RW", block, self.blocks() - 1), "the last block"),
        ];
        let constants = integers(&widths) + &sized(&numbers);
        self.module("receive", what, &timing, (&self.receive_ports(), constants, include_str!("receive.v")))
    }

    fn copy(&self) -> Module {
        let timing = ["Timing: a row in cycle t is written in cycle t + 1."];
        let what = "words between a processor's buffers and its memory, by the rows of its ROM.";
        let (address, flit) = (self.spec.widths().address(), self.flit());
        let widths = [
            ("OW", self.offset(), "bits of an offset"),
            ("FW", flit, "bits of a flit's number in its block"),
            ("A", address, "bits of an address"),
        ];
        let broadcast = self.streams.broadcast.is_some();
        let widths = &widths[broadcast as usize..];
        let row = if broadcast { "valid_i" } else { "other" };
        let step = match address - flit {
            0 => "flit_i".to_string(),
            more => format!("{{{more}'d0, flit_i}}"),
        };
        let body = rendered("what copies", include_str!("copy.v.j2"), Copied { broadcast, row, step });
        self.module("copy", what, &timing, (&self.copy_ports(), integers(widths), &body))
    }

    fn control(&self) -> Module {
        let timing = [
            "Timing: all processors in step. Blocks that are full in cycle t are loaded from cycle t + 2 on,",
            "a flit a cycle; start_o stands with the last one that is written.",
        ];
        let what = "when blocks are loaded, the program runs, and its results are stored.";
        let ([load, all], row, flit) = (self.rows(), self.spec.widths().expected_row, self.flit());
        let widths =
            [("LB", row, "bits of a row's number"), ("FW", flit, "bits of a flit's number in its block")];
        let numbers: [Sized; 5] = [
            ("FIRST", ("FW", flit, 1), "from a flit to the next one"),
            ("LAST", ("FW", flit, self.flits() - 1), "the last flit of a block"),
            ("ONE", ("LB", row, 1), "from a row to the next one"),
            ("LOAD", ("LB", row, load - 1), "the last row with a block to load"),
            ("RESULT", ("LB", row, all - 1), "the last row with a result"),
        ];
        let constants = integers(&widths) + &sized(&numbers);
        self.module("control", what, &timing, (&self.control_ports(), constants, include_str!("control.v")))
    }
}

fn sized(all: &[Sized]) -> String {
    let line = |(name, (parameter, width, value), what): &Sized| {
        format!("  localparam [{parameter}-1:0] {name} = {width}'d{value};  // {what}\n")
    };
    all.iter().map(line).collect()
}
