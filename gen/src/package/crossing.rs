//! What the example of streams with a clock of their own sends: one packet on every stream, or the blocks of
//! an exchange.

use serde::Serialize;
use torus_model::{route::ordered_route, Torus};
use torus_sim::Manifest;

/// The streams of a network in which they have a clock of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Crossing {
    /// What every stream sends.
    pub streams: Vec<Stream>,
    /// Packets of all streams together, and beats of each packet.
    pub packets: usize,
    pub beats: u32,
    /// The width of `link_valid_o`.
    pub links: usize,
}

/// A stream: its node, the number of its first packet, and the destinations of its packets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stream {
    node: u32,
    first: usize,
    targets: Vec<u32>,
}

impl Crossing {
    /// The streams of a manifest; `None` if they have no clock of their own.
    pub fn of(manifest: &Manifest) -> Option<Self> {
        let interface = manifest.interface.as_ref().filter(|interface| interface.local_clock)?;
        let width =
            |name| manifest.interfaces[&interface.top].iter().find(|port| port.name == name)?.width.into();
        let (streams, links): (Option<usize>, Option<usize>) =
            (width("s_axis_tvalid_i"), width("link_valid_o"));
        let each = streams? / manifest.processors.len();
        let torus = Torus::new(&manifest.dims).ok()?;
        let blocks = manifest.memory.as_ref().map(|memory| memory.flits);
        let (mut packets, mut all) = (0, Vec::new());
        if let Some(node) = interface.broadcast {
            return Some(Crossing::of_broadcast(manifest, node, blocks?, links?));
        }
        for stream in 0..streams? {
            let (p, port) = (stream / each, (stream % each, each));
            let targets = targets(&torus, &manifest.processors, p, port, blocks.is_some());
            all.push(Stream { node: manifest.processors[p], first: packets, targets });
            packets += all[stream].targets.len();
        }
        Some(Crossing { streams: all, packets, beats: blocks.unwrap_or(1), links: links? })
    }
}

impl Crossing {
    /// A broadcast: one stream sends its block to all others.
    fn of_broadcast(manifest: &Manifest, node: u32, beats: u32, links: usize) -> Self {
        let targets: Vec<u32> = manifest.processors.iter().copied().filter(|&to| to != node).collect();
        let packets = targets.len();
        Crossing { streams: vec![Stream { node, first: 0, targets }], packets, beats, links }
    }
}

/// The destinations of stream `e` of processor `p`. With `blocks`, all other processors, or those whose route
/// begins at port `e` if there is a stream for each port. Otherwise the first of them, counted from the next
/// processor on.
fn targets(torus: &Torus, all: &[u32], p: usize, (e, each): (usize, usize), blocks: bool) -> Vec<u32> {
    let others = all.iter().cycle().skip(p + 1).take(all.len() - 1).copied();
    let fits = |to: &u32| each == 1 || first_port(torus, all[p], *to) == Some(e);
    others.filter(fits).take(if blocks { all.len() } else { 1 }).collect()
}

/// The first port of the route, as a number among the ports that exist; `None` for a tie, whose direction
/// depends on a rule.
fn first_port(torus: &Torus, from: u32, to: u32) -> Option<usize> {
    let node = |id: u32| torus.node_at(id as usize);
    let first = *ordered_route(torus, &torus.offset(node(from)?, node(to)?)).segments().first()?;
    let radix = torus.dims()[first.port.dim()];
    let tie = radix > 2 && 2 * first.hops == radix;
    torus.ports().position(|port| port == first.port).filter(|_| !tie)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_begin_by_the_first_dimension_that_differs() {
        let port = |from, to| first_port(&Torus::new(&[2, 5]).unwrap(), from, to);
        assert_eq!(
            [port(0, 5), port(0, 1), port(0, 2), port(0, 3), port(0, 4)].map(Option::unwrap),
            [0, 1, 1, 2, 2]
        );
        assert_eq!(port(1, 9), Some(0), "the first dimension comes first");
        let ring = Torus::new(&[4]).unwrap();
        assert_eq!((first_port(&ring, 1, 3), first_port(&ring, 3, 3)), (None, None));
    }
}
