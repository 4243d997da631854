//! A second buffered router, as plain as possible: queues, counters, and loops over everything.
//!
//! It is written from `docs/buffered.md` only. It has its own reader of heads. Round robin walks from a
//! pointer over all inputs, even over those that cannot ask. A lock remembers its owner. Inputs are numbered
//! `port * V + channel` over the existing ports, then the local ports.

pub use super::head::{Fields, Head};
use super::round_robin::RoundRobin;
pub use super::values::{Inputs, Outputs};
use super::Corner;
use std::collections::VecDeque;
use torus_hdl::buffered::RingRule;
use torus_model::PortModel;
use torus_model::{Port, Torus};

/// The request of a head.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Request {
    /// An output (an index into the existing ports), its channel, and whether it enters a ring there.
    Out(usize, usize, bool),
    AtDestination,
    Misrouted,
}

/// A router's state.
#[derive(Clone, Debug)]
pub struct Naive {
    pub fields: Fields,
    pub ports: Vec<Port>,
    pub local_ports: Vec<usize>,
    pub corner: Corner,
    pub(super) ring: Vec<bool>,
    pub(super) turns: Vec<(Port, Port)>,
    pub(super) local: bool,
    /// By port: the further runs that a head may have there.
    pub most_runs: Vec<usize>,
    queues: Vec<VecDeque<(u128, u128)>>,
    injected: Vec<VecDeque<(usize, u128, u128)>>,
    pub credits: Vec<usize>,
    first: Vec<RoundRobin>,
    second: Vec<RoundRobin>,
    ejections: Vec<RoundRobin>,
    pub(super) out: Outputs,
}

impl Naive {
    pub fn new(corner: &Corner, torus: &Torus, turns: &[(Port, Port)], local: bool) -> Self {
        let ports: Vec<Port> = torus.ports().collect();
        let local_ports = match (local, corner.ports) {
            (false, _) => Vec::new(),
            (_, PortModel::AllPort) => ports.iter().map(|p| p.index()).collect(),
            _ => vec![0],
        };
        let (n, l) = (ports.len() * corner.channels, local_ports.len());
        Naive {
            fields: Fields::new(torus, corner.channels, corner.flits),
            ring: ports.iter().map(|p| torus.dims()[p.dim()] > 2).collect(),
            turns: turns.to_vec(),
            local,
            most_runs: vec![torus.d() - 1; ports.len()],
            queues: vec![VecDeque::new(); n],
            injected: vec![VecDeque::new(); l],
            credits: vec![corner.depth; n],
            first: vec![RoundRobin::default(); n],
            second: vec![RoundRobin::default(); ports.len()],
            ejections: vec![RoundRobin::default(); l],
            out: Outputs {
                tx: vec![None; ports.len()],
                credit: vec![0; ports.len()],
                inject_ready: vec![false; l],
                eject: vec![None; l],
                error: false,
            },
            ports,
            local_ports,
            corner: corner.clone(),
        }
    }

    pub fn outputs(&self) -> &Outputs {
        &self.out
    }

    /// The ports that have a wrap strap.
    pub fn wraps(&self) -> Vec<usize> {
        let dateline = self.corner.rule == RingRule::Dateline;
        (0..self.ports.len()).filter(|&p| dateline && self.ring[p]).collect()
    }

    /// The local port at which flits that arrive by a port are ejected.
    pub fn local_port_of(&self, port: usize) -> usize {
        if self.local_ports.len() > 1 || self.corner.ports == PortModel::AllPort {
            port
        } else {
            0
        }
    }

    /// The request of an arrived head. `wrapped`: it came over the wrap link.
    pub fn request(&self, port: usize, value: u128, wrapped: bool) -> Request {
        let (head, v) = (self.fields.unpack(value), self.corner.channels);
        if head.runs.len() > self.most_runs[port] {
            return Request::Misrouted;
        }
        if head.cur > 0 {
            let changes =
                self.corner.rule == RingRule::Dateline && wrapped && self.ring[port] && head.channel % 2 == 0;
            let to = Request::Out(port, head.channel + changes as usize, false);
            return if self.ring[port] || !self.local { to } else { Request::Misrouted };
        }
        let Some(&(next, channel, _)) = head.runs.first() else {
            return if self.local { Request::AtDestination } else { Request::Misrouted };
        };
        match self.ports.iter().position(|p| p.index() == next) {
            Some(q) if self.turns.contains(&(self.ports[port], self.ports[q])) && channel < v => {
                Request::Out(q, channel, true)
            }
            _ => Request::Misrouted,
        }
    }

    /// Whether no port on the way of a head, from this one on, has room for fewer runs than the head has
    /// there.
    pub fn fits(&self, port: usize, runs: &[(usize, usize, u128)]) -> bool {
        let place = |run: &(usize, usize, u128)| self.ports.iter().position(|p| p.index() == run.0);
        let behind = |(first, rest)| place(first).is_none_or(|next| self.fits(next, rest));
        runs.len() <= self.most_runs[port] && runs.split_first().is_none_or(behind)
    }

    /// The request of a head from the processor.
    pub(super) fn injection(&self, local_port: usize, first: usize, value: u128) -> Request {
        let port = if self.corner.ports == PortModel::AllPort { self.local_ports[local_port] } else { first };
        let channel = self.fields.unpack(value).channel;
        match self.ports.iter().position(|p| p.index() == port) {
            Some(q) if channel < self.corner.channels => Request::Out(q, channel, true),
            _ => Request::Misrouted,
        }
    }

    /// The head on the next link.
    pub(super) fn leaving(&self, input: usize, value: u128, channel: usize) -> u128 {
        let mut head = self.fields.unpack(value);
        if input < self.queues.len() {
            if head.cur > 0 {
                head.cur -= 1;
            } else {
                head.cur = head.runs.remove(0).2;
            }
        }
        head.channel = channel;
        self.fields.pack(&head)
    }

    fn credits_needed(&self, output: usize, enters: bool) -> usize {
        match (self.corner.rule, enters) {
            _ if self.first[output].owner.is_some() => 1,
            (RingRule::Dateline, _) => 1,
            (RingRule::Bubble, false) => self.corner.flits,
            (RingRule::Bubble, true) => 2 * self.corner.flits,
        }
    }

    /// Makes one clock cycle.
    pub fn cycle(&mut self, inputs: &Inputs) {
        let before = std::mem::take(&mut self.out);
        self.out = Outputs {
            tx: vec![None; self.ports.len()],
            credit: vec![0; self.ports.len()],
            inject_ready: vec![false; self.local_ports.len()],
            eject: before.eject.clone(),
            error: before.error,
        };
        self.arrive(inputs, &before.inject_ready);
        let requests = self.requests(&inputs.wrap);
        self.out.error |= requests.contains(&Some(Request::Misrouted));
        let (mut gone, mut sent) = (vec![false; requests.len()], vec![false; self.queues.len()]);
        let had = self.credits.clone();
        for q in 0..self.ports.len() {
            if let Some((i, c)) = self.choose(q, &requests) {
                self.send(q, i, c);
                gone[i] = true;
                sent[q * self.corner.channels + c] = true;
            }
        }
        for l in 0..self.local_ports.len() {
            if before.eject[l].is_none() || inputs.eject_ready[l] {
                self.eject(l, &requests, &mut gone);
            }
        }
        self.leave(&gone);
        self.refill(&inputs.credit, &had, &sent);
    }

    /// Adds the arriving flits to the queues. The front of a queue is then its oldest flit, or the one that
    /// arrives.
    fn arrive(&mut self, inputs: &Inputs, ready: &[bool]) {
        for (p, flit) in inputs.rx.iter().enumerate() {
            let Some((head, data)) = flit else { continue };
            let channel = self.fields.unpack(*head).channel;
            if channel < self.corner.channels {
                self.queues[p * self.corner.channels + channel].push_back((*head, *data));
            } else {
                self.out.error = true;
            }
        }
        for (l, flit) in inputs.inject.iter().enumerate() {
            self.injected[l].extend(flit.filter(|_| ready[l]));
        }
    }

    /// The requests of the fronts of all inputs.
    fn requests(&self, wrap: &[bool]) -> Vec<Option<Request>> {
        let arrived = self.queues.iter().enumerate().map(|(i, queue)| {
            let port = i / self.corner.channels;
            queue.front().map(|(head, _)| self.request(port, *head, wrap[port]))
        });
        let injected = self
            .injected
            .iter()
            .enumerate()
            .map(|(l, queue)| queue.front().map(|(port, head, _)| self.injection(l, *port, *head)));
        arrived.chain(injected).collect()
    }

    /// Both stages of an output: the input that sends, and the channel.
    fn choose(&self, q: usize, requests: &[Option<Request>]) -> Option<(usize, usize)> {
        let v = self.corner.channels;
        let winner = |c: usize| {
            let asks = |request: &Option<Request>| match request {
                Some(Request::Out(to, on, enters)) if (*to, *on) == (q, c) => {
                    self.credits[q * v + c] >= self.credits_needed(q * v + c, *enters)
                }
                _ => false,
            };
            self.first[q * v + c].choose(&requests.iter().map(asks).collect::<Vec<_>>())
        };
        let winners: Vec<Option<usize>> = (0..v).map(winner).collect();
        let c = self.second[q].choose(&winners.iter().map(Option::is_some).collect::<Vec<_>>())?;
        Some((winners[c]?, c))
    }

    /// Moves the front of an input to an output's register.
    fn send(&mut self, q: usize, i: usize, c: usize) {
        let (v, n) = (self.corner.channels, self.queues.len());
        let (head, data) = match i.checked_sub(n) {
            None => self.queues[i][0],
            Some(l) => (self.injected[l][0].1, self.injected[l][0].2),
        };
        let last = self.fields.unpack(head).last;
        self.second[q].serve(c, v, true);
        self.first[q * v + c].serve(i, n + self.local_ports.len(), last);
        self.credits[q * v + c] -= 1;
        self.out.tx[q] = Some((self.leaving(i, head, c), data));
    }

    /// Moves the front of an input that is at its destination to a local port's register, which is free.
    fn eject(&mut self, l: usize, requests: &[Option<Request>], gone: &mut [bool]) {
        let (v, n) = (self.corner.channels, self.queues.len());
        let asks: Vec<bool> = (0..n)
            .map(|i| requests[i] == Some(Request::AtDestination) && self.local_port_of(i / v) == l)
            .collect();
        self.out.eject[l] = self.ejections[l].choose(&asks).map(|i| {
            let (head, data) = self.queues[i][0];
            let last = self.fields.unpack(head).last;
            self.ejections[l].serve(i, n, last);
            gone[i] = true;
            (last, data)
        });
    }

    /// Removes the flits that have gone. Each of the others must have a place.
    fn leave(&mut self, gone: &[bool]) {
        let (v, n) = (self.corner.channels, self.queues.len());
        for i in (0..n).filter(|&i| gone[i]) {
            self.queues[i].pop_front();
            self.out.credit[i / v] |= 1 << (i % v);
        }
        self.out.error |= self.queues.iter().any(|queue| queue.len() > self.corner.depth);
        for l in 0..self.local_ports.len() {
            if gone[n + l] {
                self.injected[l].pop_front();
            }
            self.out.inject_ready[l] = self.injected[l].len() < 2;
        }
    }

    /// Adds the credits that return. A credit that was never spent is an error.
    fn refill(&mut self, credit: &[u128], had: &[usize], sent: &[bool]) {
        for i in 0..self.queues.len() {
            if credit[i / self.corner.channels] >> (i % self.corner.channels) & 1 == 1 {
                self.out.error |= had[i] == self.corner.depth && !sent[i];
                self.credits[i] += 1;
            }
        }
    }
}
