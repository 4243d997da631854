//! A player of programs that shares no code with that of the model. It first unrolls every row, then follows
//! every flit in the order of slots, with sets and maps.

#![allow(dead_code)] // Every test file uses a part of it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use torus_model::collective::{NodeProgram, Plan, Program, RemoteWrite, Task};

/// The uses of links: `(slot, node, port)`.
pub type Uses = BTreeSet<(u32, usize, usize)>;

/// A flit: origin, destination, number.
type Flit = (usize, usize, u32);
/// A place in a memory: node, bank, index.
type Cell = (usize, usize, usize);

/// The nodes by number; the last coordinate counts fastest.
pub struct Grid {
    dims: Vec<usize>,
}

impl Grid {
    pub fn new(dims: &[u32]) -> Self {
        Grid { dims: dims.iter().map(|&n| n as usize).collect() }
    }

    pub fn coordinates(&self, node: usize) -> Vec<usize> {
        let mut rest = node;
        let mut x: Vec<usize> = self.dims.iter().rev().map(|n| (rest % n, rest /= n).0).collect();
        x.reverse();
        x
    }

    pub fn moved(&self, node: usize, by: &[usize]) -> usize {
        let x = self.coordinates(node);
        (0..x.len()).fold(0, |id, i| id * self.dims[i] + (x[i] + by[i]) % self.dims[i])
    }

    /// The nodes that a route leaves with the ports it takes, and the node at which it ends.
    pub fn walk(&self, from: usize, letters: &str) -> (Vec<(usize, usize)>, usize) {
        let (mut at, mut links) = (from, Vec::new());
        for letter in letters.chars() {
            let dim = letter.to_ascii_lowercase() as usize - 'a' as usize;
            let down = letter.is_ascii_uppercase();
            // Between two nodes there is one link, the upward one.
            let minus = down && self.dims[dim] > 2;
            links.push((at, 2 * dim + usize::from(minus)));
            let mut by = vec![0; self.dims.len()];
            by[dim] = if down { self.dims[dim] - 1 } else { 1 };
            at = self.moved(at, &by);
        }
        (links, at)
    }
}

/// The uses of every link in a plan: `(node, port)` and their number.
pub fn plan_uses(plan: &Plan) -> BTreeMap<(usize, usize), u64> {
    let (grid, mut uses) = (Grid::new(plan.torus().dims()), BTreeMap::new());
    let sources = plan.placement.source_indices();
    for send in plan.phases.iter().flat_map(|phase| &phase.sends) {
        for (node, source) in plan.placement.processors().iter().zip(&sources) {
            if *source == send.source {
                let (links, _) = grid.walk(node.index(), &send.route.to_string());
                links.into_iter().for_each(|link| *uses.entry(link).or_insert(0) += send.blocks.len() as u64);
            }
        }
    }
    uses
}

/// The sends of a plan at all nodes, counted in blocks.
pub fn plan_moves(plan: &Plan) -> u64 {
    let sources = plan.placement.source_indices();
    let of_send = |source| sources.iter().filter(|&&other| other == source).count();
    let sends = plan.phases.iter().flat_map(|phase| &phase.sends);
    sends.map(|send| (of_send(send.source) * send.blocks.len()) as u64).sum()
}

/// Whether a plan has blocks from a node to itself.
pub fn has_own(plan: &Plan) -> bool {
    matches!(plan.task, Task::Exchange { own: true })
}

/// A step of a program: slot, number added to addresses, local port, remote write.
type Step<'a> = (u32, u32, usize, &'a RemoteWrite);

/// The rows cycle by cycle, and the number of slots they take.
fn unrolled(own: &NodeProgram, flits: u32) -> (Vec<Step<'_>>, u32) {
    let (mut all, mut slot) = (Vec::new(), 0);
    for phase in own.rows.split_inclusive(|row| row.last) {
        let passes = if phase.last().is_some_and(|row| row.last && row.again) { flits } else { 1 };
        for pass in 0..passes {
            for row in phase {
                for cycle in 0..row.cycles {
                    let ports = row.writes.iter().enumerate();
                    all.extend(ports.filter_map(|(l, write)| Some((slot, pass + cycle, l, write.as_ref()?))));
                    slot += 1;
                }
            }
        }
    }
    (all, slot)
}

struct Memory {
    cells: HashMap<Cell, Flit>,
    /// Writes, by the slot from which on they can be read.
    later: BTreeMap<u32, Vec<(Cell, Flit)>>,
}

impl Memory {
    fn until(&mut self, slot: u32) {
        while self.later.first_key_value().is_some_and(|(&ready, _)| ready <= slot) {
            self.cells.extend(self.later.pop_first().unwrap().1);
        }
    }
}

/// Plays a program. Returns all uses of links, or `None` if something is wrong.
pub fn play(program: &Program) -> Option<Uses> {
    let grid = Grid::new(program.placement.torus().dims());
    let nodes: Vec<usize> = program.placement.processors().iter().map(|node| node.index()).collect();
    let owns = program.of_processors();
    let mut memory = Memory { cells: HashMap::new(), later: BTreeMap::new() };
    let mut steps = Vec::new();
    for (&node, own) in nodes.iter().zip(&owns) {
        load(program, &grid, node, own, &mut memory)?;
        let (all, slots) = unrolled(own, program.flits);
        (slots <= program.slots).then_some(())?;
        steps.extend(all.into_iter().map(|step| (node, step)));
    }
    steps.sort_by_key(|(_, (slot, ..))| *slot);
    let uses = run(program, &grid, &nodes, &steps, &mut memory)?;
    memory.until(program.slots);
    memory.later.is_empty().then_some(())?;
    nodes.iter().zip(&owns).all(|(&node, own)| ends(program, &grid, node, own, &memory)).then_some(uses)
}

fn inside(program: &Program, cell: Cell) -> Option<Cell> {
    (cell.1 < program.banks && cell.2 < program.depth).then_some(cell)
}

fn partner(grid: &Grid, node: usize, offset: &[u32]) -> usize {
    grid.moved(node, &offset.iter().map(|&v| v as usize).collect::<Vec<_>>())
}

fn load(program: &Program, grid: &Grid, node: usize, own: &NodeProgram, memory: &mut Memory) -> Option<()> {
    for place in &own.load {
        for number in 0..program.flits {
            let cell = inside(program, (node, place.address.bank, place.address.index + number as usize))?;
            memory.cells.insert(cell, (node, partner(grid, node, &place.partner), number));
        }
    }
    Some(())
}

fn run(
    program: &Program,
    grid: &Grid,
    nodes: &[usize],
    steps: &[(usize, Step)],
    memory: &mut Memory,
) -> Option<Uses> {
    let (mut uses, mut reads) = (Uses::new(), HashMap::new());
    let (mut ports, mut banks) = (HashSet::new(), HashSet::new());
    for &(node, (slot, add, port, write)) in steps {
        memory.until(slot);
        let from = inside(program, (node, write.from.bank, write.from.index + add as usize))?;
        (*reads.entry((slot, node, from.1)).or_insert(from.2) == from.2).then_some(())?;
        let flit = *memory.cells.get(&from)?;
        let (links, end) = grid.walk(node, &write.route.to_string());
        let one = program.ports != torus_model::PortModel::AllPort;
        (one || links[0].1 == port).then_some(())?;
        for (hop, (at, port)) in links.iter().enumerate() {
            uses.insert((slot + hop as u32, *at, *port)).then_some(())?;
        }
        let there = slot + links.len() as u32 - 1;
        let to = inside(program, (end, write.to.bank, write.to.index + add as usize))?;
        let port = if one { 0 } else { links[links.len() - 1].1 };
        (nodes.contains(&end) && ports.insert((there, end, port))).then_some(())?;
        banks.insert((there, end, to.1)).then_some(())?;
        memory.later.entry(there + 4).or_default().push((to, flit));
    }
    Some(uses)
}

/// Whether every expected block is at the place that the program states, and no other place is stated.
fn ends(program: &Program, grid: &Grid, node: usize, own: &NodeProgram, memory: &Memory) -> bool {
    let mut origins: Vec<usize> = own.results.iter().map(|p| partner(grid, node, &p.partner)).collect();
    let held = own.results.iter().zip(&origins).all(|(place, &origin)| {
        let destination = if program.broadcast { origin } else { node };
        (0..program.flits).all(|number| {
            let cell = (node, place.address.bank, place.address.index + number as usize);
            memory.cells.get(&cell) == Some(&(origin, destination, number))
        })
    });
    origins.sort();
    let loads_own = |c: &NodeProgram| c.load.iter().any(|p| p.partner.iter().all(|&v| v == 0));
    let own = program.classes.iter().any(loads_own);
    let processors = program.placement.processors().iter().map(|n| n.index());
    let due: Vec<usize> = match program.broadcast {
        true => program.message_source().iter().map(|n| n.index()).collect(),
        false => processors.filter(|&other| own || other != node).collect(),
    };
    held && origins == due
}
