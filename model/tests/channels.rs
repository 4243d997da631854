//! Virtual channels: header code, channels of runs, dependency graphs.
//!
//! State space: any torus, both rules, both routings, any number of planes. Table: the ugly sizes (radix 2,
//! odd, even, not a power of two, unequal, one dimension, two processors). The oracles are a bit-by-bit
//! reader of headers, naive enumeration of all packets, and exhaustive exploration of a small ring of
//! buffers.

mod oracle;

use proptest::prelude::*;
use torus_model::channel::Dependencies;
use torus_model::route::{ordered_word_with, orders};
use torus_model::Random;
use torus_model::{
    ChannelPlan, HeaderLayout, NodeId, Placement, Port, RingRule, Routing, Run, Ties, Torus, Word,
};

/// The header read back field by field, most significant last: `(cur, further runs with their channels)`.
fn decode(layout: &HeaderLayout, header: u128) -> (u32, Vec<(Run, usize)>) {
    let mut rest = header;
    let mut take = |bits: usize| {
        let field = rest % (1 << bits);
        rest >>= bits;
        field as usize
    };
    let cur = take(layout.hop_bits) as u32;
    let mut runs = Vec::new();
    for _ in 0..layout.runs {
        let present = take(1);
        let (port, channel) = (take(layout.port_bits), take(layout.channel_bits));
        let hops = take(layout.hop_bits) as u32 + 1;
        if present == 1 {
            runs.push((Run { port: Port::from_index(port), hops }, channel));
        }
    }
    assert_eq!(rest, 0, "bits beyond the layout");
    (cur, runs)
}

#[test]
fn headers_carry_the_channels_of_further_runs() {
    for (dims, word) in [
        (&[8u32, 8][..], "aaB"),
        (&[2, 2, 2], "cab"),
        (&[5, 3, 7], "AbCCC"),
        (&[4, 4, 4, 4], "ddBccA"),
        (&[9], "AAA"),
    ] {
        let (torus, word) = (Torus::new(dims).unwrap(), word.parse::<Word>().unwrap());
        for channels in 1..9 {
            let layout = HeaderLayout::with_channels(&torus, channels);
            for first in 0..channels {
                let of_run: Vec<usize> = (0..word.runs().len()).map(|r| (first + r) % channels).collect();
                let header = layout.encode_on(&word, &of_run);
                assert!(header < 1 << layout.width());
                let further: Vec<_> = word.runs().iter().copied().zip(of_run).skip(1).collect();
                assert_eq!(decode(&layout, header), (word.runs()[0].hops - 1, further), "{word} on {torus}");
            }
        }
    }
}

#[test]
fn one_channel_changes_no_header() {
    let torus = Torus::new(&[8, 8, 8]).unwrap();
    let layout = HeaderLayout::new(&torus);
    assert_eq!(layout, HeaderLayout::with_channels(&torus, 1));
    assert_eq!((layout.channel_bits, layout.width()), (0, 2 + 2 * 6));
    assert_eq!(layout.encode(&"aaBBBc".parse().unwrap()), 1 | (1 | 3 << 1 | 2 << 4) << 2 | (1 | 4 << 1) << 8);
}

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

/// Placements of every kind that a torus has: all nodes, (multi)linear ones, two nodes, every third.
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

/// Every packet of a placement: all pairs, all words of the routing.
fn packets(placement: &Placement, routing: Routing, ties: Ties) -> Vec<(NodeId, Word)> {
    let torus = placement.torus();
    let mut all = Vec::new();
    for &source in placement.processors() {
        for offset in placement.offsets(source) {
            let word = ordered_word_with(torus, source, &offset, ties);
            match routing {
                Routing::Odr => all.push((source, word)),
                Routing::Udr => all.extend(orders(&word).into_iter().map(|word| (source, word))),
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
    word: &Word,
    channels: &[usize],
) -> Vec<(usize, usize)> {
    let (mut at, mut walk) = (oracle::coordinates(dims, source), Vec::new());
    for (run, &first) in word.runs().iter().zip(channels) {
        let (i, mut channel) = (run.port.index() / 2, first);
        let (n, up) = (dims[i], run.port.index() % 2 == 0);
        for _ in 0..run.hops {
            walk.push((oracle::id(dims, &at) * 2 * dims.len() + run.port.index(), channel));
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
fn plans(torus: &Torus) -> Vec<ChannelPlan> {
    let mut all = Vec::new();
    for (rule, routing) in RULES.iter().flat_map(|&rule| ROUTINGS.map(|routing| (rule, routing))) {
        let least = ChannelPlan::least_channels(torus, rule, routing);
        all.extend((1..4).map(|planes| ChannelPlan::new(torus, rule, routing, planes * least).unwrap()));
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
            for (source, word) in packets(&Placement::full(&torus), plan.routing(), Ties::Parity) {
                let channels = plan.channels(source, &word);
                let walk: Vec<_> = plan.walk(source, &word).map(|(link, v)| (link.index(), v)).collect();
                assert_eq!(walk, naive_walk(dims, plan.rule(), source.index(), &word, &channels), "{word}");
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
fn four_thousand_nodes_are_free_of_circles() {
    for dims in [&[16u32, 16, 16][..], &[64, 64], &[4096], &[2, 2048], &[8, 8, 8, 8]] {
        let torus = Torus::new(dims).unwrap();
        let full = Placement::full(&torus);
        for (rule, routing) in RULES.iter().flat_map(|&rule| ROUTINGS.map(|routing| (rule, routing))) {
            let least = ChannelPlan::least_channels(&torus, rule, routing);
            let plan = ChannelPlan::new(&torus, rule, routing, least).unwrap();
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

/// Without the dateline: every run stays on channel 0, and the ring closes.
#[test]
fn a_ring_without_dateline_is_named() {
    let torus = Torus::new(&[4]).unwrap();
    let plan = ChannelPlan::new(&torus, RingRule::Dateline, Routing::Odr, 2).unwrap();
    let walks = packets(&Placement::full(&torus), Routing::Odr, Ties::Plus)
        .into_iter()
        .map(|(source, word)| word.links(&torus, source).map(|link| (link, 0)).collect());
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
    let plan = ChannelPlan::new(&torus, RingRule::Bubble, Routing::Odr, 1).unwrap();
    let [up, right] = [Port::from_index(0), Port::from_index(2)];
    let word = |ports: [Port; 2]| Word::new(ports.map(|port| Run { port, hops: 1 }));
    // No channel waits for one that waits for it; but the ring of 1+ and that of 2+ through (0,0) do.
    let two = [(torus.node(&[3, 0]), word([up, right])), (torus.node(&[0, 1]), word([right, up]))];
    assert_eq!(Dependencies::new(&plan, two.clone()).check(), Ok(()));
    let back = [(torus.node(&[2, 0]), word([up, right])), (torus.node(&[3, 2]), word([right, up]))];
    assert_eq!(Dependencies::new(&plan, back.clone()).check(), Ok(()));
    let ring = [(torus.node(&[0, 3]), word([right, up])), (torus.node(&[3, 0]), word([up, right]))];
    assert_eq!(
        Dependencies::new(&plan, ring).check().unwrap_err().to_string(),
        "the virtual channels (3,0) 1+ channel 0 -> (0,0) 2+ channel 0 -> (0,3) 2+ channel 0 -> (0,0) 1+ \
         channel 0 -> (3,0) 1+ channel 0 wait for each other in a circle, so packets on them can block each \
         other for ever; without deadlock there is no circle: give more channels, or use the dateline rule"
    );
    let free = Dependencies::new(&plan, packets(&Placement::full(&torus), Routing::Udr, Ties::Plus));
    assert!(free.check().is_err(), "unordered words need classes");
}

#[test]
fn refusals_say_what_is_needed() {
    let torus = Torus::new(&[4, 4, 4]).unwrap();
    let refused =
        |rule, routing, channels| ChannelPlan::new(&torus, rule, routing, channels).unwrap_err().to_string();
    assert_eq!(
        refused(RingRule::Dateline, Routing::Odr, 3),
        "3 virtual channels were asked for; the dateline rule with odr routing in 3 dimensions needs a \
         multiple of 2, up to 64"
    );
    assert_eq!(
        refused(RingRule::Dateline, Routing::Udr, 4),
        "4 virtual channels were asked for; the dateline rule with udr routing in 3 dimensions needs a \
         multiple of 6, up to 64"
    );
    assert_eq!(
        refused(RingRule::Bubble, Routing::Odr, 0),
        "0 virtual channels were asked for; the bubble rule with odr routing in 3 dimensions needs a \
         multiple of 1, up to 64"
    );
    assert!(ChannelPlan::new(&torus, RingRule::Bubble, Routing::Odr, 65).is_err());
    assert!(ChannelPlan::new(&torus, RingRule::Bubble, Routing::Odr, 64).is_ok());
    assert_eq!(
        RingRule::Bubble.check_depth(7, 4).unwrap_err().to_string(),
        "buffers of 7 flits were asked for; the bubble rule with packets of up to 4 flits needs 8 or more"
    );
    assert_eq!(RingRule::Bubble.check_depth(8, 4), Ok(()));
    assert_eq!(RingRule::Dateline.check_depth(1, 4), Ok(()));
    assert!(RingRule::Dateline.check_depth(0, 1).is_err());
    assert_eq!(
        "torus".parse::<RingRule>().unwrap_err().to_string(),
        "the ring rule \"torus\" is not known; allowed are dateline and bubble: use one of these"
    );
    assert_eq!(
        "minus".parse::<Ties>().unwrap_err().to_string(),
        "the tie rule \"minus\" is not known; allowed are plus and parity: use one of these"
    );
    for rule in RULES {
        assert_eq!(rule.to_string().parse(), Ok(rule));
    }
    for ties in [Ties::Plus, Ties::Parity] {
        assert_eq!(ties.to_string().parse(), Ok(ties));
    }
}

/// Difference of the two channels of a link in percent of its load, on average over all links: uniform
/// traffic.
fn imbalance(plan: &ChannelPlan) -> u64 {
    let mut loads = vec![[0u64; 64]; plan.torus().link_slots()];
    for (source, word) in packets(&Placement::full(plan.torus()), plan.routing(), Ties::Plus) {
        plan.walk(source, &word).for_each(|(link, channel)| loads[link.index()][channel] += 1);
    }
    let spread = |of: &[u64; 64]| {
        let of = &of[..plan.count()];
        of.iter().map(|&one| (one * of.len() as u64).abs_diff(of.iter().sum())).sum::<u64>()
    };
    let total: u64 = loads.iter().flatten().sum();
    loads.iter().map(spread).sum::<u64>() * 100 / (total * plan.count() as u64)
}

/// The same on one ring of n nodes in direction +, where every run that does not wrap splits as `share` says:
/// out of 2 packets so many on bit 0.
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
        let plan = |rule, channels| ChannelPlan::new(&torus, rule, Routing::Odr, channels).unwrap();
        let ours = imbalance(&plan(RingRule::Dateline, 2));
        let (one, turns) = (imbalance_of_ring(n as usize, 0), imbalance_of_ring(n as usize, 1));
        let four = imbalance(&plan(RingRule::Dateline, 4));
        let planes = [2, 3, 4].map(|planes| imbalance(&plan(RingRule::Bubble, planes)));
        assert_eq!((ours, one, turns, four, planes), wanted, "{torus}");
    }
}

/// A ring of buffers in one direction, packets moved whole: `(flits, hops left)`. What the bubble rule counts
/// decides whether it can block.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Credits {
    Flits,
    Packets,
}

struct Ring {
    buffers: Vec<std::collections::VecDeque<(usize, usize)>>,
    depth: usize,
    flits: usize,
    credits: Credits,
}

impl Ring {
    fn new(n: usize, depth: usize, flits: usize, credits: Credits) -> Self {
        Ring { buffers: vec![Default::default(); n], depth, flits, credits }
    }

    /// Room for `packets` packets of the greatest length.
    fn room(&self, buffer: usize, packets: usize) -> bool {
        let held = &self.buffers[buffer];
        match self.credits {
            Credits::Flits => held.iter().map(|p| p.0).sum::<usize>() + packets * self.flits <= self.depth,
            Credits::Packets => held.len() + packets <= self.depth / self.flits,
        }
    }

    fn inject(&mut self, buffer: usize, packet: (usize, usize)) -> bool {
        let may = self.room(buffer, 2);
        may.then(|| self.buffers[buffer].push_back(packet));
        may
    }

    /// The head of a buffer leaves the ring or goes on.
    fn serve(&mut self, buffer: usize) -> bool {
        let next = (buffer + 1) % self.buffers.len();
        match self.buffers[buffer].front() {
            None => false,
            Some((_, 0)) => self.buffers[buffer].pop_front().is_some(),
            Some(&(flits, hops)) => {
                let may = self.room(next, 1);
                may.then(|| self.buffers[buffer].pop_front());
                may.then(|| self.buffers[next].push_back((flits, hops - 1)));
                may
            }
        }
    }

    fn goes_on(&self, buffer: usize) -> bool {
        self.buffers[buffer].front().is_some_and(|packet| packet.1 > 0)
    }

    fn blocked(&self) -> bool {
        let n = self.buffers.len();
        let stuck = |b: usize| match self.buffers[b].front() {
            None => true,
            Some(&(_, hops)) => hops > 0 && !self.room((b + 1) % n, 1),
        };
        self.buffers.iter().any(|buffer| !buffer.is_empty()) && (0..n).all(stuck)
    }
}

/// Random injections and moves, up to `steps` of them: whether the ring blocks.
fn blocks(mut ring: Ring, steps: usize, seed: u64) -> bool {
    let (n, mut random) = (ring.buffers.len(), Random::new(seed));
    (0..steps).any(|_| {
        let buffer = random.below(n);
        match random.below(4) {
            0 | 1 => (ring.goes_on(buffer) || random.below(50) == 0) && ring.serve(buffer),
            _ => ring.inject(buffer, (1 + random.below(ring.flits), random.below(n / 2))),
        };
        ring.blocked()
    })
}

/// Six buffers of 2 F = 4 flits, room counted in flits. Two short packets and a long one fill buffer 5; then
/// every buffer, from 4 down, is filled by a packet of its own and one from behind; buffer 0 gets its own,
/// which leaves the bubble of two flits there; a short packet moves into it, and the bubble is one flit here
/// and one there.
#[test]
fn a_bubble_of_flits_breaks_in_two() {
    let mut ring = Ring::new(6, 4, 2, Credits::Flits);
    let mut enter_and_go_on = |buffer: usize, packet, next: Option<(usize, usize)>| {
        assert!(ring.inject(buffer, packet) && ring.serve(buffer));
        assert!(next.is_none_or(|next| ring.inject(buffer, next)));
    };
    enter_and_go_on(4, (1, 2), None);
    enter_and_go_on(4, (1, 2), None);
    enter_and_go_on(4, (2, 1), Some((2, 1)));
    (0..4).rev().for_each(|buffer| enter_and_go_on(buffer, (2, 1), Some((2, 1))));
    assert!(ring.serve(5) && ring.blocked());
    let free: Vec<usize> =
        ring.buffers.iter().map(|held| 4 - held.iter().map(|p| p.0).sum::<usize>()).collect();
    assert_eq!(free, [1, 0, 0, 0, 0, 1]);
}

/// Room counted in packets of the greatest length: no ring blocks, at any depth from 2 F.
#[test]
fn a_bubble_of_packets_lasts() {
    for (n, depth, flits) in
        [(4, 2, 1), (6, 4, 2), (6, 5, 2), (6, 6, 2), (7, 8, 4), (5, 9, 4), (8, 10, 3), (9, 4, 2)]
    {
        for seed in 1..4 {
            let ring = Ring::new(n, depth, flits, Credits::Packets);
            assert!(!blocks(ring, 300_000, seed), "{n} nodes, {depth} deep, {flits} flits, seed {seed}");
        }
    }
    assert!(
        blocks(Ring::new(6, 6, 2, Credits::Flits), 1_000_000, 1),
        "the same search finds flits that block"
    );
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
        let channels = planes * ChannelPlan::least_channels(&torus, rule, routing);
        let plan = ChannelPlan::new(&torus, rule, routing, channels).unwrap();
        let swept = Dependencies::of_placement(&plan, &placement, ties);
        prop_assert!(swept == Dependencies::new(&plan, packets(&placement, routing, ties)));
        prop_assert_eq!(swept.check(), Ok(()));
    }
}
