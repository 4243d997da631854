//! Bundles of messages whose offsets are their own opposites: all coordinates are 0 or half a radix.
//!
//! Such a message goes `+` or `-` in each dimension, and has no partner that takes the opposite ports. So two
//! with the same coordinates in the longest radices start together. There are no two where only the longest
//! radices are even. There it depends on how many dimensions have the longest radix:
//!
//! - One, or three from radix 6 on, or four and more: the first steps of a table of these dimensions alone
//!   ([`head`]), in which other messages fill what is left beside these. One needs a dihedral group; with a
//!   cyclic one a direction has more to do.
//! - Two: (h, h) by `+` starts together with (h, 0) by `-`, and when the latter ends (0, h) by `-` starts.
//! - Three of radix 4: the same twice, and a message remains alone.

use super::{
    blocks, cube,
    layout::Layout,
    line::{Bundle, Line, Message},
    ring, Group, TableEntry,
};
use crate::{
    flow_shop::{Job, Span},
    Effort, Port, Route, Segment, Sign,
};

/// Puts these offsets into bundles of messages that start together or take turns.
pub(super) fn bundles(line: &Line, mut alone: Vec<Vec<u32>>) -> Vec<Bundle> {
    alone.sort_by_key(|offset| offset.iter().filter(|&&x| x == 0).count());
    let (mut bundles, mut left) = (Vec::new(), Vec::new());
    while !alone.is_empty() {
        let first = alone.remove(0);
        match alone.iter().position(|other| start_together(line, &first, other)) {
            Some(second) => {
                bundles.push(line.bundle(&[(&first, Sign::Plus), (&alone.remove(second), Sign::Minus)]))
            }
            None => left.push(first),
        }
    }
    bundles.extend(in_turns(line, left));
    bundles
}

/// Whether two offsets need the critical dimensions, the same ones, and no other dimension at different
/// times.
fn start_together(line: &Line, a: &[u32], b: &[u32]) -> bool {
    let longest = |offset: &[u32]| line.longest.iter().map(|&dim| offset[dim]).collect::<Vec<_>>();
    let (runs, others) = (line.runs(&line.hops(a)), line.runs(&line.hops(b)));
    let apart = |(dim, run)| a[dim] > 0 && b[dim] > 0 && run != &others[dim];
    longest(a) == longest(b) && longest(a).iter().any(|&x| x > 0) && !runs.iter().enumerate().any(apart)
}

/// The first steps of a table of the longest radices alone, which have all these messages, and others that
/// fill every port beside them. `None`: there are two for each, or no such steps are
/// known.
pub(super) fn head(line: &Line, groups: &[Group], effort: Effort) -> Option<Bundle> {
    let dims = line.torus.dims();
    let radix = dims[line.longest[0]];
    let others_odd = (0..dims.len()).all(|dim| line.longest.contains(&dim) || dims[dim] % 2 == 1);
    if radix % 2 == 1 || !others_odd {
        return None;
    }
    let mut layout = Layout::of_dims(line.torus, groups, &line.longest);
    let dihedral = layout.groups.contains(&Group::Dihedral);
    match line.longest.len() {
        1 if dihedral => ring::lay_head(&mut layout),
        3 if radix >= 6 && !dihedral => cube::lay_head(&mut layout),
        4.. if !blocks::lay(&mut layout, effort) => return None,
        4.. => {}
        _ => return None,
    }
    let head = of_table(line, &layout);
    Some(if line.longest.len() == 1 { with_hops_beside(line, head) } else { head })
}

/// Messages along the critical dimension alone are wanted elsewhere: they alone may follow those that do not
/// use it. So all but the half-way one get a hop in the dimension before, by `+` if they go `+`, and else by
/// `-`.
fn with_hops_beside(line: &Line, Bundle { mut job, messages }: Bundle) -> Bundle {
    let (critical, beside) = (line.longest[0], line.before_longest());
    let half = line.torus.dims()[critical] / 2;
    let with_hop = |message: Message| {
        let first = message.route.segments()[0];
        let hop = Segment { port: Port::new(beside, first.port.sign()), hops: 1 };
        match first.hops == half {
            true => message,
            false => Message { start: message.start - 1, route: Route::new([hop, first]), ..message },
        }
    };
    job.spans[beside] = Span { from: -1, to: job.lasts as i32 - 1 };
    Bundle { job, messages: messages.into_iter().map(with_hop).collect() }
}

/// The entries of a table of the longest radices, which keep these dimensions to themselves.
fn of_table(line: &Line, head: &Layout) -> Bundle {
    let lasts = head.length();
    let mut hops = vec![0; line.torus.d()];
    hops[line.longest[0]] = lasts;
    let mut spans = line.runs(&hops);
    line.longest.iter().for_each(|&dim| spans[dim] = Span { from: 0, to: lasts as i32 });
    let message = |entry: &TableEntry| Message {
        start: entry.start as i32,
        route: entry.route.with_dims(&line.longest),
        twos: Vec::new(),
    };
    let messages = head.entries().iter().map(message).collect();
    Bundle { job: Job { lasts, spans }, messages }
}

/// Bundles of two chains of messages each, as long as there are any, and then of one message each.
fn in_turns(line: &Line, mut left: Vec<Vec<u32>>) -> Vec<Bundle> {
    let mut bundles = Vec::new();
    loop {
        let chains = [chain(line, &mut left), chain(line, &mut left)];
        if chains[0].is_empty() {
            break;
        }
        bundles.push(of_chains(line, &chains));
    }
    bundles.extend(left.iter().map(|offset| line.bundle(&[(offset, Sign::Plus)])));
    bundles
}

/// Takes messages that use different dimensions of the longest radix, each without a dimension between.
fn chain(line: &Line, left: &mut Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    let mut used = vec![false; line.torus.d()];
    let mut chain = Vec::new();
    left.retain(|offset| {
        let joins = is_straight(line, offset) && !(0..used.len()).any(|dim| used[dim] && offset[dim] > 0);
        if joins {
            (0..used.len()).for_each(|dim| used[dim] |= offset[dim] > 0);
            chain.push(offset.clone());
        }
        !joins
    });
    chain
}

/// Whether an offset uses dimensions of the longest radix alone, which are neighbours on the line.
fn is_straight(line: &Line, offset: &[u32]) -> bool {
    let places: Vec<usize> = (0..line.longest.len()).filter(|&at| offset[line.longest[at]] > 0).collect();
    let others = offset.iter().filter(|&&x| x > 0).count() > places.len();
    !others && places.last().is_some_and(|last| last - places[0] + 1 == places.len())
}

/// The messages of two chains; those of a chain go in one direction, each where its first run has its turn.
fn of_chains(line: &Line, chains: &[Vec<Vec<u32>>; 2]) -> Bundle {
    let hops = |dim: usize| chains.iter().flatten().map(|offset| offset[dim]).max().unwrap_or(0);
    let hops: Vec<u32> = (0..line.torus.d()).map(hops).collect();
    let spans = line.runs(&hops);
    let mut messages = Vec::new();
    for (chain, ties) in chains.iter().zip([Sign::Plus, Sign::Minus]) {
        for offset in chain {
            let message = line.message(offset, ties, 0);
            let first = message.route.segments()[0].port.dim();
            messages.push(Message { start: spans[first].from, ..message });
        }
    }
    Bundle { job: Job { lasts: hops[line.longest[0]], spans }, messages }
}
