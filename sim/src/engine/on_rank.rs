//! A machine of a block, as the driver sees it: done when all blocks are, in error when one of them is.
//!
//! Packets have no `done_o`: what their driver needs to know of all blocks it asks for itself.

use super::traffic::{Fault, Flit, Log, Tally, TrafficMachine};
use super::{Batch, ExchangeMachine, Host, HostMachine, Machine, Network, DONE, ERROR};
use crate::ranks::{numbers, Exchanged, Ranks};
use std::time::{Duration, Instant};

/// A machine of this rank's block.
pub(crate) struct OnRank<'a, M: ?Sized> {
    machine: Box<M>,
    ranks: &'a dyn Ranks,
    /// How long this rank has waited to hear whether all are done.
    waited: Duration,
}

impl<'a, M: Machine + ?Sized> OnRank<'a, M> {
    /// The machine of the block that this rank computes.
    pub fn new(machine: Box<M>, ranks: &'a dyn Ranks) -> Self {
        OnRank { machine, ranks, waited: Duration::ZERO }
    }

    /// Numbers of every rank, one behind the other.
    fn numbers(&self, mine: &[u64]) -> Vec<u64> {
        numbers(self.ranks, mine).concat()
    }

    /// Makes the status after each clock edge that of all ranks.
    fn agree(&mut self, batch: &mut Batch) {
        let status = &mut batch.status[..batch.steps];
        // Done where no rank is not: the bit is asked for the other way round.
        status.iter_mut().for_each(|status| *status = (*status & ERROR) | (!*status & DONE));
        let begun = Instant::now();
        self.ranks.any(status);
        self.waited += begun.elapsed();
        status.iter_mut().for_each(|status| *status = (*status & ERROR) | (!*status & DONE));
    }
}

impl<M: Machine + ?Sized> Machine for OnRank<'_, M> {
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
        let waited = (mine.waited + self.waited).as_nanos() as u64;
        let of_ranks = self.numbers(&[mine.bytes, mine.most, waited]);
        let most = |at: usize| of_ranks.iter().skip(at).step_by(3).copied().max().unwrap_or(0);
        Exchanged { bytes: most(0), most: most(1), waited: Duration::from_nanos(most(2)), ..mine }
    }
}

impl<M: ExchangeMachine + ?Sized> ExchangeMachine for OnRank<'_, M> {
    fn run(&mut self, start: &[bool], reset: bool, traced: bool, batch: &mut Batch) {
        self.machine.run(start, reset, traced, batch);
        self.agree(batch);
    }

    fn earliest(&mut self, found: Option<usize>) -> Option<usize> {
        let mine = found.map_or(u64::MAX, |step| step as u64);
        self.numbers(&[mine]).into_iter().min().filter(|&step| step != u64::MAX).map(|step| step as usize)
    }
}

impl<M: HostMachine + ?Sized> HostMachine for OnRank<'_, M> {
    fn access(&mut self, host: &mut Host, batch: &mut Batch) {
        self.machine.access(host, batch);
        self.agree(batch);
    }
}

impl<M: TrafficMachine + ?Sized> TrafficMachine for OnRank<'_, M> {
    fn run(&mut self, cycle: u64, steps: usize, reset: bool, flits: &[Flit], traced: bool, log: &mut Log) {
        self.machine.run(cycle, steps, reset, flits, traced, log);
    }

    fn hold(&mut self, held: bool) {
        self.machine.hold(held);
    }

    fn break_something(&mut self, fault: Fault) {
        self.machine.break_something(fault);
    }

    fn tallies(&self) -> Vec<Tally> {
        self.machine.tallies()
    }
}
