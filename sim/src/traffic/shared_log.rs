//! The log of all ranks of a run of packets, for rank 0, which writes the waves.
//! After every batch of cycles each rank sends rank 0 the flits on chosen links, the flits that enter and
//! leave at the local ports of their nodes, and the numbers of open and delivered packets. Before the first
//! cycle that is written it sends which links are in use, a bit for each. It keeps none of this.

use crate::engine::traffic::{Log, Seen};
use crate::monitor::set_bits;
use crate::ranks::{bytes, read, Block, Grid, Ranks};
use crate::record::Chosen;
use torus_model::{Placement, Torus};

/// The packets of a scoreboard in a cycle: those that were open before any flit left in it, and those that
/// have arrived at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Note {
    pub open: u64,
    pub delivered: u64,
}

/// The log of one of several ranks.
pub(super) struct SharedLog<'a> {
    pub ranks: &'a dyn Ranks,
    torus: &'a Torus,
    chosen: Chosen,
    grid: Grid,
    block: Block,
    /// The number of each local port of the block in the whole torus.
    own_local_ports: Vec<usize>,
}

impl<'a> SharedLog<'a> {
    /// The log of a block.
    pub fn new(ranks: &'a dyn Ranks, placement: &'a Placement, block: &Block, chosen: Chosen) -> Self {
        let (torus, processors) = (placement.torus(), placement.processors());
        let each = chosen.local_ports.len() / placement.len().max(1);
        let own = (0..placement.len()).filter(|&at| block.node(processors[at].index()).is_some());
        let own_local_ports = own.flat_map(|processor| processor * each..(processor + 1) * each).collect();
        let (grid, block) = (Grid::of(torus, ranks), block.clone());
        SharedLog { ranks, torus, chosen, grid, block, own_local_ports }
    }

    /// The log of all ranks, at rank 0. `cycle`: the cycle of the first step.
    pub fn together(&self, cycle: u64, log: &Log, notes: &[Note]) -> Option<(Log, Vec<Note>)> {
        let all = self.ranks.gather(&bytes(&self.told(cycle, log, notes)));
        let all = all.iter().map(|told| read(told).collect());
        (self.ranks.rank() == 0).then(|| self.whole(cycle, notes.len(), all.collect()))
    }

    /// The number of steps whose links belong to cycles before those that are written.
    fn counted(&self, cycle: u64, steps: usize) -> usize {
        (self.chosen.cycles.start.saturating_sub(cycle + 1) as usize).min(steps)
    }

    /// What this rank sends: for each step its note and whether there is an error; the number of flits of
    /// each sort; the flits; and links in use.
    fn told(&self, cycle: u64, log: &Log, notes: &[Note]) -> Vec<u64> {
        let steps = notes.iter().enumerate();
        let mut told: Vec<u64> =
            steps.flat_map(|(step, note)| [note.open, note.delivered, u64::from(log.error(step))]).collect();
        let (links, local_ports) = (&self.chosen.links, &self.chosen.local_ports);
        let local_port = |own: usize| self.own_local_ports[own];
        let link = |own: usize| self.block.link_id(own);
        let chosen =
            |all: &[Seen], shown: &[bool], id: &dyn Fn(usize) -> usize, after: u64| -> Vec<[u64; 2]> {
                let at = |seen: &Seen| (id(seen.place as usize), cycle + after + u64::from(seen.step));
                let ends = self.chosen.cycles.end;
                let all = all.iter().filter(|seen| shown[at(seen).0] && at(seen).1 < ends);
                all.map(|seen| [u64::from(seen.step) << 32 | at(seen).0 as u64, seen.serial.into()]).collect()
            };
        // Flits on links after an edge belong to the next cycle.
        let sorts = [
            chosen(log.entered(), local_ports, &local_port, 0),
            chosen(log.left(), local_ports, &local_port, 0),
            chosen(log.hops(), links, &link, 1),
        ];
        told.extend(sorts.iter().map(|flits| flits.len() as u64));
        told.extend(sorts.into_iter().flatten().flatten());
        told.extend((0..self.counted(cycle, notes.len())).flat_map(|step| log.valid(step)));
        told
    }

    /// Merges what all ranks have sent into the log of a single process.
    fn whole(&self, cycle: u64, steps: usize, all: Vec<Vec<u64>>) -> (Log, Vec<Note>) {
        let words = self.torus.link_slots().div_ceil(64);
        let (mut valid, mut error) = (vec![0; steps * words], vec![0; steps]);
        let (mut notes, mut sorts) = (vec![Note::default(); steps], [(); 3].map(|()| Vec::new()));
        for (rank, told) in all.iter().enumerate() {
            let (by_step, rest) = told.split_at(3 * steps);
            for (step, told) in by_step.chunks_exact(3).enumerate() {
                notes[step].open += told[0];
                notes[step].delivered += told[1];
                error[step] |= told[2] as u8;
            }
            let (counts, mut rest) = rest.split_at(3);
            for (flits, &count) in sorts.iter_mut().zip(counts) {
                let (own, more) = rest.split_at(2 * count as usize);
                flits.extend(own.chunks_exact(2).map(seen));
                rest = more;
            }
            let block = Block::of_rank(self.torus, &self.grid, rank);
            let planes = rest.chunks_exact(block.links().div_ceil(64)).take(self.counted(cycle, steps));
            for (step, plane) in planes.enumerate() {
                let ids = set_bits(plane).map(|link| block.link_id(link));
                ids.for_each(|link| valid[step * words + link / 64] |= 1 << (link % 64));
            }
        }
        sorts.iter_mut().for_each(|flits| flits.sort_by_key(|seen: &Seen| (seen.step, seen.place)));
        (Log::of(valid, error, sorts), notes)
    }
}

/// A flit from the words that a rank has sent.
fn seen(told: &[u64]) -> Seen {
    Seen { step: (told[0] >> 32) as u32, place: told[0] as u32, serial: told[1] as u32, ..Seen::default() }
}
