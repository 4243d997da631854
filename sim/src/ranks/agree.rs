//! Whether every rank got as far as this one.

use super::{number, Ranks};
use thiserror::Error;

/// What another rank has found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("rank {rank}: {said}")]
pub struct OtherRank {
    /// Which one.
    pub rank: usize,
    /// Its error.
    pub said: String,
}

/// Numbers of every rank, by rank. All ranks ask.
pub fn numbers(ranks: &dyn Ranks, mine: &[u64]) -> Vec<Vec<u64>> {
    let bytes: Vec<u8> = mine.iter().flat_map(|number| number.to_le_bytes()).collect();
    ranks.all(&bytes).iter().map(|bytes| bytes.chunks_exact(8).map(number).collect()).collect()
}

/// Whether every rank has found something and no error: its own one, or else that of the first rank that has
/// one. All ranks ask.
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
