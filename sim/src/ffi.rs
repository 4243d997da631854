//! The interface to a compiled simulation: `shim/abi.h` in Rust. All unsafe code of the crate is in this
//! module, in [`crate::traffic::ffi`], in `ranks::mpi::persistent` (calls of MPI), and one instruction in
//! `prefetch`.
//!
//! All data are passed in plain buffers owned by Rust, most of them by [`Batch`]. Their sizes suffice for the
//! worst case, so that even a faulty network cannot make the other side write beyond them: per clock edge a
//! local port ejects at most once and a link carries at most one message.

#![allow(unsafe_code)]

mod by_link;
mod raw;

pub(crate) use by_link::{ByLink, Tiles};
pub(crate) use raw::{raw_network, RawEjection, RawNetwork, RawRoms};

use crate::engine::{grow, Batch, ExchangeMachine, Hop, Host, HostMachine, Machine, Network};
use crate::output::shown;
use libloading::Library;
use std::ffi::c_void;
use std::path::Path;
use std::path::PathBuf;
use thiserror::Error;
use torus_model::quote::shortened_reason;

/// A compiled simulation that cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the compiled simulation {} cannot be loaded ({}); it has to come from this machine and \
     this version: delete it and run again",
    shown(.path),
    shortened_reason(.reason)
)]
pub struct LoadError {
    /// The file.
    pub path: PathBuf,
    /// The error that the loader reports.
    pub reason: String,
}

/// The version of `shim/abi.h`.
const ABI: u32 = 9;

#[repr(C)]
struct RawHost {
    write: u32,
    words: u32,
    address: *const u32,
    data: *mut u32,
}

#[repr(C)]
struct RawBatch {
    steps: u64,
    reset: u32,
    start: *const u8,
    valid: *mut u64,
    status: *mut u8,
    ejections: *mut RawEjection,
    ejected: u64,
    hops: *mut Hop,
    hopped: u64,
    host: *mut RawHost,
}

type Create = unsafe extern "C" fn(*const RawNetwork) -> *mut c_void;
type Destroy = unsafe extern "C" fn(*mut c_void);
type Run = unsafe extern "C" fn(*mut c_void, *mut RawBatch);
type Number = unsafe extern "C" fn(*mut c_void) -> u64;
/// The type of the function that tells which nodes have their error flag set, as a bit of each in the buffer.
pub(crate) type ErrorNodes = unsafe extern "C" fn(*mut c_void, *mut u64);

/// The nodes whose error flag is set.
///
/// # Safety
/// `state` must come from the library of `told`, have `nodes` nodes, and not be destroyed yet.
pub(crate) unsafe fn error_nodes(told: ErrorNodes, state: *mut c_void, nodes: usize) -> Vec<usize> {
    let mut bits = vec![0u64; nodes.div_ceil(64)];
    // SAFETY: the caller guarantees the state; the buffer has a bit for every node.
    unsafe { told(state, bits.as_mut_ptr()) };
    (0..nodes).filter(|node| bits[node / 64] >> (node % 64) & 1 == 1).collect()
}

/// A loaded simulation of one network.
pub struct Simulation {
    network: Network,
    state: *mut c_void,
    destroy: Destroy,
    run: Run,
    footprint: Number,
    together: Number,
    error_nodes: ErrorNodes,
    links: Option<ByLink>,
    /// Memory for the ejections of a batch, used again.
    ejections: Vec<RawEjection>,
    // The last field, so that the code outlives the state.
    _library: Library,
}

impl Simulation {
    /// Loads a library that [`crate::build`] made, and builds the network in it. Error: it is no such
    /// library.
    pub fn load(path: &Path, network: Network) -> Result<Self, LoadError> {
        let failed = |reason: String| LoadError { path: path.to_path_buf(), reason };
        // SAFETY: the file comes from our own build, whose initialisers only set up Verilator's statics.
        let library = unsafe { Library::new(path) }.map_err(|error| failed(error.to_string()))?;
        let abi: unsafe extern "C" fn() -> u32 = symbol(&library, b"tg_abi").map_err(failed)?;
        // SAFETY: tg_abi has this type in every version of the shim.
        let found = unsafe { abi() };
        if found != ABI {
            return Err(failed(format!("its interface has version {found} instead of {ABI}")));
        }
        let create: Create = symbol(&library, b"tg_create").map_err(failed)?;
        let destroy: Destroy = symbol(&library, b"tg_destroy").map_err(failed)?;
        let run: Run = symbol(&library, b"tg_run").map_err(failed)?;
        let footprint: Number = symbol(&library, b"tg_footprint").map_err(failed)?;
        let together: Number = symbol(&library, b"tg_together").map_err(failed)?;
        let error_nodes: ErrorNodes = symbol(&library, b"tg_error_nodes").map_err(failed)?;
        let roms = RawRoms::new(&network);
        let raw = raw_network(&network, &roms);
        // SAFETY: the ABI version says that tg_create has this type; it reads the arrays, which are as long
        // as raw_network asserts, and keeps none of them.
        let state = unsafe { create(&raw) };
        // From here on the state is destroyed with this value.
        let mut loaded = Simulation {
            network,
            state,
            destroy,
            run,
            footprint,
            together,
            error_nodes,
            links: None,
            ejections: Vec::new(),
            _library: library,
        };
        let Simulation { _library: library, network, .. } = &loaded;
        // SAFETY: the state belongs to this library and network, and all of them are dropped together.
        loaded.links = unsafe { ByLink::of(library, b"tg_links", state, network) }.map_err(failed)?;
        Ok(loaded)
    }

    /// The state that the library made, for functions that only some libraries have.
    pub(crate) fn state(&self) -> *mut c_void {
        self.state
    }

    fn edges(&mut self, start: &[bool], reset: bool, traced: bool, batch: &mut Batch, host: *mut RawHost) {
        batch.resize(&self.network, start, traced);
        grow(&mut self.ejections, batch.steps * self.network.local_ports());
        let hops = if traced { batch.hops.as_mut_ptr() } else { std::ptr::null_mut() };
        let mut raw = RawBatch {
            steps: batch.steps as u64,
            reset: reset as u32,
            start: batch.start.as_ptr(),
            valid: batch.valid.as_mut_ptr(),
            status: batch.status.as_mut_ptr(),
            ejections: self.ejections.as_mut_ptr(),
            ejected: 0,
            hops,
            hopped: 0,
            host,
        };
        // SAFETY: `state` came from tg_create and is not destroyed yet. The buffers have room for the worst
        // case (`grow` above and in Batch::resize), and those of `host` have the sizes that `access` asserts.
        // Nothing else accesses them during the call.
        unsafe { (self.run)(self.state, &mut raw) };
        batch.hopped = raw.hopped as usize;
        batch.take(self.ejections[..raw.ejected as usize].iter().map(RawEjection::parts));
    }
}

impl Machine for Simulation {
    fn network(&self) -> &Network {
        &self.network
    }

    fn footprint(&self) -> usize {
        // SAFETY: `state` came from tg_create and is not destroyed yet; it is only read.
        unsafe { (self.footprint)(self.state) as usize }
    }

    fn together(&self) -> usize {
        // SAFETY: as in `footprint`.
        unsafe { (self.together)(self.state) as usize }
    }

    fn error_nodes(&mut self) -> Vec<usize> {
        // SAFETY: as in `run`; the state was made with these nodes.
        unsafe { error_nodes(self.error_nodes, self.state, self.network.nodes()) }
    }
}

impl ExchangeMachine for Simulation {
    fn run(&mut self, start: &[bool], reset: bool, traced: bool, batch: &mut Batch) {
        self.edges(start, reset, traced, batch, std::ptr::null_mut());
    }
}

/// For libraries of the tile engine.
impl Tiles for Simulation {
    type Log = Batch;

    fn used(batch: &Batch) -> &[u64] {
        batch.valid(batch.steps() - 1)
    }

    fn links(&mut self) -> &mut ByLink {
        self.links.as_mut().expect("tiles tell what stands on links")
    }

    fn credits(&mut self) -> Option<(&mut ByLink, usize)> {
        None
    }
}

/// For libraries that were built with host ports.
impl HostMachine for Simulation {
    fn access(&mut self, host: &mut Host, batch: &mut Batch) {
        let steps = host.address.len() / self.network.processors.max(1);
        assert_eq!(host.address.len(), steps * self.network.processors);
        assert_eq!(host.data.len(), host.address.len() * host.words);
        let mut raw = RawHost {
            write: host.write as u32,
            words: host.words as u32,
            address: host.address.as_ptr(),
            data: host.data.as_mut_ptr(),
        };
        self.edges(&vec![false; steps], false, false, batch, &mut raw);
    }
}

impl Drop for Simulation {
    fn drop(&mut self) {
        // SAFETY: `state` came from tg_create, is destroyed once, and the library is still loaded.
        unsafe { (self.destroy)(self.state) };
    }
}

pub(crate) fn symbol<T: Copy>(library: &Library, name: &[u8]) -> Result<T, String> {
    // SAFETY: only function pointer types of the ABI are used; the copy does not outlive the library, which
    // `Simulation` owns beside it.
    unsafe { library.get::<T>(name) }.map(|symbol| *symbol).map_err(|error| error.to_string())
}
