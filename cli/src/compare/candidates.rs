//! The algorithms that fit a torus, each played and counted.
//!
//! Plans of [`Algorithm::exchanges`], and the table of all ports and that of one port, which are searched;
//! what would be too large to search is left out with the reason. Every plan goes through the verifier before
//! it is counted. Bounds: those of [`super::Comparison`] and of [`Network::<Scheduled>::new`]. Source: see
//! the algorithms.

use super::{Counts, Row};
use torus_gen::network::{scheduled::ScheduleError, Network, Scheduled};
use torus_gen::{
    error::UsageError,
    memory::{Algorithm, MAX_FLITS},
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

/// Rows, and what was left out.
pub(super) fn of(base: &Base, block: u64) -> Result<(Vec<Row>, Vec<String>), UsageError> {
    let torus = base.torus();
    let (tables, left_out) = tables(base)?;
    let plans = tables.into_iter().chain(Algorithm::exchanges(torus).into_iter().map(|(_, plan)| plan));
    let mut rows: Vec<Row> = plans.map(|plan| row(&plan, block)).collect();
    rows.extend(diagonal(torus));
    Ok((rows, left_out))
}

/// A plan, verified and counted.
fn row(plan: &Plan, block: u64) -> Row {
    verify(plan).expect("only valid plans are made; a violation here is a defect of torusgen");
    Row {
        algorithm: plan.algorithm.clone(),
        ports: plan.ports,
        counts: Counts::Simulated(Costs::of(plan)),
        paper: side(plan.torus()).and_then(|n| published(&plan.algorithm, n)),
        slots: slots(plan, block),
    }
}

/// Diagonal propagation, of which the paper gives the costs alone.
fn diagonal(torus: &Torus) -> Option<Row> {
    let paper = side(torus).and_then(|n| published("diagonal", n))?;
    Some(Row {
        algorithm: "diagonal".into(),
        ports: PortModel::OnePort,
        counts: Counts::Published,
        paper: Some(paper),
        slots: None,
    })
}

/// N of an N x N torus.
fn side(torus: &Torus) -> Option<u32> {
    torus.radix().filter(|_| torus.d() == 2)
}

/// Tables of all ports and of one, searched with the seed and the effort of the configuration.
fn tables(base: &Base) -> Result<(Vec<Plan>, Vec<String>), UsageError> {
    let (mut plans, mut left_out) = (Vec::new(), Vec::new());
    for ports in [PortModel::AllPort, PortModel::OnePort] {
        let base = Base { ports, paths: Paths::Minimal(None), ..base.clone() };
        match Network::<Scheduled>::new(base, ScheduleKind::Exchange) {
            Ok(network) => plans.push(direct(&network.kind.schedule)),
            Err(UsageError::Schedule(ScheduleError::TooLarge { messages, slots })) => left_out.push(format!(
                "table ({}): {messages} message classes in at least {slots} slots are more than the search \
                    goes through",
                super::ports_name(ports)
            )),
            Err(error) => return Err(error),
        }
    }
    Ok((plans, left_out))
}

/// Slots of the emitted network with blocks of so many flits; `None` where such blocks are not built.
fn slots(plan: &Plan, block: u64) -> Option<u64> {
    let flits = u32::try_from(block).ok().filter(|&flits| flits <= MAX_FLITS)?;
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
