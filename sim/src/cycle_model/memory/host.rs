//! The memories' own ports, for a host outside the network.

use super::CycleModel;
use crate::cycle_model::{router::Head, Registers};
use crate::engine::HostMachine;
use crate::engine::{Batch, Host, ABSENT};

impl<H: Head> CycleModel<'_, H> {
    /// What a step of accesses asks of the memories, and what it gets.
    pub(super) fn serve(&mut self, host: &mut Host, step: usize) {
        let processors = self.network.processors;
        for class in 0..self.classes.len() {
            for instance in 0..self.classes[class].instances.len() {
                let at = step * processors + self.classes[class].instances[instance].processor;
                let data = &mut host.data[at * host.words..][..host.words];
                match host.address[at] {
                    ABSENT => (),
                    address if host.write => self.take(class, instance, address, data),
                    address => self.give(class, instance, address, data),
                }
            }
        }
    }

    /// A write; while busy it is an error.
    fn take(&mut self, class: usize, instance: usize, address: u32, data: &[u32]) {
        let class = &self.classes[class];
        let (node, processor) = (class.instances[instance].node, class.instances[instance].processor);
        let flit = self.payload.keep(data);
        let kept = !class.busy() && self.memory.put(processor, address, flit);
        self.errors.note(node, !kept);
    }

    /// A read; while busy the port shows what the local ports have asked for.
    fn give(&mut self, class: usize, instance: usize, address: u32, data: &mut [u32]) {
        let class = &self.classes[class];
        let (node, processor) = (class.instances[instance].node, class.instances[instance].processor);
        let mut asks = class.asks().clone();
        if !class.busy() {
            asks.ask(address, false);
            self.errors.note(node, asks.fault());
        }
        self.payload.give(self.memory.read(processor, asks.found(address)), data);
    }
}

impl<H: Head> HostMachine for CycleModel<'_, H> {
    fn access(&mut self, host: &mut Host, batch: &mut Batch) {
        let steps = host.address.len() / self.network.processors.max(1);
        batch.resize(&self.network, &vec![false; steps], false);
        (batch.ejected, batch.hopped) = (0, 0);
        for step in 0..steps {
            self.tick(false, Some((&mut *host, step)));
            self.log(step, false, batch);
        }
    }
}
