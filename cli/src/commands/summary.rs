//! A schedule or a plan beside its bound, for people.

use torus_gen::memory::{plan_digest, Algorithm};
use torus_gen::network::{Memory, Network, Scheduled};
use torus_gen::schedule_file::schedule_digest;
use torus_model::{
    collective::{costs::Costs, direct::one_row, Plan},
    PortModel,
};

/// Length beside bound, and the gap where there is one.
pub fn of_schedule(network: &Network<Scheduled>) -> String {
    let schedule = &network.kind.schedule;
    let gap = match schedule.length - schedule.lower_bound {
        0 => "optimal".to_string(),
        gap => format!("gap {gap}"),
    };
    format!(
        "torus {}, placement {}, routing {}, {}-port {}\n\
         length {}, lower bound {} ({gap}), makespan {}, {} message classes\n{}\ndigest {}\n",
        schedule.torus(),
        schedule.placement,
        network.base.paths,
        schedule.ports,
        schedule.kind,
        schedule.length,
        schedule.lower_bound,
        schedule.makespan(),
        schedule.entries.len(),
        network.rom(),
        schedule_digest(schedule)
    )
}

/// Steps beside bound, costs, memory and ROM.
pub fn of_plan(network: &Network<Memory>) -> String {
    let (plan, program, costs) = (&network.kind.plan, &network.kind.program, Costs::of(&network.kind.plan));
    let gap = match plan.steps() - plan.lower_bound {
        0 => "optimal".to_string(),
        gap => format!("gap {gap}"),
    };
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    format!(
        "torus {}, {}, {}-port {}\n\
         {} steps, lower bound {} ({gap}); {} start-ups, {} blocks on the critical path, {} hops\n\
         {} blocks held at most, {} of them on their way\n\
         blocks of {} flit{}: {} slots; memory of {} bank{} x {} flits x {} bits = {} bits for each \
         processor\n\
         {}\ndigest {}\n",
        plan.torus(),
        plan.algorithm,
        plan.ports,
        network.schedule_kind(),
        plan.steps(),
        plan.lower_bound,
        costs.startups,
        costs.blocks,
        costs.hops,
        costs.held,
        costs.transit,
        program.flits,
        plural(program.flits as usize),
        program.slots,
        program.banks,
        plural(program.banks),
        program.depth,
        network.base.width,
        network.memory_bits(),
        network.rom(),
        plan_digest(plan)
    ) + &beside(plan)
}

/// What the same ports do without storing anything: the one-row table.
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
