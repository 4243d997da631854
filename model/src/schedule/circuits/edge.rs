//! Messages as edges of a graph whose vertices are lengths of runs.

/// A message in both dimensions: `x` links in the first one, then `y` in the second. Up to two messages of
/// one dimension may accompany it on the same ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    /// The links of a message in the first dimension that starts right before this one. 0 if there is none.
    pub before: u32,
    pub x: u32,
    pub y: u32,
    /// The links of a message in the second dimension that starts right after this one. 0 if there is none.
    pub behind: u32,
}

/// A message: its start, and its links in both dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub start: u32,
    pub x: u32,
    pub y: u32,
}

impl Message {
    /// The slot after its last hop.
    pub fn end(self) -> u32 {
        self.start + self.x + self.y
    }
}

impl Edge {
    pub fn of(x: u32, y: u32) -> Self {
        Edge { before: 0, x, y, behind: 0 }
    }

    /// The slots that the edge uses in the first dimension: the vertex at its beginning.
    pub fn from(self) -> u32 {
        self.before + self.x
    }

    /// The slots that the edge uses in the second dimension: the vertex at its end.
    pub fn to(self) -> u32 {
        self.y + self.behind
    }

    /// The messages of the edge if it starts in slot `at`.
    pub fn messages(self, at: u32) -> impl Iterator<Item = Message> {
        let before = Message { start: at, x: self.before, y: 0 };
        let both = Message { start: at + self.before, x: self.x, y: self.y };
        let behind = Message { start: both.end(), x: 0, y: self.behind };
        [before, both, behind].into_iter().filter(|message| message.x + message.y > 0)
    }
}
