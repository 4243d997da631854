//! The algorithms that a network with memories can run, by name.

use crate::{limits::MAX_PLANNED, schedule_file::BROADCAST, UsageError};
use std::{fmt, str::FromStr};
use thiserror::Error;
use torus_model::{
    collective::{
        broadcast,
        combining::{divide, suh_shin},
        direct::one_row,
        product::{product_a1, product_a2, product_a3},
        Plan, Task,
    },
    quote::shortened,
    NodeId, PortModel, Torus,
};

/// An algorithm that is not known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the algorithm {:?} is not known; allowed are {NAMES}: use one of these", shortened(.text))]
pub struct UnknownAlgorithm {
    /// The text given.
    pub text: String,
}

/// An exchange that is too large to plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'algorithm' {algorithm} was asked for on {dims}, where the blocks of an exchange take {hops} hops; \
     exchanges of up to {MAX_PLANNED} hops are planned: lower a radix or the number of dimensions"
)]
pub struct PlanTooLarge {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The torus.
    pub dims: String,
    /// The hops of all blocks.
    pub hops: u128,
}

/// An algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// `table`: the schedule that the other options describe.
    Table,
    /// A table of one row: all words of the torus one after another.
    OneRow,
    /// Product algorithm A1.
    ProductA1,
    /// Product algorithm A2.
    ProductA2,
    /// Product algorithm A3.
    ProductA3,
    /// Suh and Shin's exchange with combining.
    SuhShin,
    /// Division, with this many levels.
    Divide(u32),
    /// The shortest broadcast known.
    Broadcast,
    /// The staged broadcast.
    BroadcastStaged,
    /// The broadcast along one dimension after another.
    BroadcastLines,
}

/// The names, for error messages.
const NAMES: &str = "table, one-row, product-a1, product-a2, product-a3, suh-shin, divide-1, divide-2, .., \
    broadcast, broadcast-staged or broadcast-lines";

impl Algorithm {
    /// The kind of its plan: `exchange` or `broadcast`.
    pub fn kind(self) -> &'static str {
        match self {
            Algorithm::Broadcast | Algorithm::BroadcastStaged | Algorithm::BroadcastLines => BROADCAST,
            _ => Task::EXCHANGE,
        }
    }

    /// The port model for which it is made. (`table` takes that of its schedule.)
    pub fn ports(self) -> PortModel {
        match self {
            Algorithm::OneRow | Algorithm::ProductA1 | Algorithm::ProductA2 => PortModel::SinglePort,
            Algorithm::SuhShin | Algorithm::Divide(_) => PortModel::OnePort,
            _ => PortModel::AllPort,
        }
    }

    /// The algorithm of a plan with this name; plans of the shortest broadcast have names that say how they
    /// were found. Error: an unknown name.
    pub fn of_plan(name: &str) -> Result<Self, UnknownAlgorithm> {
        match name {
            "broadcast-search" | "broadcast-product" => Ok(Algorithm::Broadcast),
            name => name.parse(),
        }
    }

    /// Checks that the plan can be made in memory. Error: an exchange whose blocks take too many hops.
    fn check_size(self, torus: &Torus) -> Result<(), PlanTooLarge> {
        let hops = exchange_hops(torus);
        match self.kind() == BROADCAST || hops <= MAX_PLANNED {
            true => Ok(()),
            false => Err(PlanTooLarge { algorithm: self, dims: torus.to_string(), hops }),
        }
    }

    /// Makes the plan. `table` is not made here: [`Storage::plan`] searches it. Errors: a torus that the
    /// algorithm cannot have, or on which its plan is too large.
    pub(super) fn plan(self, torus: &Torus, source: NodeId) -> Result<Plan, UsageError> {
        self.check_size(torus)?;
        Ok(self.planned(torus, source)?)
    }

    fn planned(self, torus: &Torus, source: NodeId) -> Result<Plan, torus_model::Error> {
        match self {
            Algorithm::Table => unreachable!("a table is searched"),
            Algorithm::OneRow => Ok(one_row(torus)),
            Algorithm::ProductA1 => Ok(product_a1(torus)),
            Algorithm::ProductA2 => Ok(product_a2(torus)),
            Algorithm::ProductA3 => Ok(product_a3(torus)?),
            Algorithm::SuhShin => Ok(suh_shin(torus)?),
            Algorithm::Divide(levels) => Ok(divide(torus, levels)?),
            Algorithm::Broadcast => Ok(broadcast::broadcast(torus, source)?),
            Algorithm::BroadcastStaged => Ok(broadcast::staged(torus, source)?),
            Algorithm::BroadcastLines => Ok(broadcast::lines(torus, source)?),
        }
    }

    /// All algorithms, except `table`, that make a complete exchange on this torus, with their plans.
    pub fn exchanges(torus: &Torus) -> Vec<(Algorithm, Plan)> {
        let levels = torus.radix().unwrap_or(0).checked_ilog2().unwrap_or(0);
        let fixed = [
            Algorithm::OneRow,
            Algorithm::ProductA1,
            Algorithm::ProductA2,
            Algorithm::ProductA3,
            Algorithm::SuhShin,
        ];
        let all = fixed.into_iter().chain((1..levels).map(Algorithm::Divide));
        let origin = torus.node_at(0).expect("a torus has nodes");
        all.filter_map(|algorithm| Some((algorithm, algorithm.plan(torus, origin).ok()?))).collect()
    }
}

/// The hops of all blocks of a complete exchange on shortest routes: the sum of all distances between nodes.
pub fn exchange_hops(torus: &Torus) -> u128 {
    let nodes = torus.len() as u128;
    let ring = |&radix: &u32| nodes / u128::from(radix) * (u128::from(radix).pow(2) / 4);
    nodes * torus.dims().iter().map(ring).sum::<u128>()
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Algorithm::Divide(levels) => return write!(f, "divide-{levels}"),
            Algorithm::Table => "table",
            Algorithm::OneRow => "one-row",
            Algorithm::ProductA1 => "product-a1",
            Algorithm::ProductA2 => "product-a2",
            Algorithm::ProductA3 => "product-a3",
            Algorithm::SuhShin => "suh-shin",
            Algorithm::Broadcast => "broadcast",
            Algorithm::BroadcastStaged => "broadcast-staged",
            Algorithm::BroadcastLines => "broadcast-lines",
        })
    }
}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(text: &str) -> Result<Self, UnknownAlgorithm> {
        let levels = text.strip_prefix("divide-").and_then(|levels| levels.parse().ok());
        let fixed = [
            Algorithm::Table,
            Algorithm::OneRow,
            Algorithm::ProductA1,
            Algorithm::ProductA2,
            Algorithm::ProductA3,
            Algorithm::SuhShin,
            Algorithm::Broadcast,
            Algorithm::BroadcastStaged,
            Algorithm::BroadcastLines,
        ];
        let named = fixed.into_iter().find(|algorithm| algorithm.to_string() == text);
        let found = named.or(levels.filter(|&levels| levels > 0).map(Algorithm::Divide));
        found.ok_or_else(|| UnknownAlgorithm { text: text.into() })
    }
}
