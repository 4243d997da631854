//! Modules of buffered networks: router and its parts, what sends and takes packets, and their text.

#[path = "../common/mod.rs"]
mod common;
mod ends;
mod flow;
mod icarus;
mod parts;
mod ring;
mod router;
mod text;
