//! Tiles that differ in nothing but what their ROMs hold are verilated once.
//!
//! The emitted modules of processor class k are named `.._c<k>`. Two kinds of tile have one shape if their files
//! are the same text but for that number, comments, and the rows of memories called `rows`. One of them is verilated,
//! with a ROM that holds nothing; each node gets the rows of its own class, read from its own file, when the
//! network is set up. So neither the number of classes nor a new schedule costs a compilation.

use super::cache;
use crate::{Manifest, SimError};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Contents of a ROM: rows of 32-bit words, least significant first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The module's name without network and class: `rom`.
    pub name: String,
    /// Words of a row.
    pub words: usize,
    /// Row after row; rows that the file does not set are 0.
    pub data: Vec<u32>,
}

/// Which kinds of tile share a shape, and what tells them apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shapes {
    /// For each shape the kind that is verilated.
    pub verilated: Vec<usize>,
    /// The shape of each kind.
    pub of_kind: Vec<usize>,
    /// The ROMs of each kind.
    pub roms: Vec<Vec<Contents>>,
}

impl Shapes {
    /// Every kind is a shape of its own, and nothing is loaded.
    pub fn apart(kinds: usize) -> Self {
        Shapes { verilated: (0..kinds).collect(), of_kind: (0..kinds).collect(), roms: vec![vec![]; kinds] }
    }

    /// The shapes of an emitted folder. `host`: of its nodes as users get them. Errors: files; a row of a ROM that cannot be read.
    pub fn read(dir: &Path, manifest: &Manifest, host: bool) -> Result<Self, SimError> {
        let (mut shapes, mut known) = (Shapes::default(), BTreeMap::<String, usize>::new());
        for (index, kind) in manifest.kinds.iter().enumerate() {
            let files = Files::of(dir, manifest, kind.module(host))?;
            let next = shapes.verilated.len();
            let shape = *known.entry(files.shape()).or_insert(next);
            if shape == next {
                shapes.verilated.push(index);
            }
            shapes.of_kind.push(shape);
            shapes.roms.push(files.roms()?);
        }
        Ok(shapes)
    }
}

impl Shapes {
    /// Whether a file is needed: it is not one of a class whose shape another class stands for.
    pub(super) fn reads(&self, manifest: &Manifest, file: &str) -> bool {
        let of_file = class(module_of(file));
        let verilated = |kind: &usize| class(&manifest.kinds[*kind].tile) == of_file;
        let known = manifest.kinds.iter().any(|kind| class(&kind.tile) == of_file);
        of_file.is_empty() || !known || self.verilated.iter().any(verilated)
    }
}

/// `torus_4x4_rom` of `rtl/torus_4x4_rom.v`.
fn module_of(file: &str) -> &str {
    file.trim_start_matches("rtl/").trim_end_matches(".v")
}

/// The files of one kind that the others do not have.
struct Files<'a> {
    name: &'a str,
    class: &'a str,
    files: Vec<(PathBuf, String, String)>,
}

impl<'a> Files<'a> {
    fn of(dir: &Path, manifest: &'a Manifest, tile: &'a str) -> Result<Self, SimError> {
        let class = class(tile);
        let mut files = Vec::new();
        for file in manifest.files.iter().filter(|file| file.ends_with(".v")) {
            let module = module_of(file);
            if module != tile && (self::class(module) != class || !about(module, manifest)) {
                continue;
            }
            let path = dir.join(file);
            let text = std::fs::read_to_string(&path).map_err(|error| SimError::read(&path, &error))?;
            files.push((path, module.to_string(), text));
        }
        // Without a class, only ROMs are the tile's own for certain.
        files.retain(|(_, module, text)| !class.is_empty() || module == tile || is_rom(text));
        Ok(Files { name: &manifest.name, class, files })
    }

    /// The same for kinds of one shape.
    fn shape(&self) -> String {
        let text = |(_, _, text): &(PathBuf, String, String)| stripped(text);
        let all: String = self.files.iter().map(text).collect();
        if self.class.is_empty() {
            all
        } else {
            all.replace(self.class, "_c")
        }
    }

    fn roms(&self) -> Result<Vec<Contents>, SimError> {
        let roms = self.files.iter().filter(|(_, _, text)| is_rom(text));
        let contents = |(path, module, text): &(PathBuf, String, String)| {
            let name = module.strip_prefix(self.name).unwrap_or(module).trim_start_matches('_');
            let name = name.strip_suffix(self.class).unwrap_or(name);
            contents(name, text).ok_or_else(|| SimError::RomText { path: path.clone() })
        };
        roms.map(contents).collect()
    }
}

/// `_c12` of a module of processor class 12, else nothing.
fn class(module: &str) -> &str {
    match module.rsplit_once("_c") {
        Some((rest, number)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => {
            &module[rest.len()..]
        }
        _ => "",
    }
}

/// Tops have no part in a tile, whatever their names end with.
fn about(module: &str, manifest: &Manifest) -> bool {
    module != manifest.top && module != manifest.bench
}

fn is_rom(text: &str) -> bool {
    text.contains("] rows [0:")
}

fn is_row(line: &str) -> bool {
    line.trim_start().starts_with("rows[")
}

/// A module without the rows of its ROM and without its comments.
pub(super) fn stripped(text: &str) -> String {
    without_comments(text).lines().filter(|line| !is_row(line)).flat_map(|line| [line, "\n"]).collect()
}

/// A module without the lines that are comments.
pub(super) fn without_comments(text: &str) -> String {
    let kept = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    kept.flat_map(|line| [line, "\n"]).collect()
}

/// What Verilator has to be told of a ROM that holds nothing.
pub(super) fn kept_alive(module: &str) -> String {
    format!("public_flat_rw -module \"{module}\" -var \"rows\"\n")
}

/// The ROM modules of the shapes that are verilated: they are given to Verilator without rows.
pub(super) fn blank(manifest: &Manifest, shapes: &Shapes) -> Vec<String> {
    let of_kind = |&kind: &usize| {
        let class = class(&manifest.kinds[kind].tile);
        shapes.roms[kind].iter().map(move |rom| format!("{}_{}{class}", manifest.name, rom.name))
    };
    let mut modules: Vec<String> = shapes.verilated.iter().flat_map(of_kind).collect();
    modules.sort();
    modules.dedup();
    modules
}

/// Writes a ROM without rows.
pub(super) fn write_blank(rtl: &Path, blank: &Path, module: &str) -> Result<(), SimError> {
    let path = rtl.join(format!("{module}.v"));
    let text = std::fs::read_to_string(&path).map_err(|error| SimError::read(&path, &error))?;
    cache::write(&blank.join(format!("{module}.v")), &stripped(&text))
}

/// `reg [47:0] rows [0:7];` and lines `rows[3'd0] = 48'h801;`.
fn contents(name: &str, text: &str) -> Option<Contents> {
    let declared = text.lines().find(|line| line.contains("] rows [0:"))?.trim();
    let (bits, depth) = declared.strip_prefix("reg [")?.strip_suffix("];")?.split_once(":0] rows [0:")?;
    let words = bits.parse::<usize>().ok()? / 32 + 1;
    let depth = depth.parse::<usize>().ok()? + 1;
    let mut data = vec![0; depth * words];
    for line in text.lines().filter(|line| is_row(line)) {
        let (place, value) = line.trim().strip_prefix("rows[")?.split_once(';')?.0.split_once("] = ")?;
        let row: usize = place.rsplit_once("'d")?.1.parse().ok()?;
        let digits = value.rsplit_once("'h")?.1;
        fill(data.get_mut(row * words..(row + 1) * words)?, digits)?;
    }
    Some(Contents { name: name.to_string(), words, data })
}

fn fill(row: &mut [u32], digits: &str) -> Option<()> {
    row.fill(0);
    for (at, digit) in digits.bytes().rev().enumerate() {
        let value = (digit as char).to_digit(16)?;
        if value != 0 {
            *row.get_mut(at / 8)? |= value << (at % 8 * 4);
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROM: &str = "// a ROM\nmodule n_rom_c1 (\n  reg [39:0] rows [0:3];\n  initial begin\n    // slot 0: idle\n    rows[2'd0] = 40'h8000000001;\n    rows[2'd2] = 40'h0;  // idle\n  end\n";

    #[test]
    fn rows_are_words_and_rows_left_out_are_zero() {
        let expected = Contents { name: "rom".into(), words: 2, data: vec![1, 0x80, 0, 0, 0, 0, 0, 0] };
        assert_eq!(contents("rom", ROM), Some(expected));
    }

    #[test]
    fn a_row_that_is_no_number_is_no_content() {
        assert_eq!(contents("rom", &ROM.replace("40'h8", "40'hx")), None);
    }

    #[test]
    fn a_class_is_the_number_at_the_end() {
        assert_eq!(["n_c1_rom_c12", "n_rom", "n_rom_c", "torus_c4x4"].map(class), ["_c12", "", "", ""]);
    }

    #[test]
    fn without_rows_and_comments_classes_look_alike() {
        assert_eq!(stripped(ROM), "module n_rom_c1 (\n  reg [39:0] rows [0:3];\n  initial begin\n  end\n");
    }
}
