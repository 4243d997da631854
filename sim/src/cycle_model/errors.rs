//! The error registers of all nodes.

/// A bit for each node that stays, and whether any is set.
#[derive(Clone, Debug)]
pub struct Errors {
    nodes: Vec<bool>,
    any: bool,
    /// Nodes whose router has found a fault: registers before the error register.
    faults: Vec<usize>,
}

impl Errors {
    /// No node has seen an error.
    pub fn new(nodes: usize) -> Self {
        Errors { nodes: vec![false; nodes], any: false, faults: Vec::new() }
    }

    /// Reset.
    pub fn clear(&mut self) {
        self.nodes.fill(false);
        self.any = false;
        self.faults.clear();
    }

    /// A router has found a fault, which its error register shows an edge later.
    pub fn find(&mut self, node: usize) {
        self.faults.push(node);
    }

    /// A clock edge: what routers found at the last one is an error.
    pub fn edge(&mut self) {
        for node in std::mem::take(&mut self.faults) {
            self.note(node, true);
        }
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
