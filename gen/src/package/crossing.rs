//! What the example of streams in a clock of their own sends: a packet by every stream.

use serde::Serialize;
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
        let targets = (0..streams?).map(|stream| Target::new(manifest, stream / each, stream % each, each));
        Some(Crossing { streams: streams?, links: links?, targets: targets.collect() })
    }
}

impl Target {
    /// That of stream `e` of processor `p`: with one stream the next processor, else the first one whose way
    /// begins by its port.
    fn new(manifest: &Manifest, p: usize, e: usize, each: usize) -> Self {
        let (all, dims) = (&manifest.processors, &manifest.dims);
        let others = || all.iter().cycle().skip(p + 1).take(all.len() - 1);
        let fits = |to: &&u32| each == 1 || first_port(dims, all[p], **to) == Some(e);
        Target { from: all[p], to: others().find(fits).copied() }
    }
}

/// The number of the first port of a way among those that exist; nothing for a tie, whose way depends on a
/// rule.
fn first_port(dims: &[u32], from: u32, to: u32) -> Option<usize> {
    let place = |node: u32, dim: usize| node / dims[dim + 1..].iter().product::<u32>() % dims[dim];
    let differs = (0..dims.len()).find(|&dim| place(from, dim) != place(to, dim))?;
    let radix = dims[differs];
    let offset = (radix + place(to, differs) - place(from, differs)) % radix;
    let before: usize = dims[..differs].iter().map(|&radix| if radix > 2 { 2 } else { 1 }).sum();
    match (2 * offset).cmp(&radix) {
        std::cmp::Ordering::Less => Some(before),
        std::cmp::Ordering::Greater => Some(before + 1),
        std::cmp::Ordering::Equal => (radix == 2).then_some(before),
    }
}

#[cfg(test)]
mod tests {
    use super::first_port;

    #[test]
    fn ways_begin_by_the_first_dimension_that_differs() {
        let port = |from, to| first_port(&[2, 5], from, to);
        assert_eq!(
            [port(0, 5), port(0, 1), port(0, 2), port(0, 3), port(0, 4)].map(Option::unwrap),
            [0, 1, 1, 2, 2]
        );
        assert_eq!(port(1, 9), Some(0), "the first dimension comes first");
        assert_eq!((first_port(&[4], 1, 3), first_port(&[4], 3, 3)), (None, None));
    }
}
