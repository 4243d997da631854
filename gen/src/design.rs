//! A network worked out: placement, exact loads, schedule, and the files they become.

use crate::{
    board::board,
    config::{check_emittable, Config},
    error::Refusal,
    fabric::{Cell, Fabric},
    paths::Paths,
    schedule_file::Written,
};
use sha2::{Digest, Sha256};
use std::path::Path;
use torus_hdl::{NodeSpec, LINK_LATENCY};
use torus_model::{
    balanced::{balanced_frame, balanced_oneshot},
    bounds::{bounds, Bound, Relation},
    exchange::exchange,
    frame::odr_frame,
    oneshot::odr_oneshot,
    schedule::Kind,
    verify::verify,
    HeaderLayout, Loads, NodeId, Placement, RomImage, Routing, Schedule, Symmetry,
};
use torus_sim::manifest::{self, HeaderInfo, Latency, LoadsInfo, Manifest, RomInfo, ScheduleInfo};

/// Generator and version, as it stands in every file.
pub const GENERATOR: &str = concat!("torusgen ", env!("CARGO_PKG_VERSION"));

/// Cycles from the makespan to `done_o`: out of the last link, through the eject register, the endpoint's
/// counter and the bench's register.
const MAKESPAN_TO_DONE: u32 = LINK_LATENCY as u32 + 2;

/// The schedule in an emitted folder.
pub const SCHEDULE_FILE: &str = "schedule.json";

/// A network with everything that its description decides.
#[derive(Clone, Debug)]
pub struct Design {
    /// What was asked for.
    pub config: Config,
    /// The exact loads.
    pub loads: Loads,
    /// The verified schedule.
    pub schedule: Schedule,
}

/// A file of an emitted folder: relative path and contents.
pub type EmittedFile = (String, String);

impl Design {
    /// Loads and a verified schedule. Errors: a routing that has no schedule, an exchange too large to search.
    pub fn new(config: Config) -> Result<Design, Refusal> {
        if config.paths == Paths::Routed(Routing::Udr) {
            return Err(Refusal::NoSchedule { routing: config.paths.to_string() });
        }
        // The loads of ODR say how large the search is, whatever the paths.
        let ordered = Loads::new(&config.placement, Routing::Odr)?;
        check_searchable(&config.placement, &ordered)?;
        let schedule = search(&config);
        verify(&schedule).expect("only valid schedules are made; a violation here is a defect of torusgen");
        let loads = match config.paths.routing() {
            Some(_) => ordered,
            None => Loads::of_schedule(&schedule),
        };
        Ok(Design { config, loads, schedule })
    }

    /// The design of a given schedule. Errors: a schedule that is not valid; `path` names its file in them.
    pub fn of_schedule(config: Config, schedule: Schedule, path: &Path) -> Result<Design, Refusal> {
        check_emittable(config.torus())?;
        verify(&schedule).map_err(|violation| Refusal::BadSchedule { path: path.into(), violation })?;
        let loads = Loads::of_schedule(&schedule);
        Ok(Design { config, loads, schedule })
    }

    /// The same as [`Design::new`] for a network that is to be emitted. Errors besides: a torus too large for
    /// that, found before the schedule is searched.
    pub fn to_emit(config: Config) -> Result<Design, Refusal> {
        check_emittable(config.torus())?;
        Self::new(config)
    }

    /// Every file of the folder, manifest last. Errors: a torus too large to emit.
    pub fn files(&self) -> Result<Vec<EmittedFile>, Refusal> {
        check_emittable(self.config.torus())?;
        let images = Images::new(&self.schedule);
        let spec = self.node_spec(&images);
        let cells = self.cells(&spec, &images);
        let mut modules: Vec<(String, String)> =
            torus_hdl::modules(&spec).into_iter().map(|module| (module.name, module.text)).collect();
        let fabric = Fabric::new(&spec, &self.config.placement, &cells);
        modules.push((spec.name.to_string(), fabric.network()));
        modules.push((format!("{}_bench", spec.name), fabric.bench()));
        // The file list has one top, the bench; tiles are tops of the simulator, the board one of its own.
        let tiles: Vec<String> = (0..images.distinct.len()).map(|class| spec.tile_module(class)).collect();
        let path = |name: &String| format!("rtl/{name}.v");
        let listed = modules.iter().filter(|(name, _)| !tiles.contains(name));
        let list: String = listed.map(|(name, _)| path(name) + "\n").collect();
        let top = format!("{}_board", spec.name);
        let board_list = list.clone() + &path(&top) + "\n";
        modules.push((top, board(spec.name, &spec.header, &self.config.placement, spec.ports, spec.width)));
        let mut files: Vec<EmittedFile> =
            modules.iter().map(|(name, text)| (path(name), text.clone())).collect();
        files.push((format!("{}.f", spec.name), list));
        files.push((format!("{}_board.f", spec.name), board_list));
        files.push((
            SCHEDULE_FILE.into(),
            Written::new(&self.schedule, &self.config.paths.to_string()).to_json(),
        ));
        let manifest = self.manifest(&spec, &cells, &files);
        files.push(("manifest.json".into(), manifest.to_json()));
        Ok(files)
    }

    fn node_spec<'a>(&'a self, images: &'a Images) -> NodeSpec<'a> {
        let torus = self.config.torus();
        NodeSpec {
            name: &self.config.name,
            torus,
            width: self.config.width,
            processors: self.config.placement.len(),
            ports: self.schedule.ports,
            images: &images.distinct,
            flips: &images.flips,
            turns: &images.turns,
            overlap: overlap(&self.schedule) as usize,
            header: self.header(),
            with_pass: self.config.placement.len() < torus.len(),
        }
    }

    /// The comment that opens every file.
    fn header(&self) -> Vec<String> {
        let (schedule, layout) = (&self.schedule, HeaderLayout::new(self.config.torus()));
        vec![
            format!("Generated by {GENERATOR}, do not edit."),
            format!(
                "torus {}, placement {}, routing {}",
                self.config.torus(),
                self.config.placement,
                self.config.paths
            ),
            format!(
                "payload {} bits, header {} bits ({} of hops, {} of port)",
                self.config.width,
                layout.width(),
                layout.hop_bits,
                layout.port_bits
            ),
            format!(
                "schedule {} of {} slots, bound {}, seed {}",
                schedule.kind, schedule.length, schedule.lower_bound, self.config.effort.seed
            ),
            format!("schedule digest {}", schedule_digest(schedule)),
        ]
    }

    fn cells(&self, spec: &NodeSpec, images: &Images) -> Vec<Cell> {
        let modules = (0..images.distinct.len()).map(|class| spec.node_module(class));
        let classes = images.of_processors(&self.schedule.placement);
        Cell::of_classes(&self.config.placement, modules, &classes, spec.pass_module())
    }

    fn manifest(&self, spec: &NodeSpec, cells: &[Cell], files: &[EmittedFile]) -> Manifest {
        let (config, schedule) = (&self.config, &self.schedule);
        let layout = HeaderLayout::new(config.torus());
        Manifest {
            schedule: Some(ScheduleInfo {
                kind: schedule.kind.to_string(),
                length: schedule.length,
                lower_bound: schedule.lower_bound,
                makespan: schedule.makespan(),
                messages: schedule.entries.len(),
                digest: schedule_digest(schedule),
            }),
            rom: Some(rom_info(spec)),
            latency: Some(Latency { start_to_link: LINK_LATENCY as u32, makespan_to_done: MAKESPAN_TO_DONE }),
            kinds: kinds(cells, |class| spec.tile_module(class)),
            ..plain_manifest(config, &self.loads, &layout, files)
        }
    }

    /// How many ROM images there are, and how large each is.
    pub fn rom(&self) -> RomInfo {
        rom_info(&self.node_spec(&Images::new(&self.schedule)))
    }

    /// What bounds the loads; closed forms are those of ODR, so searched paths have none.
    /// `separator`: a set of nodes for equation (4).
    pub fn bounds(&self, separator: Option<&[NodeId]>) -> Vec<Bound> {
        let mut all = bounds(&self.config.placement, Routing::Odr, separator);
        let routed = self.config.paths.routing() == Some(Routing::Odr);
        all.retain(|bound| routed || bound.relation == Relation::LowerBound);
        all
    }

    /// Loads of one exchange by link id, as the simulator takes them.
    pub fn link_loads(&self) -> &[u64] {
        self.loads.numerators()
    }
}

/// What manifests of all networks say alike: kinds, schedule, buffers and memories are left to the caller.
pub(crate) fn plain_manifest(
    config: &Config,
    loads: &Loads,
    layout: &HeaderLayout,
    files: &[EmittedFile],
) -> Manifest {
    Manifest {
        generator: GENERATOR.into(),
        name: config.name.clone(),
        dims: config.torus().dims().to_vec(),
        nodes: config.torus().len(),
        placement: config.placement.to_string(),
        processors: config.placement.processors().iter().map(|node| node.index() as u32).collect(),
        routing: config.paths.to_string(),
        router: if config.buffers.is_some() { "buffered" } else { "scheduled" }.into(),
        ports: config.ports.to_string(),
        width: config.width,
        seed: config.effort.seed,
        effort: config.effort.visits,
        schedule: None,
        buffered: None,
        stored: None,
        loads: LoadsInfo { e_max: loads.e_max().to_string(), digest: digest(&loads.digest_text()) },
        header: HeaderInfo { width: layout.width(), hop_bits: layout.hop_bits, port_bits: layout.port_bits },
        rom: None,
        latency: None,
        kinds: Vec::new(),
        top: config.name.clone(),
        bench: format!("{}_bench", config.name),
        files: files.iter().map(|(path, _)| path.clone()).collect(),
    }
}

/// The kinds of a manifest. `tile`: what the tile engine verilates in place of a class of processors' nodes.
pub(crate) fn kinds(cells: &[Cell], tile: impl Fn(usize) -> String) -> Vec<manifest::Kind> {
    let kind = |(class, cell): (usize, &Cell)| {
        let processor = !cell.processors.is_empty();
        let tile = if processor { tile(class) } else { cell.module.clone() };
        let nodes = cell.nodes.iter().map(|&node| node as u32).collect();
        manifest::Kind { node: cell.module.clone(), tile, processor, nodes }
    };
    cells.iter().enumerate().map(kind).collect()
}

fn rom_info(spec: &NodeSpec) -> RomInfo {
    let (images, rows, row_bits) = (spec.images.len(), spec.images[0].rows.len(), spec.row_bits());
    RomInfo { images, rows, row_bits, bits_per_image: rows * row_bits }
}

/// The distinct ROM images of a schedule; equal ones are shared, and those that mirror each other by the
/// parities of a node are one.
struct Images {
    distinct: Vec<RomImage>,
    of_source: Vec<usize>,
    /// Dimensions in which nodes of odd coordinate send the image mirrored.
    flips: Vec<usize>,
    turns: Vec<(torus_model::Port, torus_model::Port)>,
}

impl Images {
    fn new(schedule: &Schedule) -> Self {
        let all = schedule.rom_images();
        let mut turns: Vec<_> = all.iter().flat_map(RomImage::turns).collect();
        turns.sort();
        turns.dedup();
        let flips = flips(schedule, &all);
        let (distinct, of_source) = match flips.is_empty() {
            true => Images::shared(all),
            false => (all[..1].to_vec(), vec![0; all.len()]),
        };
        Images { distinct, of_source, flips, turns }
    }

    /// Equal images once, and which one each source has.
    fn shared(all: Vec<RomImage>) -> (Vec<RomImage>, Vec<usize>) {
        let mut distinct: Vec<RomImage> = Vec::new();
        let mut of_source = Vec::new();
        for image in all {
            let found = distinct.iter().position(|other| *other == image);
            of_source.push(found.unwrap_or(distinct.len()));
            if found.is_none() {
                distinct.push(image);
            }
        }
        (distinct, of_source)
    }

    /// The image of every processor.
    fn of_processors(&self, placement: &Placement) -> Vec<usize> {
        placement.source_indices().into_iter().map(|source| self.of_source[source]).collect()
    }
}

/// The dimensions that a schedule by parities counts, if mirroring image 0 there gives all others.
fn flips(schedule: &Schedule, images: &[RomImage]) -> Vec<usize> {
    let (torus, placement) = (schedule.torus(), &schedule.placement);
    let Symmetry::Parity { counts } = placement.symmetry() else { return Vec::new() };
    let mirrored = |(node, image): (&NodeId, &RomImage)| {
        let odd = |dim: usize| counts[dim] && torus.coordinate(*node, dim) % 2 == 1;
        let swaps: Vec<bool> = (0..torus.d()).map(odd).collect();
        images[0].mirrored(torus, &swaps) == *image
    };
    let both_ports = (0..torus.d()).all(|dim| !counts[dim] || torus.dims()[dim] > 2);
    match both_ports && placement.sources().iter().zip(images).all(mirrored) {
        true => (0..torus.d()).filter(|&dim| counts[dim]).collect(),
        false => Vec::new(),
    }
}

/// Cell visits that one pass of the search may take: some tens of seconds.
const MAX_SEARCH: u64 = 1 << 35;

/// Refuses exchanges that the packer cannot go through once in reasonable time: hops of all message classes
/// times the length.
fn check_searchable(placement: &Placement, loads: &Loads) -> Result<(), Refusal> {
    let hops = loads.total() / placement.len() as u64 * placement.sources().len() as u64;
    let visits = hops.saturating_mul(loads.e_max().to_integer());
    if visits > MAX_SEARCH {
        let messages = (placement.len() as u64 - 1) * placement.sources().len() as u64;
        return Err(Refusal::TooLargeToSchedule { messages, slots: loads.e_max().to_integer() });
    }
    Ok(())
}

/// The schedule that was asked for.
fn search(config: &Config) -> Schedule {
    let (ports, effort) = (config.ports, config.effort);
    match config.kind {
        Kind::Frame if config.paths == Paths::Balanced => balanced_frame(&config.placement, ports, effort),
        Kind::Frame => odr_frame(&config.placement, ports, effort),
        Kind::OneShot if config.paths == Paths::Balanced => {
            balanced_oneshot(&config.placement, ports, effort)
        }
        Kind::OneShot => odr_oneshot(&config.placement, ports, effort),
        Kind::Exchange => exchange(config.torus(), ports, config.paths.group(), effort),
    }
}

/// How many exchanges can be under way at once when frames run back to back: a message of the last slot is
/// still counted until its endpoint has seen it.
fn overlap(schedule: &Schedule) -> u32 {
    (schedule.makespan() + MAKESPAN_TO_DONE) / schedule.length + 2
}

/// Lower-case hexadecimal SHA-256.
pub fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The digest of a schedule: of its entries `slot class offset word`, one a line, offsets joined by commas.
pub fn schedule_digest(schedule: &Schedule) -> String {
    let line = |entry: &torus_model::Entry| {
        let offset: Vec<String> = entry.offset.iter().map(u32::to_string).collect();
        format!("{} {} {} {}\n", entry.slot, entry.source, offset.join(","), entry.word)
    };
    digest(&schedule.entries.iter().map(line).collect::<String>())
}
