//! Agreement between ranks: whether every rank got as far as this one.

use super::{number, Ranks};
use thiserror::Error;

/// The error of another rank.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("rank {rank}: {said}")]
pub struct OtherRank {
    /// The rank.
    pub rank: usize,
    /// Its error.
    pub said: String,
}

/// The numbers of every rank, by rank. All ranks must call it.
pub fn numbers(ranks: &dyn Ranks, mine: &[u64]) -> Vec<Vec<u64>> {
    ranks.all(&bytes(mine)).iter().map(|bytes| read(bytes).collect()).collect()
}

/// Numbers in the form in which ranks send them.
pub(crate) fn bytes(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Reads numbers that a rank has sent.
pub(crate) fn read(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    bytes.chunks_exact(8).map(number)
}

/// The ranks, if there is more than one.
pub fn several(ranks: Option<&dyn Ranks>) -> Option<&dyn Ranks> {
    ranks.filter(|ranks| ranks.size() > 1)
}

/// Returns what was found if no rank has an error. Otherwise the error: its own, or that of the first rank
/// that has one. All ranks must call it.
pub fn agree<T, E: std::fmt::Display + From<OtherRank>>(
    ranks: Option<&dyn Ranks>,
    found: Result<T, E>,
) -> Result<T, E> {
    let Some(ranks) = ranks else { return found };
    let said = found.as_ref().err().map_or(String::new(), |error| error.to_string());
    let first = ranks.all(said.as_bytes()).into_iter().enumerate().find(|(_, said)| !said.is_empty());
    match (found, first) {
        (Ok(_), Some((rank, said))) => {
            Err(OtherRank { rank, said: String::from_utf8_lossy(&said).into_owned() }.into())
        }
        (found, _) => found,
    }
}
