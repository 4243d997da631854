//! One copy of a ROM for all tiles of a kind.
//!
//! Verilator gives every instance a memory of its own; a ROM of the schedule times N nodes fills gigabytes
//! and misses every cache. Its contents come from `initial`, so they are the same in all instances: in the
//! generated header the member's type is wrapped into `TgShared` (shim/shared.h), which keeps one copy. Only
//! memories that no code outside set-up stores to are shared; a Verilator that writes its header differently
//! is left alone.

/// The header of class `owner` with its ROMs shared. Kinds differ in their ROMs, so the owner is part of the
/// type. `running`: the generated code that is not set-up.
pub(crate) fn share(header: &str, owner: &str, running: &[String]) -> String {
    let mut shared = 0;
    let lines = header.lines().map(|line| match memory(line) {
        Some((kind, name)) if !running.iter().any(|code| is_stored(code, name)) => {
            shared += 1;
            format!("TgShared<class {owner}, {shared}, {kind}> {name};\n")
        }
        _ => format!("{line}\n"),
    });
    let text: String = lines.collect();
    if shared == 0 {
        return header.to_string();
    }
    format!("#include \"shared.h\"\n{text}")
}

/// Type and name of a member that is a memory.
fn memory(line: &str) -> Option<(&str, &str)> {
    let (kind, name) = line.trim().strip_suffix(';')?.rsplit_once(' ')?;
    (kind.starts_with("VlUnpacked<") && name.contains("__DOT__")).then_some((kind, name))
}

/// Whether some statement may begin with the memory, as a store does.
fn is_stored(code: &str, name: &str) -> bool {
    let member = format!("vlSelf->{name}");
    code.lines().any(|line| line.trim_start().starts_with(&member))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "struct {\n    VlUnpacked<VlWide<6>/*179:0*/, 16384> t__DOT__rows;\n    CData/*0:0*/ t__DOT__q;\n};\n";

    #[test]
    fn a_memory_that_is_only_read_is_shared() {
        let code = ["    vlSelf->t__DOT__q\n        = vlSelf->t__DOT__rows\n        [0U];\n".to_string()];
        let expected = "#include \"shared.h\"\nstruct {\nTgShared<class Vt, 1, VlUnpacked<VlWide<6>/*179:0*/, 16384>> t__DOT__rows;\n    CData/*0:0*/ t__DOT__q;\n};\n";
        assert_eq!(share(HEADER, "Vt", &code), expected);
    }

    #[test]
    fn a_memory_that_is_written_is_not() {
        let code = ["    vlSelf->t__DOT__rows[3U] = 1U;\n".to_string()];
        assert_eq!(share(HEADER, "Vt", &code), HEADER);
    }
}
