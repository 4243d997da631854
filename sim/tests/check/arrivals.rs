//! The reference against a naive walk of every message. State space: every cycle of 1 to 3 exchanges back to
//! back. Parameters: `crate::common::schedules`. Corners: frames that overlap, radix 2, one dimension.

use crate::common::{schedules, Ideal};
use torus_sim::activity::Activity;
use torus_sim::arrivals::{Arrivals, Buffers};
use torus_sim::engine::Ends;
use torus_sim::ranks::Block;
use torus_sim::scoreboard::Links;

#[test]
fn activity_equals_the_naive_walk() {
    for schedule in schedules() {
        let (placement, ports) = (&schedule.placement, schedule.ports);
        for exchanges in 1..=3 {
            let ideal = Ideal::new(&schedule, exchanges);
            let mut activity = Activity::new(&schedule, ideal.timetable, &Block::whole(schedule.torus()));
            for cycle in 0..ideal.hops.len() {
                let mut words = vec![u64::MAX; ideal.loads.len().div_ceil(64)];
                activity.fill(cycle as u64, &mut words);
                assert_eq!(
                    words,
                    ideal.valid(cycle),
                    "{placement} {ports}, {exchanges} exchanges, cycle {cycle}"
                );
            }
        }
    }
}

#[test]
fn arrivals_equal_the_naive_walk() {
    for schedule in schedules() {
        let (placement, ports) = (&schedule.placement, schedule.ports);
        for exchanges in 1..=3 {
            let ideal = Ideal::new(&schedule, exchanges);
            let everyone: Vec<usize> = (0..placement.len()).collect();
            let arrivals = Arrivals::new(&schedule, ideal.timetable, &everyone);
            let local_ports = (placement.len() * ports.local_ports(placement.torus())) as u32;
            for (cycle, ejections) in ideal.ejections.iter().enumerate() {
                let mut due = vec![Ends::NONE; local_ports as usize];
                assert_eq!(
                    arrivals.due(cycle as u64).write(&mut due, &mut Buffers::default()),
                    ejections.len(),
                    "{placement} {cycle}"
                );
                for local_port in 0..local_ports {
                    let message = ejections
                        .get(&local_port)
                        .map_or(Ends::NONE, |e| Ends { source: e.source, destination: e.destination });
                    assert_eq!(due[local_port as usize], message, "{placement} {cycle} {local_port}");
                    let expected: Vec<_> = ejections.get(&local_port).map(|e| e.source).into_iter().collect();
                    let got: Vec<_> =
                        arrivals.due(cycle as u64).sources(&arrivals.exit(local_port)).collect();
                    assert_eq!(
                        got, expected,
                        "{placement} {ports}, {exchanges} exchanges, cycle {cycle}, local port {local_port}"
                    );
                }
            }
        }
    }
}
