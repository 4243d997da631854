//! The reference: which message each local port should hand out in each cycle. From the schedule alone, by
//! classes; no network takes part.

use crate::mismatch::LocalPort;
use crate::timetable::Timetable;
use torus_model::{NodeId, PortModel, Schedule, Torus};

/// Messages that leave the network, cycle by cycle and local port by local port.
#[derive(Clone, Debug)]
pub struct Arrivals {
    timetable: Timetable,
    torus: Torus,
    /// Of every dimension: radix times stride.
    turns: Vec<u32>,
    ports: PortModel,
    /// Local ports of a processor.
    local_ports: usize,
    /// By slot of arrival: the node class and local port they arrive at, and the message class that does.
    slots: Vec<Vec<(u32, u32)>>,
    /// Offset of every message class, one after the other, each number times its dimension's stride.
    offsets: Vec<u32>,
    /// Of every processor: its node and the node's class.
    instances: Vec<(NodeId, u32)>,
    /// Coordinates of every processor's node, times the strides.
    coordinates: Vec<u32>,
}

/// A local port, taken apart.
#[derive(Clone, Copy, Debug)]
pub struct Exit {
    /// The processor.
    pub processor: usize,
    /// Its node.
    pub node: NodeId,
    /// The node's class and the local port, as in [`Arrivals::slots`].
    place: u32,
    local_port: usize,
}

impl Arrivals {
    /// The arrivals of a schedule.
    pub fn new(schedule: &Schedule, timetable: Timetable) -> Self {
        let (placement, torus) = (&schedule.placement, schedule.torus());
        let (symmetry, sources) = (placement.symmetry(), placement.sources());
        let (ports, local_ports) = (schedule.ports, schedule.ports.local_ports(torus));
        let mut slots = vec![Vec::new(); timetable.makespan as usize + 1];
        for (index, entry) in schedule.entries.iter().enumerate() {
            let start = symmetry.class_of(torus, sources[entry.source]);
            let end = entry.route.ports().fold(start, |class, port| symmetry.step(torus, class, port));
            let Some(last) = entry.route.segments().last() else { continue };
            let place = (end * local_ports + ports.local_port(last.port)) as u32;
            slots[schedule.arrival(entry) as usize].push((place, index as u32));
        }
        slots.iter_mut().for_each(|arrivals| arrivals.sort_unstable());
        let instance = |&node: &NodeId| (node, symmetry.class_of(torus, node) as u32);
        Arrivals {
            timetable,
            torus: torus.clone(),
            turns: (0..torus.d()).map(|dim| torus.dims()[dim] * torus.stride(dim) as u32).collect(),
            ports,
            local_ports,
            slots,
            offsets: schedule.entries.iter().flat_map(|entry| scaled(torus, &entry.offset)).collect(),
            instances: placement.processors().iter().map(instance).collect(),
            coordinates: placement
                .processors()
                .iter()
                .flat_map(|&node| scaled(torus, &torus.coordinates(node)))
                .collect(),
        }
    }

    /// The local port of this number.
    pub fn exit(&self, number: u32) -> Exit {
        let (processor, local_port) =
            (number as usize / self.local_ports, number as usize % self.local_ports);
        let (node, class) = self.instances[processor];
        Exit { processor, node, place: (class as usize * self.local_ports + local_port) as u32, local_port }
    }

    /// The name of a local port.
    pub fn name(&self, exit: &Exit) -> LocalPort {
        LocalPort::new(self.ports, exit.local_port)
    }

    /// What is due in a cycle.
    pub fn due(&self, cycle: u64) -> Due<'_> {
        let slots = self.timetable.slots(cycle).filter_map(|slot| self.slots.get(slot));
        Due { arrivals: self, slots: slots.map(Vec::as_slice).collect() }
    }

    /// Where a message of class `entry` that ends at a processor came from.
    fn source(&self, processor: usize, entry: u32) -> u32 {
        let d = self.torus.d();
        let at = &self.coordinates[processor * d..][..d];
        let offset = &self.offsets[entry as usize * d..][..d];
        let back =
            |i: usize| if at[i] >= offset[i] { at[i] - offset[i] } else { at[i] + self.turns[i] - offset[i] };
        (0..d).map(back).sum()
    }
}

/// Coordinates, or an offset, times the strides: they add up to a node's number.
fn scaled<'a>(torus: &'a Torus, x: &[u32]) -> impl Iterator<Item = u32> + use<'a> {
    let x = x.to_vec();
    (0..torus.d()).map(move |dim| x[dim] * torus.stride(dim) as u32)
}

/// The arrivals of one cycle.
#[derive(Clone, Debug)]
pub struct Due<'a> {
    arrivals: &'a Arrivals,
    /// Those of each exchange that is under way.
    slots: Vec<&'a [(u32, u32)]>,
}

impl Due<'_> {
    /// The sources whose message a local port hands out: at most one where the schedule has no conflict.
    pub fn sources<'b>(&'b self, exit: &'b Exit) -> impl Iterator<Item = u32> + 'b {
        let place = exit.place;
        self.slots.iter().flat_map(move |arrivals| {
            let first = arrivals.partition_point(|&(other, _)| other < place);
            let here = arrivals[first..].iter().take_while(move |&&(other, _)| other == place);
            here.map(move |&(_, entry)| self.arrivals.source(exit.processor, entry))
        })
    }
}
