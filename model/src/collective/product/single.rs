//! Single port: algorithms A1 and A2, one dimension after the other, the last one first.
//!
//! `G = A x B`, where B is the ring of the last dimension and A the product of the others. First every block
//! goes along B to the copy of A that its destination is in. Then every copy of A exchanges, once for each
//! node of B that blocks come from. Time `|A| T(B) + |B| T(A)`; with rings of `floor(n^2 / 4)` steps it is
//! the sum of all distances.
//!
//! Source: Dimakopoulos and Dimopoulos, section 4. Differences: the rounds of the recursion forward nothing
//! to each other, so all rounds of a dimension are one phase, d phases in all. The paper writes A1's
//! transfers from column to column one pair of columns after the other; here all columns of a distance
//! transfer at once, as in its tables, which is why A1 takes no more steps than A2. The two differ in the
//! order of blocks alone: A1 sends all blocks of one distance before the next distance, A2 does one total
//! exchange of the ring after the other.

use super::super::{direct::sort, offset::straight, Block, Phase, Plan, Send, Task, Timing};
use crate::{bound::exchange_bound, route::shorter_way, Placement, Port, PortModel, Torus};

/// A1: whole columns, distance by distance.
pub fn product_a1(torus: &Torus) -> Plan {
    plan(torus, "product-a1", |torus, dim| {
        let (rings, rest) = (ring(torus, dim), destinations(torus, dim));
        rings.flat_map(|hop| rest.clone().map(move |to| (hop, to))).collect()
    })
}

/// A2: batches, each a total exchange of the ring.
pub fn product_a2(torus: &Torus) -> Plan {
    plan(torus, "product-a2", |torus, dim| {
        let (rings, rest) = (ring(torus, dim), destinations(torus, dim));
        rest.flat_map(|to| rings.clone().map(move |hop| (hop, to))).collect()
    })
}

/// The blocks that one node sends in a dimension, in order: for each its offset along the ring, and its
/// offset in the dimensions that are still to come.
type Order = fn(&Torus, usize) -> Vec<(u32, u32)>;

fn plan(torus: &Torus, algorithm: &str, order: Order) -> Plan {
    let (placement, ports) = (Placement::full(torus), PortModel::SinglePort);
    Plan {
        algorithm: algorithm.into(),
        lower_bound: exchange_bound(&placement, ports),
        placement,
        ports,
        task: Task::Exchange { own: false },
        phases: (0..torus.d()).rev().map(|dim| phase(torus, dim, &order(torus, dim))).collect(),
    }
}

/// The phase of dimension `dim`: blocks from every place in the later dimensions, which they have already
/// corrected.
fn phase(torus: &Torus, dim: usize, order: &[(u32, u32)]) -> Phase {
    let stride = torus.stride(dim) as u32;
    let (mut sends, mut steps) = (Vec::new(), 0);
    for origin in 0..stride {
        for &(along, rest) in order {
            let (sign, hops) = shorter_way(along, torus.dims()[dim]);
            let block = Block { origin, destination: rest + along * stride };
            let route = straight(Port::new(dim, sign), hops);
            sends.push(Send { step: steps, source: 0, route, blocks: vec![block] });
            steps += hops;
        }
    }
    sort(&mut sends);
    Phase { timing: Timing::Passes, steps, sends }
}

/// The offsets along a ring.
fn ring(torus: &Torus, dim: usize) -> std::ops::Range<u32> {
    1..torus.dims()[dim]
}

/// The offsets of destinations in the dimensions before `dim`, as ids.
fn destinations(torus: &Torus, dim: usize) -> impl Iterator<Item = u32> + Clone {
    let block = (torus.stride(dim) as u32) * torus.dims()[dim];
    (0..torus.len() as u32).step_by(block as usize)
}
