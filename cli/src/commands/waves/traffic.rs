//! The expected counts of links for waves of buffered networks. The comment reproduces the packets, and the
//! waves say how many were sent; for an exchange, the exact loads are used without packets.

use super::super::waves_error::{same_torus, NoNumber, WavesRefused};
use super::{number, number_or};
use std::path::Path;
use torus_gen::network::{Buffered, Network};
use torus_gen::{
    buffered::{Buffers, TrafficOptions, Workload},
    error::UsageError,
    limits::MAX_CYCLES,
    placement_of, Base, NetworkOptions,
};
use torus_model::{traffic::link_flits, Effort, Torus};
use torus_sim::{Manifest, Waves};

/// The files in which the answer is looked for.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// The waves.
    pub file: &'a Path,
    /// An emitted folder from which the network was simulated.
    pub from: Option<&'a Path>,
    /// The trace that was sent.
    pub trace: Option<&'a Path>,
}

/// Whether waves are of a buffered network.
pub fn is_traffic(waves: &Waves) -> bool {
    waves.config_value("router") == Some("buffered")
}

/// The exact count of every link. Errors: a comment that lacks something; a trace that is missing.
pub fn expected(waves: &Waves, torus: &Torus, given: Given) -> Result<Vec<u64>, UsageError> {
    let design = match given.from {
        Some(dir) => of_folder(dir, torus)?,
        None => of_comment(waves, torus)?,
    };
    let network = design.packets().expect("its routers are buffered");
    let (options, seed) = (options(waves, given)?, number(waves, "seed")?);
    let workload = Workload::new(network, &options, seed)?;
    let sent: usize = match waves.sent {
        Some(sent) => sent as usize,
        None => return Err(NoNumber::of("sent").into()),
    };
    // The number of packets may be damaged, so packets after the end are not generated.
    let packets = workload.packets.take(sent).take_while(|packet| packet.cycle <= waves.cycles);
    let format = network.buffers.head_format();
    let packets = packets.map(|packet| (packet.source, format.route(packet.way), packet.flits));
    Ok(workload.counts.unwrap_or_else(|| link_flits(torus, packets)))
}

fn value<'a>(waves: &'a Waves, key: &str) -> &'a str {
    waves.config_value(key).unwrap_or("")
}

fn of_comment(waves: &Waves, torus: &Torus) -> Result<Network<Buffered>, UsageError> {
    let processors = super::processors(waves)?;
    let options = NetworkOptions {
        channels: Some(number(waves, "channels")?),
        depth: Some(number(waves, "depth")?),
        flits: Some(number(waves, "flits")?),
        deadlock: Some(value(waves, "rule").into()),
        ties: Some(value(waves, "ties").into()),
        ..NetworkOptions::default()
    };
    let paths = value(waves, "routing").parse()?;
    let stages = waves.stages(torus)?;
    let buffers = Buffers::new(&options, torus, paths, &stages)?;
    let base = Base {
        placement: placement_of(torus, value(waves, "placement"), &processors)?,
        paths,
        ports: value(waves, "ports").parse()?,
        stages,
        width: 0,
        effort: Effort::with_seed(number(waves, "seed")?),
        name: String::new(),
    };
    Network::<Buffered>::new(base, buffers)
}

fn of_folder(dir: &Path, torus: &Torus) -> Result<Network<Buffered>, UsageError> {
    let network = Network::<Buffered>::of_folder(dir, &Manifest::read(dir)?)?;
    same_torus(dir, network.base.torus(), torus)?;
    Ok(network)
}

/// The options in the label of a workload. Errors: a trace that is missing, or given for other traffic.
fn options(waves: &Waves, given: Given) -> Result<TrafficOptions, UsageError> {
    let subject = match (value(waves, "traffic"), given.trace) {
        ("trace", Some(path)) => format!("trace:{}", path.display()),
        ("trace", None) => return Err(WavesRefused::NoTrace { path: given.file.into() }.into()),
        (_, Some(_)) => return Err(WavesRefused::NotOfTrace { path: given.file.into() }.into()),
        (subject, None) => subject.to_string(),
    };
    Ok(TrafficOptions {
        traffic: Some(subject),
        rate: waves.config_value("rate").unwrap_or("0").into(),
        burst: number_or(waves, "burst", 1)?,
        length: waves.config_value("length").map(str::to_string),
        warmup: number_or(waves, "warmup", 0)?,
        measure: number_or(waves, "measure", 1)?,
        limit: MAX_CYCLES,
    })
}
