//! The throughput of buffered networks in cycles and flits. These are not times, so they are the same on
//! every machine.
//!
//! The bound is 1 / the largest expected load of a link (`model/src/traffic/bound.rs`). The required numbers
//! are a little below the measured ones: 8x8 uniform 0.78 of its bound, tornado 0.985, 8x8x8 uniform 0.706;
//! the exchange takes 116 cycles.

use crate::common::buffered::Net;
use crate::common::stdout;
use num_rational::Ratio;
use std::fs;
use torus_gen::buffered::{TrafficOptions, Workload};

/// The accepted rate when the bound is offered, as a part of the bound.
fn share(net: &Net, pattern: &str, window: &str) -> f64 {
    let words = format!("--traffic {pattern} {window}");
    let options = crate::common::buffered::traffic(&words);
    let bound = Workload::new(net.packet_network(), &options, 1).unwrap().bound.unwrap();
    // A process makes a packet of one flit in a cycle at most, and decimals have nine places.
    let offered = bound.min(Ratio::from_integer(1));
    let (n, d) = (*offered.numer() as f64, *offered.denom() as f64);
    let options = TrafficOptions { rate: format!("{:.9}", n / d), ..options };
    let found = net.send(Workload::new(net.packet_network(), &options, 1).unwrap());
    assert!(found.matches(), "{pattern}: {:?}", found.mismatches);
    let share = found.figures.accepted / (n / d);
    println!(
        "{} {pattern}: accepted {:.4}, {share:.4} of the bound {bound}",
        net.torus(),
        found.figures.accepted
    );
    share
}

const SHORT: &str = "--warmup 1000 --measure 3000";

#[test]
fn uniform_and_tornado_on_8x8() {
    let net = Net::new("8x8 --ports one");
    let uniform = share(&net, "uniform", SHORT);
    assert!((0.70..=1.01).contains(&uniform), "{uniform}");
    let tornado = share(&net, "tornado", SHORT);
    assert!((0.95..=1.01).contains(&tornado), "{tornado}");
    let found = net.simulate("--traffic all-to-all:random", 1);
    println!("8x8 exchange in {} cycles", found.cycles);
    assert!(found.matches() && found.cycles <= 120, "{} cycles", found.cycles);
}

#[test]
fn uniform_on_8x8x8() {
    let uniform = share(&Net::new("8x8x8 --ports one"), "uniform", "--warmup 300 --measure 500");
    assert!((0.70..=1.02).contains(&uniform), "{uniform}");
}

/// Two runs on other numbers of threads: the same table, CSV, JSON and picture.
#[test]
fn sweeps_are_the_same_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let run = |format: &str, jobs: &str, svg: &str| {
        let svg = dir.path().join(svg);
        let words = "sweep --dims 8x8 --ports one --rates 0.2:0.6:0.2 --warmup 100 --measure 300";
        let more = ["--format", format, "--jobs", jobs, "--svg", svg.to_str().unwrap()];
        let printed = stdout(&words.split(' ').chain(more).collect::<Vec<_>>());
        (printed, fs::read_to_string(svg).unwrap())
    };
    for format in ["csv", "json", "text"] {
        let (one, two) = (run(format, "1", "one.svg"), run(format, "2", "two.svg"));
        assert_eq!(one, two, "{format}");
    }
    let (csv, svg) = run("csv", "2", "again.svg");
    let mut lines = csv.lines();
    let head = "rate,accepted,mean,p50,p99,max,network_mean,drained,match,";
    assert!(lines.next().unwrap().starts_with(head) && lines.clone().count() == 3, "{csv}");
    assert!(lines.all(|line| line.split(',').skip(7).take(2).eq(["true", "true"])), "{csv}");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}
