//! Local ports: what the bench takes from ejection ports, and what it offers to injection ports.

use super::super::ways::{Token, Wanted};
use super::{BufferedModel, PipelinedRouters};
use crate::engine::traffic::{Log, Seen};
use crate::monitor::set_bits;

impl PipelinedRouters {
    /// The node of a local port, and its number there.
    pub(super) fn place(&self, local_port: usize) -> (usize, usize) {
        let (processor, at) = self.by_local_ports.split(local_port);
        (self.processors[processor] as usize, at)
    }
}

impl BufferedModel<'_, PipelinedRouters> {
    /// The number of a local port of a node, counted over all processors.
    pub(super) fn local_port(&self, node: usize, local_port: usize) -> usize {
        self.network.processor[node] as usize * self.ways.local_ports + local_port
    }

    /// The number of the ejection port for flits that arrive at a port.
    pub(super) fn ejection_port(&self, node: usize, port: usize) -> usize {
        self.local_port(node, if self.ways.local_ports > 1 { port } else { 0 })
    }

    /// Gives new flits to injection ports that are empty.
    pub(super) fn inject(&mut self, step: u32, cycle: u64, log: &mut Log) {
        self.queues.begin(cycle);
        let words = if self.routers.awake { self.routers.waiting.len() } else { 0 };
        for word in 0..words {
            let ready = self.queues.offering()[word] & !self.routers.waiting[word];
            set_bits(&[ready]).for_each(|bit| self.push(64 * word + bit, step, log));
        }
        self.routers.awake = true;
    }

    fn push(&mut self, at: usize, step: u32, log: &mut Log) {
        let (node, local_port) = self.routers.place(at);
        let token = self.queues.take(at);
        log.entered_by(Seen { step, place: at as u32, serial: token.serial, ..Seen::default() });
        let request = self.ways.wanted(node, self.ways.ports + local_port, 0, token);
        self.routers.injection_ports[at].flit = Some((token, request));
        self.routers.waiting[at / 64] |= 1 << (at % 64);
        if request == Wanted::Nothing {
            self.fail(node);
        }
    }

    /// Takes the flit of an injection port. Returns it, and whether it is the last of its packet.
    pub(super) fn pop(&mut self, at: usize) -> (Token, bool) {
        let port = &mut self.routers.injection_ports[at];
        let (token, _) = port.flit.take().expect("a flit that goes is there");
        let last = self.ways.is_last(token.head);
        port.body = !last;
        self.routers.waiting[at / 64] &= !(1 << (at % 64));
        (token, last)
    }
}
