//! Programs: a plan with cycles and addresses, as the program ROMs hold it.
//!
//! `docs/memory.md` says what a row does. There is one program for each source class; all have the same
//! length in slots.

use crate::{route::bits, NodeId, Placement, PortModel, Route};

/// Idle slots between the last arrival of a phase and the first send of the next one: ejection register,
/// write, read.
pub const TURNAROUND: u32 = 3;

/// The address of a flit in a message memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    /// Bank.
    pub bank: usize,
    /// Flit of the bank.
    pub index: usize,
}

/// A remote write of one row: in its cycle i and pass f, the flit at `from + f + i` here goes to `to + f + i`
/// there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RemoteWrite {
    /// The path.
    pub route: Route,
    /// First flit here, in pass 0.
    pub from: Address,
    /// First flit at the receiver, in pass 0.
    pub to: Address,
}

/// A row of a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// Cycles that the row takes, at least 1.
    pub cycles: u32,
    /// Whether it is the last row of a phase.
    pub last: bool,
    /// With `last`: whether the phase is run once for each flit of a block.
    pub again: bool,
    /// The remote write of each local port, if it sends in this row.
    pub writes: Vec<Option<RemoteWrite>>,
}

/// Where the block for a partner, or from a partner, lies in the memory.
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
    /// The rows, without the row that halts.
    pub rows: Vec<Row>,
    /// Where the blocks lie before the run.
    pub load: Vec<Place>,
    /// Where the results lie after it.
    pub results: Vec<Place>,
}

/// The programs of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The processors that take part; its sources are the classes.
    pub placement: Placement,
    /// The port model.
    pub ports: PortModel,
    /// Whether the program is a broadcast, not an exchange.
    pub broadcast: bool,
    /// Flits of a block.
    pub flits: u32,
    /// Banks of a memory.
    pub banks: usize,
    /// Flits that a bank holds.
    pub depth: usize,
    /// Slots from the first send to the last use of a link.
    pub makespan: u32,
    /// Slots that the rows of every program take, including idle ones at the end.
    pub slots: u32,
    /// The program of each source class.
    pub classes: Vec<NodeProgram>,
}

impl Program {
    /// Bits of an index in a bank, at least one. An address is `{bank, index}`.
    pub fn index_bits(&self) -> usize {
        bits(self.depth).max(1)
    }

    /// An address as one number.
    pub fn number_of(&self, address: Address) -> usize {
        address.bank << self.index_bits() | address.index
    }

    /// The nodes whose blocks a node must end with, by increasing id.
    pub(super) fn due(&self, node: NodeId) -> Vec<NodeId> {
        let loads =
            |class: &NodeProgram| class.load.iter().any(|place| place.partner.iter().all(|&v| v == 0));
        let own = self.classes.iter().any(loads);
        match self.broadcast {
            true => self.message_source().into_iter().collect(),
            false => {
                self.placement.processors().iter().copied().filter(|&other| own || other != node).collect()
            }
        }
    }

    /// The program of every processor, by increasing node id.
    pub fn of_processors(&self) -> Vec<&NodeProgram> {
        self.placement.source_indices().into_iter().map(|source| &self.classes[source]).collect()
    }

    /// The source of a broadcast.
    pub fn message_source(&self) -> Option<NodeId> {
        let at = self.classes.iter().position(|class| self.broadcast && !class.load.is_empty())?;
        self.placement.sources().get(at).copied()
    }
}
