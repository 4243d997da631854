//! Scheduled networks: what is compiled again, figures of the papers, keys of schedule files.

mod builds;
#[path = "../common/mod.rs"]
mod common;
mod further;
mod schedule_keys;
