//! A clock edge: who goes is decided from the registers before it, then all registers change.

use super::super::ways::{Token, ENTERS, HOME, LOST};
use super::{Offer, PipelinedModel};
use crate::engine::traffic::{Log, Seen};
use crate::engine::ABSENT;
use torus_model::route::bits;

/// A flit that leaves a port or an injection port of a node, and where it goes.
#[derive(Clone, Copy, Debug)]
struct Winner {
    node: usize,
    /// A port, or behind the ports an injection port.
    rival: usize,
    wish: u32,
}

impl PipelinedModel {
    /// One clock edge out of reset.
    pub(super) fn edge(&mut self, step: u32, cycle: u64, log: &mut Log) {
        if !self.held {
            self.hand_out(step, log);
        }
        let arrivals = self.arrivals();
        let winners: Vec<Winner> = (0..self.network.nodes()).flat_map(|node| self.elect(node)).collect();
        self.valid.fill(0);
        let mut left = vec![None; self.offers.len()];
        let mut gone = vec![false; self.entries.len()];
        let ready: Vec<bool> = (0..self.lanes.len()).map(|at| self.was_open(at)).collect();
        for winner in winners {
            let (token, last) = self.go(winner);
            self.carry(winner, token, last);
            match winner.rival.checked_sub(self.ways.ports) {
                Some(local_port) => gone[self.entry(winner.node, local_port)] = true,
                None => left[winner.node * self.ways.ports + winner.rival] = Some(last),
            }
        }
        self.step(&arrivals, &left, &ready);
        self.inject(step, cycle, &gone, log);
        self.credit();
    }

    /// The bench takes what stands at local ports that are ready.
    fn hand_out(&mut self, step: u32, log: &mut Log) {
        for (place, exit) in self.exits.iter_mut().enumerate().filter(|(_, exit)| !exit.jammed) {
            if let Some((token, last)) = exit.held.take() {
                let (place, last) = (place as u32, u32::from(last));
                log.left_by(Seen { step, place, serial: token.serial, dirty: 0, last });
            }
        }
    }

    /// By node and port what arrives: the channel, the flit, what it asks for.
    fn arrivals(&mut self) -> Vec<Option<(usize, Token, u32)>> {
        let mut all = vec![None; self.offers.len()];
        for link in crate::monitor::set_bits(&self.valid).collect::<Vec<_>>() {
            let (token, (node, first)) = (self.links[link], self.end[link]);
            let (node, channel) = (node as usize, self.ways.channel(token.head));
            if channel >= self.ways.channels {
                self.fail(node);
                continue;
            }
            let wish = self.ways.wish(node, first as usize + channel, token);
            let full = self.lanes[node * self.ways.outputs() + first as usize + channel].is_full();
            if wish == LOST || full {
                self.fail(node);
            }
            all[node * self.ways.ports + first as usize / self.ways.channels] = Some((channel, token, wish));
        }
        all
    }

    fn entry(&self, node: usize, local_port: usize) -> usize {
        self.network.processor[node] as usize * self.ways.local_ports + local_port
    }

    fn exit(&self, node: usize, port: usize) -> usize {
        self.entry(node, if self.ways.local_ports > 1 { port } else { 0 })
    }

    /// Whether credits and locks are open to a flit that asks for this.
    fn is_open(&self, node: usize, port: usize, wish: u32, body: bool) -> bool {
        if wish & HOME != 0 {
            return wish == HOME && (body || !self.exits[self.exit(node, port)].lock);
        }
        let (place, enters) = ((wish & !ENTERS) as usize, usize::from(wish & ENTERS != 0));
        let output = self.outputs[node * self.ways.outputs() + place];
        match body {
            true => output.credits >= 1,
            false => output.credits >= self.needs[enters] && !output.lock,
        }
    }

    /// Whether the oldest flit of a channel could go.
    fn was_open(&self, at: usize) -> bool {
        let (node, port) = (at / self.ways.outputs(), at % self.ways.outputs() / self.ways.channels);
        let lane = &self.lanes[at];
        lane.some && self.is_open(node, port, lane.wish, lane.body)
    }

    /// What a rival asks for, if that is open.
    fn request(&self, node: usize, rival: usize) -> Option<u32> {
        if let Some(local_port) = rival.checked_sub(self.ways.ports) {
            let entry = &self.entries[self.entry(node, local_port)];
            let wish = entry.flits.front()?.1;
            return (wish != LOST && self.is_open(node, rival, wish, entry.body)).then_some(wish);
        }
        let offer = self.offers[node * self.ways.ports + rival];
        let lane = &self.lanes[node * self.ways.outputs() + rival * self.ways.channels + offer.channel];
        offer.wish.filter(|&wish| self.is_open(node, rival, wish, lane.body))
    }

    /// Who goes at a node: at each output, and at each ejection port, the one served longest ago.
    fn elect(&mut self, node: usize) -> Vec<Winner> {
        let local = self.network.processor[node] != ABSENT;
        if !self.is_busy(node, local) {
            return Vec::new();
        }
        let rivals = self.ways.ports + if local { self.ways.local_ports } else { 0 };
        let mut best: Vec<Option<(u64, usize, u32)>> = vec![None; self.ways.ports + self.ways.local_ports];
        for rival in 0..rivals {
            let Some(wish) = self.request(node, rival) else { continue };
            let to = match wish {
                HOME => self.ways.ports + if self.ways.local_ports > 1 { rival } else { 0 },
                wish => (wish & !ENTERS) as usize / self.ways.channels,
            };
            if wish == HOME && self.exits[self.exit(node, rival)].held.is_some() {
                continue;
            }
            let candidate = (self.served[self.turn(node, to, rival)], rival, wish);
            best[to] = Some(best[to].map_or(candidate, |known| known.min(candidate)));
        }
        let winner = |(to, best): (usize, Option<(u64, usize, u32)>)| {
            let (_, rival, wish) = best?;
            Some((to, Winner { node, rival, wish }))
        };
        let all: Vec<(usize, Winner)> = best.into_iter().enumerate().filter_map(winner).collect();
        self.served_last += 1;
        for (to, winner) in &all {
            let turn = self.turn(node, *to, winner.rival);
            self.served[turn] = self.served_last;
        }
        all.into_iter().map(|(_, winner)| winner).collect()
    }

    fn is_busy(&self, node: usize, local: bool) -> bool {
        let offers = &self.offers[node * self.ways.ports..(node + 1) * self.ways.ports];
        let entries = 0..if local { self.ways.local_ports } else { 0 };
        let waits = |local_port| !self.entries[self.entry(node, local_port)].flits.is_empty();
        offers.iter().any(|offer| offer.wish.is_some()) || entries.into_iter().any(waits)
    }

    fn turn(&self, node: usize, to: usize, rival: usize) -> usize {
        let rivals = self.ways.ports + self.ways.local_ports;
        (node * rivals + to) * rivals + rival
    }

    /// The flit that goes, and whether it is the last of its packet.
    fn go(&self, winner: Winner) -> (Token, bool) {
        let Winner { node, rival, .. } = winner;
        let token = match rival.checked_sub(self.ways.ports) {
            Some(local_port) => self.entries[self.entry(node, local_port)].flits[0].0,
            None => {
                let channel = self.offers[node * self.ways.ports + rival].channel;
                self.lanes[node * self.ways.outputs() + rival * self.ways.channels + channel].oldest()
            }
        };
        (token, self.ways.is_last(token.head))
    }

    /// A flit goes to a link, or leaves the network; a link's place becomes free.
    fn carry(&mut self, winner: Winner, token: Token, last: bool) {
        let Winner { node, rival, wish } = winner;
        if wish == HOME {
            let exit = self.exit(node, rival);
            (self.exits[exit].held, self.exits[exit].lock) = (Some((token, last)), !last);
        } else {
            let (place, channels) = ((wish & !ENTERS) as usize, self.ways.channels);
            let (link, at) = (node * self.ways.ports + place / channels, node * self.ways.outputs() + place);
            let from = if rival < self.ways.ports { 0 } else { self.ways.outputs() };
            self.links[link] = token;
            self.links[link].head = self.ways.leaving(from, token.head, place % channels);
            self.valid[link / 64] |= 1 << (link % 64);
            self.outputs[at].credits -= 1;
            self.outputs[at].lock = !last;
            self.tallies[at].carried += 1;
        }
        if rival < self.ways.ports {
            let (at, channels) = (node * self.ways.ports + rival, self.ways.channels);
            let upstream = self.network.from[at];
            self.returned.push(upstream * channels as u32 + self.offers[at].channel as u32);
        }
    }

    /// What is offered next, and the buffers.
    fn step(&mut self, arrivals: &[Option<(usize, Token, u32)>], left: &[Option<bool>], ready: &[bool]) {
        for at in 0..self.offers.len() {
            let first = at * self.ways.channels;
            let offer = self.next_offer(at, arrivals[at], left[at].is_some());
            let gone = self.offers[at].channel;
            for channel in 0..self.ways.channels {
                let arriving = arrivals[at].filter(|flit| flit.0 == channel).map(|flit| (flit.1, flit.2));
                let left = left[at].filter(|_| channel == gone);
                self.lanes[first + channel].step(left, arriving);
                self.lanes[first + channel].ready = ready[first + channel];
            }
            self.offers[at] = offer;
        }
    }

    fn next_offer(&self, at: usize, arriving: Option<(usize, Token, u32)>, left: bool) -> Offer {
        let (channels, Offer { channel, wish }) = (self.ways.channels, self.offers[at]);
        let lanes = &self.lanes[at * channels..(at + 1) * channels];
        let here = |v: usize| wish.is_some() && v == channel;
        let mut others = (1..=channels).map(|k| (channel + k) % channels).filter(|_| channels > 1);
        if let Some(v) = others.find(|&v| lanes[v].some && lanes[v].ready && !here(v)) {
            return Offer { channel: v, wish: Some(lanes[v].wish) };
        }
        match (wish, left) {
            (Some(_), false) => self.offers[at],
            (Some(_), true) if lanes[channel].more() => {
                Offer { channel, wish: Some(lanes[channel].second()) }
            }
            _ => match arriving.filter(|&(v, ..)| !lanes[v].some || here(v)) {
                Some((v, _, wish)) => Offer { channel: v, wish: Some(wish) },
                None => Offer { channel, wish: None },
            },
        }
    }

    /// What local ports offer, where they are ready.
    fn inject(&mut self, step: u32, cycle: u64, gone: &[bool], log: &mut Log) {
        for node in 0..self.network.nodes() {
            if self.network.processor[node] == ABSENT {
                continue;
            }
            for local_port in 0..self.ways.local_ports {
                let at = self.entry(node, local_port);
                if gone[at] {
                    let (token, _) = self.entries[at].flits.pop_front().expect("a flit that goes is there");
                    self.entries[at].body = !self.ways.is_last(token.head);
                }
                if self.entries[at].ready && self.queues.offers(at, cycle) {
                    let token = self.queues.take(at);
                    let (place, serial) = (at as u32, token.serial);
                    log.entered_by(Seen { step, place, serial, ..Seen::default() });
                    let wish = self.ways.wish(node, self.ways.outputs() + local_port, token);
                    self.entries[at].flits.push_back((token, wish));
                    if wish == LOST {
                        self.fail(node);
                    }
                }
                self.entries[at].ready = self.entries[at].flits.len() < 2;
            }
        }
    }

    /// Credits that were on their way come back. One more than there are places is an error.
    fn credit(&mut self) {
        let (depth, most) = (self.depth, (1 << bits(self.depth as usize + 1)) - 1);
        let returning = std::mem::take(&mut self.returning);
        for &at in &returning {
            let output = &mut self.outputs[at as usize];
            let spills = output.credits == depth;
            self.tallies[at as usize].returned += 1;
            output.credits = (output.credits + 1) & most;
            if spills {
                self.fail(at as usize / self.ways.outputs());
            }
        }
        self.returning = std::mem::replace(&mut self.returned, returning);
        self.returned.clear();
    }
}
