//! Networks with message memories: what `schedule`, `emit`, `sim`, `verify` and `regress` do with them.

use super::{folder, sim::Data, sim::Subject, Outcome};
use crate::{
    args::{Format, ScheduleArgs, SimArgs},
    console::print,
    progress::{searching, Stage},
};
use torus_gen::network::{Memory, Network};
use torus_gen::stored::plan_digest;
use torus_gen::{
    config::Config,
    error::Refusal,
    experiment::{self, Run},
    folder::write_file,
    stored::{plan_json, Algorithm, Storage},
};
use torus_model::{
    collective::{costs::Costs, direct::one_row, Plan},
    PortModel,
};

/// `torusgen schedule`.
pub fn schedule(args: &ScheduleArgs, config: Config, storage: Storage) -> Result<(), Refusal> {
    let design = searching(|| Network::<Memory>::new(config, storage))?;
    if args.svg.is_some() {
        return Err(Refusal::StoredOption { option: "--svg", what: "slots of one bufferless exchange" });
    }
    if let Some(path) = &args.out {
        return write_file(path, &plan_json(&design.kind.plan));
    }
    match args.format {
        Format::Json => print(plan_json(&design.kind.plan))?,
        Format::Csv => print(lines(&design.kind.plan))?,
        Format::Text => print(summary(&design))?,
    }
    Ok(())
}

/// Steps beside bound, costs, memory and ROM.
pub fn summary(design: &Network<Memory>) -> String {
    let (plan, program, costs) = (&design.kind.plan, &design.kind.program, Costs::of(&design.kind.plan));
    let gap = match plan.steps() - plan.lower_bound {
        0 => "optimal".to_string(),
        gap => format!("gap {gap}"),
    };
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    format!(
        "torus {}, {}, {}-port {}\n\
         {} steps, lower bound {} ({gap}); {} start-ups, {} blocks on the critical path, {} hops\n\
         {} blocks held at most, {} of them on their way\n\
         blocks of {} flit{}: {} slots; memory of {} bank{} x {} flits x {} bits = {} bits for each processor\n\
         {}\ndigest {}\n",
        plan.torus(),
        plan.algorithm,
        plan.ports,
        design.schedule_kind(),
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
        design.config.width,
        design.memory_bits(),
        design.rom(),
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

/// The sends, one a line.
pub(super) fn lines(plan: &Plan) -> String {
    let (torus, sources) = (plan.torus(), plan.placement.sources());
    let (mut text, mut begin) = (String::from("phase,slot,class,offset,word,blocks\n"), 0);
    for (number, phase) in plan.phases.iter().enumerate() {
        for send in &phase.sends {
            let source = sources[send.source];
            let offset = torus.offset(source, send.route.end(torus, source));
            let offset: Vec<String> = offset.iter().map(u32::to_string).collect();
            text += &format!(
                "{number},{},{},\"{}\",{},{}\n",
                begin + send.step,
                send.source,
                offset.join(","),
                send.route,
                send.blocks.len()
            );
        }
        begin += phase.steps;
    }
    text
}

/// `torusgen sim`: the bench, and if asked for a transpose of random data.
pub fn sim(args: &SimArgs, design: Network<Memory>) -> Result<Outcome, Refusal> {
    let stage = Stage::new();
    let on_progress = |progress| stage.show(progress);
    let links = args.waves.selection()?;
    let run = Run {
        engine: args.engine,
        threads: args.threads,
        exchanges: args.exchanges,
        further: args.further(),
        waves: args.waves.recording(links.as_ref())?,
        on_progress: Some(&on_progress),
    };
    let kept;
    let dir = match &args.from {
        Some(dir) => dir.as_path(),
        None => {
            kept = experiment::emitted(&design.files()?)?;
            kept.path()
        }
    };
    folder::warn(args.from.as_deref())?;
    let found = experiment::simulate_stored(&design, dir, run)?;
    let data = match args.check {
        Some(_) => {
            let (engine, further) = (args.engine, args.further());
            Some(data(&experiment::transpose_stored(&design, dir, engine, further, Some(&on_progress))?))
        }
        None => None,
    };
    stage.finish();
    subject(&design).print(&found, args, data)
}

/// What was simulated.
fn subject(design: &Network<Memory>) -> Subject<'_> {
    Subject {
        config: &design.config,
        loads: &design.loads,
        length: design.kind.plan.steps(),
        lower_bound: design.kind.plan.lower_bound,
        rom: design.rom(),
        stored: Some(design.info()),
        intro: summary(design),
    }
}

fn data(found: &torus_sim::stored::TransposeReport) -> Data {
    Data {
        loaded: found.loaded,
        compared: found.compared,
        cycles: found.cycles,
        mismatches: found.lines().collect(),
        details: found.details(),
        mismatch_count: found.differences(),
    }
}
