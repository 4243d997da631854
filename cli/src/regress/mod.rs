//! Regressions: which configurations run, what is kept of each, how results of several runs become one.
//!
//! A [`Plan`] is what is asked for: configurations with different names, all checked. A
//! [`Shard`](crate::shard::Shard) is a part of it for one machine. [`Results`] are rows of a plan, in its
//! order, in a file that names the plan, so that a later run resumes and several shards merge. Nothing here
//! simulates; that is `commands/regress.rs`.

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
