//! ROMs whose contents are loaded with the network and are not compiled into the code.
//!
//! Verilator gives every instance its own memory, which thousands of assignments fill. With N nodes, schedule
//! ROMs fill gigabytes and miss every cache. So units are verilated with empty ROMs ([`super::shapes`]). In
//! the generated header the type of such a member is wrapped into `TgRom` (shim/rom.h), which points to one
//! copy for each class of nodes.

/// Returns the header with its ROMs wrapped, and a header that lists them: `#define TG_ROMS(X) X("rom",
/// member)`.
///
/// If Verilator puts members into anonymous structures, ROMs are moved out of them, as they have a
/// constructor.
pub(crate) fn wrap(header: &str) -> (String, String) {
    let (mut text, mut wrapped, mut listed) = (String::new(), String::new(), String::new());
    for line in header.lines() {
        match rom(line) {
            Some((kind, member, name)) => {
                wrapped += &format!("    TgRom<{kind}> {member};\n");
                listed += &format!(" X(\"{name}\", {member})");
            }
            None => text += &format!("{line}\n"),
        }
    }
    let place = ["    struct {\n", "    // INTERNAL VARIABLES\n"].iter().find_map(|mark| text.find(mark));
    text.insert_str(place.unwrap_or(0), &wrapped);
    (format!("#include \"rom.h\"\n{text}"), format!("#define TG_ROMS(X){listed}\n"))
}

/// The type and name of a member that is a ROM, and the name of its contents: the member
/// `.. a__DOT__u_program__DOT__rows;` has those of the module `NAME_program`. The instance `u_schedule` is a
/// ROM or a generator; as it has rows, its module is `NAME_rom`.
fn rom(line: &str) -> Option<(&str, &str, &str)> {
    let (kind, member) = line.trim().strip_suffix(';')?.rsplit_once(' ')?;
    let instance = member.strip_suffix("__DOT__rows")?.rsplit_once("__DOT__u_")?.1;
    let module = if instance == "schedule" { "rom" } else { instance };
    kind.starts_with("VlUnpacked<").then_some((kind, member, module))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rom_is_wrapped_and_listed_and_another_memory_is_not() {
        let rows = "VlUnpacked<VlWide<6>/*179:0*/, 16384>";
        let cells = "        VlUnpacked<CData/*7:0*/, 4> t__DOT__u_bank__DOT__cells;\n    };\n};\n";
        let header =
            format!("class A {{\n    struct {{\n        {rows} t__DOT__u_schedule__DOT__rows;\n{cells}");
        let (text, list) = wrap(&header);
        let wrapped = format!("    TgRom<{rows}> t__DOT__u_schedule__DOT__rows;\n");
        assert_eq!(text, format!("#include \"rom.h\"\nclass A {{\n{wrapped}    struct {{\n{cells}"));
        assert_eq!(list, "#define TG_ROMS(X) X(\"rom\", t__DOT__u_schedule__DOT__rows)\n");
    }
}
