//! How many cycles a hop through a buffered router takes.

/// The cycles of a hop, without registers on the link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pipeline {
    /// A flit that arrives is on its next link in the next cycle.
    #[default]
    OneCycle,
    /// What a flit asks for is a register, and it goes a cycle later.
    TwoCycles,
}

impl Pipeline {
    /// All of them, the fastest first.
    pub const ALL: [Pipeline; 2] = [Pipeline::OneCycle, Pipeline::TwoCycles];

    /// The one whose hops take so many cycles, if there is one.
    pub fn of(cycles: usize) -> Option<Self> {
        Pipeline::ALL.into_iter().find(|pipeline| pipeline.cycles() == cycles)
    }

    /// Cycles of a hop.
    pub fn cycles(self) -> usize {
        match self {
            Pipeline::OneCycle => 1,
            Pipeline::TwoCycles => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hop_takes_one_cycle_or_two() {
        let of = |cycles| Pipeline::of(cycles).map(Pipeline::cycles);
        assert_eq!([0, 1, 2, 3].map(of), [None, Some(1), Some(2), None]);
    }
}
