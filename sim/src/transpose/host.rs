//! Writes and reads data through the host ports of the memories. Each of several ranks compares what is read
//! in its block.

use super::Session;
use crate::engine::Host;
use crate::mismatch::{Mismatch, NamedNode};
use torus_model::collective::{NodeProgram, Place};
use torus_model::NodeId;

/// Clock edges that are run at a time.
const BATCH: usize = 64;

impl<'a> Session<'a> {
    fn words(&self) -> usize {
        self.job.setup.manifest.width.div_ceil(32)
    }

    /// The places of every processor, flit by flit, in steps of one access for each processor.
    fn accesses(
        &self,
        places: impl Fn(&'a NodeProgram) -> &'a [Place],
    ) -> Vec<Vec<Option<(&'a Place, u32)>>> {
        let program = self.job.program;
        let all: Vec<&[Place]> = program.of_processors().into_iter().map(places).collect();
        let flits = program.flits as usize;
        let steps = all.iter().map(|places| places.len()).max().unwrap_or(0) * flits;
        let at = |places: &'a [Place], step: usize| Some((places.get(step / flits)?, (step % flits) as u32));
        (0..steps).map(|step| all.iter().map(|places| at(places, step)).collect()).collect()
    }

    fn address(&self, place: &Place, flit: u32) -> u32 {
        self.job.program.number_of(place.address) as u32 + flit
    }

    /// Writes every block through the port of its processor.
    pub(super) fn load(&mut self) {
        let (words, processors) = (self.words(), self.job.program.placement.processors());
        for steps in self.accesses(|class| &class.load).chunks(BATCH) {
            let mut host = Host::new(true, steps.len(), processors.len(), words);
            for (at, access) in steps.iter().flatten().enumerate() {
                let Some((place, flit)) = access else { continue };
                let node = processors[at % processors.len()];
                host.address[at] = self.address(place, *flit);
                host.data[at * words..][..words].copy_from_slice(&self.datum(node, place, *flit, false));
                self.report.figures.loaded += 1;
            }
            self.access(&mut host);
        }
    }

    /// Makes accesses; before the first start they do not count as cycles.
    fn access(&mut self, host: &mut Host) {
        self.simulation.access(host, &mut self.batch);
        self.cycle += if self.cycle > 0 { self.batch.steps() as u64 } else { 0 };
    }

    /// Reads every result through the port of its processor, and compares.
    pub(super) fn read(&mut self) {
        let (words, processors) = (self.words(), self.job.program.placement.processors());
        let torus = self.job.program.placement.torus();
        for (batch, steps) in self.accesses(|class| &class.results).chunks(BATCH).enumerate() {
            let mut host = Host::new(false, steps.len(), processors.len(), words);
            for (at, access) in steps.iter().flatten().enumerate() {
                let Some((place, flit)) = access else { continue };
                host.address[at] = self.address(place, *flit);
            }
            self.access(&mut host);
            for (at, access) in steps.iter().flatten().enumerate() {
                let Some((place, flit)) = access else { continue };
                let node = processors[at % processors.len()];
                if self.simulation.network().block.node(node.index()).is_none() {
                    continue;
                }
                let (expected, got) =
                    (self.datum(node, place, *flit, true), &host.data[at * words..][..words]);
                self.report.expected += 1;
                self.report.delivered += u64::from(expected == got);
                if expected != got {
                    let origin = NamedNode::new(torus, torus.translate(node, &place.partner));
                    let (node, flit) = (NamedNode::new(torus, node), *flit);
                    let (expected, got) = (hex(&expected), hex(got));
                    let access = (batch * BATCH + at / processors.len()) as u64;
                    let read = Mismatch::Memory { node, origin, flit, access, expected, got };
                    self.report.mismatches.push(read);
                }
            }
        }
    }

    /// The data of a flit in the block for (or, as a result, from) a partner.
    fn datum(&self, node: NodeId, place: &Place, flit: u32, result: bool) -> Vec<u32> {
        let partner = self.job.program.placement.torus().translate(node, &place.partner);
        let ends = match (self.job.program.broadcast, result) {
            (true, _) => [partner, partner],
            (false, true) => [partner, node],
            (false, false) => [node, partner],
        };
        self.payloads.of(self.exchange, ends, flit)
    }
}

/// Words in hexadecimal, the most significant first.
fn hex(words: &[u32]) -> String {
    words.iter().rev().map(|word| format!("{word:08x}")).collect()
}
