//! `torusgen schedule`: a verified schedule beside its bound.

use super::{config, json};
use crate::{
    cli::{Format, ScheduleArgs},
    design::{schedule_digest, Design},
    error::Refusal,
    folder::write_file,
    table::{number, table, text},
};
use serde::Serialize;
use torus_model::Entry;

/// What is printed as JSON: a contract (design.md, section 6).
#[derive(Serialize)]
struct Report {
    dims: Vec<u32>,
    placement: String,
    routing: String,
    kind: String,
    port_model: String,
    length: u32,
    lower_bound: u32,
    makespan: u32,
    messages: usize,
    digest: String,
    entries: Vec<EntryReport>,
}

#[derive(Serialize)]
struct EntryReport {
    slot: u32,
    class: usize,
    offset: Vec<u32>,
    word: String,
}

/// Computes and prints, or writes to a file.
pub fn run(args: &ScheduleArgs) -> Result<(), Refusal> {
    let design = Design::new(config(&args.network)?)?;
    let output = match args.format {
        Format::Json => json(&report(&design)),
        Format::Csv => lines(&design),
        Format::Text => summary(&design) + "\n" + &entries_table(&design),
    };
    match &args.out {
        Some(path) => write_file(path, &output),
        None => {
            print!("{output}");
            Ok(())
        }
    }
}

fn report(design: &Design) -> Report {
    let schedule = &design.schedule;
    let entry = |entry: &Entry| EntryReport {
        slot: entry.slot,
        class: entry.source,
        offset: entry.offset.clone(),
        word: entry.word.to_string(),
    };
    Report {
        dims: schedule.torus().dims().to_vec(),
        placement: schedule.placement.to_string(),
        routing: design.config.routing.to_string(),
        kind: schedule.kind.to_string(),
        port_model: schedule.ports.to_string(),
        length: schedule.length,
        lower_bound: schedule.lower_bound,
        makespan: schedule.makespan(),
        messages: schedule.entries.len(),
        digest: schedule_digest(schedule),
        entries: schedule.entries.iter().map(entry).collect(),
    }
}

/// Length beside bound, and the gap where there is one.
pub fn summary(design: &Design) -> String {
    let schedule = &design.schedule;
    let gap = match schedule.length - schedule.lower_bound {
        0 => "optimal".to_string(),
        gap => format!("gap {gap}"),
    };
    format!(
        "torus {}, placement {}, routing {}, {}-port {}\n\
         length {}, lower bound {} ({gap}), makespan {}, {} message classes, {} ROM images\ndigest {}\n",
        schedule.torus(),
        schedule.placement,
        design.config.routing,
        schedule.ports,
        schedule.kind,
        schedule.length,
        schedule.lower_bound,
        schedule.makespan(),
        schedule.entries.len(),
        schedule.placement.sources().len(),
        schedule_digest(schedule)
    )
}

fn offset(entry: &Entry) -> String {
    entry.offset.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

fn entries_table(design: &Design) -> String {
    let mut rows = table(&["slot", "class", "offset", "word"]);
    for entry in &design.schedule.entries {
        let (slot, class) = (number(entry.slot), number(entry.source));
        rows.add_row(vec![slot, class, offset(entry).into(), entry.word.to_string().into()]);
    }
    text(&rows)
}

fn lines(design: &Design) -> String {
    let line =
        |entry: &Entry| format!("{},{},\"{}\",{}\n", entry.slot, entry.source, offset(entry), entry.word);
    "slot,class,offset,word\n".to_string() + &design.schedule.entries.iter().map(line).collect::<String>()
}
