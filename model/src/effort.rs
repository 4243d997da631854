//! How hard a search tries, and by which random numbers.

/// How hard to search: the seed and the cell visits for each length tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Same seed, same schedule.
    pub seed: u64,
    /// Cell visits for each length; about 10^9 a second.
    pub visits: u64,
}

impl Effort {
    /// The default effort with this seed: well under a second for each length tried.
    pub fn with_seed(seed: u64) -> Self {
        Effort { seed, visits: 400_000_000 }
    }
}
