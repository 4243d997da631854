//! What each kind of network states in a manifest.

use super::{BufferedInfo, Latency, MemoryInfo, RomInfo, ScheduleInfo};

/// The fields of a manifest that only one kind of network has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Facts {
    /// A scheduled network.
    Scheduled {
        /// The schedule.
        schedule: ScheduleInfo,
        /// Its ROMs.
        rom: RomInfo,
        /// Cycles before and after the schedule.
        latency: Latency,
    },
    /// A network with message memories.
    Memory {
        /// The plan, with its length in steps.
        schedule: ScheduleInfo,
        /// The memories.
        memory: MemoryInfo,
        /// The program ROMs.
        rom: RomInfo,
        /// Cycles before and after a program.
        latency: Latency,
    },
    /// A buffered network.
    Buffered(BufferedInfo),
}

/// The fields of the manifest of a network that runs exchanges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeFacts {
    /// The schedule or plan.
    pub schedule: ScheduleInfo,
    /// The schedule or program ROMs.
    pub rom: RomInfo,
    /// Cycles before and after it.
    pub latency: Latency,
    /// The memories, if it has any.
    pub memory: Option<MemoryInfo>,
}

impl Facts {
    /// What is stated about exchanges; `None` for a network of any packets.
    pub fn of_exchanges(self) -> Option<ExchangeFacts> {
        match self {
            Facts::Scheduled { schedule, rom, latency } => {
                Some(ExchangeFacts { schedule, rom, latency, memory: None })
            }
            Facts::Memory { schedule, memory, rom, latency } => {
                Some(ExchangeFacts { schedule, rom, latency, memory: Some(memory) })
            }
            Facts::Buffered(_) => None,
        }
    }
}
