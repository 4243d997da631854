//! A vector of blocks whose elements are named by labels: port numbers with gaps, or pairs such as `2_0`.
//!
//! Kernels index it without gaps, `x[0] .. x[n-1]`; only the Verilog names have the labels. After the last
//! element there may be a spare one, which is not printed. rust-hdl connects all that a kernel assigns, even
//! where an `if` on a constant prevents the assignment, so a vector that is shorter than a loop needs a
//! spare.

use rust_hdl_core::prelude::*;
use std::ops::{Index, IndexMut};

/// A vector of blocks with labels.
pub struct Labelled<B> {
    items: Vec<B>,
    labels: Vec<String>,
    spare: Option<B>,
}

impl<B> Labelled<B> {
    /// One element for each label.
    pub fn new(labels: &[String], mut make: impl FnMut(usize) -> B) -> Self {
        Labelled { items: (0..labels.len()).map(&mut make).collect(), labels: labels.to_vec(), spare: None }
    }

    /// The same vector with a spare element, which all larger indices give.
    pub fn with_spare(self, spare: B) -> Self {
        Labelled { spare: Some(spare), ..self }
    }

    /// The elements in order.
    pub fn iter(&self) -> std::slice::Iter<'_, B> {
        self.items.iter()
    }

    /// The elements in order, mutable.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, B> {
        self.items.iter_mut()
    }
}

/// The numbers as labels.
pub fn labels(numbers: impl IntoIterator<Item = usize>) -> Vec<String> {
    numbers.into_iter().map(|n| n.to_string()).collect()
}

impl<B> Index<usize> for Labelled<B> {
    type Output = B;
    fn index(&self, index: usize) -> &B {
        self.items
            .get(index)
            .or(self.spare.as_ref())
            .expect("the index is below the length, or there is a spare")
    }
}

impl<B> IndexMut<usize> for Labelled<B> {
    fn index_mut(&mut self, index: usize) -> &mut B {
        let spare = self.spare.as_mut();
        self.items.get_mut(index).or(spare).expect("the index is below the length, or there is a spare")
    }
}

impl<B: Block> Logic for Labelled<B> {
    fn update(&mut self) {}
}

impl<B: Block> Block for Labelled<B> {
    fn connect_all(&mut self) {
        self.items.connect_all();
    }
    fn update_all(&mut self) {
        self.items.update_all();
    }
    fn has_changed(&self) -> bool {
        self.items.has_changed()
    }
    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        for (item, label) in self.items.iter().zip(&self.labels) {
            item.accept(&format!("{name}${label}"), probe);
        }
    }
}
