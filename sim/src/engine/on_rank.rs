//! A machine of a block, as the driver sees it: done when all blocks are, in error when one of them is.

use super::{Batch, ExchangeMachine, Machine, Network, DONE, ERROR};
use crate::ranks::{number, Exchanged, Ranks};

/// A machine of this rank's block.
pub(crate) struct OnRank<'a> {
    machine: Box<dyn ExchangeMachine + 'a>,
    ranks: &'a dyn Ranks,
}

impl<'a> OnRank<'a> {
    /// The machine of the block that this rank computes.
    pub fn new(machine: Box<dyn ExchangeMachine + 'a>, ranks: &'a dyn Ranks) -> Self {
        OnRank { machine, ranks }
    }

    /// Numbers of every rank, one behind the other.
    fn numbers(&self, mine: &[u64]) -> Vec<u64> {
        let bytes: Vec<u8> = mine.iter().flat_map(|number| number.to_le_bytes()).collect();
        let all = self.ranks.all(&bytes).concat();
        all.chunks_exact(8).map(number).collect()
    }
}

impl Machine for OnRank<'_> {
    fn network(&self) -> &Network {
        self.machine.network()
    }

    fn footprint(&self) -> usize {
        self.machine.footprint()
    }

    fn error_nodes(&mut self) -> Vec<usize> {
        let mine: Vec<u64> = self.machine.error_nodes().into_iter().map(|node| node as u64).collect();
        self.numbers(&mine).into_iter().map(|node| node as usize).collect()
    }

    fn exchanged(&self) -> Exchanged {
        let mine = self.machine.exchanged();
        let of_ranks = self.numbers(&[mine.bytes, mine.most]);
        let most = |at: usize| of_ranks.iter().skip(at).step_by(2).copied().max().unwrap_or(0);
        Exchanged { bytes: most(0), most: most(1), ..mine }
    }
}

impl ExchangeMachine for OnRank<'_> {
    fn run(&mut self, start: &[bool], reset: bool, traced: bool, batch: &mut Batch) {
        self.machine.run(start, reset, traced, batch);
        let status = &mut batch.status[..batch.steps];
        // Done where no rank is not: the bit is asked for the other way round.
        status.iter_mut().for_each(|status| *status = (*status & ERROR) | (!*status & DONE));
        self.ranks.any(status);
        status.iter_mut().for_each(|status| *status = (*status & ERROR) | (!*status & DONE));
    }

    fn earliest(&mut self, found: Option<usize>) -> Option<usize> {
        let mine = found.map_or(u64::MAX, |step| step as u64);
        self.numbers(&[mine]).into_iter().min().filter(|&step| step != u64::MAX).map(|step| step as usize)
    }
}
