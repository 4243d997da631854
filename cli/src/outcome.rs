//! The outcome of a command.

/// The result of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything is equal: exit code 0.
    Equal,
    /// A mismatch, already printed: exit code 1.
    Mismatch,
}
