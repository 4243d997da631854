//! What a library has for each link between two clock edges, for others to read and write.

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

/// Bytes that a network has for each link: its own ones, and behind them those that come over cuts.
pub(crate) struct ByLink {
    raw: RawByLink,
    state: *mut c_void,
    links: usize,
}

impl ByLink {
    /// What the function of this name gives; nothing where the engine does not tell. Error: no such function.
    ///
    /// # Safety
    /// The library is of the version that the crate knows, and has made the state of this network; what is
    /// returned goes before both do.
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

    /// Those of some links after the last clock edge.
    pub fn read(&self, links: &[u32], bytes: &mut [u8]) {
        self.check(links, bytes.len());
        // SAFETY: the links exist and the buffer holds them, which was checked; the state is not destroyed
        // yet.
        unsafe { (self.raw.read)(self.state, links.as_ptr(), links.len() as u64, bytes.as_mut_ptr()) };
    }

    /// Puts them there.
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

/// Tiles of which others may have the neighbours.
pub(crate) trait Tiles: Machine {
    /// What clock edges leave behind.
    type Log: Default;
    /// The links in use after the last of them, bit = link id.
    fn used(log: &Self::Log) -> &[u64];
    /// What stands on links.
    fn links(&mut self) -> &mut ByLink;
    /// The credits that go back over links, a bit for each channel in 8 bytes, and how many channels there
    /// are; `None`: none goes back.
    fn credits(&mut self) -> Option<(&mut ByLink, usize)>;
}
