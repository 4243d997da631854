//! What every network has, whatever its kind: torus, placement, paths, ports, width and name.

use crate::UsageError;
use crate::{
    limits::{MAX_EMITTED, MAX_HEADER, MAX_NET, MAX_WIDTH},
    options::{NetworkOptions, OptionsError},
    paths::Paths,
    placement::{placement, placement_of},
};
use thiserror::Error;
use torus_model::quote::shortened;
use torus_model::{
    route::bits, Effort, HeaderLayout, LinkStages, Placement, PortModel, Routing, StagesError, Torus,
};
use torus_sim::Manifest;

/// Why a network cannot have this width, name or size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BaseError {
    /// A payload width that does not fit.
    #[error(
        "a payload of {width} bits was asked for; it holds two node ids, so on {dims} it is an even number \
         from {least} to {most}: change 'width'",
        most = MAX_WIDTH
    )]
    Width {
        /// The width asked for.
        width: usize,
        /// The least for this torus.
        least: usize,
        /// The torus.
        dims: String,
    },
    /// A network larger than the emitted tables allow.
    #[error(
        "{dims} has {nodes} nodes and a header of {header} bits; networks of up to {most} nodes and headers \
         of up to {widest} bits are emitted: lower a radix or the number of dimensions",
        most = MAX_EMITTED,
        widest = MAX_HEADER
    )]
    TooLargeToEmit {
        /// The torus.
        dims: String,
        /// Its nodes.
        nodes: usize,
        /// Bits of its header.
        header: usize,
    },
    /// A network whose links have more bits than a net of Verilog.
    #[error(
        "{dims} with payloads of {width} bits has {bits} bits on all its links in one net; Verilog numbers \
         bits by 32-bit integers, so nets of up to {most} bits are emitted: lower 'width', a radix or the \
         number of dimensions",
        most = MAX_NET
    )]
    Net {
        /// The torus.
        dims: String,
        /// Bits of a payload.
        width: usize,
        /// Bits of the net.
        bits: usize,
    },
    /// A name that is not allowed for a network; [`check_name`] has the rules.
    #[error(
        "{:?} cannot name a network; a name is at most 64 lower-case letters, digits and single underscores, \
         begins with a letter, does not end with _ and is no Verilog keyword: change 'name'",
        shortened(.name)
    )]
    Name {
        /// The name.
        name: String,
    },
    /// A manifest that lists other processors than those of its placement.
    #[error(
        "the manifest lists {listed} processors that are not those of its placement {placement} on {dims}: \
         emit the folder again"
    )]
    ForeignProcessors {
        /// How many it lists.
        listed: usize,
        /// The placement it states.
        placement: String,
        /// The torus.
        dims: String,
    },
}

/// The parameters that every network has, whatever its kind.
#[derive(Clone, Debug)]
pub struct Base {
    /// The torus and its processors.
    pub placement: Placement,
    /// The paths of messages; those of a total exchange are minimal.
    pub paths: Paths,
    /// How many messages a processor sends and receives in one slot.
    pub ports: PortModel,
    /// Registers on the links.
    pub stages: LinkStages,
    /// Bits of a payload.
    pub width: usize,
    /// Seed and effort of the schedule's search.
    pub effort: Effort,
    /// Name of the network.
    pub name: String,
}

impl Base {
    /// The torus.
    pub fn torus(&self) -> &Torus {
        self.placement.torus()
    }

    /// The comment line about registers on links in the header of every file; `None` without such registers.
    pub fn stages_in_words(&self) -> Option<String> {
        (!self.stages.is_none()).then(|| format!("registers on links: {} stages", self.stages))
    }

    /// Reads the parameters from a manifest. Errors: an invalid name or number; processors that are not those
    /// of the placement.
    pub fn of_manifest(manifest: &Manifest) -> Result<Base, UsageError> {
        let placement = stated_placement(manifest)?;
        Ok(Base {
            stages: manifest.stages(placement.torus())?,
            placement,
            paths: manifest.routing.parse()?,
            ports: manifest.ports,
            width: manifest.width,
            effort: Effort { seed: manifest.seed, visits: manifest.effort },
            name: manifest.name.clone(),
        })
    }

    /// The parameters of a network that a file describes. Width and name come from the options. Errors: an
    /// invalid width or name.
    pub fn of_placement(placement: &Placement, options: &NetworkOptions) -> Result<Base, UsageError> {
        let (width, name) = width_and_name(placement.torus(), options)?;
        Ok(Base {
            placement: placement.clone(),
            paths: Paths::Routed(Routing::Odr),
            ports: PortModel::AllPort,
            stages: LinkStages::none(placement.torus()),
            width,
            effort: Effort::with_seed(1),
            name,
        })
    }
}

/// The placement of a manifest. Error: its processors are not those that the manifest lists.
fn stated_placement(manifest: &Manifest) -> Result<Placement, UsageError> {
    let torus = Torus::new(&manifest.dims)?;
    let placement = placement_of(&torus, &manifest.placement, &manifest.processors)?;
    if placement.node_ids().eq(manifest.processors.iter().copied()) {
        return Ok(placement);
    }
    let (listed, stated) = (manifest.processors.len(), manifest.placement.clone());
    Err(BaseError::ForeignProcessors { listed, placement: stated, dims: torus.to_string() }.into())
}

/// The torus that the options ask for. Errors: radices given twice; radices of no torus.
pub fn torus(options: &NetworkOptions) -> Result<Torus, UsageError> {
    let Some(text) = &options.dims else {
        let (d, k) = (options.d.unwrap_or(3), options.k.unwrap_or(4));
        // No torus has more dimensions than its largest size has bits, so longer lists need not be built.
        return Ok(Torus::homogeneous(d.min(64) as usize, k)?);
    };
    if options.d.is_some() || options.k.is_some() {
        return Err(OptionsError::DimsTwice.into());
    }
    Ok(text.parse()?)
}

/// The registers on links that the options ask for. Errors: those of [`LinkStages::parse`].
pub fn stages(torus: &Torus, options: &NetworkOptions) -> Result<LinkStages, StagesError> {
    let none = Ok(LinkStages::none(torus));
    options.link_stages.as_deref().map_or(none, |text| LinkStages::parse(text, torus))
}

/// The placement that the options ask for; full if they name none.
pub fn asked_placement(options: &NetworkOptions, torus: &Torus) -> Result<Placement, UsageError> {
    placement(torus, options.placement.as_deref().unwrap_or("full"))
}

/// Width and name from the options, or the defaults. Errors: an invalid width or name.
pub fn width_and_name(torus: &Torus, options: &NetworkOptions) -> Result<(usize, String), BaseError> {
    let width = width(torus, options.width)?;
    let name = options.name.clone().unwrap_or_else(|| format!("torus_{torus}"));
    check_name(&name)?;
    Ok((width, name))
}

fn width(torus: &Torus, asked: Option<usize>) -> Result<usize, BaseError> {
    let least = 2 * bits(torus.len());
    let width = asked.unwrap_or(least.max(32));
    let fits = width >= least && width % 2 == 0 && width <= MAX_WIDTH;
    if fits {
        Ok(width)
    } else {
        Err(BaseError::Width { width, least, dims: torus.to_string() })
    }
}

/// Refuses tori whose header or number of nodes is beyond the limits.
pub fn check_emittable(torus: &Torus) -> Result<(), BaseError> {
    let header = HeaderLayout::new(torus).width();
    if header > MAX_HEADER || torus.len() > MAX_EMITTED {
        return Err(BaseError::TooLargeToEmit { dims: torus.to_string(), nodes: torus.len(), header });
    }
    Ok(())
}

/// Refuses tori beyond these limits, and payloads that are too wide for the net of all links.
pub fn check_size(base: &Base) -> Result<(), BaseError> {
    let torus = base.torus();
    check_emittable(torus)?;
    check_nets(base, torus.len() * torus.ports().count() * base.width)
}

/// Refuses networks whose widest net, of `bits` bits, has more bits than Verilog can number.
pub fn check_nets(base: &Base, bits: usize) -> Result<(), BaseError> {
    match bits > MAX_NET {
        true => Err(BaseError::Net { dims: base.torus().to_string(), width: base.width, bits }),
        false => Ok(()),
    }
}

/// Refuses names that cannot name modules and files: they are lower-case identifiers without double
/// underscores, and no keywords.
pub fn check_name(name: &str) -> Result<(), BaseError> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let good = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(plain)
        && !name.contains("__")
        && !name.ends_with('_')
        && name.len() <= 64
        && !VERILOG_WORDS.contains(&format!(" {name} "));
    if good {
        Ok(())
    } else {
        Err(BaseError::Name { name: name.to_string() })
    }
}

/// Keywords of Verilog (IEEE 1364-2005) and SystemVerilog (IEEE 1800-2017) that have the form of a name.
const VERILOG_WORDS: &str = " \
    accept_on alias always always_comb always_ff always_latch and assert assign assume automatic before \
    begin bind bins binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle checker class \
    clocking cmos config const constraint context continue cover covergroup coverpoint cross deassign \
    default defparam design disable dist do edge else end endcase endchecker endclass endclocking \
    endconfig endfunction endgenerate endgroup endinterface endmodule endpackage endprimitive endprogram \
    endproperty endspecify endsequence endtable endtask enum event eventually expect export extends \
    extern final first_match for force foreach forever fork forkjoin function generate genvar global \
    highz0 highz1 if iff ifnone ignore_bins illegal_bins implements implies import incdir include \
    initial inout input inside instance int integer interconnect interface intersect join join_any \
    join_none large let liblist library local localparam logic longint macromodule matches medium \
    modport module nand negedge nettype new nexttime nmos nor noshowcancelled not notif0 notif1 null or \
    output package packed parameter pmos posedge primitive priority program property protected pull0 \
    pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase randsequence \
    rcmos real realtime ref reg reject_on release repeat restrict return rnmos rpmos rtran rtranif0 \
    rtranif1 s_always s_eventually s_nexttime s_until s_until_with scalared sequence shortint shortreal \
    showcancelled signed small soft solve specify specparam static string strong strong0 strong1 struct \
    super supply0 supply1 sync_accept_on sync_reject_on table tagged task this throughout time \
    timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1 triand trior trireg type typedef union \
    unique unique0 unsigned until until_with untyped use uwire var vectored virtual void wait wait_order \
    wand weak weak0 weak1 while wildcard wire with within wor xnor xor ";
