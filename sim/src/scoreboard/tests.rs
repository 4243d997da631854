//! A window of a batch is compared cycle by cycle: links, status and ejections, except those in reset.

use super::*;
use crate::engine::Batch;
use crate::manifest::Latency;
use crate::ranks::Block;

/// A message on link 0 in every odd cycle.
struct OddCycles;

impl Links for OddCycles {
    fn fill(&mut self, cycle: u64, valid: &mut [u64]) {
        valid[0] = cycle & 1;
    }
}

/// Nothing may leave, so every message that leaves is a mismatch.
#[derive(Default)]
struct Nothing;

impl Exits for Nothing {
    fn observe(&mut self, cycle: u64, ejections: Ejected, mismatches: &mut Mismatches) {
        for source in ejections.sources.iter().copied() {
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
    let mut batch = Batch { steps: 6, words: 1, status: vec![0; 6], ends: vec![0; 6], ..Batch::default() };
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
        batch.take([(4, Ejection { source: 9, ..Ejection::default() })].into_iter());
    });
    assert_eq!(left, [Mismatch::Completion { expected: 2, got: Some(9) }]);
}

/// A message on every link in every cycle.
struct Always;

impl Links for Always {
    fn fill(&mut self, _: u64, valid: &mut [u64]) {
        valid.fill(!0);
    }
}

/// All differences are counted, the first twenty are kept in the order of cycles and links, and each link has
/// the first cycle in which it differed.
#[test]
fn a_run_in_which_no_link_is_right_is_counted() {
    let torus = Torus::new(&[4, 4]).unwrap();
    let block = Block::whole(&torus);
    let latency = Latency { start_to_link: 2, makespan_to_done: 3 };
    let timetable = Timetable { begin: 0, exchanges: 1, length: 90, makespan: 90, latency };
    let loads = vec![1; torus.link_slots()];
    let mut scoreboard =
        Scoreboard::of(&torus, &block, &loads, timetable, Box::new(Always), Box::new(Nothing));
    (5..105).for_each(|cycle| scoreboard.links(cycle, &[0]));
    assert_eq!(scoreboard.mismatches.total(), 6400);
    let kept: Vec<Mismatch> = scoreboard.mismatches.iter().cloned().collect();
    assert_eq!(kept.len(), Mismatches::KEPT);
    for (id, mismatch) in kept.into_iter().enumerate() {
        let link = NamedLink::numbered(&torus, id).unwrap();
        assert_eq!(mismatch, Mismatch::Activity { link, cycle: 5, expected: true });
    }
    assert_eq!(scoreboard.differs, vec![Some(5); 64]);
    scoreboard.mismatches.push_of(Kind::Activity, || unreachable!("there is no room for it"));
    assert_eq!(scoreboard.mismatches.total(), 6401);
}
