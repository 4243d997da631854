//! Messages as edges between lengths of runs.

/// A message that goes both ways: `x` links in the first dimension, then `y` in the second. Two messages of
/// one dimension may go with it on the same ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    /// Links of a message in the first dimension, right before this one; 0: there is none.
    pub before: u32,
    pub x: u32,
    pub y: u32,
    /// Links of a message in the second dimension, right behind this one; 0: there is none.
    pub behind: u32,
}

/// A message: when it starts, and its links in both dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub start: u32,
    pub x: u32,
    pub y: u32,
}

impl Message {
    /// The slot behind its last hop.
    pub fn end(self) -> u32 {
        self.start + self.x + self.y
    }
}

impl Edge {
    pub fn of(x: u32, y: u32) -> Self {
        Edge { before: 0, x, y, behind: 0 }
    }

    /// Slots in the first dimension.
    pub fn from(self) -> u32 {
        self.before + self.x
    }

    /// Slots in the second dimension.
    pub fn to(self) -> u32 {
        self.y + self.behind
    }

    /// Its messages, if it starts in this slot.
    pub fn messages(self, at: u32) -> impl Iterator<Item = Message> {
        let before = Message { start: at, x: self.before, y: 0 };
        let both = Message { start: at + self.before, x: self.x, y: self.y };
        let behind = Message { start: both.end(), x: 0, y: self.behind };
        [before, both, behind].into_iter().filter(|message| message.x + message.y > 0)
    }
}
