//! The Verilog files of a network, by the top that needs them.

use crate::network::Modules;
use serde::Serialize;

/// The Verilog files of a network by the top that needs them, leaves first. No file is in two lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileSets {
    /// `NAME` and the modules that it needs; `NAME_axis` and its modules, if the network has streams.
    pub network: Vec<String>,
    /// The further modules of `NAME_bench`.
    pub bench: Vec<String>,
    /// The further modules of `NAME_board`.
    pub board: Vec<String>,
}

impl FileSets {
    /// The lists of the network `name`. A module that no top needs (a tile for the simulator) is in no list.
    pub(super) fn new(name: &str, modules: &Modules) -> Self {
        let network = &modules.reached(name) | &modules.reached(&format!("{name}_axis"));
        let bench = modules.reached(&format!("{name}_bench"));
        let board = modules.reached(&format!("{name}_board"));
        FileSets {
            network: modules.paths(|module| network.contains(module)),
            bench: modules.paths(|module| bench.contains(module) && !network.contains(module)),
            board: modules.paths(|module| board.contains(module) && !bench.contains(module)),
        }
    }
}
