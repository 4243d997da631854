//! Exact loads, against the naive walk, closed forms, and each other; and the routes and tie rules behind
//! them.

mod classes;
#[path = "../common/mod.rs"]
mod common;
mod exact;
mod huge;
mod ties;
