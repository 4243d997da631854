//! Loads by counting nodes against the naive walk, by classes of links against the counting of nodes, on
//! sizes where both run, and the large sizes alone. Prints the ratios in the same run, then criterion's
//! measurements.
#![allow(missing_docs)] // The macro's function has none.

#[path = "../tests/common/oracle.rs"]
mod oracle;

use criterion::{criterion_group, criterion_main, Criterion};
use std::{hint::black_box, time::Instant};
use torus_model::load::{ClassLoads, ExactLoads};
use torus_model::PortModel;
use torus_model::{schedule::frame::odr_frame, Effort};
use torus_model::{Loads, Placement, PlacementForm, Radices, Routing, Torus};

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

fn by_classes(form: &PlacementForm, routing: Routing) -> ClassLoads {
    ClassLoads::new(form, routing).expect("loads of 128 bits")
}

/// What a function finds, and the seconds that it takes.
fn timed<T>(find: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let found = black_box(find());
    (found, start.elapsed().as_secs_f64())
}

fn ratios() {
    let placement = full(3, 8);
    let (naive, walking) = timed(|| walked(&placement));
    let (loads, counting) = timed(|| counted(&placement));
    assert_eq!(naive, loads);
    println!("loads of 8x8x8 full: the naive walk takes {:.0} x the counting", walking / counting);
    for placement in [full(3, 128), linear(3, 128)] {
        for routing in [Routing::Odr, Routing::Udr] {
            let form = placement.closed_form().expect("a full or linear placement");
            let (classes, short) = timed(|| by_classes(form, routing));
            let (loads, long) = timed(|| Loads::new(&placement, routing).expect("loads of 63 bits"));
            let same = classes.links().zip(loads.links()).all(|(a, b)| a == b);
            assert!(same && classes.total() == loads.total(), "{placement} {routing}");
            println!(
                "loads of 128x128x128 {placement}, {routing}: counting nodes takes {long:.3} s, {:.0} x the \
                 classes",
                long / short
            );
        }
    }
}

fn loads(criterion: &mut Criterion) {
    ratios();
    let mut group = criterion.benchmark_group("loads");
    group.sample_size(10);
    group.bench_function("walk 8x8 full", |b| b.iter(|| walked(&full(2, 8))));
    group.bench_function("count 8x8 full", |b| b.iter(|| counted(&full(2, 8))));
    for (d, k) in [(2, 256), (3, 64), (4, 16)] {
        group.bench_function(format!("count {k}^{d} full"), |b| b.iter(|| counted(&full(d, k))));
        group.bench_function(format!("count {k}^{d} linear"), |b| b.iter(|| counted(&linear(d, k))));
    }
    for (d, k) in [(3, 128), (3, 1024), (8, 100)] {
        let radices = Radices::new(&vec![k; d]).expect("a valid torus");
        let forms = [Some(PlacementForm::full(&radices)), PlacementForm::linear(&radices, None, 0).ok()];
        for (form, routing) in forms.iter().flatten().flat_map(|f| [(f, Routing::Odr), (f, Routing::Udr)]) {
            let name = format!("classes {k}^{d} {form} {routing}");
            group.bench_function(name, |b| b.iter(|| by_classes(form, routing)));
        }
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
