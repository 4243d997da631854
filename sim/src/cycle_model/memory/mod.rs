//! The model engine of networks with message memories: every register in Rust, cycle by cycle, without
//! Verilator.
//!
//! It is written by hand from `docs/memory.md` and shares no code with the kernels. Tests compare it with the
//! RTL in every cycle, also after faults in ROMs. Programs, expected-data ROMs, and the numbers in sequencer
//! and self-test agent are read from the emitted files. Links and routers are those of the scheduled network.
//! Nodes of one class are in step: their sequencer, self-test agent and memory requests are stored once for
//! each class, their flits for each node.
//!
//! Registers and their order are those of the tile engine. Bounds: headers of up to 128 bits, addresses of up
//! to 32 bits. Straps are those of the torus, so self-test agents never see a wrong id. A host port that
//! neither reads nor writes is not simulated.

mod banks;
mod class;
mod host;
mod image;
mod instance;
mod payload;
mod self_test;
mod sequencer;

use super::errors::Errors;
use super::head::{with_head, Head};
use super::network_links::wires;
use super::part::network;
use super::router::{Exit, Router};
use super::wires::{on_links, Wires};
use super::{passing, stamp, Registers};
use crate::build::Shapes;
use crate::engine::{Batch, Host, Network};
use crate::engine::{ExchangeMachine, HostMachine};
use crate::manifest::{Kind, MemoryInfo};
use crate::ranks::{Exchanged, Ranks};
use crate::{Manifest, SimError};
use banks::{Layout, Memory};
use class::{Class, Common, Flit};
use host::HostPort;
use image::{Constants, Form};
use instance::NodeInstance;
use payload::{PayloadFormat, Stamp};
use self_test::SelfTest;
use sequencer::Sequencer;
use std::path::Path;
use torus_model::{Placement, Port, PortModel, Torus};

/// The cycle model of an emitted folder's bench, or of the block of it that this rank computes: nodes,
/// expected-data ROMs, self-test agents. Errors: files; ROMs of another form.
pub fn bench<'a>(
    dir: &Path,
    manifest: &Manifest,
    placement: &Placement,
    ports: PortModel,
    ranks: Option<&'a dyn Ranks>,
) -> Result<Box<dyn ExchangeMachine + 'a>, SimError> {
    let folder = Folder::new(dir, manifest, placement, ports)?;
    Ok(with_head!(manifest.header.width, H => {
        Box::new(CycleModel::<H>::new(&folder, folder.bench(), ranks)?)
    }))
}

/// The cycle model of an emitted folder's nodes, or of the block of them that this rank computes; the caller
/// is the host of the memories. Errors: those of [`bench()`].
pub fn nodes<'a>(
    dir: &Path,
    manifest: &Manifest,
    placement: &Placement,
    ports: PortModel,
    ranks: Option<&'a dyn Ranks>,
) -> Result<Box<dyn HostMachine + 'a>, SimError> {
    let (folder, words) = (Folder::new(dir, manifest, placement, ports)?, manifest.width.div_ceil(32));
    Ok(with_head!(manifest.header.width, H => {
        Box::new(CycleModel::<H>::new(&folder, PayloadFormat::host(words), ranks)?)
    }))
}

/// The inputs from which a cycle model is made.
struct Folder<'a> {
    dir: &'a Path,
    manifest: &'a Manifest,
    placement: &'a Placement,
    ports: PortModel,
    info: &'a MemoryInfo,
    shapes: Shapes,
}

impl<'a> Folder<'a> {
    fn new(
        dir: &'a Path,
        manifest: &'a Manifest,
        placement: &'a Placement,
        ports: PortModel,
    ) -> Result<Self, SimError> {
        let info = manifest.memories(dir)?;
        Ok(Folder { dir, manifest, placement, ports, info, shapes: Shapes::read(dir, manifest, false)? })
    }

    /// The format of the payloads that self-test agents load.
    fn bench(&self) -> PayloadFormat {
        PayloadFormat::Bench(Stamp {
            layout: self.manifest.payload(),
            broadcast: self.manifest.is_broadcast(),
        })
    }

    fn network(&self, ranks: Option<&dyn Ranks>) -> Network {
        network(self.manifest, self.placement, self.ports, ranks)
    }

    /// The classes of processors, with or without self-test agents.
    fn classes(&self, network: &Network, self_tests: bool) -> Result<Vec<Class>, SimError> {
        let constants = Constants::read(self.dir, self.manifest)?;
        let torus = self.placement.torus();
        let (layout, kinds) = (Layout::new(self.info), self.manifest.kinds.iter().enumerate());
        let form = Form::new(self.dir, self.manifest, torus, self.ports, layout.address_bits());
        let class = |(index, kind): (usize, &Kind)| {
            let program = form.program(&self.shapes, index)?;
            let expected_data = form.expected_data(&self.shapes, index)?;
            let self_test = self_tests.then(|| SelfTest::new(constants, expected_data, torus.d()));
            let sequencer = Sequencer::new(program.len(), &constants);
            Ok(Class::new(instances(torus, kind, network), layout, program, sequencer, self_test))
        };
        kinds.filter(|(_, kind)| kind.processor).map(class).collect()
    }
}

/// The nodes of a kind that are in the block.
fn instances(torus: &Torus, kind: &Kind, network: &Network) -> Vec<NodeInstance> {
    let instance = |&id: &u32| {
        let node = network.block.node(id as usize)?;
        let (processor, coordinates) =
            (network.processor[node] as usize, torus.coordinates(torus.node_at(id as usize)?));
        Some(NodeInstance { id, node, processor, coordinates })
    };
    kind.nodes.iter().filter_map(instance).collect()
}

/// The network's registers.
struct CycleModel<'a, H> {
    network: Network,
    torus: Torus,
    exists: Vec<bool>,
    payload: PayloadFormat,
    classes: Vec<Class>,
    links: Box<dyn Wires<H, Flit> + 'a>,
    memory: Memory,
    hosts: Vec<HostPort>,
    ejected: Vec<Exit<Flit>>,
    errors: Errors,
    /// The registers after all nodes, as in the tile engine.
    all_done: bool,
    done: bool,
    error: bool,
}

impl<'a, H: Head> CycleModel<'a, H> {
    fn new(folder: &Folder, payload: PayloadFormat, ranks: Option<&'a dyn Ranks>) -> Result<Self, SimError> {
        let (torus, network) = (folder.placement.torus(), folder.network(ranks));
        let router = Router::new(folder.dir, folder.manifest, torus, &network, folder.ports)?;
        let classes = folder.classes(&network, payload.has_ends())?;
        let exists = (0..torus.port_slots()).map(|p| torus.has_port(Port::from_index(p))).collect();
        Ok(CycleModel {
            classes,
            exists,
            payload,
            hosts: host::ports(folder.manifest, folder.placement, &network.block),
            links: wires(router, &network, ranks),
            memory: Memory::new(Layout::new(folder.info), network.processors),
            ejected: Vec::new(),
            errors: Errors::new(network.nodes()),
            all_done: false,
            done: false,
            error: false,
            torus: torus.clone(),
            network,
        })
    }

    /// A clock edge without reset. `host`: the host's accesses, and which of its steps this is.
    fn tick(&mut self, start: bool, host: Option<(&mut Host, usize)>) {
        self.done = self.all_done;
        self.error |= self.errors.any();
        self.errors.edge();
        self.keep();
        self.classes.iter_mut().for_each(|class| class.ask());
        if let Some((host, step)) = host {
            self.serve(host, step);
        }
        self.links.route(&mut self.ejected, &mut self.errors);
        self.with_common(|classes, common| classes.iter_mut().for_each(|class| class.edge(start, common)));
        self.memory.edge();
        self.links.flip();
        self.all_done = self.classes.iter().all(Class::done);
    }

    /// Calls `act` with the classes and the tables that all nodes share.
    fn with_common(&mut self, act: impl FnOnce(&mut [Class], &mut Common<H>)) {
        let CycleModel { torus, exists, payload, classes, links, memory, errors, .. } = self;
        act(classes, &mut Common { torus, exists, payload, links: links.as_mut(), memory, errors });
    }

    /// Writes the flits at local ports to the memories.
    fn keep(&mut self) {
        for Exit { node, local_port, load, .. } in self.ejected.drain(..) {
            let processor = local_port as usize / self.network.local_ports_each;
            let kept = self.memory.put(processor, load.to, load.data);
            self.errors.note(node as usize, !kept);
        }
    }
}

impl<H: Head> Registers for CycleModel<'_, H> {
    fn network(&self) -> &Network {
        &self.network
    }

    fn errors(&self) -> &Errors {
        &self.errors
    }

    /// Reset does not affect the memories: flits at their write ports are written.
    fn clear(&mut self) {
        self.keep();
        self.with_common(|classes, common| classes.iter().for_each(|class| class.write(common)));
        self.memory.edge();
        self.links.clear();
        self.classes.iter_mut().for_each(Class::clear);
        self.ejected.clear();
        self.errors.clear();
        (self.done, self.error) = (false, false);
        self.all_done = self.classes.iter().all(Class::done);
    }

    fn edge(&mut self, start: bool) {
        self.tick(start, None);
    }

    fn log(&self, step: usize, traced: bool, batch: &mut Batch) {
        stamp(batch, step, self.links.valid(), [self.done, self.error]);
        if self.payload.has_ends() {
            let ends = |flit: &Flit| self.payload.ends(flit.data);
            passing(
                (on_links(self.links.as_ref(), traced), &self.ejected),
                ends,
                step,
                (&self.network, batch),
            );
        }
    }

    fn exchanged(&self) -> Exchanged {
        self.links.exchanged()
    }
}
