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
mod members;
mod statements;
#[cfg(test)]
mod tests;
mod tokens;
mod writing;

use members::{Members, Types};
use statements::Body;
use std::collections::BTreeSet;
use tokens::{tokens, without_comments};
use writing::Writer;

/// The number of tiles in a vector. Measured: 16 and 64 are slower.
const LANES: usize = 32;

/// The fewest tiles for which a vector is faster than tiles one by one, although it has lanes without a tile.
pub const FEWEST: u64 = LANES as u64 / 2;

/// The flags for the compiler: pragmas ask for vectors, of 32 bytes if this processor has them. In long code
/// without branches gcc would take half of its time to combine three and more instructions.
pub fn flags() -> Vec<&'static str> {
    let all = vec!["-fopenmp-simd", "--param=max-combine-insns=2"];
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        return [all, vec!["-mavx2"]].concat();
    }
    all
}

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
    /// the constants that they read. `None`: something in them is not understood.
    pub fn of(prefix: &str, header: &str, edge: &[(&str, &str)], code: &str) -> Option<Self> {
        let members = Members::of(header);
        let (mut used, mut functions) = (BTreeSet::new(), String::new());
        for (name, definition) in edge {
            let definition = without_comments(definition);
            let all = tokens(&definition);
            let statements = Writer::function(&members.types, &Body::of(&all)?)?;
            functions += &format!("static void {name}(TG_VECTOR* __restrict vlSelf) {{\n{statements}}}\n\n");
            used.extend(all.iter().map(|token| token.to_string()));
        }
        used.extend(members.of_shim());
        let kept = members.types.into_iter().filter(|(name, _)| used.contains(name)).collect();
        let source = format!(
            "#define TG_VECTOR {prefix}_lanes\n#include \"{prefix}_lanes.h\"\n{}\n{functions}{}{}",
            constants(code),
            fill(prefix, &kept),
            calls(edge)
        );
        Some(Lanes { header: class(prefix, &kept), source })
    }
}

/// The class, with these members.
fn class(prefix: &str, members: &Types) -> String {
    let declared: String =
        members.iter().map(|(name, known)| format!("    {}", known.declaration(name))).collect();
    format!(
        "#pragma once\n#define TG_LANES {LANES}\n#include \"lanes.h\"\n#include \"{prefix}___024root.h\"\n\n\
         struct {prefix}_lanes {{\n{declared}    \
         void fill(unsigned lane, const {prefix}___024root& root);\n    \
         void edge(const {prefix}_lanes* next);\n}};\n"
    )
}

/// The declarations of constants in a file.
fn constants(code: &str) -> String {
    let constant = |line: &&str| line.starts_with("extern ") && line.ends_with(';');
    code.lines().filter(constant).map(|line| format!("{line}\n")).collect()
}

/// The function that gives a lane the values of a tile.
fn fill(prefix: &str, members: &Types) -> String {
    let filled = |name| format!("    tg_fill({name}, root.{name}, lane);\n");
    let filled: String = members.keys().map(filled).collect();
    format!("void TG_VECTOR::fill(unsigned lane, const {prefix}___024root& root) {{\n{filled}}}\n\n")
}

/// The function of a clock edge. In between it prefetches the vector that is computed next.
fn calls(edge: &[(&str, &str)]) -> String {
    let call = |(index, (name, _)): (usize, &(&str, &str))| {
        format!("    {name}(this);\n    tg_prefetch(next, {index}, {});\n", edge.len())
    };
    let calls: String = edge.iter().enumerate().map(call).collect();
    format!("void TG_VECTOR::edge(const TG_VECTOR* next) {{\n{calls}}}\n")
}

/// What the shims have to know: the class of a vector, or that tiles are computed one by one.
pub fn macros(lanes: Option<&Lanes>, prefix: &str) -> String {
    match lanes {
        Some(_) => format!("#define TG_VECTOR {prefix}_lanes\n#include \"{prefix}_lanes.h\"\n"),
        None => "#define TG_LANES 0\n".to_string(),
    }
}
