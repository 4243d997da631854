//! Finds the functions that a verilated tile has to run at a clock edge; `shim/edge.h` calls them instead of
//! `eval()`.
//!
//! Verilator's `eval()` determines which regions a change of inputs triggers. This is known in advance if the
//! rising edge of the only clock is the only trigger: first the logic that follows from inputs (`ico`) runs
//! once, then the registers with all logic that follows from them (`nba`). Most logic is in both. So if it is
//! shorter, all logic is computed once, by the functions that settle the design at its start (`stl`), and
//! then the registers. Functions at the end of `nba` are then left out ([`settle`]) if they write only what
//! is settled again before the next edge, and no output.
//!
//! All of this is read from the C++ that Verilator wrote, statement by statement. C++ in any other form, from
//! another version or design, is run by `eval()`. ARCHITECTURE.md has the gain.

mod functions;
mod settle;

pub use functions::{constants, without_comments};
use functions::{definitions, functions, Functions};
use std::collections::{BTreeMap, BTreeSet};

/// The functions to call at a clock edge, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    root: String,
    /// Functions for what follows from inputs, or for all logic.
    before: Vec<String>,
    /// Functions for the registers and what follows from them.
    at: Vec<String>,
}

/// How many times shorter an edge that settles all logic must be. It also computes logic that follows from
/// registers alone, which is already up to date if only the logic of inputs is computed.
const LESS: f64 = 1.25;

impl Regions {
    /// The regions of a root class. `header`: its header; `texts`: all C++ files, for running and for set-up.
    /// `None`: it must be run by `eval()`.
    pub fn of(root: &str, header: &str, texts: &[String]) -> Option<Self> {
        let code: String = texts.iter().flat_map(|text| text.split_whitespace()).collect();
        let inputs = header.contains("__VicoTriggered");
        if !direct(header, &code, inputs) {
            return None;
        }
        let all = functions(root, texts.iter().map(String::as_str));
        let region = |name: &str| all.get(&format!("{root}___eval_{name}"))?.calls(name);
        let before = if inputs { region("ico")? } else { Vec::new() };
        let whole = Regions { root: root.to_string(), before, at: region("nba")? };
        let settled = settle::is_first_only(header, &code).then(|| region("stl")).flatten();
        let settled = settled.and_then(|before| settle::edge(&all, before, &whole.at));
        let less = settled.map(|[before, at]| Regions { before, at, ..whole.clone() });
        Some(less.filter(|less| LESS * less.size(&all) as f64 <= whole.size(&all) as f64).unwrap_or(whole))
    }

    /// The number of characters of all its functions.
    fn size(&self, all: &Functions) -> usize {
        self.names().filter_map(|name| all.get(name)).map(|function| function.size).sum()
    }

    fn names(&self) -> impl Iterator<Item = &String> {
        self.before.iter().chain(&self.at)
    }

    /// The macros for `shim/edge.h` if `eval()` is called.
    pub const NONE: &'static str = "#define TG_DIRECT 0\n";

    /// The macros for `shim/edge.h`.
    pub fn macros(&self) -> String {
        let list = |names: &[String]| names.iter().map(|name| format!(" X({name})")).collect::<String>();
        format!(
            "#define TG_DIRECT 1\n#define TG_BEFORE_EDGE(X){}\n#define TG_AT_EDGE(X){}\n",
            list(&self.before),
            list(&self.at)
        )
    }

    /// The name and definition of each function of the edge in a text, in the order of the calls.
    pub fn in_order<'a>(&self, text: &'a str) -> Vec<(&'a str, &'a str)> {
        let all: BTreeMap<_, _> = definitions(&self.root, text).into_iter().collect();
        self.names().filter_map(|name| all.get_key_value(name.as_str())).map(|(a, b)| (*a, *b)).collect()
    }

    /// Moves the functions from these texts, where only declarations remain, into one text that is compiled
    /// with the shim. They are compiled for speed, even if Verilator marked them otherwise.
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
            taken += &constants(&whole);
            let moved = definitions(&self.root, &whole).into_iter().filter(|(name, _)| names.contains(name));
            *text = moved.fold(whole.clone(), |text, (name, definition)| {
                taken += definition;
                text.replacen(definition, &format!("void {name}({}* vlSelf);\n", self.root), 1)
            });
        }
        taken
    }
}

/// Whether the rising edge of the only clock is the only trigger. `code`: the C++ without white space.
fn direct(header: &str, code: &str, inputs: bool) -> bool {
    let one = |region: &str| header.contains(&format!("VlTriggerVec<1> __V{region}Triggered;"));
    let trigger = "vlSelf->__VactTriggered.at(0U)=((IData)(vlSelf->clk_i)&\
                   (~(IData)(vlSelf->__Vtrigrprev__TOP__clk_i)));";
    let first = "vlSelf->__VicoTriggered.at(0U)=(0U==vlSelf->__VicoIterCount);";
    // No logic runs between the trigger and the registers.
    let still = !code.contains("___act_sequent__") && !code.contains("___act_comb__");
    let edge = one("nba") && code.contains(trigger) && still;
    edge && (!inputs || one("ico") && code.contains(first))
}

#[cfg(test)]
mod tests;
