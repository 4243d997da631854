//! The effort of a search: how much it may try, and with which random numbers.
//!
//! Effort is counted in visits, never in time, so that the same effort gives the same result on every
//! machine. What a visit is, each search says: the packer visits cells, the search for broadcasts visits
//! nodes.

/// The seed of a search and the visits that it may make for each length it tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Seed of the random numbers. The same seed gives the same result.
    pub seed: u64,
    /// Visits for each length tried. The packer makes about 10^9 a second.
    pub visits: u64,
}

impl Effort {
    /// The default effort with this seed: 4 x 10^8 visits, less than a second for each length tried.
    pub fn with_seed(seed: u64) -> Self {
        Effort { seed, visits: 400_000_000 }
    }

    /// The same effort with a seed that is larger by `more`.
    pub(crate) fn reseeded(self, more: u64) -> Self {
        Effort { seed: self.seed.wrapping_add(more), ..self }
    }
}
