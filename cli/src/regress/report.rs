//! Results as text, as CSV, and as JUnit XML for continuous-integration servers.

use super::row::{Row, Verdict};
use crate::{
    args::Format,
    console::{print, print_line},
    json::json,
    outcome::Outcome,
};
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use std::time::Duration;
use torus_model::{quantity, quote::shortened};

/// The number of the slowest configurations that the summary names.
const SLOWEST: usize = 5;

/// The first line of the CSV form.
pub const CSV_HEAD: &str = "name,nodes,processors,links,e_max,length,lower_bound,cycles,match,seconds";

/// The first line of the text form.
pub fn head() -> String {
    format!(
        "{:<36} {:>6} {:>6} {:>6} {:>7} {:>6} {:>6} {:>7}  {:<9} {:>7}",
        "configuration", "nodes", "procs", "links", "E_max", "length", "bound", "cycles", "loads", "seconds"
    )
}

/// The line of a row; as text, with its details below.
pub fn line(row: &Row, format: Format) -> String {
    let Row { name, nodes, processors, links, e_max, length, lower_bound, cycles, matches, seconds, .. } =
        row;
    if format == Format::Csv {
        return format!(
            "\"{name}\",{nodes},{processors},{links},{e_max},{length},{lower_bound},{cycles},{matches},\
             {seconds:.2}\n"
        );
    }
    let details: String = row.details.lines().map(|line| format!("    {line}\n")).collect();
    let verdict = row.verdict();
    format!(
        "{name:<36} {nodes:>6} {processors:>6} {links:>6} {e_max:>7} {length:>6} {lower_bound:>6} \
         {cycles:>7}  {verdict:<9} {seconds:>7.2}\n{details}"
    )
}

/// Prints the summary. Error: a configuration that could not be run.
pub fn finish(rows: &[Row], format: Format) -> anyhow::Result<Outcome> {
    let count = |verdict| rows.iter().filter(|row| row.verdict() == verdict).count();
    let (equal, errors) = (count(Verdict::Equal), count(Verdict::NotRun));
    match format {
        Format::Json => print(json(&rows))?,
        Format::Csv => {}
        Format::Text => print_line(format_args!(
            "{}: {equal} equal, {} different, {errors} not run; slowest {}",
            quantity(rows.len(), "configuration"),
            rows.len() - equal - errors,
            slowest(rows)
        ))?,
    }
    if let Some(Row { name, details, .. }) = rows.iter().find(|row| row.error) {
        let of = quantity(rows.len(), "configuration");
        anyhow::bail!("{errors} of {of} could not be run; the first, {}: {details}", shortened(name));
    }
    Ok(if equal == rows.len() { Outcome::Equal } else { Outcome::Mismatch })
}

/// The slowest configurations, such as `8x8-full 3.21 s, ..`, or `none`.
fn slowest(rows: &[Row]) -> String {
    let mut rows: Vec<&Row> = rows.iter().collect();
    rows.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    let named = rows.iter().take(SLOWEST).map(|row| format!("{} {:.2} s", row.name, row.seconds));
    let named: Vec<String> = named.collect();
    if named.is_empty() {
        "none".to_string()
    } else {
        named.join(", ")
    }
}

/// The results as JUnit XML.
pub fn junit(rows: &[Row]) -> anyhow::Result<String> {
    let mut suite = TestSuite::new("torusgen regress");
    rows.iter().for_each(|row| _ = suite.add_test_case(case(row)));
    let mut report = quick_junit::Report::new("torusgen");
    report.add_test_suite(suite);
    Ok(report.to_string()?)
}

fn case(row: &Row) -> TestCase {
    let mut status = match row.verdict() {
        Verdict::Equal => TestCaseStatus::success(),
        Verdict::NotRun => TestCaseStatus::non_success(NonSuccessKind::Error),
        Verdict::Different => TestCaseStatus::non_success(NonSuccessKind::Failure),
    };
    if !row.matches {
        status.set_message(row.details.lines().next().unwrap_or("").to_string());
        status.set_description(row.details.clone());
    }
    let mut case = TestCase::new(row.name.clone(), status);
    case.set_classname("torusgen").set_time(Duration::from_secs_f64(row.seconds));
    case
}
