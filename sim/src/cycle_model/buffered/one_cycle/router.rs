//! The clock edge of a router: what first flits request, what is granted, and how buffers change.

use super::super::ways::{Token, EJECT, ENTERS};
use super::choice::{behind, distance};
use super::{BufferedModel, OneCycleRouters};

impl BufferedModel<'_, OneCycleRouters> {
    /// Runs both stages and the ejection of one node.
    #[inline(always)]
    pub(super) fn route(&mut self, node: usize) {
        let mut any = 0;
        let words = self.routers.words;
        for word in 0..words {
            let mut left = self.routers.occupied[node * words + word];
            any |= left;
            while left != 0 {
                self.request_output(node, 64 * word + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
        if any != 0 {
            self.arbitrate(node);
        }
    }

    /// Enters the request of an input's first flit, if credits and locks allow it.
    #[inline(always)]
    fn request_output(&mut self, node: usize, input: usize) {
        let request = self.routers.inputs.request(node * self.ways.inputs() + input);
        if request & EJECT != 0 {
            return self.request_ejection(node, input, request);
        }
        let (place, enters) = ((request & !ENTERS) as usize, usize::from(request & ENTERS != 0));
        let output = &self.routers.outputs[node * self.ways.outputs() + place];
        let need = if output.pointer.is_held() { 1 } else { self.needs[enters] };
        if output.credits >= need && output.pointer.admits(input) {
            let (port, channel) = self.ways.place(place);
            let second = self.routers.second[node * self.ways.ports + port];
            let far = distance(second, channel, self.ways.channels);
            let near = output.pointer.distance(input, self.ways.inputs());
            self.routers.output_requests.enter(port, far << 16 | near, input);
        }
    }

    /// Enters a request to leave the network, or reports a flit that is misrouted.
    #[inline(always)]
    fn request_ejection(&mut self, node: usize, input: usize, request: u32) {
        if request != EJECT {
            return self.fail(node);
        }
        let local_port = if self.ways.local_ports > 1 { self.ways.place(input).0 } else { 0 };
        let port = self.network.processor[node] as usize * self.ways.local_ports + local_port;
        let pointer = self.routers.ejection_ports.pointer(port);
        if self.routers.ejection_ports.is_free(port) && pointer.admits(input) {
            self.routers.ejection_requests.enter(
                local_port,
                pointer.distance(input, self.ways.inputs()),
                input,
            );
        }
    }

    /// Sends the winner of every output, and ejects the winner of every ejection port.
    #[inline(always)]
    fn arbitrate(&mut self, node: usize) {
        while let Some((port, input)) = self.routers.output_requests.next() {
            self.send(node, port, input);
        }
        while let Some((local_port, input)) = self.routers.ejection_requests.next() {
            self.eject(node, local_port, input);
        }
    }

    #[inline(always)]
    fn send(&mut self, node: usize, port: usize, input: usize) {
        let (ways, inputs) = (&self.ways, self.ways.inputs());
        let (link, at) = (node * ways.ports + port, node * inputs + input);
        let (token, place) = (self.routers.inputs.first(at), self.routers.inputs.request(at) & !ENTERS);
        let (place, channel) = (place as usize, ways.place(place as usize).1);
        let output = &mut self.routers.outputs[node * ways.outputs() + place];
        output.credits -= 1;
        output.tally.carried += 1;
        output.pointer.serve(input, inputs, ways.is_last(token.head));
        self.routers.second[link] = behind(channel, ways.channels);
        self.links[link] = token;
        self.links[link].head = ways.leaving(input, token.head, channel);
        self.valid[link / 64] |= 1 << (link % 64);
        self.leave(node, input);
    }

    #[inline(always)]
    fn eject(&mut self, node: usize, local_port: usize, input: usize) {
        let inputs = self.ways.inputs();
        let token = self.routers.inputs.first(node * inputs + input);
        let port = self.network.processor[node] as usize * self.ways.local_ports + local_port;
        self.routers.ejection_ports.take(port, input, inputs, token, self.ways.is_last(token.head));
        self.leave(node, input);
    }

    /// The first flit of an input leaves at this edge, which frees a place of its link.
    #[inline(always)]
    fn leave(&mut self, node: usize, input: usize) {
        let local_port = self.ways.is_local_port(input);
        let next = self.routers.inputs.leave(node * self.ways.inputs() + input, local_port);
        self.follow(node, input, next);
        if !local_port {
            let (port, channel) = self.ways.place(input);
            self.give_back(node, port, channel);
        }
    }

    /// Sets the new first flit of an input, if there is one.
    #[inline(always)]
    fn follow(&mut self, node: usize, input: usize, first: Option<Token>) {
        match first {
            Some(token) => self.set_first(node, input, token),
            None => self.routers.occupied[node * self.routers.words + input / 64] &= !(1 << (input % 64)),
        }
    }

    /// Stores flits that arrived and did not leave at once; flits that arrived at full buffers get their
    /// place or overflow.
    #[inline(always)]
    pub(super) fn settle(&mut self) {
        let passing = std::mem::take(&mut self.routers.passing);
        for (node, input) in passing.iter().map(|&(node, input)| (node as usize, input as usize)) {
            if self.routers.occupied[node * self.routers.words + input / 64] >> (input % 64) & 1 == 1 {
                self.keep(node, input);
            }
        }
        self.routers.passing = passing;
        self.routers.passing.clear();
        for (node, input, before) in std::mem::take(&mut self.routers.full) {
            let (node, input) = (node as usize, input as usize);
            let (overflows, first) =
                self.routers.inputs.settle_full(node * self.ways.inputs() + input, before);
            if overflows {
                self.fail(node);
            }
            self.follow(node, input, first);
        }
    }

    /// Stores a flit that arrived at an empty buffer.
    #[inline(always)]
    fn keep(&mut self, node: usize, input: usize) {
        let at = node * self.ways.inputs() + input;
        let first = self.routers.inputs.first(at);
        let oldest = self.routers.inputs.keep(at, self.ways.is_local_port(input));
        if oldest != first {
            self.set_first(node, input, oldest);
        }
    }
}
