//! Modules of buffered networks: the routers and their parts, packet checkers, and the emitted Verilog.

#[path = "../common/mod.rs"]
mod common;
mod ends;
mod flow;
mod icarus;
mod parts;
mod ring;
mod router;
mod text;
