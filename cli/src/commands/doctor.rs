//! `torusgen doctor`: which external programs are installed.

use crate::{
    args::Format,
    console::print,
    doctor::{findings, Finding},
    json::print_json,
    quote,
    table::{table, text, verdict},
};
use serde::Serialize;
use torus_gen::error::UsageError;

/// The JSON output.
#[derive(Serialize)]
struct Report<'a> {
    sim: bool,
    tools: &'a [Finding],
}

/// The error of a missing program that `sim` needs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "sim needs tools that were not found, {}: {}; sim --engine model needs none",
    .tools.join(" and "), .installs.join(", ")
)]
pub struct ToolsMissing {
    tools: Vec<&'static str>,
    installs: Vec<&'static str>,
}

crate::passed_on!(ToolsMissing);

/// Prints the findings. Error: Verilator or the compiler is missing.
pub fn run(format: Format) -> Result<(), UsageError> {
    let found = findings();
    let missing: Vec<&Finding> = found.iter().filter(|finding| finding.is_fatal()).collect();
    match format {
        Format::Json => print_json(&Report { sim: missing.is_empty(), tools: &found })?,
        Format::Csv => print(lines(&found))?,
        Format::Text => print(people(&found))?,
    }
    if missing.is_empty() {
        return Ok(());
    }
    let tools = missing.iter().map(|finding| finding.tool).collect();
    Err(ToolsMissing { tools, installs: missing.iter().map(|finding| finding.install).collect() }.into())
}

fn lines(found: &[Finding]) -> String {
    let line = |finding: &Finding| {
        let Finding { tool, required, program, version, .. } = finding;
        let [program, version] =
            [program, version].map(|text| quote::csv(text.as_deref().unwrap_or_default()));
        format!("{tool},{required},{program},{version}\n")
    };
    "tool,required,program,version\n".to_string() + &found.iter().map(line).collect::<String>()
}

fn people(found: &[Finding]) -> String {
    let mut rows = table(&["tool", "there", "version, or how to get it", "needed for"]);
    for finding in found {
        let there =
            verdict(finding.program.is_some(), "yes", if finding.required { "MISSING" } else { "no" });
        let what = finding.version.as_deref().unwrap_or(finding.install);
        rows.add_row(vec![finding.tool.into(), there, what.into(), finding.needed_for.into()]);
    }
    text(&rows)
}
