//! Doublings one after the other, and what is tried where one fails.
//!
//! No matching of a table is larger than the one found. So where it is too small, the table has to change.
//! First the doubling before it is changed step by step, and a change stays if not more routes lack a column.
//! If that does not help, some earlier doubling is done again: far steps back are cheap, and get rid of an
//! unlucky start.

use super::{super::TableEntry, stage::Stage};
use crate::{Effort, Port, Random};

/// Visits that one route costs in one doubling, as the effort counts them.
const VISITS: u64 = 100;

/// Changes of a doubling in a row that do not help the next one.
const CHANGES: usize = 300;

/// Doubles a table of so many steps once for each letter. `None`: the first doubling fails, or the effort is
/// spent.
pub(super) fn double_up(
    (first, steps): (Vec<TableEntry>, u32),
    letters: &[Port],
    effort: Effort,
) -> Option<Vec<TableEntry>> {
    let Some(&letter) = letters.first() else { return Some(first) };
    let mut random = Random::new(effort.seed);
    let mut stages = vec![Stage::new(first, steps, letter, &mut random)];
    let mut routes = 0;
    while routes * VISITS < effort.visits {
        routes += improve(&mut stages, &mut random);
        let last = stages.last()?;
        if last.lacks() > 0 {
            step_back(&mut stages, &mut random)?;
        } else if let Some(&letter) = letters.get(stages.len()) {
            stages.push(Stage::new(last.doubled(), 2 * last.steps(), letter, &mut random));
        } else {
            return Some(last.doubled());
        }
    }
    None
}

/// Changes the stage before the last one until no route of the last one lacks a column, or until many changes
/// did not help. Returns the number of routes that were matched.
fn improve(stages: &mut [Stage], random: &mut Random) -> u64 {
    let [.., before, last] = stages else { return 0 };
    let (mut routes, mut in_vain) = (last.routes(), 0);
    while last.lacks() > 0 && in_vain < CHANGES {
        let changed = before.changed(random);
        let next = last.with_table(changed.doubled(), random);
        routes += 2 * next.routes();
        in_vain = if next.lacks() < last.lacks() { 0 } else { in_vain + 1 };
        if next.lacks() <= last.lacks() {
            (*before, *last) = (changed, next);
        }
    }
    routes
}

/// Does the matching of some earlier stage again; `None` if there is no earlier one.
fn step_back(stages: &mut Vec<Stage>, random: &mut Random) -> Option<()> {
    if stages.len() == 1 {
        return None;
    }
    stages.truncate(random.below(stages.len()).max(1));
    let last = stages.last_mut()?;
    *last = last.again(random);
    Some(())
}
