//! Exact loads: against the naive walk, closed forms, and each other; the routes and tie rules that make
//! them.

mod classes;
#[path = "../common/mod.rs"]
mod common;
mod exact;
mod huge;
mod ties;
