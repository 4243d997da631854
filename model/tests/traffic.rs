//! Words of UDR, tie rules and their loads, traffic patterns, injection, traces, counts and bounds.
//!
//! State space: any torus and placement, every pattern. Table: the ugly sizes (radix 2, odd, even, not a
//! power of two, unequal, one dimension, two processors). The oracle walks every packet on plain coordinates.

mod oracle;

use num_rational::Ratio;
use proptest::prelude::*;
use torus_model::route::{ordered_word, ordered_word_with, random_order, udr_copies, udr_words};
use torus_model::traffic::{
    all_to_all, expected_loads, link_flits, parse_trace, saturation, Destinations, Injection, Lengths, Order,
    Packet, Pattern, Traffic,
};
use torus_model::PortModel;
use torus_model::{Error, Loads, NodeId, Placement, Random, Routing, Ties, Torus};

const DIMS: &[&[u32]] = &[
    &[2],
    &[5],
    &[6],
    &[2, 2],
    &[3, 2],
    &[4, 4],
    &[6, 6],
    &[8, 8],
    &[5, 5],
    &[4, 6],
    &[2, 2, 2],
    &[4, 4, 4],
    &[2, 3, 4],
    &[3, 2, 4, 2],
    &[3, 3, 3, 3],
];

fn torus(dims: &[u32]) -> Torus {
    Torus::new(dims).unwrap()
}

/// Placements of every kind that a torus has.
fn placements(dims: &[u32]) -> Vec<Placement> {
    let torus = torus(dims);
    let mut all = vec![Placement::full(&torus)];
    all.extend(Placement::linear(&torus, None, 1));
    all.extend(Placement::multilinear(&torus, None, 2));
    let ends: Vec<NodeId> = [0, torus.len() - 1].iter().map(|&id| torus.node_at(id).unwrap()).collect();
    all.extend(Placement::listed(&torus, &ends));
    all
}

#[test]
fn copies_of_udr_words_make_the_exact_loads() {
    for placement in DIMS.iter().flat_map(|dims| placements(dims)) {
        let torus = placement.torus();
        let mut counts = vec![0; torus.link_slots()];
        for &source in placement.processors() {
            for offset in placement.offsets(source) {
                let (words, copies) = udr_copies(torus, &offset).unwrap();
                let links = words.iter().flat_map(|word| word.links(torus, source));
                links.for_each(|link| counts[link.index()] += copies);
            }
        }
        assert_eq!(
            counts,
            Loads::new(&placement, Routing::Udr).unwrap().numerators(),
            "{placement} on {torus}"
        );
    }
}

#[test]
fn udr_words_are_all_orders_and_a_random_one_is_one_of_them() {
    let torus = torus(&[4, 5, 2]);
    let texts = |offset: &[u32]| udr_words(&torus, offset).iter().map(|w| w.to_string()).collect::<Vec<_>>();
    assert_eq!(texts(&[2, 0, 1]), ["aac", "caa"]);
    assert_eq!(texts(&[3, 1, 1]), ["Abc", "Acb", "bAc", "bcA", "cAb", "cbA"]);
    assert_eq!(texts(&[0, 4, 0]), ["B"]);
    let (word, mut random, mut seen) = (ordered_word(&torus, &[3, 1, 1]), Random::new(1), [0; 6]);
    for _ in 0..6000 {
        let one = random_order(&word, &mut random).to_string();
        seen[texts(&[3, 1, 1]).iter().position(|text| *text == one).unwrap()] += 1;
    }
    assert!(seen.iter().all(|&times| (850..1150).contains(&times)), "{seen:?}");
}

/// Loads of ODR by walking every pair, a tie going up from even coordinates and down from odd ones.
fn parity_loads(dims: &[u32], processors: &[NodeId]) -> Vec<u64> {
    let mut loads = vec![0; oracle::size(dims) * 2 * dims.len()];
    for (p, q) in processors.iter().flat_map(|p| processors.iter().map(move |q| (p, q))) {
        let (mut at, to) = (oracle::coordinates(dims, p.index()), oracle::coordinates(dims, q.index()));
        for i in 0..dims.len() {
            let (n, start) = (dims[i], at[i]);
            let up = (to[i] + n - start) % n;
            let goes_up = 2 * up < n || (2 * up == n && (start % 2 == 0 || n == 2));
            while at[i] != to[i] {
                loads[oracle::id(dims, &at) * 2 * dims.len() + 2 * i + usize::from(!goes_up)] += 1;
                at[i] = if goes_up { (at[i] + 1) % n } else { (at[i] + n - 1) % n };
            }
        }
    }
    loads
}

#[test]
fn ties_by_parity_equal_the_naive_walk() {
    for placement in DIMS.iter().flat_map(|dims| placements(dims)) {
        let (torus, dims) = (placement.torus(), placement.torus().dims());
        let naive = parity_loads(dims, placement.processors());
        assert_eq!(Loads::ordered(&placement, Ties::Parity).numerators(), naive, "{placement} on {torus}");
        let plus = Loads::ordered(&placement, Ties::Plus);
        assert_eq!(plus, Loads::new(&placement, Routing::Odr).unwrap());
        let mut counts = vec![0; torus.link_slots()];
        for &source in placement.processors() {
            for offset in placement.offsets(source) {
                let word = ordered_word_with(torus, source, &offset, Ties::Parity);
                assert!(word.is_shortest(torus));
                assert_eq!(torus.offset(source, word.end(torus, source)), offset);
                word.links(torus, source).for_each(|link| counts[link.index()] += 1);
            }
        }
        assert_eq!(counts, naive, "words, {placement} on {torus}");
    }
}

#[test]
fn maxima_with_both_tie_rules() {
    let table: &[(&[u32], u64, u64)] = &[
        (&[4, 4], 12, 8),
        (&[6, 6], 36, 30),
        (&[8, 8], 80, 64),
        (&[5, 5], 15, 15),
        (&[4, 6], 24, 20),
        (&[2, 2], 2, 2),
        (&[16, 16, 16], 9216, 8192),
    ];
    for &(dims, plus, parity) in table {
        let full = Placement::full(&torus(dims));
        let maxima = [Ties::Plus, Ties::Parity].map(|ties| Loads::ordered(&full, ties).e_max().to_integer());
        assert_eq!(maxima, [plus, parity], "{dims:?}");
    }
}

fn full(dims: &[u32]) -> Placement {
    Placement::full(&torus(dims))
}

fn destinations(placement: &Placement, pattern: &str) -> Result<Destinations, Error> {
    Ok(Destinations::new(placement, pattern.parse()?)?)
}

/// Node ids of all destinations, a silent processor's its own.
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
    for placement in DIMS.iter().flat_map(|dims| placements(dims)) {
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

#[test]
fn refusals_of_patterns() {
    let two =
        Placement::listed(&torus(&[4, 4]), &[0, 5].map(|id| torus(&[4, 4]).node_at(id).unwrap())).unwrap();
    let table: &[(Placement, &str, &str)] = &[
        (
            full(&[4, 6]),
            "transpose",
            "the pattern transpose was asked for on 4x6; it needs radices that are the same in reverse \
             order: use a torus like 4x4 or 4x6x4, or another pattern",
        ),
        (
            full(&[3, 4]),
            "shuffle",
            "the pattern shuffle was asked for with 12 processors; it moves the bits of their numbers and \
             needs a power of two: place 8 or 16, or use another pattern",
        ),
        (
            two.clone(),
            "tornado",
            "the pattern tornado sends from (1,1) to (2,2), which has no processor; every destination needs \
             one: place one there, or use another pattern",
        ),
        (
            full(&[2, 2]),
            "tornado",
            "the pattern tornado sends every processor of 2x2 to itself, so nobody sends; at least one has \
             to: use another pattern",
        ),
        (
            two,
            "hotspot:at=2",
            "a hotspot at processor 2 was asked for; there are 2, counted from 0: give at= a number below 2",
        ),
        (
            full(&[2]),
            "hotspot:percent=101",
            "the traffic pattern \"hotspot:percent=101\" is not known; allowed are uniform, transpose, \
             tornado, neighbour, complement, reverse, shuffle and hotspot[:percent=1..100][:at=PROCESSOR]: \
             use one of these",
        ),
    ];
    for (placement, pattern, message) in table {
        assert_eq!(destinations(placement, pattern).unwrap_err().to_string(), *message);
    }
    for name in ["uniform", "transpose", "tornado", "neighbour", "complement", "reverse", "shuffle"] {
        assert_eq!(name.parse::<Pattern>().unwrap().to_string(), name);
    }
    assert_eq!("hotspot".parse::<Pattern>().unwrap().to_string(), "hotspot:percent=20:at=0");
    for text in ["", "hotspot:at", "hotspot:at=1:at=2", "hotspot:percent=0", "spot", "uniform:at=1"] {
        assert_eq!(text.parse::<Pattern>().unwrap_err().text, text);
    }
    assert_eq!(
        "far".parse::<Order>().unwrap_err().to_string(),
        "the order \"far\" is not known; allowed are offset, random and farthest: use one of these"
    );
    assert_eq!(
        Lengths::new(2, 9, 8).unwrap_err().to_string(),
        "packets of 2 to 9 flits were asked for; the network takes 1 to 8, the first number not above the \
         second: change them, or raise the limit"
    );
    assert!(
        Lengths::new(0, 1, 8).is_err() && Lengths::new(3, 2, 8).is_err() && Lengths::new(1, 8, 8).is_ok()
    );
}

#[test]
fn an_exchange_sends_to_everybody_once() {
    for placement in DIMS.iter().flat_map(|dims| placements(dims)).filter(|p| p.len() < 70) {
        let torus = placement.torus();
        for order in [Order::Offset, Order::Random, Order::Farthest] {
            assert_eq!(order.to_string().parse(), Ok(order));
            let packets = all_to_all(&placement, order, 3, 5);
            assert_eq!(packets, all_to_all(&placement, order, 3, 5));
            let mut pairs: Vec<_> = packets.iter().map(|p| (p.source, p.destination)).collect();
            for turn in pairs.chunks(placement.len()) {
                assert!(
                    turn.iter().map(|pair| &pair.0).eq(placement.processors()),
                    "one packet of each source"
                );
            }
            if order == Order::Farthest {
                let hops =
                    |pair: &(NodeId, NodeId)| ordered_word(torus, &torus.offset(pair.0, pair.1)).hops();
                let of_first: Vec<_> = pairs.iter().step_by(placement.len()).map(hops).collect();
                assert!(of_first.is_sorted_by(|a, b| a >= b));
            }
            pairs.sort();
            pairs.dedup();
            assert_eq!(pairs.len(), placement.len() * (placement.len() - 1));
            assert!(pairs.iter().all(|(from, to)| from != to));
            let words = packets
                .iter()
                .map(|p| (p.source, ordered_word(torus, &torus.offset(p.source, p.destination)), p.flits));
            let three: Vec<u64> =
                Loads::new(&placement, Routing::Odr).unwrap().numerators().iter().map(|n| 3 * n).collect();
            assert_eq!(link_flits(torus, words), three);
        }
    }
}

fn drawn(traffic: &Traffic, seed: u64, cycles: u64) -> Vec<Packet> {
    traffic.packets(seed).take_while(|packet| packet.cycle < cycles).collect()
}

#[test]
fn both_processes_make_the_rate_asked_for() {
    let placement = full(&[3, 5]);
    let (cycles, rate) = (40_000, Ratio::new(3, 10));
    for (injection, lengths) in [
        (Injection::Bernoulli, Lengths::new(1, 1, 8)),
        (Injection::Bernoulli, Lengths::new(1, 4, 8)),
        (Injection::Bursty { burst: 1 }, Lengths::new(4, 4, 8)),
        (Injection::Bursty { burst: 10 }, Lengths::new(2, 5, 8)),
    ] {
        let to = destinations(&placement, "uniform").unwrap();
        let traffic = Traffic::new(to, injection, rate, lengths.clone().unwrap()).unwrap();
        let packets = drawn(&traffic, 7, cycles);
        assert_eq!(packets, drawn(&traffic, 7, cycles));
        assert_ne!(packets, drawn(&traffic, 8, cycles));
        assert!(packets.is_sorted_by_key(|packet| (packet.cycle, packet.source)));
        assert!(packets.iter().all(|p| p.source != p.destination));
        let flits: u64 = packets.iter().map(|packet| packet.flits as u64).sum();
        let expected = 3 * cycles * 15 / 10;
        assert!(flits.abs_diff(expected) * 20 < expected, "{injection:?} {lengths:?}: {flits} of {expected}");
    }
}

/// Between two packets of one flit lies one cycle in a burst; the mean burst is as long as asked.
#[test]
fn bursts_are_as_long_as_asked_for() {
    let to = destinations(&full(&[2]), "neighbour").unwrap();
    let (lengths, bursty) = (Lengths::new(1, 1, 1).unwrap(), Injection::Bursty { burst: 8 });
    let traffic = Traffic::new(to, bursty, Ratio::new(1, 4), lengths).unwrap();
    let cycles: Vec<u64> =
        drawn(&traffic, 3, 200_000).iter().filter(|p| p.source.index() == 0).map(|p| p.cycle).collect();
    let bursts = cycles.chunk_by(|a, b| a + 1 == *b).count();
    let mean = cycles.len() as f64 / bursts as f64;
    assert!((7.5..8.8).contains(&mean), "{mean}");
}

/// The packets of a processor do not depend on who else there is.
#[test]
fn streams_belong_to_nodes() {
    let torus = torus(&[4, 4]);
    let nodes = |ids: &[usize]| ids.iter().map(|&id| torus.node_at(id).unwrap()).collect::<Vec<_>>();
    let of_five = |ids: &[usize]| {
        let placement = Placement::listed(&torus, &nodes(ids)).unwrap();
        let to = destinations(&placement, "hotspot:percent=100").unwrap();
        let traffic =
            Traffic::new(to, Injection::Bernoulli, Ratio::new(1, 5), Lengths::new(1, 3, 4).unwrap()).unwrap();
        let packets = drawn(&traffic, 1, 500).into_iter().filter(|packet| packet.source.index() == 5);
        packets.map(|packet| (packet.cycle, packet.flits)).collect::<Vec<_>>()
    };
    assert_eq!(of_five(&[0, 5]), of_five(&[0, 3, 5, 9]));
    assert!(of_five(&[0, 5]).len() > 20);
}

#[test]
fn rates_have_their_limits() {
    let traffic = |injection, rate, least, most| {
        let to = destinations(&full(&[4]), "uniform").unwrap();
        Traffic::new(to, injection, rate, Lengths::new(least, most, 8).unwrap())
    };
    let bursty = Injection::Bursty { burst: 2 };
    assert!(traffic(Injection::Bernoulli, Ratio::new(5, 2), 1, 4).is_ok());
    assert!(traffic(bursty, Ratio::new(5, 6), 1, 4).is_ok());
    assert_eq!(
        traffic(bursty, Ratio::new(6, 7), 1, 4).unwrap_err().to_string(),
        "a rate of 6/7 flits per cycle and processor was asked for; packets of this length and these bursts \
         make more than 0 and up to 5/6: change the rate, or make packets or bursts longer"
    );
    assert!(traffic(Injection::Bernoulli, Ratio::from_integer(0), 1, 1).is_err());
    assert!(traffic(Injection::Bernoulli, Ratio::new(11, 10), 1, 1).is_err());
}

#[test]
fn traces_are_read_and_refused_by_line() {
    let torus = torus(&[3, 4]);
    let placement = Placement::listed(&torus, &[0, 5, 11].map(|id| torus.node_at(id).unwrap())).unwrap();
    let packets =
        parse_trace(&placement, 4, "# cycle source destination length\n\n0 0 5 1\n7 11 0 4 # long\n7 5 11 2");
    let read: Vec<_> = packets
        .unwrap()
        .iter()
        .map(|p| (p.cycle, p.source.index(), p.destination.index(), p.flits))
        .collect();
    assert_eq!(read, [(0, 0, 5, 1), (7, 11, 0, 4), (7, 5, 11, 2)]);
    assert_eq!(parse_trace(&placement, 4, ""), Ok(Vec::new()));
    let table = [
        (
            "0 0 5",
            "a line holds four numbers, cycle, source, destination and length: correct it, or start it with \
             # to leave it out",
        ),
        (
            "0 0 5 -1",
            "a line holds four numbers, cycle, source, destination and length: correct it, or start it with \
             # to leave it out",
        ),
        ("0 0 12 1", "there is no node 12; nodes are 0 to 11: correct the id"),
        (
            "0 4 5 1",
            "node 4 has no processor; packets go between the 3 processors of the placement: correct the id, \
             or place one there",
        ),
        ("3 0 5 5", "a packet of 5 flits; allowed are 1 to 4: split it, or raise the limit"),
        ("3 0 5 0", "a packet of 0 flits; allowed are 1 to 4: split it, or raise the limit"),
        ("0 5 5 1", "node 5 sends to itself; a packet goes to another processor: leave the line out"),
        ("2 0 5 1", "cycle 2 comes after cycle 3; cycles never decrease: sort the lines"),
    ];
    for (line, problem) in table {
        let error = parse_trace(&placement, 4, &format!("3 0 5 1\n\n{line} # here\n")).unwrap_err();
        let wanted = format!("line 3 of the trace reads {line:?}: {problem}");
        assert_eq!(error.to_string(), wanted);
    }
}

/// Expected loads against every pair walked with its probability.
fn assert_expected(placement: &Placement, pattern: &str) {
    let Ok(to) = destinations(placement, pattern) else { return };
    let (torus, dims) = (placement.torus(), placement.torus().dims());
    let others = placement.len() as u64 - 1;
    let share = |p: usize, q: usize| match to.pattern() {
        Pattern::Uniform => Ratio::new(1, others),
        Pattern::Hotspot { at, .. } if p == at => Ratio::new(1, others),
        Pattern::Hotspot { percent, at } => {
            Ratio::new(100 - percent as u64, 100 * others)
                + Ratio::new(percent as u64 * u64::from(q == at), 100)
        }
        _ => Ratio::from_integer(u64::from(to.only(p) == Some(to.processors()[q]))),
    };
    let orders = [vec![(0..dims.len()).collect()], oracle::orders(dims.len())];
    for (routing, orders) in [Routing::Odr, Routing::Udr].into_iter().zip(orders) {
        let mut naive = vec![Ratio::from_integer(0); torus.link_slots()];
        for (p, q) in (0..placement.len()).flat_map(|p| (0..placement.len()).map(move |q| (p, q))) {
            let x = |p: usize| oracle::coordinates(dims, placement.processors()[p].index());
            let part = if p == q { Ratio::from_integer(0) } else { share(p, q) / orders.len() as u64 };
            for link in orders.iter().flat_map(|order: &Vec<usize>| oracle::walk(dims, &x(p), &x(q), order)) {
                naive[link] += part;
            }
        }
        let loads = expected_loads(placement, &to, routing, Ties::Plus).unwrap();
        for link in torus.links() {
            assert_eq!(loads.load(link), naive[link.index()], "{pattern} {routing} {placement} on {torus}");
        }
    }
}

const PATTERNS: [&str; 9] = [
    "uniform",
    "transpose",
    "tornado",
    "neighbour",
    "complement",
    "reverse",
    "shuffle",
    "hotspot",
    "hotspot:percent=100:at=1",
];

#[test]
fn expected_loads_equal_the_naive_walk() {
    for placement in DIMS.iter().flat_map(|dims| placements(dims)).filter(|p| p.len() <= 64) {
        PATTERNS.iter().for_each(|pattern| assert_expected(&placement, pattern));
    }
}

/// Channel bounds of ODR: pattern, torus, bound with all ports, with one, with ties by parity and all ports.
#[test]
fn bounds_of_the_patterns() {
    let table: &[(&str, &[u32], &str, &str, &str)] = &[
        ("uniform", &[8, 8], "63/80", "63/80", "63/64"),
        ("uniform", &[4, 4, 4], "21/16", "1", "63/32"),
        ("transpose", &[8, 8], "1/4", "1/4", "1/4"),
        ("tornado", &[8, 8], "1/3", "1/3", "1/3"),
        ("neighbour", &[8, 8], "1", "1", "1"),
        ("complement", &[8, 8], "1/2", "1/2", "1/2"),
        ("hotspot:percent=10:at=0", &[8, 8], "35/152", "5/36", "35/144"),
    ];
    for &(pattern, dims, all, one, parity) in table {
        let (placement, text) = (full(dims), |bound: Ratio<u64>| bound.to_string());
        let to = destinations(&placement, pattern).unwrap();
        let loads = |ties| expected_loads(&placement, &to, Routing::Odr, ties).unwrap();
        let bound = |ties, ports| text(saturation(&loads(ties), &to, ports));
        let found = [
            bound(Ties::Plus, PortModel::AllPort),
            bound(Ties::Plus, PortModel::OnePort),
            bound(Ties::Parity, PortModel::AllPort),
        ];

        assert_eq!(found, [all, one, parity], "{pattern} on {dims:?}");
    }
}

proptest! {
    #[test]
    fn any_placement_and_pattern(
        dims in prop::collection::vec(2u32..6, 1..4),
        pick in prop::collection::vec(any::<prop::sample::Index>(), 2..9),
        pattern in prop::sample::select(&PATTERNS[..]),
    ) {
        let torus = torus(&dims);
        let mut nodes: Vec<NodeId> = pick.iter().map(|i| torus.node_at(i.index(torus.len())).unwrap()).collect();
        nodes.sort();
        nodes.dedup();
        prop_assume!(nodes.len() >= 2);
        let placement = Placement::listed(&torus, &nodes).unwrap();
        assert_expected(&placement, pattern);
        let naive = parity_loads(&dims, &nodes);
        let loads = Loads::ordered(&placement, Ties::Parity);
        prop_assert_eq!(loads.numerators(), naive);
    }

    #[test]
    fn packets_stay_within_their_limits(
        dims in prop::collection::vec(2u32..5, 1..4),
        least in 1u32..4,
        more in 0u32..4,
        burst in 1u32..6,
        seed in any::<u64>(),
    ) {
        let to = destinations(&full(&dims), "uniform").unwrap();
        let lengths = Lengths::new(least, least + more, 8).unwrap();
        let traffic = Traffic::new(to, Injection::Bursty { burst }, Ratio::new(1, 3), lengths).unwrap();
        for packet in drawn(&traffic, seed, 200) {
            prop_assert!(packet.source != packet.destination);
            prop_assert!((least..=least + more).contains(&packet.flits));
        }
    }
}
