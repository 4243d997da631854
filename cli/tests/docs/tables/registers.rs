//! The map of AXI4-Lite registers, from the emitted ones.

use super::{markdown, Cost, Table};
use crate::common::icarus::Emitted;
use torus_gen::package::registers::{registers, Access, Register};

const COMMAND: &str = "torusgen emit 4x4 --axil";

pub const TABLES: &[Table] = &[
    Table { name: "registers", command: COMMAND, cost: Cost::Moment, make: |_| map() },
    Table { name: "register-fields", command: COMMAND, cost: Cost::Moment, make: |_| fields() },
];

fn of_4x4() -> Vec<Register> {
    let net = Emitted::new("--dims 4x4 --axil");
    let digest = "0".repeat(64);
    let most = net.manifest.loads.e_max.parse().expect("a whole load");
    registers(&net.manifest, &digest, most)
}

fn map() -> String {
    let row = |register: &Register| {
        let last = register.offset + 4 * (register.count - 1);
        let offset = match register.count {
            1 => format!("`{:#06x}`", register.offset),
            _ => format!("`{:#06x}` to `{last:#06x}`", register.offset),
        };
        let written = register.fields.iter().any(|field| field.access != Access::Read);
        let access = if written { "read, write" } else { "read" };
        vec![offset, format!("`{}`", register.name), access.into(), register.meaning.into()]
    };
    markdown(&["offset", "register", "access", "what it says"], of_4x4().iter().map(row))
}

fn fields() -> String {
    let all = of_4x4();
    let parts = all.iter().flat_map(|register| register.fields.iter().map(move |field| (register, field)));
    let row = |(register, field): (&Register, &torus_gen::package::registers::Field)| {
        let access = match field.access {
            Access::Read => "read",
            Access::ReadWrite => "read, write",
            Access::Pulse => "write 1",
        };
        let name = format!("`{}`", field.name);
        let high = field.low + field.bits - 1;
        let bits = if field.bits == 1 { high.to_string() } else { format!("{} to {high}", field.low) };
        vec![format!("`{}`", register.name), bits, name, access.into(), field.meaning.into()]
    };
    let bits = parts.filter(|(_, field)| field.name != "VALUE");
    markdown(&["register", ">bit", "field", "access", "what it does"], bits.map(row))
}
