//! What the waves of a run are about: the comment that names the configuration, and the names of the scopes.

use super::Part;
use crate::driver::Timetable;
use torus_model::{schedule::PortModel, NodeId, Placement, Port, Sign, Torus};

/// First word of the comment.
pub const COMMENT: &str = "torusgen";

/// What the comment says of the run, and what its scopes are made from.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// Name of the network, the outermost scope.
    pub name: &'a str,
    /// The routing's name.
    pub routing: &'a str,
    /// The kind of schedule.
    pub kind: &'a str,
    /// The port model.
    pub ports: PortModel,
    /// The seed that gives the schedule again, together with the effort.
    pub seed: u64,
    /// The effort of its search.
    pub effort: u64,
    /// Who sends and receives.
    pub placement: &'a Placement,
    /// Algorithm, flits of a block and source of what is stored on the way.
    pub stored: Option<(&'a str, u32, usize)>,
    /// When what should happen.
    pub timetable: Timetable,
    /// What of it is written.
    pub part: Part,
}

impl Subject<'_> {
    /// `torusgen dims=4x4x4 placement=.. routing=.. kind=frame ports=all seed=1 effort=.. exchanges=1 processors=0,7,..`:
    /// enough to compute the loads. Of a part also `window=0:9`, `links=dim=2 shown=16`.
    pub fn comment(&self) -> String {
        let processors: Vec<_> =
            self.placement.processors().iter().map(|node| node.index().to_string()).collect();
        let stored = self.stored.map_or(String::new(), |(algorithm, flits, source)| {
            format!(" algorithm={algorithm} flits={flits} source={source}")
        });
        format!(
            "{COMMENT} dims={} placement={} routing={} kind={} ports={} seed={} effort={} exchanges={}{stored}{} processors={}",
            self.placement.torus(),
            self.placement,
            self.routing,
            self.kind,
            self.ports,
            self.seed,
            self.effort,
            self.timetable.exchanges,
            self.part,
            processors.join(",")
        )
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
