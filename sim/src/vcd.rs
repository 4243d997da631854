//! Waves: the link traffic of a run as a VCD file made to be read, with a save file for GTKWave beside it.
//!
//! One time unit is one cycle. At the top stand `cycle`, `exchange` and `slot` (of the exchange started last,
//! counted on the links), `done`, `error`; then a scope per node, `node_1_2_3`, and in it one per port:
//! - `link_1p`: the outgoing link of dimension 1, `+`: `valid`, `source`, `destination` (node ids), and
//!   `load`, the number of messages so far;
//! - at a processor `inject_1p`: `valid`, `destination` of a message that starts here, as seen on the link;
//! - and `eject_1p`: `valid`, `source` of a message that arrived by a link of that direction; `eject_0`, where a
//!   processor has one lane.
//!
//! What does not exist at a time is `z`: GTKWave draws that as a line in the middle, which reads as idle.
//! A comment in the header carries the configuration, one at the end says that the file is whole. Nothing in
//! the file depends on date, path or machine. Reader: [`crate::waves`].

use crate::driver::{Timetable, Window};
use crate::ffi::{Ejection, Hop, DONE, ERROR};
use crate::gtkw;
use crate::{Manifest, Prescription, SimError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use torus_model::{schedule::PortModel, LinkId, NodeId, Placement, Port, Sign, Torus};
use vcd::{IdCode, ReferenceIndex, SimulationCommand, TimescaleUnit, Value, VarType, Writer};

/// First word of the header's comment.
pub const COMMENT: &str = "torusgen";
/// The comment that ends a whole file.
pub const END_COMMENT: &str = "torusgen end";
/// Bits of `cycle`, `exchange`, `slot` and `load`.
pub(crate) const COUNTER_BITS: u32 = 32;

/// What the header says of the run, and what its scopes are made from.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// Name of the network, the outermost scope.
    pub name: &'a str,
    /// The routing's name.
    pub routing: &'a str,
    /// The kind of schedule.
    pub kind: &'a str,
    /// The port model.
    pub ports: PortModel,
    /// The seed that gives the schedule again, together with the effort.
    pub seed: u64,
    /// The effort of its search.
    pub effort: u64,
    /// Who sends and receives.
    pub placement: &'a Placement,
    /// Algorithm, flits of a block and source of what is stored on the way.
    pub stored: Option<(&'a str, u32, usize)>,
    /// When what should happen.
    pub timetable: Timetable,
}

impl Subject<'_> {
    /// `torusgen dims=4x4x4 placement=.. routing=.. kind=frame ports=all seed=1 effort=.. exchanges=1 processors=0,7,..`:
    /// enough to compute the loads.
    pub fn comment(&self) -> String {
        let processors: Vec<_> =
            self.placement.processors().iter().map(|node| node.index().to_string()).collect();
        let stored = self.stored.map_or(String::new(), |(algorithm, flits, source)| {
            format!(" algorithm={algorithm} flits={flits} source={source}")
        });
        format!(
            "{COMMENT} dims={} placement={} routing={} kind={} ports={} seed={} effort={} exchanges={}{stored} processors={}",
            self.placement.torus(),
            self.placement,
            self.routing,
            self.kind,
            self.ports,
            self.seed,
            self.effort,
            self.timetable.exchanges,
            processors.join(",")
        )
    }
}

/// `node_1_2_3`.
pub(crate) fn node_scope(torus: &Torus, node: NodeId) -> String {
    torus.coordinates(node).iter().fold("node".to_string(), |name, x| format!("{name}_{x}"))
}

/// `link_1p`, for a prefix and a port.
pub(crate) fn port_scope(prefix: &str, port: Port) -> String {
    format!("{prefix}_{}{}", port.dim() + 1, if port.sign() == Sign::Plus { 'p' } else { 'm' })
}

/// Bits of a node id.
pub(crate) fn id_bits(torus: &Torus) -> u32 {
    (usize::BITS - (torus.len() - 1).leading_zeros()).max(1)
}

/// Variables of an outgoing link.
#[derive(Clone, Copy)]
struct LinkVars {
    valid: IdCode,
    source: IdCode,
    destination: IdCode,
    load: IdCode,
    /// `valid` and `destination` of its injections, at a processor.
    inject: Option<(IdCode, IdCode)>,
}

/// A link as the file shows it now.
#[derive(Clone, Copy, Default)]
struct LinkState {
    load: u64,
    /// Source and destination of the message on it.
    message: Option<(u32, u32)>,
    injecting: bool,
}

/// Writes a VCD to any writer.
pub struct VcdWriter<W: Write> {
    out: Writer<W>,
    timetable: Timetable,
    ports: usize,
    globals: [IdCode; 5],
    links: Vec<Option<LinkVars>>,
    lanes: Vec<Option<(IdCode, IdCode)>>,
    states: Vec<LinkState>,
    /// Links and lanes in use in the last cycle written.
    busy_links: Vec<u32>,
    busy_lanes: Vec<u32>,
    flags: Option<u8>,
    slot: Option<Option<(u64, u64)>>,
}

impl<W: Write> VcdWriter<W> {
    /// Writes the header.
    pub fn new(out: W, subject: &Subject) -> io::Result<Self> {
        let (placement, torus) = (subject.placement, subject.placement.torus());
        let mut out = Writer::new(out);
        out.comment(&subject.comment())?;
        out.timescale(1, TimescaleUnit::NS)?;
        out.add_module(subject.name)?;
        let globals = [
            vector(&mut out, COUNTER_BITS, "cycle")?,
            vector(&mut out, COUNTER_BITS, "exchange")?,
            vector(&mut out, COUNTER_BITS, "slot")?,
            out.add_wire(1, "done")?,
            out.add_wire(1, "error")?,
        ];
        let mut links = vec![None; torus.link_slots()];
        let each = subject.ports.lanes(torus);
        let mut lanes = vec![None; placement.len() * each];
        let mut processor = 0;
        for node in torus.nodes() {
            let here = placement.contains(node).then_some(processor * each);
            processor += here.is_some() as usize;
            out.add_module(&node_scope(torus, node))?;
            for port in torus.ports() {
                let link = declare_link(&mut out, torus, port, here.is_some())?;
                links[torus.link(node, port).index()] = Some(link);
            }
            for (lane, scope) in here.map_or(Vec::new(), |first| lane_scopes(torus, subject.ports, first)) {
                lanes[lane] = Some(declare_lane(&mut out, torus, &scope)?);
            }
            out.upscope()?;
        }
        out.upscope()?;
        out.enddefinitions()?;
        let mut writer = VcdWriter {
            out,
            timetable: subject.timetable,
            ports: torus.port_slots(),
            globals,
            states: vec![LinkState::default(); links.len()],
            links,
            lanes,
            busy_links: Vec::new(),
            busy_lanes: Vec::new(),
            flags: None,
            slot: None,
        };
        writer.initial()?;
        Ok(writer)
    }

    /// Everything idle.
    fn initial(&mut self) -> io::Result<()> {
        self.out.timestamp(0)?;
        self.out.begin(SimulationCommand::Dumpvars)?;
        for vars in self.links.iter().flatten() {
            self.out.change_scalar(vars.valid, Value::V0)?;
            idle(&mut self.out, vars.source)?;
            idle(&mut self.out, vars.destination)?;
            number(&mut self.out, vars.load, 0)?;
            if let Some((valid, destination)) = vars.inject {
                self.out.change_scalar(valid, Value::V0)?;
                idle(&mut self.out, destination)?;
            }
        }
        for &(valid, source) in self.lanes.iter().flatten() {
            self.out.change_scalar(valid, Value::V0)?;
            idle(&mut self.out, source)?;
        }
        self.out.end()
    }

    /// Writes the cycles of a traced window.
    pub fn observe(&mut self, window: &Window) -> io::Result<()> {
        let (mut hops, mut ejections) = (window.batch.hops(), window.batch.ejections());
        for (step, cycle) in window.cycles() {
            let now = |of: u32| of as usize == step;
            skip(&mut hops, |hop| (hop.step as usize) < step);
            skip(&mut ejections, |ejection| (ejection.step as usize) < step);
            let mut sent = hops[..hops.partition_point(|hop| now(hop.step))].to_vec();
            let mut got = ejections[..ejections.partition_point(|ejection| now(ejection.step))].to_vec();
            sent.sort_unstable_by_key(|hop| hop.link);
            got.sort_unstable_by_key(|ejection| ejection.lane);
            self.cycle(cycle, window.batch.status(step), &sent, &got)?;
        }
        Ok(())
    }

    /// Writes one cycle; hops by increasing link, ejections by increasing lane.
    pub fn cycle(&mut self, cycle: u64, status: u8, hops: &[Hop], ejections: &[Ejection]) -> io::Result<()> {
        // The header's values are those of time 0.
        if cycle > 0 {
            self.out.timestamp(cycle)?;
        }
        self.globals(cycle, status)?;
        let busy = std::mem::replace(&mut self.busy_links, hops.iter().map(|hop| hop.link).collect());
        for link in busy {
            if self.busy_links.binary_search(&link).is_err() {
                self.show(link, None)?;
            }
        }
        for hop in hops {
            self.show(hop.link, Some((hop.source, hop.destination)))?;
        }
        self.ejections(ejections)
    }

    fn globals(&mut self, cycle: u64, status: u8) -> io::Result<()> {
        let [at, exchange, slot, done, error] = self.globals;
        number(&mut self.out, at, cycle)?;
        let now = self.exchange_and_slot(cycle);
        if self.slot.replace(now) != Some(now) {
            self.optional(exchange, now.map(|(exchange, _)| exchange))?;
            self.optional(slot, now.map(|(_, slot)| slot))?;
        }
        let before = self.flags.replace(status);
        for (id, bit) in [(done, DONE), (error, ERROR)] {
            if before.is_none_or(|before| (before ^ status) & bit != 0) {
                self.out.change_scalar(id, status & bit != 0)?;
            }
        }
        Ok(())
    }

    /// The exchange started last and its slot on the links; `None` before the first and after the last slot.
    fn exchange_and_slot(&self, cycle: u64) -> Option<(u64, u64)> {
        let Timetable { exchanges, length, makespan, latency } = self.timetable;
        let since = cycle.checked_sub(latency.start_to_link as u64)?;
        let exchange = (since / length.max(1) as u64).min(exchanges as u64 - 1);
        let slot = since - exchange * length as u64;
        (slot < makespan as u64).then_some((exchange, slot))
    }

    fn optional(&mut self, id: IdCode, value: Option<u64>) -> io::Result<()> {
        match value {
            Some(value) => number(&mut self.out, id, value),
            None => idle(&mut self.out, id),
        }
    }

    /// Brings a link to what it carries now.
    fn show(&mut self, link: u32, message: Option<(u32, u32)>) -> io::Result<()> {
        let Some(vars) = self.links[link as usize] else { return Ok(()) };
        let mut state = self.states[link as usize];
        if state.message.is_some() != message.is_some() {
            self.out.change_scalar(vars.valid, message.is_some())?;
        }
        let (source, destination) = (message.map(|m| m.0 as u64), message.map(|m| m.1 as u64));
        if state.message.map(|m| m.0 as u64) != source {
            self.optional(vars.source, source)?;
        }
        let moved = state.message.map(|m| m.1 as u64) != destination;
        if moved {
            self.optional(vars.destination, destination)?;
        }
        if message.is_some() {
            state.load += 1;
            number(&mut self.out, vars.load, state.load)?;
        }
        let injecting = source == Some((link as usize / self.ports) as u64);
        if let Some((valid, to)) = vars.inject {
            if state.injecting != injecting {
                self.out.change_scalar(valid, injecting)?;
            }
            if state.injecting != injecting || injecting && moved {
                self.optional(to, destination.filter(|_| injecting))?;
            }
        }
        self.states[link as usize] = LinkState { load: state.load, message, injecting };
        Ok(())
    }

    fn ejections(&mut self, ejections: &[Ejection]) -> io::Result<()> {
        let lanes = ejections.iter().map(|ejection| ejection.lane).collect();
        let busy = std::mem::replace(&mut self.busy_lanes, lanes);
        for &lane in &busy {
            let Some((valid, source)) = self.lanes[lane as usize] else { continue };
            if self.busy_lanes.binary_search(&lane).is_err() {
                self.out.change_scalar(valid, Value::V0)?;
                idle(&mut self.out, source)?;
            }
        }
        for ejection in ejections {
            let Some((valid, source)) = self.lanes[ejection.lane as usize] else { continue };
            if busy.binary_search(&ejection.lane).is_err() {
                self.out.change_scalar(valid, Value::V1)?;
            }
            number(&mut self.out, source, ejection.source as u64)?;
        }
        Ok(())
    }

    /// Closes the file after `cycles` cycles: the last one lasts as long as the others.
    pub fn finish(mut self, cycles: u64) -> io::Result<()> {
        self.out.timestamp(cycles)?;
        self.out.comment(END_COMMENT)?;
        self.out.flush()
    }
}

fn skip<T>(rest: &mut &[T], passed: impl Fn(&T) -> bool) {
    *rest = &rest[rest.partition_point(passed)..];
}

fn vector<W: Write>(out: &mut Writer<W>, bits: u32, name: &str) -> io::Result<IdCode> {
    let range = (bits > 1).then_some(ReferenceIndex::Range(bits as i32 - 1, 0));
    out.add_var(VarType::Wire, bits, name, range)
}

fn declare_link<W: Write>(
    out: &mut Writer<W>,
    torus: &Torus,
    port: Port,
    processor: bool,
) -> io::Result<LinkVars> {
    let bits = id_bits(torus);
    out.add_module(&port_scope("link", port))?;
    let valid = out.add_wire(1, "valid")?;
    let source = vector(out, bits, "source")?;
    let destination = vector(out, bits, "destination")?;
    let load = vector(out, COUNTER_BITS, "load")?;
    out.upscope()?;
    let mut inject = None;
    if processor {
        out.add_module(&port_scope("inject", port))?;
        inject = Some((out.add_wire(1, "valid")?, vector(out, bits, "destination")?));
        out.upscope()?;
    }
    Ok(LinkVars { valid, source, destination, load, inject })
}

/// The lanes of a processor from number `first` on, with the names of their scopes.
fn lane_scopes(torus: &Torus, ports: PortModel, first: usize) -> Vec<(usize, String)> {
    match ports {
        PortModel::AllPort => {
            torus.ports().map(|port| (first + port.index(), port_scope("eject", port))).collect()
        }
        PortModel::OnePort | PortModel::SinglePort => vec![(first, "eject_0".to_string())],
    }
}

fn declare_lane<W: Write>(out: &mut Writer<W>, torus: &Torus, scope: &str) -> io::Result<(IdCode, IdCode)> {
    out.add_module(scope)?;
    let vars = (out.add_wire(1, "valid")?, vector(out, id_bits(torus), "source")?);
    out.upscope()?;
    Ok(vars)
}

/// A number without leading zeros, as the format allows.
fn number<W: Write>(out: &mut Writer<W>, id: IdCode, value: u64) -> io::Result<()> {
    let bits = (u64::BITS - value.leading_zeros()).max(1);
    out.change_vector(id, (0..bits).rev().map(|bit| Value::from(value >> bit & 1 == 1)))
}

fn idle<W: Write>(out: &mut Writer<W>, id: IdCode) -> io::Result<()> {
    out.change_vector(id, [Value::Z])
}

/// A VCD file in the making, and the save file beside it.
pub struct Waveform {
    writer: VcdWriter<BufWriter<std::fs::File>>,
    file: NamedTempFile,
    path: PathBuf,
    name: String,
    torus: Torus,
}

impl Waveform {
    /// Starts a file; it appears at `path` when it is whole. Error: the folder cannot be written.
    pub fn create(
        path: &Path,
        manifest: &Manifest,
        prescription: Prescription,
        timetable: Timetable,
    ) -> Result<Self, SimError> {
        let placement = prescription.placement();
        let failed = |error: io::Error| SimError::write(path, &error);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let file = NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).map_err(failed)?;
        let (name, routing) = (manifest.name.clone(), manifest.routing.as_str());
        let kind = manifest.schedule.as_ref().map_or("", |schedule| schedule.kind.as_str());
        let source = prescription.message_source().map_or(0, |node| node.index());
        let subject = Subject {
            name: &name,
            routing,
            kind,
            ports: prescription.ports(),
            seed: manifest.seed,
            effort: manifest.effort,
            placement,
            stored: manifest.stored.as_ref().map(|info| (info.algorithm.as_str(), info.flits, source)),
            timetable,
        };
        let out = BufWriter::with_capacity(1 << 16, file.reopen().map_err(failed)?);
        let writer = VcdWriter::new(out, &subject).map_err(failed)?;
        Ok(Waveform { writer, file, path: path.to_path_buf(), torus: placement.torus().clone(), name })
    }

    /// Writes a traced window.
    pub fn observe(&mut self, window: &Window) -> Result<(), SimError> {
        self.writer.observe(window).map_err(|error| SimError::write(&self.path, &error))
    }

    /// Closes the file, puts it in its place, and writes the save file (`.gtkw`) with the busiest links.
    pub fn finish(self, cycles: u64, counts: &[u64]) -> Result<(), SimError> {
        let Waveform { writer, file, path, name, torus } = self;
        let failed = |error: io::Error| SimError::write(&path, &error);
        writer.finish(cycles).map_err(failed)?;
        readable(file.as_file()).map_err(failed)?;
        file.persist(&path).map_err(|error| failed(error.error))?;
        let dump = path.file_name().unwrap_or_default().to_string_lossy();
        let text = gtkw::save_file(&dump, &name, &torus, &busiest(&torus, counts));
        let save = path.with_extension("gtkw");
        std::fs::write(&save, text).map_err(|error| SimError::write(&save, &error))
    }
}

/// Temporary files are private to their user; this one is to be as any other.
#[cfg(unix)]
fn readable(file: &std::fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable(_: &std::fs::File) -> io::Result<()> {
    Ok(())
}

/// How many links the save file shows.
const SHOWN: usize = 8;

/// The links with the highest counts; of equal ones those with the lowest ids.
fn busiest(torus: &Torus, counts: &[u64]) -> Vec<LinkId> {
    let mut links: Vec<_> = torus.links().collect();
    links.sort_by_key(|link| std::cmp::Reverse(counts[link.index()]));
    links.truncate(SHOWN);
    links
}
