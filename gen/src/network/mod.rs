//! A network: a base that all networks have, and a kind that has only what differs.
//!
//! A kind ([`Kind`]) has the modules of its nodes, its parts of the tops, the files beside the Verilog and
//! its facts for the manifest. The files, the file lists, the board top and the manifest are written once for
//! all kinds, here and in `folder_files`. `Network<Scheduled>` is a network whose kind is known at compile
//! time; [`AnyNetwork`] is one of any kind.

mod any;
pub mod buffered;
mod description;
mod exact_loads;
mod folder_files;
mod kind_options;
mod listing;
pub mod memory;
mod parameters;
mod reached;
pub mod scheduled;
mod streams;

pub use crate::top::BOARD_PORTS;
pub use any::loads_and_bounds;
pub use buffered::Buffered;
pub use description::Description;
pub use exact_loads::{LoadsDescription, TooLargeFor};
pub(crate) use folder_files::timed;
pub use folder_files::{Additions, Asked, GENERATOR};
pub use kind_options::{KindOptions, Takes};
pub use listing::{Listing, PrefixError};
pub use memory::Memory;
pub(crate) use reached::Modules;
pub use scheduled::{Scheduled, SCHEDULE_FILE};

use crate::{
    base::Base,
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
use torus_sim::manifest::{Facts, InterfaceInfo, SlotPortsInfo};
use torus_sim::GoldenModel;

/// A network with everything that follows from its description.
#[derive(Clone, Debug)]
pub struct Network<K> {
    /// The parameters that every network has.
    pub base: Base,
    /// The exact loads of one exchange.
    pub loads: Loads,
    /// The properties that only its kind has.
    pub kind: K,
}

/// A file of an emitted folder: its relative path and its text.
pub type EmittedFile = (String, String);

/// A network of any kind.
pub type AnyNetwork = Network<Box<dyn Kind>>;

/// What one kind of network provides.
pub trait Kind: fmt::Debug + Send + Sync {
    /// The comment lines of every file after the one of the generator: torus, placement, widths, digest.
    fn header(&self, base: &Base) -> Vec<String>;

    /// The modules of nodes, and what the tops are made from. `header`: the comment lines at the beginning of
    /// every file.
    fn verilog(&self, network: &Frame, header: Vec<String>, asked: Asked) -> Verilog;

    /// Adds formal properties to the modules of a network that was checked, and returns the files beside
    /// them. `header`: the comment lines at the beginning of every file.
    fn formal(&self, network: &Frame, header: &[String], verilog: &mut Verilog) -> Vec<EmittedFile>;

    /// Files beside the Verilog.
    fn extras(&self, base: &Base) -> Vec<EmittedFile>;

    /// The facts of this kind for the manifest.
    fn facts(&self, base: &Base) -> Facts;

    /// The layout of a header on a link.
    fn header_layout(&self, base: &Base) -> HeaderLayout {
        HeaderLayout::new(base.torus())
    }

    /// The bounds of the loads of one exchange; empty if none is known. `separator`: a set of nodes for
    /// equation (4).
    fn bounds(&self, _base: &Base, _separator: Option<&[NodeId]>) -> Vec<Bound> {
        Vec::new()
    }

    /// What a simulation of this network has to check.
    fn task(&self) -> Task<'_>;

    /// A short description of the network, which follows the number of its files.
    fn in_words(&self, base: &Base) -> String;

    /// The slot ports for the manifest.
    fn slot_ports(&self) -> Option<SlotPortsInfo> {
        None
    }

    /// Whether its processors have streams.
    fn has_streams(&self) -> bool {
        false
    }

    /// Checks that the folder can be emitted with these additions. Errors: `NAME_bench` would be too large;
    /// the network is too large for provers.
    fn check_folder(&self, _base: &Base, _additions: Additions) -> Result<(), UsageError> {
        Ok(())
    }
}

/// What a simulation has to check.
#[derive(Clone, Copy, Debug)]
pub enum Task<'a> {
    /// Every message of a schedule, in its slots.
    Schedule(&'a Schedule),
    /// Every flit of a plan's programs, in its cycles, and the final places of the blocks.
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
    /// The golden model of a run of the bench; `None` for networks of any traffic.
    pub fn golden_model(self) -> Option<GoldenModel<'a>> {
        match self {
            Task::Schedule(schedule) => Some(GoldenModel::Schedule(schedule)),
            Task::Program { program, .. } => Some(GoldenModel::Program(program)),
            Task::Packets(_) => None,
        }
    }
}

/// A network without its kind, as its kind sees it.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The parameters that every network has.
    pub base: &'a Base,
    /// The exact loads of one exchange.
    pub loads: &'a Loads,
}

/// The Verilog of a network: its modules, and what its tops are made from.
#[derive(Clone, Debug)]
pub struct Verilog {
    /// The cells: which module stands at which nodes. Every node is in one cell.
    pub cells: Vec<Cell>,
    /// For every cell, the module that the tile engine simulates.
    pub tiles: Vec<String>,
    /// Nodes and their parts, leaves first.
    pub modules: Vec<Module>,
    /// The modules of the bench's traffic agents, as far as they are not among `modules`.
    pub agents: Vec<Module>,
    /// The signals of a link.
    pub link: Link,
    /// The local ports of processors.
    pub local: LocalPorts,
    /// What the kind declares for `NAME`.
    pub network: NetworkTop,
    /// What the kind declares for `NAME_bench`, if that was asked for.
    pub bench: Option<BenchTop>,
    /// A top around `NAME` with other ports, if one was asked for.
    pub wrapper: Option<Wrapper>,
}

/// A top around `NAME` with other ports.
#[derive(Clone, Debug)]
pub struct Wrapper {
    /// The modules around the network, leaves first, the top last.
    pub modules: Vec<Module>,
    /// The ports of the top.
    pub ports: Vec<Port>,
    /// Its description for the manifest.
    pub info: InterfaceInfo,
}

impl<K> Network<K> {
    /// The loads of one exchange by link id, in the form for the simulator.
    pub fn link_loads(&self) -> &[u64] {
        self.loads.numerators()
    }

    /// The network without its kind.
    pub fn frame(&self) -> Frame<'_> {
        Frame { base: &self.base, loads: &self.loads }
    }
}

impl<K: Kind> Network<K> {
    /// The facts of the kind for the manifest.
    pub fn facts(&self) -> Facts {
        self.kind.facts(&self.base)
    }

    /// The bounds of the loads of one exchange. `separator`: a set of nodes for equation (4).
    pub fn bounds(&self, separator: Option<&[NodeId]>) -> Vec<Bound> {
        self.kind.bounds(&self.base, separator)
    }

    /// What a simulation of this network has to check.
    pub fn task(&self) -> Task<'_> {
        self.kind.task()
    }

    /// The network as one for any packets; `None` for other kinds.
    pub fn packets(&self) -> Option<PacketNetwork<'_>> {
        let (base, loads) = (&self.base, &self.loads);
        match self.kind.task() {
            Task::Packets(buffers) => Some(PacketNetwork { base, loads, buffers }),
            Task::Schedule(_) | Task::Program { .. } => None,
        }
    }

    /// A short description of the network: its schedule, memories or buffers.
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

    fn formal(&self, network: &Frame, header: &[String], verilog: &mut Verilog) -> Vec<EmittedFile> {
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

    fn check_folder(&self, base: &Base, additions: Additions) -> Result<(), UsageError> {
        (**self).check_folder(base, additions)
    }
}

impl<K: Kind + 'static> Network<K> {
    /// This network as one of any kind.
    pub fn any(self) -> AnyNetwork {
        Network { base: self.base, loads: self.loads, kind: Box::new(self.kind) }
    }
}
