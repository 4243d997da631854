//! The ROM images of a schedule.

use super::options::{check_placement, ScheduleOptionsError};
use torus_hdl::SlotTable;
use torus_model::schedule::{frame::generated_frame, Rule};
use torus_model::{distinct, NodeId, Placement, RomImage, Schedule, Switching, Symmetry};

/// The distinct ROM images of a schedule. Equal images are shared, and so are images that mirror each other
/// by the parities of a node.
pub struct Images {
    /// The distinct images.
    pub distinct: Vec<RomImage>,
    /// Which of them each source has.
    of_source: Vec<usize>,
    /// Dimensions in which nodes with an odd coordinate mirror the image.
    pub flips: Vec<usize>,
    /// The turns that messages make, as pairs of ports.
    pub turns: Vec<(torus_model::Port, torus_model::Port)>,
}

impl Images {
    /// The images of all sources.
    pub fn new(schedule: &Schedule) -> Self {
        let all = schedule.rom_images();
        let mut turns: Vec<_> = all.iter().flat_map(RomImage::turns).collect();
        turns.sort();
        turns.dedup();
        let flips = flips(schedule, &all);
        let (distinct, of_source) = match flips.is_empty() {
            true => distinct(&all),
            false => (all[..1].to_vec(), vec![0; all.len()]),
        };
        Images { distinct, of_source, flips, turns }
    }

    /// The index of the image of every processor.
    pub fn of_processors(&self, placement: &Placement) -> Vec<usize> {
        placement.source_indices().into_iter().map(|source| self.of_source[source]).collect()
    }
}

/// The slot table that all routers share; `None` if messages have headers. Errors: a node without processor;
/// nodes that send differently; frames that overlap too much.
pub fn slot_table(
    switching: Switching,
    schedule: &Schedule,
) -> Result<Option<SlotTable>, ScheduleOptionsError> {
    if switching == Switching::Headers {
        return Ok(None);
    }
    check_placement(switching, &schedule.placement)?;
    let Images { distinct, flips, .. } = Images::new(schedule);
    let sending = match (&distinct[..], &flips[..]) {
        ([_], []) => None,
        ([_], _) => Some("mirrored rows at nodes of odd coordinates".to_string()),
        (images, _) => Some(format!("{} ROM images", images.len())),
    };
    if let Some(sending) = sending {
        return Err(ScheduleOptionsError::SlotsImages { sending });
    }
    let table = SlotTable::new(schedule.torus(), schedule.ports, &schedule.hop_cycles, &distinct[0])
        .map_err(|reason| ScheduleOptionsError::SlotTable { reason })?;
    Ok(Some(match switching {
        Switching::Generator => table.played_by(rule(schedule)?),
        _ => table,
    }))
}

/// The rule that generates a schedule. Error: the schedule is not the one of the rule.
fn rule(schedule: &Schedule) -> Result<Rule, ScheduleOptionsError> {
    match generated_frame(&schedule.placement) {
        Some((frame, rule)) if frame == *schedule => Ok(rule),
        _ => Err(ScheduleOptionsError::GeneratorSchedule),
    }
}

/// The dimensions whose parities the placement counts, if mirroring image 0 in them gives all other images.
fn flips(schedule: &Schedule, images: &[RomImage]) -> Vec<usize> {
    let (torus, placement) = (schedule.torus(), &schedule.placement);
    let Symmetry::Parity { counts } = placement.symmetry() else { return Vec::new() };
    let mirrored = |(node, image): (&NodeId, &RomImage)| {
        let odd = |dim: usize| counts[dim] && torus.coordinate(*node, dim) % 2 == 1;
        let swaps: Vec<bool> = (0..torus.d()).map(odd).collect();
        images[0].mirrored(torus, &swaps) == *image
    };
    let both_ports = (0..torus.d()).all(|dim| !counts[dim] || torus.dims()[dim] > 2);
    match both_ports && placement.sources().iter().zip(images).all(mirrored) {
        true => (0..torus.d()).filter(|&dim| counts[dim]).collect(),
        false => Vec::new(),
    }
}
