//! Hops in dimensions of radix 2, added to messages whose other hops have their steps.
//!
//! A radix of 2 has one link between two nodes, and its hop may come before all others of a message or after
//! them. So in each such dimension a message chooses between two steps, and each step goes to one message: a
//! matching, by augmenting paths. Messages of such hops alone come last, and start where there is room.
//! Source: ours.

use super::line::Message;
use crate::{matching::Matching, Port, Route, Segment, Sign};

/// Adds the hops of all messages of a table of `length` steps. Returns false if there is no room.
pub(super) fn add(messages: &mut [Message], dims: usize, length: u32) -> bool {
    let mut used = vec![vec![false; length as usize]; dims];
    let added = (0..dims).all(|dim| add_in(messages, dim, &mut used[dim]));
    let mut alone = messages.iter_mut().filter(|message| message.route.hops() == 0);
    added && alone.all(|message| start_alone(message, &mut used))
}

/// Adds the hops of one dimension to messages that have other hops. `used`: whether a message uses the
/// dimension, by step.
fn add_in(messages: &mut [Message], dim: usize, used: &mut [bool]) -> bool {
    let lacks = |message: &Message| message.route.hops() > 0 && message.twos.contains(&dim);
    let lacking: Vec<usize> = (0..messages.len()).filter(|&at| lacks(&messages[at])).collect();
    let choices = lacking.iter().map(|&at| steps_beside(&messages[at], used.len())).collect();
    let mut matching = Matching::new(choices, used.len());
    if !(0..lacking.len()).all(|item| matching.add(item)) {
        return false;
    }
    for (step, taken) in matching.taken().iter().enumerate() {
        used[step] = taken.is_some();
        taken.iter().for_each(|&(item, ())| put(&mut messages[lacking[item]], dim, step as i32));
    }
    true
}

/// The steps before a message and after it, inside the table.
fn steps_beside(message: &Message, length: usize) -> Vec<(usize, ())> {
    let steps = [message.start - 1, message.start + message.route.hops() as i32];
    let inside = steps.into_iter().filter(|step| (0..length as i32).contains(step));
    inside.map(|step| (step as usize, ())).collect()
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
fn start_alone(message: &mut Message, used: &mut [Vec<bool>]) -> bool {
    let last = used[0].len() + 1 - message.twos.len().min(used[0].len());
    let free = |start: &usize| (*start..).zip(&message.twos).all(|(step, &dim)| !used[dim][step]);
    let Some(start) = (0..last).find(free) else { return false };
    for (step, dim) in (start..).zip(std::mem::take(&mut message.twos)) {
        used[dim][step] = true;
        if message.route.hops() == 0 {
            message.start = step as i32;
        }
        put(message, dim, step as i32);
    }
    true
}
