//! The modules of a network that stores on the way, leaves first.
//!
//! The parts that all classes share are printed with class 0; node and tile of another class are those of class 0
//! with the names of its own program and ledger.

use super::{sheet::Sheet, StoredSpec};
use crate::emit::Module;
use crate::kernel::stored::{Ledger, ProgramRom, Tile};
use crate::kernel::Router;
use crate::print::print;
use rust_hdl_core::prelude::{check_all, Block};

/// Kinds of modules that a class has its own of.
pub(super) const OWN: [&str; 4] = ["program", "node", "ledger", "tile"];

/// Every module of a network but its tops, leaves first. The same specification gives the same bytes.
///
/// Panics where the specification contradicts itself or a kernel cannot be printed: both are faults of the
/// program.
pub fn modules(spec: &StoredSpec) -> Vec<Module> {
    spec.check();
    let mut all = Vec::new();
    if spec.with_pass {
        all.extend(printed(spec, "pass", 0, &mut Router::pass(&spec.router())));
    }
    let first = printed(spec, "tile", 0, &mut Tile::new(spec, 0));
    all.extend(first.iter().cloned());
    all.extend((1..spec.program.classes.len()).flat_map(|class| of_class(spec, class, &first)));
    all
}

/// What a class beyond the first has of its own.
fn of_class(spec: &StoredSpec, class: usize, first: &[Module]) -> Vec<Module> {
    let alike = |kind: &str| {
        let name = spec.class_module(kind, 0);
        let known = first.iter().find(|module| module.name == name).expect("class 0 has all kinds");
        let text = OWN.iter().fold(known.text.clone(), |text, kind| {
            text.replace(&spec.class_module(kind, 0), &spec.class_module(kind, class))
        });
        Module { name: spec.class_module(kind, class), text }
    };
    let mut all = printed(spec, "program", class, &mut ProgramRom::new(spec, class));
    all.push(alike("node"));
    all.extend(printed(spec, "ledger", class, &mut Ledger::new(spec, class)));
    all.push(alike("tile"));
    all
}

/// A block and the blocks inside it, once rust-hdl's checks are content with it.
fn printed(spec: &StoredSpec, kind: &str, class: usize, block: &mut dyn Block) -> Vec<Module> {
    block.connect_all();
    if let Err(fault) = check_all(block) {
        panic!("The {kind} kernel is not connected as rust-hdl wants it: {fault:?}.");
    }
    let texts = print(kind, block, &Sheet { spec, class })
        .unwrap_or_else(|fault| panic!("The {kind} kernel cannot be printed. {fault}"));
    texts.into_iter().map(|(name, text)| Module { name, text }).collect()
}
