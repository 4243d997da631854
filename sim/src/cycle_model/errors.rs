//! The error registers of all nodes.

/// A bit for each node that stays, and whether any is set.
#[derive(Clone, Debug)]
pub struct Errors {
    nodes: Vec<bool>,
    any: bool,
}

impl Errors {
    /// No node has seen an error.
    pub fn new(nodes: usize) -> Self {
        Errors { nodes: vec![false; nodes], any: false }
    }

    /// Reset.
    pub fn clear(&mut self) {
        self.nodes.fill(false);
        self.any = false;
    }

    /// A node has seen an error, or none.
    pub fn note(&mut self, node: usize, wrong: bool) {
        if wrong {
            (self.nodes[node], self.any) = (true, true);
        }
    }

    /// Whether some node has seen one.
    pub fn any(&self) -> bool {
        self.any
    }

    /// The nodes that have.
    pub fn nodes(&self) -> Vec<usize> {
        (0..self.nodes.len()).filter(|&node| self.nodes[node]).collect()
    }
}
