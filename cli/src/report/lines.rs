//! The lines of a schedule or plan on a page: one for each message or send, by slots or steps.

use serde::Serialize;
use torus_gen::network::Task;
use torus_model::{collective::Plan, Entry, Schedule};

/// A line of the schedule, which scripts read as an array of its fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "(u32, usize, String, usize)")]
pub struct Line {
    /// The slot; for a plan the step, counted from the beginning of the plan.
    pub slot: u32,
    /// The class of the source.
    pub class: usize,
    /// The route.
    pub word: String,
    /// The number of blocks sent at a time; 1 in a schedule.
    pub blocks: usize,
}

impl From<Line> for (u32, usize, String, usize) {
    fn from(Line { slot, class, word, blocks }: Line) -> Self {
        (slot, class, word, blocks)
    }
}

/// The first lines of what a task runs, and the number of all lines.
pub fn lines(task: Task, most: usize) -> (Vec<Line>, usize) {
    match task {
        Task::Schedule(schedule) => entries(schedule, most),
        Task::Program { plan, .. } => sends(plan, most),
        Task::Packets(_) => (Vec::new(), 0),
    }
}

fn entries(schedule: &Schedule, most: usize) -> (Vec<Line>, usize) {
    let line = |entry: &Entry| Line {
        slot: entry.slot,
        class: entry.source,
        word: entry.route.to_string(),
        blocks: 1,
    };
    let all = &schedule.entries;
    (all.iter().take(most).map(line).collect(), all.len())
}

fn sends(plan: &Plan, most: usize) -> (Vec<Line>, usize) {
    let (mut lines, mut begin, mut all) = (Vec::new(), 0, 0);
    for phase in &plan.phases {
        let room = most.saturating_sub(lines.len());
        lines.extend(phase.sends.iter().take(room).map(|send| Line {
            slot: begin + send.step,
            class: send.source,
            word: send.route.to_string(),
            blocks: send.blocks.len(),
        }));
        begin += phase.steps;
        all += phase.sends.len();
    }
    (lines, all)
}
