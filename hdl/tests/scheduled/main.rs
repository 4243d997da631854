//! Modules of scheduled networks: router, traffic agent, mirror, node, and their Verilog.

mod agent;
#[path = "../common/mod.rs"]
mod common;
mod header;
mod mirror;
mod node;
mod router;
mod slots;
mod steps;
mod text;
