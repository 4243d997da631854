//! Steps of the combining exchanges: which nodes send where, and which blocks.
//!
//! A node is active on level i if its row and column agree modulo `2^i`. The active nodes make `2^i` tori of
//! side `N / 2^i` that share no link. Places on a level are coordinates divided by `2^i`. The representative
//! of a destination on level i is the active node in its row whose column is nearest from below. Source: Kim,
//! Maeng and Cho 1999, as corrected by us.

use crate::{Port, Sign};

/// Coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub row: u32,
    pub column: u32,
}

impl Place {
    fn along(self, axis: Axis) -> u32 {
        match axis {
            Axis::Row => self.column,
            Axis::Column => self.row,
        }
    }

    fn over(self, scale: u32) -> Place {
        Place { row: self.row / scale, column: self.column / scale }
    }

    fn is_active(self, level: u32) -> bool {
        (self.row ^ self.column) % (1 << level) == 0
    }

    fn representative(self, level: u32) -> Place {
        let cell = 1 << level;
        Place { row: self.row, column: self.column / cell * cell + self.row % cell }
    }
}

/// The direction of a worm: along its row, or along its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Row,
    Column,
}

impl Axis {
    fn row_if(row: bool) -> Axis {
        if row {
            Axis::Row
        } else {
            Axis::Column
        }
    }

    fn port(self, plus: bool) -> Port {
        let sign = if plus { Sign::Plus } else { Sign::Minus };
        // Dimension 1 numbers the rows: a worm along a row changes the second coordinate.
        Port::new(usize::from(self == Axis::Row), sign)
    }
}

/// A step, which is one start-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Blocks go to the node of their pair of columns whose level they belong to.
    SplitRow { level: u32 },
    /// The nodes that are not active on the level hand over all they hold.
    SplitColumn { level: u32 },
    /// Between groups of four by four: the nodes of every diagonal take another direction.
    Far { level: u32, turned: bool },
    /// Between the quarters of a group.
    Near { level: u32, turned: bool },
    /// Within a quarter.
    Last { level: u32, axis: Axis },
    /// Masters hand their pair's second column over.
    Merge { level: u32 },
}

/// The two steps that take all blocks from one level to the next.
pub(super) fn split(level: u32) -> [Step; 2] {
    [Step::SplitRow { level }, Step::SplitColumn { level }]
}

/// The exchange among the active nodes of a level, on a torus of side `n`.
pub(super) fn exchange(level: u32, n: u32) -> Vec<Step> {
    let side = n >> level;
    let groups = (side / 4).saturating_sub(1) as usize;
    let mut steps = vec![Step::Far { level, turned: false }; groups];
    steps.extend(vec![Step::Far { level, turned: true }; groups]);
    if side >= 4 {
        steps.extend([false, true].map(|turned| Step::Near { level, turned }));
    }
    steps.extend([Axis::Row, Axis::Column].map(|axis| Step::Last { level, axis }));
    steps
}

impl Step {
    /// The level whose active nodes take part.
    fn level(self) -> u32 {
        match self {
            Step::SplitRow { level } | Step::SplitColumn { level } | Step::Merge { level } => level - 1,
            Step::Far { level, .. } | Step::Near { level, .. } | Step::Last { level, .. } => level,
        }
    }

    /// Places of the level that a worm passes.
    fn scale(self) -> u32 {
        match self {
            Step::Far { .. } => 4,
            Step::Near { .. } => 2,
            _ => 1,
        }
    }

    /// Links that a worm takes.
    pub fn hops(self) -> u32 {
        self.scale() << self.level()
    }

    /// The port that a node sends by, if it sends.
    pub fn port(self, node: Place) -> Option<Port> {
        let at = node.over(1 << self.level());
        let alike = (at.row + at.column) % 2 == 0;
        let sends = match self {
            Step::SplitColumn { .. } => !alike,
            Step::Merge { .. } => alike,
            _ => true,
        };
        let axis = self.axis(at);
        let plus = match self {
            Step::Far { .. } => (at.row + at.column) % 4 < 2,
            _ => at.along(axis) / self.scale() % 2 == 0,
        };
        (sends && node.is_active(self.level())).then(|| axis.port(plus))
    }

    /// The axis of the worms of a place on the level.
    fn axis(self, at: Place) -> Axis {
        let alike = (at.row + at.column) % 2 == 0;
        match self {
            Step::SplitRow { .. } | Step::Merge { .. } => Axis::Row,
            Step::SplitColumn { .. } => Axis::Column,
            Step::Far { turned, .. } | Step::Near { turned, .. } => Axis::row_if(alike != turned),
            Step::Last { axis, .. } => axis,
        }
    }

    /// Whether a sender sends its blocks for a destination.
    pub fn goes(self, node: Place, destination: Place) -> bool {
        let cell = 1 << self.level();
        match self {
            Step::SplitRow { .. } => destination.row / cell % 2 != node.column / cell % 2,
            Step::SplitColumn { .. } => true,
            Step::Merge { level } => destination.representative(level - 1) != node,
            Step::Far { .. } | Step::Near { .. } | Step::Last { .. } => {
                let axis = self.axis(node.over(cell));
                let group = |place: Place| place.along(axis) / (cell * self.scale());
                group(node) != group(destination)
            }
        }
    }
}
