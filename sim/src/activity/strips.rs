//! Strips of nodes along the last dimension. Rows that follow each other in a regular placement are parts of
//! one strip.

use super::bits::Words;
use std::collections::BTreeMap;
use torus_model::Schedule;

/// Strips of twice the length of a row.
pub struct Strips {
    /// The classes of the nodes of all strips, one after another.
    classes: Vec<usize>,
    /// By the class of its first node, the place at which a row begins.
    pub places: BTreeMap<usize, usize>,
}

impl Strips {
    /// Strips for rows of a length whose first nodes have these classes. `next`: the class of the next node.
    pub fn new(firsts: impl Iterator<Item = usize>, length: usize, next: impl Fn(usize) -> usize) -> Self {
        let mut strips = Strips { classes: Vec::new(), places: BTreeMap::new() };
        for first in firsts {
            if strips.places.contains_key(&first) {
                continue;
            }
            let classes = std::iter::successors(Some(first), |&class| Some(next(class)));
            let (begin, strip) = (strips.classes.len(), classes.take(2 * length).collect::<Vec<_>>());
            // A whole row begins at each of these nodes.
            for (at, &class) in strip[..=length].iter().enumerate() {
                strips.places.entry(class).or_insert(begin + at);
            }
            strips.classes.extend(strip);
        }
        strips
    }

    /// For every slot of an exchange, the links in use of all strips.
    pub fn slots(&self, schedule: &Schedule) -> Vec<Vec<u64>> {
        let (ports, classes) =
            (schedule.torus().port_slots(), schedule.placement.symmetry().classes(schedule.torus()));
        let of_slot = |in_use: &Vec<usize>| {
            let (mut by_class, mut words, mut bits) = (vec![0; classes], Words::default(), Vec::new());
            in_use.iter().for_each(|class| by_class[class / ports] |= 1u64 << (class % ports));
            bits.extend(self.classes.iter().filter_map(|&class| words.push(by_class[class], ports)));
            words.rest(|rest| bits.push(rest));
            bits
        };
        schedule.link_classes_by_slot().iter().map(of_slot).collect()
    }
}
