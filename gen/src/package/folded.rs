//! A folded layout: the nodes of a ring along a line, so that no link is long.
//!
//! In their own order neighbours stand beside each other, and the wrap link is as long as the line. Folded,
//! the ring goes along every second place and comes back along those between, so that every link is one or
//! two places long. With more than two nodes no order does better (`cli/tests/docs/layout.rs` tries all).

use crate::network::Frame;

/// For each dimension its coordinates in the order of their places, where links have registers.
pub(super) fn orders(network: &Frame) -> Vec<String> {
    let dims = network.base.torus().dims();
    dims.iter().filter(|_| !network.base.stages.is_none()).map(|&radix| order(radix)).collect()
}

/// `0 4 1 3 2`: both ends of a ring by turns.
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
