//! Options that describe a network.

use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use torus_gen::{error::UsageError, NetworkOptions};

/// A network, from options and perhaps a file.
#[derive(Args, Debug)]
pub struct NetworkArgs {
    /// Radices, as by --dims: 4x4x4
    #[arg(value_name = "N1xN2x..")]
    pub radices: Option<String>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub flags: NetworkFlags,
    /// TOML file with the same keys; options win over it
    #[arg(long, value_name = "FILE.toml")]
    pub config: Option<PathBuf>,
}

impl NetworkArgs {
    /// The options, including radices that were given without `--dims`. Error: radices given twice.
    pub fn described(&self) -> Result<NetworkOptions, UsageError> {
        Ok(self.flags.options().with_radices(self.radices.as_deref())?)
    }
}

/// The options of a network, one for each key of [`NetworkOptions`].
#[derive(Args, Clone, Debug, Serialize)]
pub struct NetworkFlags {
    /// Number of dimensions of a k-ary d-dimensional torus [default: 3, unless --dims is given]
    #[arg(short = 'd', long = "dimensions", value_name = "D")]
    pub d: Option<u32>,
    /// Radix of every dimension [default: 4, unless --dims is given]
    #[arg(short = 'k', long = "radix", value_name = "K")]
    pub k: Option<u32>,
    /// Radices, first dimension first, such as 3x4x5 (or 3,4,5); instead of -d and -k, or alone, without
    /// --dims
    #[arg(long, value_name = "N1xN2x..")]
    pub dims: Option<String>,
    /// Specification of the placement.
    #[arg(
        long,
        value_name = "SPEC",
        help = "full, linear[:coeff=1,1,1][:c=0], multilinear:t=2[:coeff=..] or file:PATH [default: full]"
    )]
    pub placement: Option<String>,
    /// odr, udr or balanced [default: odr]
    #[arg(long, value_name = "ROUTING")]
    pub routing: Option<String>,
    /// Messages a processor sends and receives in a slot: all (one for each link), one, or single (one, those
    /// it forwards included) [default: all]
    #[arg(long, value_name = "PORTS")]
    pub ports: Option<String>,
    /// Kind of schedule: frame, oneshot, exchange or broadcast [default: frame]
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// Letters of route tables, in every dimension: cyclic or dihedral [default: what suits each dimension]
    #[arg(long, value_name = "GROUP")]
    pub group: Option<String>,
    /// How scheduled routers know where a message goes: from its header, from the slot alone, or from the
    /// slot without a ROM (headers, slots or generator; slots needs a processor on every node, generator also
    /// equal radices and all ports) [default: headers]
    #[arg(long, value_name = "SWITCHING")]
    pub switching: Option<String>,
    /// What schedule ROMs are made of: logic, block (block RAM; frames begin two cycles later), or auto
    /// (block for more than 16 rows) [default: auto]
    #[arg(long, value_name = "STYLE")]
    pub rom: Option<String>,
    /// Router: scheduled or buffered [default: scheduled]
    #[arg(long, value_name = "ROUTER")]
    pub router: Option<String>,
    /// Buffered router: virtual channels of a link [default: 4 with odr, or 2 under the bubble rule; with udr
    /// as many as freedom from deadlock needs]
    #[arg(long, value_name = "V")]
    pub channels: Option<usize>,
    /// Buffered router: flits that a channel's buffer holds [default: 4, or what the rule needs, and twice
    /// the registers on a link besides]; with --algorithm: flits of a bank of the message memory [default:
    /// what is needed]
    #[arg(long, value_name = "D")]
    pub depth: Option<usize>,
    /// Flits of the longest packet, with a buffered router, or with --algorithm of a block or message
    /// [default: 1]
    #[arg(long, value_name = "F")]
    pub flits: Option<usize>,
    /// Buffered router: cycles that a hop takes, 1 or 2 [default: 1]
    #[arg(long, value_name = "CYCLES")]
    pub pipeline: Option<usize>,
    /// Buffered router: what keeps rings free of deadlock, dateline or bubble [default: dateline]
    #[arg(long, value_name = "RULE")]
    pub deadlock: Option<String>,
    /// Buffered router: the direction of half-way offsets: plus, or parity (+ from even coordinates, - from
    /// odd ones) [default: plus]
    #[arg(long, value_name = "TIES")]
    pub ties: Option<String>,
    /// Registers on links: one number for all (2) or one for each dimension (0,1,2); then wrap=4 for the
    /// links that close a ring. A hop takes as many cycles more [default: 0]
    #[arg(id = "link-stages", long = "link-stages", value_name = "N,..")]
    #[serde(rename = "link-stages")]
    pub link_stages: Option<String>,
    /// What processors see: native (heads and flits, or the slots of a schedule), or axis (AXI4-Stream
    /// besides, in NAME_axis) [default: native]
    #[arg(long, value_name = "INTERFACE")]
    pub interface: Option<String>,
    /// With --interface axis: streams are in a clock of their own (local_clk_i), behind asynchronous FIFOs
    #[arg(id = "local-clock", long = "local-clock", num_args = 0, default_missing_value = "true")]
    #[serde(rename = "local-clock")]
    pub local_clock: Option<bool>,
    /// Scheduled: NAME says which slot it is and whether messages are under way (slot_o, slot_valid_o,
    /// busy_o, done_o)
    #[arg(long, num_args = 0, default_missing_value = "true")]
    pub status: Option<bool>,
    /// Scheduled: NAME says who sent what arrives (eject_source_o), by the message's offset or by the
    /// sender's node id: offset or id
    #[arg(id = "eject-source", long = "eject-source", value_name = "FORM")]
    #[serde(rename = "eject-source")]
    pub eject_source: Option<String>,
    /// Scheduled: NAME shows what is injected 1 or 2 cycles later (early_valid_o, early_offset_o), so that a
    /// block RAM can answer
    #[arg(id = "inject-early", long = "inject-early", value_name = "CYCLES")]
    #[serde(rename = "inject-early")]
    pub inject_early: Option<u32>,
    /// Put blocks into message memories, and by which algorithm.
    #[arg(
        long,
        value_name = "NAME",
        help = "Processors with message memories, and what they run: table (the schedule that the other \
                options describe), one-row, product-a1, product-a2, product-a3, suh-shin, divide-1, \
                divide-2, .., broadcast, broadcast-staged or broadcast-lines"
    )]
    pub algorithm: Option<String>,
    /// Node that a broadcast comes from, coordinates joined by commas [default: the first]
    #[arg(long, value_name = "X1,X2,..")]
    pub source: Option<String>,
    /// Payload bits, even, at least twice the bits of a node id [default: 32, or what the ids need]
    #[arg(long, value_name = "W")]
    pub width: Option<usize>,
    /// Seed of the schedule's search [default: 1]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// How hard to search: cell visits for each length tried, some 10^9 a second [default: 4*10^8, tables
    /// 4*10^9]
    #[arg(long, value_name = "VISITS")]
    pub effort: Option<u64>,
    /// Name of the network and prefix of its modules [default: torus_ and the radices]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
}

impl NetworkFlags {
    /// The options as keys of a file would give them.
    fn options(&self) -> NetworkOptions {
        let keys = serde_json::to_value(self).expect("options are numbers and strings");
        NetworkOptions::from_keys(keys).expect("flags and keys are the same")
    }
}
