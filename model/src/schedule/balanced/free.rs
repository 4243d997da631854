//! Chooses routes and slots together: the packer gets several routes for every message.
//!
//! Two restrictions make the search small enough to reach the bound.
//! - **Turns**: messages that are images of each other under a group of turns (`turns`) start together, with
//!   the images of one route. They are one item for the packer.
//! - **Transit**: if processors need nearly all their links for what they send and receive, routes past
//!   other processors cannot be used. It is enough to keep those routes of each message that pass the fewest
//!   processors.
//!
//! A restriction may make a length impossible. So at each length the groups are tried from the largest to
//! none, and at last all routes. Linear placements of four dimensions meet the bound only with turns: 4^4
//! and 6^4 with groups of eight, 5^4 with groups of two.
//!
//! If a frame is longer than its busiest link has to be used, some links may still be used in all its slots.
//! [`even_out`] packs again at the same length, with idle slots that every link has to keep, so that the
//! maximum load falls, too.

use super::turns::{groups, Turn};
use crate::{
    bound::{load_bound, travel},
    pack::{self, by_free_slots, by_prices, Cell, Choice, Horizon, Packing, Problem},
    route::alternatives,
    schedule::{
        problem::{odr_messages, problem, with_alternatives, Setting},
        shorter::shorter,
    },
    Effort, Entry, HopCycles, Placement, PortModel, Random, Route,
};
use std::collections::HashMap;

/// The most routes of one message; in four dimensions these are all. The packer tries each of them in every
/// move.
pub(super) const ROUTES: u64 = 384;

/// The approximate number of cells of all routes of all messages when free slots are filled. It limits the
/// memory.
const CELLS: u64 = 1 << 24;

/// The number of searches that share the effort of one attempt.
const RESTARTS: u64 = 4;

/// The effort is divided by these numbers, one after the other. It is not known which group is possible, but
/// often one is found soon.
const SHARES: [u64; 2] = [16, 1];

/// Messages with their routes and slots.
pub(super) struct Packed {
    pub messages: Vec<Entry>,
    pub packing: Packing,
}

/// The shortest packing found. The full effort is spent on each length and group.
pub(super) fn shortest(setting: Setting, horizon: Horizon, bound: u32, effort: Effort) -> Packed {
    let groups = groups(setting);
    let (_, packed) =
        pack::shortest(bound, |length| of_length(setting, horizon, &groups, (length, 0), effort));
    match packed.packing.length > bound {
        true => shortened(setting, horizon, packed, bound, effort),
        false => packed,
    }
}

/// The packing made shorter: each message moves on its own, with all its routes.
fn shortened(setting: Setting, horizon: Horizon, packed: Packed, bound: u32, effort: Effort) -> Packed {
    let cap = (CELLS / hops(setting.placement)).clamp(2, ROUTES);
    let alone = groups(setting).pop().expect("the identity alone comes last");
    let mut routes = Free::new(setting, &alone, false, cap, effort.seed).routes;
    let starts = packed.packing.choices.iter().map(|choice| choice.start);
    let started = packed.messages.into_iter().zip(starts).map(|(message, slot)| Entry { slot, ..message });
    let started: Vec<Entry> = started.collect();
    for (routes, message) in routes.iter_mut().zip(&started) {
        if !routes.contains(&message.route) {
            routes.push(message.route.clone());
        }
    }
    let (messages, length) =
        shorter(setting, horizon, (started, packed.packing.length), &routes, bound, effort);
    let choices = messages.iter().map(|message| Choice { alternative: 0, start: message.slot }).collect();
    Packed { messages, packing: Packing { length, choices } }
}

/// A packing of the same length with a smaller maximum load, if one is found. Some loads between the bound
/// and the present one are tried.
pub(super) fn even_out(setting: Setting, horizon: Horizon, packed: Packed, effort: Effort) -> Packed {
    let (length, groups) = (packed.packing.length, groups(setting));
    let mut least = load_bound(setting.placement);
    let most = busiest(setting.placement, &packed.messages);
    while least < most {
        match of_length(setting, horizon, &groups, (length, length - least), effort) {
            Some(better) => return better,
            None => least += (most - least).div_ceil(2),
        }
    }
    packed
}

/// The largest load of a link.
fn busiest(placement: &Placement, messages: &[Entry]) -> u32 {
    let hop_cycles = &HopCycles::one(placement.torus());
    problem(Setting { placement, ports: PortModel::AllPort, hop_cycles }, messages).lower_bound()
}

/// A packing of this length in which every link class is idle for at least `idle` slots. First by free
/// slots, with all routes of each message; then by prices, with as many routes as the effort allows.
fn of_length(
    setting: Setting,
    horizon: Horizon,
    groups: &[Vec<Turn>],
    (length, idle): (u32, u32),
    effort: Effort,
) -> Option<Packed> {
    let few = setting.ports == PortModel::AllPort;
    let ways = groups.iter().map(|group| (group, few));
    let ways: Vec<_> = ways.chain(few.then(|| (&groups[groups.len() - 1], false))).collect();
    let free = |&(group, few): &(&Vec<Turn>, bool), cap| {
        let mut free = Free::new(setting, group, few, cap, effort.seed);
        free.keep_idle(setting.placement, idle);
        free
    };
    let cap = (CELLS / hops(setting.placement)).clamp(2, ROUTES);
    let filled = ways.iter().find_map(|way| free(way, cap).fill(length, horizon, effort));
    let packed = |share| {
        let effort = Effort { visits: effort.visits / share, ..effort };
        let cap = routes_priced(setting.placement, length, effort);
        ways.iter().find_map(|way| free(way, cap).pack(length, horizon, effort))
    };
    filled.or_else(|| SHARES.into_iter().find_map(packed))
}

/// A packing problem with the messages and routes that it was made from.
pub(super) struct Free {
    pub messages: Vec<Entry>,
    /// The messages that start together: the images of the first one, in the order of the turns.
    pub orbits: Vec<Vec<usize>>,
    /// The routes of each message. The messages of an orbit have the same number of routes, which are images
    /// of each other.
    routes: Vec<Vec<Route>>,
    /// An item for each orbit.
    pub problem: Problem,
}

impl Free {
    /// The problem of all messages, with at most `cap` routes each. `few`: only the routes that pass the
    /// fewest processors.
    pub fn new(setting: Setting, group: &[Turn], few: bool, cap: u64, seed: u64) -> Self {
        let placement = setting.placement;
        let messages = odr_messages(placement);
        let mut random = Random::new(seed);
        let orbits = orbits(placement, &messages, group);
        let mut routes = vec![Vec::new(); messages.len()];
        for orbit in &orbits {
            let first = &messages[orbit[0]];
            let mut of_first = alternatives(placement.torus(), &first.offset, cap as usize, &mut random);
            if few {
                keep_least_transit(placement, first.source, &mut of_first);
            }
            for (&message, turn) in orbit.iter().zip(group) {
                routes[message] =
                    of_first.iter().map(|route| turn.route(placement.torus().d(), route)).collect();
            }
        }
        let each = with_alternatives(setting, &messages, &routes);
        Free { problem: joined(&each, &orbits), messages, orbits, routes }
    }

    /// Adds items of one slot, which keep every link class idle for `idle` slots.
    fn keep_idle(&mut self, placement: &Placement, idle: u32) {
        let links = placement.symmetry().link_classes(placement.torus()) as u32;
        let hole = |resource| vec![vec![Cell { resource, offset: 0 }]];
        let holes = (0..links).flat_map(|link| std::iter::repeat_n(hole(link), idle as usize));
        self.problem.items.extend(holes);
    }

    /// Packs by free slots alone.
    fn fill(self, length: u32, horizon: Horizon, effort: Effort) -> Option<Packed> {
        let choices = by_free_slots(&self.problem, None, length, horizon, effort)?;
        Some(self.packed(length, choices))
    }

    /// Packs by prices alone.
    fn pack(self, length: u32, horizon: Horizon, effort: Effort) -> Option<Packed> {
        let choices = by_prices(&self.problem, length, horizon, effort, RESTARTS)?;
        Some(self.packed(length, choices))
    }

    /// The messages with the routes and slots of their orbits.
    pub fn packed(mut self, length: u32, choices: Vec<Choice>) -> Packed {
        let mut of_message = vec![Choice { alternative: 0, start: 0 }; self.messages.len()];
        for (orbit, choice) in self.orbits.iter().zip(choices) {
            for &message in orbit {
                self.messages[message].route = self.routes[message][choice.alternative].clone();
                of_message[message] = choice;
            }
        }
        Packed { messages: self.messages, packing: Packing { length, choices: of_message } }
    }
}

/// The number of routes of each message when slots have prices. A first round over all messages then leaves
/// most of the effort to the search.
fn routes_priced(placement: &Placement, length: u32, effort: Effort) -> u64 {
    (effort.visits / 4 / (hops(placement) * u64::from(length))).clamp(2, ROUTES)
}

/// The hops of all messages, or 1 if there are none.
fn hops(placement: &Placement) -> u64 {
    travel(placement, &HopCycles::one(placement.torus())).max(1)
}

/// The orbits of the messages under a group. A message with fewer images than turns is an orbit of its own.
fn orbits(placement: &Placement, messages: &[Entry], group: &[Turn]) -> Vec<Vec<usize>> {
    if group.len() == 1 {
        return (0..messages.len()).map(|message| vec![message]).collect();
    }
    let number: HashMap<&[u32], usize> =
        messages.iter().map(|message| &message.offset[..]).zip(0..).collect();
    let mut seen = vec![false; messages.len()];
    let mut orbits = Vec::new();
    for (at, message) in messages.iter().enumerate() {
        if !seen[at] {
            let image = |turn: &Turn| number[&turn.offset(placement.torus(), &message.offset)[..]];
            let orbit: Vec<usize> = group.iter().map(image).collect();
            let repeats = orbit[1..].contains(&at);
            let orbit = if repeats { vec![at] } else { orbit };
            orbit.iter().for_each(|&message| seen[message] = true);
            orbits.push(orbit);
        }
    }
    orbits
}

/// One item for each orbit. Its j-th alternative has the j-th route of each of its messages.
fn joined(each: &Problem, orbits: &[Vec<usize>]) -> Problem {
    let item = |orbit: &Vec<usize>| {
        let cells = |alternative: usize| {
            orbit.iter().flat_map(|&message| each.items[message][alternative].iter().copied()).collect()
        };
        (0..each.items[orbit[0]].len()).map(cells).collect()
    };
    Problem { resources: each.resources, items: orbits.iter().map(item).collect() }
}

/// Keeps the routes that pass the fewest processors.
fn keep_least_transit(placement: &Placement, source: usize, routes: &mut Vec<Route>) {
    let (torus, symmetry, sources) = (placement.torus(), placement.symmetry(), placement.sources());
    let class = |source: usize| symmetry.class_of(torus, sources[source]);
    let holds: Vec<usize> = (0..sources.len()).map(class).collect();
    let transit = |route: &Route| {
        let links = symmetry.path(torus, class(source), route.ports()).skip(1);
        links.filter(|link| holds.contains(&(link / torus.port_slots()))).count()
    };
    let least = routes.iter().map(transit).min().unwrap_or(0);
    routes.retain(|route| transit(route) == least);
}
