//! The golden model: a schedule, in which no message waits, or a program that stores blocks on their way.

use crate::exits;
use crate::manifest::{Latency, Manifest};
use crate::memory::Reference;
use crate::ranks::Block;
use crate::scoreboard::Scoreboard;
use crate::timetable::Timetable;
use crate::SimError;
use std::rc::Rc;
use torus_model::{collective::Program, NodeId, Placement, PortModel, Schedule, Torus};

/// What a simulated network has to do in each cycle: the schedule or program from which it was emitted.
#[derive(Clone, Copy, Debug)]
pub enum GoldenModel<'a> {
    /// Message classes, each injected in its slot.
    Schedule(&'a Schedule),
    /// Rows of remote writes for each class of nodes.
    Program(&'a Program),
}

impl<'a> GoldenModel<'a> {
    /// The processors, which send and receive.
    pub fn placement(self) -> &'a Placement {
        match self {
            GoldenModel::Schedule(schedule) => &schedule.placement,
            GoldenModel::Program(program) => &program.placement,
        }
    }

    /// The torus of the network.
    pub fn torus(self) -> &'a Torus {
        self.placement().torus()
    }

    /// Local ports of a processor.
    pub fn ports(self) -> PortModel {
        match self {
            GoldenModel::Schedule(schedule) => schedule.ports,
            GoldenModel::Program(program) => program.ports,
        }
    }

    /// The timetable of `exchanges` exchanges. A program is started again after its results have been read.
    pub fn timetable(self, exchanges: u32, latency: Latency) -> Timetable {
        match self {
            GoldenModel::Schedule(schedule) => Timetable::new(schedule, exchanges, latency),
            GoldenModel::Program(program) => {
                let makespan = program.makespan;
                let length = latency.start_to_link + makespan + latency.makespan_to_done;
                Timetable { begin: 0, exchanges: exchanges.max(1), length, makespan, latency }
            }
        }
    }

    /// The timetable of `exchanges` further exchanges. The first begins in cycle `begin`, with the network at
    /// rest. Each other one begins as early as possible: a frame after the length of the one before, a
    /// program as soon as `done_o` is high.
    pub fn going_on(self, begin: u64, exchanges: u32, latency: Latency) -> Timetable {
        let timetable = Timetable { begin, ..self.timetable(exchanges, latency) };
        match self {
            GoldenModel::Schedule(_) => timetable,
            GoldenModel::Program(program) => {
                Timetable { length: program.makespan + latency.makespan_to_done, ..timetable }
            }
        }
    }

    /// The scoreboard for a run of a block. `loads`: those of one exchange, by link id. Error: a program that
    /// contradicts itself.
    pub fn scoreboard(
        self,
        loads: &'a [u64],
        timetable: Timetable,
        manifest: &Manifest,
        block: &Block,
    ) -> Result<Scoreboard<'a>, SimError> {
        match self {
            GoldenModel::Schedule(schedule) => Ok(exits::scoreboard(schedule, loads, timetable, block)),
            GoldenModel::Program(program) => {
                let reference = Rc::new(Reference::new(program, timetable, manifest.width, block)?);
                let exits = Box::new(crate::memory::ProgramExits::new(program, Rc::clone(&reference)));
                Ok(Scoreboard::of(self.torus(), block, loads, timetable, Box::new(reference), exits))
            }
        }
    }

    /// The source of a broadcast.
    pub fn message_source(self) -> Option<NodeId> {
        match self {
            GoldenModel::Schedule(_) => None,
            GoldenModel::Program(program) => program.message_source(),
        }
    }

    /// The messages that one exchange delivers; a broadcast delivers one to every other processor.
    pub fn messages(self) -> u64 {
        let processors = self.placement().len() as u64;
        match self {
            GoldenModel::Program(program) if program.broadcast => processors - 1,
            _ => processors * (processors - 1),
        }
    }
}
