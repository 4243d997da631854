//! Virtual channels: headers, channels of runs, dependency graphs, balance, and rings of buffers.
//!
//! State space: any torus, both rules, both routings, any number of planes. The oracles are a reader of
//! headers bit by bit, a naive enumeration of all packets, and a complete exploration of a small ring of
//! buffers.

mod balance;
mod bubble;
#[path = "../common/mod.rs"]
mod common;
mod graph;
mod header;
