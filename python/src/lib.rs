//! What the Python package `torusgen` has of its own in Rust: a network from its options, and what follows
//! from it. Types and documentation that users see stand in `torusgen/__init__.py`.
//!
//! Numbers of all links go over as bytes of 64-bit integers, which NumPy reads as they are; fractions as
//! text; what is nested as JSON.

use num_rational::Ratio;
use pyo3::{create_exception, exceptions::PyValueError, prelude::*, types::PyBytes};
use serde_json::json;
use std::path::{Path, PathBuf};
use torus_gen::{
    buffered::{TrafficOptions, Workload},
    experiment::{emitted, exchange, send, Repetitions, RunOptions},
    folder,
    network::{AnyNetwork, Kind, Listing},
    package::{self, Additions},
    Description, NetworkOptions, UsageError, KEYS,
};
use torus_model::bound::Relation;
use torus_sim::Engine;

create_exception!(_torusgen, NetworkError, PyValueError, "What was asked for cannot be had.");

fn refused(error: impl Into<UsageError>) -> PyErr {
    NetworkError::new_err(error.into().to_string())
}

/// Numbers as NumPy reads them.
fn words<'py>(py: Python<'py>, numbers: &[u64]) -> Bound<'py, PyBytes> {
    PyBytes::new(py, &numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>())
}

/// A network with its loads, and its schedule where it has one.
#[pyclass(frozen, module = "torusgen._torusgen")]
struct Native(AnyNetwork);

#[pymethods]
impl Native {
    /// The network of these options, which are JSON with the keys of a description.
    #[new]
    fn new(py: Python, options: &str) -> PyResult<Self> {
        let options: NetworkOptions = serde_json::from_str(options).map_err(|why| {
            NetworkError::new_err(format!("{why}; options are {}: correct or remove it", KEYS.join(", ")))
        })?;
        py.detach(|| AnyNetwork::of(Description::new(&options)?)).map(Native).map_err(refused)
    }

    /// The network that an emitted folder was made from.
    #[staticmethod]
    fn of_folder(path: PathBuf) -> PyResult<Self> {
        AnyNetwork::of_folder(&path).map(Native).map_err(refused)
    }

    /// The network of a schedule or plan file, which is verified.
    #[staticmethod]
    fn of_schedule(py: Python, path: PathBuf, options: &str) -> PyResult<Self> {
        let options: NetworkOptions =
            serde_json::from_str(options).map_err(|why| NetworkError::new_err(why.to_string()))?;
        py.detach(|| AnyNetwork::of_schedule_file(&path, &options)).map(Native).map_err(refused)
    }

    fn name(&self) -> &str {
        &self.0.base.name
    }

    fn dims(&self) -> Vec<u32> {
        self.0.base.torus().dims().to_vec()
    }

    fn processors(&self) -> Vec<u32> {
        self.0.base.placement.node_ids().collect()
    }

    fn words(&self) -> String {
        self.0.in_words()
    }

    fn e_max(&self) -> String {
        self.0.loads.e_max().to_string()
    }

    /// Messages of one exchange by link id, and what they have to be divided by.
    fn loads<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, u64) {
        (words(py, self.0.loads.numerators()), self.0.loads.denominator())
    }

    /// Name, source, value and relation of each bound.
    fn bounds(&self) -> Vec<(String, &'static str, String, &'static str)> {
        let relation = |relation| match relation {
            Relation::LowerBound => "lower bound",
            Relation::Exact => "exact",
            Relation::Comparison => "comparison",
        };
        let all = self.0.bounds(None).into_iter();
        all.map(|one| (one.name, one.source, one.value.to_string(), relation(one.relation))).collect()
    }

    /// The files beside the Verilog that say what is sent when: name and text.
    fn plans(&self) -> Vec<(String, String)> {
        self.0.kind.extras(&self.0.base)
    }

    /// Writes the folder: how many files.
    fn emit(&self, out: PathBuf, prefix: Option<&str>, formal: bool, axil: bool) -> PyResult<usize> {
        let listing = prefix.map(Listing::with_prefix).transpose().map_err(refused)?.unwrap_or_default();
        let files = package::files(&self.0, &listing, Additions { formal, axil }).map_err(refused)?;
        folder::write(&out, &files).map_err(refused)?;
        Ok(files.len())
    }

    /// Runs exchanges, or sends packets through a buffered network; `options` is JSON. Returns what was
    /// counted, as JSON, and the counts of all links, seen and expected.
    fn simulate<'py>(
        &self,
        py: Python<'py>,
        options: &str,
    ) -> PyResult<(String, Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let asked: serde_json::Value =
            serde_json::from_str(options).map_err(|why| NetworkError::new_err(why.to_string()))?;
        let (said, seen, expected) = py.detach(|| simulate(&self.0, &asked)).map_err(refused)?;
        Ok((said, words(py, &seen), words(py, &expected)))
    }
}

/// A report as JSON, counts seen and expected.
type Simulated = (String, Vec<u64>, Vec<u64>);

fn simulate(network: &AnyNetwork, asked: &serde_json::Value) -> Result<Simulated, UsageError> {
    let run = RunOptions::quiet(engine(asked));
    let golden_model = network.kind.task().golden_model();
    let bench = golden_model.is_some() || run.engine == Engine::Fabric;
    let dir = emitted(&if bench { network.files()? } else { network.files_without_bench() })?;
    match golden_model {
        Some(golden_model) => {
            let reported = asked["exchanges"].as_u64().unwrap_or(1) as u32;
            let repetitions = Repetitions { reported, ..Repetitions::default() };
            let report = exchange(golden_model, network.link_loads(), dir.path(), repetitions, run, |_| ())?;
            let said = json!({
                "matches": report.matches(),
                "cycles": report.cycles,
                "delivered": report.delivered,
                "differences": report.lines().collect::<Vec<_>>(),
                "completion": report.figures.completion,
            });
            Ok((said.to_string(), report.link_counts, report.expected_counts))
        }
        None => packets(network, asked, dir.path(), run),
    }
}

/// The engine that is asked for; the package knows no other names.
fn engine(asked: &serde_json::Value) -> Engine {
    match asked["engine"].as_str() {
        Some("tiles") => Engine::Tiles,
        Some("fabric") => Engine::Fabric,
        _ => Engine::Model,
    }
}

fn packets(
    network: &AnyNetwork,
    asked: &serde_json::Value,
    dir: &Path,
    run: RunOptions,
) -> Result<Simulated, UsageError> {
    let number = |key: &str, usual: u64| asked[key].as_u64().unwrap_or(usual);
    let text = |key: &str| asked[key].as_str().map(str::to_string);
    let options = TrafficOptions {
        traffic: text("traffic"),
        rate: text("rate").unwrap_or_else(|| "0.1".into()),
        burst: number("burst", 1) as u32,
        length: text("length"),
        warmup: number("warmup", 1000),
        measure: number("measure", 5000),
        limit: number("limit", 1_000_000),
    };
    let seed = number("seed", network.base.effort.seed);
    let subject = network.packets().expect("a buffered network");
    let workload = Workload::new(subject, &options, &options.rate, seed)?.checking(subject, run.engine);
    let bound: Option<Ratio<u64>> = workload.bound;
    let report = send(subject, dir, workload, options.limit, run, None)?;
    let latency = |of: &torus_sim::traffic::Summary| json!({ "packets": of.packets, "mean": of.mean, "p50": of.p50, "p99": of.p99, "max": of.max });
    let said = json!({
        "matches": report.matches(),
        "cycles": report.cycles,
        "delivered": report.delivered,
        "differences": report.lines().collect::<Vec<_>>(),
        "latency": latency(&report.figures.latency),
        "network_latency": latency(&report.figures.network_latency),
        "accepted": report.figures.accepted,
        "drained": report.figures.drained,
        "bound": bound.map(|bound| bound.to_string()),
    });
    Ok((said.to_string(), report.link_counts, report.expected_counts))
}

/// The native part of the package.
#[pymodule]
fn _torusgen(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("NetworkError", module.py().get_type::<NetworkError>())?;
    module.add_class::<Native>()
}
