//! Plans without storing: any bufferless schedule, with its blocks in memories.
//!
//! Every message goes from its source to its destination in one send, so the plan is one phase, as long as
//! the makespan of the schedule. Bound: [`crate::bound::exchange_bound`], which holds for one exchange by any
//! shortest routes, and so for a schedule of any kind. The length of a frame is not a bound for its first
//! exchange. Source: Coolsaet, Fack and De Meyer 1994 (route tables). The one-row table has all routes of the
//! torus one after the other. Every node forwards one message in every slot, so its length is the sum of all
//! distances from a node, which is optimal.

use super::{Block, Phase, Plan, Send, Task, Timing};
use crate::{bound::exchange_bound, schedule::exchange::exchange, Effort, Entry, PortModel, Schedule, Torus};

/// One exchange of a schedule. The algorithm is named `table`.
pub fn direct(schedule: &Schedule) -> Plan {
    let mut sends: Vec<Send> = schedule.entries.iter().map(|entry| send(schedule.torus(), entry)).collect();
    sort(&mut sends);
    Plan {
        algorithm: "table".into(),
        placement: schedule.placement.clone(),
        ports: schedule.ports,
        task: Task::Exchange { own: false },
        phases: vec![Phase { timing: Timing::Passes, steps: schedule.makespan(), sends }],
        lower_bound: exchange_bound(&schedule.placement, schedule.ports),
    }
}

/// The one-row table of a torus whose nodes have a single port: optimal, and nothing is stored.
pub fn one_row(torus: &Torus) -> Plan {
    // Nothing is searched, so any effort will do.
    let schedule = exchange(torus, PortModel::SinglePort, None, Effort::with_seed(1));
    Plan { algorithm: "one-row".into(), ..direct(&schedule) }
}

/// The order of a phase's sends.
pub(super) fn sort(sends: &mut [Send]) {
    sends.sort_by_key(|send| (send.step, send.source, send.route.segments()[0].port));
}

fn send(torus: &Torus, entry: &Entry) -> Send {
    let destination = torus.node(&entry.offset).index() as u32;
    let blocks = vec![Block { origin: 0, destination }];
    Send { step: entry.slot, source: entry.source, route: entry.route.clone(), blocks }
}
