//! Regressions: the configurations that run, the results that are kept, and merging the results of several
//! runs.
//!
//! A [`Plan`] is what is asked for: configurations with different names, all checked. A
//! [`Shard`](crate::shard::Shard) is a part of it for one machine. [`Results`] are rows of a plan, in its
//! order. Their file names the plan, so that a later run can resume and several shards can be merged. This
//! module does not simulate; `commands/regress.rs` does.

mod error;
mod link_trace;
mod plan;
mod report;
mod results;
mod row;

pub use error::RegressError;
pub use link_trace::{Divergence, DivergenceLine, LinkTrace};
pub use plan::Plan;
pub use report::{finish, head, junit, line, CSV_HEAD};
pub use results::Results;
pub use row::Row;
