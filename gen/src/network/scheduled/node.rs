//! The parameters of the nodes of a scheduled network.

use super::{images::Images, ports::makespan_to_done, Scheduled};
use crate::{base::Base, top::Cell};
use torus_hdl::{link_latency, NodeSpec};
use torus_model::{HeaderLayout, Schedule, Switching};
use torus_sim::manifest::RomInfo;

impl Scheduled {
    pub(super) fn switching(&self) -> Switching {
        match &self.slot_table {
            None => Switching::Headers,
            Some(table) if table.rule.is_some() => Switching::Generator,
            Some(_) => Switching::Slots,
        }
    }

    /// Clock cycles from `start_i` to the first slot on the links.
    pub(super) fn link_latency(&self) -> usize {
        link_latency(self.schedule.length as usize, self.switching(), self.rom_style)
    }

    /// What a link carries, in words.
    pub(super) fn link_in_words(&self, width: usize, layout: &HeaderLayout) -> String {
        match self.switching() {
            Switching::Headers => format!("payload {width} bits, header {}", layout.in_words()),
            Switching::Slots => format!("payload {width} bits, no header: slots set the routers"),
            Switching::Generator => {
                format!("payload {width} bits, no header, no ROM: generated slots set the routers")
            }
        }
    }

    pub(super) fn rom(&self, base: &Base) -> RomInfo {
        rom_info(&self.node_spec(base, &Images::new(&self.schedule), Vec::new()))
    }

    pub(super) fn node_spec<'a>(
        &'a self,
        base: &'a Base,
        images: &'a Images,
        header: Vec<String>,
    ) -> NodeSpec<'a> {
        let torus = base.torus();
        NodeSpec {
            name: &base.name,
            torus,
            width: base.width,
            processors: base.placement.len(),
            ports: self.schedule.ports,
            images: &images.distinct,
            flips: &images.flips,
            turns: &images.turns,
            slot_table: self.slot_table.as_ref(),
            rom_style: self.rom_style,
            overlap: overlap(&self.schedule, self.link_latency()) as usize,
            header,
            with_transit: !base.placement.is_full(),
        }
    }

    pub(super) fn cells(&self, base: &Base, spec: &NodeSpec, images: &Images) -> Vec<Cell> {
        let modules = (0..images.distinct.len()).map(|class| spec.node_module(class));
        let classes = images.of_processors(&self.schedule.placement);
        Cell::of_classes(&base.placement, modules, &classes, spec.transit_module())
    }
}

fn rom_info(spec: &NodeSpec) -> RomInfo {
    if spec.is_generated() {
        return RomInfo { images: 0, rows: 0, row_bits: 0, bits_per_image: 0 };
    }
    let (images, rows, row_bits) = (spec.images.len(), spec.images[0].rows.len(), spec.row_bits());
    RomInfo { images, rows, row_bits, bits_per_image: rows * row_bits }
}

/// The most exchanges under way at once when frames follow each other at once. A message of the last slot
/// still counts until its traffic agent has seen it.
fn overlap(schedule: &Schedule, link_latency: usize) -> u32 {
    (schedule.makespan() + makespan_to_done(link_latency)) / schedule.length + 2
}
