//! Buffered networks: exchanges, faults, errors, waves.

mod axis_errors;
mod axis_heads;
mod channels;
#[path = "../common/mod.rs"]
mod common;
mod errors;
mod exchange;
mod faults;
#[path = "../../../sim/tests/common/places.rs"]
mod places;
mod waves;
mod waves_refused;
