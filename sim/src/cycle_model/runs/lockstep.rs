//! Links of nodes that send the same: the messages of a class move together.
//!
//! In each cycle every plane moves, as it does for single messages ([`Runs`]). After a run a class takes the
//! links of a whole set of nodes. This takes a step for each word of a set instead of one for each message;
//! only messages that leave the network are written one by one. Every rank knows all classes, so over a cut
//! they stay bits.
//!
//! Bounds: no two messages want one link. Where they do, on any rank, all ranks go back to an earlier state
//! and run from there again. In that state classes are split up, and their messages move one by one until
//! reset.

use super::classes::{Classes, OnClass, Room};
use super::Runs;
use crate::cycle_model::due::Due;
use crate::cycle_model::errors::Errors;
use crate::cycle_model::head::Head;
use crate::cycle_model::image::Images;
use crate::cycle_model::router::{Exit, Message, Next, Router};
use crate::cycle_model::wires::{RowWires, Wires};
use crate::engine::{Ends, Network};
use crate::ranks::{Cut, Exchanged};

/// The links of all nodes.
pub struct Lockstep<'a, H> {
    /// The planes, and the messages of classes that were split up.
    each: Runs<'a, H, Ends>,
    classes: Classes<H>,
    /// For each port, the classes whose run ends.
    ends: Vec<Due<OnClass>>,
    ended: Vec<OnClass>,
    room: Room,
    /// An earlier state, in which classes are together.
    kept: Option<State>,
    /// Whether two messages of the block have met since then, or one has not come to the end of its run.
    has_met: bool,
    is_apart: bool,
}

/// The messages on links between two clock edges, while classes are together.
struct State {
    bits: Vec<u64>,
    moved: Vec<[usize; 2]>,
    ends: Vec<Due<OnClass>>,
}

impl<'a, H: Head> Lockstep<'a, H> {
    /// Idle links. `images`: of the whole network, on every rank.
    pub fn new(
        router: Router,
        network: &Network,
        images: &Images,
        cut: Option<Cut<'a, Message<H, Ends>>>,
    ) -> Self {
        let classes = Classes::new(&router, images, &network.block);
        let each = Runs::new(router, network, cut);
        let ends = vec![Due::new(); each.rings.len()];
        Lockstep {
            each,
            classes,
            ends,
            ended: Vec::new(),
            room: Room::default(),
            kept: None,
            has_met: false,
            is_apart: false,
        }
    }

    /// Puts a class on the links at which a run begins.
    fn put(&mut self, on: OnClass) {
        let (run, set) = (self.classes.run(on), self.classes.begin(on));
        for (links, set) in self.each.bits_next[self.each.planes.words(run.port)].iter_mut().zip(set) {
            self.has_met |= *links & set != 0;
            *links |= set;
        }
        self.ends[run.port].push(run.hops, on);
    }

    /// Splits up all classes between two clock edges: from now on messages move one by one.
    fn take_apart(&mut self) {
        self.is_apart = true;
        for (port, ends) in self.ends.iter_mut().enumerate() {
            for (left, on) in ends.drain() {
                let run = self.classes.run(on);
                let (hops, moved) = (run.hops - left, self.each.moved[port][0]);
                for (node, load) in self.classes.on_run(on, hops, &mut self.room).iter() {
                    let message = Message { head: run.head.shorter(hops), load };
                    self.each.list((node as usize, port), message, moved);
                }
            }
        }
    }

    /// Removes the classes from the planes whose run ends at the nodes that they have reached.
    fn take_ended(&mut self) {
        let Lockstep { each, classes, ends, ended, has_met, .. } = self;
        for (port, ends) in ends.iter_mut().enumerate() {
            let links = &mut each.bits_next[each.planes.words(port)];
            ends.next(|on| {
                for (links, set) in links.iter_mut().zip(classes.end(on)) {
                    *has_met |= !*links & set != 0;
                    *links &= !set;
                }
                ended.push(on);
            });
        }
    }

    /// Handles a class after the end of a run.
    fn end(&mut self, on: OnClass, ejected: &mut Vec<Exit<Ends>>, errors: &mut Errors) {
        if let Some(next) = self.classes.next_run(on) {
            return self.put(next);
        }
        let run = self.classes.run(on);
        let messages = self.classes.on_run(on, run.hops + 1, &mut self.room);
        match self.each.router.next(run.head, run.port) {
            Next::Out => {
                self.each.router.eject_all(run.port, messages.nodes, messages.ends(), ejected, errors);
            }
            _ => messages.nodes.iter().for_each(|&node| errors.find(node as usize)),
        }
    }

    /// Whether two messages have met on any rank.
    fn have_met(&self) -> bool {
        self.each.cut.as_ref().map_or(self.has_met, |cut| cut.on_any(self.has_met))
    }
}

impl<H: Head> Wires<H, Ends> for Lockstep<'_, H> {
    fn clear(&mut self) {
        self.each.clear();
        self.ends.iter_mut().for_each(Due::clear);
        (self.has_met, self.is_apart) = (false, false);
    }

    fn valid(&self) -> &[u64] {
        self.each.valid()
    }

    fn loads(&self) -> Vec<(usize, Ends)> {
        let (mut loads, mut room) = (self.each.loads(), Room::default());
        for (port, ends) in self.ends.iter().enumerate() {
            for (left, &on) in ends.all() {
                let hops = self.classes.run(on).hops - left as u64;
                let messages = self.classes.on_run(on, hops, &mut room);
                let link = |node: u32| node as usize * self.ends.len() + port;
                loads.extend(messages.iter().map(|(node, load)| (link(node), load)));
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
        self.each.advance_bits();
        self.take_ended();
        let mut ended = std::mem::take(&mut self.ended);
        ended.drain(..).for_each(|on| self.end(on, ejected, errors));
        self.ended = ended;
    }

    /// Only for classes that are split up: rows put whole classes on links.
    fn inject(&mut self, link: (usize, usize), message: Message<H, Ends>, errors: &mut Errors) {
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
    fn inject_row(&mut self, images: &Images, row: usize, errors: &mut Errors) {
        if self.is_apart {
            return self.each.inject_row(images, row, errors);
        }
        for class in self.classes.slots[row].clone().map(|class| class as u32) {
            let to_themselves = self.classes.to_themselves(class);
            to_themselves.into_iter().for_each(|node| errors.note(node as usize, true));
            match self.classes.first_run(class) {
                Some(first) => self.put(first),
                None => {
                    let sent = self.classes.sent(class, &mut self.room);
                    sent.nodes.iter().for_each(|&node| errors.find(node as usize));
                }
            }
        }
    }

    fn keep(&mut self) -> bool {
        let Runs { bits, moved, .. } = &self.each;
        let state = || State { bits: bits.clone(), moved: moved.clone(), ends: self.ends.clone() };
        self.kept = (!self.is_apart).then(state);
        self.kept.is_some()
    }

    fn undo(&mut self) -> bool {
        let met = self.kept.is_some() && self.have_met();
        let Some(State { bits, moved, ends }) = self.kept.take_if(|_| met) else { return false };
        (self.each.bits, self.each.moved, self.ends) = (bits, moved, ends);
        self.has_met = false;
        self.take_apart();
        true
    }
}

#[cfg(test)]
mod tests;
