//! The payloads of a bench: ids, and values that distinguish messages, flits and runs.
//!
//! A payload has W bits, halves of W/2. At the ports of a bench it is `{source id, destination id}` with
//! zeros above, in a broadcast `{source id, number of the flit}`. Inside the network it contains more, if the
//! high half has room above the id:
//! - The highest bit, the mark, is 1 if all bits are inverted; without it a stuck bit above the ids could go
//!   unnoticed. Every other run is inverted.
//! - With message memories the number of the run is above the source, and that of the flit is above the
//!   destination, both cut, so that neither a block nor a flit of an earlier run can pass for another. The
//!   first run is number 1, runs of even number are inverted: so no payload is 0, not even a block from node
//!   0 to itself. With room for the mark alone runs of odd number are inverted: none is 0 in the first run.
//!
//! Bounds: a half uses 32 bits beside the mark at most; the number of a run has up to 8.

use crate::route::bits;

/// Most bits of a half in use.
const USED: usize = 32;
/// Most bits of a run's number.
const RUN: usize = 8;

/// Where the fields of a payload lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayloadLayout {
    /// Bits of a half.
    pub half: usize,
    /// Bits of a node id, lowest in the high half; in an exchange also in the low one.
    pub id: usize,
    /// Bits of the number of the flit above the destination; none in a broadcast, where it takes the
    /// place of the destination.
    pub flit: usize,
    /// Bits of the number of the run above the source.
    pub run: usize,
    /// Whether the highest bit is the mark.
    pub marked: bool,
}

impl PayloadLayout {
    /// The layout for messages without memories, `width` bits each, between `nodes` nodes.
    pub fn of_messages(width: usize, nodes: usize) -> Self {
        let (half, id) = (width / 2, bits(nodes).max(1));
        PayloadLayout { half, id, flit: 0, run: 0, marked: half > id }
    }

    /// The layout for blocks of `flits` flits.
    pub fn of_blocks(width: usize, nodes: usize, flits: usize, broadcast: bool) -> Self {
        let plain = Self::of_messages(width, nodes);
        let (room, used) = (plain.half.saturating_sub(plain.id), USED.saturating_sub(plain.id));
        let flit = if broadcast { 0 } else { bits(flits).max(1).min(room).min(used) };
        let run = room.saturating_sub(1).min(RUN).min(used.saturating_sub(1));
        PayloadLayout { flit, run, ..plain }
    }

    /// Bits of a counter of runs: their number's, and one where there is room for the mark alone.
    pub fn run_counter(&self) -> usize {
        if self.marked {
            self.run.max(1)
        } else {
            0
        }
    }

    /// Whether payloads with a memory are inverted in a run; the first is number 1.
    pub fn inverts(&self, run: u32) -> bool {
        self.marked && (run % 2 == 0) == (self.run > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(width: usize, nodes: usize, flits: usize, broadcast: bool) -> [usize; 5] {
        let PayloadLayout { half, id, flit, run, marked } =
            PayloadLayout::of_blocks(width, nodes, flits, broadcast);
        [half, id, flit, run, usize::from(marked)]
    }

    #[test]
    fn fields_take_the_room_there_is() {
        assert_eq!(fields(32, 16, 2, false), [16, 4, 1, 8, 1]);
        assert_eq!(fields(32, 16, 300, true), [16, 4, 0, 8, 1]);
        assert_eq!(fields(12, 16, 64, false), [6, 4, 2, 1, 1]);
        assert_eq!(fields(10, 16, 64, false), [5, 4, 1, 0, 1]);
        assert_eq!(fields(8, 16, 64, false), [4, 4, 0, 0, 0]);
        assert_eq!(fields(256, 1 << 24, 1 << 20, false), [128, 24, 8, 7, 1]);
    }

    #[test]
    fn messages_have_a_mark_where_their_half_is_longer_than_an_id() {
        assert!(PayloadLayout::of_messages(10, 16).marked);
        assert!(!PayloadLayout::of_messages(8, 16).marked);
    }

    #[test]
    fn runs_take_turns_where_there_is_a_mark() {
        let turns = |width| {
            let layout = PayloadLayout::of_blocks(width, 16, 64, false);
            (layout.run_counter(), [1, 2, 3].map(|run| layout.inverts(run)))
        };
        assert_eq!(turns(12), (1, [false, true, false]));
        assert_eq!(turns(10), (1, [true, false, true]));
        assert_eq!(turns(8), (0, [false; 3]));
    }
}
