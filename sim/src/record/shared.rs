//! Waves of exchanges, for a network that is run by one process or shared by several ranks.
//!
//! Rank 0 writes the files. After every batch of cycles each rank sends it the messages on the chosen links
//! and those ejected at their nodes, 16 bytes for each message, and keeps none of them. A batch has at most
//! 256 cycles, or at most 2^18 link bits, so rank 0 never holds more than 8 MB
//! on up to 2^18 links; on more, it holds one cycle: 16 bytes for each link.

use super::{Recording, Subject, Waveform};
use crate::driver::Window;
use crate::engine::{Batch, Ejection, Hop};
use crate::ranks::{agree, number, numbers, several, Ranks};
use crate::SimError;
use std::ops::{ControlFlow, Range};

/// The bytes of a message on a link or at a local port.
const MESSAGE: usize = 16;

/// The cycles and links that are written.
pub(crate) struct Chosen {
    /// The cycles.
    pub cycles: Range<u64>,
    /// The links, by link id.
    pub links: Vec<bool>,
    /// The local ports: those at the nodes of these links.
    pub local_ports: Vec<bool>,
}

impl Chosen {
    /// The cycles and links of a run to write. Error: the run has none of these cycles.
    pub fn new(subject: &Subject) -> Result<Self, SimError> {
        let torus = subject.placement.torus();
        let (slots, each) = (torus.port_slots(), subject.ports.local_ports(torus));
        let links: Vec<bool> = (0..torus.link_slots()).map(|link| subject.part.shows(link)).collect();
        let of_node = |node: u32| links[node as usize * slots..][..slots].contains(&true);
        let nodes = subject.placement.node_ids().map(of_node);
        let local_ports = nodes.flat_map(|shown| std::iter::repeat_n(shown, each)).collect();
        Ok(Chosen { cycles: subject.cycles()?, links, local_ports })
    }

    /// The bytes that a rank sends to rank 0 about a window. Links are also counted before the cycles that
    /// are written.
    fn told(&self, window: &Window) -> Vec<u8> {
        let counted = |hop: &&Hop| window.cycle(hop.step).is_some_and(|cycle| cycle < self.cycles.end);
        let hops = window.batch.hops().iter().filter(|hop| self.links[hop.link as usize]).filter(counted);
        let hops: Vec<[u32; 4]> = hops.map(|hop| [hop.step, hop.link, hop.source, hop.destination]).collect();
        let written = window.cycles().filter(|(_, cycle)| self.cycles.contains(cycle));
        let exits = written.flat_map(|(step, _)| {
            let shown = |out: &Ejection| self.local_ports[out.local_port as usize];
            let exits = window.batch.ejections_of(step).iter().filter(shown);
            exits.map(move |out| [step as u32, out.local_port, out.source, out.destination])
        });
        let count = [hops.len() as u32];
        let words = count.into_iter().chain(hops.iter().copied().chain(exits).flatten());
        words.flat_map(u32::to_le_bytes).collect()
    }
}

/// Wave files that are being written.
pub(crate) struct SharedWaves<'a> {
    ranks: Option<&'a dyn Ranks>,
    chosen: Chosen,
    /// The files, at rank 0 or without ranks.
    waveform: Option<Waveform<'a>>,
    written: Result<(), SimError>,
}

impl<'a> SharedWaves<'a> {
    /// Begins the files. Errors: a folder cannot be written.
    pub fn create(
        ranks: Option<&'a dyn Ranks>,
        recording: Recording,
        subject: Subject<'a>,
    ) -> Result<Self, SimError> {
        let ranks = several(ranks);
        let chosen = Chosen::new(&subject)?;
        let writes = ranks.is_none_or(|ranks| ranks.rank() == 0);
        let waveform = agree(ranks, writes.then(|| Waveform::create(recording, subject)).transpose())?;
        Ok(SharedWaves { ranks, chosen, waveform, written: Ok(()) })
    }

    /// Writes a traced window. Breaks off, on all ranks, if it cannot be written; [`SharedWaves::finish`]
    /// returns the error.
    pub fn observe(&mut self, window: &Window) -> ControlFlow<()> {
        let all = self.ranks.map(|ranks| ranks.gather(&self.chosen.told(window)));
        if let Some(waveform) = &mut self.waveform {
            self.written = match all {
                Some(all) => waveform.observe(&Window { batch: &together(window.batch, &all), ..*window }),
                None => waveform.observe(window),
            };
        }
        let failed = u64::from(self.written.is_err());
        match self.ranks.map_or(failed, |ranks| numbers(ranks, &[failed]).concat().into_iter().sum()) {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }

    /// Completes the files of a run of `cycles` cycles. `counts`: the counts of its links. Errors: those of
    /// rank 0, at all ranks.
    pub fn finish(self, cycles: u64, counts: &[u64]) -> Result<(), SimError> {
        let SharedWaves { ranks, waveform, written, .. } = self;
        let finish = |()| waveform.map_or(Ok(()), |waveform| waveform.finish(cycles, counts));
        agree(ranks, written.and_then(finish))
    }
}

/// Merges what all ranks have sent into one batch.
fn together(batch: &Batch, all: &[Vec<u8>]) -> Batch {
    let (mut hops, mut ejections) = (Vec::new(), Vec::new());
    for told in all {
        let (count, messages) = told.split_at(4);
        let words = |message: &[u8]| [0, 4, 8, 12].map(|at| number(&message[at..at + 4]) as u32);
        let mut messages = messages.chunks_exact(MESSAGE).map(words);
        let of_links = messages.by_ref().take(number(count) as usize);
        hops.extend(of_links.map(|[step, link, source, destination]| Hop {
            step,
            link,
            source,
            destination,
        }));
        let exit =
            |local_port, source, destination| Ejection { local_port, source, destination, dirty: false };
        ejections.extend(messages.map(|[step, port, source, to]| (step, exit(port, source, to))));
    }
    hops.sort_by_key(|hop| (hop.step, hop.link));
    ejections.sort_by_key(|&(step, ejection)| (step, ejection.local_port));
    let (hopped, status, ends) = (hops.len(), batch.status.clone(), vec![0; batch.steps]);
    let mut all = Batch { steps: batch.steps, status, hops, hopped, ends, ..Batch::default() };
    all.take(ejections.into_iter());
    all
}
