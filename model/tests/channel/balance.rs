//! The channels and buffers that are refused, and how evenly the channels of a link are used.

use crate::graph::packets;
use torus_model::{ChannelAssignment, Placement, RingRule, Routing, Ties, Torus};

#[test]
fn refusals_say_what_is_needed() {
    let torus = Torus::new(&[4, 4, 4]).unwrap();
    let refused = |rule, routing, channels| {
        ChannelAssignment::new(&torus, rule, routing, channels).unwrap_err().to_string()
    };
    assert_eq!(
        refused(RingRule::Dateline, Routing::Odr, 3),
        "links of 3 virtual channels were asked for; the dateline rule with odr routing in \
         3 dimensions needs a multiple of 2, up to 64"
    );
    assert_eq!(
        refused(RingRule::Dateline, Routing::Udr, 4),
        "links of 4 virtual channels were asked for; the dateline rule with udr routing in \
         3 dimensions needs a multiple of 6, up to 64"
    );
    assert_eq!(
        refused(RingRule::Bubble, Routing::Odr, 0),
        "links of 0 virtual channels were asked for; the bubble rule with odr routing in \
         3 dimensions needs a multiple of 1, up to 64"
    );
    assert!(ChannelAssignment::new(&torus, RingRule::Bubble, Routing::Odr, 65).is_err());
    assert!(ChannelAssignment::new(&torus, RingRule::Bubble, Routing::Odr, 64).is_ok());
    assert_eq!(
        RingRule::Bubble.check_depth(7, 4).unwrap_err().to_string(),
        "buffers of 7 flits were asked for; the bubble rule with packets of up to 4 flits needs 8 or more"
    );
    assert_eq!(RingRule::Bubble.check_depth(8, 4), Ok(()));
    assert_eq!(RingRule::Dateline.check_depth(1, 4), Ok(()));
    assert!(RingRule::Dateline.check_depth(0, 1).is_err());
}

/// The difference between the loads of a link's channels and their mean, summed over all links, in percent of
/// the sum of all loads. Uniform traffic.
fn imbalance(plan: &ChannelAssignment) -> u64 {
    let mut loads = vec![[0u64; 64]; plan.torus().link_slots()];
    for (source, route) in packets(&Placement::full(plan.torus()), plan.routing(), Ties::Plus) {
        plan.walk(source, &route).for_each(|(link, channel)| loads[link.index()][channel] += 1);
    }
    let spread = |of: &[u64; 64]| {
        let of = &of[..plan.count()];
        of.iter().map(|&one| (one * of.len() as u64).abs_diff(of.iter().sum())).sum::<u64>()
    };
    let total: u64 = loads.iter().flatten().sum();
    loads.iter().map(spread).sum::<u64>() * 100 / (total * plan.count() as u64)
}

/// The same on one ring of n nodes in direction `+`, if every run that does not wrap is split by `share`:
/// the number of packets out of 2 that are on bit 0.
fn imbalance_of_ring(n: usize, share: u64) -> u64 {
    let mut loads = vec![[0u64; 2]; n];
    for (start, end) in (0..n).flat_map(|start| (1..=n / 2).map(move |hops| (start, start + hops))) {
        for at in start..end {
            let even = if end < n { share } else { 2 * (at < n) as u64 };
            loads[at % n][0] += even;
            loads[at % n][1] += 2 - even;
        }
    }
    let total: u64 = loads.iter().flatten().sum();
    loads.iter().map(|of| of[0].abs_diff(of[1])).sum::<u64>() * 100 / total
}

/// The numbers that `channels` quotes: ours; all runs that do not wrap on one bit; taking turns; two planes
/// of datelines; 2, 3 and 4 planes of bubbles.
#[test]
fn both_channels_of_a_link_carry_their_part() {
    let table = [
        (5, (32, 86, 33, 39, [9, 13, 22])),
        (6, (31, 77, 38, 36, [0, 0, 17])),
        (7, (27, 80, 33, 29, [4, 6, 9])),
        (8, (28, 80, 37, 28, [0, 5, 0])),
        (9, (25, 82, 33, 25, [2, 0, 5])),
        (16, (22, 79, 35, 22, [0, 1, 0])),
        (17, (21, 81, 33, 21, [0, 1, 1])),
    ];
    for (n, wanted) in table {
        let torus = Torus::new(&[n, n]).unwrap();
        let plan = |rule, channels| ChannelAssignment::new(&torus, rule, Routing::Odr, channels).unwrap();
        let ours = imbalance(&plan(RingRule::Dateline, 2));
        let (one, turns) = (imbalance_of_ring(n as usize, 0), imbalance_of_ring(n as usize, 1));
        let four = imbalance(&plan(RingRule::Dateline, 4));
        let planes = [2, 3, 4].map(|planes| imbalance(&plan(RingRule::Bubble, planes)));
        assert_eq!((ours, one, turns, four, planes), wanted, "{torus}");
    }
}
