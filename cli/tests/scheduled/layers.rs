//! Tiles of networks that are larger than the cache: several clock edges in one pass over the nodes.
//!
//! State space: odd and even radices, one plane in a layer and more; full and linear placements; registers on
//! links, also uneven ones; routers that are set by the slot; a placement whose processors are so far apart
//! that layers would reach further than their neighbours; batches that end within a pass.

use crate::common::{emitted, experiment, scheduled};
use rayon::prelude::*;
use torus_gen::network::{Network, Scheduled};
use torus_gen::NetworkOptions;
use torus_sim::{Engine, Experiment, Report, Setup};

/// Radices, placement, switching, stages, and whether edges are made together.
const NETWORKS: [(&str, &str, &str, &str, bool); 5] = [
    ("16x16x16", "linear", "headers", "0", true),
    ("17x17x17", "linear", "headers", "1,0,2", true),
    ("8x8x8", "full", "headers", "0", true),
    ("9x9x9", "full", "slots", "1", true),
    ("48x48", "linear", "headers", "0", false),
];

fn network((dims, placement, switching, stages): (&str, &str, &str, &str)) -> Network<Scheduled> {
    let some = |text: &str| Some(text.to_string());
    scheduled(&NetworkOptions {
        dims: some(dims),
        placement: some(placement),
        switching: some(switching),
        link_stages: some(stages),
        ..NetworkOptions::default()
    })
}

/// The links in use in every cycle, and the report of an exchange.
fn seen(experiment: &Experiment, cached: usize) -> (Vec<Vec<u64>>, Report) {
    let run = Experiment { setup: Setup { cached, ..experiment.setup }, ..*experiment };
    (torus_sim::record(&run).expect("a recording"), torus_sim::run(&run).expect("a simulation"))
}

#[test]
fn edges_that_are_made_together_change_nothing() {
    NETWORKS.into_par_iter().for_each(|(dims, placement, switching, stages, together)| {
        let network = network((dims, placement, switching, stages));
        let dir = emitted(&network);
        experiment(&network, dir.path(), Engine::Tiles, |experiment| {
            let (record, report) = seen(experiment, usize::MAX);
            assert_eq!(report.timings.together, 1, "{dims}");
            let (also, other) = seen(experiment, report.timings.footprint * 7 / 8);
            assert_eq!(other.timings.together > 1, together, "{dims}");
            assert!(also == record, "{dims} {switching} {stages}: other links");
            assert!(report.matches() && other.matches(), "{dims}: {}{}", report.mismatches, other.mismatches);
            assert_eq!(other.link_counts, report.link_counts, "{dims}");
        });
    });
}
