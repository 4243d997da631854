//! A clock edge: arbitration reads the registers before it, then all registers change.

use super::super::ways::{Token, Wanted};
use super::arbiter::Grant;
use super::{BufferedModel, PipelinedRouters};
use crate::engine::traffic::Log;
use crate::monitor::set_bits;

/// An arrival at a port: the channel, the flit and its request.
pub(super) type Arrival = (usize, Token, Wanted);

impl BufferedModel<'_, PipelinedRouters> {
    /// A clock edge without reset.
    pub(super) fn advance(&mut self, step: u32, cycle: u64, log: &mut Log) {
        self.routers.edges += 1;
        if !self.held {
            self.hand_out(step, log);
        }
        let mut arrivals = vec![None; self.routers.offers.len()];
        for (link, token) in self.at_ends() {
            self.arrive(self.routers.ends[link], token, &mut arrivals);
        }
        let mut grants: Vec<Grant> = Vec::new();
        let came = self.cross(|model| {
            grants.extend((0..model.network.nodes()).flat_map(|node| model.arbitrate(node)));
        });
        for came in came {
            self.arrive((came.node as u32, came.port as u32), came.message, &mut arrivals);
        }
        self.valid.fill(0);
        let mut left = vec![None; self.routers.offers.len()];
        let mut gone = vec![false; self.routers.injection_ports.len()];
        let ready: Vec<bool> = (0..self.routers.queues.len()).map(|at| self.was_open(at)).collect();
        for grant in grants {
            let (token, last) = self.granted_flit(grant);
            self.carry(grant, token, last);
            match grant.requester.checked_sub(self.ways.ports) {
                Some(local_port) => gone[self.local_port(grant.node, local_port)] = true,
                None => left[grant.node * self.ways.ports + grant.requester] = Some(last),
            }
        }
        self.step(&arrivals, &left, &ready);
        self.inject(step, cycle, &gone, log);
        self.credit(cycle);
    }

    /// Notes an arrival at a port of a node, in the table by node and port.
    fn arrive(&mut self, (node, port): (u32, u32), token: Token, all: &mut [Option<Arrival>]) {
        let (node, port, channel) = (node as usize, port as usize, self.ways.channel(token.head));
        if channel >= self.ways.channels {
            return self.fail(node);
        }
        let request = self.ways.wanted(node, port, channel, token);
        let full = self.routers.queues[self.output(node, port, channel)].is_full();
        if request == Wanted::Nothing || full {
            self.fail(node);
        }
        all[node * self.ways.ports + port] = Some((channel, token, request));
    }

    /// The flits at the ends of links, except those over cuts.
    fn at_ends(&mut self) -> Vec<(usize, Token)> {
        let sent: Vec<_> = set_bits(&self.valid).map(|link| (link, self.routers.links[link])).collect();
        let mut all: Vec<_> =
            sent.into_iter().filter(|&(link, token)| !self.registers.takes(link, token)).collect();
        all.append(&mut self.registers.flits());
        all.retain(|&(link, token)| !self.leaves(link, self.routers.ends[link].0, token));
        all
    }

    /// The flit of a grant, and whether it is the last of its packet.
    fn granted_flit(&self, grant: Grant) -> (Token, bool) {
        let Grant { node, requester, .. } = grant;
        let token = match requester.checked_sub(self.ways.ports) {
            Some(local_port) => {
                let port = &self.routers.injection_ports[self.local_port(node, local_port)];
                port.flit.expect("a flit that goes is there").0
            }
            None => self.offered(node * self.ways.ports + requester).oldest(),
        };
        (token, self.ways.is_last(token.head))
    }

    /// Puts a flit on a link, or ejects it; frees its place in the buffer of its link.
    fn carry(&mut self, grant: Grant, token: Token, last: bool) {
        let Grant { node, requester, request } = grant;
        match request {
            Wanted::Output { port, channel, .. } => self.send(grant, (port, channel), token, last),
            _ => {
                let at = self.ejection_port(node, requester);
                let port = &mut self.routers.ejection_ports[at];
                (port.held, port.lock) = (Some((token, last)), !last);
            }
        }
        if requester < self.ways.ports {
            let channel = self.routers.offers[node * self.ways.ports + requester].channel;
            self.give_back(node, requester, channel);
        }
    }

    fn send(&mut self, grant: Grant, (port, channel): (usize, usize), token: Token, last: bool) {
        let Grant { node, requester, .. } = grant;
        let (link, at) = (node * self.ways.ports + port, self.output(node, port, channel));
        let head = self.ways.leaving(requester >= self.ways.ports, token.head, channel);
        self.routers.links[link] = Token { head: head & self.ways.known(node, port), ..token };
        self.valid[link / 64] |= 1 << (link % 64);
        let output = &mut self.routers.outputs[at];
        output.credits -= 1;
        (output.lock, output.sent) = (!last, self.routers.edges);
        output.tally.carried += 1;
    }
}
