//! The mismatches of a run: all are counted, and the first of every kind are kept.

use super::{Kind, Mismatch};
use std::{collections::BTreeMap, fmt, iter};

/// Mismatches by kind, in the order in which kinds are reported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mismatches(BTreeMap<Kind, OfKind>);

/// Mismatches of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct OfKind {
    /// Each with the place at which it was found.
    kept: Vec<(usize, Mismatch)>,
    count: u64,
}

impl OfKind {
    fn add(&mut self, mismatches: impl IntoIterator<Item = (usize, Mismatch)>, count: u64) {
        self.count += count;
        self.kept.extend(mismatches.into_iter().take(Mismatches::KEPT - self.kept.len()));
    }
}

impl Mismatches {
    /// How many of a kind are kept.
    pub const KEPT: usize = 20;

    /// Counts a mismatch and keeps it if there is room.
    pub fn push(&mut self, mismatch: impl Into<Mismatch>) {
        let mismatch = mismatch.into();
        self.push_at(mismatch.place(), mismatch);
    }

    /// The same for a mismatch that does not say where it was found. `place`: the id of the node or link.
    pub(crate) fn push_at(&mut self, place: usize, mismatch: impl Into<Mismatch>) {
        let mismatch = mismatch.into();
        self.0.entry(Kind::from(&mismatch)).or_default().add([(place, mismatch)], 1);
    }

    /// Counts a mismatch of a kind. It is made only if there is room for it: its names take longer than the
    /// comparison that found it.
    pub(crate) fn push_of(&mut self, kind: Kind, mismatch: impl FnOnce() -> Mismatch) {
        let placed = iter::once_with(mismatch).map(|mismatch| (mismatch.place(), mismatch));
        self.0.entry(kind).or_default().add(placed, 1);
    }

    /// Adds the mismatches of another run after these.
    pub fn append(&mut self, other: Mismatches) {
        for (kind, OfKind { kept, count }) in other.0 {
            self.0.entry(kind).or_default().add(kept, count);
        }
    }

    /// Each kind, with its number of mismatches and those that are kept, with their places.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (Kind, u64, &[(usize, Mismatch)])> {
        self.0.iter().map(|(&kind, of_kind)| (kind, of_kind.count, &of_kind.kept[..]))
    }

    /// Drops the mismatches of some kinds.
    pub(crate) fn forget(&mut self, kinds: impl Fn(Kind) -> bool) {
        self.0.retain(|&kind, _| !kinds(kind));
    }

    /// Adds `count` mismatches of a kind, some of which are given.
    pub(crate) fn add(&mut self, kind: Kind, kept: impl IntoIterator<Item = Mismatch>, count: u64) {
        self.0.entry(kind).or_default().add(kept.into_iter().map(|mismatch| (0, mismatch)), count);
    }

    /// The number of all mismatches.
    pub fn total(&self) -> u64 {
        self.0.values().map(|of_kind| of_kind.count).sum()
    }

    /// Whether no mismatch was found.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The kept mismatches, kind by kind.
    pub fn iter(&self) -> impl Iterator<Item = &Mismatch> {
        self.0.values().flat_map(|of_kind| &of_kind.kept).map(|(_, mismatch)| mismatch)
    }
}

/// A line for each kept mismatch, and one for each kind that has more.
impl fmt::Display for Mismatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for OfKind { kept, count } in self.0.values() {
            kept.iter().try_for_each(|(_, mismatch)| writeln!(f, "{mismatch}"))?;
            if *count > kept.len() as u64 {
                writeln!(f, ".. and {} more like these", count - kept.len() as u64)?;
            }
        }
        Ok(())
    }
}
