//! Random traffic in a few networks: all packets arrive, every link carries the flits of its packets, no
//! error.
//!
//! State space: six networks of all rules, port models, routings, placements and lengths. Parameters:
//! pattern, rate, burst and length from a seed, which is printed if a run fails. Rates go up to the largest
//! possible one, so most networks saturate in some runs.

use crate::common::buffered::Net;
use rayon::prelude::*;
use torus_gen::Description;
use torus_model::{Placement, Random};

const SEEDS: u64 = 12;

/// One of a list.
fn draw<T: Copy>(random: &mut Random, list: &[T]) -> T {
    list[random.below(list.len())]
}

/// Options of `torusgen sim`. `patterns`: those of the network; `lengths`: those that the rule allows.
fn words(seed: u64, patterns: &[&str], lengths: &[&str]) -> String {
    let random = &mut Random::new(seed);
    let (pattern, length) = (draw(random, patterns), draw(random, lengths));
    let (rate, burst) = (draw(random, &["0.01", "0.1", "0.3", "0.5"]), draw(random, &["1", "3", "20"]));
    let window = format!("--warmup {} --measure {}", random.below(200), 1 + random.below(400));
    format!("--traffic {pattern} --rate {rate} --burst {burst} --length {length} {window}")
}

fn green(net: &Net, what: &str, patterns: &[&str], lengths: &[&str]) {
    let mut sent = 0;
    for seed in 0..SEEDS {
        let words = words(seed, patterns, lengths);
        let found = net.simulate(&words, seed);
        assert!(found.matches(), "{what} {words}, seed {seed}: {:?}", found.mismatches);
        assert_eq!((found.delivered, &found.link_counts), (found.expected, &found.expected_counts));
        assert!(found.figures.latency.mean >= found.figures.network_latency.mean, "{what} {words} {seed}");
        sent += found.expected;
    }
    assert!(sent > 500, "{what}: only {sent} packets in all runs");
}

#[test]
fn random_traffic() {
    let (some, square) =
        (&["uniform", "neighbour", "hotspot:percent=60"][..], &["uniform", "transpose", "tornado"][..]);
    let (one, mixed, three) = (&["1"][..], &["1", "4", "1-4", "2-3"][..], &["3"][..]);
    let table = [
        ("2 --ports one --channels 2 --depth 1", some, one),
        ("3x5 --flits 4 --depth 3", some, mixed),
        ("5x3 --ports one --deadlock bubble --flits 3", some, three),
        ("4x4 --placement linear --ports one --flits 4 --depth 2", &["uniform", "complement"], mixed),
        ("4x4 --routing udr --deadlock bubble --ports one --flits 3 --depth 7", square, three),
        ("3x2x4 --ports one --ties parity --channels 2", some, one),
        ("3x5 --flits 4 --depth 3 --pipeline 2", some, mixed),
        ("4x4 --routing udr --deadlock bubble --ports one --flits 3 --depth 7 --pipeline 2", square, three),
    ];
    table
        .into_par_iter()
        .for_each(|(dims, patterns, lengths)| green(&Net::new(dims), dims, patterns, lengths));
}

/// Two processors far from each other on a torus without symmetry, with and without local ports for all
/// ports.
#[test]
fn two_processors_only() {
    for ports in ["one", "all"] {
        let options = crate::common::buffered::options(&format!("3x4 --ports {ports} --flits 2"));
        let mut asked = Description::new(&options).unwrap();
        let torus = asked.base.torus().clone();
        let nodes: Vec<_> = [0, 7].map(|node| torus.node_at(node).unwrap()).to_vec();
        asked.base.placement = Placement::listed(&torus, &nodes).unwrap();
        let net = Net::of(asked);
        green(&net, ports, &["uniform", "complement"], &["1", "2", "1-2"]);
        let found = net.simulate("--traffic all-to-all", 1);
        assert_eq!((found.differences(), found.delivered), (0, 2));
    }
}
