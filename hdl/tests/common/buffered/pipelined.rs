//! A second router with two cycles a hop, as plain as possible: queues, counters, and lists of pairs.
//!
//! It is written from `docs/buffered.md` only. The request of a head and the head on the next link are those
//! of the naive router of one cycle ([`Naive`]), which also holds the outputs.

use super::naive::{Naive, Request};
use super::values::{Inputs, Outputs};
use super::Corner;
use std::collections::VecDeque;
use torus_hdl::buffered::RingRule;
use torus_model::{Port, PortModel, Torus};

/// A flit in a queue: its request, its head and its payload.
type Flit = (Request, u128, u128);

/// The queue of an arriving channel or of an injection port.
#[derive(Clone, Debug, Default)]
struct Queue {
    flits: VecDeque<Flit>,
    /// Whether the first flit of its packet has left.
    body: bool,
    /// Whether its first flit could have left in the cycle before.
    ready: bool,
}

/// An output or an ejection port, with the order of its requesters.
#[derive(Clone, Debug)]
struct Place {
    /// Pairs of requesters, the one served longest ago first; in a pair the one not served last is first.
    order: Vec<Vec<usize>>,
    /// By channel: whether a packet is on its way.
    lock: Vec<bool>,
}

/// A router's state.
#[derive(Clone, Debug)]
pub struct PipelinedNaive {
    pub base: Naive,
    queues: Vec<Queue>,
    injected: Vec<Queue>,
    /// For each port the channel that is offered now or was offered last, and whether one is offered now.
    offers: Vec<(usize, bool)>,
    credits: Vec<usize>,
    outputs: Vec<Place>,
    ejections: Vec<Place>,
}

impl PipelinedNaive {
    pub fn new(corner: &Corner, torus: &Torus, turns: &[(Port, Port)], local: bool) -> Self {
        let mut base = Naive::new(corner, torus, turns, local);
        base.most_runs = base.ports.iter().map(|&port| longest(turns, port, torus.d() - 1)).collect();
        let (p, l, v) = (base.ports.len(), base.local_ports.len(), corner.channels);
        let place = |row: Vec<usize>, channels: usize| Place {
            order: row.chunks(2).map(<[usize]>::to_vec).collect(),
            lock: vec![false; channels],
        };
        let ends = |at: usize| (0..p).filter(|&i| base.local_port_of(i) == at).collect();
        PipelinedNaive {
            queues: vec![Queue::default(); p * v],
            injected: vec![Queue::default(); l],
            offers: vec![(0, false); p],
            credits: vec![corner.depth; p * v],
            outputs: (0..p).map(|q| place(leading(&base, q), v)).collect(),
            ejections: (0..l).map(|at| place(ends(at), 1)).collect(),
            base,
        }
    }

    fn channels(&self) -> usize {
        self.base.corner.channels
    }

    /// The cells of a buffer: a power of two, at least two.
    fn places(&self) -> usize {
        self.base.corner.depth.next_power_of_two().max(2)
    }

    /// The queue whose first flit a port offers, or an injection port; these are numbered after the ports.
    fn offered(&self, requester: usize) -> Option<&Queue> {
        match requester.checked_sub(self.offers.len()) {
            Some(l) => Some(&self.injected[l]).filter(|queue| !queue.flits.is_empty()),
            None => {
                let (channel, offered) = self.offers[requester];
                Some(&self.queues[requester * self.channels() + channel]).filter(|_| offered)
            }
        }
    }

    /// Whether credits and locks allow the first flit of a port's queue to go.
    fn is_open(&self, port: usize, queue: &Queue) -> bool {
        let Some(&(request, ..)) = queue.flits.front() else { return false };
        match request {
            Request::Misrouted => false,
            Request::AtDestination => queue.body || !self.ejections[self.base.local_port_of(port)].lock[0],
            Request::Out(q, c, enters) => {
                let (flits, credits) = (self.base.corner.flits, self.credits[q * self.channels() + c]);
                let needed = match (self.base.corner.rule, enters) {
                    (RingRule::Dateline, _) => 1,
                    (RingRule::Bubble, false) => flits,
                    (RingRule::Bubble, true) => 2 * flits,
                };
                credits >= if queue.body { 1 } else { needed } && (queue.body || !self.outputs[q].lock[c])
            }
        }
    }

    /// The request of the first flit that a requester offers, if it could go.
    fn request(&self, requester: usize) -> Option<Request> {
        let queue = self.offered(requester)?;
        self.is_open(requester, queue).then(|| queue.flits[0].0)
    }

    /// The requester that sends to this place.
    fn chosen(&self, place: &Place, wants: impl Fn(usize, Request) -> bool) -> Option<usize> {
        let asks = |one: &usize| self.request(*one).is_some_and(|w| wants(*one, w));
        place.order.iter().flatten().copied().find(asks)
    }

    /// Makes one clock cycle.
    pub fn cycle(&mut self, inputs: &Inputs) {
        let before = std::mem::take(&mut self.base.out);
        let (p, l) = (self.offers.len(), self.injected.len());
        let leaving: Vec<_> = (0..p).map(|q| self.leaving(q)).collect();
        let free = |at: usize| before.eject[at].is_none() || inputs.eject_ready[at];
        let ejects = |at: usize| self.chosen(&self.ejections[at], |i, request| self.ends(i, request, at));
        let arrived: Vec<_> = (0..l).map(|at| ejects(at).filter(|_| free(at))).collect();
        let ready: Vec<bool> =
            (0..self.queues.len()).map(|i| self.is_open(i / self.channels(), &self.queues[i])).collect();
        self.base.out = Outputs {
            tx: vec![None; p],
            credit: vec![0; p],
            inject_ready: vec![false; l],
            eject: (0..l).map(|at| before.eject[at].filter(|_| !free(at))).collect(),
            error: before.error,
        };
        let held = self.queues.iter().map(|queue| queue.flits.len()).collect::<Vec<_>>();
        let next = self.arrivals(inputs);
        let had = self.credits.clone();
        let mut gone = vec![false; p + l];
        for (q, requester) in leaving.into_iter().enumerate() {
            let Some(requester) = requester else { continue };
            gone[requester] = true;
            self.send(q, requester);
        }
        for (at, requester) in arrived.into_iter().enumerate() {
            let Some(requester) = requester else { continue };
            gone[requester] = true;
            self.eject(at, requester);
        }
        self.offer(&held, &next, &gone);
        self.keep(next, &ready);
        self.inject(inputs, &before.inject_ready);
        self.refill(&inputs.credit, &had);
        self.base.out.inject_ready = (0..l).map(|at| self.takes(at)).collect();
    }

    /// The requester that leaves by an output in the next cycle.
    fn leaving(&self, q: usize) -> Option<usize> {
        self.chosen(&self.outputs[q], |_, request| matches!(request, Request::Out(to, ..) if to == q))
    }

    /// Whether an injection port takes a flit in the next cycle: it holds none, or its flit leaves then.
    fn takes(&self, l: usize) -> bool {
        let p = self.offers.len();
        self.injected[l].flits.is_empty() || (0..p).any(|q| self.leaving(q) == Some(p + l))
    }

    fn ends(&self, requester: usize, request: Request, at: usize) -> bool {
        request == Request::AtDestination && self.base.local_port_of(requester) == at
    }

    /// For each port the arriving flit and its channel.
    fn arrivals(&mut self, inputs: &Inputs) -> Vec<Option<(usize, Flit)>> {
        let mut all = vec![None; inputs.rx.len()];
        for (p, flit) in inputs.rx.iter().enumerate() {
            let Some((head, data)) = *flit else { continue };
            let channel = self.base.fields.unpack(head).channel;
            if channel >= self.channels() {
                self.base.out.error = true;
                continue;
            }
            let request = self.base.request(p, head, inputs.wrap[p]);
            let held = self.queues[p * self.channels() + channel].flits.len();
            self.base.out.error |= request == Request::Misrouted || held == self.places();
            all[p] = Some((channel, (request, head, data)));
        }
        all
    }

    /// Removes the first flit that a requester offers.
    fn pop(&mut self, requester: usize) -> (Flit, bool) {
        let v = self.channels();
        let queue = match requester.checked_sub(self.offers.len()) {
            Some(l) => &mut self.injected[l],
            None => {
                let channel = self.offers[requester].0;
                self.base.out.credit[requester] |= 1 << channel;
                &mut self.queues[requester * v + channel]
            }
        };
        let flit = queue.flits.pop_front().expect("a flit that goes");
        let last = self.base.fields.unpack(flit.1).last;
        queue.body = !last;
        (flit, last)
    }

    /// Moves a flit to an output's register.
    fn send(&mut self, q: usize, requester: usize) {
        let ((request, head, data), last) = self.pop(requester);
        let Request::Out(_, c, _) = request else { panic!("a flit for a link") };
        let (v, n) = (self.channels(), self.queues.len());
        let input = requester.checked_sub(self.offers.len()).map_or(0, |l| n + l);
        self.base.out.tx[q] = Some((self.base.leaving(input, head, c), data));
        self.outputs[q].serve(requester, c, last);
        self.credits[q * v + c] -= 1;
    }

    fn eject(&mut self, at: usize, requester: usize) {
        let ((_, _, data), last) = self.pop(requester);
        self.base.out.eject[at] = Some((last, data));
        self.ejections[at].serve(requester, 0, last);
    }

    /// Chooses what every port offers next. `held`: the flits in each queue before this cycle.
    fn offer(&mut self, held: &[usize], next: &[Option<(usize, Flit)>], gone: &[bool]) {
        let v = self.channels();
        for p in 0..self.offers.len() {
            let (at, offered) = self.offers[p];
            let here = |c: usize| offered && c == at;
            let could = |c: &usize| held[p * v + c] > 0 && self.queues[p * v + c].ready && !here(*c);
            let other = (1..=v).map(|k| (at + k) % v).find(could);
            let stays = offered && (!gone[p] || held[p * v + at] > 1);
            let new = next[p].map(|(c, _)| c).filter(|&c| held[p * v + c] == 0 || here(c));
            self.offers[p] = match (other, stays, new) {
                (Some(c), ..) => (c, true),
                (None, true, _) => (at, true),
                (None, false, Some(c)) => (c, true),
                (None, false, None) => (at, false),
            };
        }
    }

    /// Adds the arriving flits to the queues.
    fn keep(&mut self, next: Vec<Option<(usize, Flit)>>, ready: &[bool]) {
        let v = self.channels();
        for (p, flit) in next.into_iter().enumerate() {
            let Some((c, flit)) = flit else { continue };
            self.queues[p * v + c].flits.push_back(flit);
        }
        self.queues.iter_mut().zip(ready).for_each(|(queue, ready)| queue.ready = *ready);
    }

    fn inject(&mut self, inputs: &Inputs, ready: &[bool]) {
        for (l, flit) in inputs.inject.iter().enumerate().filter(|(l, _)| ready[*l]) {
            let Some((port, head, data)) = *flit else { continue };
            let request = self.base.injection(l, port, head);
            self.base.out.error |= request == Request::Misrouted;
            self.injected[l].flits.push_back((request, head, data));
        }
    }

    /// Adds the credits that return. A credit that was never spent is an error.
    fn refill(&mut self, credit: &[u128], had: &[usize]) {
        let v = self.channels();
        for i in (0..self.credits.len()).filter(|i| credit[i / v] >> (i % v) & 1 == 1) {
            self.base.out.error |= had[i] == self.base.corner.depth;
            self.credits[i] += 1;
        }
    }
}

/// The largest number of turns, up to a limit, that can follow a run by this port. Each path is walked.
fn longest(turns: &[(Port, Port)], port: Port, most: usize) -> usize {
    let behind = |turn: &(Port, Port)| 1 + longest(turns, turn.1, most - 1);
    let all = turns.iter().filter(|turn| most > 0 && turn.0 == port);
    all.map(behind).max().unwrap_or(0)
}

/// The requesters of a port: links in order, then injection ports.
fn leading(base: &Naive, q: usize) -> Vec<usize> {
    let (ports, p) = (&base.ports, base.ports.len());
    let by_link = |&i: &usize| match i == q {
        true => base.ring[q] || !base.local,
        false => base.turns.contains(&(ports[i], ports[q])),
    };
    let all = base.corner.ports != PortModel::AllPort;
    let injects = |&l: &usize| all || base.local_ports[l] == ports[q].index();
    let links = (0..p).filter(by_link);
    links.chain((0..base.local_ports.len()).filter(injects).map(|l| p + l)).collect()
}

impl Place {
    fn serve(&mut self, requester: usize, channel: usize, last: bool) {
        let at = self.order.iter().position(|pair| pair.contains(&requester)).expect("a requester");
        let mut pair = self.order.remove(at);
        pair.sort_by_key(|&one| one == requester);
        self.order.push(pair);
        self.lock[channel] = !last;
    }
}
