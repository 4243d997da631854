//! A router's clock edge: what first flits ask for, who gets it, and what becomes of buffers and credits.

use super::choice::{behind, distance};
use super::ways::{ENTERS, HOME};
use super::{Arrival, BufferedModel, Change};
use torus_model::route::bits;

impl BufferedModel {
    /// Both stages and ejection at one node.
    pub(super) fn route(&mut self, node: usize) {
        let mut any = 0;
        for word in 0..self.words {
            let mut left = self.occupied[node * self.words + word];
            any |= left;
            while left != 0 {
                self.ask(node, 64 * word + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
        if any != 0 {
            self.elect(node);
        }
    }

    /// Enters what the first flit of an input wants, where credits and locks allow it.
    fn ask(&mut self, node: usize, input: usize) {
        let wish = self.wish[node * self.ways.inputs() + input];
        if wish & HOME != 0 {
            return self.ask_beyond(node, input, wish);
        }
        let (place, enters) = ((wish & !ENTERS) as usize, usize::from(wish & ENTERS != 0));
        let output = self.outputs[node * self.ways.outputs() + place];
        let need = if output.pointer.is_held() { 1 } else { self.needs[enters] };
        if output.credits >= need && output.pointer.admits(input) {
            self.rivals.enter(place, output.pointer.distance(input, self.ways.inputs()), input);
        }
    }

    /// Out of the network, or nowhere.
    fn ask_beyond(&mut self, node: usize, input: usize, wish: u32) {
        if wish != HOME {
            return self.fail(node);
        }
        let local_port = if self.ways.local_ports > 1 { input / self.ways.channels } else { 0 };
        let exit = self.network.processor[node] as usize * self.ways.local_ports + local_port;
        let pointer = self.exits.pointer(exit);
        if self.exits.is_free(exit) && pointer.admits(input) {
            self.homes.enter(local_port, pointer.distance(input, self.ways.inputs()), input);
        }
    }

    /// The nearest of every channel, of these the nearest of every output; and who leaves the network.
    fn elect(&mut self, node: usize) {
        let (ports, channels) = (self.ways.ports, self.ways.channels);
        while let Some((place, input)) = self.rivals.next() {
            let (port, channel) = (place / channels, place % channels);
            let far = distance(self.second[node * ports + port], channel, channels);
            self.channels.enter(port, far, input << 16 | channel);
        }
        while let Some((port, winner)) = self.channels.next() {
            self.send(node, port, winner & 0xffff, winner >> 16);
        }
        while let Some((local_port, input)) = self.homes.next() {
            self.eject(node, local_port, input);
        }
    }

    fn send(&mut self, node: usize, port: usize, channel: usize, input: usize) {
        let (ways, inputs) = (&self.ways, self.ways.inputs());
        let (link, token) = (node * ways.ports + port, self.front[node * inputs + input]);
        let output = &mut self.outputs[link * ways.channels + channel];
        output.credits -= 1;
        self.tallies[link * ways.channels + channel].carried += 1;
        output.pointer.serve(input, inputs, ways.is_last(token.head));
        self.second[link] = behind(channel, ways.channels);
        self.links[link] = token;
        self.links[link].head = ways.leaving(input, token.head, channel);
        self.valid[link / 64] |= 1 << (link % 64);
        self.leave(node, input);
    }

    fn eject(&mut self, node: usize, local_port: usize, input: usize) {
        let inputs = self.ways.inputs();
        let token = self.front[node * inputs + input];
        let exit = self.network.processor[node] as usize * self.ways.local_ports + local_port;
        self.exits.take(exit, input, inputs, token, self.ways.is_last(token.head));
        self.leave(node, input);
    }

    /// The first flit of an input leaves by this edge, and a link's place becomes free.
    fn leave(&mut self, node: usize, input: usize) {
        self.gone[node * self.words + input / 64] |= 1 << (input % 64);
        self.pops.push((node as u32, input as u32));
        if input < self.ways.outputs() {
            let (ports, channels) = (self.ways.ports, self.ways.channels);
            let upstream = self.network.from[node * ports + input / channels];
            self.returned.push(upstream * channels as u32 + (input % channels) as u32);
        }
    }

    /// What has arrived is kept unless it passed; what has left makes room.
    pub(super) fn settle(&mut self) {
        for at in 0..self.arrivals.len() {
            let Arrival { node, input, token } = self.arrivals[at];
            let (node, input) = (node as usize, input as usize);
            let left = self.has_gone(node, input);
            let (place, local_port) = (node * self.ways.inputs() + input, input >= self.ways.outputs());
            let (change, overflow) = self.store.push(place, local_port, token, left);
            if overflow {
                self.fail(node);
            }
            self.follow(node, input, change);
        }
        self.arrivals.clear();
        for at in 0..self.pops.len() {
            let (node, input) = (self.pops[at].0 as usize, self.pops[at].1 as usize);
            if self.has_gone(node, input) {
                let (place, local_port) = (node * self.ways.inputs() + input, input >= self.ways.outputs());
                let change = self.store.pop(place, local_port);
                self.follow(node, input, change);
            }
        }
        self.pops.clear();
    }

    /// Whether the first flit left by this edge, and nothing has been made of it yet.
    fn has_gone(&mut self, node: usize, input: usize) -> bool {
        let (word, bit) = (&mut self.gone[node * self.words + input / 64], 1 << (input % 64));
        let gone = *word & bit != 0;
        *word &= !bit;
        gone
    }

    fn follow(&mut self, node: usize, input: usize, change: Change) {
        match change {
            Change::Same => {}
            Change::Empty => self.occupied[node * self.words + input / 64] &= !(1 << (input % 64)),
            Change::Fresh => {
                let oldest = self.store.oldest(node * self.ways.inputs() + input);
                self.lead(node, input, oldest);
            }
        }
    }

    /// Credits that were on their way come back. One more than there are places is an error; counts have the
    /// width of their registers.
    pub(super) fn credit(&mut self) {
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
