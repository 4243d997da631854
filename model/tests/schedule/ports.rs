//! Schedules of processors with few ports, against a naive walk of every message of every processor.
//!
//! State space: one port for full, linear, multilinear and listed placements, ODR and chosen routes, frames,
//! one-shot and total exchange; the one-row tables of nodes with a single port. The walk goes hop by hop
//! over plain coordinates. It shares no code with the verifier or with the packing problem.

use crate::common::oracle;
use std::collections::HashSet;
use torus_model::bound::{exchange_bound, frame_bound};
use torus_model::schedule::balanced::{balanced_frame, balanced_oneshot};
use torus_model::schedule::exchange::exchange;
use torus_model::schedule::oneshot::odr_oneshot;
use torus_model::schedule::verify::{verify, Violation};
use torus_model::PortModel;
use torus_model::{route::ordered_route, Entry, Placement, Schedule, Torus};
use torus_model::{schedule::frame::odr_frame, Effort};

const ONE: PortModel = PortModel::OnePort;
const SINGLE: PortModel = PortModel::SinglePort;
const LITTLE: Effort = Effort { seed: 1, visits: 20_000_000 };

fn cube(d: usize, n: u32) -> Torus {
    Torus::homogeneous(d, n).unwrap()
}

/// The resources that a message uses in a slot.
#[derive(PartialEq, Eq, Hash, Debug)]
enum Use {
    Link(usize, char),
    Inject(usize),
    Eject(usize),
    Send(usize),
    Receive(usize),
}

/// Walks all messages of all processors, slot by slot: nothing is used twice.
pub fn assert_valid(schedule: &Schedule) {
    let what = format!("{} {} {:?}", schedule.torus(), schedule.placement, schedule.kind);
    verify(schedule).unwrap_or_else(|why| panic!("{what}: {why}"));
    let (dims, placement) = (schedule.torus().dims(), &schedule.placement);
    let class =
        |id: usize| placement.symmetry().class_of(schedule.torus(), schedule.torus().node_at(id).unwrap());
    let sources: Vec<usize> = placement.sources().iter().map(|node| class(node.index())).collect();
    let mut used = HashSet::new();
    for node in placement.processors() {
        let own = |entry: &&torus_model::Entry| sources[entry.source] == class(node.index());
        for entry in schedule.entries.iter().filter(own) {
            let mut at = oracle::coordinates(dims, node.index());
            let letters: Vec<char> = entry.route.to_string().chars().collect();
            for (hop, &letter) in letters.iter().enumerate() {
                let slot = (entry.slot as usize + hop) % schedule.length as usize;
                let from = oracle::id(dims, &at);
                let dim = letter.to_ascii_lowercase() as usize - 'a' as usize;
                let step = if letter.is_ascii_uppercase() { dims[dim] - 1 } else { 1 };
                at[dim] = (at[dim] + step) % dims[dim];
                let to = oracle::id(dims, &at);
                let mut uses = vec![Use::Link(from, letter)];
                if hop == 0 {
                    uses.push(Use::Inject(from));
                }
                if hop + 1 == letters.len() {
                    uses.push(Use::Eject(to));
                }
                if schedule.ports == SINGLE {
                    uses.extend([Use::Send(from), Use::Receive(to)]);
                }
                for used_here in uses {
                    let shown = format!("{what}: {used_here:?} twice in slot {slot}");
                    assert!(used.insert((used_here, slot)), "{shown}");
                }
            }
        }
    }
}

/// Lengths of frames that earlier versions found: one port, full tori.
#[test]
fn one_port_frames_of_full_tori() {
    for (dims, most) in [
        (vec![3, 3], 9),
        (vec![4, 4], 16),
        (vec![5, 5], 25),
        (vec![6, 6], 36),
        (vec![7, 7], 49),
        (vec![3, 3, 3], 27),
        (vec![4, 4, 4], 64),
    ] {
        let placement = Placement::full(&Torus::new(&dims).unwrap());
        let frame = balanced_frame(&placement, ONE, Effort { seed: 1, visits: 400_000_000 });
        assert_valid(&frame);
        assert_eq!((frame.length, frame.lower_bound), (most, most), "{dims:?}");
    }
}

/// The makespans, and that the sum lemma proves them.
#[test]
fn one_port_exchanges_of_full_tori() {
    for (dims, most) in [
        (vec![2], 1),
        (vec![2, 2], 4),
        (vec![3, 3], 9),
        (vec![4, 4], 17),
        (vec![5, 5], 26),
        (vec![6, 6], 38),
        (vec![7, 7], 51),
        (vec![3, 3, 3], 28),
        (vec![4, 4, 4], 66),
        (vec![2, 3, 4], 25),
    ] {
        let torus = Torus::new(&dims).unwrap();
        let schedule = exchange(&torus, ONE, None, Effort { seed: 1, visits: 400_000_000 });
        assert_valid(&schedule);
        assert_eq!((schedule.length, schedule.lower_bound), (most, most), "{dims:?}");
    }
}

/// Squares whose messages the packer places, links and ports nearly full, and those with circuits: frames of
/// E_max slots, odd, even, divisible by 4 and not; exchanges of three slots more, which the ramps prove.
#[test]
fn squares_meet_their_bounds() {
    for n in [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 25, 32] {
        let placement = Placement::full(&cube(2, n));
        let effort = Effort { seed: 1, visits: if n < 10 { 4_000_000_000 } else { 400_000_000 } };
        let slots = if n % 2 == 0 { n * n * n / 8 } else { n * (n * n - 1) / 8 };
        let frame = balanced_frame(&placement, ONE, effort);
        assert_valid(&frame);
        assert_eq!((frame.length, frame.lower_bound, frame.makespan()), (slots, slots, slots + 3), "{n}");
        let exchange = exchange(&cube(2, n), ONE, None, effort);
        assert_valid(&exchange);
        assert_eq!((exchange.length, exchange.lower_bound), (slots + 3, slots + 3), "{n}");
    }
}

/// Circuits correct the first dimension first, so where no message goes half-way round they are ODR's.
#[test]
fn odd_squares_meet_their_bounds_by_ordered_routes() {
    for n in [11, 13, 21] {
        let (placement, slots) = (Placement::full(&cube(2, n)), n * (n * n - 1) / 8);
        let effort = Effort { seed: 3, visits: 400_000_000 };
        let (frame, once) = (odr_frame(&placement, ONE, effort), odr_oneshot(&placement, ONE, effort));
        for (schedule, slots) in [(&frame, slots), (&once, slots + 3)] {
            assert_valid(schedule);
            assert_eq!((schedule.length, schedule.lower_bound), (slots, slots), "{n}");
            let ordered = |entry: &Entry| entry.route == ordered_route(schedule.torus(), &entry.offset);
            assert!(schedule.entries.iter().all(ordered), "{n}");
        }
    }
}

/// Processors that start a message in nearly all slots: exchanges within 2 % of the bound, by annealing.
#[test]
fn cubes_come_within_two_percent() {
    for (n, bound) in [(6, 219), (8, 517)] {
        let effort = Effort { seed: 1, visits: 4_000_000_000 };
        let exchange = exchange(&cube(3, n), ONE, None, effort);
        assert_valid(&exchange);
        assert_eq!(exchange.lower_bound, bound, "{n}");
        assert!(exchange.length * 50 <= bound * 51, "{n}: {}", exchange.length);
    }
    let squares = odr_frame(&Placement::full(&cube(2, 16)), ONE, Effort::with_seed(1));
    assert_valid(&squares);
    assert!(squares.lower_bound == 576 && squares.length <= 584, "{}", squares.length);
}

/// One exchange by balanced routes, and none of it where little effort finds no circuits: a search then.
#[test]
fn what_has_no_circuits_is_searched() {
    let placement = Placement::full(&cube(2, 12));
    for (visits, most) in [(400_000_000, 219), (1000, 300)] {
        let once = balanced_oneshot(&placement, ONE, Effort { seed: 1, visits });
        assert_valid(&once);
        assert!(once.length <= most && once.lower_bound == 219, "{}", once.length);
    }
}

#[test]
fn other_placements_have_one_port_schedules() {
    let mut placements = vec![Placement::full(&Torus::new(&[2, 3]).unwrap())];
    placements.push(Placement::full(&Torus::new(&[5]).unwrap()));
    for (d, k, t) in [(2, 4, 1), (2, 5, 2), (3, 3, 1), (3, 4, 3), (4, 3, 1), (3, 2, 1)] {
        placements.push(Placement::multilinear(&cube(d, k), None, t).unwrap());
    }
    let torus = Torus::new(&[2, 4, 3]).unwrap();
    let nodes: Vec<_> = [0, 3, 7, 12, 20].map(|at| torus.node_at(at).unwrap()).into();
    placements.push(Placement::listed(&torus, &nodes).unwrap());
    for placement in &placements {
        for ports in [ONE, SINGLE] {
            let frames = [odr_frame(placement, ports, LITTLE), balanced_frame(placement, ports, LITTLE)];
            for schedule in frames.iter().chain([&odr_oneshot(placement, ports, LITTLE)]) {
                assert_valid(schedule);
            }
            assert_eq!(frames[1].lower_bound, frame_bound(placement, ports));
        }
    }
}

/// One row of routes: as long as the sum of all distances from a node, which is the bound.
#[test]
fn single_port_tables_meet_the_status() {
    for (dims, status) in [
        (vec![2], 1),
        (vec![5], 6),
        (vec![6], 9),
        (vec![3, 4], 20),
        (vec![4, 4], 32),
        (vec![5, 5], 60),
        (vec![7, 7], 168),
        (vec![4, 4, 4], 192),
        (vec![3, 3, 3, 3], 216),
        (vec![2, 3, 4, 3], 204),
        (vec![2, 2, 2, 2, 2], 80),
    ] {
        let schedule = exchange(&Torus::new(&dims).unwrap(), SINGLE, None, LITTLE);
        assert_valid(&schedule);
        assert_eq!((schedule.length, schedule.lower_bound), (status, status), "{dims:?}");
    }
}

/// The lemmas by hand: 3x3 has 8 messages of 12 hops; 12 is not a multiple of 8, so 9 slots; one exchange
/// needs 8 (T - 1) - 56 >= 4, so 9 too.
/// A single port at each node: frames and one-shots at their bound, though the packer is given no time.
#[test]
fn single_port_schedules_of_full_tori_meet_their_bounds() {
    let none = Effort { seed: 1, visits: 0 };
    for dims in [&[2][..], &[9], &[250], &[2, 2], &[3, 4], &[5, 40], &[3, 4, 5]] {
        let full = Placement::full(&Torus::new(dims).unwrap());
        for schedule in [odr_frame(&full, SINGLE, none), odr_oneshot(&full, SINGLE, none)] {
            assert_valid(&schedule);
            assert_eq!(schedule.length, schedule.lower_bound, "{dims:?} {:?}", schedule.kind);
        }
    }
}

#[test]
fn bounds_by_hand() {
    let full = |n| Placement::full(&cube(2, n));
    assert_eq!((frame_bound(&full(3), ONE), exchange_bound(&full(3), ONE)), (9, 9));
    assert_eq!((frame_bound(&full(4), ONE), exchange_bound(&full(4), ONE)), (16, 17));
    assert_eq!((frame_bound(&full(8), ONE), exchange_bound(&full(8), ONE)), (64, 67));
    // Of the four links of a node 3 2 1 0 are idle in the first slots and in the last: 4 T >= 360 + 12.
    assert_eq!((frame_bound(&full(9), ONE), exchange_bound(&full(9), ONE)), (90, 93));
    assert_eq!((frame_bound(&full(3), SINGLE), exchange_bound(&full(4), SINGLE)), (12, 32));
}

/// No one-port frame of 3x3 in 8 slots, by trying all: the lemma forbids it. In 9 there is one.
#[test]
fn the_sum_lemma_is_true_of_the_smallest_torus() {
    // Offsets as (first letter class, second or none): straight hops use one letter, diagonal ones two,
    // either first.
    let messages: Vec<Vec<Vec<usize>>> = vec![
        vec![vec![0]],
        vec![vec![1]],
        vec![vec![2]],
        vec![vec![3]],
        vec![vec![0, 2], vec![2, 0]],
        vec![vec![0, 3], vec![3, 0]],
        vec![vec![1, 2], vec![2, 1]],
        vec![vec![1, 3], vec![3, 1]],
    ];
    assert!(!fits(&messages, 8, 0, &mut HashSet::new()));
    assert!(fits(&messages, 9, 0, &mut HashSet::new()));
}

/// Whether the messages from `next` on fit beside what is used: 0..4 are the links, 4 injects, 5 ejects.
fn fits(
    messages: &[Vec<Vec<usize>>],
    length: usize,
    next: usize,
    used: &mut HashSet<(usize, usize)>,
) -> bool {
    let Some(routes) = messages.get(next) else { return true };
    for (route, start) in routes.iter().flat_map(|route| (0..length).map(move |start| (route, start))) {
        let last = route.len() - 1;
        let letters = route.iter().enumerate().map(|(at, &letter)| (letter, (start + at) % length));
        let cells: Vec<_> = letters.chain([(4, start), (5, (start + last) % length)]).collect();
        if cells.iter().all(|cell| !used.contains(cell)) {
            used.extend(&cells);
            if fits(messages, length, next + 1, used) {
                return true;
            }
            cells.iter().for_each(|cell| assert!(used.remove(cell)));
        }
    }
    false
}

/// Two messages by one port in a slot are named.
#[test]
fn two_at_a_port_are_refused() {
    let torus = cube(2, 5);
    let all = odr_frame(&Placement::linear(&torus, None, 0).unwrap(), PortModel::AllPort, LITTLE);
    let spoiled = Schedule { ports: ONE, ..all };
    let text = match verify(&spoiled) {
        Err(violation @ Violation::Port { .. }) => violation.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(text.contains("two messages by one port in slot 0: slot 0 class 0"), "{text}");
}
