//! The parameters of buffered routers, from options or from a manifest.

use crate::network::streams::Streams;
use crate::{
    base::Base,
    limits::{MAX_DEPTH, MAX_FLITS},
    options::{NetworkOptions, OptionsError, Router},
    paths::Paths,
    UsageError,
};
use std::fmt;
use thiserror::Error;
use torus_model::{
    load::UdrTooLarge, quantity, up_to, ChannelAssignment, LinkStages, Loads, Pipeline, Placement, PortModel,
    RingRule, Routing, Ties, Torus,
};
use torus_sim::{manifest::BufferedInfo, traffic::HeadFormat};

/// The default depth of a channel's buffer, in flits. It is one more than the three cycles after which a
/// credit returns, so a link never waits for credits alone. Registers on links add two for each stage.
const DEPTH: usize = 4;

/// The default number of planes of channels with ordered routing. With one plane, heads that wait for a turn
/// block those after them, and uniform traffic on 8x8 saturates at 60 % of its bound instead of 75 %.
/// Unordered routing has enough channels by its classes.
const PLANES: usize = 2;

/// Why routers cannot have these buffers or take these packets.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BuffersError {
    /// A packet shorter than the others under the bubble rule.
    #[error(
        "a packet of {} was asked for; under the bubble rule every packet has the {flits} flits of 'flits', \
         as shorter ones could block a ring: give all that length, or use 'deadlock' dateline",
        quantity(*.length, "flit")
    )]
    BubbleLength {
        /// Flits of the packet.
        length: u32,
        /// Flits that all packets have.
        flits: usize,
    },
    /// A tie rule that unordered routing does not have.
    #[error(
        "'ties' parity was asked for together with 'routing' udr, whose loads are those of half-way offsets \
         that go up: use 'routing' odr, or leave 'ties' out"
    )]
    UdrTies,
    /// A routing that buffered routers do not have.
    #[error(
        "the routing {routing} was asked for together with 'router' buffered; allowed are odr and udr: use \
         one of these, or 'router' scheduled"
    )]
    Routing {
        /// The routing.
        routing: String,
    },
    /// A number of flits out of range.
    #[error("{option} {asked} was asked for; allowed is a number from 1 to {most}: change {option}")]
    Number {
        /// The option.
        option: &'static str,
        /// Its value.
        asked: usize,
        /// The largest value.
        most: usize,
    },
}

/// The checked parameters of buffered routers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffers {
    /// How packets use channels.
    pub plan: ChannelAssignment,
    /// The direction of offsets of half a ring.
    pub ties: Ties,
    /// Flits that a channel's buffer holds.
    pub depth: usize,
    /// Flits of the longest packet.
    pub flits: usize,
    /// Cycles that a hop takes.
    pub pipeline: Pipeline,
    /// Streams at the local ports, if they were asked for.
    pub streams: Option<Streams>,
}

/// A network through which any packets can be sent.
#[derive(Clone, Copy, Debug)]
pub struct PacketNetwork<'a> {
    /// The parameters that every network has.
    pub base: &'a Base,
    /// The exact loads of one exchange.
    pub loads: &'a Loads,
    /// The parameters of its routers.
    pub buffers: &'a Buffers,
}

impl Buffers {
    /// The coding of heads.
    pub fn head_format(&self) -> HeadFormat {
        HeadFormat::new(self.plan.torus(), self.plan.count(), self.flits, self.plan.rule())
    }

    /// The parameters that the options ask for; `None` for scheduled networks. Errors: options of scheduled
    /// networks, also `ports` single.
    pub fn asked(
        options: &NetworkOptions,
        torus: &Torus,
        paths: Paths,
        ports: PortModel,
        stages: &LinkStages,
    ) -> Result<Option<Self>, UsageError> {
        if options.router()? == Router::Scheduled {
            return Ok(refuse_buffers(options).map(|()| None)?);
        }
        refuse_schedule(options, ports)?;
        Buffers::new(options, torus, paths, stages).map(Some)
    }

    /// The tie rule that the options ask for. Errors: another name; a rule that this routing cannot have.
    pub fn ties(options: &NetworkOptions, routing: Routing) -> Result<Ties, UsageError> {
        let ties = options.ties.as_deref().map_or(Ok(Ties::Plus), str::parse)?;
        Ok(suited(ties, routing)?)
    }

    /// Checks the options. Errors: each option with its own message.
    pub fn new(
        options: &NetworkOptions,
        torus: &Torus,
        paths: Paths,
        stages: &LinkStages,
    ) -> Result<Self, UsageError> {
        let Some(routing) = paths.routing() else {
            return Err(BuffersError::Routing { routing: paths.to_string() }.into());
        };
        let rule = options.deadlock.as_deref().map_or(Ok(RingRule::Dateline), str::parse)?;
        let ties = Buffers::ties(options, routing)?;
        let planes = if routing == Routing::Odr { PLANES } else { 1 };
        let usual = || planes * ChannelAssignment::least_channels(torus, rule, routing);
        let channels = options.channels.unwrap_or_else(usual);
        let flits = options.flits.unwrap_or(1);
        let usual_depth = DEPTH.max(rule.least_depth(flits)) + 2 * stages.most() as usize;
        let depth = options.depth.unwrap_or(usual_depth);
        let plan = ChannelAssignment::new(torus, rule, routing, channels)?;
        let buffers = Self::checked(plan, ties, depth, flits)?;
        Ok(Buffers { pipeline: pipeline(options)?, ..buffers })
    }

    /// The parameters that a manifest states. Errors: those of [`Buffers::new`].
    pub fn of_info(info: &BufferedInfo, torus: &Torus, paths: Paths) -> Result<Self, UsageError> {
        let Some(routing) = paths.routing() else {
            return Err(BuffersError::Routing { routing: paths.to_string() }.into());
        };
        let plan = ChannelAssignment::new(torus, info.rule, routing, info.channels)?;
        let buffers = Self::checked(plan, info.ties, info.depth, info.flits)?;
        Ok(Buffers { pipeline: info.pipeline, ..buffers })
    }

    fn checked(plan: ChannelAssignment, ties: Ties, depth: usize, flits: usize) -> Result<Self, UsageError> {
        let ties = suited(ties, plan.routing())?;
        let flits = at_most("'flits'", flits, MAX_FLITS)?;
        let depth = at_most("'depth'", depth, MAX_DEPTH)?;
        plan.rule().check_depth(depth, flits)?;
        Ok(Buffers { plan, ties, depth, flits, pipeline: Pipeline::default(), streams: None })
    }

    /// Flits of the shortest packet.
    pub fn shortest_packet(&self) -> usize {
        self.plan.rule().shortest_packet(self.flits)
    }

    /// Checks the length of a packet. Error: under the bubble rule, a length other than the greatest.
    pub fn check_length(&self, flits: u32) -> Result<(), BuffersError> {
        match self.plan.rule() == RingRule::Bubble && flits as usize != self.flits {
            true => Err(BuffersError::BubbleLength { length: flits, flits: self.flits }),
            false => Ok(()),
        }
    }

    /// The exact loads of a complete exchange; with unordered routing ties go up.
    pub fn loads(&self, placement: &Placement) -> Result<Loads, UdrTooLarge> {
        match self.routing() {
            Routing::Odr => Ok(Loads::ordered(placement, self.ties)),
            Routing::Udr => Loads::new(placement, Routing::Udr),
        }
    }

    /// The routing: ordered or unordered.
    pub fn routing(&self) -> Routing {
        self.plan.routing()
    }
}

impl fmt::Display for Buffers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Buffers { plan, ties, depth, flits, pipeline, .. } = self;
        write!(
            f,
            "{} rule, {} of {}, packets of {}, ties {ties}",
            plan.rule(),
            quantity(plan.count(), "channel"),
            quantity(*depth, "flit"),
            up_to(*flits, "flit")
        )?;
        match pipeline {
            Pipeline::OneCycle => Ok(()),
            Pipeline::TwoCycles => write!(f, ", 2 cycles a hop"),
        }
    }
}

/// The cycles of a hop that the options ask for.
fn pipeline(options: &NetworkOptions) -> Result<Pipeline, BuffersError> {
    let asked = options.pipeline.unwrap_or(Pipeline::default().cycles());
    let most = Pipeline::TwoCycles.cycles();
    Pipeline::of(asked).ok_or(BuffersError::Number { option: "'pipeline'", asked, most })
}

fn at_most(option: &'static str, asked: usize, most: usize) -> Result<usize, BuffersError> {
    match (1..=most).contains(&asked) {
        true => Ok(asked),
        false => Err(BuffersError::Number { option, asked, most }),
    }
}

/// Refuses options of buffered routers, for a scheduled network.
pub fn refuse_buffers(options: &NetworkOptions) -> Result<(), OptionsError> {
    refuse_channels(options)?;
    let stored = [("'depth'", options.depth.is_some()), ("'flits'", options.flits.is_some())];
    match first_given(&stored) {
        Some(option) => Err(OptionsError::NeedsStorage { option }),
        None => Ok(()),
    }
}

/// Refuses the options of schedules.
fn refuse_schedule(options: &NetworkOptions, ports: PortModel) -> Result<(), OptionsError> {
    let given = [
        ("'kind'", "a schedule", options.kind.is_some()),
        ("'switching'", "a schedule", options.switching.is_some()),
        ("'rom'", "a schedule", options.rom.is_some()),
        ("'ports' single", "a schedule that counts what is forwarded", ports == PortModel::SinglePort),
        ("'effort'", "a search", options.effort.is_some()),
    ];
    match given.into_iter().find(|&(.., given)| given) {
        Some((option, what, _)) => Err(OptionsError::BufferedOption { option, what }),
        None => Ok(()),
    }
}

/// The tie rule, if the routing can have it.
fn suited(ties: Ties, routing: Routing) -> Result<Ties, BuffersError> {
    match ties != Ties::Plus && routing == Routing::Udr {
        true => Err(BuffersError::UdrTies),
        false => Ok(ties),
    }
}

/// Refuses those options of buffered routers that message memories do not have, either.
pub fn refuse_channels(options: &NetworkOptions) -> Result<(), OptionsError> {
    let given = [
        ("'channels'", options.channels.is_some()),
        ("'pipeline'", options.pipeline.is_some()),
        ("'deadlock'", options.deadlock.is_some()),
        ("'ties'", options.ties.is_some()),
    ];
    match first_given(&given) {
        Some(option) => Err(OptionsError::NeedsBuffered { option }),
        None => Ok(()),
    }
}

fn first_given(options: &[(&'static str, bool)]) -> Option<&'static str> {
    options.iter().find(|(_, given)| *given).map(|(option, _)| *option)
}
