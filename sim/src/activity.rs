//! Which links should carry a message in each cycle. It follows from the schedule and its classes alone, not
//! from the simulated network.
//!
//! Links of one class are in use in the same slots. On full tori and with linear placements, few rows of
//! nodes along the last dimension differ in their classes. Then each distinct row is computed once per cycle
//! and compared with all rows like it (`rows`), which takes a step for each word. Otherwise the links of each
//! class in use are marked one by one.

mod bits;
mod rows;
mod strips;

use crate::ranks::Block;
use crate::scoreboard::Links;
use crate::timetable::{Slots, Timetable};
use rows::{copies, Rows};
use torus_model::Schedule;

/// Rows are compared if each distinct row has at least this many places on average.
const COPIES: usize = 4;

/// The links in use, cycle by cycle.
#[derive(Clone, Debug)]
pub struct Activity {
    timetable: Timetable,
    marks: Marks,
}

/// How links are marked from classes.
#[derive(Clone, Debug)]
enum Marks {
    Rows(Rows),
    Patterns(Patterns),
}

impl Activity {
    /// The activity of a schedule on the links of a block; links are counted from 0.
    pub fn new(schedule: &Schedule, timetable: Timetable, block: &Block) -> Self {
        let marks = match copies(schedule, block) {
            COPIES.. => Marks::Rows(Rows::new(schedule, block).joined()),
            _ => Marks::Patterns(Patterns::new(schedule, block)),
        };
        Activity { timetable, marks }
    }
}

impl Links for Activity {
    fn fill(&mut self, cycle: u64, valid: &mut [u64]) {
        self.marks.fill(self.timetable.slots(cycle), valid);
    }

    fn are_in_use(&mut self, cycle: u64, valid: &[u64], buffer: &mut [u64]) -> bool {
        if let Marks::Rows(rows) = &mut self.marks {
            rows.set(self.timetable.slots(cycle));
            return rows.are_all(valid);
        }
        self.fill(cycle, buffer);
        valid == buffer
    }
}

impl Marks {
    /// Writes the links that are in use in some slots into a vector with a bit for each link.
    fn fill(&mut self, slots: Slots, valid: &mut [u64]) {
        match self {
            Marks::Rows(rows) => {
                rows.set(slots);
                let mut valid = valid.iter_mut();
                rows.words(|word| *valid.next().expect("a word of all links") = word);
            }
            Marks::Patterns(patterns) => {
                valid.fill(0);
                patterns.mark(slots, valid);
            }
        }
    }
}

/// The links of each class.
#[derive(Clone, Debug)]
struct Patterns {
    /// For every slot of an exchange, the link classes in use.
    slots: Vec<Vec<usize>>,
    /// By class: words of a vector with a bit for each link, and their places in the vector.
    of_class: Vec<Vec<(u32, u64)>>,
}

impl Patterns {
    fn new(schedule: &Schedule, block: &Block) -> Self {
        let (torus, symmetry) = (schedule.torus(), schedule.placement.symmetry());
        let mut patterns = vec![Vec::<(u32, u64)>::new(); symmetry.link_classes(torus)];
        let links = torus.links().filter_map(|link| Some((link, block.link(link.index())?)));
        for (link, number) in links {
            let (word, bit) = ((number / 64) as u32, 1u64 << (number % 64));
            let pattern = &mut patterns[symmetry.link_class(torus, link)];
            match pattern.last_mut() {
                Some((last, bits)) if *last == word => *bits |= bit,
                _ => pattern.push((word, bit)),
            }
        }
        Patterns { slots: schedule.link_classes_by_slot(), of_class: patterns }
    }

    fn mark(&self, slots: Slots, valid: &mut [u64]) {
        let classes = slots.filter_map(|slot| self.slots.get(slot)).flatten();
        for &(word, bits) in classes.flat_map(|&class| &self.of_class[class]) {
            valid[word as usize] |= bits;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::Latency;
    use crate::ranks::Grid;
    use torus_model::{schedule::frame::odr_frame, Effort, Placement, PortModel, Torus};

    /// Every link of a block, checked by the class of its node.
    fn naive(schedule: &Schedule, block: &Block, classes: &[usize]) -> Vec<u64> {
        let (torus, symmetry) = (schedule.torus(), schedule.placement.symmetry());
        let mut valid = vec![0; block.links().div_ceil(64)];
        let in_use = torus.links().filter(|&link| classes.contains(&symmetry.link_class(torus, link)));
        for number in in_use.filter_map(|link| block.link(link.index())) {
            valid[number / 64] |= 1 << (number % 64);
        }
        valid
    }

    /// Both ways of marking links, for every slot, on tori whose rows begin within a word, in all blocks of
    /// one rank to four.
    #[test]
    fn both_ways_mark_the_links_of_the_classes() {
        for dims in
            [&[2][..], &[7], &[3, 5], &[4, 4], &[2, 2, 3], &[5, 5, 5], &[3, 3, 3, 3], &[16, 12], &[8, 4, 4]]
        {
            let torus = Torus::new(dims).unwrap();
            let full = Placement::full(&torus);
            let some = Placement::listed(&torus, &[0, 1].map(|node| torus.node_at(node).unwrap())).unwrap();
            let linear = Placement::linear(&torus, None, 0).ok().filter(|linear| linear.len() > 1);
            for placement in [Some(full), Some(some), linear].into_iter().flatten() {
                let schedule = odr_frame(&placement, PortModel::AllPort, Effort::with_seed(1));
                for grid in (1..=4).flat_map(|ranks| Grid::all(&torus, ranks)) {
                    let blocks = (0..grid.len()).map(|rank| Block::of_rank(&torus, &grid, rank));
                    blocks.for_each(|block| assert_both_mark(&schedule, &block));
                }
            }
        }
    }

    fn assert_both_mark(schedule: &Schedule, block: &Block) {
        let timetable = Timetable::new(schedule, 1, Latency { start_to_link: 0, makespan_to_done: 0 });
        let rows = Rows::new(schedule, block);
        let patterns = Marks::Patterns(Patterns::new(schedule, block));
        for marks in [Marks::Rows(rows.clone()), Marks::Rows(rows.joined()), patterns] {
            let slots = schedule.link_classes_by_slot();
            let mut activity = Activity { timetable, marks };
            for (cycle, classes) in (0..).zip(slots) {
                let (expected, case) = (naive(schedule, block, &classes), schedule.torus());
                let mut marked = vec![7; expected.len()];
                activity.fill(cycle, &mut marked);
                assert_eq!(marked, expected, "{case} {block:?}");
                assert!(activity.are_in_use(cycle, &expected, &mut marked), "{case} {block:?}");
                for link in 0..block.links() {
                    let mut other = expected.clone();
                    other[link / 64] ^= 1 << (link % 64);
                    assert!(!activity.are_in_use(cycle, &other, &mut marked), "{case} {block:?} {link}");
                }
            }
        }
    }

    /// Few rows differ on full tori and with linear placements, but not if each node is a class of its own.
    #[test]
    fn few_rows_differ_where_a_placement_is_regular() {
        let torus = Torus::new(&[8, 8, 8]).unwrap();
        let two = [0, 9].map(|node| torus.node_at(node).unwrap());
        let listed = Placement::listed(&torus, &two).unwrap();
        let linear = Placement::linear(&torus, None, 0).unwrap();
        for (placement, expected) in [(Placement::full(&torus), 64), (linear, 8), (listed, 1)] {
            let schedule = odr_frame(&placement, PortModel::AllPort, Effort::with_seed(1));
            assert_eq!(copies(&schedule, &Block::whole(&torus)), expected, "{placement}");
        }
    }
}
