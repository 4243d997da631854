//! Streams in a clock of their own (`--local-clock`): the FIFO between two clocks, constraints, the
//! example of the folder, and what is refused. Whole networks are in `sweeps.rs`.

#[path = "../common/mod.rs"]
mod common;
mod constraints;
mod example;
mod fifo;
mod fifo_faults;
mod refused;
