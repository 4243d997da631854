//! Arbitration: of the requests that credits and locks allow, the pair wins that was served longest ago, and
//! in it the requester that was not served last.
//!
//! Requests are entered one by one, in any order, and each place keeps only the one that is served next.

use super::super::common::Routers;
use super::super::ways::Wanted;
use super::channel_queue::ChannelQueue;
use super::offer::Port;
use super::{BufferedModel, InjectionPort, PipelinedRouters};
use crate::monitor::set_bits;
use crate::prefetch::prefetch;
use torus_model::Divisor;

/// Of a place: nobody requests it.
const NONE: u64 = u64::MAX;
/// In a candidate: the bits of a requester, then whether it was served last in its pair, then the pair.
const REQUESTER_BITS: u32 = 10;
const PAIR_AT: u32 = REQUESTER_BITS + 1;
/// In a candidate: where the edge begins at which the pair was served last.
const SERVED_AT: u32 = PAIR_AT + REQUESTER_BITS;

/// The arbiters of all nodes. The places of a node are its outputs, and after them its ejection ports; its
/// requesters are its ports, and after them its injection ports.
pub(super) struct Arbiters {
    /// By place: the candidate that is served next, which is the least one.
    best: Vec<u64>,
    /// The places that are requested.
    requested: Vec<u32>,
    /// By place and pair of requesters: the edge at which it was served last, and in the lowest bit whether
    /// that was its second requester.
    served: Vec<u64>,
    /// The pairs of a place.
    pairs: usize,
    /// The places of a node.
    each: Divisor,
    /// Clock edges so far.
    edges: u64,
}

impl Arbiters {
    pub fn new(nodes: usize, requesters: usize) -> Self {
        let (places, pairs) = (nodes * requesters, requesters.div_ceil(2));
        Arbiters {
            best: vec![NONE; places],
            requested: Vec::new(),
            served: vec![1; places * pairs],
            pairs,
            each: Divisor::new(requesters),
            edges: 0,
        }
    }

    /// At power-up the first requester of the first pair comes first.
    pub fn clear(&mut self) {
        self.served.fill(1);
        self.edges = 0;
    }

    /// Enters the request of a requester for a place. `position`: its position among the requesters of the
    /// place.
    fn enter(&mut self, place: usize, requester: usize, position: usize) {
        let (served, second) = (self.served[place * self.pairs + position / 2], position as u64 & 1);
        let turn = served >> 1 << SERVED_AT | (position as u64 / 2) << PAIR_AT;
        let last = u64::from(served & 1 == second) << REQUESTER_BITS;
        if self.best[place] == NONE {
            self.requested.push(place as u32);
        }
        self.best[place] = self.best[place].min(turn | last | requester as u64);
    }

    /// Prefetches what a request for a place will read.
    fn prefetch(&self, place: usize) {
        prefetch(&self.best, place);
        prefetch(&self.served, place * self.pairs);
    }

    /// The next place that is requested, as node and place there, and the requester that is served.
    fn next(&mut self) -> Option<(usize, usize, usize)> {
        let place = self.requested.pop()? as usize;
        let best = std::mem::replace(&mut self.best[place], NONE);
        let (node, to) = self.each.split(place);
        Some((node, to, (best & ((1 << REQUESTER_BITS) - 1)) as usize))
    }

    /// Notes that the requester at a position of a place was served.
    fn serve(&mut self, place: usize, position: usize) {
        self.served[place * self.pairs + position / 2] = self.edges << 1 | position as u64 & 1;
    }
}

impl BufferedModel<'_, PipelinedRouters> {
    /// Whether credits and locks allow a request of a requester. `body`: the first flit of the packet has
    /// left.
    fn is_open(&self, node: usize, requester: usize, request: Wanted, body: bool) -> bool {
        match request {
            Wanted::Output { port, channel, step } => {
                let output = self.routers.outputs[self.output(node, port.into(), channel.into())];
                match body {
                    true => output.credits >= 1,
                    false => output.credits >= self.needs[step as usize] && !output.lock,
                }
            }
            Wanted::Ejection => {
                body || !self.routers.ejection_ports[self.ejection_port(node, requester)].lock
            }
            Wanted::Nothing => false,
        }
    }

    /// The number of an output channel, counted over all nodes.
    pub(super) fn output(&self, node: usize, port: usize, channel: usize) -> usize {
        node * self.ways.outputs() + port * self.ways.channels + channel
    }

    /// Enters the requests of all ports and injection ports that credits and locks allow. Notes for every
    /// channel whether its oldest flit could leave.
    pub(super) fn request(&mut self) {
        self.routers.arbiters.edges += 1;
        let many = self.routers.are_many();
        for word in 0..self.routers.active.len() {
            let active = self.routers.active[word];
            if many {
                set_bits(&[active]).for_each(|bit| self.prefetch_request(64 * word + bit));
            }
            set_bits(&[active]).for_each(|bit| self.request_of_port(64 * word + bit));
        }
        for word in 0..self.routers.waiting.len() {
            let waiting = self.routers.waiting[word];
            set_bits(&[waiting]).for_each(|bit| self.request_of_injection(64 * word + bit));
        }
    }

    fn request_of_port(&mut self, at: usize) {
        let (node, port) = self.routers.by_ports.split(at);
        for queue in (at * self.ways.channels..).take(self.ways.channels) {
            let ChannelQueue { some, request, body, .. } = self.routers.queues[queue];
            self.routers.queues[queue].open = some && self.is_open(node, port, request, body);
        }
        if let Some(request) = self.routers.ports[at].request {
            self.enter(node, port, request, self.routers.offered(&self.ways, at).body);
        }
    }

    fn request_of_injection(&mut self, at: usize) {
        let InjectionPort { flit, body } = self.routers.injection_ports[at];
        if let Some((_, request)) = flit {
            let (node, local_port) = self.routers.place(at);
            self.enter(node, self.ways.ports + local_port, request, body);
        }
    }

    /// Prefetches what the request of a port will read, and the flit that it offers.
    fn prefetch_request(&self, at: usize) {
        let (node, _) = self.routers.by_ports.split(at);
        let Port { channel, request, .. } = self.routers.ports[at];
        let first = at * self.ways.channels;
        prefetch(&self.routers.queues, first);
        prefetch(&self.routers.cells, (first + usize::from(channel)) * self.routers.stride);
        if let Some(Wanted::Output { port, channel, .. }) = request {
            prefetch(&self.routers.outputs, self.output(node, port.into(), channel.into()));
            self.routers.arbiters.prefetch(node * self.ways.requesters() + usize::from(port));
        }
    }

    fn enter(&mut self, node: usize, requester: usize, request: Wanted, body: bool) {
        if !self.is_open(node, requester, request, body)
            || request == Wanted::Ejection && self.is_full(self.ejection_port(node, requester))
        {
            return;
        }
        let to = self.requested(requester, request);
        let position = self.ways.position(node, to, requester);
        self.routers.arbiters.enter(node * self.ways.requesters() + to, requester, position);
    }

    /// Whether an ejection port holds a flit.
    fn is_full(&self, ejection_port: usize) -> bool {
        self.is_valid(64 * self.network.words() + ejection_port)
    }

    /// The place that a request is for: an output, or, with numbers after those of the outputs, an ejection
    /// port.
    fn requested(&self, requester: usize, request: Wanted) -> usize {
        match request {
            Wanted::Output { port, .. } => port.into(),
            _ => self.ways.ports + if self.ways.local_ports > 1 { requester } else { 0 },
        }
    }

    /// Serves every place that is requested.
    pub(super) fn grant(&mut self) {
        while let Some((node, to, requester)) = self.routers.arbiters.next() {
            let position = self.ways.position(node, to, requester);
            self.routers.arbiters.serve(node * self.ways.requesters() + to, position);
            match self.request_of(node, requester) {
                Some(Wanted::Output { port, channel, step }) => {
                    self.send((node, requester), (port.into(), channel.into()), step);
                }
                _ => self.eject((node, requester)),
            }
        }
    }

    /// What a requester requests.
    fn request_of(&self, node: usize, requester: usize) -> Option<Wanted> {
        match requester.checked_sub(self.ways.ports) {
            Some(local_port) => {
                let at = self.local_port(node, local_port);
                self.routers.injection_ports[at].flit.map(|(_, request)| request)
            }
            None => self.routers.ports[node * self.ways.ports + requester].request,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torus_model::Random;

    /// Compared with the rule as the page says it: random requests for the places of two nodes, of an odd
    /// and of an even number of requesters.
    #[test]
    fn the_pair_served_longest_ago_wins_and_in_it_the_other_requester() {
        for requesters in [5, 8] {
            let (mut arbiters, mut random) = (Arbiters::new(2, requesters), Random::new(1));
            let mut served = vec![(0, true); 2 * requesters * requesters];
            for edge in 1..=300 {
                arbiters.edges = edge;
                let mut asked = vec![vec![]; 2 * requesters];
                for requester in 0..requesters {
                    // Half of them request one of few places, so that several want the same.
                    let Some(place) = [0, requesters, 2 * requesters - 1].get(random.below(6)).copied()
                    else {
                        continue;
                    };
                    arbiters.enter(place, requester, requester);
                    asked[place].push(requester);
                }
                while let Some((node, to, requester)) = arbiters.next() {
                    let place = node * requesters + to;
                    let turn = |&one: &usize| {
                        let (last, second) = served[place * requesters + one / 2];
                        (last, one / 2, second == (one % 2 == 1))
                    };
                    assert_eq!(asked[place].iter().copied().min_by_key(turn), Some(requester), "{edge}");
                    asked[place].clear();
                    served[place * requesters + requester / 2] = (edge, requester % 2 == 1);
                    arbiters.serve(place, requester);
                }
                assert!(asked.iter().all(Vec::is_empty), "a place that nobody served");
            }
        }
    }
}
