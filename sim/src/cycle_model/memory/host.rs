//! The host ports of the memories, for a host outside the network.
//!
//! A flit is the number of what was written. Ranks send flits to each other, so all ranks must give the same
//! numbers: each keeps what is written to any memory, in the order of a single process.

use super::CycleModel;
use crate::arrivals::processor_by_node;
use crate::cycle_model::{head::Head, Registers};
use crate::engine::HostMachine;
use crate::engine::{Batch, Host, ABSENT};
use crate::manifest::Kind;
use crate::ranks::Block;
use crate::Manifest;
use torus_model::Placement;

/// The host port of a memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct HostPort {
    /// The number of the processor, among all.
    pub processor: usize,
    /// Its class and its number in the class, if it is in the block.
    pub own: Option<(usize, usize)>,
}

/// The host ports of all processors, class by class.
pub(super) fn ports(manifest: &Manifest, placement: &Placement, block: &Block) -> Vec<HostPort> {
    let number = processor_by_node(placement.torus(), placement.processors());
    let classes = manifest.kinds.iter().filter(|kind| kind.processor).enumerate();
    let of_class = |(class, kind): (usize, &Kind)| {
        let mut instances = 0..;
        let port = |&node: &u32| HostPort {
            processor: number[node as usize] as usize,
            own: block.node(node as usize).and_then(|_| Some((class, instances.next()?))),
        };
        kind.nodes.iter().map(port).collect::<Vec<_>>()
    };
    classes.flat_map(of_class).collect()
}

impl<H: Head> CycleModel<'_, H> {
    /// Serves one step of the host's accesses.
    pub(super) fn serve(&mut self, host: &mut Host, step: usize) {
        for at in 0..self.hosts.len() {
            let HostPort { processor, own } = self.hosts[at];
            let at = step * self.network.all_processors + processor;
            let data = &mut host.data[at * host.words..][..host.words];
            match (host.address[at], own) {
                (ABSENT, _) => (),
                (address, Some(own)) if host.write => self.take(own, address, data),
                (address, Some(own)) => self.give(own, address, data),
                (_, None) if host.write => _ = self.payload.keep(data),
                (_, None) => (),
            }
        }
    }

    /// A write; during a run it is an error.
    fn take(&mut self, (class, instance): (usize, usize), address: u32, data: &[u32]) {
        let class = &self.classes[class];
        let (node, processor) = (class.instances[instance].node, class.instances[instance].processor);
        let flit = self.payload.keep(data);
        let kept = !class.busy() && self.memory.put(processor, address, flit);
        self.errors.note(node, !kept);
    }

    /// A read; during a run it returns what the local ports have asked for.
    fn give(&mut self, (class, instance): (usize, usize), address: u32, data: &mut [u32]) {
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
        let steps = host.address.len() / self.network.all_processors.max(1);
        batch.resize(&self.network, &vec![false; steps], false);
        for step in 0..steps {
            self.tick(false, Some((&mut *host, step)));
            self.log(step, false, batch);
            batch.end(step);
        }
    }
}
