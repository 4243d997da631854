//! Unscheduled traffic: which processor sends what to which other one in which cycle, and what the links then
//! carry.
//!
//! [`Pattern`] says where packets go, [`Injection`] when they are made, and [`Lengths`] how long they are.
//! [`Packets`] draws them, every processor from its own stream of random numbers, so that the packets of one
//! do not depend on the others. [`all_to_all`] lists an exchange, and [`parse_trace`] reads a list.
//! [`link_flits`] counts what the links carry for given packets. [`expected_loads`] gives what they carry on
//! average, and [`saturation`] the rate that no network with these links exceeds. All numbers are exact. A
//! packet counts as made in its cycle; it waits at its source until it can enter.
//!
//! Source: Dally and Towles, "Principles and Practices of Interconnection Networks", 2004, section 3.2
//! (patterns) and chapter 24 (injection processes, bursts, offered traffic).

mod bound;
mod exchange;
mod injection;
mod pattern;
mod planned;
mod trace;

pub use bound::{expected_loads, link_flits, saturation};
pub use exchange::{all_to_all, Order};
pub use injection::{Injection, InjectionError, Lengths, Packets, Traffic};
pub use pattern::{Destinations, Pattern, PatternError, PATTERNS};
pub use trace::{parse_trace, TraceError, TraceProblem};

use crate::{NodeId, Random};

/// A packet to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// The cycle in which it is made, from 0.
    pub cycle: u64,
    /// The node of the processor that sends it.
    pub source: NodeId,
    /// The node of the processor that it is for, which is another one.
    pub destination: NodeId,
    /// Its length, at least 1.
    pub flits: u32,
}

/// The random numbers of one node, a function of seed and node alone. Both are mixed, as seeds that differ by
/// the step of the generator would give the same sequence twice.
fn stream(seed: u64, node: NodeId) -> Random {
    let first = Random::new(seed).bits();
    Random::new(Random::new(first ^ node.index() as u64).bits())
}
