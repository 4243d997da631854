//! Functions of a clock edge that compute many tiles at once.
//!
//! Tiles of one kind run the same code, and no tile depends on another one within a clock edge. Verilator
//! writes functions that compute one tile. Here they are written anew for a vector of 32 tiles: each member
//! becomes an array with an element for each tile, its lane, and each statement a loop over the lanes. The
//! compiler makes vector instructions of such a loop. What is under a condition is computed for all lanes and
//! chosen where the condition holds.
//!
//! The C++ that Verilator wrote is read statement by statement. If something in it is not understood, tiles
//! are computed one by one. ARCHITECTURE.md has the gain.

mod expressions;
mod lifetimes;
mod members;
mod statements;
#[cfg(test)]
mod tests;
mod tokens;
mod writing;

use super::regions::{constants, without_comments};
use members::{Members, Type};
use statements::Body;
use std::collections::{BTreeMap, BTreeSet};
use tokens::tokens;
use writing::Writer;

/// The number of tiles in a vector. Measured: 16 and 64 are slower.
const LANES: usize = 32;

/// The fewest tiles for which a vector is faster than tiles one by one, although it has lanes without a tile.
pub const FEWEST: u64 = LANES as u64 / 2;

/// The flags for the compiler. In long code without branches gcc would take half of its time to combine three
/// and more instructions. `TG_PART` in shim/lanes.h says why there are no induction variables.
pub const FLAGS: &[&str] = &["-fno-ivopts", "--param=max-combine-insns=2"];

/// The C++ of a vector of tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// Its class, for the shim.
    pub header: String,
    /// The functions of the class, which are compiled separately.
    pub source: String,
}

impl Lanes {
    /// Writes the functions of an edge anew. `prefix`: the verilated class; `header`: the header of its root
    /// class; `edge`: names and definitions, in the order of their calls; `code`: their file, which declares
    /// the constants that they read. `None`: something in them is not understood, or a port has more than 64
    /// bits.
    pub fn of(prefix: &str, header: &str, edge: &[(&str, &str)], code: &str) -> Option<Self> {
        let members = Members::of(header)?;
        let texts: Vec<_> = edge.iter().map(|(_, definition)| without_comments(definition)).collect();
        let texts: Vec<_> = texts.iter().map(|text| tokens(text)).collect();
        let bodies = texts.iter().map(|text| Body::of(text)).collect::<Option<Vec<_>>>()?;
        let passing = lifetimes::passing(&members, &bodies);
        // An edge may call a function twice: before the registers and behind them.
        let different: BTreeMap<_, _> = edge.iter().map(|(name, _)| name).zip(&bodies).collect();
        let mut functions = String::new();
        for (name, body) in different {
            let statements = Writer::function(&members.types, &passing, body)?;
            functions += &format!("TG_PART {name}({ARGUMENTS}) {{\n{statements}}}\n\n");
        }
        let used: BTreeSet<&str> = texts.into_iter().flatten().collect();
        let kept = Class { prefix, members: &members, passing: &passing, used };
        let start = format!("#define TG_VECTOR {prefix}_lanes\n#include \"{prefix}_lanes.h\"\n");
        let source = [start, constants(code), functions, kept.fill(), calls(edge)].join("\n");
        Some(Lanes { header: kept.header(), source })
    }
}

/// The arguments of a function: a vector, and the members that vectors share.
const ARGUMENTS: &str = "TG_VECTOR* vlSelf, TG_VECTOR::Passing* passing";

/// The class of a vector.
struct Class<'a> {
    prefix: &'a str,
    members: &'a Members,
    passing: &'a BTreeSet<String>,
    /// The names in its functions.
    used: BTreeSet<&'a str>,
}

impl Class<'_> {
    /// The members that it has: those that functions or the shim use.
    fn used(&self) -> impl Iterator<Item = (&String, &Type)> {
        let of_shim: BTreeSet<&String> = self.members.of_shim().collect();
        let all = self.members.types.iter();
        all.filter(move |(name, _)| self.used.contains(name.as_str()) || of_shim.contains(name))
    }

    fn header(&self) -> String {
        let (prefix, indent) = (self.prefix, " ".repeat(4));
        let (passing, own): (Vec<_>, Vec<_>) =
            self.used().partition(|(name, _)| self.passing.contains(name.as_str()));
        let declared = |(name, known): (&String, &Type)| indent.clone() + &known.declaration(name);
        let passing: String = passing.into_iter().map(|one| indent.clone() + &declared(one)).collect();
        let own: String = own.into_iter().map(declared).collect();
        let accesses: String =
            self.members.of_shim().map(|name| indent.clone() + &self.access(name)).collect();
        format!(
            "#pragma once\n#define TG_LANES {LANES}\n#include \"lanes.h\"\n\
             #include \"{prefix}___024root.h\"\n\n\
             struct {prefix}_lanes {{\n    struct Passing {{\n{passing}    }};\n    \
             Passing* passing;\n{own}{accesses}    \
             void fill(unsigned lane, const {prefix}___024root& root);\n    \
             void edge(const {prefix}_lanes* next);\n}};\n"
        )
    }

    /// The function by which the shim finds a member.
    fn access(&self, name: &str) -> String {
        let place = if self.passing.contains(name) { "passing->" } else { "" };
        format!("auto& of_{name}() {{ return {place}{name}; }}\n")
    }

    /// The function that gives a lane the values of a tile.
    fn fill(&self) -> String {
        let kept = self.used().filter(|(name, _)| !self.passing.contains(name.as_str()));
        let filled: String =
            kept.map(|(name, _)| format!("    tg_fill({name}, root.{name}, lane);\n")).collect();
        let root = format!("{}___024root", self.prefix);
        format!("void TG_VECTOR::fill(unsigned lane, const {root}& root) {{\n{filled}}}\n")
    }
}

/// The function of a clock edge. In between it prefetches the vector that is computed next.
fn calls(edge: &[(&str, &str)]) -> String {
    let call = |(index, (name, _)): (usize, &(&str, &str))| {
        format!("    {name}(this, passing);\n    tg_prefetch(next, {index}, {});\n", edge.len())
    };
    let calls: String = edge.iter().enumerate().map(call).collect();
    format!("void TG_VECTOR::edge(const TG_VECTOR* next) {{\n{calls}}}\n")
}

/// What the shims have to know: the class of a vector, or that tiles are computed one by one.
pub fn macros(lanes: Option<&Lanes>, prefix: &str) -> String {
    match lanes {
        Some(_) => format!("#define TG_VECTOR {prefix}_lanes\n#include \"{prefix}_lanes.h\"\n"),
        None => "#define TG_LANES 1\n".to_string(),
    }
}
