//! A clock edge: arbitration reads the registers before it, then all registers change.

use super::super::ways::{Step, Token, Wanted};
use super::{BufferedModel, PipelinedRouters};
use crate::engine::traffic::Log;

impl BufferedModel<'_, PipelinedRouters> {
    /// A clock edge without reset.
    pub(super) fn advance(&mut self, step: u32, cycle: u64, log: &mut Log) {
        if !self.held {
            self.hand_out(step, log);
        }
        self.arrive_by_links();
        let arrivals = self.cross(Self::request);
        self.arrive_over_cuts(&arrivals);
        let words = self.network.words();
        self.valid[..words].fill(0);
        self.grant();
        self.step();
        self.inject(step, cycle, log);
        self.credit(cycle);
        self.routers.tallies.end_edge(cycle);
    }

    /// Notes an arrival at a port of a node.
    pub(super) fn arrive_from(&mut self, (node, port): (u32, u32), token: Token) {
        let (node, port, channel) = (node as usize, port as usize, self.ways.channel(token.head));
        if channel >= self.ways.channels {
            return self.fail(node);
        }
        let request = self.ways.wanted(node, port, channel, token);
        let full = self.routers.queues[self.output(node, port, channel)].is_full();
        if request == Wanted::Nothing || full {
            self.fail(node);
        }
        let at = node * self.ways.ports + port;
        self.routers.ports[at].arriving = Some((channel as u16, (token, request)));
        self.routers.active[at / 64] |= 1 << (at % 64);
    }

    /// Puts the flit of a requester on a link by a step.
    pub(super) fn send(
        &mut self,
        (node, requester): (usize, usize),
        (port, channel): (usize, usize),
        step: Step,
    ) {
        let (token, last) = self.take(node, requester);
        let (link, at) = (node * self.ways.ports + port, self.output(node, port, channel));
        let head = self.ways.leaving(step, token.head, channel);
        self.routers.links[link] = Token { head: head & self.ways.known(node, port), ..token };
        self.valid[link / 64] |= 1 << (link % 64);
        let output = &mut self.routers.outputs[at];
        (output.credits, output.lock) = (output.credits - 1, !last);
        self.routers.tallies.carry(at);
    }

    /// Puts the flit of a requester into an ejection port.
    pub(super) fn eject(&mut self, (node, requester): (usize, usize)) {
        let (token, last) = self.take(node, requester);
        let (at, words) = (self.ejection_port(node, requester), self.network.words());
        let port = &mut self.routers.ejection_ports[at];
        (port.token, port.lock) = (token, !last);
        self.valid[words + at / 64] |= 1 << (at % 64);
    }

    /// Takes the flit of a requester, whose place in its buffer is free then. Returns it, and whether it is
    /// the last of its packet.
    fn take(&mut self, node: usize, requester: usize) -> (Token, bool) {
        if let Some(local_port) = requester.checked_sub(self.ways.ports) {
            return self.pop(self.local_port(node, local_port));
        }
        let at = node * self.ways.ports + requester;
        let channel = usize::from(self.routers.ports[at].channel);
        let queue = at * self.ways.channels + channel;
        let token = self.routers.queues[queue].oldest(self.routers.cells(queue));
        let last = self.ways.is_last(token.head);
        self.routers.ports[at].left = Some(last);
        self.give_back(node, requester, channel);
        (token, last)
    }
}
