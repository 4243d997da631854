//! The sides of a block, over which links lead to other blocks.

use super::block::{Block, Span};

/// The sides of a block.
impl Block {
    /// The number of its coordinates in a dimension.
    pub fn length(&self, dim: usize) -> usize {
        self.spans[dim].length
    }

    /// The distance of two nodes, by number, whose coordinates in a dimension differ by 1.
    pub fn stride(&self, dim: usize) -> usize {
        self.spans[dim].stride
    }

    /// The first coordinate in a dimension, and the number of coordinates.
    pub fn span(&self, dim: usize) -> (usize, usize) {
        (self.spans[dim].first, self.spans[dim].length)
    }

    /// Whether the block is where a node comes to by some hops up in a dimension, as far as this one goes.
    pub fn reaches(&self, dim: usize, id: usize, hops: u32) -> bool {
        let Span { first, length, radix, of_ids, .. } = self.spans[dim];
        (id / of_ids + hops as usize + radix - first) % radix < length
    }

    /// Whether the torus is cut in a dimension.
    pub fn is_cut(&self, dim: usize) -> bool {
        self.spans[dim].length < self.spans[dim].radix
    }

    /// The sides over which links lead to other blocks, by port: two for each dimension that is cut.
    pub fn sides(&self) -> impl Iterator<Item = Side> + '_ {
        let ports = (0..self.slots).filter(|port| self.is_cut(port / 2));
        ports.map(|port| {
            let Span { length, stride, radix, neighbours, .. } = self.spans[port / 2];
            let [to, from] = [port % 2, 1 - port % 2].map(|way| neighbours[way]);
            let exists = radix > 2 || port % 2 == 0;
            Side { port, exists, to, from, places: self.nodes / length, length, stride }
        })
    }

    /// The nodes at which links arrive from other blocks, with their ports: by port, then by node.
    pub fn arrivals(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let sides = self.sides().filter(|side| side.exists);
        sides.flat_map(|side| (0..side.places).map(move |place| (side.end(place), side.port)))
    }

    /// Whether links arrive at a node from other blocks.
    pub fn is_at_side(&self, node: usize) -> bool {
        self.spans.iter().filter(|span| span.length < span.radix).any(|span| {
            let x = node / span.stride % span.length;
            x == 0 || x + 1 == span.length
        })
    }
}

/// A side of a block: the nodes from which links of a port lead to another block. Opposite is the side at
/// which links of the port arrive. The nodes of both are counted by their other coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The port.
    pub port: usize,
    /// Whether the torus has links of this port.
    pub exists: bool,
    /// The rank to which its links lead.
    pub to: usize,
    /// The rank from which links of its port arrive.
    pub from: usize,
    /// The number of nodes.
    pub places: usize,
    length: usize,
    stride: usize,
}

impl Side {
    /// The place of a node of either side.
    #[inline]
    pub fn place(&self, node: usize) -> usize {
        node / (self.stride * self.length) * self.stride + node % self.stride
    }

    /// The node at a place from which a link leads to another block.
    #[inline]
    pub fn begin(&self, place: usize) -> usize {
        self.node(place, if self.port % 2 == 0 { self.length - 1 } else { 0 })
    }

    /// The node at a place at which a link arrives from another block.
    #[inline]
    pub fn end(&self, place: usize) -> usize {
        self.node(place, if self.port % 2 == 0 { 0 } else { self.length - 1 })
    }

    #[inline]
    fn node(&self, place: usize, x: usize) -> usize {
        (place / self.stride * self.length + x) * self.stride + place % self.stride
    }
}

#[cfg(test)]
mod tests {
    use crate::ranks::block::tests::{blocks, grids};
    use torus_model::Port;

    /// Links over sides are those whose ends are in another block, and both blocks count them alike.
    #[test]
    fn links_between_blocks_have_equal_places_on_both_sides() {
        for (torus, grid) in grids() {
            let blocks = blocks(&torus, &grid);
            for (rank, block) in blocks.iter().enumerate() {
                let mut crossing = 0;
                for side in block.sides().filter(|side| side.exists) {
                    let port = Port::from_index(side.port);
                    let next = &blocks[grid.neighbours(rank, port.dim())[side.port % 2]];
                    let there = next.sides().find(|other| other.port == side.port).unwrap();
                    for place in 0..side.places {
                        let begin = side.begin(place);
                        let id = torus.node_at(block.id(begin)).unwrap();
                        let end = torus.neighbour(id, port).index();
                        assert_eq!((block.node(end), next.node(end)), (None, Some(there.end(place))));
                        assert_eq!((side.place(begin), there.place(there.end(place))), (place, place));
                        assert!(block.is_at_side(begin) && next.is_at_side(there.end(place)));
                        crossing += 1;
                    }
                }
                let leaves = |id: usize, port: &Port| {
                    block.node(torus.neighbour(torus.node_at(id).unwrap(), *port).index()).is_none()
                };
                let of_node = |id: usize| torus.ports().filter(move |port| leaves(id, port)).count();
                assert_eq!(crossing, block.ids().map(of_node).sum::<usize>(), "{torus} {grid:?}");
                assert_eq!(crossing, block.arrivals().count(), "{torus} {grid:?}");
            }
        }
    }
}
