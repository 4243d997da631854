//! What a caller can see of a run while it goes on: its progress, and the results of each cycle.

/// The current stage of a run, and its progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Verilator starts.
    Verilating {
        /// Number of modules.
        modules: usize,
    },
    /// The compiler starts.
    Compiling {
        /// Number of verilated classes.
        units: usize,
    },
    /// Clock edges are being run.
    Running {
        /// The cycle reached.
        cycle: u64,
        /// The last cycle of a run by a schedule, or of sending; `None` if it is not known.
        end: Option<u64>,
        /// Messages delivered so far.
        delivered: u64,
    },
}

/// One cycle of a run, as the network showed it.
pub struct Sample<'a> {
    /// The cycle.
    pub cycle: u64,
    /// The links that carry a message, bit = link id.
    pub links: &'a [u64],
    /// Messages (with memories: flits) that leave the network in this cycle.
    pub ejections: u64,
}
