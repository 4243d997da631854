//! Equal items once.

use std::collections::HashMap;
use std::hash::Hash;

/// The distinct items in the order in which they first occur, and for every item the index of its equal.
///
/// Time: a hash for each item. Only distinct items are cloned.
pub fn distinct<T: Clone + Eq + Hash>(items: &[T]) -> (Vec<T>, Vec<usize>) {
    let (mut found, mut known) = (Vec::new(), HashMap::new());
    let index = |item| {
        *known.entry(item).or_insert_with(|| {
            found.push(T::clone(item));
            found.len() - 1
        })
    };
    let indices = items.iter().map(index).collect();
    (found, indices)
}

#[cfg(test)]
mod tests {
    use super::distinct;

    #[test]
    fn items_keep_the_order_of_their_first_occurrence() {
        assert_eq!(distinct(&["b", "a", "b", "c", "a"]), (vec!["b", "a", "c"], vec![0, 1, 0, 2, 1]));
        assert_eq!(distinct::<u8>(&[]), (vec![], vec![]));
    }
}
