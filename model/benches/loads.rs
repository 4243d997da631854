//! Loads by counting against the naive walk, on a size where both run, and the large sizes by counting alone.
//! Prints the ratio of the two in the same run, then criterion's measurements.
#![allow(missing_docs)] // The macro's function has none.

#[path = "../tests/common/oracle.rs"]
mod oracle;

use criterion::{criterion_group, criterion_main, Criterion};
use std::{hint::black_box, time::Instant};
use torus_model::PortModel;
use torus_model::{schedule::frame::odr_frame, Effort};
use torus_model::{Loads, Placement, Routing, Torus};

fn counted(placement: &Placement) -> Vec<u64> {
    Loads::new(placement, Routing::Odr).expect("ODR loads always fit").numerators().to_vec()
}

fn walked(placement: &Placement) -> Vec<u64> {
    let processors: Vec<usize> = placement.processors().iter().map(|node| node.index()).collect();
    oracle::odr_loads(placement.torus().dims(), &processors)
}

fn full(d: usize, k: u32) -> Placement {
    Placement::full(&Torus::homogeneous(d, k).expect("a valid torus"))
}

fn linear(d: usize, k: u32) -> Placement {
    Placement::linear(&Torus::homogeneous(d, k).expect("a valid torus"), None, 0).expect("all ones are units")
}

fn ratio() {
    let placement = full(3, 8);
    let start = Instant::now();
    let naive = black_box(walked(&placement));
    let walking = start.elapsed();
    let start = Instant::now();
    let loads = black_box(counted(&placement));
    let counting = start.elapsed();
    assert_eq!(naive, loads);
    println!(
        "loads of 8x8x8 full: the naive walk takes {:.0} x the counting",
        walking.as_secs_f64() / counting.as_secs_f64()
    );
}

fn loads(criterion: &mut Criterion) {
    ratio();
    let mut group = criterion.benchmark_group("loads");
    group.sample_size(10);
    group.bench_function("walk 8x8 full", |b| b.iter(|| walked(&full(2, 8))));
    group.bench_function("count 8x8 full", |b| b.iter(|| counted(&full(2, 8))));
    for (d, k) in [(2, 256), (3, 64), (4, 16)] {
        group.bench_function(format!("count {k}^{d} full"), |b| b.iter(|| counted(&full(d, k))));
        group.bench_function(format!("count {k}^{d} linear"), |b| b.iter(|| counted(&linear(d, k))));
    }
    group.finish();
}

fn frames(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("frames");
    group.sample_size(10);
    group.bench_function("10^4 linear", |b| {
        b.iter(|| odr_frame(&linear(4, 10), PortModel::AllPort, Effort::with_seed(1)))
    });
    group.bench_function("8^2 full", |b| {
        b.iter(|| odr_frame(&full(2, 8), PortModel::AllPort, Effort::with_seed(1)))
    });
    group.finish();
}

criterion_group!(benches, loads, frames);
criterion_main!(benches);
