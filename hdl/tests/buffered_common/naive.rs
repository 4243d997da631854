//! The buffered router once more, as plainly as can be: queues, counters, and loops over everything.
//!
//! Own code from `docs/buffered.md` alone: a flit's head is taken apart by its own reader, round robin walks
//! from a pointer over all inputs whether or not they can ask, a lock remembers its owner. Inputs are numbered
//! `port * V + channel` over the existing ports, then the lanes.

use super::Corner;
use std::collections::VecDeque;
use torus_hdl::buffered::RingRule;
use torus_model::schedule::PortModel;
use torus_model::{Port, Torus};

/// A flit's head, taken apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    pub last: bool,
    pub channel: usize,
    pub cur: u128,
    /// Further runs: port, channel, hops less one.
    pub runs: Vec<(usize, usize, u128)>,
}

/// Widths of a head's fields.
#[derive(Clone, Debug)]
pub struct Fields {
    pub hop: usize,
    pub port: usize,
    pub channel: usize,
    pub last: bool,
    pub runs: usize,
}

fn width(count: usize) -> usize {
    (0..).find(|&b| 1usize << b >= count).unwrap()
}

impl Fields {
    pub fn new(torus: &Torus, channels: usize, flits: usize) -> Self {
        let longest = torus.dims().iter().map(|&n| n as usize / 2).max().unwrap();
        let (hop, port) = (width(longest).max(1), width(2 * torus.d()));
        Fields { hop, port, channel: width(channels), last: flits > 1, runs: torus.d() - 1 }
    }

    pub fn bits(&self) -> usize {
        let group = 1 + self.port + self.channel + self.hop;
        self.hop + self.runs * group + self.channel + self.last as usize
    }

    pub fn pack(&self, head: &Head) -> u128 {
        let (mut value, mut at) = (0, 0);
        let mut put = |field: u128, width: usize| {
            assert!(field < 1 << width);
            value |= field << at;
            at += width;
        };
        put(head.cur, self.hop);
        for r in 0..self.runs {
            let (present, run) = match head.runs.get(r) {
                Some(run) => (1, *run),
                None => (0, (0, 0, 0)),
            };
            put(present, 1);
            put(run.0 as u128, self.port);
            put(run.1 as u128, self.channel);
            put(run.2, self.hop);
        }
        put(head.channel as u128, self.channel);
        put((head.last && self.last) as u128, self.last as usize);
        value
    }

    pub fn unpack(&self, value: u128) -> Head {
        let mut at = 0;
        let mut take = |width: usize| {
            let field = value >> at & ((1 << width) - 1);
            at += width;
            field
        };
        let cur = take(self.hop);
        let mut runs = Vec::new();
        for _ in 0..self.runs {
            let present = take(1) == 1;
            let run = (take(self.port) as usize, take(self.channel) as usize, take(self.hop));
            if present {
                runs.push(run);
            }
        }
        let channel = take(self.channel) as usize;
        Head { last: !self.last || take(1) == 1, channel, cur, runs }
    }
}

/// What a head asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wish {
    /// An output (an index into the existing ports), its channel, and whether it enters a ring there.
    Out(usize, usize, bool),
    Home,
    Lost,
}

/// Inputs of a cycle; vectors over existing ports, or lanes.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    pub wrap: Vec<bool>,
    pub rx: Vec<Option<(u128, u128)>>,
    pub credit: Vec<u128>,
    /// First port's number, head, payload.
    pub inject: Vec<Option<(usize, u128, u128)>>,
    pub eject_ready: Vec<bool>,
}

impl Inputs {
    /// Nothing comes, nobody takes.
    pub fn idle(router: &Naive) -> Self {
        let (ports, lanes) = (router.ports.len(), router.lanes.len());
        let (wrap, rx, credit) = (vec![false; ports], vec![None; ports], vec![0; ports]);
        Inputs { wrap, rx, credit, inject: vec![None; lanes], eject_ready: vec![false; lanes] }
    }
}

/// Outputs of a cycle.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Outputs {
    pub tx: Vec<Option<(u128, u128)>>,
    pub credit: Vec<u128>,
    pub inject_ready: Vec<bool>,
    /// Last and payload.
    pub eject: Vec<Option<(bool, u128)>>,
    pub error: bool,
}

/// A first-stage or ejection arbiter: pointer, and the owner while locked.
#[derive(Clone, Debug, Default)]
struct Turnstile {
    pointer: usize,
    owner: Option<usize>,
}

impl Turnstile {
    fn choose(&self, asks: &[bool]) -> Option<usize> {
        match self.owner {
            Some(owner) => asks[owner].then_some(owner),
            None => (0..asks.len()).map(|k| (self.pointer + k) % asks.len()).find(|&i| asks[i]),
        }
    }

    fn serve(&mut self, i: usize, n: usize, last: bool) {
        self.pointer = (i + 1) % n;
        self.owner = (!last).then_some(i);
    }
}

/// A router's state.
#[derive(Clone, Debug)]
pub struct Naive {
    pub fields: Fields,
    pub ports: Vec<Port>,
    pub lanes: Vec<usize>,
    pub corner: Corner,
    ring: Vec<bool>,
    turns: Vec<(Port, Port)>,
    local: bool,
    queues: Vec<VecDeque<(u128, u128)>>,
    injected: Vec<VecDeque<(usize, u128, u128)>>,
    pub credits: Vec<usize>,
    first: Vec<Turnstile>,
    second: Vec<Turnstile>,
    homes: Vec<Turnstile>,
    out: Outputs,
}

impl Naive {
    pub fn new(corner: &Corner, torus: &Torus, turns: &[(Port, Port)], local: bool) -> Self {
        let ports: Vec<Port> = torus.ports().collect();
        let lanes = match (local, corner.ports) {
            (false, _) => Vec::new(),
            (_, PortModel::AllPort) => ports.iter().map(|p| p.index()).collect(),
            _ => vec![0],
        };
        let (n, l) = (ports.len() * corner.channels, lanes.len());
        Naive {
            fields: Fields::new(torus, corner.channels, corner.flits),
            ring: ports.iter().map(|p| torus.dims()[p.dim()] > 2).collect(),
            turns: turns.to_vec(),
            local,
            queues: vec![VecDeque::new(); n],
            injected: vec![VecDeque::new(); l],
            credits: vec![corner.depth; n],
            first: vec![Turnstile::default(); n],
            second: vec![Turnstile::default(); ports.len()],
            homes: vec![Turnstile::default(); l],
            out: Outputs {
                tx: vec![None; ports.len()],
                credit: vec![0; ports.len()],
                inject_ready: vec![false; l],
                eject: vec![None; l],
                error: false,
            },
            ports,
            lanes,
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

    /// The lane at which what arrives by a port is home.
    pub fn lane_of(&self, port: usize) -> usize {
        if self.lanes.len() > 1 || self.corner.ports == PortModel::AllPort {
            port
        } else {
            0
        }
    }

    /// What an arrived head wants; `wrapped`: it came over the wrap link.
    pub fn wish(&self, port: usize, value: u128, wrapped: bool) -> Wish {
        let (head, v) = (self.fields.unpack(value), self.corner.channels);
        if head.cur > 0 {
            let changes =
                self.corner.rule == RingRule::Dateline && wrapped && self.ring[port] && head.channel % 2 == 0;
            let to = Wish::Out(port, head.channel + changes as usize, false);
            return if self.ring[port] || !self.local { to } else { Wish::Lost };
        }
        let Some(&(next, channel, _)) = head.runs.first() else {
            return if self.local { Wish::Home } else { Wish::Lost };
        };
        match self.ports.iter().position(|p| p.index() == next) {
            Some(q) if self.turns.contains(&(self.ports[port], self.ports[q])) && channel < v => {
                Wish::Out(q, channel, true)
            }
            _ => Wish::Lost,
        }
    }

    fn injection(&self, lane: usize, first: usize, value: u128) -> Wish {
        let port = if self.corner.ports == PortModel::AllPort { self.lanes[lane] } else { first };
        let channel = self.fields.unpack(value).channel;
        match self.ports.iter().position(|p| p.index() == port) {
            Some(q) if channel < self.corner.channels => Wish::Out(q, channel, true),
            _ => Wish::Lost,
        }
    }

    /// The head on the next link.
    fn leaving(&self, input: usize, value: u128, channel: usize) -> u128 {
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

    /// One clock cycle in reset.
    pub fn reset(&mut self, torus: &Torus) {
        *self = Naive::new(&self.corner.clone(), torus, &self.turns.clone(), self.local);
    }

    /// One clock cycle.
    pub fn cycle(&mut self, inputs: &Inputs) {
        let (v, n, inputs_count) =
            (self.corner.channels, self.queues.len(), self.queues.len() + self.lanes.len());
        let mut next = Outputs {
            tx: vec![None; self.ports.len()],
            credit: vec![0; self.ports.len()],
            inject_ready: vec![false; self.lanes.len()],
            eject: self.out.eject.clone(),
            error: self.out.error,
        };
        // Arrivals join the queues: a queue's front is then the oldest, or what arrives.
        let mut arrived = vec![false; n];
        for (p, flit) in inputs.rx.iter().enumerate() {
            let Some((head, data)) = flit else { continue };
            let channel = self.fields.unpack(*head).channel;
            if channel >= v {
                next.error = true;
                continue;
            }
            self.queues[p * v + channel].push_back((*head, *data));
            arrived[p * v + channel] = true;
        }
        for (l, flit) in inputs.inject.iter().enumerate() {
            if let (Some(flit), true) = (flit, self.out.inject_ready[l]) {
                self.injected[l].push_back(*flit);
            }
        }
        // Wishes.
        let mut wishes = vec![None; inputs_count];
        for i in 0..n {
            wishes[i] = self.queues[i].front().map(|(head, _)| self.wish(i / v, *head, inputs.wrap[i / v]));
        }
        for l in 0..self.lanes.len() {
            wishes[n + l] = self.injected[l].front().map(|(port, head, _)| self.injection(l, *port, *head));
        }
        next.error |= wishes.contains(&Some(Wish::Lost));
        // Both stages.
        let mut gone = vec![false; inputs_count];
        let mut sent = vec![false; n];
        let old_credits = self.credits.clone();
        for q in 0..self.ports.len() {
            let mut winners = vec![None; v];
            for c in 0..v {
                let asks: Vec<bool> = wishes
                    .iter()
                    .map(|wish| match wish {
                        Some(Wish::Out(to, on, enters)) => {
                            (*to, *on) == (q, c)
                                && old_credits[q * v + c] >= self.credits_needed(q * v + c, *enters)
                        }
                        _ => false,
                    })
                    .collect();
                winners[c] = self.first[q * v + c].choose(&asks);
            }
            let asks: Vec<bool> = winners.iter().map(Option::is_some).collect();
            let Some(c) = self.second[q].choose(&asks) else { continue };
            let i = winners[c].unwrap();
            let (head, data) = match i.checked_sub(n) {
                None => *self.queues[i].front().unwrap(),
                Some(l) => self.injected[l].front().map(|(_, head, data)| (*head, *data)).unwrap(),
            };
            let last = self.fields.unpack(head).last;
            self.second[q].serve(c, v, true);
            self.first[q * v + c].serve(i, inputs_count, last);
            next.tx[q] = Some((self.leaving(i, head, c), data));
            self.credits[q * v + c] -= 1;
            sent[q * v + c] = true;
            gone[i] = true;
        }
        // Ejection.
        for l in 0..self.lanes.len() {
            if self.out.eject[l].is_some() && !inputs.eject_ready[l] {
                continue;
            }
            let asks: Vec<bool> =
                (0..n).map(|i| wishes[i] == Some(Wish::Home) && self.lane_of(i / v) == l).collect();
            let chosen = self.homes[l].choose(&asks);
            next.eject[l] = chosen.map(|i| {
                let (head, data) = *self.queues[i].front().unwrap();
                let last = self.fields.unpack(head).last;
                self.homes[l].serve(i, n, last);
                gone[i] = true;
                (last, data)
            });
        }
        // What goes leaves a place; what stays must have one.
        for i in 0..n {
            if gone[i] {
                self.queues[i].pop_front();
                next.credit[i / v] |= 1 << (i % v);
            }
            next.error |= self.queues[i].len() > self.corner.depth;
            if inputs.credit[i / v] >> (i % v) & 1 == 1 {
                next.error |= old_credits[i] == self.corner.depth && !sent[i];
                self.credits[i] += 1;
            }
        }
        for l in 0..self.lanes.len() {
            if gone[n + l] {
                self.injected[l].pop_front();
            }
            next.inject_ready[l] = self.injected[l].len() < 2;
        }
        self.out = next;
    }
}
