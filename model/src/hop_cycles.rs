//! How many cycles a hop takes: one, and one for each register on the link.
//!
//! A schedule is the same for all nodes of a class, so all links of a dimension are alike to it: links that
//! close a ring have as many registers as the others. [`LinkStages`] may say otherwise, for other networks.

use crate::{placement::gcd, route::shorter_way, LinkStages, Port, Route, Segment, Torus};

/// Cycles of a hop, by its dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HopCycles {
    /// At least 1 each.
    dims: Vec<u32>,
}

impl HopCycles {
    /// Links without registers: a hop takes one cycle.
    pub fn one(torus: &Torus) -> Self {
        HopCycles { dims: vec![1; torus.d()] }
    }

    /// The cycles of links with registers. `None`: wrap links have other registers than the other links.
    pub fn of_stages(torus: &Torus, stages: &LinkStages) -> Option<Self> {
        let dims = (0..torus.d()).map(|dim| stages.of_dim(dim)[0] + 1).collect();
        (!stages.sets_wraps_apart()).then_some(HopCycles { dims })
    }

    /// The registers of the links of each dimension.
    pub fn stages(&self) -> Vec<u32> {
        self.dims.iter().map(|cycles| cycles - 1).collect()
    }

    /// The same as [`LinkStages`], for any kind of network.
    pub fn link_stages(&self) -> LinkStages {
        LinkStages::by_dimension(&self.stages())
    }

    /// Whether no link has registers.
    pub fn is_one(&self) -> bool {
        self.same() == Some(1)
    }

    /// The cycles of a hop, if they are the same in every dimension.
    pub fn same(&self) -> Option<u32> {
        let first = self.dims[0];
        self.dims.iter().all(|&cycles| cycles == first).then_some(first)
    }

    /// The greatest common divisor of the cycles of a hop and a length, where hops take the same in all
    /// dimensions.
    pub fn divisor(&self, length: u32) -> Option<u32> {
        self.same().map(|cycles| gcd(cycles, length))
    }

    /// The cycles of a hop by this port.
    pub fn of(&self, port: Port) -> u32 {
        self.dims[port.dim()]
    }

    /// The hops in each dimension, as cycles.
    pub(crate) fn weigh(&self, hops: &[u128]) -> u128 {
        self.dims.iter().zip(hops).map(|(&cycles, hops)| u128::from(cycles) * hops).sum()
    }

    /// Cycles of every shortest path over an offset.
    pub(crate) fn distance(&self, torus: &Torus, offset: &[u32]) -> u32 {
        let hops = offset.iter().zip(torus.dims()).map(|(&offset, &radix)| shorter_way(offset, radix).1);
        self.dims.iter().zip(hops).map(|(cycles, hops)| cycles * hops).sum()
    }

    /// When a message that starts in slot 0 is put on each link of its route.
    pub fn uses<'a>(&'a self, route: &'a Route) -> impl Iterator<Item = (u32, Port)> + 'a {
        route.ports().scan(0, |time, port| {
            let start = *time;
            *time += self.of(port);
            Some((start, port))
        })
    }

    /// Cycles from the start of a message until it is through the last link of its route.
    pub fn travel(&self, route: &Route) -> u32 {
        let segment = |segment: &Segment| segment.hops * self.of(segment.port);
        route.segments().iter().map(segment).sum()
    }
}
