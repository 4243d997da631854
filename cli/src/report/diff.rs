//! The page of two runs on one torus: facts, loads, completion, and every link whose load differs.

use super::{ByNode, Curve, Data, Parts};
use serde::Serialize;
use torus_gen::network::GENERATOR;
use torus_model::{LinkId, Torus};

const MAIN: &str = include_str!("diff.html");
const STYLE: &str = include_str!("diff.css");
const SCRIPTS: [&str; 3] =
    [include_str!("pair.js"), include_str!("pair_charts.js"), include_str!("pair_main.js")];

/// The data for the scripts.
#[derive(Serialize)]
struct Pair {
    generator: &'static str,
    dims: Vec<u32>,
    a: Side,
    b: Side,
}

/// One of two runs. For a run of packets `traffic` is set, and there is no schedule.
#[derive(Serialize)]
struct Side {
    name: String,
    placement: String,
    routing: String,
    ports: String,
    kind: String,
    stored: bool,
    traffic: bool,
    engine: String,
    exchanges: u32,
    e_max: String,
    length: u32,
    lower_bound: u32,
    makespan: u32,
    cycles: u64,
    completion: Option<u64>,
    delivered: u64,
    expected_messages: u64,
    digest: String,
    mismatch_count: u64,
    mismatches: Vec<String>,
    processors: Option<Vec<usize>>,
    simulated: ByNode,
    curve: Curve,
    /// For a run of packets: the most that waited at their sources at a time.
    waited: Option<u32>,
}

/// The page of two runs, each with the name of its network. Both must be on one torus.
pub fn page([a, b]: [(String, Data); 2]) -> String {
    let dims = a.1.dims.clone();
    let title = format!("torus {}, A: {} and B: {}", a.1.dims_text(), a.1.kind, b.1.kind);
    let [a, b] = [a, b].map(|(name, data)| Side::new(name, data));
    Parts { main: MAIN, title, style: STYLE, scripts: &SCRIPTS }.html(&Pair {
        generator: GENERATOR,
        dims,
        a,
        b,
    })
}

/// The number of links whose load differs, and the number of all links of the torus.
pub fn differing(torus: &Torus, runs: [&Data; 2]) -> (usize, usize) {
    let [a, b] = runs.map(|data| data.simulated.numbers().collect::<Vec<_>>());
    let differs = |link: &LinkId| a[link.index()] != b[link.index()];
    (torus.links().filter(differs).count(), torus.links().count())
}

impl Side {
    fn new(name: String, data: Data) -> Self {
        Side {
            name,
            placement: data.placement,
            routing: data.routing,
            ports: data.ports,
            kind: data.kind,
            stored: data.stored,
            waited: data.traffic.as_ref().map(|traffic| traffic.waiting.most()),
            traffic: data.traffic.is_some(),
            engine: data.engine,
            exchanges: data.exchanges,
            e_max: data.e_max,
            length: data.length,
            lower_bound: data.lower_bound,
            makespan: data.makespan,
            cycles: data.cycles,
            completion: data.completion,
            delivered: data.delivered,
            expected_messages: data.expected_messages,
            digest: data.digest,
            mismatch_count: data.mismatch_count,
            mismatches: data.mismatches,
            processors: data.processors,
            simulated: data.simulated,
            curve: data.curve,
        }
    }
}
