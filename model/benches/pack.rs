//! The packer: moves and cell visits per second, against a plain packer in the same run; then the time to the
//! bound, with one core and with all; then linear placements, searched by free slots, against prices of all
//! starts. The plain packer is the specification written down: nested vectors,
//! every start of every alternative priced cell by cell.
#![allow(missing_docs)] // Nothing here is called from elsewhere.

use std::{env, process::Command, time::Instant};
use torus_model::Effort;
use torus_model::{
    pack::{pack_into, tally, Cell, Horizon, Problem},
    Random,
};
use torus_model::{schedule::balanced::balanced_frame, Entry, Placement, PortModel, Schedule};
use torus_model::{table::packing_problem, Torus};

/// Cell visits of one measured search of the packer.
const VISITS: u64 = 300_000_000;

/// Moves of one measured search of the plain packer.
const PLAIN_MOVES: u64 = 10_000;

/// Searches behind every mean time.
const SEEDS: u64 = 20;

/// Tori, and whether opposite messages are packed as one.
const CASES: [(&[u32], bool); 3] = [(&[4, 6, 8], false), (&[10, 10], true), (&[3, 3, 3, 3, 3], false)];

/// Radices of linear placements in three dimensions.
const LINEAR: [u32; 3] = [16, 32, 64];

/// This argument asks for the times alone; the bench calls itself with it on one core.
const TIMES: &str = "--times-to-bound";

fn main() {
    if env::args().any(|argument| argument == TIMES) {
        return times();
    }
    for (dims, pairs) in CASES {
        rates(dims, pairs);
    }
    let this = env::current_exe().expect("a running program has a path");
    println!("time to the bound, mean of {SEEDS} seeds, one core:");
    match Command::new("taskset").args(["-c", "0"]).arg(&this).arg(TIMES).status() {
        Ok(status) if status.success() => {}
        _ => println!("  not measured: taskset was not found"),
    }
    println!("time to the bound, mean of {SEEDS} seeds, all cores:");
    times();
    LINEAR.into_iter().for_each(free_slots);
}

/// The balanced frame of a linear placement on k x k x k, with its routes; and the search by prices for slots
/// of these routes.
fn free_slots(k: u32) {
    let torus = Torus::homogeneous(3, k).expect("a valid torus");
    let placement = Placement::linear(&torus, None, 0).expect("all ones are units");
    let start = Instant::now();
    let frame = balanced_frame(&placement, PortModel::AllPort, Effort::with_seed(1));
    let seconds = start.elapsed().as_secs_f64();
    let problem = of_frame(&frame);
    let start = Instant::now();
    let tally = tally(&problem, frame.length, Horizon::Periodic, 1, 10 * VISITS).expect("all items fit");
    let ratio = start.elapsed().as_secs_f64() / seconds;
    let packed = if tally.packed { "found it" } else { "gave up" };
    println!(
        "{torus} linear, {} messages, {} slots of {}: {:.1} ms with routes; by prices {packed} after \
         {ratio:.1} x as long",
        problem.items.len(),
        frame.length,
        frame.lower_bound,
        1e3 * seconds
    );
}

/// The messages of a frame as a problem: an item for each, with its links.
fn of_frame(frame: &Schedule) -> Problem {
    let (torus, symmetry) = (frame.torus(), frame.placement.symmetry());
    let class = symmetry.class_of(torus, frame.placement.sources()[0]);
    let item = |entry: &Entry| {
        let links = (0..).zip(symmetry.path(torus, class, entry.route.ports()));
        vec![links.map(|(offset, link)| Cell { offset, resource: link as u32 }).collect()]
    };
    Problem { resources: symmetry.link_classes(torus), items: frame.entries.iter().map(item).collect() }
}

fn problem(dims: &[u32], pairs: bool) -> (Problem, u32) {
    let torus = Torus::new(dims).expect("a valid torus");
    packing_problem(&torus, pairs, Effort::with_seed(1))
}

fn name(dims: &[u32], problem: &Problem) -> String {
    let radices: Vec<String> = dims.iter().map(u32::to_string).collect();
    format!("{}, {} items", radices.join("x"), problem.items.len())
}

/// One step below the bound no search succeeds, so that all of them do the same work.
fn rates(dims: &[u32], pairs: bool) {
    let (problem, length) = problem(dims, pairs);
    let start = Instant::now();
    let tally = tally(&problem, length - 1, Horizon::Finite, 1, VISITS).expect("all items fit");
    let seconds = start.elapsed().as_secs_f64();
    let (moves, visits) = (tally.moves as f64 / seconds, tally.visits as f64 / seconds);
    let start = Instant::now();
    let plain = Plain::new(&problem, length as usize - 1).run(PLAIN_MOVES) as f64;
    let plain = plain / start.elapsed().as_secs_f64();
    println!(
        "{}: {moves:.0} moves/s, {visits:.2e} cell visits/s; plain packer {plain:.0} moves/s, ratio {:.1}",
        name(dims, &problem),
        moves / plain
    );
}

fn times() {
    for (dims, pairs) in CASES {
        let (problem, length) = problem(dims, pairs);
        let start = Instant::now();
        let found = (1..=SEEDS)
            .filter(|&seed| pack_into(&problem, length, Horizon::Finite, seed, 20 * VISITS, 1).is_some());
        let found = found.count();
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "  {}: {:.1} ms, {found} of {SEEDS} reach {length}",
            name(dims, &problem),
            1e3 * seconds / SEEDS as f64
        );
    }
}

/// The plain packer, for finite horizons.
struct Plain<'a> {
    problem: &'a Problem,
    length: usize,
    owner: Vec<Vec<Option<usize>>>,
    weight: Vec<u64>,
    placed: Vec<(usize, usize)>,
    queue: Vec<usize>,
    random: Random,
}

impl<'a> Plain<'a> {
    fn new(problem: &'a Problem, length: usize) -> Self {
        let items = problem.items.len();
        Plain {
            problem,
            length,
            owner: vec![vec![None; length]; problem.resources],
            weight: vec![1; items],
            placed: vec![(0, 0); items],
            queue: (0..items).collect(),
            random: Random::new(1),
        }
    }

    /// Places items until all have their place or so many moves are made; the number of moves.
    fn run(mut self, most: u64) -> u64 {
        let mut moves = 0;
        while !self.queue.is_empty() && moves < most {
            let (a, b) = (self.random.below(self.queue.len()), self.random.below(self.queue.len()));
            let hops = |at: usize| self.problem.items[self.queue[at]][0].len();
            let item = self.queue.swap_remove(if hops(b) > hops(a) { b } else { a });
            self.place(item);
            moves += 1;
        }
        moves
    }

    fn place(&mut self, item: usize) {
        let mut best: Vec<(usize, usize)> = Vec::new();
        let mut least = u64::MAX;
        for (alternative, cells) in self.problem.items[item].iter().enumerate() {
            let last = cells.iter().map(|cell| cell.offset as usize).max().unwrap_or(0);
            for start in 0..self.length.saturating_sub(last) {
                let price = |cell: &Cell| {
                    self.owner[cell.resource as usize][start + cell.offset as usize]
                        .map_or(0, |owner| self.weight[owner])
                };
                let cost = cells.iter().map(price).sum();
                if cost < least {
                    (best, least) = (Vec::new(), cost);
                }
                if cost == least {
                    best.push((alternative, start));
                }
            }
        }
        let choice = best[self.random.below(best.len())];
        self.occupy(item, choice);
    }

    fn occupy(&mut self, item: usize, (alternative, start): (usize, usize)) {
        for cell in &self.problem.items[item][alternative] {
            if let Some(other) = self.owner[cell.resource as usize][start + cell.offset as usize] {
                let (alternative, start) = self.placed[other];
                for cell in &self.problem.items[other][alternative] {
                    self.owner[cell.resource as usize][start + cell.offset as usize] = None;
                }
                self.weight[other] += 1;
                self.queue.push(other);
            }
        }
        self.placed[item] = (alternative, start);
        for cell in &self.problem.items[item][alternative] {
            self.owner[cell.resource as usize][start + cell.offset as usize] = Some(item);
        }
    }
}
