//! Where a processor of a class stands.

/// A processor's node.
#[derive(Clone, Debug)]
pub struct NodeInstance {
    /// Its id.
    pub node: usize,
    /// Number of its processor.
    pub processor: usize,
    /// Its coordinates.
    pub coordinates: Vec<u32>,
}
