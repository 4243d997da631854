//! A window of a batch is compared cycle by cycle: links, status and ejections, except those in reset.

use super::*;
use crate::engine::Batch;
use crate::manifest::Latency;
use crate::ranks::Block;

/// A message on link 0 in every odd cycle.
struct OddCycles;

impl Links for OddCycles {
    fn fill(&self, cycle: u64, valid: &mut [u64]) {
        valid[0] = cycle & 1;
    }
}

/// Nothing may leave, so every message that leaves is a mismatch.
#[derive(Default)]
struct Nothing;

impl Exits for Nothing {
    fn observe(&mut self, cycle: u64, ejections: &[Ejection], mismatches: &mut Mismatches) {
        for &Ejection { source, .. } in ejections {
            mismatches.push(Mismatch::Completion { expected: cycle, got: Some(source.into()) });
        }
    }
    fn delivered(&self) -> u64 {
        0
    }
    fn finish(&mut self, _: &mut Mismatches) {}
}

/// Two edges in reset, then cycles 0 to 3.
fn batch(spoil: impl FnOnce(&mut Batch)) -> Batch {
    let mut batch = Batch { steps: 6, words: 1, status: vec![0; 6], ..Batch::default() };
    batch.valid = vec![1, 1, 0, 1, 0, 1];
    spoil(&mut batch);
    batch
}

fn found(spoil: impl FnOnce(&mut Batch)) -> Vec<Mismatch> {
    let torus = Torus::new(&[3]).unwrap();
    let latency = Latency { start_to_link: 2, makespan_to_done: 3 };
    let timetable = Timetable { begin: 0, exchanges: 1, length: 90, makespan: 90, latency };
    let loads = vec![0; torus.link_slots()];
    let mut scoreboard = Scoreboard::of(
        &torus,
        &Block::whole(&torus),
        &loads,
        timetable,
        Box::new(OddCycles),
        Box::new(Nothing),
    );
    scoreboard.observe(&Window { first_cycle: 0, first_step: 2, batch: &batch(spoil) });
    assert_eq!(scoreboard.error_since, None);
    scoreboard.mismatches.iter().cloned().collect()
}

#[test]
fn a_window_is_compared_cycle_by_cycle() {
    let torus = Torus::new(&[3]).unwrap();
    assert_eq!(found(|_| ()), []);
    assert_eq!(found(|batch| (batch.valid[0], batch.status[1]) = (7, ERROR)), [], "a reset");
    let link = NamedLink::numbered(&torus, 0).unwrap();
    let silent = Mismatch::Activity { link, cycle: 3, expected: true };
    assert_eq!(found(|batch| batch.valid[5] = 0), [silent]);
    let left = found(|batch| {
        batch.ejections = vec![Ejection { step: 4, source: 9, ..Ejection::default() }];
        batch.ejected = 1;
    });
    assert_eq!(left, [Mismatch::Completion { expected: 2, got: Some(9) }]);
}
