//! The machine of a block with the status of the whole network: done if all blocks are, in error if one of
//! them is.
//!
//! Packets have no `done_o`; their driver itself asks for what it needs to know of all blocks.

use super::traffic::{Fault, Flit, Log, Tally, TrafficMachine};
use super::{Batch, ExchangeMachine, Host, HostMachine, Machine, Network, DONE, ERROR};
use crate::ranks::{numbers, Exchanged, Ranks};
use std::time::{Duration, Instant};

/// A machine of this rank's block.
pub(crate) struct OnRank<'a, M: ?Sized> {
    machine: Box<M>,
    ranks: &'a dyn Ranks,
    /// How long this rank has waited for the status of the others.
    waited: Duration,
}

impl<'a, M: Machine + ?Sized> OnRank<'a, M> {
    /// The machine of the block that this rank computes.
    pub fn new(machine: Box<M>, ranks: &'a dyn Ranks) -> Self {
        OnRank { machine, ranks, waited: Duration::ZERO }
    }

    /// The numbers of all ranks, one after another.
    fn numbers(&self, mine: &[u64]) -> Vec<u64> {
        numbers(self.ranks, mine).concat()
    }

    /// Replaces the status after each clock edge by that of all ranks.
    fn agree(&mut self, batch: &mut Batch) {
        let status = &mut batch.status[..batch.steps];
        // `any` tells whether a bit is set at any rank, so the bit for done is inverted.
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
        let mut all: Vec<usize> = self.numbers(&mine).into_iter().map(|node| node as usize).collect();
        all.sort_unstable();
        all
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
