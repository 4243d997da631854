//! What stands beside the Verilog of an emitted folder, so that the folder is a complete core: a page about
//! this very network, a testbench that runs as it stands, a Makefile, and what package tools read.
//!
//! There is one description of the network, [`Core`], whatever its kind, and one template for each file
//! ([`TEMPLATES`]). A template knows the description alone, so every file is a function of it: no date, no
//! user, no path of this machine. What the manifest says is read from the manifest. These files are not
//! listed there, nor digested: they are examples to start from, and who changes one has not changed the
//! network.

mod component;
mod core;
mod crossing;
mod folded;
mod modules;
mod ports;
pub mod registers;
mod template;

pub use self::component::{BusInterface, Component, PortMap};
pub use self::core::{Clock, Core, NodeLoads, RunLimit};
pub use self::modules::FileSets;
pub use self::ports::{PortRow, TopPorts};
pub use self::template::TEMPLATES;
pub use crate::network::Additions;

use crate::{
    network::{EmittedFile, Kind, Listing, Network},
    UsageError,
};

/// Every file of the folder of a network: its own, with the manifest, and those beside the Verilog. Errors:
/// as [`Network::files_with`].
pub fn files<K: Kind>(
    network: &Network<K>,
    listing: &Listing,
    additions: Additions,
) -> Result<Vec<EmittedFile>, UsageError> {
    let mut files = network.files_with(listing, additions)?;
    let core = Core::new(&network.frame(), &files, network.in_words(), additions.axil);
    files.extend(template::files(&core));
    if additions.axil {
        files.extend(registers::files(&core, listing));
    }
    Ok(files)
}
