//! Schedules over links with registers: they are proved by the naive verifier, meet their bounds, and fail
//! if a message starts at another time.
//!
//! State space: full, linear and listed placements of radix 2 to 9; the same stages in all dimensions, which
//! keep a frame's slots apart or do not, and uneven stages; each port model and kind. With one start moved
//! by a slot, every schedule in which a link is used in all slots is refused, and so is one with the stages
//! of other links.

use crate::common::oracle;
use std::collections::HashSet;
use torus_model::bound::{exchange_bound_with, frame_bound, frame_bound_with};
use torus_model::schedule::balanced::{balanced_frame_with, balanced_oneshot_with};
use torus_model::schedule::exchange::exchange_with;
use torus_model::schedule::frame::{odr_frame, odr_frame_with};
use torus_model::schedule::oneshot::odr_oneshot_with;
use torus_model::schedule::verify::{verify, Violation};
use torus_model::{Effort, HopCycles, LinkStages, Placement, PortModel, Schedule, Torus};

const LITTLE: Effort = Effort { seed: 1, visits: 400_000 };
const PORTS: [PortModel; 3] = [PortModel::AllPort, PortModel::OnePort, PortModel::SinglePort];

fn full(dims: &str) -> Placement {
    Placement::full(&dims.parse::<Torus>().unwrap())
}

fn hop_cycles(placement: &Placement, stages: &str) -> HopCycles {
    let torus = placement.torus();
    HopCycles::of_stages(torus, &LinkStages::parse(stages, torus).unwrap()).expect("no links apart")
}

/// Sends every message of every processor, cycle by cycle over plain coordinates, and checks that nothing is
/// used twice. Returns the slot in which the last message is ejected.
fn played(schedule: &Schedule, stages: &[u32]) -> Result<u32, String> {
    let (dims, periodic) = (schedule.torus().dims(), schedule.kind.is_periodic());
    let (mut taken, mut last) = (HashSet::new(), 0);
    let class = |node| schedule.placement.symmetry().class_of(schedule.torus(), node);
    let mut use_once = |what: &str, place: usize, slot: u32| {
        let slot = if periodic { slot % schedule.length } else { slot };
        let free = taken.insert((what.to_string(), place, slot));
        free.then_some(()).ok_or(format!("{what} {place} twice in slot {slot}"))
    };
    for entry in &schedule.entries {
        let own = class(schedule.placement.sources()[entry.source]);
        for &node in schedule.placement.processors().iter().filter(|node| class(**node) == own) {
            let (mut at, mut slot) = (oracle::coordinates(dims, node.index()), entry.slot);
            let letters = entry.route.to_string();
            for (hop, letter) in letters.bytes().enumerate() {
                let (dim, up) = ((letter.to_ascii_lowercase() - b'a') as usize, letter.is_ascii_lowercase());
                let tail = oracle::id(dims, &at);
                use_once("link", tail * 2 * dims.len() + 2 * dim + usize::from(up), slot)?;
                let every = schedule.ports == PortModel::SinglePort;
                let counts = |end: bool| every || schedule.ports == PortModel::OnePort && end;
                if counts(hop == 0) {
                    use_once("sends", tail, slot)?;
                }
                at[dim] = (at[dim] + if up { 1 } else { dims[dim] - 1 }) % dims[dim];
                slot += stages[dim];
                if counts(hop + 1 == letters.len()) {
                    use_once("receives", oracle::id(dims, &at), slot)?;
                }
                slot += 1;
            }
            last = last.max(slot);
        }
    }
    Ok(last)
}

/// Checks that both verifiers accept the schedule, and that it ends when the naive one says.
fn assert_proved(schedule: &Schedule, stages: &[u32]) {
    let name = format!("{} {} {} {stages:?}", schedule.torus(), schedule.placement, schedule.kind);
    assert_eq!(schedule.hop_cycles.stages(), stages, "{name}");
    let proved = verify(schedule).unwrap_or_else(|violation| panic!("{name}: {violation}"));
    assert_eq!(played(schedule, stages), Ok(schedule.makespan()), "{name}");
    assert!(proved.busiest <= schedule.length && schedule.lower_bound <= schedule.length, "{name}");
    if !schedule.kind.is_periodic() {
        assert_eq!(schedule.length, schedule.makespan(), "{name}");
    }
}

fn placements() -> Vec<Placement> {
    let corners: Vec<_> = [0, 2, 5].map(|at| "2x3".parse::<Torus>().unwrap().node_at(at).unwrap()).into();
    let linear = |dims: &str| Placement::linear(&dims.parse::<Torus>().unwrap(), None, 1).unwrap();
    let listed = Placement::listed(&"2x3".parse::<Torus>().unwrap(), &corners).unwrap();
    vec![full("2x2"), full("3x4"), full("4x2"), linear("4x4"), listed]
}

#[test]
fn schedules_of_all_kinds_are_proved() {
    for placement in placements() {
        for stages in [[1, 1], [4, 4], [0, 1], [3, 0], [2, 5]] {
            let torus = placement.torus();
            let hops =
                HopCycles::of_stages(torus, &LinkStages::by_dimension(&stages)).expect("no links apart");
            for ports in PORTS {
                assert_proved(&odr_frame_with(&placement, ports, &hops, LITTLE), &stages);
                assert_proved(&odr_oneshot_with(&placement, ports, hops.clone(), LITTLE), &stages);
                assert_proved(&balanced_frame_with(&placement, ports, &hops, LITTLE), &stages);
                assert_proved(&balanced_oneshot_with(&placement, ports, hops.clone(), LITTLE), &stages);
            }
        }
    }
    for (dims, stages, ports) in
        [("3x3", [1, 1], PORTS[0]), ("2x4", [0, 2], PORTS[1]), ("4", [3, 3], PORTS[2])]
    {
        let torus: Torus = dims.parse().unwrap();
        let stages = &stages[..torus.d()];
        let hops = HopCycles::of_stages(&torus, &LinkStages::by_dimension(stages)).unwrap();
        let schedule = exchange_with(&torus, ports, None, hops.clone(), LITTLE);
        assert_proved(&schedule, stages);
        assert_eq!(schedule.lower_bound, exchange_bound_with(&schedule.placement, ports, &hops));
    }
}

/// A frame is as long as without registers where it is stretched, and at its bound where it is packed: radix
/// 2, odd, even, one port, closed forms, stages that have a divisor in common with the length.
#[test]
fn frames_stay_at_their_bounds() {
    let linear = Placement::linear(&"4x4x4".parse::<Torus>().unwrap(), None, 0).unwrap();
    let all: [(Placement, usize, &[&str]); 10] = [
        (full("2"), 0, &["1", "32"]),
        (full("5"), 0, &["1", "3"]),
        (full("4x4"), 0, &["1", "2", "3", "0,1", "2,1", "7"]),
        (full("4x4"), 1, &["1", "2", "3", "0,1"]),
        (full("8x8"), 0, &["1", "2", "3", "0,1", "5,2"]),
        (full("8x8"), 1, &["1", "2", "0,1"]),
        (full("9x9"), 0, &["6"]),
        (full("6x6x6"), 0, &["1", "3", "4", "5", "6"]),
        (full("10x10"), 0, &["1", "2", "5"]),
        (linear, 0, &["1", "2", "0,1,2"]),
    ];
    for (placement, ports, every) in all {
        let ports = PORTS[ports];
        let plain = odr_frame(&placement, ports, Effort::with_seed(1));
        for stages in every {
            let hops = hop_cycles(&placement, stages);
            let frame = odr_frame_with(&placement, ports, &hops, Effort::with_seed(1));
            assert_proved(&frame, &hops.stages());
            let name = format!("{} {ports} {stages}", placement.torus());
            assert_eq!((frame.length, frame.lower_bound), (plain.length, plain.length), "{name}");
            assert!(frame.makespan() >= plain.makespan(), "{name}");
        }
    }
}

/// Two hops of three cycles use one link in one slot of a frame of three, so it has four.
#[test]
fn a_message_may_meet_itself() {
    let placement = full("5");
    let frame = odr_frame_with(&placement, PORTS[0], &hop_cycles(&placement, "2"), LITTLE);
    assert_proved(&frame, &[2]);
    assert_eq!((frame.length, frame.lower_bound), (4, 4));
}

/// Without registers nothing changes, and stages that are apart have no schedule.
#[test]
fn no_registers_are_the_usual_schedules() {
    for placement in placements() {
        let none = hop_cycles(&placement, "0");
        assert!(none.is_one() && none == HopCycles::one(placement.torus()));
        let [plain, with] =
            [odr_frame(&placement, PORTS[1], LITTLE), odr_frame_with(&placement, PORTS[1], &none, LITTLE)];
        assert_eq!(plain, with);
        assert_eq!(frame_bound(&placement, PORTS[1]), frame_bound_with(&placement, PORTS[1], &none));
    }
    let torus: Torus = "2x3".parse().unwrap();
    let apart = |text| HopCycles::of_stages(&torus, &LinkStages::parse(text, &torus).unwrap()).is_none();
    assert_eq!([apart("1,wrap=2"), apart("1,wrap=1"), apart("1,0,wrap=0")], [true, false, false]);
}

/// Where a link is in use in every slot, no start can be a slot off; with one more or one less register in a
/// dimension, messages meet.
#[test]
fn a_slot_or_a_register_off_is_a_conflict() {
    for (dims, stages) in [("4x4", "1"), ("4x4", "0,2"), ("5", "1"), ("8x8", "2,1")] {
        let placement = full(dims);
        let whole =
            odr_frame_with(&placement, PORTS[0], &hop_cycles(&placement, stages), Effort::with_seed(1));
        let busiest = |entry: &&mut torus_model::Entry| entry.route.to_string().contains('a');
        for off in [1, whole.length - 1] {
            let mut late = whole.clone();
            let entry = late.entries.iter_mut().find(busiest).unwrap();
            entry.slot = (entry.slot + off) % whole.length;
            assert!(matches!(verify(&late), Err(Violation::Conflict { .. })), "{dims} {stages}");
            assert!(played(&late, &whole.hop_cycles.stages()).is_err());
        }
        for dim in 0..placement.torus().d() {
            let mut other = whole.hop_cycles.stages();
            other[dim] += 1;
            let hop_cycles =
                HopCycles::of_stages(placement.torus(), &LinkStages::by_dimension(&other)).unwrap();
            let spoiled = Schedule { hop_cycles, ..whole.clone() };
            assert!(matches!(verify(&spoiled), Err(Violation::Conflict { .. })), "{dims} {stages} {dim}");
            assert!(played(&spoiled, &other).is_err());
        }
    }
}
