//! What kinds of networks state of themselves in a manifest.

use super::{BufferedInfo, Latency, MemoryInfo, RomInfo, ScheduleInfo};

/// What one kind of network states of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Facts {
    /// A schedule in ROMs.
    Scheduled {
        /// The schedule.
        schedule: ScheduleInfo,
        /// Its ROMs.
        rom: RomInfo,
        /// Cycles around it.
        latency: Latency,
    },
    /// Programs and message memories.
    Memory {
        /// The plan, its length in steps.
        schedule: ScheduleInfo,
        /// The memories.
        memory: MemoryInfo,
        /// The program ROMs.
        rom: RomInfo,
        /// Cycles around a program.
        latency: Latency,
    },
    /// Buffers and virtual channels.
    Buffered(BufferedInfo),
}

/// What a network that runs exchanges states of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeFacts {
    /// The schedule or plan.
    pub schedule: ScheduleInfo,
    /// The schedule or program ROMs.
    pub rom: RomInfo,
    /// Cycles around it.
    pub latency: Latency,
    /// The memories, where it has any.
    pub memory: Option<MemoryInfo>,
}

impl Facts {
    /// What is stated of exchanges; nothing where any packets are sent.
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
