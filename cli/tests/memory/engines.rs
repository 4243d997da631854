//! Networks with message memories on all engines, cycle by cycle, and their cycles against the formula.
//!
//! The fabric engine verilates the whole bench. The tile engine verilates a node of each shape and loads the
//! rows of its ROMs at run time. The model engine is a second description of the node, in Rust (more in
//! `model.rs`). Corners: radix 2, all ports and one, one class and sixteen, nodes without processor,
//! broadcast.

use crate::common::memory::{
    broadcast, emitted, experiment, network, partial, simulate, transposed, transposed_on,
};
use torus_gen::network::{Memory, Network};
use torus_model::collective::costs::Costs;
use torus_sim::{transpose::TransposeReport, Manifest};

fn assert_engines_agree(network: &Network<Memory>) {
    let dir = emitted(network);
    let record = |engine| experiment(network, dir.path(), engine, torus_sim::record).expect("a recording");
    let (fabric, tiles) = (record(torus_sim::Engine::Fabric), record(torus_sim::Engine::Tiles));
    assert!(
        record(torus_sim::Engine::Model) == tiles,
        "{}: the model engine shows other links",
        network.base.name
    );
    let name = format!("{} on {}", network.kind.plan.algorithm, network.base.name);
    assert_eq!(fabric.len(), tiles.len(), "{name}: cycles");
    for (cycle, (fabric, tiles)) in fabric.iter().zip(&tiles).enumerate() {
        assert_eq!(fabric, tiles, "{name}: link_valid in cycle {cycle}");
    }
    let used = fabric.iter().flatten().map(|word| u64::from(word.count_ones())).sum::<u64>();
    assert_eq!(u128::from(used), network.loads.total(), "{name}: every hop was seen");
    for engine in [torus_sim::Engine::Fabric, torus_sim::Engine::Tiles, torus_sim::Engine::Model] {
        let report = simulate(network, dir.path(), engine);
        assert!(report.matches(), "{name} on {engine:?}:\n{}", report.mismatches);
        assert_eq!(report.link_counts, network.loads.numerators(), "{name}");
    }
}

#[test]
fn exchanges_agree_in_every_cycle() {
    for (dims, algorithm) in [("2x3", "product-a2"), ("3x3", "table"), ("4x4", "suh-shin")] {
        assert_engines_agree(&network(dims, algorithm, 2));
    }
}

#[test]
fn broadcasts_and_partial_placements_agree_in_every_cycle() {
    assert_engines_agree(&broadcast("3x3", "1,2", 2));
    assert_engines_agree(&partial());
}

/// Cycles of the hardware: for each step, hops and flits of the longest worm and two more.
#[test]
fn combining_exchanges_take_the_cycles_of_the_formula() {
    let of_suh_shin = [(4, 78), (8, 410), (16, 2610)].map(|(n, slots)| (n, "suh-shin", slots));
    let of_divide = [(4, "divide-1", 161), (8, "divide-2", 1505)];
    for (n, algorithm, slots) in of_suh_shin.into_iter().chain(of_divide) {
        let network = network(&format!("{n}x{n}"), algorithm, 2);
        let of_phase = |phase: &torus_model::collective::Phase| {
            let hops = phase.sends.iter().map(|send| u64::from(send.route.hops())).max().unwrap();
            let blocks = phase.sends.iter().map(|send| send.blocks.len() as u64).max().unwrap();
            hops + blocks * 2 + 2
        };
        let sum: u64 = network.kind.plan.phases.iter().map(of_phase).sum();
        let costs = Costs::of(&network.kind.plan);
        assert_eq!(sum, costs.hops + 2 * costs.blocks + 2 * costs.startups, "{algorithm} on {n}");
        assert_eq!(sum, slots, "{algorithm} on {n}");
        let dir = emitted(&network);
        let latency = Manifest::read(dir.path()).unwrap().latency.unwrap();
        let report = simulate(&network, dir.path(), torus_sim::Engine::Tiles);
        assert!(report.matches(), "{algorithm} on {n}:\n{}", report.mismatches);
        // The last use of a link is three slots before the end of the last phase.
        let done = sum - 3 + u64::from(latency.makespan_to_done);
        assert_eq!(report.figures.completion, Some(done), "{algorithm} on {n}");
    }
}

/// Nodes are busy from the cycle after the start for all slots and one cycle more.
#[test]
fn random_data_are_transposed() {
    for network in
        [network("3x3", "table", 2), network("4x4", "suh-shin", 2), partial(), broadcast("3x3", "1,2", 2)]
    {
        let (dir, program) = (emitted(&network), &network.kind.program);
        let report = transposed(&network, dir.path());
        let model = transposed_on(&network, dir.path(), torus_sim::Engine::Model);
        assert!(model.matches() && !model.compiled, "{}:\n{}", network.kind.plan.algorithm, model.mismatches);
        let done = |report: &TransposeReport| (report.figures.loaded, report.expected, report.cycles);
        assert_eq!(done(&model), done(&report), "{}", network.kind.plan.algorithm);
        let places = |of: fn(&torus_model::collective::NodeProgram) -> usize| {
            program.of_processors().into_iter().map(of).sum::<usize>() as u64 * u64::from(program.flits)
        };
        assert!(report.matches(), "{}:\n{}", network.kind.plan.algorithm, report.mismatches);
        assert_eq!(report.cycles, u64::from(program.slots) + 1);
        assert_eq!(
            (report.figures.loaded, report.expected),
            (places(|c| c.load.len()), places(|c| c.results.len()))
        );
    }
}
