//! Networks with message memories: what `schedule`, `emit`, `sim`, `verify` and `regress` do with them.

use super::{findings::Data, findings::Subject, folder, summary::of_plan};
use crate::{
    args::{Format, ScheduleArgs, SimArgs},
    console::print,
    outcome::Outcome,
    progress::{searching, Stage},
};
use torus_gen::network::{Memory, Network};
use torus_gen::{
    config::Config,
    error::UsageError,
    experiment::{self, Run},
    folder::write_file,
    stored::{plan_json, Storage},
};
use torus_model::collective::Plan;

/// `torusgen schedule`.
pub fn schedule(args: &ScheduleArgs, config: Config, storage: Storage) -> Result<(), UsageError> {
    let design = searching(|| Network::<Memory>::new(config, storage))?;
    if args.svg.is_some() {
        return Err(UsageError::StoredOption { option: "--svg", what: "slots of one bufferless exchange" });
    }
    if let Some(path) = &args.out {
        return write_file(path, &plan_json(&design.kind.plan));
    }
    match args.format {
        Format::Json => print(plan_json(&design.kind.plan))?,
        Format::Csv => print(lines(&design.kind.plan))?,
        Format::Text => print(of_plan(&design))?,
    }
    Ok(())
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
pub fn sim(args: &SimArgs, design: Network<Memory>) -> Result<Outcome, UsageError> {
    let stage = Stage::new();
    let on_progress = |progress| stage.show(progress);
    let links = args.waves.selection()?;
    let run = Run {
        engine: args.engine,
        threads: args.threads(),
        exchanges: args.exchanges(),
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
        intro: of_plan(design),
    }
}

fn data(found: &torus_sim::transpose::TransposeReport) -> Data {
    Data {
        loaded: found.loaded,
        compared: found.compared,
        cycles: found.cycles,
        mismatches: found.lines().collect(),
        details: found.details(),
        mismatch_count: found.differences(),
    }
}
