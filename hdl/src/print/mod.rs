//! A printer of clean Verilog-2001 for rust-hdl blocks: one module for each kind of block.
//!
//! rust-hdl's own printer makes a module of every instance and gets widths and precedence wrong. This one
//! reads the same tree and the same syntax. It makes no decision about the hardware and only lays out:
//! leaves are folded into the module around them, and mere connections become port connections. A name,
//! width or construct that it does not know is an error, never a guess.

mod arrange;
mod body;
mod clocked;
mod draft;
mod error;
mod expr;
mod fold;
mod group;
mod leaf;
mod lower;
mod names;
mod prune;
mod scope;
mod text;
mod verilog;

pub use error::PrintError;
pub use verilog::comment;

use draft::Draft;
use rust_hdl_core::prelude::Block;
use scope::{scope_of, Fold, Scope};

/// Names and comments that the hardware itself does not give. A kind is the field name of a block in its
/// parent. A leaf of several sizes gives its own kind in the first line of its body, `// module KIND`.
pub trait Catalog {
    /// The name of the module of a kind.
    fn module(&self, kind: &str) -> String;
    /// The comment lines at the head of the module's file.
    fn purpose(&self, kind: &str) -> Vec<String>;
    /// The comment of a port of a module. `label` is that of a vector's element, and empty for other ports.
    fn port(&self, kind: &str, base: &str, label: &str) -> String;
    /// Text before `endmodule`: assertions for simulation.
    fn checks(&self, kind: &str) -> String;
    /// The name, for comments, of the element that a loop variable of a kernel counts: the direction of a
    /// port.
    fn place(&self, _kind: &str, _variable: &str, index: usize) -> String {
        index.to_string()
    }
    /// Whether a local signal or a leaf of wiring has no name in the text. Its expression is then written
    /// where it is read.
    fn nameless(&self, _kind: &str, _base: &str) -> bool {
        false
    }
    /// Lines before the word `module`, such as an attribute.
    fn attribute(&self, _kind: &str) -> &'static str {
        ""
    }
    /// Whether the module of a kind has already been printed as part of another block.
    fn known(&self, _kind: &str) -> bool {
        false
    }
}

/// Prints a block and the blocks in it, leaves first. Returns the names and texts of the modules.
pub fn print(
    kind: &str,
    block: &dyn Block,
    catalog: &dyn Catalog,
) -> Result<Vec<(String, String)>, PrintError> {
    let mut modules = Vec::new();
    visit(&scope_of(kind, block), catalog, &mut modules)?;
    Ok(modules)
}

fn visit(
    scope: &Scope,
    catalog: &dyn Catalog,
    modules: &mut Vec<(String, String)>,
) -> Result<(), PrintError> {
    for child in scope.children.iter().filter(|child| child.fold() == Fold::Module) {
        visit(child, catalog, modules)?;
    }
    if catalog.known(scope.kind()) {
        return Ok(());
    }
    let name = catalog.module(scope.kind());
    let text = text::module(&Draft::new(scope, catalog)?, catalog);
    match modules.iter().find(|(known, _)| *known == name) {
        None => modules.push((name, text)),
        Some((_, known)) if *known == text => {}
        Some(_) => return Err(PrintError::BadName { name }),
    }
    Ok(())
}
