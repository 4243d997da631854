//! `torusgen emit`: writes the folder of Verilog.

use super::{described, options};
use crate::json::print_json;
use crate::{
    args::{EmitArgs, Format},
    console::{complain_line, print, print_line},
    progress::searching,
    quote,
};
use serde::Serialize;
use std::path::Path;
use torus_gen::{
    error::UsageError,
    folder,
    network::{AnyNetwork, Kind, Listing},
    package::{self, Additions},
};
use torus_sim::{
    manifest::{ExchangeFacts, MemoryInfo, RomInfo},
    output::shown,
};

/// The JSON output; what a network does not have is left out.
#[derive(Serialize)]
struct Report {
    out: String,
    name: String,
    files: usize,
    bytes: usize,
    #[serde(flatten)]
    has: Option<Scheduled>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<MemoryInfo>,
}

/// The schedule or plan in the ROMs.
#[derive(Serialize)]
struct Scheduled {
    length: u32,
    lower_bound: u32,
    rom: RomInfo,
}

/// Writes the folder and prints a summary.
pub fn run(args: &EmitArgs) -> Result<(), UsageError> {
    let listing = args.filelist_prefix.as_deref().map(Listing::with_prefix).transpose()?.unwrap_or_default();
    let additions = Additions { formal: args.formal, axil: args.axil };
    let network = match &args.schedule {
        Some(path) => AnyNetwork::of_schedule_file(path, &options(&args.network)?)?,
        None => {
            let asked = described(&args.network)?;
            asked.check_folder(additions)?;
            searching(|| AnyNetwork::of(asked))?
        }
    };
    let out = args.folder(&network.base.name);
    let files = package::files(&network, &listing, additions)?;
    if let Some(kept) = folder::write(&out, &files)? {
        complain_line(kept_in_words(&out, &kept));
    }
    let bytes = files.iter().map(|(_, text)| text.len()).sum();
    let report = Report::new(&network, out.display().to_string(), files.len(), bytes);
    match args.format {
        Format::Json => print_json(&report),
        Format::Csv => print(lines(&report)),
        Format::Text => print_line(people(&report, &network, args.axil)),
    }
}

impl Report {
    fn new(network: &AnyNetwork, out: String, files: usize, bytes: usize) -> Self {
        let exchanges = network.facts().of_exchanges();
        let stored = exchanges.as_ref().and_then(|facts| facts.memory.clone());
        let has = exchanges.map(|ExchangeFacts { schedule, rom, .. }| Scheduled {
            length: schedule.length,
            lower_bound: schedule.lower_bound,
            rom,
        });
        Report { out, name: network.base.name.clone(), files, bytes, has, stored }
    }
}

/// Says where the files are that a user had changed or added.
fn kept_in_words(out: &Path, kept: &Path) -> String {
    let (out, kept) = (shown(out), shown(kept));
    format!(
        "note: {out} had files that were changed or added since it was emitted; all of them are in {kept}"
    )
}

fn lines(report: &Report) -> String {
    let Report { out, name, files, bytes, has, stored } = report;
    let mut columns = vec![
        ("out", quote::csv(out)),
        ("name", name.clone()),
        ("files", files.to_string()),
        ("bytes", bytes.to_string()),
    ];
    if let Some(Scheduled { length, lower_bound, rom }) = has {
        columns.push(("length", length.to_string()));
        columns.push(("lower_bound", lower_bound.to_string()));
        columns.push(("rom_images", rom.images.to_string()));
        columns.push(("rom_bits", rom.bits_per_image.to_string()));
    }
    columns.extend(stored.iter().map(|stored| ("memory_bits", stored.memory_bits.to_string())));
    let (heads, values): (Vec<&str>, Vec<String>) = columns.into_iter().unzip();
    format!("{}\n{}\n", heads.join(","), values.join(","))
}

fn people(report: &Report, network: &AnyNetwork, axil: bool) -> String {
    let Report { out, name, files, bytes, .. } = report;
    let what = network.in_words();
    let streams = if network.kind.has_streams() { format!(", {name}_axis") } else { String::new() };
    let registers = if axil { format!(", {name}_axil") } else { String::new() };
    let tops = format!("{name}{streams}{registers} and {name}_bench");
    format!("{out}: {files} files, {bytes} bytes; tops {tops}; {what}")
}
