//! The subject of waves: the comment with the configuration, and the names of scopes.

use super::Part;
use crate::manifest::BufferedInfo;
use crate::timetable::Timetable;
use crate::PartError;
use std::ops::Range;
use torus_model::{LinkId, NodeId, Placement, Port, PortModel, Sign, Torus};

/// The bits of `cycle`, of the two counters beside it, and of `load`, `packet` and `packets`.
pub(crate) const COUNTER_BITS: u32 = 32;

/// The first word of the comment.
const COMMENT: &str = "torusgen";

/// The network and run from which the comment and the scopes are made.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// The name of the network, which is the outermost scope.
    pub name: &'a str,
    /// The routing's name.
    pub routing: &'a str,
    /// The port model.
    pub ports: PortModel,
    /// The seed of everything that is drawn at random.
    pub seed: u64,
    /// The processors, which send and receive.
    pub placement: &'a Placement,
    /// The registers on links, if there are any.
    pub stages: Option<&'a str>,
    /// The exchanges or packets that are run.
    pub run: Run<'a>,
    /// The cycles and links that are written.
    pub part: Part,
}

/// The traffic of a run.
#[derive(Clone, Debug)]
pub enum Run<'a> {
    /// Exchanges of a schedule or program.
    Scheduled {
        /// The kind of schedule.
        kind: &'a str,
        /// The effort of its search, which with the seed reproduces it.
        effort: u64,
        /// For message memories: algorithm, flits of a block, and source.
        stored: Option<(&'a str, u32, usize)>,
        /// When each event should happen.
        timetable: Timetable,
    },
    /// Packets through a buffered network.
    Traffic {
        /// The routers.
        buffered: &'a BufferedInfo,
        /// Words `key=value` that reproduce the packets.
        label: &'a str,
    },
}

impl Run<'_> {
    /// The names of the counters beside `cycle`: the exchange started last and its slot on the links, or the
    /// packets offered and delivered so far.
    pub fn counters(&self) -> [&'static str; 2] {
        match self {
            Run::Scheduled { .. } => ["exchange", "slot"],
            Run::Traffic { .. } => ["sent", "delivered"],
        }
    }

    /// The variables of a link that viewers show at first, with their bits.
    pub fn wires(&self, torus: &Torus) -> Vec<(&'static str, u32)> {
        let id = id_bits(torus);
        let mut wires = vec![("source", id), ("destination", id)];
        wires.extend(self.longest_packet().map(|_| ("packet", COUNTER_BITS)));
        wires.extend(self.channel_bits().map(|bits| ("channel", bits)));
        wires.push(("load", COUNTER_BITS));
        wires
    }

    /// Bits of a channel number, if links have several channels.
    pub(super) fn channel_bits(&self) -> Option<u32> {
        let Run::Traffic { buffered, .. } = self else { return None };
        Some(usize::BITS - (buffered.channels - 1).leading_zeros()).filter(|&bits| bits > 0)
    }

    /// Flits of the longest packet, if packets are numbered.
    pub(super) fn longest_packet(&self) -> Option<u32> {
        match self {
            Run::Scheduled { .. } => None,
            Run::Traffic { buffered, .. } => Some(buffered.flits as u32),
        }
    }
}

impl Subject<'_> {
    /// The comment: `torusgen dims=4x4x4 placement=.. routing=.. kind=frame ports=all seed=1 effort=..
    /// exchanges=1 processors=0,7,..`, or `.. router=buffered rule=.. channels=.. depth=.. flits=.. ties=..
    /// ports=all seed=1 traffic=.. processors=..`. It suffices to compute the loads. A part also has
    /// `window=0:9`, `links=dim=2 shown=16`, and links with registers have `link-stages=0,1`.
    pub fn comment(&self) -> String {
        let processors: Vec<_> = self.placement.node_ids().map(|node| node.to_string()).collect();
        let (torus, placement, ports, seed) = (self.placement.torus(), self.placement, self.ports, self.seed);
        let run = match &self.run {
            Run::Scheduled { kind, effort, stored, timetable } => {
                let stored = stored.map_or(String::new(), |(algorithm, flits, source)| {
                    format!(" algorithm={algorithm} flits={flits} source={source}")
                });
                let exchanges = timetable.exchanges;
                format!("kind={kind} ports={ports} seed={seed} effort={effort} exchanges={exchanges}{stored}")
            }
            Run::Traffic { buffered, label } => {
                let BufferedInfo { rule, channels, depth, flits, ties, .. } = buffered;
                format!(
                    "router=buffered rule={rule} channels={channels} depth={depth} flits={flits} ties={ties} \
                     ports={ports} seed={seed} {label}"
                )
            }
        };
        let stages = self.stages.map_or(String::new(), |stages| format!(" link-stages={stages}"));
        format!(
            "{COMMENT} dims={torus} placement={placement} routing={} {run}{stages}{} processors={}",
            self.routing,
            self.part,
            processors.join(",")
        )
    }

    /// The scopes of packets that wait to be sent on these links, or on any link of their nodes if a
    /// processor has one local port. Empty if nothing can wait.
    pub(super) fn wait_scopes(&self, links: &[LinkId]) -> Vec<String> {
        let (torus, mut scopes) = (self.placement.torus(), Vec::new());
        let tails = links.iter().map(|&link| torus.tail(link));
        for (node, port) in tails.filter(|&(node, _)| self.placement.contains(node)) {
            let local_port = match self.ports {
                PortModel::AllPort => port_scope("wait", port),
                PortModel::OnePort | PortModel::SinglePort => "wait_0".to_string(),
            };
            let scope = format!("{}.{local_port}", node_scope(torus, node));
            if self.run.longest_packet().is_some() && !scopes.contains(&scope) {
                scopes.push(scope);
            }
        }
        scopes
    }

    /// The cycles that are written. Error: the run has none of them, as far as that is known in advance.
    pub fn cycles(&self) -> Result<Range<u64>, PartError> {
        match &self.run {
            Run::Scheduled { timetable, .. } => self.part.cycles(timetable),
            Run::Traffic { .. } => Ok(self.part.window.map_or(0..u64::MAX, |window| window.plain())),
        }
    }
}

/// The scope of a node, such as `node_1_2_3`.
pub(crate) fn node_scope(torus: &Torus, node: NodeId) -> String {
    torus.coordinates(node).iter().fold("node".to_string(), |name, x| format!("{name}_{x}"))
}

/// The scope of a prefix and a port, such as `link_1p`.
pub(crate) fn port_scope(prefix: &str, port: Port) -> String {
    format!("{prefix}_{}{}", port.dim() + 1, if port.sign() == Sign::Plus { 'p' } else { 'm' })
}

/// Bits of a node id.
pub(crate) fn id_bits(torus: &Torus) -> u32 {
    (usize::BITS - (torus.len() - 1).leading_zeros()).max(1)
}

/// Runs for the tests of neighbouring modules.
#[cfg(test)]
pub(super) mod samples {
    use super::*;
    use crate::manifest::Latency;
    use torus_model::{Pipeline, RingRule, Ties};

    pub fn scheduled() -> Run<'static> {
        let latency = Latency { start_to_link: 3, makespan_to_done: 5 };
        let timetable = Timetable { begin: 0, exchanges: 1, length: 2, makespan: 2, latency };
        Run::Scheduled { kind: "frame", effort: 1, stored: None, timetable }
    }

    pub fn buffered() -> BufferedInfo {
        let (rule, ties) = (RingRule::Dateline, Ties::Plus);
        BufferedInfo { rule, channels: 2, depth: 4, flits: 3, pipeline: Pipeline::OneCycle, ties, head: 9 }
    }

    pub fn of_traffic(buffered: &BufferedInfo) -> Run<'_> {
        Run::Traffic { buffered, label: "traffic=trace" }
    }
}
