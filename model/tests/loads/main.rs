//! Exact loads: against the naive walk, closed forms, and each other; the routes and tie rules that make
//! them.

#[path = "../common/mod.rs"]
mod common;
mod exact;
mod ties;
