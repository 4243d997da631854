//! The algorithms that can run on a torus, each played and counted.
//!
//! The plans are those of [`Algorithm::exchanges`], and the tables for all ports and for one port, which are
//! searched. A table that is too large to search is left out, with the reason. Every plan is verified before
//! it is counted. Bounds: those of [`super::Comparison`] and of [`Network::<Scheduled>::new`]. Source: see
//! the algorithms.

use super::{Counts, Row};
use torus_gen::network::{scheduled::ScheduleError, Network, Scheduled};
use torus_gen::{
    error::UsageError,
    memory::{Algorithm, MAX_BLOCK},
    paths::Paths,
    Base,
};
use torus_model::{
    collective::{
        costs::{published, Costs},
        direct::direct,
        span,
        verify::verify,
        Plan, Timing,
    },
    PortModel, ScheduleKind, Torus,
};

/// The rows, and what was left out.
pub(super) fn of(base: &Base, block: u64) -> Result<(Vec<Row>, Vec<String>), UsageError> {
    let torus = base.torus();
    let (tables, left_out) = tables(base)?;
    let plans = tables.into_iter().chain(Algorithm::exchanges(torus).into_iter().map(|(_, plan)| plan));
    let mut rows: Vec<Row> = plans.map(|plan| row(&plan, block)).collect();
    rows.extend(diagonal(torus));
    Ok((rows, left_out))
}

/// The row of a plan, which is verified and counted.
fn row(plan: &Plan, block: u64) -> Row {
    verify(plan).expect("only valid plans are made; a violation here is a defect of torusgen");
    let paper = side(plan.torus()).and_then(|n| published(&plan.algorithm, n));
    Row {
        algorithm: plan.algorithm.clone(),
        ports: plan.ports,
        counts: Counts::Counted(Costs::of(plan), paper),
        slots: slots(plan, block),
    }
}

/// The row of diagonal propagation, for which the paper gives only costs.
fn diagonal(torus: &Torus) -> Option<Row> {
    let paper = side(torus).and_then(|n| published("diagonal", n))?;
    Some(Row {
        algorithm: "diagonal".into(),
        ports: PortModel::OnePort,
        counts: Counts::Published(paper),
        slots: None,
    })
}

/// The side N of an N x N torus.
fn side(torus: &Torus) -> Option<u32> {
    torus.radix().filter(|_| torus.d() == 2)
}

/// The tables for all ports and for one port, searched with the seed and effort of the configuration; and
/// what was left out.
fn tables(base: &Base) -> Result<(Vec<Plan>, Vec<String>), UsageError> {
    let (mut plans, mut left_out) = (Vec::new(), Vec::new());
    for ports in [PortModel::AllPort, PortModel::OnePort] {
        let base = Base { ports, paths: Paths::Minimal(None), ..base.clone() };
        match Network::<Scheduled>::new(base, ScheduleKind::Exchange) {
            Ok(network) => plans.push(direct(&network.kind.schedule)),
            Err(UsageError::Schedule(ScheduleError::TooLarge { messages, slots, .. })) => {
                left_out.push(format!(
                "table ({}): {messages} message classes in at least {slots} slots are more than the search \
                    goes through",
                super::ports_name(ports)
            ))
            }
            Err(error) => return Err(error),
        }
    }
    Ok((plans, left_out))
}

/// The slots of the emitted network for blocks of `block` flits; `None` if such blocks are not supported.
fn slots(plan: &Plan, block: u64) -> Option<u64> {
    let flits = u32::try_from(block).ok().filter(|&flits| flits <= MAX_BLOCK)?;
    let steps =
        |timing, steps: u32, blocks: u64| if timing == Timing::Passes { steps.into() } else { blocks };
    let long = |phase: &torus_model::collective::Phase| {
        let blocks = phase.sends.iter().map(|send| send.blocks.len() as u64).max().unwrap_or(0);
        // The assembler counts in 32 bits.
        steps(phase.timing, phase.steps, blocks) * block >= 1 << 31
    };
    match plan.phases.iter().any(long) {
        true => None,
        false => Some(plan.phases.iter().map(|phase| u64::from(span(phase, flits))).sum()),
    }
}
