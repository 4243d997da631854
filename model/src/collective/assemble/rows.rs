//! Cells of blocks and rows of programs, phase by phase.

use super::{cells::Cells, lifetimes::Hop, lifetimes::Lifetimes, span};
use crate::collective::{
    Address, NodeProgram, Phase, Place, Plan, RemoteWrite, Row, Send, Timing, TURNAROUND,
};
use std::collections::BTreeMap;

/// The programs, and how many cells the fullest bank uses.
pub struct Written {
    pub classes: Vec<NodeProgram>,
    pub cells: usize,
}

/// Writes the programs of all classes.
pub fn write(plan: &Plan, lifetimes: &Lifetimes, bank_of: &[usize], banks: usize, flits: u32) -> Written {
    let classes = plan.placement.sources().len();
    let local_ports = plan.ports.local_ports(plan.torus());
    let mut writer = Writer {
        lifetimes,
        bank_of,
        flits,
        cell: vec![usize::MAX; lifetimes.all.len()],
        memory: vec![vec![Cells::default(); banks]; classes],
        rows: vec![Vec::new(); classes],
        local_ports,
    };
    lifetimes.loads.iter().flatten().for_each(|(_, lifetime)| writer.place(&[*lifetime]));
    for (number, phase) in plan.phases.iter().enumerate() {
        writer.phase(plan, number, phase);
    }
    writer.finish(plan)
}

struct Writer<'a> {
    lifetimes: &'a Lifetimes,
    bank_of: &'a [usize],
    flits: u32,
    cell: Vec<usize>,
    memory: Vec<Vec<Cells>>,
    rows: Vec<Vec<Row>>,
    local_ports: usize,
}

/// The remote writes that begin in a slot of the phase: their cycles, and one for each local port.
type RemoteWrites = BTreeMap<u32, (u32, Vec<Option<RemoteWrite>>)>;

impl Writer<'_> {
    /// Finds cells for lifetimes of one class and bank, side by side if possible.
    fn place(&mut self, lifetimes: &[usize]) {
        let Some(&first) = lifetimes.first() else { return };
        let cells = self.memory[self.lifetimes.all[first].class][self.bank_of[first]].take(lifetimes.len());
        lifetimes.iter().zip(cells).for_each(|(&lifetime, cell)| self.cell[lifetime] = cell);
    }

    fn address(&self, lifetime: usize) -> Address {
        Address { bank: self.bank_of[lifetime], index: self.cell[lifetime] * self.flits as usize }
    }

    fn phase(&mut self, plan: &Plan, number: usize, phase: &Phase) {
        let mut writes: Vec<RemoteWrites> = vec![RemoteWrites::new(); self.rows.len()];
        let mut gone: Vec<Vec<Vec<usize>>> =
            self.memory.iter().map(|banks| vec![Vec::new(); banks.len()]).collect();
        for (send, hops) in phase.sends.iter().zip(&self.lifetimes.hops[number]) {
            let mut hops = hops.clone();
            hops.sort_unstable_by_key(|hop| (self.bank_of[hop.from], self.cell[hop.from]));
            let arriving: Vec<usize> = hops.iter().map(|hop| hop.to).collect();
            self.place(&arriving);
            for hop in hops.iter().filter(|hop| self.lifetimes.all[hop.from].sent.is_some()) {
                gone[send.source][self.bank_of[hop.from]].push(self.cell[hop.from]);
            }
            let port = plan.ports.local_port(send.route.segments()[0].port);
            self.send(send, &hops, port, &mut writes[send.source]);
        }
        for (class, writes) in writes.into_iter().enumerate() {
            let rows = phase_rows(phase, writes, self.flits, self.local_ports);
            self.rows[class].extend(rows);
        }
        for (banks, gone) in self.memory.iter_mut().zip(gone) {
            banks.iter_mut().zip(gone).for_each(|(cells, gone)| cells.give(gone));
        }
    }

    /// The rows of one send: one for each group of blocks that lie side by side in both memories.
    fn send(&self, send: &Send, hops: &[Hop], port: usize, writes: &mut RemoteWrites) {
        let mut slot = send.step;
        let beside = |a: &Hop, b: &Hop| {
            let next = |lifetime: usize| (self.bank_of[lifetime], self.cell[lifetime] + 1);
            let here = |lifetime: usize| (self.bank_of[lifetime], self.cell[lifetime]);
            next(a.from) == here(b.from) && next(a.to) == here(b.to)
        };
        for group in hops.chunk_by(beside) {
            let (from, to) = (self.address(group[0].from), self.address(group[0].to));
            let cycles = group.len() as u32 * self.flits;
            let (held, ports) = writes.entry(slot).or_insert_with(|| (cycles, vec![None; self.local_ports]));
            assert!(ports[port].is_none(), "A verified plan uses a local port once at a time.");
            assert_eq!(*held, cycles, "Local ports that begin a row together send equally many flits.");
            ports[port] = Some(RemoteWrite { route: send.route.clone(), from, to });
            slot += cycles;
        }
    }

    fn finish(self, plan: &Plan) -> Written {
        let (torus, lifetimes) = (plan.torus(), self.lifetimes);
        let place = |partner: u32, lifetime: usize| {
            let node = torus.node_at(partner as usize).expect("an offset is the id of a node");
            Place { partner: torus.coordinates(node), address: self.address(lifetime) }
        };
        let class = |(class, rows): (usize, &Vec<Row>)| NodeProgram {
            rows: rows.clone(),
            load: lifetimes.loads[class]
                .iter()
                .map(|(block, lifetime)| place(block.destination, *lifetime))
                .collect(),
            results: lifetimes.results[class]
                .iter()
                .map(|(block, lifetime)| place(block.origin, *lifetime))
                .collect(),
        };
        let classes = self.rows.iter().enumerate().map(class).collect();
        let cells = self.memory.iter().flatten().map(|cells| cells.used).max().unwrap_or(0);
        Written { classes, cells }
    }
}

/// The rows of one class in one phase. They fill its span.
fn phase_rows(phase: &Phase, writes: RemoteWrites, flits: u32, local_ports: usize) -> Vec<Row> {
    let looped = phase.timing == Timing::Passes && flits > 1 && !writes.is_empty();
    let end = if looped { phase.steps } else { span(phase, flits) };
    let idle = |cycles| Row { cycles, last: false, again: false, writes: vec![None; local_ports] };
    let (mut rows, mut slot) = (Vec::new(), 0);
    for (begin, (cycles, writes)) in writes {
        rows.extend((begin > slot).then(|| idle(begin - slot)));
        // In passes a row moves one flit, whatever the block's length.
        let cycles = if phase.timing == Timing::Passes { 1 } else { cycles };
        rows.push(Row { cycles, last: false, again: false, writes });
        slot = begin + cycles;
    }
    rows.extend((end > slot).then(|| idle(end - slot)));
    let last = rows.last_mut().expect("a phase has a slot");
    (last.last, last.again) = (true, looped);
    rows.extend(looped.then(|| Row { last: true, ..idle(TURNAROUND) }));
    rows
}
