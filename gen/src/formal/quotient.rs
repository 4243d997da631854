//! The quotient of a network by its translations: one node of each class, with links to the classes of its
//! neighbours.
//!
//! The translations of the placement map processors onto processors with the same ROM and the same straps,
//! and all frames start in the same cycle. So the nodes of a class do the same in every cycle, except for
//! payloads.

use torus_hdl::NodeSpec;
use torus_model::{NodeId, Port, RomEntry, Schedule, Sign};

/// A class of nodes.
pub struct Class {
    /// The module of its nodes.
    pub module: String,
    /// For each existing port, the class from which a node receives.
    pub from: Vec<usize>,
    /// The values of its straps: for each dimension in which some node mirrors its rows, whether this class
    /// does.
    pub flips: Vec<(usize, bool)>,
    /// Its number among the classes with a processor.
    pub sender: Option<usize>,
}

/// One node of each class.
pub struct Quotient<'a> {
    /// The parameters of the nodes.
    pub spec: &'a NodeSpec<'a>,
    /// The classes.
    pub classes: Vec<Class>,
    /// What each injection port sends, slot by slot; the ports of the first class with a processor come
    /// first.
    pub sends: Vec<Vec<Option<RomEntry>>>,
}

impl<'a> Quotient<'a> {
    /// The quotient of a scheduled network. `module`: the module of a node.
    pub fn new(spec: &'a NodeSpec<'a>, schedule: &Schedule, module: impl Fn(NodeId) -> String) -> Self {
        let (torus, placement) = (spec.torus, &schedule.placement);
        let mut nodes: Vec<Option<NodeId>> = vec![None; placement.symmetry().classes(torus)];
        for node in torus.nodes() {
            nodes[placement.symmetry().class_of(torus, node)].get_or_insert(node);
        }
        let nodes: Vec<NodeId> = nodes.into_iter().flatten().collect();
        let mut quotient = Quotient { spec, classes: Vec::new(), sends: Vec::new() };
        let (images, sources) = (schedule.rom_images(), placement.source_of_class());
        for (class, &node) in nodes.iter().enumerate() {
            let source = sources.get(class).copied().flatten();
            let sender = source.map(|source| quotient.send(&images[source].rows));
            quotient.classes.push(Class {
                module: module(node),
                from: torus.ports().map(|port| from(spec, schedule, node, port)).collect(),
                flips: spec.flips.iter().map(|&dim| (dim, torus.coordinate(node, dim) % 2 == 1)).collect(),
                sender,
            });
        }
        quotient
    }

    /// Adds the injection ports of a class. Returns the number of the class among those with injection ports.
    fn send(&mut self, rows: &[Vec<Option<RomEntry>>]) -> usize {
        let (locals, sender) = (self.spec.local_ports(), self.sends.len() / self.spec.local_ports().len());
        let port = |&local: &usize| rows.iter().map(|row| row[local].clone()).collect();
        self.sends.extend(locals.iter().map(port));
        sender
    }

    /// Number of links of the quotient.
    pub fn links(&self) -> usize {
        self.classes.len() * self.spec.existing_ports().len()
    }

    /// Most hops of a message.
    pub fn most_hops(&self) -> usize {
        self.sends.iter().flatten().flatten().map(hops).max().unwrap_or(0)
    }

    /// Steps after which nothing of the arbitrary first state of an induction is left: the registers between
    /// start and links, and the hops that headers can hold. A generator takes a frame more, as its state is
    /// known only from what it sends.
    pub fn steps(&self) -> usize {
        let (spec, layout) = (self.spec, self.spec.widths().layout);
        let fields = match spec.slot_table {
            None => spec.torus.d() << layout.hop_bits,
            Some(_) => self.most_hops(),
        };
        let frame = if spec.is_generated() { spec.slots() + self.most_hops() } else { 0 };
        spec.link_latency() + fields.max(self.most_hops()) + 2 + frame
    }
}

/// Number of hops of a message.
pub fn hops(entry: &RomEntry) -> usize {
    entry.route.ports().count()
}

/// The class from which a node receives at a port.
fn from(spec: &NodeSpec, schedule: &Schedule, node: NodeId, port: Port) -> usize {
    let torus = spec.torus;
    let mut offset = vec![0; torus.d()];
    let radix = torus.dims()[port.dim()];
    offset[port.dim()] = if port.sign() == Sign::Plus { radix - 1 } else { 1 };
    schedule.placement.symmetry().class_of(torus, torus.translate(node, &offset))
}
