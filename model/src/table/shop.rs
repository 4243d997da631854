//! Mixed radices without a search: pairs of messages as jobs of a no-wait flow shop.
//!
//! A message and its opposite start together and use opposite ports all the way, so a pair is one job, and a
//! dimension is one machine. All messages correct their dimensions in one order, in which the longest radices
//! stand in the middle: what they do not fill is free on both sides. The critical machine is one of the
//! longest radix, and [`flow_shop::timetable`] finds an order in which its links are never idle, if there is
//! one. Where several radices are the longest, none of them is idle.
//!
//! Some messages have no partner, or another one:
//! - Radix 2 has one port. It comes first or last in the order, and of a pair one message uses it.
//! - Offsets whose coordinates are all 0 or half a radix are their own opposites (`halves`).
//!
//! Length: the bound, where the messages without a partner leave no port idle; else some slots more. Source:
//! ours.

use super::{
    halves,
    layout::Layout,
    line::{Bundle, Line, Message},
    twos, Group,
};
use crate::{
    flow_shop::{self, Idle, Job, Timetable, MOST_NODES},
    pack::Horizon,
    Effort, NodeId, Torus,
};
use std::cmp::Ordering;

/// Orders that are tried if hops are added to messages.
const SEEDS: u64 = 32;

/// Lays out a torus. Returns false, and changes nothing, if no order is found. Hops in dimensions of radix 2
/// are ordered with the others; if that is impossible, they are added to messages that are in order.
pub(super) fn lay(layout: &mut Layout, effort: Effort) -> bool {
    let Layout { torus, groups, .. } = layout;
    let line = Line::of(torus);
    let together = || ordered(torus, &bundles(&line, groups, effort), effort.seed);
    let apart = || {
        let line = torus.dims().contains(&2).then(|| line.without_twos())?;
        let bundles = bundles(&line, groups, effort);
        (0..SEEDS).find_map(|more| ordered(torus, &bundles, effort.seed.wrapping_add(more)))
    };
    let small = torus.len() <= MOST_NODES;
    let messages = small.then(|| together().or_else(apart)).flatten();
    for Message { start, route, .. } in messages.iter().flatten() {
        layout.put(*start as u32, route.clone());
    }
    messages.is_some()
}

/// All messages in the steps of an order, if one is found.
fn ordered(torus: &Torus, bundles: &[Bundle], seed: u64) -> Option<Vec<Message>> {
    let jobs: Vec<Job> = bundles.iter().map(|bundle| bundle.job.clone()).collect();
    let Timetable { starts, length } = flow_shop::timetable(&jobs, Horizon::Finite, Idle::Forbidden, seed)?;
    let mut messages = Vec::new();
    for (bundle, start) in bundles.iter().zip(starts) {
        let later = |message: &Message| Message { start: start + message.start, ..message.clone() };
        messages.extend(bundle.messages.iter().map(later));
    }
    twos::add(&mut messages, torus.d(), length).then_some(messages)
}

/// All messages in bundles.
fn bundles(line: &Line, groups: &[Group], effort: Effort) -> Vec<Bundle> {
    let torus = line.torus;
    let mut bundles: Vec<Bundle> = halves::head(line, groups, effort).into_iter().collect();
    let origin = torus.node(&vec![0; torus.d()]);
    let ends = |message: &Message| message.route.end(torus, origin);
    let in_head: Vec<NodeId> = bundles.iter().flat_map(|head| &head.messages).map(ends).collect();
    let mut alone = Vec::new();
    for node in torus.nodes().filter(|node| !in_head.contains(node)) {
        let (offset, partner) = (torus.coordinates(node), partner(torus, node));
        match node.cmp(&torus.node(&partner)) {
            Ordering::Less => bundles.push(line.pair(&offset, &partner)),
            Ordering::Equal if node != origin => alone.push(offset),
            _ => {}
        }
    }
    bundles.extend(halves::bundles(line, alone));
    bundles
}

/// The offset that starts together with another one: the opposite one, but for coordinates of radix 2.
fn partner(torus: &Torus, node: NodeId) -> Vec<u32> {
    let opposite = |(x, &n): (u32, &u32)| if n == 2 { 1 - x } else { (n - x) % n };
    torus.coordinates(node).into_iter().zip(torus.dims()).map(opposite).collect()
}
