//! `torusgen schedule`: a verified schedule beside its bound.

use super::{described, summary::of_schedule};
use crate::{
    args::{Format, ScheduleArgs},
    console::print,
    progress::searching,
    table::{number, table, text},
};
use torus_gen::config::{Description, KindOptions};
use torus_gen::network::{Network, Scheduled};
use torus_gen::{
    error::UsageError, folder::write_file, options::OptionsError, schedule_file::Written, svg::picture,
};
use torus_model::Entry;

/// Computes and prints, or writes to a file.
pub fn run(args: &ScheduleArgs) -> Result<(), UsageError> {
    let Description { config, kind } = described(&args.network)?;
    match kind {
        KindOptions::Scheduled(kind) => {
            scheduled(args, searching(|| Network::<Scheduled>::new(config, kind))?)
        }
        KindOptions::Memory(storage) => super::stored::schedule(args, config, storage),
        KindOptions::Buffered(_) => {
            Err(OptionsError::BufferedOption { option: "schedule", what: "slots of a frame" }.into())
        }
    }
}

fn scheduled(args: &ScheduleArgs, design: Network<Scheduled>) -> Result<(), UsageError> {
    if let Some(path) = &args.svg {
        write_file(path, &picture(&design))?;
    }
    let written = || Written::new(&design.kind.schedule, &design.config.paths.to_string());
    if let Some(path) = &args.out {
        let json = path.extension().is_some_and(|extension| extension == "json");
        return write_file(path, &if json { written().to_json() } else { written().to_text() });
    }
    match args.format {
        Format::Json => print(written().to_json())?,
        Format::Csv => print(lines(&design))?,
        Format::Text => print(format_args!("{}\n{}", of_schedule(&design), entries_table(&design)))?,
    }
    Ok(())
}

fn offset(entry: &Entry) -> String {
    entry.offset.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

fn entries_table(design: &Network<Scheduled>) -> String {
    let mut rows = table(&["slot", "class", "offset", "word"]);
    for entry in &design.kind.schedule.entries {
        let (slot, class) = (number(entry.slot), number(entry.source));
        rows.add_row(vec![slot, class, offset(entry).into(), entry.route.to_string().into()]);
    }
    text(&rows)
}

fn lines(design: &Network<Scheduled>) -> String {
    let line =
        |entry: &Entry| format!("{},{},\"{}\",{}\n", entry.slot, entry.source, offset(entry), entry.route);
    "slot,class,offset,word\n".to_string()
        + &design.kind.schedule.entries.iter().map(line).collect::<String>()
}
