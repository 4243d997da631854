//! The types of the members and variables of a verilated class.

use super::super::numbers::SEED;
use super::super::regions::without_comments;
use super::tokens::{tokens, Token};
use std::collections::BTreeMap;

/// A type: scalars of at most 64 bits, or arrays of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// `CData`, `SData`, `IData` or `QData`.
    pub scalar: String,
    /// The elements in each dimension of an array, the first index first.
    pub sizes: Vec<usize>,
    /// The class of a ROM, whose rows tiles share (shim/rom.h).
    pub rom: Option<String>,
}

impl Type {
    fn scalar(name: &str) -> Self {
        Type { scalar: name.to_string(), sizes: Vec::new(), rom: None }
    }

    /// The declaration of a member or variable of a vector.
    pub fn declaration(&self, name: &str) -> String {
        if let Some(class) = &self.rom {
            return format!("{class} {name}[TG_LANES];\n");
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
    /// Reads a header. `None`: a port has more than 64 bits. Vectors gain nothing there, and compilers take
    /// long.
    pub fn of(header: &str) -> Option<Self> {
        let text = without_comments(header);
        let (mut types, mut ports) = (Types::new(), Vec::new());
        for line in text.lines() {
            let all = tokens(line);
            if let Some((name, found)) = port(&all) {
                ports.push(name.clone());
                types.insert(name, found?);
            } else if let Some((name, found)) = declared(&all) {
                types.insert(name, found);
            }
        }
        Some(Members { types, ports })
    }

    /// The members that the shim sets or reads: ports, ROMs and numbers.
    pub fn of_shim(&self) -> impl Iterator<Item = &String> {
        let other = self.types.iter().filter(|(name, known)| known.rom.is_some() || name.ends_with(SEED));
        self.ports.iter().chain(other.map(|(name, _)| name))
    }
}

/// A port, such as `VL_IN8(clk_i,0,0);`. The type is `None` if it has more than 64 bits.
fn port(all: &[Token]) -> Option<(String, Option<Type>)> {
    let [kind, "(", name, ",", ..] = all else { return None };
    let bits = kind.strip_prefix("VL_IN").or_else(|| kind.strip_prefix("VL_OUT"))?;
    let scalar = match bits {
        "8" => Some("CData"),
        "16" => Some("SData"),
        "" => Some("IData"),
        "64" => Some("QData"),
        _ => None,
    };
    Some((name.to_string(), scalar.map(Type::scalar)))
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
            Some(Type { rom: Some(all.concat()), ..found })
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
        let members = Members::of(header).unwrap();
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
    fn roms_keep_their_class() {
        let rom = Type { rom: Some("TgRom<VlUnpacked<CData,9>>".to_string()), ..known("CData", &[9]) };
        assert_eq!(rom.declaration("r"), "TgRom<VlUnpacked<CData,9>> r[TG_LANES];\n");
        let members = Members::of("CData a;\nTgRom<VlUnpacked<CData/*3:0*/, 9>> r;\n").unwrap();
        assert_eq!(members.types, [("a".to_string(), known("CData", &[])), ("r".to_string(), rom)].into());
        assert_eq!(members.of_shim().collect::<Vec<_>>(), ["r"]);
    }

    #[test]
    fn ports_of_many_words_are_refused() {
        assert_eq!(Members::of("VL_INW(d_i,95,0,3);\n"), None);
    }
}
