//! Networks with message memories: what `schedule`, `emit`, `sim`, `verify` and `regress` do with them.

use super::{findings::Data, findings::Subject, folder, summary::of_plan};
use crate::{
    args::{refused::OptionError, Format, ScheduleArgs, SimArgs},
    console::print,
    outcome::Outcome,
    progress::{searching, Stage},
};
use torus_gen::network::{Memory, Network};
use torus_gen::{
    error::UsageError,
    experiment::{self, Run},
    folder::write_file,
    memory::{plan_json, Storage},
    Base,
};
use torus_model::collective::Plan;

/// `torusgen schedule`.
pub fn schedule(args: &ScheduleArgs, base: Base, storage: Storage) -> Result<(), UsageError> {
    let network = searching(|| Network::<Memory>::new(base, storage))?;
    if args.svg.is_some() {
        return Err(
            OptionError::NotOfMemories { option: "--svg", what: "slots of one bufferless exchange" }.into()
        );
    }
    if let Some(path) = &args.out {
        return write_file(path, &plan_json(&network.kind.plan));
    }
    match args.format {
        Format::Json => print(plan_json(&network.kind.plan))?,
        Format::Csv => print(lines(&network.kind.plan))?,
        Format::Text => print(of_plan(&network))?,
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
pub fn sim(args: &SimArgs, network: Network<Memory>) -> Result<Outcome, UsageError> {
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
            kept = experiment::emitted(&network.files()?)?;
            kept.path()
        }
    };
    folder::warn(args.from.as_deref())?;
    let found = experiment::simulate_stored(&network, dir, run)?;
    let data = match args.check {
        Some(_) => {
            let (engine, further) = (args.engine, args.further());
            Some(data(&experiment::transpose_stored(&network, dir, engine, further, Some(&on_progress))?))
        }
        None => None,
    };
    stage.finish();
    subject(&network).print(&found, args, data)
}

/// What was simulated.
fn subject(network: &Network<Memory>) -> Subject<'_> {
    Subject {
        base: &network.base,
        loads: &network.loads,
        length: network.kind.plan.steps(),
        lower_bound: network.kind.plan.lower_bound,
        rom: network.rom(),
        stored: Some(network.info()),
        intro: of_plan(network),
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
