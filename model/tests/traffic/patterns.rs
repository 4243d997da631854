//! Patterns and the orders of an exchange: by hand, as permutations, and those that are refused.

use crate::common::{full, placements, torus, SIZES};
use crate::destinations;
use torus_model::route::ordered_route;
use torus_model::traffic::{all_to_all, link_flits, Lengths, Order, Pattern};
use torus_model::{Loads, NodeId, Placement, Routing, Ties};

/// The node ids of all destinations. A silent processor has its own id.
fn permutation(dims: &[u32], pattern: &str) -> Vec<usize> {
    let to = destinations(&full(dims), pattern).unwrap();
    (0..to.processors().len()).map(|p| to.only(p).map_or(p, NodeId::index)).collect()
}

#[test]
fn patterns_by_hand() {
    assert_eq!(permutation(&[3, 3], "transpose"), [0, 3, 6, 1, 4, 7, 2, 5, 8]);
    assert_eq!(permutation(&[2, 3, 2], "transpose"), [0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11]);
    assert_eq!(permutation(&[5], "tornado"), [2, 3, 4, 0, 1]);
    assert_eq!(permutation(&[8], "tornado"), [3, 4, 5, 6, 7, 0, 1, 2]);
    assert_eq!(permutation(&[2, 3], "tornado"), [1, 2, 0, 4, 5, 3]);
    assert_eq!(permutation(&[2, 3], "neighbour"), [4, 5, 3, 1, 2, 0]);
    assert_eq!(permutation(&[5], "complement"), [4, 3, 2, 1, 0]);
    assert_eq!(permutation(&[2, 4], "complement"), [7, 6, 5, 4, 3, 2, 1, 0]);
    assert_eq!(permutation(&[2, 4], "reverse"), [0, 4, 2, 6, 1, 5, 3, 7]);
    assert_eq!(permutation(&[8], "shuffle"), [0, 2, 4, 6, 1, 3, 5, 7]);
}

#[test]
fn fixed_patterns_are_permutations_wherever_they_are_defined() {
    let names = ["transpose", "tornado", "neighbour", "complement", "reverse", "shuffle"];
    let mut defined = 0;
    for placement in SIZES.iter().flat_map(|dims| placements(dims)) {
        for to in names.iter().filter_map(|name| destinations(&placement, name).ok()) {
            let node = |p: usize| to.only(p).unwrap_or(to.processors()[p]);
            let mut reached: Vec<_> = (0..placement.len()).map(node).collect();
            reached.sort();
            assert_eq!(reached, placement.processors(), "{} on {placement}", to.pattern());
            defined += 1;
        }
    }
    assert!(defined > 100, "{defined}");
}

/// The complete message about a pattern on a placement.
fn refused(placement: &Placement, pattern: &str) -> String {
    destinations(placement, pattern).unwrap_err().to_string()
}

#[test]
fn refusals_of_patterns_of_coordinates() {
    let nodes = [0, 5].map(|id| torus(&[4, 4]).node_at(id).unwrap());
    let two = Placement::listed(&torus(&[4, 4]), &nodes).unwrap();
    assert_eq!(
        refused(&full(&[4, 6]), "transpose"),
        "the pattern transpose was asked for on 4x6; it needs radices that are the same in reverse order: \
         use a torus like 4x4 or 4x6x4, or another pattern"
    );
    assert_eq!(
        refused(&two, "tornado"),
        "the pattern tornado sends from (1,1) to (2,2), which has no processor; every destination needs one: \
         place one there, or use another pattern"
    );
    assert_eq!(
        refused(&full(&[2, 2]), "tornado"),
        "the pattern tornado sends every processor of 2x2 to itself, so nobody sends; at least one has to: \
         use another pattern"
    );
}

#[test]
fn refusals_of_patterns_of_numbers() {
    assert_eq!(
        refused(&full(&[3, 4]), "shuffle"),
        "the pattern shuffle was asked for with 12 processors; it moves the bits of their numbers and needs \
         a power of two: place 8 or 16, or use another pattern"
    );
    assert_eq!(
        refused(&full(&[2]), "hotspot:at=2"),
        "a hotspot at processor 2 was asked for; there are 2, counted from 0: give at= a number below 2"
    );
    assert_eq!(
        refused(&full(&[2]), "hotspot:percent=101"),
        "the traffic pattern \"hotspot:percent=101\" is not known; allowed are uniform, transpose, tornado, \
         neighbour, complement, reverse, shuffle and hotspot[:percent=1..100][:at=PROCESSOR]: use one of \
         these"
    );
}

#[test]
fn names_of_patterns_are_read_back() {
    for name in ["uniform", "transpose", "tornado", "neighbour", "complement", "reverse", "shuffle"] {
        assert_eq!(name.parse::<Pattern>().unwrap().to_string(), name);
    }
    assert_eq!("hotspot".parse::<Pattern>().unwrap().to_string(), "hotspot:percent=20:at=0");
    for text in ["", "hotspot:at", "hotspot:at=1:at=2", "hotspot:percent=0", "spot", "uniform:at=1"] {
        assert_eq!(text.parse::<Pattern>().unwrap_err().text, text);
    }
}

#[test]
fn lengths_have_their_limits() {
    assert_eq!(
        Lengths::new(2, 9, 8).unwrap_err().to_string(),
        "packets of 2 to 9 flits were asked for; the network takes 1 to 8: lower 'length', or give 'flits' 9"
    );
    assert_eq!(
        Lengths::new(2, 2, 1).unwrap_err().to_string(),
        "packets of 2 flits were asked for; the network takes 1: lower 'length', or give 'flits' 2"
    );
    assert_eq!(
        Lengths::new(3, 2, 8).unwrap_err().to_string(),
        "packets of 3 to 2 flits were asked for; the network takes 1 to 8, the first number not above the \
         second: change 'length'"
    );
    assert!(
        Lengths::new(0, 1, 8).is_err() && Lengths::new(3, 2, 8).is_err() && Lengths::new(1, 8, 8).is_ok()
    );
}

#[test]
fn an_exchange_sends_to_everybody_once() {
    for placement in SIZES.iter().flat_map(|dims| placements(dims)).filter(|p| p.len() < 70) {
        let torus = placement.torus();
        for order in Order::ALL.iter().copied() {
            assert_eq!(order.to_string().parse(), Ok(order));
            let packets = all_to_all(&placement, order, Ties::Plus, 3, 5);
            assert_eq!(packets, all_to_all(&placement, order, Ties::Plus, 3, 5));
            let mut pairs: Vec<_> = packets.iter().map(|p| (p.source, p.destination)).collect();
            for turn in pairs.chunks(placement.len()) {
                assert!(
                    turn.iter().map(|pair| &pair.0).eq(placement.processors()),
                    "one packet of each source"
                );
            }
            if order == Order::Farthest {
                let hops =
                    |pair: &(NodeId, NodeId)| ordered_route(torus, &torus.offset(pair.0, pair.1)).hops();
                let of_first: Vec<_> = pairs.iter().step_by(placement.len()).map(hops).collect();
                assert!(of_first.is_sorted_by(|a, b| a >= b));
            }
            pairs.sort();
            pairs.dedup();
            assert_eq!(pairs.len(), placement.len() * (placement.len() - 1));
            assert!(pairs.iter().all(|(from, to)| from != to));
            let routes = packets
                .iter()
                .map(|p| (p.source, ordered_route(torus, &torus.offset(p.source, p.destination)), p.flits));
            let three: Vec<u64> =
                Loads::new(&placement, Routing::Odr).unwrap().numerators().iter().map(|n| 3 * n).collect();
            assert_eq!(link_flits(torus, routes), three);
        }
    }
}

/// In the order of a timetable packets that are sent as early as their links allow do not wait long: the last
/// one arrives within a quarter more cycles than the busiest link needs.
#[test]
fn a_planned_exchange_is_short() {
    for dims in [&[8, 8][..], &[5, 3], &[2, 6], &[7], &[4, 2, 3]] {
        let placement = full(dims);
        let torus = placement.torus();
        let packets = all_to_all(&placement, Order::Planned, Ties::Plus, 1, 3);
        let first: Vec<_> = packets.iter().step_by(placement.len()).collect();
        let routes = first.iter().map(|p| ordered_route(torus, &torus.offset(p.source, p.destination)));
        let mut used = std::collections::HashSet::new();
        let mut end = 0;
        for (cycle, route) in routes.enumerate() {
            let ports: Vec<_> = route.ports().collect();
            let uses = |start: usize| ports.iter().enumerate().map(move |(k, &port)| (port, start + k));
            let start = (cycle..).find(|&start| uses(start).all(|one| !used.contains(&one))).unwrap();
            used.extend(uses(start));
            end = end.max(start + ports.len());
        }
        let loads = Loads::new(&placement, Routing::Odr).unwrap();
        let busiest = *loads.numerators().iter().max().unwrap() as usize;
        assert!(end <= busiest + busiest / 4 + torus.d() * 4, "{dims:?}: {end} cycles, {busiest}");
    }
}
