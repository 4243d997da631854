//! A node in waves: its id, and in several dimensions a variable for each coordinate.

use super::sink::{Sink, Variable};
use super::subject::id_bits;
use std::io;
use torus_model::Torus;

/// The variables of a node, which have consecutive numbers: `source`, `source_1`, `source_2`.
#[derive(Clone, Copy)]
pub(super) struct PlaceVars(Variable);

/// Converts node ids to coordinates. On a ring the id is the only coordinate, so there are no further
/// variables.
pub(super) struct Places {
    nodes: u32,
    id_bits: u32,
    /// The stride and radix of each dimension; empty for a ring.
    dims: Vec<(u32, u32)>,
}

impl Places {
    pub fn new(torus: &Torus) -> Self {
        let dim = |dim| (torus.stride(dim) as u32, torus.dims()[dim]);
        let dims = if torus.d() > 1 { (0..torus.d()).map(dim).collect() } else { Vec::new() };
        Places { nodes: torus.len() as u32, id_bits: id_bits(torus), dims }
    }

    /// Declares the variables of a node.
    pub fn declare(&self, out: &mut impl Sink, name: &str) -> io::Result<PlaceVars> {
        let first = out.number(name, self.id_bits)?;
        for (dim, (_, radix)) in (1..).zip(&self.dims) {
            out.number(&format!("{name}_{dim}"), u32::BITS - (radix - 1).leading_zeros())?;
        }
        Ok(PlaceVars(first))
    }

    /// Writes all variables of a node.
    pub fn show(&self, out: &mut impl Sink, vars: PlaceVars, node: Option<u32>) -> io::Result<()> {
        out.change(vars.0, node.map(u64::from))?;
        let coordinates = (vars.0 + 1..).zip(self.coordinates(node));
        coordinates.into_iter().try_for_each(|(variable, x)| out.change(variable, x))
    }

    /// Writes the variables of a node that differ from those of the node before.
    pub fn change(
        &self,
        out: &mut impl Sink,
        vars: PlaceVars,
        [before, now]: [Option<u32>; 2],
    ) -> io::Result<()> {
        out.change(vars.0, now.map(u64::from))?;
        let coordinates = (vars.0 + 1..).zip(self.coordinates(before).zip(self.coordinates(now)));
        let mut moved = coordinates.filter(|(_, (old, new))| old != new);
        moved.try_for_each(|(variable, (_, new))| out.change(variable, new))
    }

    /// The coordinates of a node; `None` for each without a node, or for an id that is no node.
    fn coordinates(&self, node: Option<u32>) -> impl Iterator<Item = Option<u64>> + '_ {
        let node = node.filter(|&node| node < self.nodes);
        self.dims.iter().map(move |(stride, radix)| node.map(|node| u64::from(node / stride % radix)))
    }
}
