//! The scheduled network: a verified schedule in ROMs, and nodes without buffers, arbitration or flow
//! control.
//!
//! One ROM image serves all processors of a source class. Equal images are emitted once; images of a dihedral
//! table that mirror each other are one image.

mod axis;
mod error;
mod images;
mod node;
pub mod options;
mod parameters;
mod ports;
mod search;
mod slot_ports;
mod tops;

use super::{streams::Streams, Additions, Asked, EmittedFile, Frame, Kind, Network, Task, Verilog};
use crate::{
    base::{check_size, Base},
    formal,
    manifest_error::{check_digest, ManifestError},
    options::NetworkOptions,
    paths::Paths,
    schedule_file::{read_schedule, schedule_digest, ScheduleFileError, Written},
    top::{Activity, Cell},
    UsageError,
};
pub use error::ScheduleError;
pub use options::ScheduleOptionsError;
pub use slot_ports::{SlotPorts, SlotPortsError};

use images::{slot_table, Images};
use options::{rows, ScheduleOptions};
use parameters::check_proofs;
use ports::makespan_to_done;
use search::{check_hops, check_rows, check_searchable, check_slots, search};
use slot_ports::SlotTop;
use std::path::Path;
use torus_hdl::SlotTable;
use torus_model::{
    bound::{bounds, keep_valid, Bound},
    quantity,
    schedule::verify::verify,
    HeaderLayout, LinkStages, Loads, NodeId, RomStyle, Routing, Schedule, Switching,
};
use torus_sim::manifest::{Facts, Latency, RomInfo, ScheduleInfo, SlotPortsInfo};
use torus_sim::Manifest;

/// The file name of the schedule in an emitted folder.
pub const SCHEDULE_FILE: &str = "schedule.json";

/// What only a scheduled network has.
#[derive(Clone, Debug)]
pub struct Scheduled {
    /// The verified schedule.
    pub schedule: Schedule,
    /// What every router does in each slot, if messages have no headers.
    pub slot_table: Option<SlotTable>,
    /// How its ROMs are built.
    pub rom_style: RomStyle,
    /// Streams at its processors, if they were asked for.
    pub streams: Option<Streams>,
    /// The slot ports that `NAME` was asked to have.
    pub slot_ports: SlotPorts,
}

/// The loads of ODR, which determine the size of the search for any paths. Errors: a routing without
/// schedules; messages with too many hops.
fn ordered_loads(base: &Base) -> Result<Loads, UsageError> {
    if base.paths == Paths::Routed(Routing::Udr) {
        return Err(ScheduleError::NoSchedule { routing: base.paths.to_string() }.into());
    }
    let loads = Loads::new(&base.placement, Routing::Odr)?;
    check_hops(base, &loads)?;
    Ok(loads)
}

impl Network<Scheduled> {
    /// Counts loads and finds a verified schedule. Errors: a routing without schedules; an exchange too large
    /// to search; nodes that cannot be set by slots.
    pub fn new(base: Base, options: impl Into<ScheduleOptions>) -> Result<Self, UsageError> {
        let ordered = ordered_loads(&base)?;
        Self::with_loads(base, options.into(), ordered)
    }

    fn with_loads(base: Base, options: ScheduleOptions, ordered: Loads) -> Result<Self, UsageError> {
        check_searchable(&base, options, &ordered)?;
        let schedule = search(&base, options)?;
        verify(&schedule).expect("only valid schedules are made; a violation here is a defect of torusgen");
        let loads = match base.paths.routing() {
            Some(_) => ordered,
            None => schedule.loads(),
        };
        let slot_table = slot_table(options.switching, &schedule)?;
        let ScheduleOptions { rom_style, streams, slot_ports, .. } = options;
        Ok(Network { base, loads, kind: Scheduled { schedule, slot_table, rom_style, streams, slot_ports } })
    }

    /// The network of a given schedule. Errors: an invalid schedule; `path` names its file in errors.
    pub fn of_schedule(
        base: Base,
        schedule: Schedule,
        (switching, rom_style): (Switching, RomStyle),
        path: &Path,
    ) -> Result<Self, UsageError> {
        check_size(&base)?;
        check_rows(&schedule).map_err(|reason| ScheduleFileError { path: path.into(), reason })?;
        verify(&schedule).map_err(|violation| ScheduleError::Invalid { path: path.into(), violation })?;
        let (loads, slot_table) = (schedule.loads(), slot_table(switching, &schedule)?);
        let (streams, slot_ports) = (None, SlotPorts::default());
        Ok(Network { base, loads, kind: Scheduled { schedule, slot_table, rom_style, streams, slot_ports } })
    }

    /// The network of a schedule file. Errors: options that the file decides itself; an invalid schedule.
    pub(super) fn of_schedule_file(
        path: &Path,
        schedule: Schedule,
        routing: &str,
        options: &NetworkOptions,
    ) -> Result<Self, UsageError> {
        let rest = NetworkOptions { width: None, name: None, switching: None, rom: None, ..options.clone() };
        if let Some(option) = rest.first_given() {
            return Err(ScheduleError::Options { path: path.into(), option }.into());
        }
        let plain = Base::of_placement(&schedule.placement, options)?;
        let stages = schedule.hop_cycles.link_stages();
        let base = Base { paths: routing.parse()?, ports: schedule.ports, stages, ..plain };
        Self::of_schedule(base, schedule, rows(options)?, path)
    }

    /// The network of an emitted folder: its manifest and its schedule, which is verified again.
    ///
    /// Errors: no schedule of torusgen; a schedule that is invalid or not the one of the manifest.
    pub fn of_folder(dir: &Path, manifest: &Manifest) -> Result<Self, UsageError> {
        let path = dir.join(SCHEDULE_FILE);
        let (schedule, _) = read_schedule(&path)?;
        let info = manifest.scheduled(dir)?.0;
        check_digest(dir, "schedule", &info.digest, &schedule_digest(&schedule))?;
        let base = Base::of_manifest(manifest)?;
        check_stages(dir, &base, &schedule)?;
        let rows = (info.switching, info.rom_style);
        let mut network = Self::of_schedule(base, schedule, rows, &path)?;
        network.kind.streams = manifest.interface.as_ref().map(Streams::of_info);
        network.kind.slot_ports = SlotPorts::of_info(manifest.slot_ports.as_ref())?;
        Ok(network)
    }

    /// As [`Network::new`], for a network that is to be emitted. Further errors: a torus or a ROM that is too
    /// large, found before the search.
    pub fn to_emit(base: Base, options: impl Into<ScheduleOptions>) -> Result<Self, UsageError> {
        check_size(&base)?;
        let (ordered, options) = (ordered_loads(&base)?, options.into());
        check_slots(&base, options, &ordered)?;
        Self::with_loads(base, options, ordered)
    }

    /// How many ROM images there are, and how large each is.
    pub fn rom(&self) -> RomInfo {
        self.kind.rom(&self.base)
    }
}

/// Refuses a schedule with other link registers than those of the manifest.
fn check_stages(dir: &Path, base: &Base, schedule: &Schedule) -> Result<(), ManifestError> {
    let [stated, found] = [&base.stages, &schedule.hop_cycles.link_stages()].map(LinkStages::to_string);
    let reason = format!("its manifest has {stated} link stages, its schedule {found}");
    (stated == found).then_some(()).ok_or(ManifestError { path: dir.into(), reason })
}

impl Scheduled {
    /// The slot ports that `NAME` has; streams need the one for senders.
    fn told(&self) -> SlotPorts {
        match self.streams {
            Some(_) => self.slot_ports.with_source(),
            None => self.slot_ports,
        }
    }

    /// Exact loads and their bounds. Those of a routing are counted directly; for searched paths the schedule
    /// is found first.
    pub(super) fn loads_and_bounds(
        base: &Base,
        options: ScheduleOptions,
        separator: Option<&[NodeId]>,
    ) -> Result<(Loads, Vec<Bound>), UsageError> {
        let Some(routing) = base.paths.routing() else {
            let network = Network::<Scheduled>::new(base.clone(), options)?;
            let bounds = network.bounds(separator);
            return Ok((network.loads, bounds));
        };
        Ok((Loads::new(&base.placement, routing)?, bounds(&base.placement, routing, separator)))
    }
}

impl Kind for Scheduled {
    fn header(&self, base: &Base) -> Vec<String> {
        let (schedule, torus, seed) = (&self.schedule, base.torus(), base.effort.seed);
        vec![
            format!("torus {torus}, placement {}, routing {}", base.placement, base.paths),
            self.link_in_words(base.width, &HeaderLayout::new(torus)),
            format!(
                "schedule {} of {}, bound {}, seed {seed}",
                schedule.kind,
                quantity(schedule.length, "slot"),
                schedule.lower_bound
            ),
            format!("schedule digest {}", schedule_digest(schedule)),
        ]
    }

    fn verilog(&self, network: &Frame, header: Vec<String>, asked: Asked) -> Verilog {
        let (base, images) = (network.base, Images::new(&self.schedule));
        let spec = self.node_spec(base, &images, header);
        let cells = self.cells(base, &spec, &images);
        let (activity, local) = (Activity::of_schedule(&self.schedule), tops::local_ports(&spec));
        let slots = SlotTop::new(&spec, &self.schedule, self.told());
        let unused = slots.as_ref().map_or(Vec::new(), SlotTop::unused);
        let further = slots.iter().flat_map(SlotTop::modules);
        let streams = self.streams.map(|streams| streams.of_tops(asked));
        Verilog {
            tiles: Cell::tiles(&cells, |class| spec.tile_module(class)),
            modules: torus_hdl::modules(&spec).into_iter().chain(further).collect(),
            agents: Vec::new(),
            link: tops::link(&spec),
            network: tops::network(&spec, &local, activity, slots.as_ref(), &self.schedule.hop_cycles),
            bench: asked.bench.then(|| tops::bench(&spec, &local, &base.placement, activity, &unused)),
            wrapper: slots.as_ref().zip(streams).map(|(slots, streams)| axis::wrapper(slots, &streams)),
            local,
            cells,
        }
    }

    fn formal(&self, network: &Frame, header: &[String], verilog: &mut Verilog) -> Vec<EmittedFile> {
        let images = Images::new(&self.schedule);
        let spec = self.node_spec(network.base, &images, header.to_vec());
        let module = |node| Cell::module_at(&verilog.cells, node);
        let mut files = formal::scheduled(&spec, &self.schedule, module, &mut verilog.modules);
        let slots = SlotTop::new(&spec, &self.schedule, self.told());
        if let Some(((streams, slots), wrapper)) = self.streams.zip(slots).zip(verilog.wrapper.as_mut()) {
            files.extend(axis::proofs(&slots, &streams, &mut wrapper.modules));
        }
        files
    }

    fn check_folder(&self, base: &Base, additions: Additions) -> Result<(), UsageError> {
        check_proofs(base, additions)
    }

    fn extras(&self, base: &Base) -> Vec<EmittedFile> {
        let written = Written::new(&self.schedule, &base.paths.to_string());
        vec![(SCHEDULE_FILE.into(), written.to_json())]
    }

    fn bounds(&self, base: &Base, separator: Option<&[NodeId]>) -> Vec<Bound> {
        let mut all = bounds(&base.placement, Routing::Odr, separator);
        keep_valid(&mut all, base.paths.routing() == Some(Routing::Odr));
        all
    }

    fn task(&self) -> Task<'_> {
        Task::Schedule(&self.schedule)
    }

    fn slot_ports(&self) -> Option<SlotPortsInfo> {
        self.told().info()
    }

    fn has_streams(&self) -> bool {
        self.streams.is_some()
    }

    fn in_words(&self, base: &Base) -> String {
        let slots = quantity(self.schedule.length, "slot");
        format!("schedule of {slots}, bound {}; {}", self.schedule.lower_bound, self.rom(base))
    }

    fn facts(&self, base: &Base) -> Facts {
        let (schedule, link) = (&self.schedule, self.link_latency());
        Facts::Scheduled {
            schedule: ScheduleInfo {
                kind: schedule.kind.to_string(),
                length: schedule.length,
                lower_bound: schedule.lower_bound,
                makespan: schedule.makespan(),
                messages: schedule.entries.len(),
                digest: schedule_digest(schedule),
                switching: self.switching(),
                rom_style: self.rom_style,
            },
            rom: self.rom(base),
            latency: Latency { start_to_link: link as u32, makespan_to_done: makespan_to_done(link) },
        }
    }
}
