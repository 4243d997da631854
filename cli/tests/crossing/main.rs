//! Streams in a separate clock (`--local-clock`): the FIFO between two clocks, constraints, the example in
//! the folder, and the options that are refused. `sweeps.rs` has whole networks.

#[path = "../common/mod.rs"]
mod common;
mod constraints;
mod example;
mod fifo;
mod fifo_faults;
mod refused;
