//! The round-robin arbiters of the plain buffered router.

/// A round-robin arbiter of the first stage or of ejection: its pointer, and the owner while locked.
#[derive(Clone, Debug, Default)]
pub(super) struct RoundRobin {
    pointer: usize,
    pub owner: Option<usize>,
}

impl RoundRobin {
    /// The request that is granted.
    pub fn choose(&self, asks: &[bool]) -> Option<usize> {
        match self.owner {
            Some(owner) => asks[owner].then_some(owner),
            None => (0..asks.len()).map(|k| (self.pointer + k) % asks.len()).find(|&i| asks[i]),
        }
    }

    /// Moves the pointer behind the one of `n` that was served, which stays the owner but for the last flit.
    pub fn serve(&mut self, i: usize, n: usize, last: bool) {
        self.pointer = (i + 1) % n;
        self.owner = (!last).then_some(i);
    }
}
