//! Streams in a clock of their own (`--local-clock`): the FIFO between two clocks, whole networks, their
//! constraints, and what is refused.

#[path = "../common/mod.rs"]
mod common;
mod constraints;
mod example;
mod fifo;
mod fifo_faults;
mod networks;
mod refused;
