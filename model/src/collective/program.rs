//! Programs: a plan with cycles and addresses, as the program ROMs hold it.
//!
//! `docs/stored.md` says what a row does. One program for each source class; all have the same length in slots.

use crate::{Placement, PortModel, Word};

/// Idle slots between the last arrival of a phase and the first send of the next: eject register, write, read.
pub const TURNAROUND: u32 = 3;

/// A flit's place in a message memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    /// Bank.
    pub bank: usize,
    /// Flit of the bank.
    pub index: usize,
}

/// What a lane does while a row holds: one flit a cycle from `from + f + i` here to `to + f + i` there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Put {
    /// The path.
    pub word: Word,
    /// First flit here, in pass 0.
    pub from: Address,
    /// First flit at the receiver, in pass 0.
    pub to: Address,
}

/// A row of a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// Cycles that it holds, at least 1.
    pub cycles: u32,
    /// Last row of a phase.
    pub last: bool,
    /// With `last`: the phase is run once for each flit of a block.
    pub again: bool,
    /// One for each lane of the port model.
    pub lanes: Vec<Option<Put>>,
}

/// Where the block for, or from, a partner lies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Partner minus own node, every coordinate modulo its radix. Exchange: destination of a block to load,
    /// origin of a result. Broadcast: the source of the message.
    pub partner: Vec<u32>,
    /// Its first flit.
    pub address: Address,
}

/// The program of a source class.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NodeProgram {
    /// The rows, the halt row not among them.
    pub rows: Vec<Row>,
    /// Where blocks lie before the run.
    pub load: Vec<Place>,
    /// Where they lie after it.
    pub results: Vec<Place>,
}

/// The programs of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Who takes part; its sources are the classes.
    pub placement: Placement,
    /// Lanes of a processor.
    pub ports: PortModel,
    /// Whether it is a broadcast.
    pub broadcast: bool,
    /// Flits of a block.
    pub flits: u32,
    /// Banks of a memory.
    pub banks: usize,
    /// Flits that a bank holds.
    pub depth: usize,
    /// Slots from the first send to the last use of a link.
    pub makespan: u32,
    /// Slots that all rows of any program take, the idle ones at the end included.
    pub slots: u32,
    /// One for each source class.
    pub classes: Vec<NodeProgram>,
}
