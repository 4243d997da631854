//! Splits statements into the smallest possible groups, one for each combinational block.

use super::error::PrintError;
use super::lower::Step;
use super::names::{Names, Role};

/// Splits the statements into groups. Statements are together if they write the same net, or if one reads a
/// net that the other changes later. Error: a signal that is read before it is assigned.
pub(super) fn grouped(steps: Vec<Step>, names: &Names) -> Result<Vec<Vec<Step>>, PrintError> {
    let nets = names.nets.len();
    let mut writers: Vec<Vec<usize>> = vec![Vec::new(); nets];
    for (s, step) in steps.iter().enumerate() {
        step.statement.writes(&mut |net| writers[net].push(s));
    }
    let mut root: Vec<usize> = (0..steps.len()).collect();
    for all in &writers {
        all.windows(2).for_each(|pair| unite(&mut root, pair[0], pair[1]));
    }
    let mut early = None;
    for (s, step) in steps.iter().enumerate() {
        step.statement.reads(&mut |net| match (writers[net].first(), writers[net].last()) {
            // Wiring follows its inputs at any time.
            _ if matches!(names.nets[net].role, Role::FromChild(_)) => {}
            (Some(&first), Some(&last)) => {
                early = early.or((first > s).then_some(net));
                if last > s {
                    unite(&mut root, s, last);
                }
            }
            _ => early = early.or((names.nets[net].role == Role::Local).then_some(net)),
        });
    }
    if let Some(net) = early {
        return Err(PrintError::ReadBeforeWrite { name: names.nets[net].name.clone() });
    }
    Ok(gather(steps, &mut root))
}

fn find(root: &mut [usize], mut s: usize) -> usize {
    while root[s] != s {
        root[s] = root[root[s]];
        s = root[s];
    }
    s
}

fn unite(root: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(root, a), find(root, b));
    root[a.max(b)] = a.min(b);
}

/// The groups in the order of their first statements. Each is in the order of the kernel.
fn gather(steps: Vec<Step>, root: &mut [usize]) -> Vec<Vec<Step>> {
    let mut groups: Vec<Vec<Step>> = vec![Vec::new(); steps.len()];
    for (s, step) in steps.into_iter().enumerate() {
        groups[find(root, s)].push(step);
    }
    groups.retain(|group| !group.is_empty());
    groups
}
