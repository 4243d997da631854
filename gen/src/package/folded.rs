//! A folded layout: the nodes of a ring stand on a line so that no link is long.
//!
//! In the order of coordinates the wrap link is as long as the line. Folded, the ring uses every second place
//! on its way out and the places between on its way back, so every link is one or two places long. With more
//! than two nodes no order does better (`cli/tests/docs/layout.rs` tries all).

use crate::network::Frame;

/// For each dimension, the coordinates in the order of their places; empty if links have no registers.
pub(super) fn orders(network: &Frame) -> Vec<String> {
    let dims = network.base.torus().dims();
    dims.iter().filter(|_| !network.base.stages.is_none()).map(|&radix| order(radix)).collect()
}

/// The coordinates of a ring in the order of their places, taken from both ends by turns: `0 4 1 3 2`.
fn order(radix: u32) -> String {
    let node = |place: u32| if place % 2 == 0 { place / 2 } else { radix - 1 - place / 2 };
    (0..radix).map(|place| node(place).to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::order;

    #[test]
    fn both_ends_of_a_ring_take_turns() {
        let orders = ["0 1", "0 2 1", "0 3 1 2", "0 4 1 3 2", "0 7 1 6 2 5 3 4"];
        assert_eq!([2, 3, 4, 5, 8].map(order), orders);
    }
}
