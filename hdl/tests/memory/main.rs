//! Modules of networks with message memories: memory, sequencer, node, whole networks, and their text.

#[path = "../common/mod.rs"]
mod common;
mod icarus;
mod message_memory;
mod node;
mod sequencer;
mod text;
