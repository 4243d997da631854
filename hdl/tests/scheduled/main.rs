//! Modules of scheduled networks: router, traffic agent, mirror, node, and their text.

#[path = "../common/mod.rs"]
mod common;
mod endpoint;
mod mirror;
mod node;
mod router;
mod text;
