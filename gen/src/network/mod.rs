//! A network: a base that all networks have, and a kind that says only what is its own.
//!
//! A kind ([`Kind`]) brings the modules of its nodes, the two tops, the files beside the Verilog and its
//! facts for the manifest. The files, the file lists, the board top and the manifest are written once, here
//! and in `folder_files`, for all kinds. `Network<Scheduled>` is a network whose kind is known;
//! [`AnyNetwork`] is one whose kind is not.

mod any;
pub mod buffered;
mod description;
mod exact_loads;
mod folder_files;
mod listing;
pub mod memory;
pub mod scheduled;
mod streams;

pub use crate::top::BOARD_PORTS;
pub use any::loads_and_bounds;
pub use buffered::Buffered;
pub use description::{Description, KindOptions};
pub use exact_loads::{LoadsDescription, TooLargeFor};
pub use folder_files::{Additions, Asked, GENERATOR};
pub use listing::{Listing, PrefixError};
pub use memory::Memory;
pub use scheduled::{Scheduled, SCHEDULE_FILE};

use crate::{
    base::Base,
    formal::FormalError,
    top::{BenchTop, Cell, Link, LocalPorts, NetworkTop, Port},
    UsageError,
};
use buffered::{Buffers, PacketNetwork};
use std::fmt;
use torus_hdl::Module;
use torus_model::{
    bound::Bound,
    collective::{Plan, Program},
    HeaderLayout, Loads, NodeId, Schedule,
};
use torus_sim::{
    manifest::{Facts, InterfaceInfo, SlotPortsInfo},
    GoldenModel,
};

/// A network with everything that its description decides.
#[derive(Clone, Debug)]
pub struct Network<K> {
    /// What was asked for.
    pub base: Base,
    /// The exact loads of one exchange.
    pub loads: Loads,
    /// What its kind adds.
    pub kind: K,
}

/// A file of an emitted folder: relative path and contents.
pub type EmittedFile = (String, String);

/// A network of any kind.
pub type AnyNetwork = Network<Box<dyn Kind>>;

/// What one kind of network has of its own.
pub trait Kind: fmt::Debug + Send + Sync {
    /// The comment lines of every file, after the generator's: torus, placement, widths, digest.
    fn header(&self, base: &Base) -> Vec<String>;

    /// The modules of nodes, and what the tops are made from. `header`: the comment lines that open every
    /// file.
    fn verilog(&self, network: &Frame, header: Vec<String>, asked: Asked) -> Verilog;

    /// Puts properties for provers into the modules; returns the files that stand beside them. `header`: the
    /// comment lines that open every file. Errors: a network that is too large for it.
    fn formal(
        &self,
        network: &Frame,
        header: &[String],
        verilog: &mut Verilog,
    ) -> Result<Vec<EmittedFile>, FormalError>;

    /// Files beside the Verilog.
    fn extras(&self, base: &Base) -> Vec<EmittedFile>;

    /// What the manifest says of this kind.
    fn facts(&self, base: &Base) -> Facts;

    /// The layout of a header on a link.
    fn header_layout(&self, base: &Base) -> HeaderLayout {
        HeaderLayout::new(base.torus())
    }

    /// What bounds the loads of one exchange; nothing where no bound is known. `separator`: a set of nodes
    /// for equation (4).
    fn bounds(&self, _base: &Base, _separator: Option<&[NodeId]>) -> Vec<Bound> {
        Vec::new()
    }

    /// What a simulation of this network has to see.
    fn task(&self) -> Task<'_>;

    /// The network in a few words, after the number of its files.
    fn in_words(&self, base: &Base) -> String;

    /// What the manifest says of ports that tell of slots.
    fn slot_ports(&self) -> Option<SlotPortsInfo> {
        None
    }

    /// Whether its processors have streams.
    fn has_streams(&self) -> bool {
        false
    }

    /// Whether `NAME_bench` can be emitted. Error: its contents would be too large.
    fn check_bench(&self, _network: &Frame) -> Result<(), UsageError> {
        Ok(())
    }
}

/// What a simulation has to see.
#[derive(Clone, Copy, Debug)]
pub enum Task<'a> {
    /// Every message of a schedule, in its slots.
    Schedule(&'a Schedule),
    /// Every flit of a plan's programs, in its cycles, and the blocks where they belong in the end.
    Program {
        /// The plan.
        plan: &'a Plan,
        /// Its programs.
        program: &'a Program,
    },
    /// Every packet of any traffic, at its destination.
    Packets(&'a Buffers),
}

impl<'a> Task<'a> {
    /// What a run of the bench is compared with; nothing where any traffic runs.
    pub fn golden_model(self) -> Option<GoldenModel<'a>> {
        match self {
            Task::Schedule(schedule) => Some(GoldenModel::Schedule(schedule)),
            Task::Program { program, .. } => Some(GoldenModel::Program(program)),
            Task::Packets(_) => None,
        }
    }
}

/// A network without its kind, as kinds see it.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// What was asked for.
    pub base: &'a Base,
    /// The exact loads of one exchange.
    pub loads: &'a Loads,
}

/// The Verilog of one network: its modules, and what its tops are made from.
#[derive(Clone, Debug)]
pub struct Verilog {
    /// Which module stands at which nodes; every node is in one cell.
    pub cells: Vec<Cell>,
    /// For every cell the module that the tile engine simulates in its place.
    pub tiles: Vec<String>,
    /// Nodes and their parts, leaves first.
    pub modules: Vec<Module>,
    /// Modules that only the tile engine uses: they stand in no file list.
    pub unlisted: Vec<String>,
    /// The modules of the bench's traffic agents, where `modules` has none.
    pub agents: Vec<Module>,
    /// The bundle of signals of a link.
    pub link: Link,
    /// The local ports of processors.
    pub local: LocalPorts,
    /// `NAME`.
    pub network: NetworkTop,
    /// `NAME_bench`, where it was asked for.
    pub bench: Option<BenchTop>,
    /// A top with other ports around `NAME`, where one was asked for.
    pub wrapper: Option<Wrapper>,
}

/// A top with other ports around `NAME`.
#[derive(Clone, Debug)]
pub struct Wrapper {
    /// What stands around the network, leaves first, the top last.
    pub modules: Vec<Module>,
    /// The top's ports.
    pub ports: Vec<Port>,
    /// What the manifest says of it.
    pub info: InterfaceInfo,
}

impl<K> Network<K> {
    /// Loads of one exchange by link id, as the simulator takes them.
    pub fn link_loads(&self) -> &[u64] {
        self.loads.numerators()
    }

    /// The network without its kind.
    pub fn frame(&self) -> Frame<'_> {
        Frame { base: &self.base, loads: &self.loads }
    }
}

impl<K: Kind> Network<K> {
    /// What the manifest says of the kind.
    pub fn facts(&self) -> Facts {
        self.kind.facts(&self.base)
    }

    /// What bounds the loads of one exchange. `separator`: a set of nodes for equation (4).
    pub fn bounds(&self, separator: Option<&[NodeId]>) -> Vec<Bound> {
        self.kind.bounds(&self.base, separator)
    }

    /// What a simulation of this network has to see.
    pub fn task(&self) -> Task<'_> {
        self.kind.task()
    }

    /// The network as one that packets are sent through, where it is one.
    pub fn packets(&self) -> Option<PacketNetwork<'_>> {
        let (base, loads) = (&self.base, &self.loads);
        match self.kind.task() {
            Task::Packets(buffers) => Some(PacketNetwork { base, loads, buffers }),
            Task::Schedule(_) | Task::Program { .. } => None,
        }
    }

    /// The network in a few words: its schedule, memories or buffers.
    pub fn in_words(&self) -> String {
        let words = self.kind.in_words(&self.base);
        self.base.stages_in_words().map_or(words.clone(), |stages| format!("{words}; {stages}"))
    }
}

impl Kind for Box<dyn Kind> {
    fn header(&self, base: &Base) -> Vec<String> {
        (**self).header(base)
    }

    fn verilog(&self, network: &Frame, header: Vec<String>, asked: Asked) -> Verilog {
        (**self).verilog(network, header, asked)
    }

    fn formal(
        &self,
        network: &Frame,
        header: &[String],
        verilog: &mut Verilog,
    ) -> Result<Vec<EmittedFile>, FormalError> {
        (**self).formal(network, header, verilog)
    }

    fn extras(&self, base: &Base) -> Vec<EmittedFile> {
        (**self).extras(base)
    }

    fn facts(&self, base: &Base) -> Facts {
        (**self).facts(base)
    }

    fn header_layout(&self, base: &Base) -> HeaderLayout {
        (**self).header_layout(base)
    }

    fn bounds(&self, base: &Base, separator: Option<&[NodeId]>) -> Vec<Bound> {
        (**self).bounds(base, separator)
    }

    fn task(&self) -> Task<'_> {
        (**self).task()
    }

    fn in_words(&self, base: &Base) -> String {
        (**self).in_words(base)
    }

    fn slot_ports(&self) -> Option<SlotPortsInfo> {
        (**self).slot_ports()
    }

    fn has_streams(&self) -> bool {
        (**self).has_streams()
    }

    fn check_bench(&self, network: &Frame) -> Result<(), UsageError> {
        (**self).check_bench(network)
    }
}

impl<K: Kind + 'static> Network<K> {
    /// The same network, its kind forgotten.
    pub fn any(self) -> AnyNetwork {
        Network { base: self.base, loads: self.loads, kind: Box::new(self.kind) }
    }
}
