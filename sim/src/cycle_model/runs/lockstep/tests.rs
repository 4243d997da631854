//! Compares classes that move together with messages that move one by one, in every cycle, in one process and
//! on ranks. Rows are random: with few messages, which seldom collide, and with many, which do.

use super::*;
use crate::cycle_model::image::{Group, Inject};
use crate::cycle_model::part::of_torus;
use crate::monitor::set_bits;
use crate::ranks::threads::on_threads;
use crate::ranks::{Block, Grid, InBlocks, Ranks};
use torus_model::{torus::NodeList, HeaderLayout, NodeId, PortModel, Random, Torus};

const TORI: &[&[u32]] = &[&[3], &[8], &[2, 3], &[4, 4], &[3, 5, 2], &[2, 2, 2], &[5, 13]];

/// Cycles of a batch, and the cycle with a reset.
const BATCH: usize = 10;
const RESET: usize = 30;

/// A message with any header, usually for a node that its offset does not name. An offset may be a full turn
/// or more, and sometimes the port does not exist.
fn message(torus: &Torus, random: &mut Random) -> Inject {
    let layout = HeaderLayout::new(torus);
    let mut ports: Vec<usize> = torus.ports().map(|port| port.index()).collect();
    if random.below(6) == 0 {
        ports = (0..=torus.port_slots()).filter(|port| !ports.contains(port)).collect();
    }
    let head = u128::from(random.bits()) & ((1 << layout.width().min(64)) - 1);
    let mut turns = |n: u32| if random.below(2) == 0 { n } else { random.below(n as usize + 2) as u32 };
    let offset = torus.dims().iter().map(|&n| turns(n)).collect();
    Inject { port: ports[random.below(ports.len())], head, offset }
}

/// All nodes, in one group or in two by the parity of their first coordinate.
fn groups(torus: &Torus, nodes: &[NodeId], random: &mut Random, most: usize) -> Vec<Group> {
    let parts = 1 + random.below(2) as u32;
    let of_part = |part: u32| -> Vec<NodeId> {
        nodes.iter().copied().filter(|&node| torus.coordinate(node, 0) % parts == part).collect()
    };
    let mut row = || (0..random.below(most + 1)).map(|_| message(torus, random)).collect();
    let groups = (0..parts)
        .map(of_part)
        .map(|nodes| Group { nodes: NodeList::new(torus, &nodes), rows: (0..6).map(|_| row()).collect() });
    groups.collect()
}

/// What is visible in a cycle, sorted: links in use, messages on links, those that are ejected, and the nodes
/// with an error. Numbers are those of the whole network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Seen {
    links: Vec<usize>,
    loads: Vec<(usize, Ends)>,
    ejected: Vec<[u32; 5]>,
    errors: Vec<usize>,
}

impl Seen {
    /// What ranks see together, cycle by cycle, in the order of nodes.
    fn of_ranks(all: Vec<Vec<Seen>>) -> Vec<Seen> {
        let cycle = |step: usize| {
            let mut seen = Seen::default();
            for one in all.iter().map(|all| &all[step]) {
                seen.links.extend(&one.links);
                seen.loads.extend(&one.loads);
                seen.ejected.extend(&one.ejected);
                seen.errors.extend(&one.errors);
            }
            seen.links.sort_unstable();
            seen.loads.sort_unstable_by_key(|(link, _)| *link);
            seen.ejected.sort_unstable();
            seen.errors.sort_unstable();
            seen
        };
        (0..all[0].len()).map(cycle).collect()
    }
}

/// A network with random turns and rows, and the rows that are sent.
struct Case {
    network: Network,
    turns: Vec<bool>,
    images: Images,
    ports: PortModel,
    rows: Vec<Option<usize>>,
}

impl Case {
    fn random(torus: &Torus, ports: PortModel, random: &mut Random, most: usize) -> Self {
        let every = 1 + random.below(2);
        let processors: Vec<NodeId> = torus.nodes().step_by(every).collect();
        let slots = torus.port_slots();
        let groups = groups(torus, &processors, random, most);
        Case {
            network: of_torus(torus, &processors, ports),
            turns: (0..slots * slots).map(|_| random.below(8) > 0).collect(),
            images: Images { torus: torus.clone(), groups, block: Block::whole(torus), slots: 6 },
            ports,
            rows: (0..60).map(|_| Some(random.below(9)).filter(|&row| row < 6)).collect(),
        }
    }

    fn router(&self, network: &Network) -> Router {
        Router::with_turns(self.turns.clone(), &self.images.torus, network, self.ports)
    }

    /// What is seen of messages that move one by one.
    fn naive(&self) -> Vec<Seen> {
        let mut each = Runs::new(self.router(&self.network), &self.network, None);
        self.run(&mut each, &self.images, &self.network).0
    }

    /// What is seen of classes, on a rank or in one process, and whether they were split up.
    fn together(&self, ranks: Option<&dyn Ranks>) -> (Vec<Seen>, bool) {
        let network = self.network.clone().cut(Block::of(&self.images.torus, ranks));
        let router = self.router(&network);
        let cut = ranks.map(|ranks| Cut::new(ranks, &network.block, router.head_bytes()));
        let mut together = Lockstep::new(router, &network, &self.images, cut);
        let images = self.images.clone().of_block(&network.block);
        self.run(&mut together, &images, &network)
    }

    /// Sends all rows in batches. Returns whether one was run again.
    fn run(&self, links: &mut dyn RowWires<u64>, images: &Images, network: &Network) -> (Vec<Seen>, bool) {
        let (mut all, mut errors, mut again) = (Vec::new(), Errors::new(network.nodes()), false);
        for rows in self.rows.chunks(BATCH) {
            if all.len() == RESET {
                links.clear();
            }
            let before = errors.clone();
            links.keep();
            let batch = |errors: &mut Errors, links: &mut dyn RowWires<u64>| -> Vec<Seen> {
                rows.iter().map(|row| cycle(links, (images, network), *row, errors)).collect()
            };
            let mut seen = batch(&mut errors, links);
            if links.undo() {
                (errors, again) = (before, true);
                seen = batch(&mut errors, links);
            }
            all.extend(seen);
        }
        (all, again)
    }
}

fn cycle(
    links: &mut dyn RowWires<u64>,
    (images, network): (&Images, &Network),
    row: Option<usize>,
    errors: &mut Errors,
) -> Seen {
    let mut ejected = Vec::new();
    errors.edge();
    links.route(&mut ejected, errors);
    row.into_iter().for_each(|row| links.inject_row(images, row, errors));
    links.flip();
    let block = &network.block;
    let numbers = |exit: &Exit<Ends>| {
        let Ends { source, destination } = exit.load;
        let (node, local_port) =
            (block.id(exit.node as usize) as u32, network.local_port_id(exit.local_port));
        [node, exit.port, local_port, source, destination]
    };
    let mut ejected: Vec<_> = ejected.iter().map(numbers).collect();
    ejected.sort_unstable();
    Seen {
        links: set_bits(links.valid()).map(|link| block.link_id(link)).collect(),
        loads: links.loads().into_iter().map(|(link, load)| (block.link_id(link), load)).collect(),
        ejected,
        errors: errors.nodes().into_iter().map(|node| block.id(node)).collect(),
    }
}

fn same(seen: &[Seen], naive: &[Seen], case: &str) {
    for (step, (seen, naive)) in seen.iter().zip(naive).enumerate() {
        assert_eq!(seen, naive, "{case}, cycle {step}");
    }
}

/// Runs a network one by one, in classes, and in classes on ranks. Returns whether classes were split up.
fn compare(torus: &Torus, ports: PortModel, random: &mut Random, most: usize) -> bool {
    let case = Case::random(torus, ports, random, most);
    let naive = case.naive();
    let (seen, apart) = case.together(None);
    same(&seen, &naive, &format!("{torus} {ports:?}"));
    for grid in (2..=4).flat_map(|size| Grid::all(torus, size)) {
        let together = |ranks: &dyn Ranks| case.together(Some(&InBlocks::new(ranks, grid.blocks().to_vec())));
        let ranks = on_threads(grid.len(), together);
        assert!(ranks.iter().all(|(_, of_rank)| *of_rank == apart), "{torus} {ports:?} {grid:?}");
        let seen = Seen::of_ranks(ranks.into_iter().map(|(seen, _)| seen).collect());
        same(&seen, &naive, &format!("{torus} {ports:?} {grid:?}"));
    }
    apart
}

#[test]
fn classes_move_as_their_messages_one_by_one() {
    let (mut random, mut apart) = (Random::new(1), Vec::new());
    for dims in TORI {
        let torus = Torus::new(dims).unwrap();
        for ports in [PortModel::AllPort, PortModel::OnePort] {
            apart.extend([1, 1, 1, 1, 1, 4].map(|most| compare(&torus, ports, &mut random, most)));
        }
    }
    let count = apart.iter().filter(|&&apart| apart).count();
    assert!((20..70).contains(&count), "{count} of {}", apart.len());
}

/// One class at a time, of two hops: nothing collides, and classes stay together.
#[test]
fn classes_stay_together_where_nothing_meets() {
    let torus = Torus::new(&[4, 3]).unwrap();
    let nodes: Vec<NodeId> = torus.nodes().collect();
    let put = Inject { port: 0, head: 1, offset: vec![2, 0] };
    let groups = vec![Group { nodes: NodeList::new(&torus, &nodes), rows: vec![vec![put]] }];
    let ports = PortModel::AllPort;
    let case = Case {
        network: of_torus(&torus, &nodes, ports),
        turns: vec![true; 16],
        images: Images { torus: torus.clone(), groups, block: Block::whole(&torus), slots: 1 },
        ports,
        rows: (0..16).map(|step| Some(0).filter(|_| step % 4 == 0)).collect(),
    };
    let (seen, apart) = case.together(None);
    assert!(!apart);
    for (step, Seen { loads, ejected, errors, .. }) in seen.iter().enumerate() {
        let expected = [[12, 0], [12, 0], [0, 12], [0, 0]][step % 4];
        assert_eq!(([loads.len(), ejected.len()], &errors[..]), (expected, &[][..]), "{step}");
    }
    // Of each of the four classes, 12 messages are on links in two cycles; two ranks have half of them each.
    let links = on_threads(2, |ranks| {
        let (seen, _) = case.together(Some(ranks));
        seen.iter().map(|seen| seen.links.len()).sum::<usize>()
    });
    assert_eq!(links, [4 * 12, 4 * 12]);
}
