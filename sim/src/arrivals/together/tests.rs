//! The messages that are due are accepted class by class; with any change to them they are not.

use super::*;
use crate::arrivals::{Buffers, Due};
use crate::engine::{Ejection, Ejections};
use crate::manifest::Latency;
use crate::timetable::Timetable;
use torus_model::schedule::{frame::odr_frame, oneshot::odr_oneshot};
use torus_model::{Effort, Placement, PortModel, Random};

/// The messages of each class that is due, in the order of their sources: each source by itself.
fn due_messages(schedule: &Schedule, due: &Due) -> Vec<Vec<Ejection>> {
    let (placement, torus) = (&schedule.placement, schedule.torus());
    let (symmetry, processors) = (placement.symmetry(), placement.processors());
    let messages = |number: usize| {
        let entry = &schedule.entries[number];
        let class = symmetry.class_of(torus, placement.sources()[entry.source]);
        let port = schedule.ports.local_port(entry.route.segments().last().unwrap().port);
        let of_source = |&source: &NodeId| {
            let destination = torus.translate(source, &entry.offset);
            let processor = processors.iter().position(|&node| node == destination).unwrap();
            Ejection {
                local_port: (processor * schedule.ports.local_ports(torus) + port) as u32,
                source: source.index() as u32,
                destination: destination.index() as u32,
                dirty: false,
            }
        };
        processors.iter().filter(|&&node| symmetry.class_of(torus, node) == class).map(of_source).collect()
    };
    due.entries().map(messages).collect()
}

/// Every change of one message, and of the list as a whole.
fn changed(messages: &[Vec<Ejection>], random: &mut Random) -> Vec<Vec<Ejection>> {
    let all = messages.concat();
    let at = random.below(all.len());
    let with = |change: &dyn Fn(&mut Ejection)| {
        let mut all = all.clone();
        change(&mut all[at]);
        all
    };
    let mut swapped = all.clone();
    swapped.swap(0, 1);
    vec![
        with(&|one| one.source ^= 1),
        with(&|one| one.destination ^= 1),
        with(&|one| one.local_port ^= 1),
        with(&|one| one.dirty = true),
        swapped,
        all[1..].to_vec(),
        all[..all.len() - 1].to_vec(),
        [&all[..], &messages[0]].concat(),
        messages[1..].concat(),
    ]
}

fn compare(schedule: &Schedule, random: &mut Random) {
    let processors: Vec<usize> = (0..schedule.placement.len()).collect();
    let latency = Latency { start_to_link: 2, makespan_to_done: 3 };
    let timetable = Timetable::new(schedule, 3, latency);
    let (arrivals, mut buffers) = (Arrivals::new(schedule, timetable, &processors), Buffers::default());
    let mut seen = 0;
    for cycle in 0..timetable.end() {
        let due = arrivals.due(cycle);
        let mut messages = due_messages(schedule, &due);
        if messages.is_empty() {
            continue;
        }
        let count = messages.len();
        messages.swap(0, random.below(count));
        let mut are_together = |ejections: Vec<Ejection>| {
            due.are_together(ejections.into_iter().collect::<Ejections>().all(), &mut buffers)
        };
        assert!(are_together(messages.concat()), "{} cycle {cycle}", schedule.torus());
        for (change, ejections) in changed(&messages, random).into_iter().enumerate() {
            assert!(!are_together(ejections), "{} change {change}", schedule.torus());
        }
        seen += messages.concat().len();
    }
    assert_eq!(seen, 3 * processors.len() * (processors.len() - 1));
}

#[test]
fn classes_are_accepted_and_changes_are_not() {
    let mut random = Random::new(3);
    for dims in [&[9][..], &[3, 5], &[4, 4], &[2, 3, 4], &[16, 16]] {
        let torus = Torus::new(dims).unwrap();
        let linear = Placement::linear(&torus, None, 0).ok().filter(|linear| linear.len() >= FEW);
        for placement in [Some(Placement::full(&torus)), linear].into_iter().flatten() {
            for ports in [PortModel::AllPort, PortModel::OnePort] {
                compare(&odr_frame(&placement, ports, Effort::with_seed(1)), &mut random);
                compare(&odr_oneshot(&placement, ports, Effort::with_seed(1)), &mut random);
            }
        }
    }
}

/// Small classes are compared at their local ports, and so are parts of a network.
#[test]
fn few_processors_and_parts_have_no_classes() {
    let torus = Torus::new(&[3, 3]).unwrap();
    let two = [0, 4].map(|node| torus.node_at(node).unwrap());
    for (placement, checked) in [(Placement::listed(&torus, &two).unwrap(), 2), (Placement::full(&torus), 8)]
    {
        let schedule = odr_frame(&placement, PortModel::AllPort, Effort::with_seed(1));
        assert!(Together::new(&schedule, &(0..checked).collect::<Vec<_>>()).is_none());
    }
}
