//! The round-robin arbiters of the naive buffered router.

/// A round-robin arbiter of the first stage or of an ejection port: its pointer, and the owner of the lock.
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

    /// Moves the pointer to the place after request `i` of `n`, which was served. It owns the lock unless
    /// its flit is the last of a packet.
    pub fn serve(&mut self, i: usize, n: usize, last: bool) {
        self.pointer = (i + 1) % n;
        self.owner = (!last).then_some(i);
    }
}
