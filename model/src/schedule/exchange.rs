//! Total exchange: every node sends to every other one by any shortest routes, in as few slots as found.
//!
//! - **All ports**: a route table as a schedule of the real links. A cyclic table has one source class. In a
//!   dihedral dimension nodes with an odd coordinate swap `+` and `-`, so there is a source class for each
//!   pattern of parities. A message still goes straight on in a dimension; its sign is swapped if its
//!   **source** is odd.
//! - **One port**: the packer chooses routes and slots, the same for all nodes. The result is the first
//!   exchange of a frame that repeats as soon as it can, made shorter. Squares from 10x10 on need no search
//!   ([`super::circuits`]).
//! - **Single port**: all routes one after the other. Every node forwards one message in every slot, so the
//!   length is the sum of all distances from a node, which is optimal.
//!
//! Source: Coolsaet, Fack and De Meyer 1994 (tables); Dimakopoulos and Dimopoulos 1998, section 4 (single
//! port). Differences: the phases of the latter are not needed here. Bounds: [`crate::bound::length`].

use crate::{
    bound::exchange_bound,
    pack::Horizon,
    route::alternatives,
    schedule::{
        balanced::{balanced_frame, balanced_oneshot_with},
        circuits,
        problem::{one_row, Setting},
        shorter::shorter,
        ScheduleKind,
    },
    table::{exchange_table, exchange_table_in, Group, RouteTable},
    Effort, Entry, HopCycles, Placement, PortModel, Random, Route, Schedule, Symmetry, Torus,
};

/// The number of routes tried for one message with one port.
const ROUTES: usize = 24;

/// With one port, the effort is divided by this for the frame whose first exchange is made shorter.
const FOR_FRAME: u64 = 64;

/// The shortest total exchange found for a full torus, without buffers. `group` is for route tables, so only
/// with all ports. Without it each dimension gets the group that suits it.
///
/// # Panics
///
/// If the group does not [suit](Group::suits) a radix.
pub fn exchange(torus: &Torus, ports: PortModel, group: Option<Group>, effort: Effort) -> Schedule {
    match ports {
        PortModel::AllPort => of_table(&match group {
            Some(group) => exchange_table_in(torus, &vec![group; torus.d()], effort),
            None => exchange_table(torus, effort),
        }),
        PortModel::OnePort => one_port(&Placement::full(torus), effort),
        PortModel::SinglePort => single_port(&Placement::full(torus)),
    }
}

/// The same with hops of `hop_cycles`. If links have registers, the packer chooses routes and slots with any
/// ports.
pub fn exchange_with(
    torus: &Torus,
    ports: PortModel,
    group: Option<Group>,
    hop_cycles: HopCycles,
    effort: Effort,
) -> Schedule {
    match hop_cycles.is_one() {
        true => exchange(torus, ports, group, effort),
        false => Schedule {
            kind: ScheduleKind::Exchange,
            ..balanced_oneshot_with(&Placement::full(torus), ports, hop_cycles, effort)
        },
    }
}

/// One port: the first exchange of a frame, made shorter by annealing. Its end is seldom much later than
/// that of the frame.
fn one_port(placement: &Placement, effort: Effort) -> Schedule {
    if let Some(exchange) = circuits::schedule(placement, PortModel::OnePort, ScheduleKind::Exchange, effort)
    {
        return exchange;
    }
    let Effort { seed, visits } = effort;
    let frame = balanced_frame(placement, PortModel::OnePort, Effort { seed, visits: visits / FOR_FRAME });
    let bound = exchange_bound(placement, PortModel::OnePort);
    match frame.makespan() > bound {
        true => shortened(placement, frame, bound, effort),
        false => sorted(placement, frame.ports, frame.makespan(), bound, frame.entries),
    }
}

/// One exchange of a frame, made shorter with several routes of every message.
fn shortened(placement: &Placement, frame: Schedule, bound: u32, effort: Effort) -> Schedule {
    let mut random = Random::new(effort.seed);
    let own_first = |entry: &Entry| {
        let mut routes = alternatives(placement.torus(), &entry.offset, ROUTES, &mut random);
        routes.retain(|route| route != &entry.route);
        routes.insert(0, entry.route.clone());
        routes
    };
    let routes: Vec<Vec<Route>> = frame.entries.iter().map(own_first).collect();
    let setting = Setting { placement, ports: frame.ports, hop_cycles: &HopCycles::one(placement.torus()) };
    let length = frame.makespan();
    let (entries, length) =
        shorter(setting, Horizon::Finite, (frame.entries, length), &routes, bound, effort);
    sorted(placement, frame.ports, length, bound, entries)
}

/// Single port: one route after the other.
fn single_port(placement: &Placement) -> Schedule {
    let (ports, (messages, length)) = (PortModel::SinglePort, one_row(placement));
    sorted(placement, ports, length, exchange_bound(placement, ports), messages)
}

fn sorted(
    placement: &Placement,
    ports: PortModel,
    length: u32,
    lower_bound: u32,
    mut entries: Vec<Entry>,
) -> Schedule {
    entries.sort();
    Schedule {
        placement: placement.clone(),
        kind: ScheduleKind::Exchange,
        ports,
        hop_cycles: HopCycles::one(placement.torus()),
        length,
        lower_bound,
        entries,
    }
}

/// The schedule of a route table.
pub fn of_table(table: &RouteTable) -> Schedule {
    let dihedral: Vec<bool> = table.groups.iter().map(|&group| group == Group::Dihedral).collect();
    let placement = Placement::full_by_parity(&table.torus, &dihedral);
    let mut entries = Vec::new();
    for (class, source) in placement.sources().into_iter().enumerate() {
        for entry in &table.entries {
            let route = travelled(&table.torus, placement.symmetry(), source, &entry.route);
            let offset = table.torus.offset(source, route.end(&table.torus, source));
            entries.push(Entry { slot: entry.start, source: class, offset, route });
        }
    }
    sorted(&placement, PortModel::AllPort, table.length, table.lower_bound, entries)
}

/// The real route of a table's route from a source: signs are swapped in dimensions where the source is odd.
fn travelled(torus: &Torus, symmetry: &Symmetry, source: crate::NodeId, route: &Route) -> Route {
    let swaps = |dim: usize| matches!(symmetry, Symmetry::Parity { counts } if counts[dim]);
    route.turned(|dim| swaps(dim) && torus.coordinate(source, dim) % 2 == 1)
}
