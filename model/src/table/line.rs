//! Bundles of messages that correct their dimensions in one order.
//!
//! Their runs follow each other along a line of the dimensions, whose middle is the critical one. Source:
//! ours.

use crate::{
    flow_shop::{Job, Span},
    route::shorter_way,
    Port, Route, Segment, Sign, Torus,
};
use std::{cmp::Reverse, collections::VecDeque};

/// A message of a bundle.
#[derive(Clone)]
pub(super) struct Message {
    /// The step in which it starts; in a bundle, counted from the start on the critical machine.
    pub start: i32,
    pub route: Route,
    /// Dimensions of radix 2 in which it has a hop that the route lacks.
    pub twos: Vec<usize>,
}

/// Messages that start together, more or less.
pub(super) struct Bundle {
    pub job: Job,
    pub messages: Vec<Message>,
}

/// The order in which all messages correct their dimensions.
#[derive(Clone)]
pub(super) struct Line<'a> {
    pub torus: &'a Torus,
    /// Dimensions, as they are corrected.
    dims: Vec<usize>,
    /// Those of the longest radix, in the same order. The first one is critical.
    pub longest: Vec<usize>,
}

impl<'a> Line<'a> {
    /// The longest radices in the middle, shorter ones further out, radix 2 first and last.
    pub fn of(torus: &'a Torus) -> Self {
        let longest = torus.dims().iter().copied().max().unwrap_or(2);
        let mut others: Vec<usize> = (0..torus.d()).filter(|&dim| torus.dims()[dim] < longest).collect();
        others.sort_by_key(|&dim| Reverse(torus.dims()[dim]));
        let longest: Vec<usize> = (0..torus.d()).filter(|&dim| torus.dims()[dim] == longest).collect();
        let mut dims = VecDeque::from(longest.clone());
        for (at, dim) in others.into_iter().enumerate() {
            match at % 2 {
                0 => dims.push_front(dim),
                _ => dims.push_back(dim),
            }
        }
        Line { torus, dims: dims.into(), longest }
    }

    /// The dimension that is corrected right before the longest ones.
    pub fn before_longest(&self) -> usize {
        let at = self.dims.iter().position(|&dim| dim == self.longest[0]);
        self.dims[at.expect("the longest radices are on the line") - 1]
    }

    /// The same without the dimensions of radix 2.
    pub fn without_twos(&self) -> Self {
        let mut line = self.clone();
        line.dims.retain(|&dim| self.torus.dims()[dim] > 2 || self.longest.contains(&dim));
        line
    }

    /// The runs of these hops, by dimension, one right after another; the critical one starts at 0.
    pub fn runs(&self, hops: &[u32]) -> Vec<Span> {
        let before = self.dims.iter().take_while(|&&dim| dim != self.longest[0]);
        let mut at = -(before.map(|&dim| hops[dim] as i32).sum::<i32>());
        let mut runs = vec![Span { from: 0, to: 0 }; hops.len()];
        for &dim in &self.dims {
            runs[dim] = Span { from: at, to: at + hops[dim] as i32 };
            at = runs[dim].to;
        }
        runs
    }

    /// The hops of an offset in each dimension.
    pub fn hops(&self, offset: &[u32]) -> Vec<u32> {
        let hops = |(&x, &n): (&u32, &u32)| shorter_way(x, n).1;
        offset.iter().zip(self.torus.dims()).map(hops).collect()
    }

    /// The route of an offset, whose ties go in one direction.
    pub fn route(&self, offset: &[u32], ties: Sign) -> Route {
        let segment = |&dim: &usize| {
            let n = self.torus.dims()[dim];
            let (sign, hops) = shorter_way(offset[dim], n);
            let sign = if n > 2 && 2 * hops == n { ties } else { sign };
            Segment { port: Port::new(dim, sign), hops }
        };
        Route::new(self.dims.iter().map(segment))
    }

    pub fn pair(&self, offset: &[u32], partner: &[u32]) -> Bundle {
        self.bundle(&[(offset, Sign::Plus), (partner, Sign::Minus)])
    }

    /// Messages that are on their ways in the critical dimension, or beside it, at once. Their runs in a
    /// dimension use opposite ports.
    pub fn bundle(&self, messages: &[(&[u32], Sign)]) -> Bundle {
        let mut spans = self.runs(&vec![0; self.torus.d()]);
        let mut placed = Vec::new();
        for &(offset, ties) in messages {
            let runs = self.runs(&self.hops(offset));
            spans = spans.into_iter().zip(&runs).map(|(span, &run)| span.joined(run)).collect();
            placed.push(self.message(offset, ties, runs[self.dims[0]].from));
        }
        let lasts = spans[self.longest[0]].to as u32;
        placed.retain(|message| message.route.hops() > 0 || !message.twos.is_empty());
        Bundle { job: Job { lasts, spans }, messages: placed }
    }

    /// The message of an offset.
    pub fn message(&self, offset: &[u32], ties: Sign, start: i32) -> Message {
        let missing = |dim: &usize| offset[*dim] > 0 && !self.dims.contains(dim);
        let twos = (0..offset.len()).filter(missing).collect();
        Message { start, route: self.route(offset, ties), twos }
    }
}
