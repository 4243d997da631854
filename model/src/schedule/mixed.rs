//! Frames of full tori of unequal radices with all ports: pairs of messages are jobs of a no-wait flow shop.
//!
//! A job is a number of steps x_i in each dimension. Its two messages start together: where one goes `+` in
//! a dimension, the other goes `-`. With an odd radix both use x_i links, so their offsets are opposite.
//! With an even radix the offsets are +1 .. +h and 0 .. -(h-1), where h is half the radix: x_i is 1 .. h,
//! and the message that goes `-` uses x_i - 1 links. Every set of dimensions that go `+` occurs, so all
//! offsets do. A machine is a port. The critical machine is the `+` port of the dimension with the most
//! work. There the jobs take x_i slots, and [`flow_shop::timetable`] finds an order that leaves it idle as
//! little as possible, in most cases never.
//!
//! Length: E_max plus the idle time. In two dimensions there was no idle time for any radices that were
//! tried. In more dimensions ordered routing may put other dimensions between two that have the most work.
//! Source: ours, like [`super::windows`], whose form for unequal radices this is.

use crate::{
    flow_shop::{self, Idle, Job, Span, Timetable, MOST_NODES},
    pack::Horizon,
    Torus,
};

/// Whether an order is most likely found: one radix is larger than all others, and the torus is not too
/// large.
pub(super) fn is_ordered(torus: &Torus) -> bool {
    let longest = torus.dims().iter().max();
    torus.len() <= MOST_NODES && torus.dims().iter().filter(|&radix| Some(radix) == longest).count() == 1
}

/// The work of a dimension: twice the hops that all messages of a node take in it by `+`, with ties.
pub(super) fn work(torus: &Torus, dim: usize) -> u64 {
    let (n, h) = (torus.dims()[dim] as u64, torus.dims()[dim] as u64 / 2);
    torus.len() as u64 / n * h * (h + 1)
}

/// For every offset of a full torus, by node id, the slot in which its message starts; and the length of the
/// frame. `None` if no order was found.
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

/// The pairs of messages of a torus.
struct Pairs<'a> {
    torus: &'a Torus,
    /// The dimension with the most work.
    critical: usize,
}

/// The steps of a pair in each dimension: their number, and whether the first message goes `+`.
type Steps = Vec<(i32, bool)>;

/// The hops of a message in each dimension, and whether it goes `+`, which matters even without hops.
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
        // A pair occurs twice, once with its messages exchanged. The one whose first direction is `+` is
        // kept.
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

    /// The slot of a message's first hop, relative to its start on the critical machine.
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
