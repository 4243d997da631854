//! What the command line refuses: what was asked, what is allowed, what to do. Exit code 2.

mod compare;
mod memory;
mod regress;

pub use compare::{CompareError, MAX_HOPS, MAX_NODES};
pub use memory::StorageError;
pub use regress::RegressError;

use crate::{
    limits::{MAX_EMITTED, MAX_HEADER, MAX_PACKETS, MAX_WIDTH},
    remedies::Hinted,
};
use std::{fmt, path::Path, path::PathBuf};
use torus_model::quote::{shortened, shortened_reason};
use torus_sim::output::shown;

/// Bad input, or something missing that a command needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UsageError {
    /// The model refused.
    Model(torus_model::Error),
    /// The model refused a file's contents.
    InFile {
        /// The file.
        path: PathBuf,
        /// Why.
        error: torus_model::Error,
    },
    /// Radices given in more than one way.
    DimsTwice,
    /// A payload width that does not fit.
    Width {
        /// The width asked for.
        width: usize,
        /// The least for this torus.
        least: usize,
        /// The torus.
        dims: String,
    },
    /// A network larger than the emitted tables allow.
    TooLargeToEmit {
        /// The torus.
        dims: String,
        /// Its nodes.
        nodes: usize,
        /// Bits of its header.
        header: usize,
    },
    /// A buffered network whose exchange has more packets than its bench holds.
    BenchPackets {
        /// The packets of one exchange.
        packets: u64,
        /// The processors.
        processors: u64,
    },
    /// A network name that is no Verilog identifier of the house.
    Name {
        /// The name.
        name: String,
    },
    /// A file of results, or standard output, cannot be written.
    Output(torus_sim::OutputError),
    /// Two options with one file.
    OneName {
        /// The options.
        options: [&'static str; 2],
        /// The file.
        path: PathBuf,
    },
    /// A file or folder that cannot be read.
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The system's answer.
        reason: String,
    },
    /// A file or folder that cannot be written.
    Unwritable {
        /// The path.
        path: PathBuf,
        /// The system's answer.
        reason: String,
    },
    /// A file that is no TOML, or has a value of the wrong type.
    Toml {
        /// The file.
        path: PathBuf,
        /// The parser's answer.
        reason: String,
    },
    /// A key that no option has.
    UnknownKey {
        /// The file.
        path: PathBuf,
        /// The key.
        key: String,
        /// What may stand there.
        allowed: &'static [&'static str],
    },
    /// An output folder that exists and that torusgen did not make.
    ForeignFolder {
        /// The folder.
        path: PathBuf,
    },
    /// What file lists are to put in front of paths is no path that they can hold.
    ListPrefix {
        /// The prefix.
        prefix: String,
    },
    /// A total exchange on a placement that leaves nodes without processor.
    ExchangePlacement {
        /// The placement.
        placement: String,
    },
    /// A routing asked for together with a total exchange.
    ExchangeRouting {
        /// The routing.
        routing: String,
    },
    /// A rate that is no decimal number.
    Rate {
        /// The text given.
        text: String,
    },
    /// Rates that are no range.
    Rates {
        /// The text given.
        text: String,
    },
    /// A packet length that is no number or range.
    PacketLength {
        /// The text given.
        text: String,
    },
    /// A packet shorter than the others under the bubble rule.
    BubbleLength {
        /// Its flits.
        length: u32,
        /// What all have.
        flits: usize,
    },
    /// A sweep of something that has no rate.
    SweepTraffic {
        /// The traffic.
        text: String,
    },
    /// A burst left out that would not be there.
    NoBurst,
    /// A sweep of scheduled routers.
    SweepRouter,
    /// A fault that is none.
    Fault {
        /// The text given.
        text: String,
    },
    /// A fault at a place that does not exist.
    FaultPlace {
        /// The text given.
        text: String,
        /// What does not exist, with its number.
        place: String,
        /// What does.
        allowed: String,
    },
    /// An option that networks with message memories do not have.
    StoredOption {
        /// The option.
        option: &'static str,
        /// What it is about.
        what: &'static str,
    },
    /// Message memories, or what runs on them, that cannot be had.
    Storage(StorageError),
    /// A comparison, or a search for a broadcast, that cannot be had.
    Compare(CompareError),
    /// A router that is not known.
    RouterName {
        /// The text given.
        text: String,
    },
    /// An option of scheduled networks for a buffered one.
    BufferedOption {
        /// The option.
        option: &'static str,
        /// What it asks for.
        what: &'static str,
    },
    /// A tie rule that unordered routing does not have.
    UdrTies,
    /// A routing that buffered routers do not have.
    BufferedRouting {
        /// The routing.
        routing: String,
    },
    /// An option of buffered routers for a scheduled one.
    NeedsBuffered {
        /// The option.
        option: &'static str,
    },
    /// A number of flits out of range.
    BufferNumber {
        /// The option.
        option: &'static str,
        /// Its value.
        asked: usize,
        /// The largest that is built.
        most: usize,
    },
    /// A group of word tables for schedules that have none.
    GroupWithoutTable {
        /// The group.
        group: String,
    },
    /// Dihedral words with a radix that has none.
    Dihedral {
        /// The torus.
        dims: String,
    },
    /// A schedule for a routing that has none.
    NoSchedule {
        /// The routing.
        routing: String,
    },
    /// An exchange too large for the search of a schedule.
    TooLargeToSchedule {
        /// Message classes to schedule.
        messages: u64,
        /// Slots that the schedule has at least.
        slots: u64,
    },
    /// A schedule file that is none, or contradicts itself.
    ScheduleFile {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A schedule that does not do what it claims.
    BadSchedule {
        /// The file.
        path: PathBuf,
        /// The violation.
        violation: torus_model::schedule::verify::Violation,
    },
    /// A schedule file for another torus or placement than the options say.
    OtherNetwork {
        /// The file.
        path: PathBuf,
        /// The option given.
        option: String,
    },
    /// An emitted folder whose manifest does not fit this version or itself.
    Manifest {
        /// The folder.
        path: PathBuf,
        /// What does not fit.
        reason: String,
    },
    /// An option that changes nothing.
    NoEffect {
        /// The option, with its value if it is about that.
        option: &'static str,
        /// Where it has none, such as `without --from`.
        here: &'static str,
    },
    /// A folder that is not as it was emitted, where it has to be.
    Edited(torus_sim::Edits),
    /// A shard, or files of results, that cannot be had.
    Regress(RegressError),
    /// A shard, filter or other selection that selects nothing.
    NothingSelected {
        /// The filter.
        filter: String,
        /// How many configurations there are.
        configurations: usize,
    },
    /// The simulator refused.
    Sim(torus_sim::SimError),
    /// A part of waves that are not written.
    NoWaves {
        /// The option.
        option: &'static str,
    },
    /// A waveform's comment lacks a number.
    WavesNumber {
        /// Its key.
        key: String,
    },
    /// Waves of a trace that is not given, or a trace for waves of something else.
    WavesTrace {
        /// The file.
        path: PathBuf,
        /// Whether one is missing.
        missing: bool,
    },
    /// Waves of some slots, whose loads are asked for.
    WavesWindow {
        /// The file.
        path: PathBuf,
        /// The slots.
        window: String,
    },
    /// A node that the torus of the waves does not have.
    WavesNode {
        /// What was given.
        text: String,
        /// The torus.
        torus: String,
        /// Its number of nodes.
        nodes: usize,
    },
    /// A message that the waves do not show.
    WavesMessage {
        /// Its source.
        source: String,
        /// Its destination.
        destination: String,
        /// Whether the waves are a part of a run.
        part: bool,
    },
    /// Two waveforms without a variable in common.
    WavesApart {
        /// The files.
        paths: [PathBuf; 2],
    },
    /// The waveform reader refused.
    Waves {
        /// The file.
        path: PathBuf,
        /// Why.
        error: torus_sim::WavesError,
    },
}

impl UsageError {
    /// A file that cannot be read.
    pub fn unreadable(path: &Path, error: &std::io::Error) -> Self {
        UsageError::Unreadable { path: path.into(), reason: torus_sim::input::reason(error) }
    }

    /// A file that cannot be written.
    pub fn unwritable(path: &Path, error: &std::io::Error) -> Self {
        UsageError::Unwritable { path: path.into(), reason: error.kind().to_string() }
    }

    /// A file that is no TOML.
    pub fn toml(path: &Path, error: &toml::de::Error) -> Self {
        let reason = error.message().trim().replace('\n', " ");
        UsageError::Toml { path: path.into(), reason }
    }
}

impl std::error::Error for UsageError {}

impl From<StorageError> for UsageError {
    fn from(error: StorageError) -> Self {
        UsageError::Storage(error)
    }
}

impl From<RegressError> for UsageError {
    fn from(error: RegressError) -> Self {
        UsageError::Regress(error)
    }
}

impl From<CompareError> for UsageError {
    fn from(error: CompareError) -> Self {
        UsageError::Compare(error)
    }
}

/// Errors of the model's modules are refused as errors of the model.
macro_rules! refuse_model_errors {
    ($($error:ty),+ $(,)?) => {$(
        impl From<$error> for UsageError {
            fn from(error: $error) -> Self {
                UsageError::Model(error.into())
            }
        }
    )+};
}

refuse_model_errors!(
    torus_model::Error,
    torus_model::UnknownName,
    torus_model::torus::TorusError,
    torus_model::placement::PlacementError,
    torus_model::load::UdrTooLarge,
    torus_model::channel::ChannelError,
    torus_model::traffic::PatternError,
    torus_model::traffic::InjectionError,
    torus_model::collective::broadcast::BroadcastError,
);

impl From<torus_sim::SimError> for UsageError {
    fn from(error: torus_sim::SimError) -> Self {
        UsageError::Sim(error)
    }
}

impl From<torus_sim::OutputError> for UsageError {
    fn from(error: torus_sim::OutputError) -> Self {
        UsageError::Output(error)
    }
}

impl From<torus_sim::PartError> for UsageError {
    fn from(error: torus_sim::PartError) -> Self {
        UsageError::Sim(error.into())
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UsageError::Model(error) => Hinted(error).fmt(f),
            UsageError::InFile { path, error } => write!(f, "{}: {}", shown(path), Hinted(error)),
            UsageError::DimsTwice => f.write_str(
                "the radices are given twice; one of 4x4 alone, --dims 4x4, and -d 2 -k 4 is enough: leave \
                    the others out",
            ),
            UsageError::Width { width, least, dims } => write!(
                f,
                "a payload of {width} bits was asked for; it holds two node ids, so on {dims} it is an even \
                 number from {least} to {MAX_WIDTH}: change --width"
            ),
            UsageError::BenchPackets { packets, processors } => write!(
                f,
                "a complete exchange of {processors} processors has {packets} packets; the bench lists each \
                 of them, up to {MAX_PACKETS}: emit a smaller torus or place fewer processors (torusgen sim \
                 runs this one)"
            ),
            UsageError::TooLargeToEmit { dims, nodes, header } => write!(
                f,
                "{dims} has {nodes} nodes and a header of {header} bits; networks of up to {MAX_EMITTED} \
                 nodes and headers of up to {MAX_HEADER} bits are emitted: lower a radix or the number of \
                 dimensions"
            ),
            UsageError::Name { name } => write!(
                f,
                "{:?} cannot name a network; a name is at most 64 lower-case letters, digits and single \
                 underscores, begins with a letter, does not end with _ and is no Verilog keyword: change \
                 --name",
                shortened(name)
            ),
            UsageError::Unreadable { path, reason } => {
                write!(f, "{} cannot be read ({reason}); give the path of a readable file", shown(path))
            }
            UsageError::Output(error) => error.fmt(f),
            UsageError::OneName { options: [one, two], path } => {
                write!(f, "{one} and {two} were both given {}; they are two files: give two names", shown(path))
            }
            UsageError::Unwritable { path, reason } => {
                write!(f, "{} cannot be written ({reason}); give a path in a writable folder", shown(path))
            }
            UsageError::Toml { path, reason } => write!(
                f,
                "{} is no TOML file of torusgen's keys ({}); correct it, docs/guide.md has an example",
                shown(path),
                shortened_reason(reason)
            ),
            UsageError::UnknownKey { path, key, allowed } => write!(
                f,
                "{} has the key {:?}, which is not known; allowed are {}: correct or remove it",
                shown(path),
                shortened(key),
                allowed.join(", ")
            ),
            UsageError::ForeignFolder { path } => write!(
                f,
                "{} exists and was not made by torusgen (it has no manifest.json of torusgen); nothing of it \
                 is overwritten: give another --out, or remove it yourself",
                shown(path)
            ),
            UsageError::ListPrefix { prefix } => write!(
                f,
                "{:?} was asked for in front of the paths of file lists; a path there has up to 1024 letters, \
                 digits and / . _ - $ {{ }} ( ) only, no //, and does not begin with -: give another \
                 --filelist-prefix, or leave it out",
                shortened(prefix)
            ),
            UsageError::ExchangePlacement { placement } => write!(
                f,
                "a total exchange by word tables was asked for on the placement {placement}; it needs a \
                 processor on every node: use --placement full, or --kind frame or oneshot"
            ),
            UsageError::ExchangeRouting { routing } => write!(
                f,
                "the routing {routing} was asked for together with --kind exchange, which takes whichever \
                 shortest paths make it shortest: leave --routing out, or use --kind frame"
            ),
            UsageError::Rate { text } => write!(
                f,
                "the rate {:?} is no number such as 0.35, with at most nine decimals: correct --rate",
                shortened(text)
            ),
            UsageError::Rates { text } => write!(
                f,
                "the rates {:?} are no range FROM:TO:STEP of positive numbers such as 0.05:1:0.05, of at \
                 most a thousand rates: correct --rates",
                shortened(text)
            ),
            UsageError::PacketLength { text } => write!(
                f,
                "the packet length {:?} is no number of flits such as 4, nor a range such as 1-4: correct \
                    --length",
                shortened(text)
            ),
            UsageError::BubbleLength { length, flits } => write!(
                f,
                "a packet of {length} flits was asked for; under the bubble rule every packet has the \
                 {flits} flits of --flits, as shorter ones could block a ring: give all that length, or use \
                 --deadlock dateline"
            ),
            UsageError::SweepTraffic { text } => write!(
                f,
                "a sweep of {} was asked for; only patterns have a rate: use uniform or another one, or \
                 torusgen sim",
                shortened(text)
            ),
            UsageError::NoBurst => f.write_str(
                "--no-burst was asked for together with --traffic; the burst that it leaves out follows only \
                 the exchange that runs without --traffic: leave one of the two out",
            ),
            UsageError::SweepRouter => write!(
                f,
                "a sweep with --router scheduled was asked for; only buffered routers take unscheduled \
                 traffic: leave --router out"
            ),
            UsageError::Fault { text } => write!(
                f,
                "the fault {:?} is not known; allowed are lost-credit:LINK:CHANNEL:CYCLE, \
                 flipped-head:LINK:BIT:CYCLE and stuck-ready:LANE:CYCLE, all numbers: correct --fault",
                shortened(text)
            ),
            UsageError::FaultPlace { text, place, allowed } => write!(
                f,
                "the fault {:?} is at {place}, which does not exist; {allowed}: correct --fault",
                shortened(text)
            ),
            UsageError::StoredOption { option, what } => write!(
                f,
                "{option} was asked for of a network with message memories; it is about {what}: leave \
                    {option} out"
            ),
            UsageError::Storage(error) => error.fmt(f),
            UsageError::Compare(error) => error.fmt(f),
            UsageError::RouterName { text } => write!(
                f,
                "the router {:?} is not known; allowed are scheduled and buffered: use one of these",
                shortened(text)
            ),
            UsageError::BufferedOption { option, what } => write!(
                f,
                "{option} was asked for together with --router buffered; it describes {what}, and buffered \
                 routers have none: leave one of the two out"
            ),
            UsageError::UdrTies => write!(
                f,
                "--ties parity was asked for together with --routing udr, whose loads are those of half-way \
                 offsets that go up: use --routing odr, or leave --ties out"
            ),
            UsageError::BufferedRouting { routing } => write!(
                f,
                "the routing {routing} was asked for together with --router buffered; allowed are odr and \
                 udr: use one of these, or --router scheduled"
            ),
            UsageError::NeedsBuffered { option } => write!(
                f,
                "{option} was asked for; scheduled routers have no buffers and no channels: add --router \
                 buffered, or leave {option} out"
            ),
            UsageError::BufferNumber { option, asked, most } => write!(
                f,
                "{option} {asked} was asked for; allowed is a number from 1 to {most}: change {option}"
            ),
            UsageError::GroupWithoutTable { group } => write!(
                f,
                "--group {} was asked for; only the word tables of --kind exchange with --ports all have \
                 one: add these, or leave --group out",
                shortened(group)
            ),
            UsageError::Dihedral { dims } => write!(
                f,
                "dihedral words were asked for on {dims}; they need an even radix of at least 4 in every \
                 dimension: use --group cyclic, or leave --group out for what suits each dimension"
            ),
            UsageError::NoSchedule { routing } => write!(
                f,
                "a schedule for the routing {routing} was asked for; a schedule needs one path for every \
                 pair, which odr and balanced have: use one of them, or torusgen loads for the loads of \
                 {routing}"
            ),
            UsageError::TooLargeToSchedule { messages, slots } => write!(
                f,
                "a schedule of {messages} message classes in at least {slots} slots was asked for, which is \
                 more than the search goes through: use a linear or multilinear placement, or a smaller \
                 torus; torusgen loads has no such limit"
            ),
            UsageError::ScheduleFile { path, reason } => write!(
                f,
                "{} is no schedule file ({}); a file that torusgen schedule --out wrote is needed: correct \
                 it, or write it again",
                shown(path),
                shortened_reason(reason)
            ),
            UsageError::BadSchedule { path, violation } => write!(
                f,
                "{} holds a schedule that is not valid: {violation}; hardware is made from valid schedules \
                 only: see torusgen verify",
                shown(path)
            ),
            UsageError::OtherNetwork { path, option } => write!(
                f,
                "{} is a schedule file, which says torus, placement, routing and kind itself; with \
                 --schedule only --width, --name and --out may be given: leave {option} out",
                shown(path)
            ),
            UsageError::Manifest { path, reason } => write!(
                f,
                "{} is not a folder that this torusgen can simulate ({}): emit it again with torusgen emit",
                shown(path),
                shortened_reason(reason)
            ),
            UsageError::NoEffect { option, here } => {
                write!(f, "{option} was given, which has no effect {here}: leave it out")
            }
            UsageError::Edited(edits) => write!(
                f,
                "{edits}; --strict takes a folder only as it was emitted: emit it again, or leave --strict \
                    out"
            ),
            UsageError::Regress(error) => error.fmt(f),
            UsageError::NothingSelected { filter, configurations } => write!(
                f,
                "the filter {:?} selects none of the {configurations} configurations; their names are \
                 those of torusgen regress --list: change --filter",
                shortened(filter)
            ),
            UsageError::Sim(error) => error.fmt(f),
            UsageError::NoWaves { option } => write!(
                f,
                "{option} says which part of the waves is written, but no waves are: give a file by --vcd or \
                 --fst, or leave it out"
            ),
            UsageError::WavesNumber { key } => write!(f, "its comment gives no number for {key}"),
            UsageError::WavesTrace { path, missing: true } => write!(
                f,
                "{} shows the packets of a trace, which it does not name; its loads are counted from the \
                 trace: give it by --trace, or ask for --busiest, --follow or --diff",
                shown(path)
            ),
            UsageError::WavesTrace { path, missing: false } => write!(
                f,
                "--trace was given, but {} does not show the packets of a trace: leave --trace out",
                shown(path)
            ),
            UsageError::WavesWindow { path, window } => write!(
                f,
                "{} has the slots or cycles {} only, and loads are those of whole runs: give a file written \
                 without --window, or ask for --busiest, --follow or --diff",
                shown(path),
                shortened(window)
            ),
            UsageError::WavesNode { text, torus, nodes } => write!(
                f,
                "--follow was given the node \"{}\"; the waves are of the torus {torus}, whose nodes are ids \
                 0 to {} or coordinates joined by commas: give two of them",
                shortened(text),
                nodes - 1
            ),
            UsageError::WavesMessage { source, destination, part } => write!(
                f,
                "the waves show no message from {source} to {destination}; {}",
                match part {
                    true => "they are a part of a run: write more slots or links, or follow a message in it",
                    false => "processors send to the other processors: give two of them",
                }
            ),
            UsageError::WavesApart { paths: [one, other] } => write!(
                f,
                "{} and {} have no variable in common; --diff compares waves of one torus: give such files",
                shown(one),
                shown(other)
            ),
            UsageError::Waves { path, error } => write!(f, "{}: {error}", shown(path)),
        }
    }
}
