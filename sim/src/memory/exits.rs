//! Checks what leaves a network with memories: every flit at its local port in its cycle, including blocks
//! that are stored on their way.

use super::reference::{Due, Reference};
use crate::engine::{Ejected, Ejection};
use crate::mismatch::{LocalPort, Mismatch, Mismatches, NamedNode};
use crate::scoreboard::{in_order, Exits};
use std::rc::Rc;
use torus_model::collective::Program;

/// Compares ejections with a program.
pub struct ProgramExits<'a> {
    program: &'a Program,
    reference: Rc<Reference>,
    local_ports: u32,
    /// Flits that arrived at their final place.
    stayed: u64,
}

impl<'a> ProgramExits<'a> {
    /// The checker before the first flit.
    pub fn new(program: &'a Program, reference: Rc<Reference>) -> Self {
        let torus = program.placement.torus();
        let local_ports = program.ports.local_ports(torus) as u32;
        ProgramExits { program, reference, local_ports, stayed: 0 }
    }

    fn place(&self, local_port: u32) -> (NamedNode, LocalPort) {
        let node = self.program.placement.processors()[(local_port / self.local_ports) as usize];
        let name = NamedNode::new(self.program.placement.torus(), node);
        (name, LocalPort::new(self.program.ports, (local_port % self.local_ports) as usize))
    }

    fn ejection(&mut self, cycle: u64, got: Ejection, due: Option<&Due>, mismatches: &mut Vec<Mismatch>) {
        let Ejection { local_port: number, source, destination, dirty } = got;
        let (node, local_port) = self.place(number);
        if dirty {
            mismatches.push(Mismatch::Payload { node: node.clone(), local_port, cycle });
        }
        match due {
            Some(due) if (due.source, due.destination) == (source, destination) => {
                self.stayed += u64::from(due.stays);
            }
            Some(due) if due.source == source => {
                mismatches.push(Mismatch::Misdelivered { node, local_port, cycle, source, destination });
            }
            due => {
                let expected = due.map(|due| due.source);
                mismatches.push(Mismatch::Unscheduled { node, local_port, cycle, source, expected });
            }
        }
    }
}

impl Exits for ProgramExits<'_> {
    fn observe(&mut self, cycle: u64, ejections: Ejected, mismatches: &mut Mismatches) {
        let reference = Rc::clone(&self.reference);
        let due = reference.due(cycle);
        let of = |local_port: u32| {
            due.binary_search_by_key(&local_port, |due| due.local_port).ok().map(|at| &due[at])
        };
        in_order(ejections, mismatches, |ejection, found| {
            self.ejection(cycle, ejection, of(ejection.local_port), found);
        });
        let seen = ejections.local_ports.iter().filter(|&&port| of(port).is_some()).count();
        if seen < due.len() {
            let absent = due.iter().filter(|due| !ejections.local_ports.contains(&due.local_port));
            for due in absent {
                let (node, local_port) = self.place(due.local_port);
                mismatches.push(Mismatch::Absent { node, local_port, cycle, source: due.source });
            }
        }
    }

    /// The number of complete messages.
    fn delivered(&self) -> u64 {
        self.stayed / u64::from(self.program.flits)
    }

    fn parts(&self) -> [u64; 2] {
        [self.stayed, u64::from(self.program.flits)]
    }

    fn finish(&mut self, _: &mut Mismatches) {}
}
