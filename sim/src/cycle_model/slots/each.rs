//! Links that are simulated one by one: those with registers, and those of several ranks.

use super::rows::Row;
use super::SlotLinks;
use crate::cycle_model::bench::Bench;
use crate::cycle_model::delay::Delay;
use crate::cycle_model::exits::Target;
use crate::cycle_model::image::destinations;
use crate::cycle_model::router::Exit;
use crate::engine::{Ends, Network, ABSENT};
use crate::monitor::set_bits;
use crate::ranks::{Cut, Exchanged, Ranks};
use torus_model::{torus::NodeList, NodeId, Torus};

/// The links of a block.
pub struct EachLink<'a> {
    torus: Torus,
    /// The nodes of the block.
    nodes: NodeList,
    /// For each link, the node at its end and the port slot by which it arrives.
    end: Vec<(u32, u32)>,
    now: Links,
    next: Links,
    /// The cuts of the network between ranks.
    cut: Option<Cut<'a, Ends>>,
    /// Messages in the registers of links, which come after those of the senders.
    on_way: Delay<Ends>,
}

/// The messages on the links in a cycle, and a bit for each link that carries one.
#[derive(Clone)]
struct Links {
    loads: Vec<Ends>,
    valid: Vec<u64>,
}

impl<'a> EachLink<'a> {
    /// Idle links.
    pub fn new(torus: &Torus, network: &Network, ranks: Option<&'a dyn Ranks>) -> Self {
        let idle = Links { loads: vec![Ends::default(); network.links()], valid: vec![0; network.words()] };
        let nodes: Vec<NodeId> = network.block.ids().filter_map(|node| torus.node_at(node)).collect();
        EachLink {
            torus: torus.clone(),
            nodes: NodeList::new(torus, &nodes),
            end: network.link_ends(),
            now: idle.clone(),
            next: idle,
            cut: ranks.map(|ranks| Cut::new(ranks, &network.block, 0)),
            on_way: Delay::new(&network.stages),
        }
    }
}

impl SlotLinks for EachLink<'_> {
    fn clear(&mut self) {
        self.now.valid.fill(0);
        self.on_way.clear();
    }

    fn valid(&self) -> &[u64] {
        &self.now.valid
    }

    fn loads(&self) -> Vec<(usize, Ends)> {
        set_bits(&self.now.valid).map(|link| (link, self.now.loads[link])).collect()
    }

    fn route(&mut self, row: &Row, bench: &mut Bench, network: &Network) {
        let EachLink { end, now, next, on_way, cut, .. } = self;
        next.valid.fill(0);
        let mut arrive = |node: usize, port: usize, load: Ends| {
            bench.errors.note(node, !row.expected[port]);
            for &target in &row.passed_on[port] {
                put((target, node, load), next, bench, network);
            }
        };
        let slots = 2 * network.dims;
        let mut at_end = |link: usize, load: Ends| match (end[link], &mut *cut) {
            ((ABSENT, _), Some(cut)) => cut.leave(link / slots, link % slots, load),
            ((node, port), _) => arrive(node as usize, port as usize, load),
        };
        on_way.ended().into_iter().for_each(|(link, load)| at_end(link, load));
        for link in set_bits(&now.valid) {
            if !on_way.takes(link, now.loads[link]) {
                at_end(link, now.loads[link]);
            }
        }
        if let Some(cut) = cut {
            cut.exchange(&mut || ());
            cut.arrivals().for_each(|came| arrive(came.node, came.port, came.message));
        }
    }

    fn inject(&mut self, row: &Row, bench: &mut Bench, network: &Network) {
        for (target, offset) in &row.injected {
            let destinations = destinations(&self.torus, &self.nodes, offset);
            for (node, (&source, destination)) in self.nodes.nodes().iter().zip(destinations).enumerate() {
                put((*target, node, Ends { source, destination }), &mut self.next, bench, network);
            }
        }
    }

    fn flip(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
        self.on_way.tick();
    }

    fn exchanged(&self) -> Exchanged {
        self.cut.as_ref().map_or(Exchanged::default(), Cut::exchanged)
    }
}

/// Puts a payload on a link of a node, or into one of its ejection ports.
fn put((target, node, load): (Target, usize, Ends), links: &mut Links, bench: &mut Bench, network: &Network) {
    match target {
        Target::Link(port) => {
            let link = node * 2 * network.dims + port;
            links.loads[link] = load;
            links.valid[link / 64] |= 1 << (link % 64);
        }
        Target::Ejection(port) => bench.ejected.push(Exit::at((node, port), load, network)),
    }
}
