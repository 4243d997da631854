//! The page of a run: one HTML file that contains all its data, style and scripts.
//!
//! The same run gives the same bytes: there is no date, path, user or wall-clock time in it. Its size is
//! bounded: the diagram and the curve by [`recorder`], the schedule by [`MAX_LINES`], and the loads by
//! writing each distinct row of ports once. The scripts are plain files in this folder. The content security
//! policy of the page forbids loading anything else.

pub mod channels;
pub mod diff;
pub mod lines;
pub mod recorder;
pub mod traffic;
pub mod waiting;

mod base64;

use crate::quote::markup;
use lines::{lines, Line};
use recorder::{Curve, SpaceTime};
use serde::Serialize;
use std::collections::BTreeMap;
use torus_gen::network::{AnyNetwork, GENERATOR};
use torus_model::{Placement, Symmetry};
use torus_sim::{
    manifest::{ExchangeFacts, ScheduleInfo},
    GoldenModel, Report,
};

/// The most lines of a schedule on a page.
pub const MAX_LINES: usize = 20_000;

/// The frame around the main part of every page.
const FRAME: &str = include_str!("frame.html");
const STYLE: &str = include_str!("style.css");
/// The scripts that all pages run first, in this order.
const SHARED: [&str; 6] = [
    include_str!("theme.js"),
    include_str!("torus.js"),
    include_str!("selection.js"),
    include_str!("table.js"),
    include_str!("chart.js"),
    include_str!("heat.js"),
];

const MAIN: &str = include_str!("page.html");
const SCRIPTS: [&str; 11] = [
    include_str!("run.js"),
    include_str!("select.js"),
    include_str!("lists.js"),
    include_str!("program.js"),
    include_str!("summary.js"),
    include_str!("curve.js"),
    include_str!("latency.js"),
    include_str!("waiting.js"),
    include_str!("channels.js"),
    include_str!("time.js"),
    include_str!("main.js"),
];

/// The data for the scripts.
#[derive(Serialize)]
pub struct Data {
    generator: &'static str,
    dims: Vec<u32>,
    placement: String,
    routing: String,
    ports: String,
    kind: String,
    stored: bool,
    engine: String,
    exchanges: u32,
    e_max: String,
    length: u32,
    lower_bound: u32,
    makespan: u32,
    /// Cycles from a start to the first slot, and cycles from one start to the next.
    start_to_link: u32,
    period: u32,
    cycles: u64,
    completion: Option<u64>,
    expected_completion: u64,
    delivered: u64,
    expected_messages: u64,
    digest: String,
    expected_digest: String,
    schedule_digest: String,
    mismatch_count: u64,
    mismatches: Vec<String>,
    /// `null` means every node.
    processors: Option<Vec<usize>>,
    /// The number of classes of nodes, the class of each node (`null`: a single class, or each node its own),
    /// and the sources.
    class_count: usize,
    classes: Option<Vec<usize>>,
    sources: Vec<usize>,
    expected: ByNode,
    simulated: ByNode,
    line_count: usize,
    lines: Vec<Line>,
    space_time: SpaceTime,
    curve: Curve,
    /// Only for buffered networks, which have no schedule.
    #[serde(skip_serializing_if = "Option::is_none")]
    traffic: Option<traffic::Traffic>,
}

/// A number for each link id, stored as the distinct rows of a node's ports and the row of each node.
#[derive(Serialize)]
struct ByNode {
    rows: Vec<Vec<u64>>,
    nodes: Vec<usize>,
}

impl ByNode {
    fn new(numbers: &[u64], ports: usize) -> Self {
        let (mut rows, mut known) = (Vec::new(), BTreeMap::new());
        let number = |row: &[u64]| {
            *known.entry(row.to_vec()).or_insert_with(|| {
                rows.push(row.to_vec());
                rows.len() - 1
            })
        };
        let nodes = numbers.chunks(ports).map(number).collect();
        ByNode { rows, nodes }
    }

    /// The numbers by link id.
    fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        self.nodes.iter().flat_map(|&row| &self.rows[row]).copied()
    }
}

/// The exchanges of a run, by a schedule or by programs, with their facts in the manifest.
pub struct Exchanges<'a> {
    /// The network.
    pub network: &'a AnyNetwork,
    /// The golden model with which its run is compared.
    pub golden_model: GoldenModel<'a>,
    /// The schedule or plan.
    pub schedule: ScheduleInfo,
    /// The algorithm, for networks with message memories.
    pub algorithm: Option<String>,
    /// Cycles from a start to slot 0 on the links.
    pub start_to_link: u32,
}

impl<'a> Exchanges<'a> {
    /// The exchanges of a network; `None` for a buffered network.
    pub fn of(network: &'a AnyNetwork) -> Option<Self> {
        let golden_model = network.kind.task().golden_model()?;
        let ExchangeFacts { schedule, latency, memory, .. } = network.facts().of_exchanges()?;
        let (algorithm, start_to_link) = (memory.map(|memory| memory.algorithm), latency.start_to_link);
        Some(Exchanges { network, golden_model, schedule, algorithm, start_to_link })
    }

    /// The kind of the schedule, with the algorithm of a plan.
    fn kind(&self) -> String {
        match &self.algorithm {
            Some(algorithm) => format!("{} by {algorithm}", self.schedule.kind),
            None => self.schedule.kind.clone(),
        }
    }
}

/// The parts that differ between pages.
struct Parts {
    main: &'static str,
    title: String,
    style: &'static str,
    scripts: &'static [&'static str],
}

impl Parts {
    /// The page with these data.
    fn html(&self, data: &impl Serialize) -> String {
        let json = serde_json::to_string(data).expect("numbers, strings and lists are JSON");
        let parts = [
            ("main", self.main.to_string()),
            ("title", markup(&self.title)),
            ("style", [STYLE, self.style].concat()),
            // In a script element `<` could end the element; in JSON it occurs only in strings.
            ("data", json.replace('<', "\\u003c")),
            ("script", SHARED.concat() + &self.scripts.concat()),
        ];
        let put = |page: String, (key, text): (&str, String)| page.replace(&format!("{{{{{key}}}}}"), &text);
        parts.into_iter().fold(FRAME.to_string(), put)
    }
}

impl Data {
    /// The page of the run.
    pub fn page(&self) -> String {
        let title = format!("torus {}, {}, {}", self.dims_text(), self.placement, self.kind);
        Parts { main: MAIN, title, style: "", scripts: &SCRIPTS }.html(self)
    }

    fn dims_text(&self) -> String {
        self.dims.iter().map(u32::to_string).collect::<Vec<_>>().join("x")
    }
}

/// The data of a run of exchanges.
pub fn data(run: &Exchanges, found: &Report, seen: (SpaceTime, Curve)) -> Data {
    let (network, schedule) = (run.network, &run.schedule);
    let (base, torus, placement) = (&network.base, network.base.torus(), run.golden_model.placement());
    let (lines, line_count) = lines(network.kind.task(), MAX_LINES);
    let full = placement.is_full();
    let stored = run.algorithm.is_some();
    let indices = |nodes: &[torus_model::NodeId]| nodes.iter().map(|node| node.index()).collect::<Vec<_>>();
    Data {
        generator: GENERATOR,
        dims: torus.dims().to_vec(),
        placement: base.placement.to_string(),
        routing: base.paths.to_string(),
        ports: run.golden_model.ports().to_string(),
        kind: run.kind(),
        stored,
        engine: found.engine.to_string(),
        exchanges: found.figures.exchanges,
        e_max: network.loads.e_max().to_string(),
        length: schedule.length,
        lower_bound: schedule.lower_bound,
        makespan: schedule.makespan,
        start_to_link: run.start_to_link,
        period: if stored { 0 } else { schedule.length },
        cycles: found.cycles,
        completion: found.figures.completion,
        expected_completion: found.figures.expected_completion,
        delivered: found.delivered,
        expected_messages: found.expected,
        digest: found.link_digest(torus),
        expected_digest: found.expected_digest(torus),
        schedule_digest: schedule.digest.clone(),
        mismatch_count: found.differences(),
        mismatches: found.lines().collect(),
        processors: (!full).then(|| indices(placement.processors())),
        class_count: placement.symmetry().classes(torus),
        classes: classes(placement),
        sources: indices(&placement.sources()),
        expected: ByNode::new(&found.expected_counts, torus.port_slots()),
        simulated: ByNode::new(&found.link_counts, torus.port_slots()),
        line_count,
        lines,
        space_time: seen.0,
        curve: seen.1,
        traffic: None,
    }
}

/// The class of every node; `None` if there is a single class, or each node is its own.
fn classes(placement: &Placement) -> Option<Vec<usize>> {
    let (torus, symmetry) = (placement.torus(), placement.symmetry());
    let plain = matches!(symmetry, Symmetry::Transitive | Symmetry::Trivial);
    (!plain).then(|| torus.nodes().map(|node| symmetry.class_of(torus, node)).collect())
}
