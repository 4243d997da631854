//! What the waves of a run are about: the comment that names the configuration, and the names of the scopes.

use super::Part;
use crate::manifest::BufferedInfo;
use crate::timetable::Timetable;
use crate::PartError;
use std::ops::Range;
use torus_model::{LinkId, NodeId, Placement, Port, PortModel, Sign, Torus};

/// Bits of `cycle`, of the two counters beside it, of `load`, of `packet` and of `packets`.
pub(crate) const COUNTER_BITS: u32 = 32;

/// First word of the comment.
pub const COMMENT: &str = "torusgen";

/// What the comment says of the run, and what its scopes are made from.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// Name of the network, the outermost scope.
    pub name: &'a str,
    /// The routing's name.
    pub routing: &'a str,
    /// The port model.
    pub ports: PortModel,
    /// The seed of all that is drawn at random.
    pub seed: u64,
    /// The processors, which send and receive.
    pub placement: &'a Placement,
    /// Registers on links, where there are any.
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
        /// The effort of its search, which gives it again, together with the seed.
        effort: u64,
        /// Algorithm, flits of a block and source of what is stored on the way.
        stored: Option<(&'a str, u32, usize)>,
        /// When what should happen.
        timetable: Timetable,
    },
    /// Packets through buffered routers.
    Traffic {
        /// The routers.
        buffered: &'a BufferedInfo,
        /// What gives the packets again, as words `key=value`.
        label: &'a str,
    },
}

impl Run<'_> {
    /// The counters beside `cycle`: the exchange started last and its slot on the links; or the packets
    /// offered and those that have arrived so far.
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

    /// Bits of a channel's number, where links have several channels.
    pub(super) fn channel_bits(&self) -> Option<u32> {
        let Run::Traffic { buffered, .. } = self else { return None };
        Some(usize::BITS - (buffered.channels - 1).leading_zeros()).filter(|&bits| bits > 0)
    }

    /// Flits of the longest packet, where packets are numbered.
    pub(super) fn longest_packet(&self) -> Option<u32> {
        match self {
            Run::Scheduled { .. } => None,
            Run::Traffic { buffered, .. } => Some(buffered.flits as u32),
        }
    }
}

impl Subject<'_> {
    /// `torusgen dims=4x4x4 placement=.. routing=.. kind=frame ports=all seed=1 effort=.. exchanges=1
    /// processors=0,7,..`, or `.. router=buffered rule=.. channels=.. depth=.. flits=.. ties=.. ports=all
    /// seed=1 traffic=.. processors=..`: enough to compute the loads. Of a part also `window=0:9`,
    /// `links=dim=2 shown=16`, and of links with registers `link-stages=0,1`.
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

    /// The scopes of what waits to go over these links, or over any of their nodes where a processor has one
    /// local port; none where nothing can wait.
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

    /// The cycles written. Error: none of them is in the run, as far as that is known before it.
    pub fn cycles(&self) -> Result<Range<u64>, PartError> {
        match &self.run {
            Run::Scheduled { timetable, .. } => self.part.cycles(timetable),
            Run::Traffic { .. } => Ok(self.part.window.map_or(0..u64::MAX, |window| window.plain())),
        }
    }
}

/// `node_1_2_3`.
pub(crate) fn node_scope(torus: &Torus, node: NodeId) -> String {
    torus.coordinates(node).iter().fold("node".to_string(), |name, x| format!("{name}_{x}"))
}

/// `link_1p`, for a prefix and a port.
pub(crate) fn port_scope(prefix: &str, port: Port) -> String {
    format!("{prefix}_{}{}", port.dim() + 1, if port.sign() == Sign::Plus { 'p' } else { 'm' })
}

/// Bits of a node id.
pub(crate) fn id_bits(torus: &Torus) -> u32 {
    (usize::BITS - (torus.len() - 1).leading_zeros()).max(1)
}

/// Runs for the tests of this module's neighbours.
#[cfg(test)]
pub(super) mod samples {
    use super::*;
    use crate::manifest::Latency;

    pub fn scheduled() -> Run<'static> {
        let latency = Latency { start_to_link: 3, makespan_to_done: 5 };
        let timetable = Timetable { begin: 0, exchanges: 1, length: 2, makespan: 2, latency };
        Run::Scheduled { kind: "frame", effort: 1, stored: None, timetable }
    }

    pub fn buffered() -> BufferedInfo {
        let (rule, ties) = ("dateline".to_string(), "plus".to_string());
        BufferedInfo { rule, channels: 2, depth: 4, flits: 3, pipeline: 1, ties, head: 9 }
    }

    pub fn of_traffic(buffered: &BufferedInfo) -> Run<'_> {
        Run::Traffic { buffered, label: "traffic=trace" }
    }
}
