//! The channels of every walk, and the dependency graphs of placements against naive enumeration.

use crate::common::{oracle, ways::either_way};
use proptest::prelude::*;
use torus_model::channel::Dependencies;
use torus_model::route::{ordered_route_with, orders};
use torus_model::{
    ChannelAssignment, NodeId, Placement, Port, RingRule, Route, Routing, Segment, Ties, Torus,
};

const DIMS: &[&[u32]] = &[
    &[2],
    &[3],
    &[4],
    &[9],
    &[10],
    &[2, 2],
    &[2, 3],
    &[3, 2],
    &[4, 4],
    &[5, 3],
    &[4, 6],
    &[7, 7],
    &[2, 2, 2],
    &[3, 3, 3],
    &[2, 3, 4],
    &[5, 2, 3],
    &[2, 2, 2, 2],
];

fn node(torus: &Torus, id: usize) -> NodeId {
    torus.node_at(id).unwrap()
}

/// Placements of every kind that a torus has: all nodes, linear and multilinear ones, two nodes, every third
/// node.
fn placements(torus: &Torus) -> Vec<Placement> {
    let mut all = vec![Placement::full(torus)];
    all.extend(Placement::linear(torus, None, 1));
    all.extend(Placement::multilinear(torus, None, 2));
    let last = node(torus, torus.len() - 1);
    all.extend(Placement::listed(torus, &[node(torus, 0), last]));
    let third: Vec<_> = torus.nodes().filter(|node| node.index() % 3 == 1).collect();
    all.extend(Placement::listed(torus, &third));
    all
}

/// Every packet of a placement: all pairs, all routes of the routing.
pub fn packets(placement: &Placement, routing: Routing, ties: Ties) -> Vec<(NodeId, Route)> {
    let torus = placement.torus();
    let mut all = Vec::new();
    for &source in placement.processors() {
        for offset in placement.offsets(source) {
            let route = ordered_route_with(torus, source, torus.translate(source, &offset), ties);
            match routing {
                Routing::Odr => all.push((source, route)),
                Routing::Udr => all.extend(orders(&route).into_iter().map(|route| (source, route))),
            }
        }
    }
    all
}

/// The links with their channels, stepped one by one from coordinates, and the channels of the runs.
fn naive_walk(
    dims: &[u32],
    rule: RingRule,
    source: usize,
    route: &Route,
    channels: &[usize],
) -> Vec<(usize, usize)> {
    let (mut at, mut walk) = (oracle::coordinates(dims, source), Vec::new());
    for (segment, &first) in route.segments().iter().zip(channels) {
        let (i, mut channel) = (segment.port.index() / 2, first);
        let (n, up) = (dims[i], segment.port.index() % 2 == 0);
        for _ in 0..segment.hops {
            walk.push((oracle::id(dims, &at) * 2 * dims.len() + segment.port.index(), channel));
            let wrap = n > 2 && at[i] == if up { n - 1 } else { 0 };
            at[i] = (at[i] + if up { 1 } else { n - 1 }) % n;
            if rule == RingRule::Dateline && wrap && channel % 2 == 0 {
                channel += 1;
            }
        }
    }
    walk
}

const RULES: [RingRule; 2] = [RingRule::Dateline, RingRule::Bubble];
const ROUTINGS: [Routing; 2] = [Routing::Odr, Routing::Udr];

/// Every plan of up to three planes.
fn plans(torus: &Torus) -> Vec<ChannelAssignment> {
    let mut all = Vec::new();
    for (rule, routing) in RULES.iter().flat_map(|&rule| ROUTINGS.map(|routing| (rule, routing))) {
        let least = ChannelAssignment::least_channels(torus, rule, routing);
        all.extend(
            (1..4).map(|planes| ChannelAssignment::new(torus, rule, routing, planes * least).unwrap()),
        );
    }
    all
}

#[test]
fn every_walk_keeps_the_rule() {
    for dims in DIMS {
        let torus = Torus::new(dims).unwrap();
        for plan in plans(&torus) {
            let least = plan.count() / plan.planes();
            let bits = if plan.rule() == RingRule::Dateline { 2 } else { 1 };
            for (source, route) in packets(&Placement::full(&torus), plan.routing(), Ties::Parity) {
                let channels = plan.channels(source, &route);
                let walk: Vec<_> = plan.walk(source, &route).map(|(link, v)| (link.index(), v)).collect();
                assert_eq!(walk, naive_walk(dims, plan.rule(), source.index(), &route, &channels), "{route}");
                assert!(walk.iter().all(|&(_, v)| v / least == channels[0] / least && v < plan.count()));
                for (r, &channel) in channels.iter().enumerate() {
                    let class = if plan.routing() == Routing::Udr { r } else { 0 };
                    assert_eq!(channel % least / bits, class);
                }
            }
        }
    }
}

#[test]
fn the_sweep_equals_the_naive_enumeration() {
    for dims in DIMS {
        let torus = Torus::new(dims).unwrap();
        for placement in placements(&torus) {
            for plan in plans(&torus) {
                for ties in [Ties::Plus, Ties::Parity] {
                    let naive = Dependencies::new(&plan, packets(&placement, plan.routing(), ties));
                    let swept = Dependencies::of_placement(&plan, &placement, ties);
                    assert_eq!(swept.len(), naive.len(), "{plan:?} {placement} {ties}");
                    assert!(swept == naive, "{plan:?} {placement} {ties}");
                    assert_eq!(swept.check(), Ok(()), "{plan:?} {placement} {ties}");
                }
            }
        }
    }
}

#[test]
fn thousands_of_nodes_are_free_of_circles() {
    for dims in [&[16u32, 16, 16][..], &[64, 64], &[1024], &[2, 512], &[8, 8, 8, 8]] {
        let torus = Torus::new(dims).unwrap();
        let full = Placement::full(&torus);
        for (rule, routing) in RULES.iter().flat_map(|&rule| ROUTINGS.map(|routing| (rule, routing))) {
            let least = ChannelAssignment::least_channels(&torus, rule, routing);
            let plan = ChannelAssignment::new(&torus, rule, routing, least).unwrap();
            let begin = std::time::Instant::now();
            let graph = Dependencies::of_placement(&plan, &full, Ties::Plus);
            let swept = begin.elapsed();
            assert_eq!(graph.check(), Ok(()), "{torus} {rule} {routing}");
            println!(
                "{torus} {rule} {routing}: {} edges, {swept:?} + {:?}",
                graph.len(),
                begin.elapsed() - swept
            );
        }
    }
}

/// Packets that choose planes, channels and, where both are as short, ways round as they like: all choices
/// together.
#[test]
fn every_choice_of_channels_is_free_of_circles() {
    for dims in DIMS {
        let torus = Torus::new(dims).unwrap();
        for plan in plans(&torus) {
            let mut walks = Vec::new();
            let packets = packets(&Placement::full(&torus), plan.routing(), Ties::Plus).into_iter();
            let all = |(source, route)| {
                either_way(&torus, &route).into_iter().map(move |route| (source, route)).collect::<Vec<_>>()
            };
            for (source, route) in packets.flat_map(all) {
                let all: Vec<_> =
                    (0..plan.choices()).map(|choice| plan.channels_of(source, &route, choice)).collect();
                assert!(all.contains(&plan.channels(source, &route)), "{plan:?} {route}");
                for channels in all {
                    let walk = naive_walk(dims, plan.rule(), source.index(), &route, &channels);
                    let links = route.links(&torus, source).zip(walk);
                    walks.push(links.map(|(link, (_, channel))| (link, channel)).collect());
                }
            }
            assert_eq!(Dependencies::of_walks(&plan, walks).check(), Ok(()), "{plan:?}");
        }
    }
}

/// Without the dateline: every run stays on channel 0, and the ring closes.
#[test]
fn a_ring_without_dateline_is_named() {
    let torus = Torus::new(&[4]).unwrap();
    let plan = ChannelAssignment::new(&torus, RingRule::Dateline, Routing::Odr, 2).unwrap();
    let walks = packets(&Placement::full(&torus), Routing::Odr, Ties::Plus)
        .into_iter()
        .map(|(source, route)| route.links(&torus, source).map(|link| (link, 0)).collect());
    let graph = Dependencies::of_walks(&plan, walks);
    assert_eq!(
        graph.check().unwrap_err().to_string(),
        "the virtual channels (0) 1+ channel 0 -> (1) 1+ channel 0 -> (2) 1+ channel 0 -> (3) 1+ channel 0 \
         -> (0) 1+ channel 0 wait for each other in a circle, so packets on them can block each other for \
         ever; without deadlock there is no circle: give more channels, or use the dateline rule"
    );
}

/// The bubble keeps rings moving, not turns of any order on one channel.
#[test]
fn rings_that_wait_for_each_other_are_named() {
    let torus = Torus::new(&[4, 4]).unwrap();
    let plan = ChannelAssignment::new(&torus, RingRule::Bubble, Routing::Odr, 1).unwrap();
    let [up, right] = [Port::from_index(0), Port::from_index(2)];
    let route = |ports: [Port; 2]| Route::new(ports.map(|port| Segment { port, hops: 1 }));
    // No channel waits for one that waits for it; but the ring of 1+ and that of 2+ through (0,0) do.
    let two = [(torus.node(&[3, 0]), route([up, right])), (torus.node(&[0, 1]), route([right, up]))];
    assert_eq!(Dependencies::new(&plan, two.clone()).check(), Ok(()));
    let back = [(torus.node(&[2, 0]), route([up, right])), (torus.node(&[3, 2]), route([right, up]))];
    assert_eq!(Dependencies::new(&plan, back.clone()).check(), Ok(()));
    let ring = [(torus.node(&[0, 3]), route([right, up])), (torus.node(&[3, 0]), route([up, right]))];
    assert_eq!(
        Dependencies::new(&plan, ring).check().unwrap_err().to_string(),
        "the virtual channels (3,0) 1+ channel 0 -> (0,0) 2+ channel 0 -> (0,3) 2+ channel 0 -> (0,0) 1+ \
         channel 0 -> (3,0) 1+ channel 0 wait for each other in a circle, so packets on them can block each \
         other for ever; without deadlock there is no circle: give more channels, or use the dateline rule"
    );
    let free = Dependencies::new(&plan, packets(&Placement::full(&torus), Routing::Udr, Ties::Plus));
    assert!(free.check().is_err(), "unordered routes need classes");
}

proptest! {
    #[test]
    fn any_placement_is_swept_exactly(
        dims in prop::collection::vec(2u32..7, 1..4),
        pick in prop::collection::vec(any::<prop::sample::Index>(), 2..12),
        planes in 1usize..5,
        (rule, routing) in (prop::sample::select(&RULES[..]), prop::sample::select(&ROUTINGS[..])),
        ties in prop::sample::select(&[Ties::Plus, Ties::Parity][..]),
    ) {
        let torus = Torus::new(&dims).unwrap();
        let mut nodes: Vec<NodeId> = pick.iter().map(|i| node(&torus, i.index(torus.len()))).collect();
        nodes.sort();
        nodes.dedup();
        prop_assume!(nodes.len() >= 2);
        let placement = Placement::listed(&torus, &nodes).unwrap();
        let channels = planes * ChannelAssignment::least_channels(&torus, rule, routing);
        let plan = ChannelAssignment::new(&torus, rule, routing, channels).unwrap();
        let swept = Dependencies::of_placement(&plan, &placement, ties);
        prop_assert!(swept == Dependencies::new(&plan, packets(&placement, routing, ties)));
        prop_assert_eq!(swept.check(), Ok(()));
    }
}
