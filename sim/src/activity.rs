//! Which links should carry a message in each cycle. It follows from the schedule and its classes alone, not
//! from the simulated network.
//!
//! Links of one class are in use in the same slots. On full tori and with linear placements, few rows of
//! nodes along the last dimension differ in their classes. Then each distinct row is computed once per cycle
//! and copied to its places, which takes a step for each word. Otherwise the links of each class in use are
//! marked one by one.

use crate::ranks::Block;
use crate::scoreboard::Links;
use crate::timetable::Timetable;
use std::collections::BTreeMap;
use torus_model::{Port, Schedule, Sign};

/// Rows are copied if each distinct row has at least this many places on average.
const COPIES: usize = 4;

/// The links in use, cycle by cycle.
#[derive(Clone, Debug)]
pub struct Activity {
    timetable: Timetable,
    /// For every slot of an exchange, the link classes in use.
    slots: Vec<Vec<usize>>,
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
        let marks = match Rows::new(schedule, block) {
            rows if rows.copies() >= COPIES => Marks::Rows(rows),
            _ => Marks::Patterns(Patterns::new(schedule, block)),
        };
        Activity { timetable, slots: schedule.link_classes_by_slot(), marks }
    }
}

impl Links for Activity {
    fn fill(&mut self, cycle: u64, valid: &mut [u64]) {
        valid.fill(0);
        let slots = self.timetable.slots(cycle).filter_map(|slot| self.slots.get(slot));
        let classes = slots.flatten().copied();
        match &mut self.marks {
            Marks::Rows(rows) => rows.mark(classes, valid),
            Marks::Patterns(patterns) => patterns.mark(classes, valid),
        }
    }
}

/// The links of each class.
#[derive(Clone, Debug)]
struct Patterns(
    /// By class: words of a vector with a bit for each link, and their places in the vector.
    Vec<Vec<(u32, u64)>>,
);

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
        Patterns(patterns)
    }

    fn mark(&self, classes: impl Iterator<Item = usize>, valid: &mut [u64]) {
        for &(word, bits) in classes.flat_map(|class| &self.0[class]) {
            valid[word as usize] |= bits;
        }
    }
}

/// The rows of a block along the last dimension.
#[derive(Clone, Debug)]
struct Rows {
    /// Port slots of a node.
    ports: usize,
    /// Each distinct row: the classes of its nodes, and the places of the rows that are like it.
    different: Vec<(Vec<u32>, Vec<usize>)>,
    /// Memory of [`Rows::mark`], used again: the ports in use of each class, and the bits of a row.
    in_use: Vec<u64>,
    bits: Vec<u64>,
}

impl Rows {
    fn new(schedule: &Schedule, block: &Block) -> Self {
        let (torus, symmetry) = (schedule.torus(), schedule.placement.symmetry());
        let last = torus.d() - 1;
        let length = block.length(last);
        let nodes = block.ids().step_by(length).filter_map(|node| torus.node_at(node));
        let (mut different, mut numbers) = (Vec::<(Vec<u32>, Vec<usize>)>::new(), BTreeMap::new());
        for (at, first) in nodes.enumerate() {
            let class = symmetry.class_of(torus, first);
            let number = *numbers.entry(class).or_insert_with(|| {
                let next = |&class: &usize| Some(symmetry.step(torus, class, Port::new(last, Sign::Plus)));
                let row = std::iter::successors(Some(class), next).map(|class| class as u32);
                different.push((row.take(length).collect(), Vec::new()));
                different.len() - 1
            });
            different[number].1.push(at);
        }
        let (ports, classes) = (torus.port_slots(), symmetry.classes(torus));
        let bits = vec![0; (length * ports).div_ceil(64)];
        Rows { ports, different, in_use: vec![0; classes], bits }
    }

    /// The average number of places of a distinct row.
    fn copies(&self) -> usize {
        self.different.iter().map(|(_, places)| places.len()).sum::<usize>() / self.different.len()
    }

    fn mark(&mut self, classes: impl Iterator<Item = usize>, valid: &mut [u64]) {
        let Rows { ports, different, in_use, bits } = self;
        in_use.fill(0);
        classes.for_each(|class| in_use[class / *ports] |= 1u64 << (class % *ports));
        for (row, places) in different {
            bits.fill(0);
            for (at, &class) in row.iter().enumerate() {
                or_at(bits, at * *ports, &[in_use[class as usize]]);
            }
            places.iter().for_each(|at| or_at(valid, at * row.len() * *ports, bits));
        }
    }
}

/// Sets the bits of some words in a vector, from bit `at` on. Bits after its end are dropped.
fn or_at(vector: &mut [u64], at: usize, words: &[u64]) {
    let (first, shift) = (at / 64, at % 64);
    vector[first..].iter_mut().zip(words).for_each(|(to, word)| *to |= word << shift);
    if shift > 0 {
        vector[first + 1..].iter_mut().zip(words).for_each(|(to, word)| *to |= word >> (64 - shift));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        for dims in [&[2][..], &[7], &[3, 5], &[4, 4], &[2, 2, 3], &[5, 5, 5], &[3, 3, 3, 3], &[16, 12]] {
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
        let (mut rows, patterns) = (Rows::new(schedule, block), Patterns::new(schedule, block));
        for classes in schedule.link_classes_by_slot() {
            let expected = naive(schedule, block, &classes);
            let mut marked = [vec![0; expected.len()], vec![0; expected.len()]];
            rows.mark(classes.iter().copied(), &mut marked[0]);
            patterns.mark(classes.iter().copied(), &mut marked[1]);
            assert_eq!(marked, [expected.clone(), expected], "{} {block:?}", schedule.torus());
        }
    }

    /// Rows are copied on full tori and with linear placements, but not if each node is a class of its own.
    #[test]
    fn few_rows_differ_where_a_placement_is_regular() {
        let torus = Torus::new(&[8, 8, 8]).unwrap();
        let two = [0, 9].map(|node| torus.node_at(node).unwrap());
        let listed = Placement::listed(&torus, &two).unwrap();
        let linear = Placement::linear(&torus, None, 0).unwrap();
        for (placement, copies) in [(Placement::full(&torus), 64), (linear, 8), (listed, 1)] {
            let schedule = odr_frame(&placement, PortModel::AllPort, Effort::with_seed(1));
            assert_eq!(Rows::new(&schedule, &Block::whole(&torus)).copies(), copies, "{placement}");
        }
    }
}
