//! A clock edge of all logic and then the registers: which functions of the region of registers (`nba`) may
//! be left out.
//!
//! The functions that settle a design (`stl`) compute all of its logic from registers and inputs, so whatever
//! they assign to is new before each edge. A function of `nba` that writes nothing else, and no output, is
//! seen by the functions behind it only. So the last ones of this sort are left out.

use super::functions::{Function, Functions};
use std::collections::BTreeSet;

/// Whether the functions that settle the design run once: no logic of it is a loop. `code` without white
/// space.
pub fn is_first_only(header: &str, code: &str) -> bool {
    header.contains("VlTriggerVec<1> __VstlTriggered;")
        && code.contains("vlSelf->__VstlTriggered.at(0U)=(0U==vlSelf->__VstlIterCount);")
}

/// What to call before the registers, and at the edge; `None`: something that the functions `before` do
/// cannot be told.
pub fn edge(all: &Functions, before: Vec<String>, at: &[String]) -> Option<[Vec<String>; 2]> {
    let settling: Option<Vec<&Function>> = before.iter().map(|name| all.get(name)).collect();
    let settling = settling.filter(|functions| functions.iter().all(|function| function.is_plain()))?;
    let settled: BTreeSet<&str> = settling.iter().flat_map(|function| function.assigns()).collect();
    let matters = |name: &String| all.get(name).is_none_or(|function| matters(function, &settled));
    let end = at.iter().rposition(matters).map_or(0, |last| last + 1);
    Some([before, at[..end].to_vec()])
}

/// Whether a function may write a register or an output.
fn matters(function: &Function, settled: &BTreeSet<&str>) -> bool {
    let is_output = |name: &str| name.ends_with("_o") && !name.contains("__DOT__");
    !function.is_plain() || function.may_write().iter().any(|name| !settled.contains(name) || is_output(name))
}
