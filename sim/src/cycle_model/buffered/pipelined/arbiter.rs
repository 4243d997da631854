//! Arbitration: of the requests that credits and locks allow, the pair wins that was served longest ago, and
//! in it the requester that was not served last.

use super::super::ways::Wanted;
use super::{BufferedModel, PipelinedRouters};
use crate::engine::ABSENT;

/// A flit that leaves a port or an injection port of a node, and its destination there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grant {
    pub node: usize,
    /// A port, or, with numbers after those of the ports, an injection port.
    pub requester: usize,
    pub request: Wanted,
}

type Turn = (u64, usize, bool);

/// A turn, a requester, and what it requests.
type Candidate = (Turn, usize, Wanted);

impl BufferedModel<'_, PipelinedRouters> {
    /// Whether credits and locks allow this request.
    fn is_open(&self, node: usize, port: usize, request: Wanted, body: bool) -> bool {
        match request {
            Wanted::Output { port, channel, enters } => {
                let output = self.routers.outputs[self.output(node, port, channel)];
                match body {
                    true => output.credits >= 1,
                    false => output.credits >= self.needs[usize::from(enters)] && !output.lock,
                }
            }
            Wanted::Ejection => body || !self.routers.ejection_ports[self.ejection_port(node, port)].lock,
            Wanted::Nothing => false,
        }
    }

    /// The number of an output channel, counted over all nodes.
    pub(super) fn output(&self, node: usize, port: usize, channel: usize) -> usize {
        node * self.ways.outputs() + port * self.ways.channels + channel
    }

    /// Whether the oldest flit of a channel could leave.
    pub(super) fn was_open(&self, at: usize) -> bool {
        let (node, port) = (at / self.ways.outputs(), at % self.ways.outputs() / self.ways.channels);
        let queue = &self.routers.queues[at];
        queue.some && self.is_open(node, port, queue.request, queue.body)
    }

    /// The request of a requester, if credits and locks allow it.
    fn open_request(&self, node: usize, requester: usize) -> Option<Wanted> {
        if let Some(local_port) = requester.checked_sub(self.ways.ports) {
            let port = &self.routers.injection_ports[self.local_port(node, local_port)];
            let request = port.flit?.1;
            return self.is_open(node, requester, request, port.body).then_some(request);
        }
        let at = node * self.ways.ports + requester;
        let body = self.offered(at).body;
        self.routers.offers[at].request.filter(|&request| self.is_open(node, requester, request, body))
    }

    /// The place that a request is for: an output, or, with numbers after those of the outputs, an ejection
    /// port.
    fn requested(&self, requester: usize, request: Wanted) -> usize {
        match request {
            Wanted::Output { port, .. } => port,
            _ => self.ways.ports + if self.ways.local_ports > 1 { requester } else { 0 },
        }
    }

    /// Chooses a requester for each output and each ejection port of a node.
    pub(super) fn arbitrate(&mut self, node: usize) -> Vec<Grant> {
        let local = self.network.processor[node] != ABSENT;
        if !self.is_busy(node, local) {
            return Vec::new();
        }
        let requesters = self.ways.ports + if local { self.ways.local_ports } else { 0 };
        let mut best: Vec<Option<Candidate>> = vec![None; self.ways.ports + self.ways.local_ports];
        for requester in 0..requesters {
            let Some(request) = self.open_request(node, requester) else { continue };
            let is_full = |at: usize| self.routers.ejection_ports[at].held.is_some();
            if request == Wanted::Ejection && is_full(self.ejection_port(node, requester)) {
                continue;
            }
            let to = self.requested(requester, request);
            let candidate = (self.turn(node, to, requester), requester, request);
            best[to] = Some(best[to].map_or(candidate, |known: Candidate| known.min(candidate)));
        }
        self.serve(node, best)
    }

    /// Notes which requesters were served.
    fn serve(&mut self, node: usize, best: Vec<Option<Candidate>>) -> Vec<Grant> {
        self.routers.served_last += 1;
        let mut grants = Vec::new();
        for (to, best) in best.into_iter().enumerate() {
            let Some((_, requester, request)) = best else { continue };
            let (pair, second) = self.pair(node, to, requester);
            self.routers.served[pair] = (self.routers.served_last, second);
            grants.push(Grant { node, requester, request });
        }
        grants
    }

    fn is_busy(&self, node: usize, local: bool) -> bool {
        let offers = &self.routers.offers[node * self.ways.ports..(node + 1) * self.ways.ports];
        let mut local_ports = 0..if local { self.ways.local_ports } else { 0 };
        let waits = |port| self.routers.injection_ports[self.local_port(node, port)].flit.is_some();
        offers.iter().any(|offer| offer.request.is_some()) || local_ports.any(waits)
    }

    /// The priority of a requester; the least wins. It consists of the time at which its pair was served
    /// last, the pair, and whether the requester was the one served last in it.
    fn turn(&self, node: usize, to: usize, requester: usize) -> Turn {
        let (pair, second) = self.pair(node, to, requester);
        let (served, last) = self.routers.served[pair];
        (served, pair, second == last)
    }

    /// The pair of a requester at an output or ejection port, and whether the requester is the second one in
    /// it.
    fn pair(&self, node: usize, to: usize, requester: usize) -> (usize, bool) {
        let (requesters, position) = (self.ways.requesters(), self.ways.position(node, to, requester));
        ((node * requesters + to) * requesters + position / 2, position % 2 == 1)
    }
}
