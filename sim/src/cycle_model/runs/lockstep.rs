//! Links of nodes that send the same: the messages of a class move together.
//!
//! In each cycle every plane moves, as it does for single messages ([`Runs`]). After a run a class takes the
//! links of a whole set of nodes. This takes a step for each word of a set instead of one for each message;
//! only messages that leave the network are written one by one.
//!
//! Bounds: no conflict and no cut. If two messages want one link, all classes are split up, and their
//! messages move one by one until reset.

use super::classes::{Classes, OnClass};
use super::{OnRun, Runs};
use crate::cycle_model::due::Due;
use crate::cycle_model::errors::Errors;
use crate::cycle_model::head::Head;
use crate::cycle_model::image::Images;
use crate::cycle_model::router::{Exit, Message, Next, Router};
use crate::cycle_model::wires::{RowWires, Wires};
use crate::engine::{Ends, Network};
use crate::ranks::Exchanged;

/// The links of all nodes.
pub struct Lockstep<'a, H> {
    /// The planes, and the messages of classes that were split up.
    each: Runs<'a, H, Ends>,
    classes: Classes<H>,
    /// For each port, the classes whose run ends.
    ends: Vec<Due<OnClass>>,
    ended: Vec<OnClass>,
    is_apart: bool,
}

impl<H: Head> Lockstep<'_, H> {
    /// Idle links, for a whole network.
    pub fn new(router: Router, network: &Network, images: &Images) -> Self {
        let classes = Classes::new(&router, images);
        let each = Runs::new(router, network, None);
        let ends = vec![Due::new(); each.rings.len()];
        Lockstep { each, classes, ends, ended: Vec::new(), is_apart: false }
    }

    /// Puts a class on the links at which a run begins. Returns false if one of them is taken or classes are
    /// split up.
    fn put(&mut self, on: OnClass) -> bool {
        let (run, set) = (self.classes.run(on), self.classes.begin(on));
        let links = &mut self.each.bits_next[self.each.planes.words(run.port)];
        if self.is_apart || links.iter().zip(set).any(|(links, set)| links & set != 0) {
            self.take_apart();
            return false;
        }
        links.iter_mut().zip(set).for_each(|(links, set)| *links |= set);
        self.ends[run.port].push(run.hops, on);
        true
    }

    /// Splits up all classes: from now on messages move one by one. Planes have already moved in this cycle,
    /// but are not yet visible.
    fn take_apart(&mut self) {
        self.is_apart = true;
        for (port, ends) in self.ends.iter_mut().enumerate() {
            let (ring, [_, now]) = (&self.each.rings[port], self.each.moved[port]);
            for (cycles, on) in ends.drain() {
                let (moved, head) = (ring.turned(now + 1 + cycles as usize), self.classes.run(on).head);
                for (node, load) in self.classes.ended(on).iter() {
                    let frame = ring.back(ring.at(node as usize), moved) as u32;
                    self.each.ends[port].push(cycles, OnRun { frame, message: Message { head, load } });
                }
            }
        }
    }

    /// Removes the classes from the planes that are at the end of a run.
    fn take_ended(&mut self) {
        let Lockstep { each, classes, ends, ended, .. } = self;
        for (port, ends) in ends.iter_mut().enumerate() {
            let links = &mut each.bits[each.planes.words(port)];
            ends.next(|on| {
                links.iter_mut().zip(classes.last(on)).for_each(|(links, set)| *links &= !set);
                ended.push(on);
            });
        }
    }

    /// Handles a class after the end of a run.
    fn end(&mut self, on: OnClass, ejected: &mut Vec<Exit<Ends>>, errors: &mut Errors) {
        match self.classes.next_run(on) {
            Some(next) if self.put(next) => (),
            _ => self.end_each(on, ejected, errors),
        }
    }

    /// Handles the same, message by message.
    fn end_each(&mut self, on: OnClass, ejected: &mut Vec<Exit<Ends>>, errors: &mut Errors) {
        let (port, head) = (self.classes.run(on).port, self.classes.run(on).head);
        let messages = self.classes.ended(on);
        if let Next::Out = self.each.router.next(head, port) {
            return self.each.router.eject_all(port, &messages.nodes, messages.ends(), ejected, errors);
        }
        for (node, load) in messages.iter() {
            self.each.end((node as usize, port), Message { head, load }, ejected, errors);
        }
    }
}

impl<H: Head> Wires<H, Ends> for Lockstep<'_, H> {
    fn clear(&mut self) {
        self.each.clear();
        self.ends.iter_mut().for_each(Due::clear);
        self.is_apart = false;
    }

    fn valid(&self) -> &[u64] {
        self.each.valid()
    }

    fn loads(&self) -> Vec<(usize, Ends)> {
        let mut loads = self.each.loads();
        for (port, (ring, ends)) in self.each.rings.iter().zip(&self.ends).enumerate() {
            for (cycles, &on) in ends.all() {
                let back = ring.turned(cycles + 1);
                let link = |node: u32| ring.back(ring.at(node as usize), back) * self.ends.len() + port;
                loads.extend(self.classes.ended(on).iter().map(|(node, load)| (link(node), load)));
            }
        }
        loads.sort_unstable_by_key(|(link, _)| *link);
        loads
    }

    fn route(&mut self, ejected: &mut Vec<Exit<Ends>>, errors: &mut Errors) {
        if self.is_apart {
            return self.each.route(ejected, errors);
        }
        self.each.router.begin();
        self.take_ended();
        self.each.advance();
        let mut ended = std::mem::take(&mut self.ended);
        ended.drain(..).for_each(|on| self.end(on, ejected, errors));
        self.ended = ended;
    }

    fn inject(&mut self, link: (usize, usize), message: Message<H, Ends>, errors: &mut Errors) {
        self.take_apart();
        self.each.inject(link, message, errors);
    }

    fn flip(&mut self) {
        self.each.flip();
    }

    fn exchanged(&self) -> Exchanged {
        self.each.exchanged()
    }
}

impl<H: Head> RowWires<H> for Lockstep<'_, H> {
    fn inject_row(&mut self, _: &Images, row: usize, errors: &mut Errors) {
        for class in self.classes.slots[row].clone().map(|class| class as u32) {
            self.classes.to_themselves(class).for_each(|node| errors.note(node as usize, true));
            let Some(first) = self.classes.first_run(class) else {
                self.classes.sent(class).nodes.iter().for_each(|&node| errors.find(node as usize));
                continue;
            };
            if self.put(first) {
                continue;
            }
            let (port, head) = (self.classes.run(first).port, self.classes.class(class).head);
            for (node, load) in self.classes.sent(class).iter() {
                self.each.inject((node as usize, port), Message { head, load }, errors);
            }
        }
    }
}

#[cfg(test)]
mod tests;
