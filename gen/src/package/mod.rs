//! The files beside the Verilog that make an emitted folder a complete core: a page about this network, a
//! testbench that runs at once, a Makefile, and files for package tools.
//!
//! The network has one description, [`Core`], whatever its kind, and each file has one template
//! ([`TEMPLATES`]). Templates see nothing else, so no file contains a date, a user or a path of this machine.
//! Values of the manifest are read from the manifest. The manifest neither lists nor digests these files:
//! they are examples, and changing one does not change the network. The list of all digests has them
//! ([`torus_sim::edits::DIGESTS`]).

mod component;
mod core;
mod crossing;
mod file_sets;
mod folded;
mod ports;
pub mod registers;
mod template;

pub use self::component::{BusInterface, Component, PortMap};
pub use self::core::{Clock, Core, NodeLoads, RunLimit};
pub use self::file_sets::FileSets;
pub use self::ports::{PortRow, Top};
pub use self::template::TEMPLATES;
pub use crate::network::Additions;

use crate::{
    folder,
    network::{EmittedFile, Kind, Listing, Network},
    UsageError,
};

/// All files of the folder of a network: its own ones with the manifest, then those of the package, then the
/// digests of all. Errors: those of [`Network::files_with`].
pub fn files<K: Kind>(
    network: &Network<K>,
    listing: &Listing,
    additions: Additions,
) -> Result<Vec<EmittedFile>, UsageError> {
    let mut files = network.files_with(listing, additions)?;
    let flits = network.packets().map_or(1, |packets| packets.buffers.shortest_packet());
    let mut core = Core::new(&network.frame(), flits, &files, network.in_words(), additions.axil);
    if additions.axil {
        core.tops.extend(registers::tops(&core));
    }
    files.extend(template::files(&core));
    if additions.axil {
        files.extend(registers::files(&core, listing));
    }
    files.push(folder::list(&files));
    Ok(files)
}
