//! Total exchange: every node sends to every other one by any shortest routes, in as few slots as found.
//!
//! - **All ports**: a route table as a schedule of the real links. A cyclic table has one source class. In a
//!   dihedral dimension the nodes of odd coordinate swap `+` and `-`, so there is a source class for each
//!   pattern of parities. A message goes straight on all the same; its sign is swapped where its **source**
//!   is odd.
//! - **One port**: the packer chooses routes and slots, the same for all nodes. The first exchange of a frame
//!   that repeats as soon as it can is a good start.
//! - **Single port**: all routes one after the other. Every node forwards one message in every slot, so the
//!   length is the sum of all distances from a node, which is optimal.
//!
//! Source: Coolsaet, Fack and De Meyer 1994 (tables); Dimakopoulos and Dimopoulos 1998, section 4 (single
//! port). Differences: the phases of the latter are not needed here. Bounds: [`crate::bound::length`].

use crate::{
    bound::exchange_bound,
    pack::{pack_into, Choice, Horizon, Problem},
    route::alternatives,
    schedule::{
        balanced::{balanced_frame, balanced_oneshot_with},
        problem::{odr_messages, with_alternatives, Setting},
        ScheduleKind,
    },
    table::{exchange_table, exchange_table_in, Group, RouteTable},
    Effort, Entry, HopCycles, Placement, Port, PortModel, Random, Route, Schedule, Segment, Symmetry, Torus,
};

/// Routes tried for one message with one port.
const ROUTES: usize = 24;

/// Searches that share the effort spent on one length.
const RESTARTS: u64 = 8;

/// The shortest total exchange schedule found for a full torus, without buffers. The group is for route
/// tables, and so for all ports; without one each dimension gets the group that suits it.
///
/// # Panics
/// Where the group does not [suit](Group::suits) a radix.
pub fn exchange(torus: &Torus, ports: PortModel, group: Option<Group>, effort: Effort) -> Schedule {
    match ports {
        PortModel::AllPort => of_table(&match group {
            Some(group) => exchange_table_in(torus, &vec![group; torus.d()], effort),
            None => exchange_table(torus, effort),
        }),
        PortModel::OnePort => one_port(&Placement::full(torus), effort),
        PortModel::SinglePort => one_row(&Placement::full(torus)),
    }
}

/// The same where a hop takes so many cycles. Where links have registers, the packer chooses routes and slots
/// whatever the ports.
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

/// One port: the first exchange of a frame, whose end is seldom far from its length; a search of its own at
/// the bound, and at one slot less than the frame's, may end earlier.
fn one_port(placement: &Placement, effort: Effort) -> Schedule {
    let frame = balanced_frame(placement, PortModel::OnePort, effort);
    let bound = exchange_bound(placement, PortModel::OnePort);
    let (length, ports) = (frame.makespan(), frame.ports);
    let sooner = (length > bound).then(|| Free::new(placement, effort.seed)).and_then(|free| {
        let mut lengths = vec![bound, length - 1];
        lengths.dedup();
        lengths.into_iter().find_map(|length| free.pack(length, effort).map(|entries| (length, entries)))
    });
    let (length, entries) = sooner.unwrap_or((length, frame.entries));
    sorted(placement, ports, length, bound, entries)
}

/// The messages of a placement and the routes that each may take.
struct Free {
    messages: Vec<Entry>,
    routes: Vec<Vec<Route>>,
    problem: Problem,
}

impl Free {
    fn new(placement: &Placement, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let messages = odr_messages(placement);
        let routes = |message: &Entry| alternatives(placement.torus(), &message.offset, ROUTES, &mut random);
        let routes: Vec<Vec<Route>> = messages.iter().map(routes).collect();
        let hop_cycles = &HopCycles::one(placement.torus());
        let setting = Setting { placement, ports: PortModel::OnePort, hop_cycles };
        let problem = with_alternatives(setting, &messages, &routes);
        Free { messages, routes, problem }
    }

    /// One exchange of this length, if the effort finds it.
    fn pack(&self, length: u32, Effort { seed, visits }: Effort) -> Option<Vec<Entry>> {
        let choices = pack_into(&self.problem, length, Horizon::Finite, seed, visits, RESTARTS)?;
        let place = |(message, (routes, choice)): (&Entry, (&Vec<Route>, Choice))| {
            let route = routes[choice.alternative].clone();
            Entry { slot: choice.start, route, ..message.clone() }
        };
        Some(self.messages.iter().zip(self.routes.iter().zip(choices)).map(place).collect())
    }
}

/// Single port: one route after the other.
fn one_row(placement: &Placement) -> Schedule {
    let mut messages = odr_messages(placement);
    let mut length = 0;
    for message in &mut messages {
        message.slot = length;
        length += message.route.hops();
    }
    let ports = PortModel::SinglePort;
    sorted(placement, ports, length.max(1), exchange_bound(placement, ports), messages)
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

/// The real route of a table's route from a source: where the source is odd, signs are swapped.
fn travelled(torus: &Torus, symmetry: &Symmetry, source: crate::NodeId, route: &Route) -> Route {
    let swaps = |dim: usize| matches!(symmetry, Symmetry::Parity { counts } if counts[dim]);
    let segment = |segment: &Segment| {
        let odd = swaps(segment.port.dim()) && torus.coordinate(source, segment.port.dim()) % 2 == 1;
        Segment { port: Port::from_index(segment.port.index() ^ odd as usize), ..*segment }
    };
    Route::new(route.segments().iter().map(segment))
}
