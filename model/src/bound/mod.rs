//! Lower bounds: of the maximum load ([`load`]), and of the length of schedules ([`length`]).

pub mod cut;
pub mod length;
pub mod load;

pub use cut::{bisection, Bisection, Cut};
pub use length::{exchange_bound, exchange_bound_with, frame_bound, frame_bound_with};
pub(crate) use length::{exchange_bound_over, frame_bound_over, longest_way, port_bound, travel};
pub use load::{
    best_lower_bound, bounds, census_bounds, keep_valid, load_bound, separator_bound, Bound, Relation,
};
