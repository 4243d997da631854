//! Where an input is.

/// An input by its number among all inputs, and where it is.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The number among all inputs.
    pub at: usize,
    /// The node.
    pub node: usize,
    /// The port and channel by which flits arrive. Local ports have numbers after those of the ports.
    pub port: usize,
    pub channel: usize,
}
