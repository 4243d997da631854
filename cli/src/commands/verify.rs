//! `torusgen verify`: checks any schedule file.

use crate::json::print_json;
use crate::outcome::Outcome;
use crate::{
    args::{Format, VerifyArgs},
    console::{complain_line, print},
};
use serde::Serialize;
use torus_gen::{
    error::UsageError,
    schedule_file::{self, wrong_bound, Contents, Table},
};
use torus_model::{
    collective::{self, Plan},
    quantity,
    schedule::verify::verify,
    Schedule,
};

/// The JSON output.
#[derive(Serialize)]
struct Report {
    dims: Vec<u32>,
    kind: String,
    port_model: String,
    length: u32,
    lower_bound: u32,
    messages: usize,
    valid: bool,
    #[serde(skip)]
    proved: &'static str,
    faults: Vec<String>,
    fault_count: usize,
}

/// The text printed for a valid schedule.
const SHORTEST: &str = "valid: no link twice in a slot, every message once, every path shortest";

/// The text printed for a valid plan.
const STORED: &str =
    "valid: no link twice in a step, every block sent by a node that holds it, and at its place in the end";

/// Reads and checks a file, and prints the result.
pub fn run(args: &VerifyArgs) -> Result<Outcome, UsageError> {
    let report = match schedule_file::read(&args.file)? {
        Contents::Schedule(schedule, _) => of_schedule(&schedule),
        Contents::Table(table) => of_table(&table),
        Contents::Plan(plan) => of_plan(&plan),
    };
    match args.format {
        Format::Json => print_json(&report)?,
        Format::Csv => print(format_args!(
            "dims,kind,port_model,length,lower_bound,messages,valid\n{},{},{},{},{},{},{}\n",
            dims(&report),
            report.kind,
            report.port_model,
            report.length,
            report.lower_bound,
            report.messages,
            report.valid
        ))?,
        Format::Text => print(people(&report))?,
    }
    if args.format != Format::Json {
        report.faults.iter().for_each(complain_line);
        if report.fault_count > report.faults.len() {
            let (shown, all) = (report.faults.len(), report.fault_count);
            complain_line(format_args!(".. and {} more like these, {all} in all", all - shown));
        }
    }
    Ok(if report.valid { Outcome::Equal } else { Outcome::Mismatch })
}

fn of_schedule(schedule: &Schedule) -> Report {
    let violation = verify(schedule).err().map(|violation| violation.to_string());
    let faults: Vec<String> = violation.or_else(|| wrong_bound(schedule)).into_iter().collect();
    Report {
        dims: schedule.torus().dims().to_vec(),
        kind: schedule.kind.to_string(),
        port_model: schedule.ports.to_string(),
        length: schedule.length,
        lower_bound: schedule.lower_bound,
        messages: schedule.entries.len(),
        valid: faults.is_empty(),
        proved: SHORTEST,
        fault_count: faults.len(),
        faults,
    }
}

fn of_plan(plan: &Plan) -> Report {
    let faults: Vec<String> =
        collective::verify::verify(plan).err().map(|violation| violation.to_string()).into_iter().collect();
    Report {
        dims: plan.torus().dims().to_vec(),
        kind: plan.task.name().into(),
        port_model: plan.ports.to_string(),
        length: plan.steps(),
        lower_bound: plan.lower_bound,
        messages: plan.messages(),
        valid: faults.is_empty(),
        proved: STORED,
        fault_count: faults.len(),
        faults,
    }
}

fn of_table(table: &Table) -> Report {
    let found = table.check();
    Report {
        dims: vec![found.radix; 2],
        kind: "exchange".into(),
        port_model: "one".into(),
        length: found.length,
        lower_bound: found.lower_bound,
        messages: found.packets,
        valid: found.faults.count == 0,
        proved: SHORTEST,
        fault_count: found.faults.count,
        faults: found.faults.first,
    }
}

fn dims(report: &Report) -> String {
    report.dims.iter().map(u32::to_string).collect::<Vec<_>>().join("x")
}

/// How far the length is above the bound. An invalid file has no bound to compare with.
fn gap(report: &Report) -> String {
    match report.valid {
        true => format!(" (gap {})", report.length.saturating_sub(report.lower_bound)),
        false => String::new(),
    }
}

fn people(report: &Report) -> String {
    format!(
        "torus {}, {}-port {}: {}, length {}, lower bound {}{}\n{}\n",
        dims(report),
        report.port_model,
        report.kind,
        quantity(report.messages, "message class"),
        report.length,
        report.lower_bound,
        gap(report),
        if report.valid { report.proved } else { "NOT VALID" }
    )
}
