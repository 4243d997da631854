//! `manifest.json` of an emitted folder: what was generated, from what, in which files.
//!
//! The fields are in the order of the file. The generator fills and writes them. This crate reads them and
//! trusts them: the simulated network is compared, not the manifest.

mod bounds;
mod buffered;
mod errors;
mod facts;
mod interface;
mod named;
mod node_list;
mod rom_info;
mod schedule_info;

pub use buffered::BufferedInfo;
pub use errors::{ManifestError, WrongKind};
pub use facts::{ExchangeFacts, Facts};
pub use interface::{InterfaceInfo, SlotPortsInfo};
pub use rom_info::RomInfo;
pub use schedule_info::ScheduleInfo;

use crate::{
    input,
    port_info::{Field, PortInfo},
    SimError,
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, path::Path};
use torus_model::{collective::Task, LinkStages, PayloadLayout, PortModel, StagesError, Switching, Torus};

/// The name of the file in an emitted folder.
pub const MANIFEST_FILE: &str = "manifest.json";

/// The contents of `manifest.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Generator and version.
    pub generator: String,
    /// Name of the network, prefix of every module.
    pub name: String,
    /// Radices, first dimension first.
    pub dims: Vec<u32>,
    /// Number of nodes N.
    pub nodes: usize,
    /// Specification of the placement.
    pub placement: String,
    /// Processors by increasing node id.
    #[serde(with = "node_list")]
    pub processors: Vec<u32>,
    /// Routing.
    pub routing: String,
    /// Router microarchitecture.
    pub router: String,
    /// Port model.
    #[serde(with = "named")]
    pub ports: PortModel,
    /// Registers on links, left out if there are none.
    #[serde(default, rename = "link-stages", skip_serializing_if = "Option::is_none")]
    pub link_stages: Option<String>,
    /// Payload bits W.
    pub width: usize,
    /// Seed of everything drawn at random.
    pub seed: u64,
    /// Cells that the search of the schedule could visit for each length.
    pub effort: u64,
    /// The schedule in the ROMs of a scheduled network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<ScheduleInfo>,
    /// The buffers and channels of a buffered router.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buffered: Option<BufferedInfo>,
    /// The streams of the network, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interface: Option<InterfaceInfo>,
    /// The slot ports of a scheduled network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot_ports: Option<SlotPortsInfo>,
    /// The message memories of a network that has them.
    #[serde(default, rename = "stored", skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemoryInfo>,
    /// The exact link loads of one exchange.
    pub loads: LoadsInfo,
    /// Widths of the header.
    pub header: HeaderInfo,
    /// The schedule ROMs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rom: Option<RomInfo>,
    /// Cycles between events of the bench, if they are fixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency: Option<Latency>,
    /// The modules that stand at nodes; every node has exactly one.
    pub kinds: Vec<Kind>,
    /// Module of the network for users.
    pub top: String,
    /// Module of the self-running network.
    pub bench: String,
    /// The ports of these modules: what each bit means, and when it is valid.
    #[serde(default)]
    pub interfaces: BTreeMap<String, Vec<PortInfo>>,
    /// All emitted files, relative to the folder.
    pub files: Vec<String>,
    /// SHA-256 of each of them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sha256: BTreeMap<String, String>,
}

/// The message memories of a network, and its programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryInfo {
    /// The algorithm.
    pub algorithm: String,
    /// Flits of a block, or of the message of a broadcast.
    pub flits: u32,
    /// Banks of a memory.
    pub banks: usize,
    /// Flits of a bank.
    pub depth: usize,
    /// Bits of a flit's address.
    pub address: usize,
    /// Bits of a memory.
    pub memory_bits: usize,
    /// Cycles that the programs take, including idle ones at their end.
    pub slots: u32,
}

/// The exact link loads of one exchange.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoadsInfo {
    /// Their maximum, `p` or `p/q`.
    pub e_max: String,
    /// SHA-256 of the loads.
    pub digest: String,
}

/// Widths of the header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeaderInfo {
    /// All bits.
    pub width: usize,
    /// Bits beside the payload on the link with the most: the header and what is above it; 0 if there are
    /// none.
    #[serde(default)]
    pub link: usize,
    /// Bits of a number of hops.
    pub hop_bits: usize,
    /// Bits of a port number.
    pub port_bits: usize,
    /// The fields, lowest first.
    #[serde(default)]
    pub fields: Vec<Field>,
}

/// Cycles between events of the bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Latency {
    /// From `start_i` to slot 0 on the links.
    pub start_to_link: u32,
    /// From the makespan to `done_o`.
    pub makespan_to_done: u32,
}

impl Latency {
    /// The number of registers of a schedule ROM. A row is injected from the last one, a cycle before it is
    /// on the links.
    pub fn rom_registers(&self) -> usize {
        self.start_to_link.saturating_sub(2).max(1) as usize
    }
}

/// A module that stands at nodes, for the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kind {
    /// The module in the network.
    pub node: String,
    /// The module that the tile engine verilates: the node with the bench's agents at its local ports.
    pub tile: String,
    /// Whether it has a processor.
    pub processor: bool,
    /// The nodes at which it stands.
    #[serde(with = "node_list")]
    pub nodes: Vec<u32>,
}

impl Kind {
    /// The module that the tile engine verilates: the tile of the bench, or the node as users get it.
    pub fn module(&self, host: bool) -> &str {
        if host {
            &self.node
        } else {
            &self.tile
        }
    }
}

impl Manifest {
    /// Reads `DIR/manifest.json`. Errors: no such file; not a manifest; numbers that its torus does not
    /// allow.
    pub fn read(dir: &Path) -> Result<Self, SimError> {
        let path = dir.join(MANIFEST_FILE);
        let text = input::read(&path, input::MANIFEST).map_err(|error| SimError::read(&path, &error))?;
        let manifest: Result<Manifest, String> =
            serde_json::from_str(&text).map_err(|error| error.to_string());
        let checked = manifest.and_then(|manifest| bounds::check(&manifest).map(|()| manifest));
        Ok(checked.map_err(|reason| ManifestError { path, reason })?)
    }

    /// The files of its Verilog modules. Files that only provers read are in other folders.
    pub fn modules(&self) -> impl Iterator<Item = &String> {
        self.files.iter().filter(|file| file.starts_with("rtl/") && file.ends_with(".v"))
    }

    /// Whether the folder has the bench; a buffered network may leave it out.
    pub fn has_bench(&self) -> bool {
        self.files.contains(&format!("rtl/{}.v", self.bench))
    }

    /// What only a scheduled network has. `dir` is for the error: this network has no schedule.
    pub fn scheduled(&self, dir: &Path) -> Result<(&ScheduleInfo, Latency), WrongKind> {
        let both = self.schedule.as_ref().zip(self.latency);
        both.ok_or_else(|| WrongKind::NotScheduled { dir: dir.to_path_buf() })
    }

    /// What only a buffered network has. `dir` is for the error: this network has other routers.
    pub fn buffers(&self, dir: &Path) -> Result<&BufferedInfo, WrongKind> {
        self.buffered.as_ref().ok_or_else(|| WrongKind::NotBuffered { dir: dir.to_path_buf() })
    }

    /// The message memories. `dir` is for the error: this network has none.
    pub fn memories(&self, dir: &Path) -> Result<&MemoryInfo, WrongKind> {
        self.memory.as_ref().ok_or_else(|| WrongKind::NoMemories { dir: dir.to_path_buf() })
    }

    /// The layout of the payloads of a bench.
    pub fn payload(&self) -> PayloadLayout {
        match &self.memory {
            Some(memory) => {
                PayloadLayout::of_blocks(self.width, self.nodes, memory.flits as usize, self.is_broadcast())
            }
            None => PayloadLayout::of_messages(self.width, self.nodes),
        }
    }

    /// The registers on the links of the torus. Errors: those of [`LinkStages::parse`].
    pub fn stages(&self, torus: &Torus) -> Result<LinkStages, StagesError> {
        let none = Ok(LinkStages::none(torus));
        self.link_stages.as_deref().map_or(none, |text| LinkStages::parse(text, torus))
    }

    /// Whether messages have headers; otherwise slots set the routers.
    pub fn has_headers(&self) -> bool {
        self.schedule.as_ref().is_none_or(ScheduleInfo::has_headers)
    }

    /// Whether a generator makes the rows of the schedule, so that there is no ROM.
    pub fn is_generated(&self) -> bool {
        self.schedule.as_ref().is_some_and(|info| info.switching == Switching::Generator)
    }

    /// Whether one node sends to all.
    pub fn is_broadcast(&self) -> bool {
        self.schedule.as_ref().is_some_and(|schedule| schedule.kind == Task::BROADCAST)
    }

    /// Fills in the fields that a kind of network states.
    pub fn state(&mut self, facts: Facts) {
        match facts {
            Facts::Scheduled { schedule, rom, latency } => {
                self.router = "scheduled".into();
                (self.schedule, self.rom, self.latency) = (Some(schedule), Some(rom), Some(latency));
            }
            Facts::Memory { schedule, memory, rom, latency } => {
                self.state(Facts::Scheduled { schedule, rom, latency });
                self.memory = Some(memory);
            }
            Facts::Buffered(info) => {
                self.router = "buffered".into();
                self.buffered = Some(info);
            }
        }
    }

    /// The text of the file, with a newline at the end.
    pub fn to_json(&self) -> String {
        let json = serde_json::to_string_pretty(self).expect("a manifest holds strings and numbers only");
        json + "\n"
    }
}
