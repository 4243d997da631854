//! Compares links that are simulated all at once with links one by one, in every cycle. Rows are random, as
//! those of a damaged ROM may be: arrivals that go to two exits or to none, arrivals that nothing expects,
//! and offsets of a full turn and more.

use super::*;
use crate::cycle_model::exits::Target;
use crate::cycle_model::part::of_torus;
use crate::monitor::set_bits;
use torus_model::Random;

const TORI: &[&[u32]] = &[&[2], &[7], &[2, 3], &[4, 4], &[5, 13], &[3, 5, 2], &[2, 2, 2, 3]];
/// Cycles of a run, and the cycle with a reset.
const CYCLES: usize = 60;
const RESET: usize = 25;

/// A row in which every exit takes an arrival, an injection, or nothing.
fn row(torus: &Torus, random: &mut Random) -> Row {
    let ports: Vec<usize> = torus.ports().map(|port| port.index()).collect();
    let mut row = Row::idle(torus);
    for target in ports.iter().flat_map(|&port| [Target::Link(port), Target::Ejection(port)]) {
        match random.below(4) {
            0 => {
                let turns = |&n: &u32| random.below(n as usize + 2) as u32;
                row.injected.push((target, torus.dims().iter().map(turns).collect()));
            }
            1 => {}
            _ => row.passed_on[ports[random.below(ports.len())]].push(target),
        }
    }
    ports.iter().for_each(|&port| row.expected[port] = random.below(20) > 0);
    row
}

/// What is visible in a cycle: links in use, the messages on them, those that are ejected, by local port, and
/// the nodes with an error.
type Seen = (Vec<usize>, Vec<(usize, Ends)>, Vec<(u32, u32, Ends)>, Vec<usize>);

fn run(links: &mut dyn SlotLinks, rows: &[Row], network: &Network) -> Vec<Seen> {
    let mut bench = Bench::new(network);
    let cycle = |(cycle, row): (usize, &Row)| {
        if cycle == RESET {
            links.clear();
        }
        links.route(row, &mut bench, network);
        inject(row, links, &mut bench, network);
        links.flip();
        let mut ejected: Vec<_> =
            bench.ejected.drain(..).map(|one| (one.local_port, one.node, one.load)).collect();
        ejected.sort_by_key(|(local_port, ..)| *local_port);
        (set_bits(links.valid()).collect(), links.loads(), ejected, bench.errors.nodes())
    };
    rows.iter().enumerate().map(cycle).collect()
}

#[test]
fn all_links_at_once_are_as_links_one_by_one() {
    let mut random = Random::new(11);
    for dims in TORI {
        let torus = Torus::new(dims).unwrap();
        let nodes: Vec<_> = torus.nodes().collect();
        let network = of_torus(&torus, &nodes, PortModel::AllPort);
        let mut ejected = 0;
        for _ in 0..20 {
            let rows: Vec<Row> = (0..CYCLES).map(|_| row(&torus, &mut random)).collect();
            let each = run(&mut EachLink::new(&torus, &network, None), &rows, &network);
            let together = run(&mut Together::new(&torus), &rows, &network);
            for (cycle, (each, together)) in each.iter().zip(&together).enumerate() {
                assert_eq!(together, each, "{torus}, cycle {cycle}");
            }
            ejected += each.iter().map(|seen| seen.2.len()).sum::<usize>();
        }
        assert!(ejected > 1000, "{torus}: {ejected}");
    }
}
