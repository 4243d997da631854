//! All ports: algorithm A3, both halves of the dimensions at once.
//!
//! `G = H x H`. There are |H| rounds. In each of them all copies of H in either half exchange at the same
//! time. Those of the second half exchange what goes on or arrives there; those of the first half exchange
//! what the last round of the second half brought (in round 0 their own blocks). In round r a node sends to
//! the one at `b` in the second half the block for `a = (b - 1 + r) mod (|H| - 1) + 1` in the first, so that
//! every node gets one block for each other node of its copy. The last round is for blocks that have then
//! arrived. Time `|H| T(H)`, from H to H^2 to H^4.
//!
//! Source: Dimakopoulos and Dimopoulos, section 5; the ring is the table of Coolsaet, Fack and De Meyer.
//! Differences: node numbers of H are differences of ids here, so that all nodes do the same, but for the
//! parities of dihedral rings.

use super::super::{
    direct::{direct, sort},
    offset::minus,
    Block, Phase, Plan, Send,
};
use crate::{
    schedule::exchange::exchange, table, torus::join, Effort, NodeId, Placement, Port, PortModel, Route,
    Segment, Symmetry, Torus,
};

/// Algorithm A3 on radices that differ, or a number of dimensions that is not a power of two.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "product-a3 was asked for on {}; it needs equal radices and 1, 2, 4, 8 or another power of two of \
     dimensions: use a torus like 5x5, or product-a2",
    join(.dims, "x")
)]
pub struct ProductError {
    /// The radices of the torus.
    pub dims: Vec<u32>,
}

/// A3. Errors: radices that differ, a number of dimensions that is not a power of two.
pub fn product_a3(torus: &Torus) -> Result<Plan, ProductError> {
    let (Some(radix), true) = (torus.radix(), torus.d().is_power_of_two()) else {
        return Err(ProductError { dims: torus.dims().to_vec() });
    };
    // The tables of rings are closed forms: no effort is spent.
    let ring = exchange(
        &Torus::new(&[radix]).expect("a ring of a torus is a torus"),
        PortModel::AllPort,
        None,
        Effort::with_seed(1),
    );
    let mut plan = Plan { algorithm: "product-a3".into(), ..direct(&ring) };
    while plan.torus().d() < torus.d() {
        plan = squared(plan);
    }
    plan.lower_bound = table::lower_bound(torus);
    Ok(plan)
}

/// The plan of `H x H` from that of H.
fn squared(half: Plan) -> Plan {
    let dims = half.torus().dims().repeat(2);
    let torus = Torus::new(&dims).expect("it divides the torus asked for, which fits");
    let counts = match half.placement.symmetry() {
        Symmetry::Parity { counts } => counts.repeat(2),
        _ => vec![false; torus.d()],
    };
    let placement = Placement::full_by_parity(&torus, &counts);
    let rounds = 0..half.torus().len() as u32;
    let phases = rounds.flat_map(|round| half.phases.iter().map(move |phase| (round, phase)));
    let phases =
        phases.map(|(round, phase)| Round { half: half.torus(), round }.phase(&half, &placement, phase));
    let phases = phases.collect();
    Plan { placement, phases, ..half }
}

/// A round of the algorithm on one half of the dimensions.
struct Round<'a> {
    half: &'a Torus,
    round: u32,
}

impl Round<'_> {
    /// A phase of the half's exchange, in both halves at once.
    fn phase(&self, plan: &Plan, placement: &Placement, phase: &Phase) -> Phase {
        let mut sends = Vec::new();
        for (source, &node) in placement.sources().iter().enumerate() {
            let (first, second) = self.classes(plan, node);
            for send in &phase.sends {
                let block = send.blocks[0];
                if send.source == first {
                    sends.push(Send { source, blocks: vec![self.first(block)], ..send.clone() });
                }
                if send.source == second {
                    let route = moved(&send.route, self.half.d());
                    sends.push(Send { source, route, blocks: vec![self.second(block)], ..send.clone() });
                }
            }
        }
        sort(&mut sends);
        Phase { sends, ..phase.clone() }
    }

    /// The source classes of the half that a node is in with its first and its second coordinates. All
    /// classes of a full placement have processors, so their numbers are those of the sources.
    fn classes(&self, plan: &Plan, node: NodeId) -> (usize, usize) {
        let class = |id: usize| {
            let node = self.half.node_at(id).expect("a half of a node's coordinates is a node of the half");
            plan.placement.symmetry().class_of(self.half, node)
        };
        (class(node.index() / self.half.len()), class(node.index() % self.half.len()))
    }

    /// The block that a block of the half's exchange stands for in the first half.
    fn first(&self, Block { origin, destination }: Block) -> Block {
        let (n, a) = (self.half.len() as u32, minus(self.half, destination, origin));
        let from = match self.round {
            0 => 0,
            round => 1 + (a + n - 1 - round) % (n - 1),
        };
        Block { origin: origin * n + minus(self.half, 0, from), destination: destination * n }
    }

    /// The block that it stands for in the second half.
    fn second(&self, Block { origin, destination }: Block) -> Block {
        let (n, b) = (self.half.len() as u32, minus(self.half, destination, origin));
        let on = match self.round == n - 1 {
            true => 0,
            false => 1 + (b - 1 + self.round) % (n - 1),
        };
        Block { origin, destination: on * n + destination }
    }
}

/// The route with every dimension moved up by `by`.
fn moved(route: &Route, by: usize) -> Route {
    let segment = |segment: &Segment| Segment {
        port: Port::new(segment.port.dim() + by, segment.port.sign()),
        ..*segment
    };
    Route::new(route.segments().iter().map(segment))
}
