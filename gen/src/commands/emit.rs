//! `torusgen emit`: the folder of Verilog.

use super::{config, print_json};
use crate::{
    cli::{EmitArgs, Format},
    config::shown,
    design::Design,
    error::Refusal,
    folder,
};
use serde::Serialize;

#[derive(Serialize)]
struct Report {
    out: String,
    name: String,
    files: usize,
    bytes: usize,
    length: u32,
    lower_bound: u32,
}

/// Writes the folder and says what is in it.
pub fn run(args: &EmitArgs) -> Result<(), Refusal> {
    let design = Design::to_emit(config(&args.network)?)?;
    let name = design.config.name.clone();
    let out = args.out.clone().unwrap_or_else(|| ["out", &name].iter().collect());
    let files = design.files()?;
    folder::write(&out, &files)?;
    let bytes = files.iter().map(|(_, text)| text.len()).sum();
    let (length, lower_bound) = (design.schedule.length, design.schedule.lower_bound);
    let report = Report { out: shown(&out), name, files: files.len(), bytes, length, lower_bound };
    match args.format {
        Format::Json => print_json(&report),
        Format::Csv => print!(
            "out,name,files,bytes,length,lower_bound\n{},{},{},{bytes},{length},{lower_bound}\n",
            report.out, report.name, report.files
        ),
        Format::Text => println!(
            "{}: {} files, {bytes} bytes; tops {} and {}_bench; schedule of {length} slots, bound {lower_bound}",
            report.out, report.files, report.name, report.name
        ),
    }
    Ok(())
}
