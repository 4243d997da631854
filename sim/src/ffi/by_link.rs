//! Access to the state that a library has for each link between two clock edges.

use super::symbol;
use crate::engine::{Machine, Network};
use libloading::Library;
use std::ffi::c_void;

type Read = unsafe extern "C" fn(*mut c_void, *const u32, u64, *mut u8);
type Write = unsafe extern "C" fn(*mut c_void, *const u32, u64, *const u8);

#[repr(C)]
#[derive(Clone, Copy)]
struct RawByLink {
    bytes: u32,
    pad: u32,
    read: Read,
    write: Write,
}

/// Access to the bytes of each link: first the links of the network, then those that arrive over cuts.
pub(crate) struct ByLink {
    raw: RawByLink,
    state: *mut c_void,
    links: usize,
}

impl ByLink {
    /// Calls the function of this name; `None` if the engine does not offer access. Error: no such function.
    ///
    /// # Safety
    /// The library must have the version that the crate knows and must have made the state of this network.
    /// The result must be dropped before both.
    pub unsafe fn of(
        library: &Library,
        name: &[u8],
        state: *mut c_void,
        network: &Network,
    ) -> Result<Option<Self>, String> {
        let table: unsafe extern "C" fn() -> Option<&'static RawByLink> = symbol(library, name)?;
        // SAFETY: the ABI version says that the function has this type; the table is copied.
        let raw = unsafe { table() }.copied();
        let links = network.links() + network.arriving.len();
        Ok(raw.map(|raw| ByLink { raw, state, links }))
    }

    /// Bytes of a link.
    pub fn bytes(&self) -> usize {
        self.raw.bytes as usize
    }

    /// Reads the bytes of some links after the last clock edge.
    pub fn read(&self, links: &[u32], bytes: &mut [u8]) {
        self.check(links, bytes.len());
        // SAFETY: the links exist and the buffer holds them, which was checked; the state is not destroyed
        // yet.
        unsafe { (self.raw.read)(self.state, links.as_ptr(), links.len() as u64, bytes.as_mut_ptr()) };
    }

    /// Writes the bytes of some links.
    pub fn write(&mut self, links: &[u32], bytes: &[u8]) {
        self.check(links, bytes.len());
        // SAFETY: as in `read`.
        unsafe { (self.raw.write)(self.state, links.as_ptr(), links.len() as u64, bytes.as_ptr()) };
    }

    fn check(&self, links: &[u32], bytes: usize) {
        assert!(
            links.iter().all(|&link| (link as usize) < self.links) && bytes == links.len() * self.bytes()
        );
    }
}

/// Compiled tiles, whose neighbours may be computed by other ranks.
pub(crate) trait Tiles: Machine {
    /// The results of clock edges.
    type Log: Default;
    /// The links in use after the last clock edge of a log, bit = link id.
    fn used(log: &Self::Log) -> &[u64];
    /// Access to the messages on links.
    fn links(&mut self) -> &mut ByLink;
    /// Access to the credits that return over links, a bit for each channel in 8 bytes, with the number of
    /// channels; `None` for networks without credits.
    fn credits(&mut self) -> Option<(&mut ByLink, usize)>;
}
