//! A matching of items with columns: every item gets one of the columns it may take, and every column goes to
//! one item.
//!
//! Items are added one by one, in the order that the caller chooses. An item whose columns are all taken
//! moves another item, which may move a third one: an augmenting path. An item that finds none has no column
//! in any matching of it and all items before it. So the order does not change how many are matched. Cost of
//! an item: all choices at worst, a few as a rule. Source: Berge, "Two theorems in graph theory", 1957.

use crate::Random;

/// A matching while it grows. A choice is a column and what comes with it there.
#[derive(Clone)]
pub(crate) struct Matching<T> {
    /// By item.
    choices: Vec<Vec<(usize, T)>>,
    /// By column: the item that has it, and what comes with it.
    taken: Vec<Option<(usize, T)>>,
    /// By column: the number of the search that looked at it last.
    seen: Vec<usize>,
    searches: usize,
}

impl<T: Copy> Matching<T> {
    /// No item is matched yet. `choices`: by item; earlier ones are preferred.
    pub fn new(choices: Vec<Vec<(usize, T)>>, columns: usize) -> Self {
        Matching { choices, taken: vec![None; columns], seen: vec![0; columns], searches: 0 }
    }

    /// By column: the item that has it, and what comes with it.
    pub fn taken(&self) -> &[Option<(usize, T)>] {
        &self.taken
    }

    /// Gives one more item a column, moving others where needed. Returns false, and changes nothing, if that
    /// is impossible.
    pub fn add(&mut self, item: usize) -> bool {
        self.searches += 1;
        self.seek(item)
    }

    /// Takes the items of some columns out, and adds them again with their choices in another order.
    pub fn redo(&mut self, columns: &[usize], random: &mut Random) {
        let taken_out: Vec<usize> =
            columns.iter().filter_map(|&column| self.taken[column].take()).map(|(item, _)| item).collect();
        taken_out.iter().for_each(|&item| random.shuffle(&mut self.choices[item]));
        for item in taken_out {
            self.add(item);
        }
    }

    fn seek(&mut self, item: usize) -> bool {
        for number in 0..self.choices[item].len() {
            let (column, with) = self.choices[item][number];
            if std::mem::replace(&mut self.seen[column], self.searches) == self.searches {
                continue;
            }
            if self.taken[column].is_none_or(|(other, _)| self.seek(other)) {
                self.taken[column] = Some((item, with));
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most items that have a column, by trying all ways.
    fn most(choices: &[Vec<(usize, ())>], taken: u32) -> usize {
        let Some((first, others)) = choices.split_first() else { return 0 };
        let with = |&(column, ()): &(usize, ())| match taken >> column & 1 {
            0 => 1 + most(others, taken | 1 << column),
            _ => 0,
        };
        first.iter().map(with).max().unwrap_or(0).max(most(others, taken))
    }

    fn random_choices(items: usize, columns: usize, random: &mut Random) -> Vec<Vec<(usize, ())>> {
        (0..items).map(|_| (0..random.below(4)).map(|_| (random.below(columns), ())).collect()).collect()
    }

    fn assert_valid(matching: &Matching<()>, choices: &[Vec<(usize, ())>]) {
        let mut items: Vec<usize> = matching.taken().iter().flatten().map(|&(item, ())| item).collect();
        let may = |(column, item): (usize, &Option<(usize, ())>)| {
            item.is_none_or(|(item, ())| choices[item].contains(&(column, ())))
        };
        assert!(matching.taken().iter().enumerate().all(may));
        items.sort_unstable();
        assert!(items.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn as_many_items_are_matched_as_by_trying_all_ways() {
        let mut random = Random::new(1);
        for _ in 0..500 {
            let (items, columns) = (1 + random.below(6), 1 + random.below(6));
            let choices = random_choices(items, columns, &mut random);
            let mut matching = Matching::new(choices.clone(), columns);
            let matched = (0..items).filter(|&item| matching.add(item)).count();
            assert_eq!(matched, most(&choices, 0), "{choices:?}");
            assert_valid(&matching, &choices);
            let redone: Vec<usize> = (0..columns).filter(|_| random.below(2) == 0).collect();
            matching.redo(&redone, &mut random);
            assert_eq!(matching.taken().iter().flatten().count(), matched, "{choices:?}");
            assert_valid(&matching, &matching.choices);
        }
    }
}
