//! `torusgen schedule`: a verified schedule or plan, with its bound.

use super::{described, summary::schedule_or_plan};
use crate::{
    args::{refused::OptionError, Format, ScheduleArgs},
    console::print,
    progress::searching,
    table::{number, table, text},
};
use torus_gen::{
    error::UsageError,
    folder::write_file,
    memory::plan_json,
    network::{AnyNetwork, Takes, Task},
    options::OptionsError,
    schedule_file::Written,
    svg::picture,
};
use torus_model::{collective::Plan, Entry, Schedule};

/// Computes the schedule, and prints it or writes it to a file.
pub fn run(args: &ScheduleArgs) -> Result<(), UsageError> {
    let asked = described(&args.network)?;
    if asked.kind.takes() == Takes::Packets {
        return Err(OptionsError::BufferedOption { option: "schedule", what: "slots of a frame" }.into());
    }
    let network = searching(|| AnyNetwork::planned(asked))?;
    match network.task() {
        Task::Schedule(schedule) => of_schedule(args, &network, schedule),
        Task::Program { plan, .. } => of_plan(args, &network, plan),
        Task::Packets(_) => unreachable!("packets were refused"),
    }
}

fn of_schedule(args: &ScheduleArgs, network: &AnyNetwork, schedule: &Schedule) -> Result<(), UsageError> {
    if let Some(path) = &args.svg {
        write_file(path, &picture(schedule, network.link_loads()))?;
    }
    let written = || Written::new(schedule, &network.base.paths.to_string());
    if let Some(path) = &args.out {
        let json = path.extension().is_some_and(|extension| extension == "json");
        return write_file(path, &if json { written().to_json() } else { written().to_text() });
    }
    match args.format {
        Format::Json => print(written().to_json()),
        Format::Csv => print(entry_lines(schedule)),
        Format::Text => print(format_args!("{}\n{}", schedule_or_plan(network), entries_table(schedule))),
    }
}

fn of_plan(args: &ScheduleArgs, network: &AnyNetwork, plan: &Plan) -> Result<(), UsageError> {
    if args.svg.is_some() {
        return Err(
            OptionError::NotOfMemories { option: "--svg", what: "slots of one bufferless exchange" }.into()
        );
    }
    if let Some(path) = &args.out {
        return write_file(path, &plan_json(plan));
    }
    match args.format {
        Format::Json => print(plan_json(plan)),
        Format::Csv => print(send_lines(plan)),
        Format::Text => print(schedule_or_plan(network)),
    }
}

fn numbers(offset: &[u32]) -> String {
    offset.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

fn entries_table(schedule: &Schedule) -> String {
    let mut rows = table(&["slot", "class", "offset", "word"]);
    for entry in &schedule.entries {
        let (slot, class) = (number(entry.slot), number(entry.source));
        rows.add_row(vec![slot, class, numbers(&entry.offset).into(), entry.route.to_string().into()]);
    }
    text(&rows)
}

fn entry_lines(schedule: &Schedule) -> String {
    let line = |Entry { slot, source, offset, route, .. }: &Entry| {
        format!("{slot},{source},\"{}\",{route}\n", numbers(offset))
    };
    "slot,class,offset,word\n".to_string() + &schedule.entries.iter().map(line).collect::<String>()
}

/// The sends of a plan, one per line.
pub fn send_lines(plan: &Plan) -> String {
    let (torus, sources) = (plan.torus(), plan.placement.sources());
    let (mut text, mut begin) = (String::from("phase,slot,class,offset,word,blocks\n"), 0);
    for (number, phase) in plan.phases.iter().enumerate() {
        for send in &phase.sends {
            let source = sources[send.source];
            let offset = numbers(&torus.offset(source, send.route.end(torus, source)));
            let (slot, class, route, blocks) =
                (begin + send.step, send.source, &send.route, send.blocks.len());
            text += &format!("{number},{slot},{class},\"{offset}\",{route},{blocks}\n");
        }
        begin += phase.steps;
    }
    text
}
