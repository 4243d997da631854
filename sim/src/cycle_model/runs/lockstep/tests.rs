//! Compares classes that move together with messages that move one by one, in every cycle. Rows are random:
//! with few messages, which seldom collide, and with many, which do.

use super::*;
use crate::cycle_model::image::{Group, Inject};
use crate::engine::ABSENT;
use crate::ranks::Block;
use torus_model::{torus::NodeList, HeaderLayout, NodeId, PortModel, Random, Torus};

const TORI: &[&[u32]] = &[&[3], &[8], &[2, 3], &[4, 4], &[3, 5, 2], &[2, 2, 2], &[5, 13]];

/// A torus with processors on some of its nodes.
fn network(torus: &Torus, processors: &[NodeId], ports: PortModel) -> Network {
    let mut processor = vec![ABSENT; torus.len()];
    processors.iter().zip(0..).for_each(|(node, number)| processor[node.index()] = number);
    Network {
        block: Block::whole(torus),
        processors_before: 0,
        all_processors: processors.len(),
        dims: torus.d(),
        radices: torus.dims().to_vec(),
        processors: processors.len(),
        threads: 1,
        local_ports_each: ports.local_ports(torus),
        kind: vec![0; torus.len()],
        image: vec![0; torus.len()],
        roms: vec![vec![]],
        processor,
        from: vec![ABSENT; torus.link_slots()],
        stages: vec![0; torus.link_slots()],
        arriving: Vec::new(),
        most_stages: 0,
        coordinates: torus.nodes().flat_map(|node| torus.coordinates(node)).collect(),
    }
}

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

/// What is visible of the links in a cycle.
type Seen = (Vec<u64>, Vec<(usize, Ends)>, Vec<[u32; 5]>, Vec<usize>);

fn cycle(links: &mut dyn RowWires<u64>, images: &Images, row: Option<usize>, errors: &mut Errors) -> Seen {
    let mut ejected = Vec::new();
    errors.edge();
    links.route(&mut ejected, errors);
    row.into_iter().for_each(|row| links.inject_row(images, row, errors));
    links.flip();
    let numbers =
        |exit: &Exit<Ends>| [exit.node, exit.port, exit.local_port, exit.load.source, exit.load.destination];
    let mut ejected: Vec<_> = ejected.iter().map(numbers).collect();
    ejected.sort_unstable();
    (links.valid().to_vec(), links.loads(), ejected, errors.nodes())
}

/// Runs both ways side by side, with a reset in the middle. Returns whether classes were split up.
fn run_both(torus: &Torus, ports: PortModel, random: &mut Random, most: usize) -> bool {
    let every = 1 + random.below(2);
    let processors: Vec<NodeId> = torus.nodes().step_by(every).collect();
    let network = network(torus, &processors, ports);
    let slots = torus.port_slots();
    let turns: Vec<bool> = (0..slots * slots).map(|_| random.below(8) > 0).collect();
    let router = || Router::with_turns(turns.clone(), torus, &network, ports);
    let groups = groups(torus, &processors, random, most);
    let images = Images { torus: torus.clone(), groups, first: 0, slots: 6 };
    let mut each = Runs::new(router(), &network, None);
    let mut together = Lockstep::new(router(), &network, &images);
    let mut errors = [0, 1].map(|_| Errors::new(torus.len()));
    let mut was_apart = false;
    for step in 0..60 {
        if step == 30 {
            each.clear();
            together.clear();
        }
        let row = Some(random.below(9)).filter(|&row| row < 6);
        let naive = cycle(&mut each, &images, row, &mut errors[0]);
        assert_eq!(cycle(&mut together, &images, row, &mut errors[1]), naive, "{torus} {ports:?} {step}");
        was_apart |= together.is_apart;
    }
    was_apart
}

#[test]
fn classes_move_as_their_messages_one_by_one() {
    let (mut random, mut apart) = (Random::new(1), Vec::new());
    for dims in TORI {
        let torus = Torus::new(dims).unwrap();
        for ports in [PortModel::AllPort, PortModel::OnePort] {
            apart.extend([1, 1, 1, 1, 1, 4].map(|most| run_both(&torus, ports, &mut random, most)));
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
    let network = network(&torus, &nodes, PortModel::AllPort);
    let put = Inject { port: 0, head: 1, offset: vec![2, 0] };
    let groups = vec![Group { nodes: NodeList::new(&torus, &nodes), rows: vec![vec![put]] }];
    let images = Images { torus: torus.clone(), groups, first: 0, slots: 1 };
    let router = Router::with_turns(vec![true; 16], &torus, &network, PortModel::AllPort);
    let mut together = Lockstep::<u64>::new(router, &network, &images);
    let mut errors = Errors::new(torus.len());
    for step in 0..16 {
        let row = Some(0).filter(|_| step % 4 == 0);
        let (_, loads, ejected, failed) = cycle(&mut together, &images, row, &mut errors);
        let expected = [[12, 0], [12, 0], [0, 12], [0, 0]][step % 4];
        assert_eq!(([loads.len(), ejected.len()], failed), (expected, vec![]), "{step}");
        assert!(!together.is_apart);
    }
}
