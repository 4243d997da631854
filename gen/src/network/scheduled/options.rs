//! The parameters of a schedule, from options: its kind, its paths, its search.

use super::slot_ports::SlotPorts;
use crate::{
    base::Base, network::streams::Streams, options::NetworkOptions, paths::Paths, schedule_file::BROADCAST,
    UsageError,
};
use thiserror::Error;
use torus_hdl::SlotTableError;
use torus_model::quote::shortened;
use torus_model::schedule::Rule;
use torus_model::{
    table::Group, Effort, HopCycles, Placement, PortModel, RomStyle, Routing, ScheduleKind, Switching, Torus,
    UnknownName,
};

/// Why options describe no schedule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScheduleOptionsError {
    /// A total exchange on a placement that leaves nodes without processor.
    #[error(
        "a total exchange by route tables was asked for on the placement {placement}; it needs a processor \
         on every node: use 'placement' full, or 'kind' frame or oneshot"
    )]
    Placement {
        /// The placement.
        placement: String,
    },
    /// A routing, given for a total exchange.
    #[error(
        "the routing {routing} was asked for together with 'kind' exchange, which takes whichever shortest \
         paths make it shortest: leave 'routing' out, or use 'kind' frame"
    )]
    Routing {
        /// The routing.
        routing: String,
    },
    /// Routers set by the slot, on a placement that leaves nodes without processor.
    #[error(
        "'switching' {switching} was asked for on the placement {placement}; it needs a processor on every \
         node, so that all routers do the same in a slot: use 'placement' full, or leave 'switching' out"
    )]
    SlotsPlacement {
        /// The switching.
        switching: Switching,
        /// The placement.
        placement: String,
    },
    /// A generator, for a schedule that letters cannot generate.
    #[error(
        "'switching' generator was asked for on {asked}; letters play the frame of a full torus of equal \
         radices, with all ports and routing odr: use such a network, or 'switching' slots"
    )]
    Generator {
        /// Torus, placement, ports, routing and kind.
        asked: String,
    },
    /// Registers on wrap links that differ from those on the other links.
    #[error(
        "the link stages {stages} were asked for, which sets the links apart that close a ring; a schedule \
         is the same at every node, and so are the links of a dimension: leave wrap= out of 'link-stages', \
         or add 'router' buffered"
    )]
    WrapApart {
        /// The stages.
        stages: String,
    },
    /// A generator, with registers on links.
    #[error(
        "'switching' generator was asked for together with 'link-stages'; letters play frames whose hops \
         take one cycle: use 'switching' slots, or leave 'link-stages' out"
    )]
    GeneratorStages,
    /// A generator, with a schedule that is not the frame that letters generate.
    #[error(
        "'switching' generator was asked for, and the schedule given is not the frame that letters play: \
         leave the schedule out, or use 'switching' slots"
    )]
    GeneratorSchedule,
    /// A style of ROMs, for a network without ROMs.
    #[error(
        "'rom' {style} was asked for together with 'switching' generator, which needs no ROM: leave 'rom' \
         out, or use 'switching' slots"
    )]
    RomOfGenerator {
        /// The style.
        style: RomStyle,
    },
    /// Routers set by the slot, for a schedule by which nodes send differently.
    #[error(
        "'switching' slots was asked for; it needs a schedule by which all nodes send alike, and this one \
         has {sending}: use 'kind' frame with 'routing' odr, or leave 'switching' out"
    )]
    SlotsImages {
        /// How nodes differ.
        sending: String,
    },
    /// Routers set by the slot, for frames that overlap too much.
    #[error("'switching' slots was asked for; {reason}: leave 'switching' out")]
    SlotTable {
        /// What prevents it.
        reason: SlotTableError,
    },
    /// A group of route tables, for a schedule without route tables.
    #[error(
        "'group' {} was asked for; only the route tables of 'kind' exchange with 'ports' all have one: add \
         these, or leave 'group' out",
        shortened(.group)
    )]
    GroupWithoutTable {
        /// The group.
        group: String,
    },
    /// Dihedral letters, on a torus with a radix that cannot have them.
    #[error(
        "dihedral letters were asked for on {dims}; they need an even radix of at least 4 in every \
         dimension: use 'group' cyclic, or leave 'group' out for what suits each dimension"
    )]
    Dihedral {
        /// The torus.
        dims: String,
    },
}

/// The parameters of a scheduled network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduleOptions {
    /// The kind of its schedule.
    pub kind: ScheduleKind,
    /// How its routers know where a message goes.
    pub switching: Switching,
    /// How its ROMs are built.
    pub rom_style: RomStyle,
    /// Streams at its processors, if they were asked for.
    pub streams: Option<Streams>,
    /// The slot ports that `NAME` is to have.
    pub slot_ports: SlotPorts,
}

impl From<ScheduleKind> for ScheduleOptions {
    /// The defaults: messages have headers.
    fn from(kind: ScheduleKind) -> Self {
        let (streams, slot_ports) = (None, SlotPorts::default());
        let (switching, rom_style) = (Switching::Headers, RomStyle::Auto);
        ScheduleOptions { kind, switching, rom_style, streams, slot_ports }
    }
}

/// The kind of schedule with the switching and the ROMs asked for. Errors: an unknown name; a placement that
/// slots cannot serve; a schedule that letters cannot generate; a style of ROMs for a network without ROMs.
pub fn schedule_options(
    options: &NetworkOptions,
    kind: ScheduleKind,
    base: &Base,
) -> Result<ScheduleOptions, UsageError> {
    let (switching, rom_style) = rows(options)?;
    check_placement(switching, &base.placement)?;
    hop_cycles(base)?;
    if switching == Switching::Generator {
        check_generated(kind, base)?;
    }
    let slot_ports = SlotPorts::asked(options)?;
    Ok(ScheduleOptions { kind, switching, rom_style, streams: None, slot_ports })
}

/// The cycles of a hop. Error: wrap links have other registers than the other links.
pub(super) fn hop_cycles(base: &Base) -> Result<HopCycles, ScheduleOptionsError> {
    let wrap_apart = || ScheduleOptionsError::WrapApart { stages: base.stages.to_string() };
    HopCycles::of_stages(base.torus(), &base.stages).ok_or_else(wrap_apart)
}

/// The switching and the style of ROMs. Errors: an unknown name; a style of ROMs for a network without ROMs.
pub fn rows(options: &NetworkOptions) -> Result<(Switching, RomStyle), UsageError> {
    let switching = options.switching.as_deref().map_or(Ok(Switching::default()), str::parse)?;
    let style = options.rom.as_deref().map_or(Ok(RomStyle::default()), str::parse)?;
    match (switching, style) {
        (Switching::Generator, RomStyle::Logic | RomStyle::Block) => {
            Err(ScheduleOptionsError::RomOfGenerator { style }.into())
        }
        asked => Ok(asked),
    }
}

/// Checks that slots can set all routers of a placement. Error: some node has no processor.
pub(super) fn check_placement(
    switching: Switching,
    placement: &Placement,
) -> Result<(), ScheduleOptionsError> {
    match switching {
        Switching::Slots | Switching::Generator if !placement.is_full() => {
            Err(ScheduleOptionsError::SlotsPlacement { switching, placement: placement.to_string() })
        }
        _ => Ok(()),
    }
}

/// Checks that letters generate the schedule. Errors: not a frame of ODR with all ports; another torus;
/// registers on links.
pub(super) fn check_generated(kind: ScheduleKind, base: &Base) -> Result<(), ScheduleOptionsError> {
    let Base { placement, paths, ports, .. } = base;
    if !base.stages.is_none() {
        return Err(ScheduleOptionsError::GeneratorStages);
    }
    let ordered = *paths == Paths::Routed(Routing::Odr) && *ports == PortModel::AllPort;
    if ordered && placement.is_full() && kind == ScheduleKind::Frame && Rule::suits(placement.torus()) {
        return Ok(());
    }
    let torus = placement.torus();
    let asked = format!("{torus}, placement {placement}, ports {ports}, routing {paths}, kind {kind}");
    Err(ScheduleOptionsError::Generator { asked })
}

/// The kind of schedule. Route tables need a processor on every node. Errors: another placement; an unknown
/// name.
pub fn schedule_kind(options: &NetworkOptions, placement: &Placement) -> Result<ScheduleKind, UsageError> {
    let all = |error| UnknownName { allowed: &["frame", "oneshot", "exchange", BROADCAST], ..error };
    let kind = options.kind.as_deref().map_or(Ok(ScheduleKind::Frame), str::parse).map_err(all)?;
    if kind == ScheduleKind::Exchange && !placement.is_full() {
        return Err(ScheduleOptionsError::Placement { placement: placement.to_string() }.into());
    }
    Ok(kind)
}

/// The paths; those of a total exchange follow from its kind. Errors: a routing or group that the kind cannot
/// have.
pub fn paths(
    options: &NetworkOptions,
    kind: ScheduleKind,
    ports: PortModel,
    torus: &Torus,
) -> Result<Paths, UsageError> {
    let asked = options.routing.as_deref().map(Paths::asked).transpose()?;
    let group = group(options, kind, ports, torus)?;
    match (kind, asked) {
        (ScheduleKind::Exchange, None) => Ok(Paths::Minimal(group)),
        (ScheduleKind::Exchange, Some(asked)) => {
            Err(ScheduleOptionsError::Routing { routing: asked.to_string() }.into())
        }
        (_, asked) => Ok(asked.unwrap_or(Paths::Routed(Routing::Odr))),
    }
}

/// The group of letters. Errors: schedules without letters; radices that the group cannot have.
fn group(
    options: &NetworkOptions,
    kind: ScheduleKind,
    ports: PortModel,
    torus: &Torus,
) -> Result<Option<Group>, UsageError> {
    let Some(text) = options.group.as_deref() else { return Ok(None) };
    let group: Group = text.parse()?;
    if kind != ScheduleKind::Exchange || ports != PortModel::AllPort {
        return Err(ScheduleOptionsError::GroupWithoutTable { group: text.into() }.into());
    }
    if !torus.dims().iter().all(|&radix| group.suits(radix)) {
        return Err(ScheduleOptionsError::Dihedral { dims: torus.to_string() }.into());
    }
    Ok(Some(group))
}

/// The effort of the search. Its default is ten times larger if links and ports are nearly full, as in tables
/// and one-port schedules. Schedules at the bound are found long before it is used up.
pub fn effort(options: &NetworkOptions, kind: ScheduleKind, ports: PortModel) -> Effort {
    let usual = Effort::with_seed(options.seed.unwrap_or(1));
    let full = kind == ScheduleKind::Exchange || ports != PortModel::AllPort;
    let visits = if full { 10 * usual.visits } else { usual.visits };
    Effort { visits: options.effort.unwrap_or(visits), ..usual }
}
