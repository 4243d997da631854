//! `torusgen emit`: the folder of Verilog.

use super::{config, print_json};
use crate::network::{Buffered, Memory, Network, Scheduled};
use crate::{
    cli::{EmitArgs, Format, NetworkArgs},
    config::{shown, Config, NetworkOptions},
    console::{print, print_line},
    error::Refusal,
    folder,
    progress::searching,
    schedule_file::{self, read_schedule, Contents},
    stored::{Algorithm, Storage, StorageRefusal},
};
use serde::Serialize;
use std::path::Path;
use torus_model::stored::Plan;
use torus_sim::manifest::RomInfo;

#[derive(Serialize)]
struct Report {
    out: String,
    name: String,
    files: usize,
    bytes: usize,
    length: u32,
    lower_bound: u32,
    rom: RomInfo,
}

#[derive(Serialize)]
struct BufferedReport {
    out: String,
    name: String,
    files: usize,
    bytes: usize,
}

/// Writes the folder and says what is in it.
pub fn run(args: &EmitArgs) -> Result<(), Refusal> {
    let design = match &args.schedule {
        Some(path) => match schedule_file::read(path)? {
            Contents::Plan(plan) => return super::stored::emit(args, &of_plan(path, *plan, &args.network)?),
            _ => of_file(path, &args.network)?,
        },
        None => {
            let config = config(&args.network)?;
            if let Some(buffers) = config.buffers.clone() {
                return buffered(args, &Network::<Buffered>::new(config, buffers)?);
            }
            if config.storage.is_some() {
                return super::stored::emit(args, &super::stored::design(config)?);
            }
            searching(|| Network::<Scheduled>::to_emit(config))?
        }
    };
    let name = design.config.name.clone();
    let out = args.folder(&name);
    let files = design.files()?;
    folder::write(&out, &files)?;
    let bytes = files.iter().map(|(_, text)| text.len()).sum();
    let (length, lower_bound) = (design.kind.schedule.length, design.kind.schedule.lower_bound);
    let (files, rom) = (files.len(), design.rom());
    let report = Report { out: shown(&out), name, files, bytes, length, lower_bound, rom };
    match args.format {
        Format::Json => print_json(&report)?,
        Format::Csv => print(format_args!(
            "out,name,files,bytes,length,lower_bound,rom_images,rom_bits\n\
             {},{},{},{bytes},{length},{lower_bound},{},{}\n",
            report.out, report.name, report.files, rom.images, rom.bits_per_image
        ))?,
        Format::Text => print_line(format_args!(
            "{}: {} files, {bytes} bytes; tops {} and {}_bench; schedule of {length} slots, bound {lower_bound}; {rom}",
            report.out, report.files, report.name, report.name
        ))?,
    }
    Ok(())
}

/// The same for a network of buffered routers.
fn buffered(args: &EmitArgs, design: &Network<Buffered>) -> Result<(), Refusal> {
    let name = design.config.name.clone();
    let out = args.folder(&name);
    let files = design.files()?;
    folder::write(&out, &files)?;
    let bytes = files.iter().map(|(_, text)| text.len()).sum();
    let report = BufferedReport { out: shown(&out), name, files: files.len(), bytes };
    let BufferedReport { out, name, files, bytes } = &report;
    match args.format {
        Format::Json => print_json(&report)?,
        Format::Csv => print(format_args!("out,name,files,bytes\n{out},{name},{files},{bytes}\n"))?,
        Format::Text => print_line(format_args!(
            "{out}: {files} files, {bytes} bytes; tops {name} and {name}_bench; {}",
            design.kind.buffers
        ))?,
    }
    Ok(())
}

/// The design of a plan file; options may only add what the file does not say.
fn of_plan(path: &Path, plan: Plan, network: &NetworkArgs) -> Result<Network<Memory>, Refusal> {
    let given = network.described()?;
    let NetworkOptions { width, name, flits, depth, .. } = given.clone();
    let rest = NetworkOptions { width: None, name: None, flits: None, depth: None, ..given };
    if rest != NetworkOptions::default() || network.config.is_some() {
        return Err(StorageRefusal::PlanOptions { path: path.into() }.into());
    }
    let dims = Some(plan.torus().to_string());
    // Any algorithm does here: the file has the plan.
    let algorithm = Some(Algorithm::OneRow.to_string());
    let options = NetworkOptions { dims, width, name, flits, depth, algorithm, ..NetworkOptions::default() };
    let config = Config::new(&options)?;
    let asked = config.storage.clone().expect("an algorithm is given");
    let storage = Storage::of_plan(&plan, asked.flits, asked.depth)?;
    Network::<Memory>::of_plan(config, storage, plan, path)
}

/// The design of a schedule file; options may only add what the file does not say.
fn of_file(path: &Path, network: &NetworkArgs) -> Result<Network<Scheduled>, Refusal> {
    let given = network.described()?;
    let NetworkOptions { width, name, .. } = given.clone();
    let rest = NetworkOptions { width: None, name: None, ..given };
    if rest != NetworkOptions::default() || network.config.is_some() {
        return Err(Refusal::OtherNetwork { path: path.into() });
    }
    let (schedule, routing) = read_schedule(path)?;
    let dims = Some(schedule.torus().to_string());
    let plain = Config::new(&NetworkOptions { dims, width, name, ..NetworkOptions::default() })?;
    let placement = schedule.placement.clone();
    let config =
        Config { placement, paths: routing.parse()?, kind: schedule.kind, ports: schedule.ports, ..plain };
    Network::<Scheduled>::of_schedule(config, schedule, path)
}
