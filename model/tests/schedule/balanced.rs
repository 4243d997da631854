//! Balanced routing against the naive walk, and its frames against the verifier.
//!
//! State space: linear placements of two to four dimensions, full and mixed tori, radix 2, multilinear and
//! listed placements. The naive walk takes every message of every processor over the real links.

use crate::common::oracle;
use torus_model::bound::{exchange_bound, frame_bound};
use torus_model::schedule::verify::verify;
use torus_model::Effort;
use torus_model::{
    bound::load_bound,
    schedule::balanced::{balanced_frame, balanced_oneshot, balanced_routes},
};
use torus_model::{
    schedule::ScheduleKind,
    PortModel::{self, AllPort, OnePort},
};
use torus_model::{Entry, Placement, Schedule, Torus};

const ALL: PortModel = AllPort;

/// An effort that is small enough for a test. If a length is impossible, all of it is spent.
const EFFORT: Effort = Effort { seed: 1, visits: 40_000_000 };

fn linear(d: usize, k: u32) -> Placement {
    Placement::linear(&Torus::homogeneous(d, k).unwrap(), None, 0).unwrap()
}

/// The largest load of a link: every hop of every message of every processor, on plain coordinates.
fn naive_maximum(placement: &Placement, messages: &[Entry]) -> u32 {
    let dims = placement.torus().dims();
    let mut loads = vec![0; oracle::size(dims) * 2 * dims.len()];
    for &node in placement.processors() {
        let class = placement.symmetry().class_of(placement.torus(), node);
        let of_class = |source: usize| {
            placement.symmetry().class_of(placement.torus(), placement.sources()[source]) == class
        };
        for message in messages.iter().filter(|message| of_class(message.source)) {
            let mut at = oracle::coordinates(dims, node.index());
            let to: Vec<u32> = (0..dims.len()).map(|i| (at[i] + message.offset[i]) % dims[i]).collect();
            for letter in message.route.to_string().chars() {
                let dim = letter.to_ascii_lowercase() as usize - 'a' as usize;
                let down = letter.is_ascii_uppercase();
                loads[oracle::id(dims, &at) * 2 * dims.len() + 2 * dim + usize::from(down)] += 1;
                at[dim] = (at[dim] + if down { dims[dim] - 1 } else { 1 }) % dims[dim];
            }
            assert_eq!(at, to, "{} leads to its offset", message.route);
            assert!(placement.contains(placement.torus().node(&to)));
        }
    }
    loads.into_iter().max().unwrap()
}

/// Checks that every message occurs once. Returns the maximum load of the naive walk.
fn maximum(placement: &Placement, effort: Effort) -> u32 {
    let messages = balanced_routes(placement, effort);
    assert_eq!(messages.len(), placement.sources().len() * (placement.len() - 1));
    assert!(messages.iter().all(|message| message.slot == 0 && message.route.is_shortest(placement.torus())));
    let maximum = naive_maximum(placement, &messages);
    assert!(maximum >= load_bound(placement), "{placement} on {}", placement.torus());
    maximum
}

fn frame(placement: &Placement) -> Schedule {
    frame_by(placement, EFFORT)
}

fn frame_by(placement: &Placement, effort: Effort) -> Schedule {
    let schedule = balanced_frame(placement, ALL, effort);
    let proved =
        verify(&schedule).unwrap_or_else(|why| panic!("{placement} on {}: {why}", placement.torus()));
    assert_eq!(proved.busiest, naive_maximum(placement, &schedule.entries));
    assert!(schedule.length >= proved.busiest && schedule.lower_bound == frame_bound(placement, ALL));
    schedule
}

#[test]
fn planes_and_cubes_use_their_ports_evenly() {
    for (d, k) in (3u32..=12).flat_map(|k| [(2u32, k), (3, k)]) {
        let ports = (k.pow(d - 1) - 1).div_ceil(2 * d);
        assert_eq!(maximum(&linear(d as usize, k), EFFORT), ports, "d={d} k={k}");
    }
}

#[test]
fn four_dimensions_come_near() {
    for (k, most) in [(3, 4), (4, 8), (5, 16), (6, 27)] {
        assert!(maximum(&linear(4, k), Effort::with_seed(1)) <= most, "k={k}");
    }
}

#[test]
fn frames_meet_their_bound() {
    for (d, k) in (3..=12).flat_map(|k| [(2, k), (3, k)]) {
        let schedule = frame(&linear(d, k));
        assert_eq!(schedule.length, schedule.lower_bound, "d={d} k={k}");
        // Also where the sum lemma makes the frame longer than its links have to work.
        assert_eq!(naive_maximum(&linear(d, k), &schedule.entries), load_bound(&linear(d, k)), "d={d} k={k}");
    }
}

/// Thousands of messages fill nearly all slots of the links of a processor. The naive walk would take minutes
/// for the last one, which the verifier alone proves.
#[test]
fn frames_of_large_linear_placements_meet_their_bound() {
    for k in [13, 14, 16, 17, 20] {
        let schedule = frame(&linear(3, k));
        assert_eq!(schedule.length, schedule.lower_bound, "k={k}");
    }
    let schedule = balanced_frame(&linear(3, 64), ALL, EFFORT);
    assert_eq!((verify(&schedule).unwrap().busiest, schedule.length, schedule.lower_bound), (683, 683, 683));
}

/// Two messages are no triples where 3 divides the radix, and a few others have fixed slots beside them. Also
/// where all coefficients are another number, and with other effort and seeds.
#[test]
fn frames_meet_their_bound_where_3_divides_the_radix() {
    for k in (12..=24).step_by(3) {
        let schedule = frame(&linear(3, k));
        assert_eq!(
            (schedule.length, schedule.lower_bound),
            ((k * k - 1).div_ceil(6), schedule.length),
            "k={k}"
        );
    }
    for (k, coefficient, seed) in (12..=51).step_by(3).flat_map(|k| [(k, 1, 3), (k, 5, 1), (k, -1, 7)]) {
        let coefficients = [coefficient; 3];
        if let Ok(placement) = Placement::linear(&Torus::homogeneous(3, k).unwrap(), Some(&coefficients), 2) {
            let schedule = balanced_frame(&placement, ALL, Effort { seed, visits: 1 });
            verify(&schedule).unwrap_or_else(|why| panic!("{placement}: {why}"));
            assert_eq!(
                (schedule.length, schedule.lower_bound),
                ((k * k - 1).div_ceil(6), schedule.length),
                "{k}"
            );
        }
    }
}

/// Unequal coefficients do not turn into each other, so every message is searched on its own.
#[test]
fn coefficients_that_differ_have_no_triples() {
    let placement = Placement::linear(&Torus::homogeneous(3, 12).unwrap(), Some(&[1, 5, 7]), 0).unwrap();
    let schedule = frame(&placement);
    assert!((24..=27).contains(&schedule.length), "{}", schedule.length);
}

/// One port makes frames longer than links need; the links stay even.
#[test]
fn one_port_frames_are_even() {
    for n in 3..=7 {
        let placement = Placement::full(&Torus::homogeneous(2, n).unwrap());
        let schedule = balanced_frame(&placement, PortModel::OnePort, Effort::with_seed(1));
        verify(&schedule).unwrap();
        assert_eq!(naive_maximum(&placement, &schedule.entries), load_bound(&placement), "n={n}");
    }
}

/// Four dimensions need the turns: these were 9, 17 and 31 by searches of single messages.
#[test]
fn frames_of_four_dimensions_meet_their_bound() {
    for (k, length) in [(3, 4), (4, 8), (5, 16), (6, 27)] {
        let schedule = frame_by(&linear(4, k), Effort::with_seed(1));
        assert_eq!((schedule.length, schedule.lower_bound), (length, length), "k={k}");
    }
}

/// Chosen routes end an exchange at the bound where ODR's cannot: 4x4x4x4 takes ODR 33 slots, and 11 here.
#[test]
fn exchanges_meet_their_bound() {
    let exchange = |placement: &Placement, ports| {
        let schedule = balanced_oneshot(placement, ports, Effort { visits: 8_000_000, ..EFFORT });
        verify(&schedule).unwrap_or_else(|why| panic!("{placement} on {}: {why}", placement.torus()));
        assert!(schedule.makespan() <= schedule.length && schedule.kind == ScheduleKind::OneShot);
        assert_eq!(schedule.lower_bound, exchange_bound(placement, ports));
        naive_maximum(placement, &schedule.entries);
        (schedule.length, schedule.lower_bound)
    };
    let sizes =
        [(2, 3), (2, 4), (2, 5), (2, 6), (2, 7), (2, 8), (3, 3), (3, 4), (3, 5), (3, 6), (4, 3), (4, 4)];
    for ((d, k), ports) in sizes.into_iter().flat_map(|size| [(size, AllPort), (size, OnePort)]) {
        let (length, bound) = exchange(&linear(d, k), ports);
        assert_eq!(length, bound, "d={d} k={k} {ports} port");
    }
    for (dims, all, one) in [(&[4, 4][..], 8, 17), (&[5, 5], 15, 26), (&[6, 6], 27, 38), (&[3, 3, 3], 9, 28)]
    {
        let placement = Placement::full(&Torus::new(dims).unwrap());
        assert_eq!(
            (exchange(&placement, AllPort).0, exchange(&placement, OnePort).0),
            (all, one),
            "{dims:?}"
        );
    }
    for placement in odd_ones() {
        exchange(&placement, AllPort);
        exchange(&placement, OnePort);
    }
}

/// The sum lemma forbids these, and only these, of three dimensions.
#[test]
fn the_sum_lemma_raises_three_bounds() {
    let raised: Vec<u32> =
        (3..=12).filter(|&k| frame_bound(&linear(3, k), ALL) > load_bound(&linear(3, k))).collect();
    assert_eq!(raised, [5, 7, 11]);
}

#[test]
fn other_placements_balance_too() {
    odd_ones().iter().for_each(|placement| drop(frame_by(placement, Effort { visits: 4_000_000, ..EFFORT })));
}

/// Unusual placements: full, multilinear and listed ones, radix 2, unequal radices and coefficients.
fn odd_ones() -> Vec<Placement> {
    let tori = [&[2u32][..], &[4], &[5], &[2, 3], &[3, 4], &[4, 4], &[2, 2, 2], &[2, 3, 4], &[3, 3, 3]];
    let mut all: Vec<Placement> = tori.map(|dims| Placement::full(&Torus::new(dims).unwrap())).into();
    for (d, k, t) in [(2, 4, 2), (2, 5, 3), (3, 3, 2), (3, 4, 4)] {
        let torus = Torus::homogeneous(d, k).unwrap();
        all.push(Placement::multilinear(&torus, None, t).unwrap());
    }
    all.push(linear(3, 2));
    all.push(Placement::linear(&Torus::new(&[8, 4, 4]).unwrap(), None, 1).unwrap());
    all.push(Placement::linear(&Torus::homogeneous(3, 5).unwrap(), Some(&[1, 2, 1]), 3).unwrap());
    let torus = Torus::new(&[2, 4, 3]).unwrap();
    let nodes: Vec<_> = [0, 3, 7, 12, 20].map(|at| torus.node_at(at).unwrap()).into();
    all.push(Placement::listed(&torus, &nodes).unwrap());
    all
}

/// Half-way messages are split: 4x4 and 6x6 full have as many of them each way.
#[test]
fn full_squares_meet_the_load_bound() {
    for k in 3..=8 {
        let placement = Placement::full(&Torus::homogeneous(2, k).unwrap());
        assert_eq!(maximum(&placement, EFFORT), load_bound(&placement), "k={k}");
    }
}

#[test]
fn the_same_seed_gives_the_same_routes() {
    let placement = linear(3, 6);
    assert_eq!(balanced_routes(&placement, EFFORT), balanced_routes(&placement, EFFORT));
    assert_eq!(balanced_frame(&placement, ALL, EFFORT), balanced_frame(&placement, ALL, EFFORT));
    let other = Effort { seed: 2, ..EFFORT };
    assert_ne!(balanced_routes(&placement, EFFORT), balanced_routes(&placement, other));
}
