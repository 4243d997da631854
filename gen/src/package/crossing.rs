//! What the example of streams in a clock of their own sends: a packet by every stream.

use serde::Serialize;
use torus_model::{route::ordered_route, Torus};
use torus_sim::Manifest;

/// The streams of a network that has them in a clock of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Crossing {
    /// Streams each way.
    pub streams: usize,
    /// Bits of `link_valid_o`.
    pub links: usize,
    /// What every stream sends.
    pub targets: Vec<Target>,
}

/// The node of a stream, and the one that its packet goes to, if one is reached by its port alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Target {
    from: u32,
    to: Option<u32>,
}

impl Crossing {
    /// That of a manifest; nothing where streams have no clock of their own.
    pub fn of(manifest: &Manifest) -> Option<Self> {
        let interface = manifest.interface.as_ref().filter(|interface| interface.local_clock)?;
        let width =
            |name| manifest.interfaces[&interface.top].iter().find(|port| port.name == name)?.width.into();
        let (streams, links): (Option<usize>, Option<usize>) =
            (width("s_axis_tvalid_i"), width("link_valid_o"));
        let each = streams? / manifest.processors.len();
        let torus = Torus::new(&manifest.dims).ok()?;
        let target = |stream| Target::new(&torus, &manifest.processors, stream / each, (stream % each, each));
        let targets = (0..streams?).map(target);
        Some(Crossing { streams: streams?, links: links?, targets: targets.collect() })
    }
}

impl Target {
    /// That of stream `e` of processor `p`: with one stream the next processor, else the first one whose way
    /// begins by its port.
    fn new(torus: &Torus, all: &[u32], p: usize, (e, each): (usize, usize)) -> Self {
        let others = || all.iter().cycle().skip(p + 1).take(all.len() - 1);
        let fits = |to: &&u32| each == 1 || first_port(torus, all[p], **to) == Some(e);
        Target { from: all[p], to: others().find(fits).copied() }
    }
}

/// The number of the first port of a way among those that exist; nothing for a tie, whose way depends on a
/// rule.
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
