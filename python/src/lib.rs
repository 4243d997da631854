//! What the Python package `torusgen` has of its own in Rust: a network from its options, and what follows
//! from it. Types and documentation that users see stand in `torusgen/__init__.py`.
//!
//! Numbers of all links go over as bytes of 64-bit integers, which NumPy reads as they are; fractions as
//! text; what is nested as JSON.

use num_rational::Ratio;
use pyo3::{create_exception, exceptions::PyValueError, prelude::*, types::PyBytes};
use serde::{de::DeserializeOwned, Deserialize};
use serde_json::{json, Value};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use torus_gen::{
    buffered::{TrafficOptions, Workload},
    experiment::{emitted, exchange, send, Repetitions, RunOptions},
    folder,
    network::{AnyNetwork, Kind, Listing},
    package::{self, Additions},
    Description, NetworkOptions, UsageError, KEYS,
};
use torus_model::{bound::Relation, UnknownName};
use torus_sim::{traffic::Summary, Engine, Report};

create_exception!(_torusgen, NetworkError, PyValueError, "What was asked for cannot be had.");

fn refused(error: impl Into<UsageError>) -> PyErr {
    NetworkError::new_err(error.into().to_string())
}

/// What Python sends as JSON. Error: what is no such value.
fn read<T: DeserializeOwned>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|why| NetworkError::new_err(format!("{why}: correct or remove it")))
}

/// The options of a network. Error: what is none, and what there is.
fn options(text: &str) -> PyResult<NetworkOptions> {
    serde_json::from_str(text).map_err(|why| {
        NetworkError::new_err(format!("{why}; options are {}: correct or remove it", KEYS.join(", ")))
    })
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
        let options = self::options(options)?;
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
        let options = self::options(options)?;
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

    /// Whether routers have buffers, so that runs send packets.
    fn is_buffered(&self) -> bool {
        self.0.packets().is_some()
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
        let asked: Asked = read(options)?;
        let engine = asked.engine()?;
        let (said, seen, expected) = py.detach(|| simulate(&self.0, engine, asked)).map_err(refused)?;
        Ok((said, words(py, &seen), words(py, &expected)))
    }
}

/// What is asked of a simulation.
#[derive(Deserialize)]
struct Asked {
    engine: String,
    exchanges: NonZeroU32,
    seed: Option<u64>,
    packets: TrafficOptions,
}

impl Asked {
    fn engine(&self) -> PyResult<Engine> {
        self.engine.parse().map_err(|unknown: UnknownName| NetworkError::new_err(unknown.to_string()))
    }
}

/// A report as JSON, counts seen and expected.
type Simulated = (String, Vec<u64>, Vec<u64>);

fn simulate(network: &AnyNetwork, engine: Engine, asked: Asked) -> Result<Simulated, UsageError> {
    let run = RunOptions::quiet(engine);
    let golden_model = network.kind.task().golden_model();
    let bench = golden_model.is_some() || engine == Engine::Fabric;
    let dir = emitted(&if bench { network.files()? } else { network.files_without_bench() })?;
    match golden_model {
        Some(golden_model) => {
            let repetitions = Repetitions { reported: asked.exchanges.get(), ..Repetitions::default() };
            let report = exchange(golden_model, network.link_loads(), dir.path(), repetitions, run, |_| ())?;
            let completion = report.figures.completion;
            Ok(told(report, json!({ "completion": completion })))
        }
        None => packets(network, asked, dir.path(), run),
    }
}

fn packets(network: &AnyNetwork, asked: Asked, dir: &Path, run: RunOptions) -> Result<Simulated, UsageError> {
    let (options, seed) = (asked.packets, asked.seed.unwrap_or(network.base.effort.seed));
    let subject = network.packets().expect("a buffered network");
    let workload = Workload::new(subject, &options, seed)?.checking(subject, run.engine);
    let bound: Option<Ratio<u64>> = workload.bound;
    let report = send(subject, dir, workload, options.limit, run, None)?;
    let figures = &report.figures;
    let own = json!({
        "latency": latency(&figures.latency),
        "network_latency": latency(&figures.network_latency),
        "accepted": figures.accepted,
        "drained": figures.drained,
        "bound": bound.map(|bound| bound.to_string()),
    });
    Ok(told(report, own))
}

fn latency(of: &Summary) -> Value {
    json!({ "packets": of.packets, "mean": of.mean, "p50": of.p50, "p99": of.p99, "max": of.max })
}

/// What every report has, with what one has of its own.
fn told<F>(report: Report<F>, mut own: Value) -> Simulated {
    own["matches"] = report.matches().into();
    own["cycles"] = report.cycles.into();
    own["delivered"] = report.delivered.into();
    own["differences"] = report.lines().collect::<Vec<_>>().into();
    (own.to_string(), report.link_counts, report.expected_counts)
}

/// The native part of the package.
#[pymodule]
fn _torusgen(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("NetworkError", module.py().get_type::<NetworkError>())?;
    module.add_class::<Native>()
}
