//! The place of a processor of a class.

/// A processor's node.
#[derive(Clone, Debug)]
pub struct NodeInstance {
    /// Its id.
    pub id: u32,
    /// Its number in the block.
    pub node: usize,
    /// The number of its processor in the block.
    pub processor: usize,
    /// Its coordinates.
    pub coordinates: Vec<u32>,
}
