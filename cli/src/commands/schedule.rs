//! `torusgen schedule`: a verified schedule beside its bound.

use super::{described, summary::of_schedule};
use crate::{
    args::{Format, ScheduleArgs},
    console::print,
    progress::searching,
    table::{number, table, text},
};
use torus_gen::network::{Network, Scheduled};
use torus_gen::{
    error::UsageError, folder::write_file, options::OptionsError, schedule_file::Written, svg::picture,
};
use torus_gen::{Description, KindOptions};
use torus_model::Entry;

/// Computes and prints, or writes to a file.
pub fn run(args: &ScheduleArgs) -> Result<(), UsageError> {
    let Description { base, kind } = described(&args.network)?;
    match kind {
        KindOptions::Scheduled(kind) => scheduled(args, searching(|| Network::<Scheduled>::new(base, kind))?),
        KindOptions::Memory(storage) => super::stored::schedule(args, base, storage),
        KindOptions::Buffered(_) => {
            Err(OptionsError::BufferedOption { option: "schedule", what: "slots of a frame" }.into())
        }
    }
}

fn scheduled(args: &ScheduleArgs, network: Network<Scheduled>) -> Result<(), UsageError> {
    if let Some(path) = &args.svg {
        write_file(path, &picture(&network))?;
    }
    let written = || Written::new(&network.kind.schedule, &network.base.paths.to_string());
    if let Some(path) = &args.out {
        let json = path.extension().is_some_and(|extension| extension == "json");
        return write_file(path, &if json { written().to_json() } else { written().to_text() });
    }
    match args.format {
        Format::Json => print(written().to_json())?,
        Format::Csv => print(lines(&network))?,
        Format::Text => print(format_args!("{}\n{}", of_schedule(&network), entries_table(&network)))?,
    }
    Ok(())
}

fn offset(entry: &Entry) -> String {
    entry.offset.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

fn entries_table(network: &Network<Scheduled>) -> String {
    let mut rows = table(&["slot", "class", "offset", "word"]);
    for entry in &network.kind.schedule.entries {
        let (slot, class) = (number(entry.slot), number(entry.source));
        rows.add_row(vec![slot, class, offset(entry).into(), entry.route.to_string().into()]);
    }
    text(&rows)
}

fn lines(network: &Network<Scheduled>) -> String {
    let line =
        |entry: &Entry| format!("{},{},\"{}\",{}\n", entry.slot, entry.source, offset(entry), entry.route);
    "slot,class,offset,word\n".to_string()
        + &network.kind.schedule.entries.iter().map(line).collect::<String>()
}
