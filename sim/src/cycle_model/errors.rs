//! The error registers of all nodes.

/// A sticky bit for each node, and whether any is set.
#[derive(Clone, Debug)]
pub struct Errors {
    nodes: Vec<bool>,
    any: bool,
    /// Nodes whose router has found a fault; they are a register before the error register.
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

    /// A router finds a fault; its error register shows it an edge later.
    pub fn find(&mut self, node: usize) {
        self.faults.push(node);
    }

    /// A clock edge: faults that routers found at the last one become errors.
    pub fn edge(&mut self) {
        for node in std::mem::take(&mut self.faults) {
            self.note(node, true);
        }
    }

    /// Notes whether a node has seen an error.
    pub fn note(&mut self, node: usize, wrong: bool) {
        if wrong {
            (self.nodes[node], self.any) = (true, true);
        }
    }

    /// Whether any node has seen an error.
    pub fn any(&self) -> bool {
        self.any
    }

    /// The nodes that have seen an error.
    pub fn nodes(&self) -> Vec<usize> {
        (0..self.nodes.len()).filter(|&node| self.nodes[node]).collect()
    }
}
