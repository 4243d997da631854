//! A router's clock edge: what first flits request, who gets it, and what becomes of buffers.

use super::super::ways::{EJECT, ENTERS};
use super::choice::{behind, distance};
use super::{Arrival, BufferedModel, Change, OneCycleRouters};

impl BufferedModel<'_, OneCycleRouters> {
    /// Both stages and ejection at one node.
    #[inline]
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

    /// Enters what the first flit of an input requests, where credits and locks allow it.
    #[inline]
    fn request_output(&mut self, node: usize, input: usize) {
        let request = self.routers.request[node * self.ways.inputs() + input];
        if request & EJECT != 0 {
            return self.request_ejection(node, input, request);
        }
        let (place, enters) = ((request & !ENTERS) as usize, usize::from(request & ENTERS != 0));
        let output = self.routers.outputs[node * self.ways.outputs() + place];
        let need = if output.pointer.is_held() { 1 } else { self.needs[enters] };
        if output.credits >= need && output.pointer.admits(input) {
            self.routers.channel_requests.enter(
                place,
                output.pointer.distance(input, self.ways.inputs()),
                input,
            );
        }
    }

    /// Out of the network, or nowhere.
    #[inline]
    fn request_ejection(&mut self, node: usize, input: usize, request: u32) {
        if request != EJECT {
            return self.fail(node);
        }
        let local_port = if self.ways.local_ports > 1 { input / self.ways.channels } else { 0 };
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

    /// The nearest of every channel, of these the nearest of every output; and who leaves the network.
    #[inline]
    fn arbitrate(&mut self, node: usize) {
        let (ports, channels) = (self.ways.ports, self.ways.channels);
        while let Some((place, input)) = self.routers.channel_requests.next() {
            let (port, channel) = (place / channels, place % channels);
            let far = distance(self.routers.second[node * ports + port], channel, channels);
            self.routers.output_requests.enter(port, far, input << 16 | channel);
        }
        while let Some((port, winner)) = self.routers.output_requests.next() {
            self.send(node, port, winner & 0xffff, winner >> 16);
        }
        while let Some((local_port, input)) = self.routers.ejection_requests.next() {
            self.eject(node, local_port, input);
        }
    }

    #[inline]
    fn send(&mut self, node: usize, port: usize, channel: usize, input: usize) {
        let (ways, inputs) = (&self.ways, self.ways.inputs());
        let (link, token) = (node * ways.ports + port, self.routers.front[node * inputs + input]);
        let output = &mut self.routers.outputs[link * ways.channels + channel];
        output.credits -= 1;
        self.tallies[link * ways.channels + channel].carried += 1;
        output.pointer.serve(input, inputs, ways.is_last(token.head));
        self.routers.second[link] = behind(channel, ways.channels);
        self.links[link] = token;
        self.links[link].head = ways.leaving(input, token.head, channel);
        self.valid[link / 64] |= 1 << (link % 64);
        self.leave(node, input);
    }

    #[inline]
    fn eject(&mut self, node: usize, local_port: usize, input: usize) {
        let inputs = self.ways.inputs();
        let token = self.routers.front[node * inputs + input];
        let port = self.network.processor[node] as usize * self.ways.local_ports + local_port;
        self.routers.ejection_ports.take(port, input, inputs, token, self.ways.is_last(token.head));
        self.leave(node, input);
    }

    /// The first flit of an input leaves by this edge, and a link's place becomes free.
    #[inline]
    fn leave(&mut self, node: usize, input: usize) {
        self.routers.gone[node * self.routers.words + input / 64] |= 1 << (input % 64);
        self.routers.pops.push((node as u32, input as u32));
        if input < self.ways.outputs() {
            let channels = self.ways.channels;
            self.give_back(node, input / channels, input % channels);
        }
    }

    /// What has arrived is kept unless it passed; what has left makes room.
    #[inline]
    pub(super) fn settle(&mut self) {
        for at in 0..self.routers.arrivals.len() {
            let Arrival { node, input, token } = self.routers.arrivals[at];
            let (node, input) = (node as usize, input as usize);
            let left = self.has_gone(node, input);
            let (place, local_port) = (node * self.ways.inputs() + input, input >= self.ways.outputs());
            let (change, overflow) = self.routers.store.push(place, local_port, token, left);
            if overflow {
                self.fail(node);
            }
            self.follow(node, input, change);
        }
        self.routers.arrivals.clear();
        for at in 0..self.routers.pops.len() {
            let (node, input) = (self.routers.pops[at].0 as usize, self.routers.pops[at].1 as usize);
            if self.has_gone(node, input) {
                let (place, local_port) = (node * self.ways.inputs() + input, input >= self.ways.outputs());
                let change = self.routers.store.pop(place, local_port);
                self.follow(node, input, change);
            }
        }
        self.routers.pops.clear();
    }

    /// Whether the first flit left by this edge, and nothing has been made of it yet.
    #[inline]
    fn has_gone(&mut self, node: usize, input: usize) -> bool {
        let (word, bit) = (&mut self.routers.gone[node * self.routers.words + input / 64], 1 << (input % 64));
        let gone = *word & bit != 0;
        *word &= !bit;
        gone
    }

    #[inline(always)]
    fn follow(&mut self, node: usize, input: usize, change: Change) {
        match change {
            Change::Same => {}
            Change::Empty => {
                self.routers.occupied[node * self.routers.words + input / 64] &= !(1 << (input % 64))
            }
            Change::Fresh => {
                let oldest = self.routers.store.oldest(node * self.ways.inputs() + input);
                self.set_first(node, input, oldest);
            }
        }
    }
}
