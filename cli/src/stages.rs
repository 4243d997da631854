//! The time of each stage of a run, in the form for reports.

use serde::Serialize;
use torus_sim::Timings;

/// Wall-clock times in seconds; fields named `_processor` are CPU times.
#[derive(Serialize)]
pub struct Stages {
    /// Verilator.
    pub verilate: f64,
    /// The compiler.
    pub compile: f64,
    /// Loading the library.
    pub load: f64,
    /// Clock edges.
    pub run: f64,
    /// Counting, comparing and writing waves.
    pub check: f64,
    /// Making packets, in buffered networks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub send: Option<f64>,
    /// Clock edges, in CPU time.
    pub run_processor: f64,
    /// Checking, in CPU time.
    pub check_processor: f64,
}

impl From<&Timings> for Stages {
    fn from(timings: &Timings) -> Self {
        Stages {
            verilate: timings.verilate.as_secs_f64(),
            compile: timings.compile.as_secs_f64(),
            load: timings.load.as_secs_f64(),
            run: timings.run.wall.as_secs_f64(),
            check: timings.check.wall.as_secs_f64(),
            send: (!timings.send.wall.is_zero()).then_some(timings.send.wall.as_secs_f64()),
            run_processor: timings.run.processor.as_secs_f64(),
            check_processor: timings.check.processor.as_secs_f64(),
        }
    }
}
