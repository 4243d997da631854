//! Schedules against the naive walk, and the verifier against spoiled schedules.

mod balanced;
#[path = "../common/mod.rs"]
mod common;
mod frames;
mod lists;
mod mixed;
mod ports;
mod registers;
mod table;
mod verifier;
