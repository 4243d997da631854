//! The interface to a compiled traffic library: `shim/traffic_abi.h` in Rust.
//!
//! As in [`crate::ffi`], every buffer that is passed is owned by [`Log`] and has room for the worst case: per
//! clock edge a local port takes and ejects at most one flit each, and a link carries at most one.

#![allow(unsafe_code)]

use crate::engine::traffic::{Fault, Flit, Log, Seen, Tally, TrafficMachine};
use crate::engine::{ExchangeMachine, Machine, Network};
use crate::ffi::{error_nodes, raw_network, symbol, ByLink, ErrorNodes, LoadError, RawNetwork, RawRoms};
use crate::ffi::{Simulation, Tiles};
use libloading::Library;
use std::ffi::c_void;
use std::path::Path;

/// The version of `shim/traffic_abi.h`.
const ABI: u32 = 10;

#[repr(C)]
struct RawFault {
    kind: u32,
    place: u32,
    bit: u32,
    pad: u32,
    cycle: u64,
}

#[repr(C)]
struct RawTraffic {
    steps: u64,
    cycle: u64,
    reset: u32,
    pad: u32,
    flits: *const Flit,
    offered: u64,
    valid: *mut u64,
    error: *mut u8,
    entered: *mut Seen,
    entered_count: u64,
    left: *mut Seen,
    left_count: u64,
    hops: *mut Seen,
    hop_count: u64,
}

type Create = unsafe extern "C" fn(*const RawNetwork) -> *mut c_void;
type Destroy = unsafe extern "C" fn(*mut c_void);
type Run = unsafe extern "C" fn(*mut c_void, *mut RawTraffic);
type Strike = unsafe extern "C" fn(*mut c_void, *const RawFault);
type Footprint = unsafe extern "C" fn(*mut c_void) -> u64;
type Hold = unsafe extern "C" fn(*mut c_void, u32);
type Tallies = unsafe extern "C" fn(*mut c_void, *mut Tally);

/// Loads a library of this version. Error: it is no such library.
fn open(path: &Path) -> Result<Library, LoadError> {
    let failed = |reason: String| LoadError { path: path.to_path_buf(), reason };
    // SAFETY: the file comes from our own build, whose initialisers only set up Verilator's statics.
    let library = unsafe { Library::new(path) }.map_err(|error| failed(error.to_string()))?;
    let abi: unsafe extern "C" fn() -> u32 = symbol(&library, b"tgt_abi").map_err(failed)?;
    // SAFETY: tgt_abi has this type in every version of the shim.
    match unsafe { abi() } {
        ABI => Ok(library),
        found => Err(failed(format!("its interface has version {found} instead of {ABI}"))),
    }
}

/// The number of channels of a link, as the library reports it.
fn channels(library: &Library) -> Result<usize, String> {
    let channels: unsafe extern "C" fn() -> u32 = symbol(library, b"tgt_channels")?;
    // SAFETY: the ABI version says that tgt_channels has this type.
    Ok(unsafe { channels() } as usize)
}

/// Makes the networks that this thread creates in `library` from now on call the tiles of the library at
/// `tiles`. The returned library must be kept as long as those networks. Error: they are no such libraries.
fn lend(tiles: &Path, library: &Library) -> Result<Library, LoadError> {
    let failed = |reason: String| LoadError { path: tiles.to_path_buf(), reason };
    let lender = open(tiles)?;
    let lent: unsafe extern "C" fn() -> *const c_void = symbol(&lender, b"tgt_tiles").map_err(failed)?;
    let lend: unsafe extern "C" fn(*const c_void) = symbol(library, b"tgs_lend").map_err(failed)?;
    // SAFETY: the ABI version says that both have these types; the table is a constant of the lender.
    unsafe { lend(lent()) };
    Ok(lender)
}

/// The functions of a library for its networks.
struct Functions {
    destroy: Destroy,
    run: Run,
    strike: Strike,
    footprint: Footprint,
    hold: Hold,
    tallies: Tallies,
    error_nodes: ErrorNodes,
}

impl Functions {
    /// The functions of a library of this version. Error: some are missing.
    fn of(library: &Library) -> Result<Self, String> {
        Ok(Functions {
            destroy: symbol(library, b"tgt_destroy")?,
            run: symbol(library, b"tgt_run")?,
            strike: symbol(library, b"tgt_fault")?,
            footprint: symbol(library, b"tgt_footprint")?,
            hold: symbol(library, b"tgt_hold")?,
            tallies: symbol(library, b"tgt_tallies")?,
            error_nodes: symbol(library, b"tgt_error_nodes")?,
        })
    }
}

/// A loaded network of buffered tiles, or one of stubs that call tiles.
pub struct TrafficSimulation {
    network: Network,
    state: *mut c_void,
    functions: Functions,
    /// The number of channels of a link, as the library reports it.
    channels: usize,
    /// Access to the messages on links and to the returning credits.
    links: Option<ByLink>,
    credits: Option<ByLink>,
    // The last fields, so that the code outlives the state.
    _library: Library,
    _tiles: Option<Library>,
}

impl TrafficSimulation {
    /// Loads a library that [`crate::build`] made, and builds the network in it. `tiles`: the library of
    /// tiles, if the network consists of stubs. Error: it is no such library.
    pub fn load(path: &Path, tiles: Option<&Path>, network: Network) -> Result<Self, LoadError> {
        let failed = |reason: String| LoadError { path: path.to_path_buf(), reason };
        let library = open(path)?;
        let lender = tiles.map(|tiles| lend(tiles, &library)).transpose()?;
        let create: Create = symbol(&library, b"tgt_create").map_err(failed)?;
        let functions = Functions::of(&library).map_err(failed)?;
        let channels = channels(&library).map_err(failed)?;
        let roms = RawRoms::new(&network);
        let raw = raw_network(&network, &roms);
        // SAFETY: the ABI version says that tgt_create has this type; it reads the arrays, which are as long
        // as raw_network asserts, and keeps none of them.
        let state = unsafe { create(&raw) };
        // From here on the state is destroyed with this value.
        let mut loaded = TrafficSimulation {
            network,
            state,
            functions,
            channels,
            links: None,
            credits: None,
            _library: library,
            _tiles: lender,
        };
        let TrafficSimulation { _library: library, network, .. } = &loaded;
        // SAFETY: the state belongs to this library and network, and all of them are dropped together.
        let by_link = |name| unsafe { ByLink::of(library, name, state, network) }.map_err(failed);
        let (links, credits) = (by_link(b"tgt_links")?, by_link(b"tgt_credits")?);
        (loaded.links, loaded.credits) = (links, credits);
        Ok(loaded)
    }
}

/// The loaded bench of a network of stubs.
pub struct BenchSimulation {
    simulation: Simulation,
    tallies: Tallies,
    channels: usize,
    // The last fields, so that the code outlives the bench.
    _library: Library,
    _tiles: Library,
}

impl BenchSimulation {
    /// Loads a library that [`crate::build`] made, and builds its bench, whose stubs call the library of
    /// tiles. Error: they are no such libraries.
    pub fn load(path: &Path, tiles: &Path, network: Network) -> Result<Self, LoadError> {
        let failed = |reason: String| LoadError { path: path.to_path_buf(), reason };
        let library = open(path)?;
        let lender = lend(tiles, &library)?;
        let tallies: Tallies = symbol(&library, b"tgs_bench_tallies").map_err(failed)?;
        let channels = channels(&library).map_err(failed)?;
        let simulation = Simulation::load(path, network)?;
        Ok(BenchSimulation { simulation, tallies, channels, _library: library, _tiles: lender })
    }

    /// The bench.
    pub fn machine(&mut self) -> &mut dyn ExchangeMachine {
        &mut self.simulation
    }

    /// What the sender of every channel has seen, by link id and channel.
    pub fn tallies(&self) -> Vec<Tally> {
        let links = self.simulation.network().links();
        let mut all = vec![Tally::default(); links * self.channels];
        // SAFETY: the state belongs to the bench and is not destroyed yet; there is one tally for each
        // channel of each link.
        unsafe { (self.tallies)(self.simulation.state(), all.as_mut_ptr()) };
        all
    }
}

impl Machine for TrafficSimulation {
    fn network(&self) -> &Network {
        &self.network
    }

    fn footprint(&self) -> usize {
        // SAFETY: `state` came from tgt_create and is not destroyed yet; it is only read.
        unsafe { (self.functions.footprint)(self.state) as usize }
    }

    fn error_nodes(&mut self) -> Vec<usize> {
        // SAFETY: as in `run`; the state was made with these nodes.
        unsafe { error_nodes(self.functions.error_nodes, self.state, self.network.nodes()) }
    }
}

impl TrafficMachine for TrafficSimulation {
    fn run(&mut self, cycle: u64, steps: usize, reset: bool, flits: &[Flit], traced: bool, log: &mut Log) {
        assert!(
            flits.iter().all(|flit| (flit.local_port as usize) < self.network.local_ports()),
            "a local port that exists"
        );
        log.resize(&self.network, steps, traced);
        let mut raw = RawTraffic {
            steps: steps as u64,
            cycle,
            reset: reset as u32,
            pad: 0,
            flits: flits.as_ptr(),
            offered: flits.len() as u64,
            valid: log.valid.as_mut_ptr(),
            error: log.error.as_mut_ptr(),
            entered: log.entered.0.as_mut_ptr(),
            entered_count: 0,
            left: log.left.0.as_mut_ptr(),
            left_count: 0,
            hops: if traced { log.hops.0.as_mut_ptr() } else { std::ptr::null_mut() },
            hop_count: 0,
        };
        // SAFETY: `state` came from tgt_create and is not destroyed yet; every local port exists. The buffers
        // have room for the worst case (Log::resize), and nothing else accesses them during the call.
        unsafe { (self.functions.run)(self.state, &mut raw) };
        log.entered.1 = raw.entered_count as usize;
        log.left.1 = raw.left_count as usize;
        log.hops.1 = raw.hop_count as usize;
    }

    fn hold(&mut self, held: bool) {
        // SAFETY: as in `run`.
        unsafe { (self.functions.hold)(self.state, u32::from(held)) };
    }

    fn break_something(&mut self, fault: Fault) {
        let (network, links) = (&self.network, self.network.links());
        // The number of the fault, its place and bit, the numbers of these that exist, and its cycle.
        let (kind, [place, bit], exist, cycle) = match fault {
            Fault::LostCredit { link, channel, cycle } => (0, [link, channel], [links, self.channels], cycle),
            Fault::FlippedHead { link, bit, cycle } => {
                (1, [link, bit], [links + network.arriving.len(), 64], cycle)
            }
            Fault::StuckReady { local_port, cycle } => {
                (2, [local_port, 0], [network.local_ports(), 1], cycle)
            }
        };
        assert!((place as usize) < exist[0] && (bit as usize) < exist[1], "a place and bit that exist");
        // SAFETY: as in `run`; the place exists, and the fault is copied.
        unsafe { (self.functions.strike)(self.state, &RawFault { kind, place, bit, pad: 0, cycle }) };
    }

    fn tallies(&self) -> Vec<Tally> {
        let mut all = vec![Tally::default(); self.network.links() * self.channels];
        // SAFETY: as in `run`; there is one tally for each channel of each link.
        unsafe { (self.functions.tallies)(self.state, all.as_mut_ptr()) };
        all
    }
}

/// For libraries of the tile engine.
impl Tiles for TrafficSimulation {
    type Log = Log;

    fn used(log: &Log) -> &[u64] {
        log.valid(log.steps() - 1)
    }

    fn links(&mut self) -> &mut ByLink {
        self.links.as_mut().expect("tiles tell what stands on links")
    }

    fn credits(&mut self) -> Option<(&mut ByLink, usize)> {
        Some((self.credits.as_mut()?, self.channels))
    }
}

impl Drop for TrafficSimulation {
    fn drop(&mut self) {
        // SAFETY: `state` came from tgt_create, is destroyed once, and the library is still loaded.
        unsafe { (self.functions.destroy)(self.state) };
    }
}
