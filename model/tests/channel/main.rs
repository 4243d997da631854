//! Virtual channels: header code, channels of segments, dependency graphs, balance, and rings of buffers.
//!
//! State space: any torus, both rules, both routings, any number of planes. The oracles are a bit-by-bit
//! reader of headers, naive enumeration of all packets, and exhaustive exploration of a small ring of
//! buffers.

mod balance;
mod bubble;
#[path = "../common/mod.rs"]
mod common;
mod graph;
mod header;
