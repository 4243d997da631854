//! What a verilated tile has to do at a clock edge, function by function, instead of `eval()`: `shim/edge.h`
//! calls it.
//!
//! Verilator's `eval()` finds out which regions a change of inputs triggers. That is known beforehand where
//! the rising edge of the only clock is the only trigger: the logic that follows from inputs (`ico`) runs
//! once, then the registers with all logic that follows from them (`nba`). Most of that logic is in both. So
//! where it takes less, all logic is computed once, by the functions that settle the design at its start
//! (`stl`), then the registers; the functions at the end of `nba` that write only what is settled again
//! before the next edge are left out, if no output is among it ([`settle`]).
//!
//! All of this is read off the C++ which Verilator wrote, statement by statement; C++ of another form, by
//! another version or for another design, is run by `eval()`. ARCHITECTURE.md says what it is worth.

mod functions;
mod settle;

use functions::{definitions, functions, Functions};
use std::collections::BTreeSet;

/// A clock edge: the functions to call, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    root: String,
    /// What follows from inputs, or all logic.
    before: Vec<String>,
    /// The registers and what follows from them.
    at: Vec<String>,
    /// How many tiles to compute together, function by function.
    group: usize,
}

/// How much shorter an edge that settles all logic has to be: it computes what follows from registers alone,
/// too, which is ready where only what follows from inputs is computed.
const LESS: f64 = 1.25;

/// Characters of an edge's functions from which on its code does not stay in the first-level cache from tile
/// to tile.
const MUCH: usize = 100_000;
/// How many tiles share it then: a few that fit there with their registers.
const GROUP: usize = 8;

impl Regions {
    /// Those of a root class. `header`: its header; `texts`: the C++ that runs and that sets up, all files.
    /// `None`: it has to be run by `eval()`.
    pub fn of(root: &str, header: &str, texts: &[String]) -> Option<Self> {
        let code: String = texts.iter().flat_map(|text| text.split_whitespace()).collect();
        let inputs = header.contains("__VicoTriggered");
        if !direct(header, &code, inputs) {
            return None;
        }
        let all = functions(root, texts.iter().map(String::as_str));
        let region = |name: &str| all.get(&format!("{root}___eval_{name}"))?.calls(name);
        let before = if inputs { region("ico")? } else { Vec::new() };
        let whole = Regions { root: root.to_string(), before, at: region("nba")?, group: 1 };
        let settled = settle::is_first_only(header, &code).then(|| region("stl")).flatten();
        let settled = settled.and_then(|before| settle::edge(&all, before, &whole.at));
        let less = settled.map(|[before, at]| Regions { before, at, ..whole.clone() });
        let found =
            less.filter(|less| LESS * less.size(&all) as f64 <= whole.size(&all) as f64).unwrap_or(whole);
        Some(Regions { group: if found.size(&all) > MUCH { GROUP } else { 1 }, ..found })
    }

    /// Characters of the functions.
    fn size(&self, all: &Functions) -> usize {
        self.names().filter_map(|name| all.get(name)).map(|function| function.size).sum()
    }

    fn names(&self) -> impl Iterator<Item = &String> {
        self.before.iter().chain(&self.at)
    }

    /// The macros for `shim/edge.h` where `eval()` is called.
    pub const NONE: &'static str = "#define TG_DIRECT 0\n#define TG_GROUP 1\n";

    /// The macros for `shim/edge.h`.
    pub fn macros(&self) -> String {
        let list = |names: &[String]| names.iter().map(|name| format!(" X({name})")).collect::<String>();
        format!(
            "#define TG_DIRECT 1\n#define TG_GROUP {}\n#define TG_BEFORE_EDGE(X){}\n\
             #define TG_AT_EDGE(X){}\n",
            self.group,
            list(&self.before),
            list(&self.at)
        )
    }

    /// Moves the functions out of these texts, which declare them instead, into one that is compiled with the
    /// shim: for speed, whatever Verilator thought of them.
    pub fn take(&self, texts: &mut [String]) -> String {
        let (names, mut taken) = (
            self.names().map(String::as_str).collect::<BTreeSet<_>>(),
            format!("#include \"{}.h\"\n", self.root),
        );
        for text in texts {
            let warm = |text: String, name| {
                text.replace(&format!("VL_ATTR_COLD void {name}("), &format!("void {name}("))
            };
            let whole = names.iter().fold(std::mem::take(text), warm);
            let externs = whole.lines().filter(|line| line.starts_with("extern ") && line.ends_with(';'));
            externs.for_each(|line| taken += &format!("{line}\n"));
            let moved = definitions(&self.root, &whole).into_iter().filter(|(name, _)| names.contains(name));
            *text = moved.fold(whole.clone(), |text, (name, definition)| {
                taken += definition;
                text.replacen(definition, &format!("void {name}({}* vlSelf);\n", self.root), 1)
            });
        }
        taken
    }
}

/// Whether the rising edge of the only clock is the only trigger. `code` without white space.
fn direct(header: &str, code: &str, inputs: bool) -> bool {
    let one = |region: &str| header.contains(&format!("VlTriggerVec<1> __V{region}Triggered;"));
    let trigger = "vlSelf->__VactTriggered.at(0U)=((IData)(vlSelf->clk_i)&\
                   (~(IData)(vlSelf->__Vtrigrprev__TOP__clk_i)));";
    let first = "vlSelf->__VicoTriggered.at(0U)=(0U==vlSelf->__VicoIterCount);";
    // Nothing happens between the trigger and the registers.
    let still = !code.contains("___act_sequent__") && !code.contains("___act_comb__");
    let edge = one("nba") && code.contains(trigger) && still;
    edge && (!inputs || one("ico") && code.contains(first))
}

#[cfg(test)]
mod tests;
