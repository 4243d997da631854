//! The scoreboard finds faults: for every kind, one fault in an otherwise ideal run has to give exactly its
//! mismatches, with the right link, node and cycle. The ideal run itself, a naive walk of every message for
//! all of `crate::common::schedules`, has to pass.

use crate::common::{schedule, schedules, torus, Ideal};
use torus_model::PortModel;
use torus_model::{schedule::frame::odr_frame, Effort};
use torus_model::{Placement, Schedule};
use torus_sim::driver::Outcome;
use torus_sim::engine::{Ejection, Ejections, Hop, DONE, ERROR};
use torus_sim::exits;
use torus_sim::monitor::Monitor;
use torus_sim::ranks::Block;
use torus_sim::scoreboard::Verdict;

/// Judges a run of two exchanges on a full ring of 5 after `spoil` changed it.
fn judge(spoil: impl FnOnce(&mut Ideal)) -> Vec<String> {
    judge_of(&schedule(&Placement::full(&torus(&[5]))), spoil)
}

fn judge_of(schedule: &Schedule, spoil: impl FnOnce(&mut Ideal)) -> Vec<String> {
    let mut ideal = Ideal::new(schedule, 2);
    spoil(&mut ideal);
    let verdict = verdict(schedule, &ideal, &[3]);
    verdict.mismatches.iter().map(|mismatch| mismatch.to_string()).collect()
}

fn verdict(schedule: &Schedule, run: &Ideal, error_nodes: &[usize]) -> Verdict {
    let ideal = Ideal::new(schedule, run.timetable.exchanges);
    let mut scoreboard =
        exits::scoreboard(schedule, &ideal.loads, run.timetable, &Block::whole(schedule.torus()));
    let mut monitor = Monitor::new(ideal.loads.len());
    for cycle in 0..run.hops.len() {
        monitor.observe(cycle as u64, &run.valid(cycle));
        scoreboard.links(cycle as u64, &run.valid(cycle));
        scoreboard.status(cycle as u64, run.status[cycle]);
        let ejections: Ejections = run.ejections[cycle].values().copied().collect();
        scoreboard.ejections(cycle as u64, ejections.all());
    }
    let fresh = run.timetable.last_start() + 2;
    let done = |&cycle: &u64| cycle >= fresh && run.status[cycle as usize] & DONE != 0;
    let cycles = run.hops.len() as u64;
    let outcome = Outcome { cycles, completion: (0..cycles).find(done) };
    let delivered = scoreboard.delivered();
    let verdict = scoreboard.finish(&outcome, (&monitor, &monitor.counts()), error_nodes);
    assert_eq!(delivered, verdict.delivered);
    // Messages of schedules have one part.
    assert_eq!(verdict.parts, [delivered, 1]);
    verdict
}

/// The ideal run of the full ring of 5, and the cycle in which it is done. Its length is 3, so the second
/// exchange starts in cycle 3. Its makespan is 3 or 4, so it is done in cycle 11 or 12. Messages go 1 or 2
/// hops in either direction.
fn facts() -> (Ideal, u64) {
    let ideal = Ideal::new(&schedule(&Placement::full(&torus(&[5]))), 2);
    let completion = ideal.timetable.completion();
    (ideal, completion)
}

/// The first cycle with a message, and its lowest link.
fn first_hop(ideal: &Ideal) -> (usize, usize) {
    let cycle = ideal.hops.iter().position(|hops| !hops.is_empty()).unwrap();
    (cycle, *ideal.hops[cycle].keys().next().unwrap())
}

/// The first cycle with an ejection, and its lowest local port.
fn first_ejection(ideal: &Ideal) -> (usize, u32) {
    let cycle = ideal.ejections.iter().position(|ejections| !ejections.is_empty()).unwrap();
    (cycle, *ideal.ejections[cycle].keys().next().unwrap())
}

fn port(index: usize) -> &'static str {
    ["1+", "1-"][index]
}

#[test]
fn ideal_runs_pass() {
    for schedule in schedules() {
        let placement = &schedule.placement;
        for exchanges in [1, 2, 5] {
            let ideal = Ideal::new(&schedule, exchanges);
            let verdict = verdict(&schedule, &ideal, &[]);
            assert!(verdict.mismatches.is_empty(), "{placement}: {}", verdict.mismatches);
            let pairs = placement.len() * (placement.len() - 1);
            assert_eq!(verdict.delivered, pairs as u64 * exchanges as u64);
        }
    }
}

#[test]
fn a_silent_link_is_named() {
    let (ideal, _) = facts();
    let (cycle, link) = first_hop(&ideal);
    let got = judge(|run| _ = run.hops[cycle].remove(&link));
    let (name, load) = (format!("({}) {}", link / 2, port(link % 2)), 2 * ideal.loads[link]);
    let count = format!("link {name}: expected {load} messages, got {}, first cycle {cycle}", load - 1);
    assert_eq!(got, [count, format!("link {name}: expected a message in cycle {cycle}, got none")]);
}

/// Beyond the first 64 links, and with a message too many on one of them.
#[test]
fn links_of_every_number_are_named() {
    let schedule = schedule(&Placement::full(&torus(&[6, 6])));
    for link in [63, 64, 100, 143] {
        let ideal = Ideal::new(&schedule, 2);
        let cycle = ideal.hops.iter().position(|hops| hops.contains_key(&link)).unwrap();
        let idle = ideal.timetable.completion() as usize + 1;
        let silent = judge_of(&schedule, |run| _ = run.hops[cycle].remove(&link));
        let busy = judge_of(&schedule, |run| _ = run.hops[idle].insert(link, Hop::default()));
        let name = format!("({},{}) {}{}", link / 24, link / 4 % 6, link / 2 % 2 + 1, ["+", "-"][link % 2]);
        let expected = |one: &str, cycle, other: &str| {
            format!("link {name}: expected {one} in cycle {cycle}, got {other}")
        };
        assert_eq!(silent[1..], [expected("a message", cycle, "none")]);
        assert_eq!(busy[1..], [expected("no message", idle, "one")]);
    }
}

#[test]
fn a_message_on_an_idle_link_is_named() {
    let (ideal, completion) = facts();
    let cycle = completion as usize + 1;
    let got = judge(|run| _ = run.hops[cycle].insert(9, Hop { link: 9, ..Hop::default() }));
    let load = 2 * ideal.loads[9];
    let count = format!("link (4) 1-: expected {load} messages, got {}, first cycle {cycle}", load + 1);
    assert_eq!(got, [count, format!("link (4) 1-: expected no message in cycle {cycle}, got one")]);
}

#[test]
fn a_lost_message_is_missing() {
    let (ideal, _) = facts();
    let (cycle, local_port) = first_ejection(&ideal);
    let lost = ideal.ejections[cycle][&local_port];
    let got = judge(|run| _ = run.ejections[cycle].remove(&local_port));
    let pair = format!("message ({}) -> ({})", lost.source, lost.destination);
    assert_eq!(got, [format!("{pair}: expected 2 times, got 1")]);
}

#[test]
fn a_message_too_many_is_a_duplicate() {
    let (ideal, completion) = facts();
    let (cycle, local_port) = first_ejection(&ideal);
    let extra = ideal.ejections[cycle][&local_port];
    let late = completion as usize + 2;
    let got = judge(|run| _ = run.ejections[late].insert(local_port, extra));
    let place = format!("processor ({}), local port {}", local_port / 2, port(local_port as usize % 2));
    let pair = format!("message ({}) -> ({})", extra.source, extra.destination);
    assert_eq!(
        got,
        [
            format!("{pair}: expected no more, got another in cycle {late}"),
            format!("{place}: got the message of node id {} in cycle {late}, expected none", extra.source),
        ]
    );
}

#[test]
fn a_message_at_the_wrong_node_is_misdelivered_and_missing() {
    let (ideal, _) = facts();
    let (cycle, local_port) = first_ejection(&ideal);
    let right = ideal.ejections[cycle][&local_port];
    let other = (right.destination + 1) % 5;
    let got = judge(|run| run.ejections[cycle].get_mut(&local_port).unwrap().destination = other);
    let place = format!("processor ({}), local port {}", local_port / 2, port(local_port as usize % 2));
    assert_eq!(
        got,
        [
            format!("message ({}) -> ({}): expected 2 times, got 1", right.source, right.destination),
            format!(
                "{place}: got a message from node id {} to node id {other} in cycle {cycle}, expected only \
                    its own",
                right.source
            ),
        ]
    );
}

#[test]
fn a_source_that_is_no_node_is_misdelivered() {
    let (ideal, _) = facts();
    let (cycle, local_port) = first_ejection(&ideal);
    let right = ideal.ejections[cycle][&local_port];
    let got = judge(|run| run.ejections[cycle].get_mut(&local_port).unwrap().source = 77);
    let place = format!("processor ({}), local port {}", local_port / 2, port(local_port as usize % 2));
    let to = right.destination;
    assert_eq!(
        got,
        [
            format!("message ({}) -> ({to}): expected 2 times, got 1", right.source),
            format!(
                "{place}: got a message from node id 77 to node id {to} in cycle {cycle}, expected only \
                its own"
            ),
            format!(
                "{place}: got the message of node id 77 in cycle {cycle}, expected that of node id {}",
                right.source
            ),
        ]
    );
}

#[test]
fn a_message_on_the_wrong_lane_is_unscheduled() {
    let (ideal, completion) = facts();
    let (cycle, local_port) = first_ejection(&ideal);
    let wrong = local_port ^ 1;
    let message = Ejection { local_port: wrong, ..ideal.ejections[cycle][&local_port] };
    let late = completion as usize;
    let got = judge(|run| {
        run.ejections[cycle].remove(&local_port);
        run.ejections[late].insert(wrong, message);
    });
    let place = format!("processor ({}), local port {}", wrong / 2, port(wrong as usize % 2));
    let source = message.source;
    assert_eq!(got, [format!("{place}: got the message of node id {source} in cycle {late}, expected none")]);
}

/// With one local port it has the number 0, whatever port the message came by.
#[test]
fn the_one_lane_is_named() {
    let schedule = odr_frame(&Placement::full(&torus(&[5])), PortModel::OnePort, Effort::with_seed(1));
    let ideal = Ideal::new(&schedule, 2);
    let (cycle, local_port) = first_ejection(&ideal);
    let message = ideal.ejections[cycle][&local_port];
    let late = ideal.timetable.completion() as usize;
    let got = judge_of(&schedule, |run| {
        run.ejections[cycle].remove(&local_port);
        run.ejections[late].insert(local_port, message);
    });
    let place =
        format!("processor ({local_port}), local port 0: got the message of node id {}", message.source);
    assert_eq!(got, [format!("{place} in cycle {late}, expected none")]);
}

#[test]
fn foreign_payload_bits_are_reported() {
    let (ideal, _) = facts();
    let (cycle, local_port) = first_ejection(&ideal);
    let got = judge(|run| run.ejections[cycle].get_mut(&local_port).unwrap().dirty = true);
    let place = format!("processor ({}), local port {}", local_port / 2, port(local_port as usize % 2));
    assert_eq!(got, [format!("{place}: expected a payload of two ids, got other bits set in cycle {cycle}")]);
}

#[test]
fn late_early_and_absent_completion_are_reported() {
    let (_, completion) = facts();
    let c = completion as usize;
    let rose = format!("completion: done_o expected to rise in cycle {c}");
    assert_eq!(judge(|run| run.status[c] = 0), [format!("{rose}, rose in cycle {}", c + 1)]);
    assert_eq!(judge(|run| run.status[c - 1] = DONE), [format!("{rose}, rose in cycle {}", c - 1)]);
    assert_eq!(judge(|run| run.status.fill(0)), [format!("{rose}, did not rise before the limit")]);
}

/// Done too early, in two cycles of one exchange and in one of a later one: reported once each.
#[test]
fn done_before_the_last_exchange_is_reported_once() {
    let schedule = schedule(&Placement::full(&torus(&[5])));
    let run = |high: &[usize]| {
        let mut ideal = Ideal::new(&schedule, 4);
        high.iter().for_each(|&cycle| ideal.status[cycle] = DONE);
        let verdict = verdict(&schedule, &ideal, &[]);
        verdict.mismatches.iter().map(|mismatch| mismatch.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(run(&[]), [""; 0]);
    let early = |cycle| format!("completion: done_o expected to be low in cycle {cycle}, was high");
    assert_eq!(run(&[5, 6]), [early(5)]);
    assert_eq!(run(&[5, 8]), [early(5), early(8)]);
}

/// Done may fall until the last exchange is: an earlier one may have been done before.
#[test]
fn done_that_falls_in_the_cycle_of_completion_is_late() {
    let (_, completion) = facts();
    let c = completion as usize;
    let got = judge(|run| (run.status[c - 1], run.status[c]) = (DONE, 0));
    assert_eq!(got, [format!("completion: done_o expected to rise in cycle {c}, rose in cycle {}", c - 1)]);
}

#[test]
fn done_that_falls_is_reported() {
    let (_, completion) = facts();
    let c = completion as usize;
    let got = judge(|run| run.status[c + 2] = 0);
    assert_eq!(got, [format!("completion: done_o expected to stay high, fell in cycle {}", c + 2)]);
}

#[test]
fn the_error_flag_names_its_nodes() {
    let got = judge(|run| run.status[7..].iter_mut().for_each(|status| *status |= ERROR));
    assert_eq!(got, ["error_o: expected to stay low, rose in cycle 7, raised by (3)"]);
}

/// A dead network: every kind is capped, none is forgotten in the count.
#[test]
fn all_are_counted_and_the_first_are_kept() {
    let placement = Placement::full(&torus(&[8, 8]));
    let schedule = schedule(&placement);
    let mut run = Ideal::new(&schedule, 1);
    let hops: u64 = run.loads.iter().sum();
    run.hops.iter_mut().for_each(|hops| hops.clear());
    run.ejections.iter_mut().for_each(|ejections| ejections.clear());
    run.status.fill(0);
    let verdict = verdict(&schedule, &run, &[]);
    assert_eq!((verdict.delivered, verdict.mismatches.total()), (0, 1 + 256 + 64 * 63 + hops));
    assert_eq!(verdict.mismatches.iter().count(), 1 + 3 * 20);
    let text = verdict.mismatches.to_string();
    assert!(text.contains("\n.. and 236 more like these\n"), "{text}");
    assert!(text.ends_with(&format!("\n.. and {} more like these\n", hops - 20)), "{text}");
}
