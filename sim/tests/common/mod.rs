//! Shared by the integration tests: a naive walk of every message of a schedule. It uses classes only to
//! find the entry of a pair, so it shares no code with `reference`.

#![allow(dead_code)]

pub mod bench;
pub mod files;
pub mod places;

use std::collections::BTreeMap;
use torus_model::PortModel;
use torus_model::{schedule::frame::odr_frame, Effort};
use torus_model::{Placement, Schedule, Torus};
use torus_sim::engine::{Ejection, Hop, DONE};
use torus_sim::manifest::Latency;
use torus_sim::record::{CycleRecord, Exit, Passage, Run};
use torus_sim::timetable::Timetable;

pub const LATENCY: Latency = Latency { start_to_link: 3, makespan_to_done: 5 };

pub fn torus(dims: &[u32]) -> Torus {
    Torus::new(dims).unwrap()
}

/// Full, linear, multilinear and listed placements; odd and even, equal and unequal radices, radix 2, 1 to 4
/// dimensions.
pub fn placements() -> Vec<Placement> {
    let listed = |torus: &Torus, nodes: &[usize]| {
        let nodes: Vec<_> = nodes.iter().map(|&id| torus.node_at(id).unwrap()).collect();
        Placement::listed(torus, &nodes).unwrap()
    };
    vec![
        Placement::full(&torus(&[3])),
        Placement::full(&torus(&[2, 2])),
        Placement::full(&torus(&[2, 3, 4])),
        Placement::full(&torus(&[5, 5])),
        Placement::linear(&torus(&[4, 4, 4]), None, 0).unwrap(),
        Placement::linear(&torus(&[5, 5]), Some(&[2, 1]), 3).unwrap(),
        Placement::multilinear(&torus(&[8, 8]), None, 2).unwrap(),
        Placement::multilinear(&torus(&[2, 2, 2, 2]), None, 1).unwrap(),
        listed(&torus(&[2, 5]), &[0, 3, 4, 9]),
        listed(&torus(&[3, 3, 3]), &[1, 13, 26]),
    ]
}

pub fn schedule(placement: &Placement) -> Schedule {
    odr_frame(placement, PortModel::AllPort, Effort::with_seed(1))
}

/// The schedules of all placements, with a local port for each port and with one local port.
pub fn schedules() -> Vec<Schedule> {
    let frame = |placement: &Placement, ports| odr_frame(placement, ports, Effort::with_seed(1));
    let both = |placement| [PortModel::AllPort, PortModel::OnePort].map(|ports| frame(&placement, ports));
    placements().into_iter().flat_map(both).collect()
}

/// A network that follows its schedule, cycle by cycle.
pub struct Ideal {
    pub timetable: Timetable,
    /// One exchange.
    pub loads: Vec<u64>,
    pub hops: Vec<BTreeMap<usize, Hop>>,
    pub ejections: Vec<BTreeMap<u32, Ejection>>,
    pub status: Vec<u8>,
}

impl Ideal {
    /// The description of the run for waves.
    pub fn run(&self) -> Run<'static> {
        Run::Scheduled { kind: "frame", effort: 9, stored: None, timetable: self.timetable }
    }

    /// A cycle as waves show it.
    pub fn show(&self, cycle: usize, mut to: impl FnMut(&CycleRecord)) {
        let passages: Vec<_> = self.hops[cycle].values().map(Passage::from).collect();
        let exits: Vec<_> = self.ejections[cycle].values().copied().map(Exit::from).collect();
        let (at, status) = (cycle as u64, self.status[cycle]);
        let counters = self.timetable.exchange_and_slot(at);
        to(&CycleRecord { cycle: at, status, counters, passages: &passages, exits: &exits, waits: &[] });
    }

    pub fn new(schedule: &Schedule, exchanges: u32) -> Self {
        let timetable = Timetable::new(schedule, exchanges, LATENCY);
        let cycles = timetable.end() as usize + 1;
        let mut ideal = Ideal {
            timetable,
            loads: vec![0; schedule.torus().link_slots()],
            hops: vec![BTreeMap::new(); cycles],
            ejections: vec![BTreeMap::new(); cycles],
            status: (0..cycles).map(|c| if c as u64 >= timetable.completion() { DONE } else { 0 }).collect(),
        };
        for exchange in 0..exchanges {
            ideal.exchange(schedule, exchange);
        }
        ideal
    }

    fn exchange(&mut self, schedule: &Schedule, exchange: u32) {
        let processors = schedule.placement.processors();
        for (source, _) in processors.iter().enumerate() {
            for (destination, _) in processors.iter().enumerate().filter(|(p, _)| *p != source) {
                self.message(schedule, exchange, source, destination);
            }
        }
    }

    fn message(&mut self, schedule: &Schedule, exchange: u32, source: usize, destination: usize) {
        let (torus, placement) = (schedule.torus(), &schedule.placement);
        let (from, to) = (placement.processors()[source], placement.processors()[destination]);
        let class = placement.symmetry().class_of(torus, from);
        let (offset, sources) = (torus.offset(from, to), placement.sources());
        let entry = schedule.entries.iter().find(|entry| {
            entry.offset == offset && placement.symmetry().class_of(torus, sources[entry.source]) == class
        });
        let entry = entry.expect("a schedule has every pair");
        let mut cycle = (LATENCY.start_to_link + exchange * schedule.length + entry.slot) as usize;
        let ids = (from.index() as u32, to.index() as u32);
        let mut local_port = 0;
        for link in entry.route.links(torus, from) {
            let hop = Hop { step: 0, link: link.index() as u32, source: ids.0, destination: ids.1 };
            assert_eq!(self.hops[cycle].insert(link.index(), hop), None, "two messages on a link");
            self.loads[link.index()] += (exchange == 0) as u64;
            local_port = schedule.ports.local_port(torus.tail(link).1);
            cycle += 1;
        }
        let local_port = (destination * schedule.ports.local_ports(torus) + local_port) as u32;
        let ejection = Ejection { local_port, source: ids.0, destination: ids.1, dirty: false };
        assert_eq!(self.ejections[cycle].insert(local_port, ejection), None, "two messages in a local port");
    }

    /// The links in use in a cycle as words.
    pub fn valid(&self, cycle: usize) -> Vec<u64> {
        let mut words = vec![0; self.loads.len().div_ceil(64)];
        self.hops[cycle].keys().for_each(|link| words[link / 64] |= 1 << (link % 64));
        words
    }
}
