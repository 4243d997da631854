//! Scheduled networks: figures of the papers, keys of schedule files.

#[path = "../common/mod.rs"]
mod common;
mod further;
mod layers;
mod schedule_keys;
