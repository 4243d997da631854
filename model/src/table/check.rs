//! The test of route tables. It does not know how a table was made, and it does not use the letters' algebra:
//! it walks every route over the real ports, from a node of every parity pattern.
//!
//! Translations by even steps in dihedral dimensions, and by any steps in cyclic ones, do not change what the
//! nodes do. So the nodes fall into classes by the parities of their dihedral coordinates, and one node
//! stands for its class. A link is used twice in a step if and only if two walks use its class `(class of the
//! tail, port)` in that step. Cost: all hops of one node of every class.

use super::{Group, RouteTable, TableEntry};
use crate::{NodeId, Port, Torus};

/// A fault of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableFault {
    /// Groups that are not one for each dimension, or a group that a radix does not allow.
    #[error(
        "the groups ({}) do not suit {torus}: one for each dimension is needed, dihedral only with an even \
         radix of at least 4",
        .groups.iter().map(Group::to_string).collect::<Vec<_>>().join(", ")
    )]
    Groups {
        /// The groups.
        groups: Vec<Group>,
        /// The torus.
        torus: String,
    },
    /// A route that is empty, not shortest, or uses an absent port.
    #[error("the route of {entry} is not a shortest path over existing links")]
    Route {
        /// The entry.
        entry: String,
    },
    /// A length that is not the end of the last route, or a bound that the routes contradict.
    #[error(
        "{length} steps over a bound of {lower_bound} are stated, but the routes end after {end} steps and \
         give a bound of {counted}"
    )]
    Length {
        /// The length stated.
        length: u32,
        /// Where the last route ends.
        end: u64,
        /// The bound stated.
        lower_bound: u32,
        /// The bound that the routes themselves give.
        counted: u64,
    },
    /// A node that is not sent to, or more than once.
    #[error("the message {message} is sent {times} times, not once")]
    Times {
        /// Source and destination.
        message: String,
        /// How often the table sends it.
        times: u32,
    },
    /// Two messages on one link in one step.
    #[error("the links like {link} carry two messages in step {step}: {first} and {second}")]
    Conflict {
        /// The link.
        link: String,
        /// The step.
        step: u32,
        /// The first of the two entries.
        first: String,
        /// The second.
        second: String,
    },
}

/// Checks everything that a table claims.
///
/// Errors: the first fault, in the order of [`TableFault`].
pub fn check(table: &RouteTable) -> Result<(), TableFault> {
    check_groups(table)?;
    table.entries.iter().try_for_each(|entry| check_route(table, entry))?;
    check_length(table)?;
    let sources = sources(table);
    sources.iter().try_for_each(|&source| check_once_each(table, source))?;
    check_links(table, &sources)
}

fn check_groups(table: &RouteTable) -> Result<(), TableFault> {
    let (groups, dims) = (&table.groups, table.torus.dims());
    let suits = groups.iter().zip(dims).all(|(group, &n)| group.suits(n));
    let fault = || TableFault::Groups { groups: groups.clone(), torus: table.torus.to_string() };
    (groups.len() == dims.len() && suits).then_some(()).ok_or_else(fault)
}

fn check_route(table: &RouteTable, entry: &TableEntry) -> Result<(), TableFault> {
    let (torus, route) = (&table.torus, &entry.route);
    let fault = || TableFault::Route { entry: entry.to_string() };
    (!route.segments().is_empty() && route.is_shortest(torus)).then_some(()).ok_or_else(fault)
}

/// The bound is counted from the routes: as they are shortest, their hops are the distances.
fn check_length(table: &RouteTable) -> Result<(), TableFault> {
    let (length, lower_bound) = (table.length, table.lower_bound);
    let end =
        table.entries.iter().map(|entry| entry.start as u64 + entry.route.hops() as u64).max().unwrap_or(0);
    let mut hops = vec![0u64; table.torus.d()];
    let segments = table.entries.iter().flat_map(|entry| entry.route.segments());
    segments.for_each(|segment| hops[segment.port.dim()] += segment.hops as u64);
    let ports = |dim: usize| if table.torus.dims()[dim] == 2 { 1 } else { 2 };
    let counted = (0..).zip(&hops).map(|(dim, hops)| hops.div_ceil(ports(dim))).max().unwrap_or(0);
    let right = length as u64 == end && lower_bound as u64 == counted;
    right.then_some(()).ok_or(TableFault::Length { length, end, lower_bound, counted })
}

/// A node of every parity pattern of the dihedral dimensions.
fn sources(table: &RouteTable) -> Vec<NodeId> {
    let first = |node: &NodeId| {
        (0..table.torus.d()).all(|dim| table.torus.coordinate(*node, dim) <= mirrors(table, dim))
    };
    table.torus.nodes().filter(first).collect()
}

/// 1 where odd nodes are mirrored, else 0.
fn mirrors(table: &RouteTable, dim: usize) -> u32 {
    (table.groups[dim] == Group::Dihedral) as u32
}

/// The real port of a letter at a node.
fn port(table: &RouteTable, node: NodeId, letter: Port) -> Port {
    let dim = letter.dim();
    let parity = table.torus.coordinate(node, dim) & mirrors(table, dim);
    Port::from_index(letter.index() ^ parity as usize)
}

/// The nodes and ports that a message visits from `source`, and its destination. A segment goes straight
/// through the port that its letter names at the node where the segment begins.
fn walk(table: &RouteTable, source: NodeId, entry: &TableEntry) -> (Vec<(NodeId, Port)>, NodeId) {
    let mut node = source;
    let mut path = Vec::with_capacity(entry.route.hops() as usize);
    for segment in entry.route.segments() {
        let port = port(table, node, segment.port);
        for _ in 0..segment.hops {
            path.push((node, port));
            node = table.torus.neighbour(node, port);
        }
    }
    (path, node)
}

/// The source sends to every other node once, and not to itself.
fn check_once_each(table: &RouteTable, source: NodeId) -> Result<(), TableFault> {
    let torus: &Torus = &table.torus;
    let mut sent = vec![0; torus.len()];
    table.entries.iter().for_each(|entry| sent[walk(table, source, entry).1.index()] += 1);
    let wrong = torus.nodes().find(|&node| sent[node.index()] != u32::from(node != source));
    wrong.map_or(Ok(()), |node| {
        let message = format!("{} to {}", torus.node_name(source), torus.node_name(node));
        Err(TableFault::Times { message, times: sent[node.index()] })
    })
}

/// No link twice in a step.
fn check_links(table: &RouteTable, sources: &[NodeId]) -> Result<(), TableFault> {
    let (slots, length) = (table.torus.port_slots(), table.length as usize);
    let mut user = vec![u32::MAX; sources.len() * slots * length];
    for &source in sources {
        for (number, entry) in (0..).zip(&table.entries) {
            for (step, (node, port)) in (entry.start as usize..).zip(walk(table, source, entry).0) {
                let link = class(table, node) * slots + port.index();
                let cell = &mut user[link * length + step];
                if *cell != u32::MAX {
                    return Err(conflict(table, (node, port), step, *cell as usize, entry));
                }
                *cell = number;
            }
        }
    }
    Ok(())
}

/// The number of a node's parity pattern.
fn class(table: &RouteTable, node: NodeId) -> usize {
    let append = |class, dim| match table.groups[dim] {
        Group::Cyclic => class,
        Group::Dihedral => 2 * class + (table.torus.coordinate(node, dim) % 2) as usize,
    };
    (0..table.torus.d()).fold(0, append)
}

fn conflict(
    table: &RouteTable,
    at: (NodeId, Port),
    step: usize,
    first: usize,
    second: &TableEntry,
) -> TableFault {
    TableFault::Conflict {
        link: table.torus.link_name(table.torus.link(at.0, at.1)),
        step: step as u32,
        first: table.entries[first].to_string(),
        second: second.to_string(),
    }
}
