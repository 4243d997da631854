//! Frames of full tori whose radices differ, with all ports: pairs of messages as jobs of a no-wait flow
//! shop.
//!
//! A job is a number of steps x_i in each dimension. Two messages start together: where one goes `+` in a
//! dimension, the other goes `-`. With an odd radix both use x_i links, so they are opposite. With an even
//! one the offsets are +1 .. +h and 0 .. -(h-1), h half the radix, so x_i is 1 .. h and the one that goes `-`
//! uses x_i - 1 links. Every set of dimensions that go `+` occurs, so all offsets do. A machine is a port.
//! The critical one is the `+` port of the dimension with the most work, where the jobs take x_i slots, and
//! [`flow_shop::timetable`] finds an order that leaves it idle as little as can be, in most cases never.
//!
//! Length: E_max and the idle time. In two dimensions there was none for all radices that were tried; in
//! more, ordered routing may put dimensions between two that have the most work. Source: ours, as
//! [`super::windows`], of which this is the form for unequal radices.

use crate::{
    flow_shop::{self, Idle, Job, Span, Timetable, MOST_NODES},
    pack::Horizon,
    Torus,
};

/// Whether an order is sought, and most likely found: one dimension has more work than all others.
pub(super) fn is_ordered(torus: &Torus) -> bool {
    let longest = torus.dims().iter().max();
    torus.len() <= MOST_NODES && torus.dims().iter().filter(|&radix| Some(radix) == longest).count() == 1
}

/// The work of a dimension: twice the hops that all messages of a node go in it by `+`, ties among them.
pub(super) fn work(torus: &Torus, dim: usize) -> u64 {
    let (n, h) = (torus.dims()[dim] as u64, torus.dims()[dim] as u64 / 2);
    torus.len() as u64 / n * h * (h + 1)
}

/// For every offset of a full torus, by node id, the slot in which its message starts, and the length of the
/// frame. None: no order was found.
pub(super) fn starts(torus: &Torus, seed: u64) -> Option<(Vec<u32>, u32)> {
    if torus.len() > MOST_NODES {
        return None;
    }
    let pairs = Pairs::of(torus);
    let steps = pairs.steps();
    let jobs: Vec<Job> = steps.iter().map(|steps| pairs.job(steps)).collect();
    let Timetable { starts: at, length } =
        flow_shop::timetable(&jobs, Horizon::Periodic, Idle::Allowed, seed)?;
    let mut starts = vec![0; torus.len()];
    for (steps, at) in steps.iter().zip(at) {
        for plus in [true, false] {
            let message = pairs.message(steps, plus);
            let first = at + pairs.first(&message);
            starts[pairs.offset(&message)] = first.rem_euclid(length as i32) as u32;
        }
    }
    Some((starts, length))
}

/// The pairs of a torus.
struct Pairs<'a> {
    torus: &'a Torus,
    /// The dimension with the most work.
    critical: usize,
}

/// What a pair does in a dimension: how many slots it lasts, and whether the first message goes `+`.
type Steps = Vec<(i32, bool)>;

/// Hops in each dimension, below 0 by `-`, and the direction, which counts where there are none.
type Message = Vec<(i32, bool)>;

impl<'a> Pairs<'a> {
    fn of(torus: &'a Torus) -> Self {
        Pairs { torus, critical: (0..torus.d()).max_by_key(|&dim| work(torus, dim)).unwrap_or(0) }
    }

    /// The steps of all pairs.
    fn steps(&self) -> Vec<Steps> {
        let mut all: Vec<Steps> = vec![Vec::new()];
        for &n in self.torus.dims() {
            let h = n as i32 / 2;
            let least = 1 - n as i32 % 2;
            let ways = |x: i32| if x > 0 { vec![(x, true), (x, false)] } else { vec![(x, true)] };
            let longer = |steps: &Steps| {
                let with = |way| steps.iter().copied().chain([way]).collect();
                (least..=h).flat_map(ways).map(with).collect::<Vec<Steps>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        // Of a pair and the same with its messages exchanged the first one, whose first direction is `+`.
        all.retain(|steps| steps.iter().find(|(x, _)| *x > 0).is_some_and(|&(_, plus)| plus));
        all
    }

    /// One message of a pair: the first one, or the one that takes the other ports.
    fn message(&self, steps: &Steps, first: bool) -> Message {
        let run = |(&(x, plus), &n): (&(i32, bool), &u32)| match (plus == first, n % 2) {
            (true, _) => (x, true),
            (false, odd) => (x - 1 + odd as i32, false),
        };
        steps.iter().zip(self.torus.dims()).map(run).collect()
    }

    /// The node id of a message's offset.
    fn offset(&self, message: &Message) -> usize {
        let coordinate = |(&(hops, plus), &n): (&(i32, bool), &u32)| {
            (if plus { hops } else { n as i32 - hops }) as u32 % n
        };
        let offset: Vec<u32> = message.iter().zip(self.torus.dims()).map(coordinate).collect();
        self.torus.node(&offset).index()
    }

    /// The slot of a message's first hop, behind the start on the critical machine.
    fn first(&self, message: &Message) -> i32 {
        -message[..self.critical].iter().map(|(hops, _)| hops).sum::<i32>()
    }

    fn job(&self, steps: &Steps) -> Job {
        let mut spans = vec![Span { from: 0, to: 0 }; 2 * steps.len()];
        for first in [true, false] {
            let message = self.message(steps, first);
            let mut at = self.first(&message);
            for (dim, &(hops, plus)) in message.iter().enumerate() {
                spans[2 * dim + usize::from(!plus)] = Span { from: at, to: at + hops };
                at += hops;
            }
        }
        Job { lasts: steps[self.critical].0 as u32, spans }
    }
}
