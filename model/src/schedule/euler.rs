//! Eulerian circuits: an order of edges in which each begins where the one before it ends.
//!
//! A circuit through all edges exists if they are connected and as many begin at each vertex as end there.
//! Edges may stand in any form, as long as they can be taken one by one.
//!
//! Time: O(1) takings of an edge for each edge. Source: Hierholzer, "Ueber die Möglichkeit, einen Linienzug
//! ohne Wiederholung und ohne Unterbrechung zu umfahren", 1873.

/// A circuit from `first` on and back to it, of all edges that can be reached. `take` takes an edge away that
/// begins at a vertex, if any is left; `to` is where an edge ends.
pub(super) fn circuit<Vertex, Edge>(
    first: Vertex,
    mut take: impl FnMut(&Vertex) -> Option<Edge>,
    to: impl Fn(&Edge) -> Vertex,
) -> Vec<Edge> {
    let (mut way, mut circuit): (Vec<Edge>, Vec<Edge>) = Default::default();
    loop {
        let taken = match way.last() {
            Some(edge) => take(&to(edge)),
            None => take(&first),
        };
        if let Some(edge) = taken {
            way.push(edge);
        } else if let Some(edge) = way.pop() {
            circuit.push(edge);
        } else {
            break;
        }
    }
    circuit.reverse();
    circuit
}

#[cfg(test)]
mod tests {
    use super::circuit;

    /// Edges from one number to another, in the order in which they are taken.
    fn order(first: usize, edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let mut left = edges.to_vec();
        let take = |vertex: &usize| {
            let place = left.iter().position(|(from, _)| from == vertex)?;
            Some(left.remove(place))
        };
        circuit(first, take, |&(_, to)| to)
    }

    /// The way from 0 is closed before it has the loop at 1, which is put in later.
    #[test]
    fn each_edge_begins_where_the_one_before_it_ends() {
        let edges = [(0, 1), (1, 0), (1, 2), (2, 1), (0, 0)];
        let order = order(0, &edges);
        assert!(order.windows(2).all(|pair| pair[0].1 == pair[1].0), "{order:?}");
        assert_eq!((order[0].0, order[4].1), (0, 0));
        let mut sorted = order;
        sorted.sort();
        assert_eq!(sorted, [(0, 0), (0, 1), (1, 0), (1, 2), (2, 1)]);
    }

    #[test]
    fn edges_out_of_reach_are_left_out() {
        assert_eq!(order(0, &[(0, 0), (1, 1)]), [(0, 0)]);
        assert_eq!(order(2, &[(0, 0)]), []);
    }
}
