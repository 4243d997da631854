//! Errors of the model: what was asked, what is allowed, what to do.

use crate::{
    torus::join,
    traffic::{Pattern, TraceProblem},
    ChannelPlan, RingRule, Routing,
};
use num_rational::Ratio;
use std::fmt;

/// Everything the model refuses. Variants carry values; [`fmt::Display`] makes the paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A torus without dimensions.
    NoDimension,
    /// A radix of 0 or 1.
    RadixTooSmall {
        /// The radices asked for.
        dims: Vec<u32>,
        /// The offending dimension, from 0.
        dim: usize,
        /// Its radix.
        radix: u32,
    },
    /// More than [`crate::Torus::MAX_NODES`] nodes.
    TooManyNodes {
        /// The radices asked for.
        dims: Vec<u32>,
    },
    /// A (multi)linear placement on unequal radices.
    UnequalRadices {
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// A linear form with a wrong number of coefficients.
    CoefficientCount {
        /// How many were given.
        given: usize,
        /// How many dimensions there are.
        d: usize,
    },
    /// Neither the first nor the last coefficient has an inverse modulo k.
    NoUnit {
        /// The coefficients, modulo k.
        coefficients: Vec<u32>,
        /// The radix.
        k: u32,
    },
    /// A number of classes outside `1..=k`.
    ClassCount {
        /// The number asked for.
        t: u32,
        /// The radix.
        k: u32,
    },
    /// An empty or one-processor placement.
    TooFewProcessors {
        /// How many there are.
        processors: usize,
    },
    /// A node named twice in a list.
    NodeTwice {
        /// Its coordinates.
        node: Vec<u32>,
    },
    /// A line of a placement file that names no node.
    NodeLine {
        /// Line number, from 1.
        line: usize,
        /// What stands there.
        text: String,
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// A line of a placement file that names a node again.
    NodeLineTwice {
        /// Line number, from 1.
        line: usize,
        /// The line that named it first.
        first: usize,
        /// The node's coordinates.
        node: Vec<u32>,
    },
    /// A placement specification that is none.
    PlacementSyntax {
        /// The text given.
        text: String,
    },
    /// A routing that is none.
    RoutingName {
        /// The text given.
        text: String,
    },
    /// A kind of schedule that is none.
    KindName {
        /// The text given.
        text: String,
    },
    /// A port model that is not known.
    PortsName {
        /// The text given.
        text: String,
    },
    /// A character that no word has.
    WordLetter {
        /// The text given.
        text: String,
        /// The character.
        letter: char,
    },
    /// A ring rule that is none.
    RuleName {
        /// The text given.
        text: String,
    },
    /// A tie rule that is none.
    TiesName {
        /// The text given.
        text: String,
    },
    /// A number of virtual channels that the rule and the routing cannot use.
    ChannelCount {
        /// The ring rule.
        rule: RingRule,
        /// The routing.
        routing: Routing,
        /// Number of dimensions.
        d: usize,
        /// The number asked for.
        channels: usize,
        /// What it has to be a multiple of.
        step: usize,
    },
    /// Buffers too small for the ring rule.
    BufferDepth {
        /// The ring rule.
        rule: RingRule,
        /// Flits of the longest packet.
        flits: usize,
        /// The depth asked for, in flits.
        depth: usize,
        /// The least depth, in flits.
        least: usize,
    },
    /// Channels that wait for each other in a circle.
    ChannelCycle {
        /// Their names, in order; the last waits for the first.
        channels: Vec<String>,
    },
    /// A traffic pattern that is none.
    PatternName {
        /// The text given.
        text: String,
    },
    /// An order of an exchange that is none.
    OrderName {
        /// The text given.
        text: String,
    },
    /// A transpose on radices that are not the same in reverse order.
    PatternRadices {
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// A pattern of bits for a number of processors that is no power of two.
    PatternBits {
        /// The pattern.
        pattern: Pattern,
        /// How many processors there are.
        processors: usize,
    },
    /// A pattern that sends to a node without processor.
    PatternNode {
        /// The pattern.
        pattern: Pattern,
        /// Coordinates of the source.
        source: Vec<u32>,
        /// Coordinates of the node.
        destination: Vec<u32>,
    },
    /// A pattern that sends every processor to itself.
    PatternSilent {
        /// The pattern.
        pattern: Pattern,
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// A hot processor that does not exist.
    HotspotNode {
        /// The number asked for.
        at: usize,
        /// How many processors there are.
        processors: usize,
    },
    /// Lengths of packets that are none, or too long.
    PacketLengths {
        /// The least length asked for.
        least: u32,
        /// The greatest.
        most: u32,
        /// The longest that the network takes.
        limit: u32,
    },
    /// A rate that the injection process cannot make.
    InjectionRate {
        /// The rate asked for, in flits per cycle and processor.
        rate: Ratio<u64>,
        /// The highest.
        most: Ratio<u64>,
    },
    /// A line of a trace that is no packet.
    TraceLine {
        /// Line number, from 1.
        line: usize,
        /// What stands there.
        text: String,
        /// What is wrong with it.
        problem: TraceProblem,
    },
    /// A broadcast from a node that the torus does not have.
    BroadcastSource {
        /// The id of the source.
        node: usize,
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// The staged broadcast on unequal radices.
    BroadcastRadices {
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// A search for fewer steps than any broadcast takes.
    BroadcastSteps {
        /// The radices of the torus.
        dims: Vec<u32>,
        /// The number of steps asked for.
        steps: u32,
        /// The least number.
        bound: u32,
    },
    /// A search for a broadcast that found none.
    BroadcastNotFound {
        /// The radices of the torus.
        dims: Vec<u32>,
        /// The number of steps asked for.
        steps: u32,
        /// The effort, in visits.
        visits: u64,
    },
    /// UDR loads whose common denominator d! leaves 63 bits.
    UdrTooLarge {
        /// Number of dimensions.
        d: usize,
        /// Number of processors.
        processors: usize,
    },
    /// Algorithm A3 on radices that differ, or a number of dimensions that is no power of two.
    ProductRadices {
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// Suh and Shin's exchange on a torus that is not square with a radix divisible by 4.
    CombiningSquare {
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// An exchange that divides on a torus that is not square with a power of two.
    DivideSquare {
        /// The radices of the torus.
        dims: Vec<u32>,
    },
    /// A square torus divided too often, or not at all.
    DivideLevels {
        /// How often it was to be divided.
        levels: u32,
        /// The radix.
        n: u32,
    },
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoDimension => f.write_str(
                "a torus of 0 dimensions was asked for; at least 1 is needed: give -d 2 -k 4 or --dims 4x4",
            ),
            Error::RadixTooSmall { dims, dim, radix } => write!(
                f,
                "dimension {} of {} has radix {radix}; every radix is at least 2: raise it or leave the dimension out",
                dim + 1,
                join(dims, "x")
            ),
            Error::TooManyNodes { dims } => write!(
                f,
                "{} has more than {} nodes, the most that fit: lower a radix or the number of dimensions",
                join(dims, "x"),
                crate::Torus::MAX_NODES
            ),
            Error::UnequalRadices { dims } => write!(
                f,
                "a linear or multilinear placement was asked for on {}, whose radices differ; it needs equal \
                 radices: use --placement full or file:PATH, or a torus like 4x4x4",
                join(dims, "x")
            ),
            Error::CoefficientCount { given, d } => write!(
                f,
                "{given} coefficients were given for {d} dimensions; one per dimension is needed: give {d} \
                 numbers to coeff="
            ),
            Error::NoUnit { coefficients, k } => write!(
                f,
                "the coefficients {} modulo {k} have no unit at either end; the first or the last has to be \
                 prime to {k}, or the placement would not have k^(d-1) processors for every class: change \
                 coeff=, for example to all ones",
                join(coefficients, ",")
            ),
            Error::ClassCount { t, k } => write!(
                f,
                "a multilinear placement of {t} classes was asked for; with radix {k} there may be 1 to {k}: \
                 change t="
            ),
            Error::TooFewProcessors { processors } => write!(
                f,
                "the placement has {processors} processors; an exchange needs at least 2: place more, or use \
                 --placement full"
            ),
            Error::NodeTwice { node } => write!(
                f,
                "the node {} is listed twice; a node carries at most one processor: list it once",
                join(node, ",")
            ),
            Error::NodeLine { line, text, dims } => write!(
                f,
                "line {line} of the placement file reads {text:?}, which is no node of {}; a line holds {} \
                 coordinates joined by commas, each below its radix: correct it, or start it with # to leave \
                 it out",
                join(dims, "x"),
                dims.len()
            ),
            Error::NodeLineTwice { line, first, node } => write!(
                f,
                "line {line} of the placement file names the node {} again, which line {first} named before; \
                 a node carries at most one processor: remove one of the lines",
                join(node, ",")
            ),
            Error::PlacementSyntax { text } => write!(
                f,
                "the placement {text:?} is not known; allowed are full, linear[:coeff=1,1,1][:c=0], \
                 multilinear:t=2[:coeff=1,1,1] and file:PATH: use one of these"
            ),
            Error::RoutingName { text } => {
                write!(f, "the routing {text:?} is not known; allowed are odr, udr and balanced: use one of these")
            }
            Error::KindName { text } => write!(
                f,
                "the kind of schedule {text:?} is not known; allowed are frame, oneshot and exchange: use one of these"
            ),
            Error::PortsName { text } => {
                write!(f, "the port model {text:?} is not known; allowed are all, one and single: use one of these")
            }
            Error::WordLetter { text, letter } => write!(
                f,
                "the word {text:?} has the character {letter:?}; words are letters, a b c .. for + and A B C .. for - \
                 in dimensions 1, 2, 3: correct it"
            ),
            Error::RuleName { text } => {
                write!(f, "the ring rule {text:?} is not known; allowed are dateline and bubble: use one of these")
            }
            Error::TiesName { text } => {
                write!(f, "the tie rule {text:?} is not known; allowed are plus and parity: use one of these")
            }
            Error::ChannelCount { rule, routing, d, channels, step } => write!(
                f,
                "{channels} virtual channels were asked for; the {rule} rule with {routing} routing in {d} dimensions \
                 needs a multiple of {step}, up to {}: give --channels {step}",
                ChannelPlan::MAX_CHANNELS
            ),
            Error::BufferDepth { rule, flits, depth, least } => write!(
                f,
                "buffers of {depth} flits were asked for; the {rule} rule with packets of up to {flits} flits needs \
                 {least} or more: give --depth {least}, or shorten the packets"
            ),
            Error::ChannelCycle { channels } => write!(
                f,
                "the virtual channels {} wait for each other in a circle, so packets on them can block each other \
                 for ever; without deadlock there is no circle: give more channels, or use the dateline rule",
                channels.iter().chain(channels.first()).map(String::as_str).collect::<Vec<_>>().join(" -> ")
            ),
            Error::PatternName { text } => write!(
                f,
                "the traffic pattern {text:?} is not known; allowed are uniform, transpose, tornado, neighbour, \
                 complement, reverse, shuffle and hotspot[:percent=1..100][:at=PROCESSOR]: use one of these"
            ),
            Error::OrderName { text } => {
                write!(f, "the order {text:?} is not known; allowed are offset, random and farthest: use one of these")
            }
            Error::PatternRadices { dims } => write!(
                f,
                "the pattern transpose was asked for on {}; it needs radices that are the same in reverse order: \
                 use a torus like 4x4 or 4x6x4, or another pattern",
                join(dims, "x")
            ),
            Error::PatternBits { pattern, processors } => write!(
                f,
                "the pattern {pattern} was asked for with {processors} processors; it moves the bits of their \
                 numbers and needs a power of two: place {} or {}, or use another pattern",
                processors.next_power_of_two() / 2,
                processors.next_power_of_two()
            ),
            Error::PatternNode { pattern, source, destination } => write!(
                f,
                "the pattern {pattern} sends from ({}) to ({}), which has no processor; every destination needs \
                 one: place one there, or use another pattern",
                join(source, ","),
                join(destination, ",")
            ),
            Error::PatternSilent { pattern, dims } => write!(
                f,
                "the pattern {pattern} sends every processor of {} to itself, so nobody sends; at least one has to: \
                 use another pattern",
                join(dims, "x")
            ),
            Error::HotspotNode { at, processors } => write!(
                f,
                "a hotspot at processor {at} was asked for; there are {processors}, counted from 0: give at= a \
                 number below {processors}"
            ),
            Error::PacketLengths { least, most, limit } => write!(
                f,
                "packets of {least} to {most} flits were asked for; the network takes 1 to {limit}, the first number \
                 not above the second: change them, or raise the limit"
            ),
            Error::InjectionRate { rate, most } => write!(
                f,
                "a rate of {rate} flits per cycle and processor was asked for; packets of this length and these \
                 bursts make more than 0 and up to {most}: change the rate, or make packets or bursts longer"
            ),
            Error::TraceLine { line, text, problem } => {
                write!(f, "line {line} of the trace reads {text:?}: ")?;
                trace_problem(f, problem)
            }
            Error::BroadcastSource { node, dims } => write!(
                f,
                "a broadcast from node {node} was asked for; the nodes of {} are 0 to {}: change the source",
                join(dims, "x"),
                dims.iter().product::<u32>() - 1
            ),
            Error::BroadcastRadices { dims } => write!(
                f,
                "broadcast-staged was asked for on {}; it needs equal radices: use a torus like 5x5, or \
                 broadcast-lines",
                join(dims, "x")
            ),
            Error::BroadcastSteps { dims, steps, bound } => write!(
                f,
                "a broadcast in {steps} steps was asked for on {}; by words ordered by dimension it takes {bound} or \
                 more: ask for {bound}",
                join(dims, "x")
            ),
            Error::BroadcastNotFound { dims, steps, visits } => write!(
                f,
                "no broadcast in {steps} steps was found on {} with an effort of {visits} visits; there may be none: \
                 ask for {}, or change the seed or the effort",
                join(dims, "x"),
                steps + 1
            ),
            Error::UdrTooLarge { d, processors } => write!(
                f,
                "UDR loads of {processors} processors in {d} dimensions were asked for; they are counted in \
                 units of 1/{d}! and have to fit 63 bits: use odr, fewer dimensions or fewer processors"
            ),
            Error::ProductRadices { dims } => write!(
                f,
                "product-a3 was asked for on {}; it needs equal radices and 1, 2, 4, 8 or another power of two of \
                 dimensions: use a torus like 5x5, or product-a2",
                join(dims, "x")
            ),
            Error::CombiningSquare { dims } => write!(
                f,
                "suh-shin was asked for on {}; it needs two equal radices divisible by 4: use a torus like 12x12, \
                 or product-a2",
                join(dims, "x")
            ),
            Error::DivideSquare { dims } => write!(
                f,
                "an exchange that divides was asked for on {}; it needs two equal radices that are a power of two, at \
                 least 4: use a torus like 8x8, or suh-shin or product-a2",
                join(dims, "x")
            ),
            Error::DivideLevels { levels, n } => write!(
                f,
                "divide-{levels} was asked for on {n}x{n}, which can be divided 1 to {} times: change the number",
                n.ilog2() - 1
            ),
        }
    }
}

fn trace_problem(f: &mut fmt::Formatter<'_>, problem: &TraceProblem) -> fmt::Result {
    match problem {
        TraceProblem::Fields => f.write_str(
            "a line holds four numbers, cycle, source, destination and length: correct it, or start it with # to \
             leave it out",
        ),
        TraceProblem::NoNode { node, nodes } => {
            write!(f, "there is no node {node}; nodes are 0 to {}: correct the id", nodes - 1)
        }
        TraceProblem::NoProcessor { node, processors } => write!(
            f,
            "node {node} has no processor; packets go between the {processors} processors of the placement: correct \
             the id, or place one there"
        ),
        TraceProblem::Length { flits, limit } => {
            write!(f, "a packet of {flits} flits; allowed are 1 to {limit}: split it, or raise the limit")
        }
        TraceProblem::Itself { node } => {
            write!(f, "node {node} sends to itself; a packet goes to another processor: leave the line out")
        }
        TraceProblem::Backwards { cycle, after } => {
            write!(f, "cycle {cycle} comes after cycle {after}; cycles never decrease: sort the lines")
        }
    }
}
