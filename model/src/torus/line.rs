//! Lines: the nodes that a message passes as long as it goes straight on.
//!
//! A step is an addition. [`Torus::neighbour`] divides to find the coordinate again at every node.

use super::{NodeId, Port, Sign, Torus};

/// The nodes of a ring from a given node on, by the same port, round after round, each with whether the link
/// to the next one is the ring's wrap link. [`Torus::line`] makes it.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    node: u32,
    /// The coordinate in the dimension of the port, and the radix there.
    x: u32,
    n: u32,
    /// Difference of the ids of neighbours whose coordinates differ by 1.
    stride: u32,
    sign: Sign,
}

impl Torus {
    /// The line that leaves a node by a port. A ring of two nodes has no wrap link.
    ///
    /// ```
    /// use torus_model::{Port, Sign, Torus};
    /// let torus = Torus::new(&[4, 3])?;
    /// let line = torus.line(torus.node(&[2, 1]), Port::new(0, Sign::Plus));
    /// let passed: Vec<_> = line.take(3).map(|(node, wraps)| (torus.node_name(node), wraps)).collect();
    /// assert_eq!(passed[..2], [("(2,1)".to_string(), false), ("(3,1)".to_string(), true)]);
    /// assert_eq!(passed[2].0, torus.node_name(line.after(2)));
    /// # Ok::<(), torus_model::torus::TorusError>(())
    /// ```
    #[inline]
    pub fn line(&self, node: NodeId, port: Port) -> Line {
        let dim = port.dim();
        let (x, n) = (self.coordinate(node, dim), self.dims()[dim]);
        Line { node: node.0, x, n, stride: self.strides[dim], sign: port.sign() }
    }
}

impl Line {
    /// The hops from here to where the ring begins: at coordinate 0, or at the last one for `-` ports. The
    /// last of them is by the wrap link, if the ring has one.
    #[inline]
    pub fn to_wrap(&self) -> u32 {
        match self.sign {
            Sign::Plus => self.n - self.x,
            Sign::Minus => self.x + 1,
        }
    }

    /// Whether the ring has a wrap link.
    #[inline]
    pub fn has_wrap(&self) -> bool {
        self.n > 2
    }

    /// The node `hops` hops away.
    #[inline]
    pub fn after(&self, hops: u32) -> NodeId {
        let hops = if hops < self.n { hops } else { hops % self.n };
        let up = if self.sign == Sign::Plus { hops } else { self.n - hops };
        let x = if self.x + up >= self.n { self.x + up - self.n } else { self.x + up };
        NodeId(self.node - self.x * self.stride + x * self.stride)
    }
}

impl Iterator for Line {
    type Item = (NodeId, bool);

    fn next(&mut self) -> Option<(NodeId, bool)> {
        let (node, first, last) = (NodeId(self.node), 0, self.n - 1);
        let (end, start) = if self.sign == Sign::Plus { (last, first) } else { (first, last) };
        let wraps = self.x == end;
        let x = match (wraps, self.sign) {
            (true, _) => start,
            (false, Sign::Plus) => self.x + 1,
            (false, Sign::Minus) => self.x - 1,
        };
        self.node = self.node - self.x * self.stride + x * self.stride;
        self.x = x;
        Some((node, wraps && self.has_wrap()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compared with neighbours one by one, twice round the ring; the wrap link is where the coordinate
    /// jumps.
    #[test]
    fn lines_are_neighbours_one_after_the_other() {
        for dims in [&[2][..], &[3], &[4, 3], &[2, 5, 3]] {
            let torus = Torus::new(dims).unwrap();
            for (node, port) in torus.nodes().flat_map(|node| torus.ports().map(move |port| (node, port))) {
                let (n, mut at) = (torus.dims()[port.dim()], node);
                for (hops, (passed, wraps)) in (0..2 * n).zip(torus.line(node, port)) {
                    let next = torus.neighbour(at, port);
                    let ids = (torus.coordinate(at, port.dim()), torus.coordinate(next, port.dim()));
                    assert_eq!((passed, torus.line(node, port).after(hops)), (at, at), "{torus} {hops}");
                    assert_eq!(wraps, n > 2 && ids.0.abs_diff(ids.1) > 1, "{torus} {at:?} {port}");
                    at = next;
                }
            }
        }
    }
}
