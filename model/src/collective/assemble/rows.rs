//! Cells of blocks and rows of programs, phase by phase.

use super::{cells::Cells, lives::Hop, lives::Lives, span};
use crate::collective::{Address, NodeProgram, Phase, Place, Plan, Put, Row, Send, Timing, TURNAROUND};
use std::collections::BTreeMap;

/// The programs, and how many cells the fullest bank uses.
pub struct Written {
    pub classes: Vec<NodeProgram>,
    pub cells: usize,
}

/// Writes the programs of all classes.
pub fn write(plan: &Plan, lives: &Lives, bank_of: &[usize], banks: usize, flits: u32) -> Written {
    let classes = plan.placement.sources().len();
    let lanes = plan.ports.lanes(plan.torus());
    let mut writer = Writer {
        lives,
        bank_of,
        flits,
        cell: vec![usize::MAX; lives.all.len()],
        memory: vec![vec![Cells::default(); banks]; classes],
        rows: vec![Vec::new(); classes],
        lanes,
    };
    lives.loads.iter().flatten().for_each(|(_, life)| writer.place(&[*life]));
    for (number, phase) in plan.phases.iter().enumerate() {
        writer.phase(plan, number, phase);
    }
    writer.finish(plan)
}

struct Writer<'a> {
    lives: &'a Lives,
    bank_of: &'a [usize],
    flits: u32,
    cell: Vec<usize>,
    memory: Vec<Vec<Cells>>,
    rows: Vec<Vec<Row>>,
    lanes: usize,
}

/// The remote writes that begin in a slot of the phase: their cycles, and one for each local port.
type Puts = BTreeMap<u32, (u32, Vec<Option<Put>>)>;

impl Writer<'_> {
    /// Finds cells for lifetimes of one class and bank, side by side if possible.
    fn place(&mut self, lives: &[usize]) {
        let Some(&first) = lives.first() else { return };
        let cells = self.memory[self.lives.all[first].class][self.bank_of[first]].take(lives.len());
        lives.iter().zip(cells).for_each(|(&life, cell)| self.cell[life] = cell);
    }

    fn address(&self, life: usize) -> Address {
        Address { bank: self.bank_of[life], index: self.cell[life] * self.flits as usize }
    }

    fn phase(&mut self, plan: &Plan, number: usize, phase: &Phase) {
        let mut puts: Vec<Puts> = vec![Puts::new(); self.rows.len()];
        let mut gone: Vec<Vec<Vec<usize>>> =
            self.memory.iter().map(|banks| vec![Vec::new(); banks.len()]).collect();
        for (send, hops) in phase.sends.iter().zip(&self.lives.hops[number]) {
            let mut hops = hops.clone();
            hops.sort_unstable_by_key(|hop| (self.bank_of[hop.from], self.cell[hop.from]));
            let arriving: Vec<usize> = hops.iter().map(|hop| hop.to).collect();
            self.place(&arriving);
            for hop in hops.iter().filter(|hop| self.lives.all[hop.from].sent.is_some()) {
                gone[send.source][self.bank_of[hop.from]].push(self.cell[hop.from]);
            }
            let lane = plan.ports.lane(send.word.runs()[0].port);
            self.send(send, &hops, lane, &mut puts[send.source]);
        }
        for (class, puts) in puts.into_iter().enumerate() {
            let rows = phase_rows(phase, puts, self.flits, self.lanes);
            self.rows[class].extend(rows);
        }
        for (banks, gone) in self.memory.iter_mut().zip(gone) {
            banks.iter_mut().zip(gone).for_each(|(cells, gone)| cells.give(gone));
        }
    }

    /// The rows of one send: one for each group of blocks that lie side by side in both memories.
    fn send(&self, send: &Send, hops: &[Hop], lane: usize, puts: &mut Puts) {
        let mut slot = send.step;
        let beside = |a: &Hop, b: &Hop| {
            let next = |life: usize| (self.bank_of[life], self.cell[life] + 1);
            let here = |life: usize| (self.bank_of[life], self.cell[life]);
            next(a.from) == here(b.from) && next(a.to) == here(b.to)
        };
        for run in hops.chunk_by(beside) {
            let (from, to) = (self.address(run[0].from), self.address(run[0].to));
            let cycles = run.len() as u32 * self.flits;
            let (held, lanes) = puts.entry(slot).or_insert_with(|| (cycles, vec![None; self.lanes]));
            assert!(lanes[lane].is_none(), "A verified plan uses a lane once at a time.");
            assert_eq!(*held, cycles, "Lanes that begin a row together send equally many flits.");
            lanes[lane] = Some(Put { word: send.word.clone(), from, to });
            slot += cycles;
        }
    }

    fn finish(self, plan: &Plan) -> Written {
        let (torus, lives) = (plan.torus(), self.lives);
        let place = |partner: u32, life: usize| {
            let node = torus.node_at(partner as usize).expect("an offset is the id of a node");
            Place { partner: torus.coordinates(node), address: self.address(life) }
        };
        let class = |(class, rows): (usize, &Vec<Row>)| NodeProgram {
            rows: rows.clone(),
            load: lives.loads[class].iter().map(|(block, life)| place(block.destination, *life)).collect(),
            results: lives.results[class].iter().map(|(block, life)| place(block.origin, *life)).collect(),
        };
        let classes = self.rows.iter().enumerate().map(class).collect();
        let cells = self.memory.iter().flatten().map(|cells| cells.used).max().unwrap_or(0);
        Written { classes, cells }
    }
}

/// The rows of one class in one phase. They fill its span.
fn phase_rows(phase: &Phase, puts: Puts, flits: u32, lanes: usize) -> Vec<Row> {
    let looped = phase.timing == Timing::Passes && flits > 1 && !puts.is_empty();
    let end = if looped { phase.steps } else { span(phase, flits) };
    let idle = |cycles| Row { cycles, last: false, again: false, lanes: vec![None; lanes] };
    let (mut rows, mut slot) = (Vec::new(), 0);
    for (begin, (cycles, lanes)) in puts {
        rows.extend((begin > slot).then(|| idle(begin - slot)));
        // In passes a row moves one flit, whatever the block's length.
        let cycles = if phase.timing == Timing::Passes { 1 } else { cycles };
        rows.push(Row { cycles, last: false, again: false, lanes });
        slot = begin + cycles;
    }
    rows.extend((end > slot).then(|| idle(end - slot)));
    let last = rows.last_mut().expect("a phase has a slot");
    (last.last, last.again) = (true, looped);
    rows.extend(looped.then(|| Row { last: true, ..idle(TURNAROUND) }));
    rows
}
