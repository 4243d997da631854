//! What a run is compared with, what the comparison finds, and what errors say.

#[path = "../common/mod.rs"]
mod common;
mod errors;
mod reference;
mod scoreboard;
mod traffic_heads;
