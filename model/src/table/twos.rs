//! Hops in dimensions of radix 2, added to messages whose other hops have their steps.
//!
//! A radix of 2 has one link between two nodes, and its hop may come before all others of a message or after
//! them. So in each such dimension a message chooses between two steps, and each step goes to one message: a
//! matching, by augmenting paths. Messages of such hops alone come last, and start where there is room.
//! Source: ours.

use super::line::Message;
use crate::{Port, Route, Segment, Sign};

/// Adds the hops of all messages of a table of `length` steps. Returns false if there is no room.
pub(super) fn add(messages: &mut [Message], dims: usize, length: u32) -> bool {
    let mut owners = vec![vec![None; length as usize]; dims];
    let added = (0..dims).all(|dim| Hops { messages, owners: &mut owners[dim], dim }.add());
    let mut alone = messages.iter_mut().filter(|message| message.route.hops() == 0);
    added && alone.all(|message| start_alone(message, &mut owners))
}

/// The hops of one dimension.
struct Hops<'a> {
    messages: &'a mut [Message],
    /// The message that uses the dimension, by step.
    owners: &'a mut [Option<usize>],
    dim: usize,
}

impl Hops<'_> {
    fn add(mut self) -> bool {
        let lacks = |message: &Message| message.route.hops() > 0 && message.twos.contains(&self.dim);
        let lacking: Vec<usize> = (0..self.messages.len()).filter(|&at| lacks(&self.messages[at])).collect();
        let chosen = lacking.iter().all(|&at| self.choose(at, &mut Vec::new()));
        if chosen {
            for (step, owner) in (0..).zip(self.owners.iter()) {
                owner.iter().for_each(|&at| put(&mut self.messages[at], self.dim, step));
            }
        }
        chosen
    }

    /// Gives a message one of its two steps; a message that has it takes its other one. `tried`: steps that
    /// are not available.
    fn choose(&mut self, at: usize, tried: &mut Vec<i32>) -> bool {
        let Message { start, ref route, .. } = self.messages[at];
        for step in [start - 1, start + route.hops() as i32] {
            let exists = (0..self.owners.len() as i32).contains(&step);
            if !exists || tried.contains(&step) {
                continue;
            }
            tried.push(step);
            let owner = self.owners[step as usize];
            if owner.is_none_or(|owner| self.choose(owner, tried)) {
                self.owners[step as usize] = Some(at);
                return true;
            }
        }
        false
    }
}

/// Puts a hop in the step before a message or after it.
fn put(message: &mut Message, dim: usize, step: i32) {
    let hop = [Segment { port: Port::new(dim, Sign::Plus), hops: 1 }];
    let segments = message.route.segments().iter().copied();
    message.route = match step < message.start {
        true => Route::new(hop.into_iter().chain(segments)),
        false => Route::new(segments.chain(hop)),
    };
    message.start = message.start.min(step);
    message.twos.retain(|&other| other != dim);
}

/// Starts a message that has no other hops in the first step in which there is room.
fn start_alone(message: &mut Message, owners: &mut [Vec<Option<usize>>]) -> bool {
    let last = owners[0].len() + 1 - message.twos.len().min(owners[0].len());
    let free = |start: &usize| (*start..).zip(&message.twos).all(|(step, &dim)| owners[dim][step].is_none());
    let Some(start) = (0..last).find(free) else { return false };
    for (step, dim) in (start..).zip(std::mem::take(&mut message.twos)) {
        owners[dim][step] = Some(usize::MAX);
        if message.route.hops() == 0 {
            message.start = step as i32;
        }
        put(message, dim, step as i32);
    }
    true
}
