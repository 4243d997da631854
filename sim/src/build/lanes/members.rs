//! The types of the members and variables of a verilated class.

use super::super::numbers::SEED;
use super::tokens::{tokens, without_comments, Token};
use std::collections::BTreeMap;

/// A type: scalars of at most 64 bits, or arrays of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// `CData`, `SData`, `IData` or `QData`.
    pub scalar: String,
    /// The elements in each dimension of an array, the first index first.
    pub sizes: Vec<usize>,
    /// The C++ type of what each tile of a vector has as a whole, as the shim uses it: ports of more than 64
    /// bits, and ROMs that tiles share (shim/rom.h).
    pub whole: Option<String>,
}

impl Type {
    fn scalar(name: &str) -> Self {
        Type { scalar: name.to_string(), sizes: Vec::new(), whole: None }
    }

    /// The same, as a whole for each tile: a port of these many words.
    fn whole(self) -> Self {
        Type { whole: Some(format!("VlWide<{}>", self.sizes[0])), ..self }
    }

    /// The declaration of a member or variable of a vector.
    pub fn declaration(&self, name: &str) -> String {
        if let Some(whole) = &self.whole {
            return format!("{whole} {name}[TG_LANES];\n");
        }
        let sizes: String = self.sizes.iter().map(|size| format!("[{size}]")).collect();
        format!("{} {name}{sizes}[TG_LANES];\n", self.scalar)
    }
}

/// Types by name.
pub type Types = BTreeMap<String, Type>;

/// The members of a root class, from its header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Members {
    /// All members whose types are known.
    pub types: Types,
    /// The ports among them, in the order of the header.
    pub ports: Vec<String>,
}

impl Members {
    /// Reads a header.
    pub fn of(header: &str) -> Self {
        let text = without_comments(header);
        let (mut types, mut ports) = (Types::new(), Vec::new());
        for line in text.lines() {
            let all = tokens(line);
            if let Some((name, found)) = port(&all) {
                ports.push(name.clone());
                types.insert(name, found);
            } else if let Some((name, found)) = declared(&all) {
                types.insert(name, found);
            }
        }
        Members { types, ports }
    }

    /// The members that the shim sets or reads, even if no function does: ports, ROMs and numbers.
    pub fn of_shim(&self) -> impl Iterator<Item = String> + '_ {
        let is_rom = |known: &Type| known.whole.is_some();
        let other = self.types.iter().filter(move |(name, known)| is_rom(known) || name.ends_with(SEED));
        self.ports.iter().chain(other.map(|(name, _)| name)).cloned()
    }
}

/// A port, such as `VL_IN8(clk_i,0,0);`.
fn port(all: &[Token]) -> Option<(String, Type)> {
    let [kind, "(", name, ",", _, ",", _, rest @ ..] = all else { return None };
    let bits = kind.strip_prefix("VL_IN").or_else(|| kind.strip_prefix("VL_OUT"))?;
    let found = match (bits, rest) {
        ("8", _) => Type::scalar("CData"),
        ("16", _) => Type::scalar("SData"),
        ("", _) => Type::scalar("IData"),
        ("64", _) => Type::scalar("QData"),
        ("W", [",", words, ..]) => type_of(&["VlWide", "<", words, ">"])?.whole(),
        _ => return None,
    };
    Some((name.to_string(), found))
}

/// A declaration such as `CData a;` or `VlUnpacked<CData, 4> a;`.
pub fn declared(all: &[Token]) -> Option<(String, Type)> {
    let [of @ .., name, ";"] = all else { return None };
    Some((name.to_string(), type_of(of)?))
}

fn type_of(all: &[Token]) -> Option<Type> {
    match all {
        [scalar @ ("CData" | "SData" | "IData" | "QData")] => Some(Type::scalar(scalar)),
        ["VlWide", "<", words, ">"] => {
            Some(Type { sizes: vec![words.parse().ok()?], ..Type::scalar("IData") })
        }
        ["TgRom", "<", memory @ .., ">>"] => {
            let found = type_of(&[memory, &[">"]].concat())?;
            Some(Type { whole: Some(all.concat()), ..found })
        }
        ["VlUnpacked", "<", of @ .., ",", count, ">"] => {
            let element = type_of(of)?;
            let count = count.parse().ok()?;
            Some(Type { sizes: [vec![count], element.sizes].concat(), ..element })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(scalar: &str, sizes: &[usize]) -> Type {
        Type { sizes: sizes.to_vec(), ..Type::scalar(scalar) }
    }

    #[test]
    fn ports_and_members_of_all_types() {
        let header = "class Vt final {\n  VL_IN8(clk_i,0,0);\n  VL_OUT16(h_o,11,0);\n  VL_IN(d_i,31,0);\n  \
                      VL_IN64(e_i,40,0);\n  CData/*4:0*/ a;\n  VlWide<4>/*127:0*/ w;\n  \
                      VlUnpacked<QData/*40:0*/, 4> q;\n  VlUnpacked<VlWide<3>/*72:0*/, 5> v;\n  \
                      VlTriggerVec<1> t;\n  Vt__Syms* const s;\n";
        let members = Members::of(header);
        assert_eq!(members.ports, ["clk_i", "h_o", "d_i", "e_i"]);
        let expected = [
            ("a", known("CData", &[])),
            ("clk_i", known("CData", &[])),
            ("d_i", known("IData", &[])),
            ("e_i", known("QData", &[])),
            ("h_o", known("SData", &[])),
            ("q", known("QData", &[4])),
            ("v", known("IData", &[5, 3])),
            ("w", known("IData", &[4])),
        ];
        assert_eq!(members.types, expected.map(|(name, found)| (name.to_string(), found)).into());
    }

    #[test]
    fn ports_of_many_words_and_roms_are_whole() {
        let header = "VL_INW(d_i,95,0,3);\nTgRom<VlUnpacked<CData/*3:0*/, 9>> r;\n";
        let [port, rom] =
            [(known("IData", &[3]), "VlWide<3>"), (known("CData", &[9]), "TgRom<VlUnpacked<CData,9>>")]
                .map(|(found, whole)| Type { whole: Some(whole.to_string()), ..found });
        assert_eq!(
            [port.declaration("d_i"), rom.declaration("r")],
            ["VlWide<3> d_i[TG_LANES];\n", "TgRom<VlUnpacked<CData,9>> r[TG_LANES];\n"]
        );
        let members = Members::of(header);
        assert_eq!(members.types, [("d_i".to_string(), port), ("r".to_string(), rom)].into());
        assert_eq!(members.ports, ["d_i"]);
    }
}
