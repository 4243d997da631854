//! The modules of a network with message memories, leaves first.
//!
//! The parts that all classes share are printed with class 0. The node and the tile of another class are
//! those of class 0 with the names of its own program ROM and expected-data ROM.

use super::port_docs::{PortDocs, OWN};
use crate::emit::{printed, Module};
use crate::kernel::memory::{ExpectedRom, ProgramRom, Tile};
use crate::kernel::Router;
use crate::spec::memory::MemorySpec;

/// Every module of a network except its tops, leaves first. The same specification gives the same bytes.
///
/// Panics if the specification contradicts itself or a kernel cannot be printed. Both are faults of the
/// program.
pub fn modules(spec: &MemorySpec) -> Vec<Module> {
    spec.check();
    let mut all = Vec::new();
    if spec.with_transit {
        all.extend(printed("transit", &mut Router::transit(&spec.router()), &PortDocs { spec, class: 0 }));
    }
    let first = printed("tile", &mut Tile::new(spec, 0), &PortDocs { spec, class: 0 });
    let parts = first.iter().filter(|part| !all.contains(part)).cloned().collect::<Vec<_>>();
    all.extend(parts);
    all.extend((1..spec.program.classes.len()).flat_map(|class| of_class(spec, class, &first)));
    all
}

/// The modules that a class other than class 0 has for itself. `first` has the modules of class 0.
fn of_class(spec: &MemorySpec, class: usize, first: &[Module]) -> Vec<Module> {
    let alike = |kind: &str| {
        let name = spec.class_module(kind, 0);
        let known = first.iter().find(|module| module.name == name).expect("class 0 has all kinds");
        let text = OWN.iter().fold(known.text.clone(), |text, kind| {
            text.replace(&spec.class_module(kind, 0), &spec.class_module(kind, class))
        });
        Module { name: spec.class_module(kind, class), text }
    };
    let mut all = printed("program", &mut ProgramRom::new(spec, class), &PortDocs { spec, class });
    all.push(alike("node"));
    all.extend(printed("expected_rom", &mut ExpectedRom::new(spec, class), &PortDocs { spec, class }));
    all.push(alike("tile"));
    all
}
