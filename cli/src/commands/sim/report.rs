//! The report of a run as `sim` prints it: JSON, a line for each link, or text.

use crate::{
    args::{Format, SimArgs},
    commands::timings,
    console::{complain, print},
    json::print_json,
    outcome::Outcome,
    stages::Stages,
};
use serde::Serialize;
use torus_gen::{error::UsageError, network::AnyNetwork};

/// The JSON output, whose keys stay as they are. `own`: what only one sort of run has.
#[derive(Serialize)]
pub struct Report<O> {
    dims: Vec<u32>,
    placement: String,
    routing: String,
    pub engine: String,
    pub e_max: String,
    pub cycles: u64,
    delivered: u64,
    expected: u64,
    pub link_digest: String,
    pub expected_digest: String,
    #[serde(rename = "match")]
    matches: bool,
    pub compiled: bool,
    pub stages: Stages,
    threads: usize,
    mismatch_count: u64,
    mismatches: Vec<String>,
    #[serde(flatten)]
    pub own: O,
    /// A line for each kept mismatch, and one for each kind that has more.
    #[serde(skip)]
    details: String,
}

impl<O: Serialize> Report<O> {
    /// The report of a run of `cycles` cycles.
    pub fn new<F>(network: &AnyNetwork, found: &torus_sim::Report<F>, cycles: u64, own: O) -> Self {
        let (base, torus) = (&network.base, network.base.torus());
        Report {
            dims: torus.dims().to_vec(),
            placement: base.placement.to_string(),
            routing: base.paths.to_string(),
            engine: found.engine.to_string(),
            e_max: network.loads.e_max().to_string(),
            cycles,
            delivered: found.delivered,
            expected: found.expected,
            link_digest: found.link_digest(torus),
            expected_digest: found.expected_digest(torus),
            matches: found.matches(),
            compiled: found.compiled,
            stages: (&found.timings).into(),
            threads: found.timings.threads,
            mismatch_count: found.differences(),
            mismatches: found.lines().collect(),
            own,
            details: found.details(),
        }
    }

    /// Adds the mismatches of a second check of the same network.
    pub fn add<F>(&mut self, found: &torus_sim::Report<F>) {
        self.matches &= found.matches();
        self.mismatch_count += found.differences();
        self.mismatches.extend(found.lines());
        self.details += &found.details();
    }

    /// Prints the report in the format asked for. `people`: makes the text; `lines`: makes the lines of all
    /// links.
    pub fn print<F>(
        &self,
        args: &SimArgs,
        (network, found): (&AnyNetwork, &torus_sim::Report<F>),
        people: impl FnOnce(&Self) -> String,
        lines: impl FnOnce() -> String,
    ) -> Result<Outcome, UsageError> {
        match args.format {
            Format::Json => print_json(self)?,
            Format::Csv => print(lines())?,
            Format::Text => print(people(self))?,
        }
        if args.timings {
            print(timings::table_of(network.base.torus().len(), &found.timings))?;
        }
        if args.format != Format::Json {
            complain(&self.details);
        }
        Ok(if self.matches { Outcome::Equal } else { Outcome::Mismatch })
    }
}
