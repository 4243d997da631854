//! A clock edge that settles all logic and then computes the registers: which functions of the region of
//! registers (`nba`) can be left out.
//!
//! The functions that settle a design (`stl`) compute all of its logic from registers and inputs, so whatever
//! they assign is new before each edge. If a function of `nba` writes only such members, and no output, then
//! only the functions after it see the result. So the last functions of this sort are left out.

use super::functions::{Function, Functions};
use crate::build::paths::is_output;
use std::collections::BTreeSet;

/// Whether the functions that settle the design run only once, because its logic has no loop. `code`: the C++
/// without white space.
pub fn is_first_only(header: &str, code: &str) -> bool {
    header.contains("VlTriggerVec<1> __VstlTriggered;")
        && code.contains("vlSelf->__VstlTriggered.at(0U)=(0U==vlSelf->__VstlIterCount);")
}

/// The functions to call before the registers, and at the edge. `None`: what the functions `before` write
/// cannot be determined.
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
    !function.is_plain() || function.may_write().iter().any(|name| !settled.contains(name) || is_output(name))
}
