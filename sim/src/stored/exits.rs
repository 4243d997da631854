//! What leaves a network with memories: every flit on its lane in its cycle, blocks on their way included.

use super::reference::{Due, Reference};
use crate::engine::Ejection;
use crate::mismatch::{Lane, Mismatch, Mismatches, NamedNode};
use crate::scoreboard::Exits;
use std::rc::Rc;
use torus_model::collective::Program;

/// Compares ejections with a program.
pub struct StoredExits<'a> {
    program: &'a Program,
    reference: Rc<Reference>,
    lanes: u32,
    /// Flits that came to stay.
    home: u64,
}

impl<'a> StoredExits<'a> {
    /// Nothing has left yet.
    pub fn new(program: &'a Program, reference: Rc<Reference>) -> Self {
        let torus = program.placement.torus();
        let lanes = program.ports.local_ports(torus) as u32;
        StoredExits { program, reference, lanes, home: 0 }
    }

    fn place(&self, lane: u32) -> (NamedNode, Lane) {
        let node = self.program.placement.processors()[(lane / self.lanes) as usize];
        let name = NamedNode::new(self.program.placement.torus(), node);
        (name, Lane::new(self.program.ports, (lane % self.lanes) as usize))
    }

    fn ejection(&mut self, cycle: u64, got: &Ejection, due: Option<&Due>, mismatches: &mut Mismatches) {
        let Ejection { lane: number, source, destination, dirty, .. } = *got;
        let (node, lane) = self.place(number);
        if dirty != 0 {
            mismatches.push(Mismatch::Payload { node: node.clone(), lane, cycle });
        }
        match due {
            Some(due) if (due.source, due.destination) == (source, destination) => {
                self.home += u64::from(due.home);
            }
            Some(due) if due.source == source => {
                mismatches.push(Mismatch::Misdelivered { node, lane, cycle, source, destination });
            }
            due => {
                let expected = due.map(|due| due.source);
                mismatches.push(Mismatch::Unscheduled { node, lane, cycle, source, expected });
            }
        }
    }
}

impl Exits for StoredExits<'_> {
    fn observe(&mut self, cycle: u64, ejections: &[Ejection], mismatches: &mut Mismatches) {
        let reference = Rc::clone(&self.reference);
        let due = reference.due(cycle);
        let of = |lane: u32| due.binary_search_by_key(&lane, |due| due.lane).ok().map(|at| &due[at]);
        for ejection in ejections {
            self.ejection(cycle, ejection, of(ejection.lane), mismatches);
        }
        let seen = ejections.iter().filter(|ejection| of(ejection.lane).is_some()).count();
        if seen < due.len() {
            let absent = due.iter().filter(|due| ejections.iter().all(|got| got.lane != due.lane));
            for due in absent {
                let (node, lane) = self.place(due.lane);
                mismatches.push(Mismatch::Absent { node, lane, cycle, source: due.source });
            }
        }
    }

    /// Whole messages.
    fn delivered(&self) -> u64 {
        self.home / u64::from(self.program.flits)
    }

    fn finish(&mut self, _: &mut Mismatches) {}
}
