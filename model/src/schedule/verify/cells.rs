//! The slots in which classes of links or ports are in use.

use rustc_hash::FxHashMap;

/// Slots of a page, a multiple of 64.
const PAGE: usize = 512;

/// A bit for each slot and class, in pages. Only pages in use take memory, because a file may state any
/// length.
#[derive(Default)]
pub struct Cells {
    /// By class and number of the page.
    pages: FxHashMap<(usize, usize), [u64; PAGE / 64]>,
    /// By class, the slots in use.
    used: FxHashMap<usize, u32>,
}

impl Cells {
    /// Records that a class is used in a slot. Returns whether it was free.
    pub fn take(&mut self, class: usize, slot: usize) -> bool {
        let page = self.pages.entry((class, slot / PAGE)).or_default();
        let (word, bit) = (&mut page[slot % PAGE / 64], 1 << (slot % 64));
        let free = *word & bit == 0;
        *word |= bit;
        *self.used.entry(class).or_default() += u32::from(free);
        free
    }

    /// The largest number of slots in which one class is used.
    pub fn busiest(&self) -> u32 {
        self.used.values().copied().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Slots on both sides of words and pages, in two classes, some of them twice, against a set.
    #[test]
    fn a_slot_is_free_once() {
        let (mut cells, mut set) = (Cells::default(), BTreeSet::new());
        let slots = [0, 1, 63, 64, 511, 512, 513, 1023, 1024, u32::MAX as usize];
        for (class, slot) in [7, 0].into_iter().flat_map(|class| slots.map(|slot| (class, slot))) {
            for _ in 0..2 {
                assert_eq!(cells.take(class, slot), set.insert((class, slot)), "{class} {slot}");
            }
        }
        assert!(cells.take(0, 5));
        assert_eq!(cells.busiest(), 11);
        assert_eq!(Cells::default().busiest(), 0);
    }
}
