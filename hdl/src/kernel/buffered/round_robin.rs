//! The order of round robin, as kernels simulate it. [`Arbiter`](super::Arbiter) has it as Verilog.

/// Requesters in a circle: the one after the one served last comes first.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoundRobin {
    n: usize,
    first: usize,
}

impl RoundRobin {
    /// The order after reset: requester 0 comes first.
    pub fn new(n: usize) -> Self {
        RoundRobin { n, first: 0 }
    }

    /// The first requester that asks. If `held`, only the one served last may be chosen.
    pub fn chosen(&self, held: bool, asks: impl Fn(usize) -> bool) -> Option<usize> {
        let from = if held { self.first + self.n - 1 } else { self.first };
        let row = (0..if held { 1 } else { self.n }).map(|k| (from + k) % self.n);
        row.into_iter().find(|&requester| asks(requester))
    }

    /// Records that a requester was served.
    pub fn serve(&mut self, requester: usize) {
        self.first = (requester + 1) % self.n;
    }
}
