//! Unscheduled traffic: patterns, injection, traces, and the loads of links.
//!
//! State space: any torus and placement, every pattern. Table: sizes that tend to find faults. The oracle
//! walks every packet on plain coordinates.

#[path = "../common/mod.rs"]
mod common;
mod expected;
mod injection;
mod patterns;

use torus_model::{traffic::Destinations, Error, Placement};

/// The destinations of a pattern, by its text.
fn destinations(placement: &Placement, pattern: &str) -> Result<Destinations, Error> {
    Ok(Destinations::new(placement, pattern.parse()?)?)
}
