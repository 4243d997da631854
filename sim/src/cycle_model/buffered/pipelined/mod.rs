//! The router of two cycles a hop.
//!
//! A flit is decoded as it arrives; of each port one channel's oldest flit is offered to the outputs, and the
//! channels take turns.

mod arbiter;
mod channel_queue;
mod edge;
mod local_ports;
mod offer;

use super::common::{BufferedModel, Routers};
use super::ways::{Token, Ways};
use crate::engine::traffic::Log;
use crate::engine::Network;
use channel_queue::ChannelQueue;
use offer::Offer;
use std::collections::VecDeque;

/// An output channel: free places at its end, and whether a packet is on its way.
#[derive(Clone, Copy, Debug)]
struct Output {
    credits: u16,
    lock: bool,
}

/// An injection port.
#[derive(Clone, Debug, Default)]
struct InjectionPort {
    flits: VecDeque<(Token, u32)>,
    ready: bool,
    body: bool,
}

/// An ejection port.
#[derive(Clone, Copy, Debug, Default)]
struct EjectionPort {
    held: Option<(Token, bool)>,
    lock: bool,
    jammed: bool,
}

/// The registers of all routers.
pub struct PipelinedRouters {
    /// By node, port and channel.
    queues: Vec<ChannelQueue>,
    /// By node and port.
    offers: Vec<Offer>,
    injection_ports: Vec<InjectionPort>,
    outputs: Vec<Output>,
    ejection_ports: Vec<EjectionPort>,
    /// When each pair of requesters of each output, and of each ejection port, was served last, and whether
    /// that was the second one.
    served: Vec<(u64, bool)>,
    served_last: u64,
}

impl Routers for PipelinedRouters {
    fn new(network: &Network, ways: &Ways, depth: u16) -> Self {
        let (nodes, local_ports) = (network.nodes(), network.local_ports());
        let (outputs, requesters) = (nodes * ways.outputs(), ways.ports + ways.local_ports);
        PipelinedRouters {
            queues: vec![ChannelQueue::new(depth as usize); outputs],
            offers: vec![Offer::default(); nodes * ways.ports],
            injection_ports: vec![InjectionPort::default(); local_ports],
            outputs: vec![Output { credits: depth, lock: false }; outputs],
            ejection_ports: vec![EjectionPort::default(); local_ports],
            served: vec![(0, true); nodes * requesters * requesters],
            served_last: 0,
        }
    }

    fn clear(&mut self, depth: u16) {
        self.queues.fill(ChannelQueue::new(depth as usize));
        self.offers.fill(Offer::default());
        self.injection_ports.fill(InjectionPort::default());
        self.outputs.fill(Output { credits: depth, lock: false });
        self.ejection_ports.iter_mut().for_each(|port| (port.held, port.lock) = (None, false));
        self.served.fill((0, true));
    }

    fn edge(model: &mut BufferedModel<Self>, step: u32, cycle: u64, log: &mut Log) {
        model.advance(step, cycle, log);
    }

    fn credits(&mut self, output: usize) -> &mut u16 {
        &mut self.outputs[output].credits
    }

    fn jam(&mut self, local_port: usize) {
        self.ejection_ports[local_port].jammed = true;
    }
}
