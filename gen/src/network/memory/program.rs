//! The programs of a plan, and their activity on links.

use super::Storage;
use crate::{
    base::Base,
    limits::MAX_MEMORY,
    top::{ports::Slots, Activity},
};
use torus_hdl::memory::MemorySpec;
use torus_model::{
    collective::{assemble, play, play::SlotEvents, Plan, Program},
    quantity, Torus,
};
use torus_sim::manifest::RomInfo;

/// Why no memory can hold the programs of a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramsError {
    /// Banks that are too small for their blocks.
    #[error(
        "'depth' {asked} was asked for; with 'flits' {flits} a bank has to hold {}: use at least that, a \
         lower 'flits', or leave 'depth' out",
        quantity(*.least, "flit")
    )]
    Depth {
        /// The depth asked for.
        asked: usize,
        /// The least.
        least: usize,
        /// Flits of a block.
        flits: u32,
    },
    /// Memories that are too large in total.
    #[error(
        "the memories of all processors would hold {flits} flits; torusgen makes at most {most}: use a lower \
         'flits' or 'depth', a smaller torus, or an algorithm that stores less",
        most = MAX_MEMORY
    )]
    TooMuch {
        /// Flits of all memories.
        flits: usize,
    },
}

/// Makes the programs of a plan. Errors: banks that are too small; memories that are too large.
pub fn programs(storage: &Storage, plan: &Plan) -> Result<Program, ProgramsError> {
    let mut program = assemble(plan, storage.flits);
    let (least, flits) = (program.depth, storage.flits);
    match storage.depth {
        Some(asked) if asked < least => return Err(ProgramsError::Depth { asked, least, flits }),
        asked => program.depth = asked.unwrap_or(least),
    }
    let cells = program.depth.saturating_mul(program.banks * plan.placement.len());
    match cells > MAX_MEMORY {
        true => Err(ProgramsError::TooMuch { flits: cells }),
        false => Ok(program),
    }
}

/// Plays the programs. Returns the flits of every link, by link id, and when links are in use.
pub fn played(program: &Program, torus: &Torus) -> (Vec<u64>, Activity) {
    let mut counts = vec![0u64; torus.link_slots()];
    let (mut links, mut arrivals) = (None, None);
    let see = |slot: u32, events: &SlotEvents| {
        events.links.iter().for_each(|link| counts[link.index()] += 1);
        stretch(&mut links, slot, !events.links.is_empty());
        stretch(&mut arrivals, slot, !events.arrivals.is_empty());
    };
    play(program, see)
        .expect("only programs that hold together are made; a fault here is a defect of torusgen");
    let (links, last_links) = (links.unwrap_or_default(), arrivals.unwrap_or_default());
    (counts, Activity { injections: links, links, last_links })
}

/// Extends the range of slots by this one if something happens in it.
fn stretch(slots: &mut Option<Slots>, slot: u32, happens: bool) {
    if happens {
        *slots = Some((slots.map_or(slot, |(first, _)| first), slot));
    }
}

/// The addresses at which users find their blocks, as CSV: a line for each node, partner and direction.
/// Addresses are those of `mem_addr_i`.
pub fn memory_map(base: &Base, program: &Program) -> String {
    let (torus, placement) = (base.torus(), &base.placement);
    let mut text = String::from("node,what,partner,address\n");
    for (node, own) in placement.processors().iter().zip(program.of_processors()) {
        for (what, places) in [("load", &own.load), ("result", &own.results)] {
            for place in places {
                let partner = torus.translate(*node, &place.partner).index();
                let address = program.number_of(place.address);
                text += &format!("{},{what},{partner},{address}\n", node.index());
            }
        }
    }
    text
}

/// The program ROMs.
pub fn rom_info(spec: &MemorySpec) -> RomInfo {
    let rows = spec.program.classes.iter().map(|class| class.rows.len() + 1).max().unwrap_or(0);
    let row_bits = spec.row_bits();
    RomInfo { images: spec.program.classes.len(), rows, row_bits, bits_per_image: rows * row_bits }
}
