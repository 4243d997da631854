//! The summary of a network as text: its loads, its schedule or plan with the bound, its costs.

use super::loads;
use torus_gen::{
    memory::{plan_digest, Algorithm},
    network::{AnyNetwork, Task},
    schedule_file::schedule_digest,
};
use torus_model::{
    collective::{costs::Costs, direct::one_row, Plan, Program},
    quantity, PortModel, Schedule,
};
use torus_sim::manifest::{Facts, RomInfo};

/// Everything that is known about a network before it runs.
pub fn of(network: &AnyNetwork) -> String {
    let loads = || {
        let (summary, bounds) = (loads::summary(network), network.bounds(None));
        format!("{summary}\n{}\n", loads::bounds_table(&bounds, &network.loads))
    };
    match network.task() {
        Task::Schedule(_) => loads() + &schedule_or_plan(network),
        Task::Program { .. } | Task::Packets(_) => schedule_or_plan(network),
    }
}

/// The schedule or plan with its bound; empty for buffered networks, which have none.
pub fn schedule_or_plan(network: &AnyNetwork) -> String {
    match (network.task(), network.facts()) {
        (Task::Schedule(schedule), Facts::Scheduled { rom, .. }) => of_schedule(network, schedule, rom),
        (Task::Program { plan, program }, Facts::Memory { schedule, memory, rom, .. }) => {
            of_plan(network, (plan, program), (&schedule.kind, memory.memory_bits, rom))
        }
        _ => String::new(),
    }
}

/// The length and its bound, with the gap if there is one.
fn of_schedule(network: &AnyNetwork, schedule: &Schedule, rom: RomInfo) -> String {
    format!(
        "torus {}, placement {}, routing {}, {}-port {}\n\
         length {}, lower bound {} ({}), makespan {}, {}\n{rom}\ndigest {}\n",
        schedule.torus(),
        schedule.placement,
        network.base.paths,
        schedule.ports,
        schedule.kind,
        schedule.length,
        schedule.lower_bound,
        gap(schedule.length, schedule.lower_bound),
        schedule.makespan(),
        quantity(schedule.entries.len(), "message class"),
        schedule_digest(schedule)
    )
}

fn gap(length: u32, lower_bound: u32) -> String {
    match length - lower_bound {
        0 => "optimal".to_string(),
        gap => format!("gap {gap}"),
    }
}

/// The steps and their bound, costs, memory and ROM.
fn of_plan(
    network: &AnyNetwork,
    (plan, program): (&Plan, &Program),
    (kind, memory_bits, rom): (&str, usize, RomInfo),
) -> String {
    let costs = Costs::of(plan);
    format!(
        "torus {}, {}, {}-port {kind}\n\
         {}, lower bound {} ({}); {}, {} on the critical path, {}\n\
         {} held at most, {} of them on their way\n\
         blocks of {}: {}; memory of {} x {} x {} bits = {memory_bits} bits for \
         each processor\n\
         {rom}\ndigest {}\n",
        plan.torus(),
        plan.algorithm,
        plan.ports,
        quantity(plan.steps(), "step"),
        plan.lower_bound,
        gap(plan.steps(), plan.lower_bound),
        quantity(costs.startups, "start-up"),
        quantity(costs.blocks, "block"),
        quantity(costs.hops, "hop"),
        quantity(costs.held, "block"),
        costs.transit,
        quantity(program.flits, "flit"),
        quantity(program.slots, "slot"),
        quantity(program.banks, "bank"),
        quantity(program.depth, "flit"),
        network.base.width,
        plan_digest(plan)
    ) + &beside(plan)
}

/// For comparison, the one-row table, which has the same ports and stores nothing.
fn beside(plan: &Plan) -> String {
    let row = match plan.ports {
        PortModel::SinglePort if plan.algorithm != Algorithm::OneRow.to_string() => one_row(plan.torus()),
        _ => return String::new(),
    };
    format!(
        "beside it: one-row takes {} steps and stores {} blocks on their way\n",
        row.steps(),
        Costs::of(&row).transit
    )
}
