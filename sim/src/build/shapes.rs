//! Shapes: tiles that differ only in the contents of their ROMs are verilated once.
//!
//! The emitted modules of processor class k are named `.._c<k>`. Two kinds of tiles have the same shape if
//! their files are the same text except for that number, comments, and the rows of memories named `rows`. One
//! of them is verilated, with an empty ROM. At set-up each node gets the rows of its own class, which are
//! read from the file of that class. So neither more classes nor a new schedule need a compilation. Radices
//! of the same widths ([`super::numbers`]) and another name do not need one either: the key of the cache does
//! not contain the name of the network.

use super::source::{class, module_of, module_path, module_text, read};
use super::{cache, numbers, rows, source, stated};
use crate::engine::{Contents, Network, ABSENT, CACHED};
use crate::ranks::Block;
use crate::{Manifest, SimError};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use torus_model::{LinkStages, Placement, PortModel, Torus};

/// Which kinds of tiles share a shape, and in what they differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shapes {
    /// For each shape, the kind that is verilated.
    pub verilated: Vec<usize>,
    /// The shape of each kind.
    pub of_kind: Vec<usize>,
    /// The ROM contents and numbers of each kind.
    pub roms: Vec<Vec<Contents>>,
    /// Modules whose numbers are replaced by registers.
    pub lifted: Vec<String>,
}

impl Shapes {
    /// Shapes of which each has one kind and nothing is loaded.
    pub fn apart(kinds: usize) -> Self {
        Shapes {
            verilated: (0..kinds).collect(),
            of_kind: (0..kinds).collect(),
            roms: vec![vec![]; kinds],
            lifted: vec![],
        }
    }

    /// The network of a manifest, in the form for the engines.
    pub fn network(self, manifest: &Manifest, placement: &Placement, ports: PortModel) -> Network {
        let torus = placement.torus();
        let (mut kind, mut image) = (vec![0; torus.len()], vec![0; torus.len()]);
        for (index, found) in manifest.kinds.iter().enumerate() {
            for &node in &found.nodes {
                (kind[node as usize], image[node as usize]) = (self.of_kind[index] as u32, index as u32);
            }
        }
        let (mut processor, processors) = (vec![ABSENT; torus.len()], placement.processors());
        processors.iter().zip(0..).for_each(|(node, index)| processor[node.index()] = index);
        let link_stages = manifest.stages(torus).unwrap_or_else(|_| LinkStages::none(torus));
        let of_link = |(node, port)| link_stages.of(torus, node, port);
        let mut stages = vec![0; torus.link_slots()];
        torus.links().for_each(|link| stages[link.index()] = of_link(torus.tail(link)));
        let coordinates = torus.nodes().flat_map(|node| torus.coordinates(node)).collect();
        let (dims, radices, local_ports_each) = (torus.d(), torus.dims().to_vec(), ports.local_ports(torus));
        let (processors, roms) = (processors.len(), self.roms);
        Network {
            block: Block::whole(torus),
            own_processors: (0..placement.len() as u32).collect(),
            all_processors: processors,
            dims,
            radices,
            processors,
            threads: 1,
            cached: CACHED,
            local_ports_each,
            kind,
            image,
            roms,
            processor,
            from: arriving(torus),
            arriving: Vec::new(),
            most_stages: stages.iter().copied().max().unwrap_or(0),
            stages,
            coordinates,
        }
    }

    /// The shapes of an emitted folder. `host`: shapes of its nodes as users get them. Errors: files; a row
    /// of a ROM, or a number, that is not one literal.
    pub fn read(dir: &Path, manifest: &Manifest, host: bool) -> Result<Self, SimError> {
        manifest.modules().map(|file| module_of(file)).try_for_each(|module| check(dir, manifest, module))?;
        stated::check(dir, manifest)?;
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
            if !host {
                shapes.lift(dir, manifest, index)?;
            }
        }
        Ok(shapes)
    }

    /// Finds the numbers of the modules that a kind's tile instantiates once each.
    fn lift(&mut self, dir: &Path, manifest: &Manifest, index: usize) -> Result<(), SimError> {
        let kind = &manifest.kinds[index];
        let inner = [format!("{}_agent", manifest.name), kind.node.clone()];
        let inner = inner.into_iter().filter(|module| *module != kind.tile);
        for module in inner.filter(|module| manifest.files.contains(&format!("rtl/{module}.v"))) {
            let text = module_text(dir, &module)?;
            self.roms[index].extend(numbers::contents(numbers::owner(&module), &text));
            if self.verilated.contains(&index) && !self.lifted.contains(&module) {
                self.lifted.push(module);
            }
        }
        Ok(())
    }
}

/// For each node and port, the link that arrives at that port.
fn arriving(torus: &Torus) -> Vec<u32> {
    let mut from = vec![ABSENT; torus.link_slots()];
    for link in torus.links() {
        let (tail, port) = torus.tail(link);
        from[torus.link(torus.neighbour(tail, port), port).index()] = link.index() as u32;
    }
    from
}

/// Refuses rows in a module that is not a ROM.
fn check(dir: &Path, manifest: &Manifest, module: &str) -> Result<(), SimError> {
    let path = module_path(dir, module);
    let text = read(&path)?;
    match rows::is_rom(module, &text, manifest) {
        true => rows::read(module, &text, &path).map(|_| ()),
        false => rows::refuse_others(&text, &path),
    }
}

/// The files that only this kind has.
struct Files<'a> {
    name: &'a str,
    class: &'a str,
    files: Vec<(PathBuf, String, String)>,
}

impl<'a> Files<'a> {
    fn of(dir: &Path, manifest: &'a Manifest, tile: &'a str) -> Result<Self, SimError> {
        let class = class(tile);
        let mut files = Vec::new();
        for file in manifest.modules() {
            let module = module_of(file);
            if module != tile && (source::class(module) != class || !about(module, manifest)) {
                continue;
            }
            let path = dir.join(file);
            let text = read(&path)?;
            files.push((path, module.to_string(), text));
        }
        // Without a class in the names, only ROMs certainly belong to this tile alone.
        files.retain(|(_, module, text)| !class.is_empty() || module == tile || rows::has_rows(text));
        Ok(Files { name: &manifest.name, class, files })
    }

    /// The text that is the same for all kinds of one shape.
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
        let roms = self.files.iter().filter(|(_, _, text)| rows::has_rows(text));
        let contents = |(path, module, text): &(PathBuf, String, String)| {
            let name = module.strip_prefix(self.name).unwrap_or(module).trim_start_matches('_');
            rows::read(name.strip_suffix(self.class).unwrap_or(name), text, path)
        };
        roms.map(contents).collect()
    }
}

/// Whether a module can be part of a tile: tops are not, whatever their names end in.
fn about(module: &str, manifest: &Manifest) -> bool {
    module != manifest.top && module != manifest.bench
}

/// A module without the rows of its ROM and without its comments.
pub(super) fn stripped(text: &str) -> String {
    without_comments(text).lines().filter(|line| !rows::is_row(line)).flat_map(|line| [line, "\n"]).collect()
}

/// The text of a module for Verilator if contents and numbers are loaded with the network.
pub(super) fn bare(text: &str) -> String {
    numbers::lifted(&stripped(text))
}

/// A text without the name of the network in its identifiers.
pub(super) fn unnamed(text: &str, name: &str) -> String {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::with_capacity(text.len());
    for word in text.split_inclusive(|c: char| !part(c)) {
        match word.strip_prefix(name).filter(|rest| !rest.starts_with(|c: char| part(c) && c != '_')) {
            Some(rest) => out += &format!("${rest}"),
            None => out += word,
        }
    }
    out
}

/// A module without comments. With a block comment or an escaped name, `//` may mean something else, so the
/// text is not changed.
pub(super) fn without_comments(text: &str) -> String {
    let lines = || text.lines().map(|line| (line, source::uncommented(line)));
    if lines().any(|(_, code)| code.contains("/*") || code.contains('\\')) {
        return text.to_string();
    }
    let kept = lines().filter(|(line, code)| !code.is_empty() || line.is_empty());
    kept.flat_map(|(_, code)| [code, "\n"]).collect()
}

/// The lines of Verilator's configuration for a module without rows or numbers.
pub(super) fn kept_alive(rtl: &Path, module: &str) -> Result<String, SimError> {
    let text = read(&rtl.join(format!("{module}.v")))?;
    let rom = format!("public_flat_rw -module \"{module}\" -var \"rows\"\n");
    Ok(if rows::has_rows(&text) { rom } else { numbers::kept_alive(module, &text) })
}

/// The modules that Verilator gets without rows or numbers, of the shapes that are verilated.
pub(super) fn blank(manifest: &Manifest, shapes: &Shapes) -> Vec<String> {
    let of_kind = |&kind: &usize| {
        let class = class(&manifest.kinds[kind].tile);
        let roms = shapes.roms[kind].iter().filter(|contents| !contents.name.contains('.'));
        roms.map(move |rom| format!("{}_{}{class}", manifest.name, rom.name))
    };
    let mut modules: Vec<String> = shapes.verilated.iter().flat_map(of_kind).collect();
    modules.extend(shapes.lifted.iter().cloned());
    modules.sort();
    modules.dedup();
    modules
}

/// Writes a module without rows or numbers.
pub(super) fn write_bare(rtl: &Path, folder: &Path, module: &str) -> Result<(), SimError> {
    let file = format!("{module}.v");
    cache::write(&folder.join(&file), &bare(&read(&rtl.join(&file))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROM: &str = "// a ROM\nmodule n_rom_c1 (\n  reg [39:0] rows [0:3];\n  initial begin\n    // slot \
        0: idle\n    rows[2'd0] = 40'h8000000001;\n    rows[2'd2] = 40'h0;  // idle\n  end\n";

    #[test]
    fn a_class_is_the_number_at_the_end() {
        assert_eq!(["n_c1_rom_c12", "n_rom", "n_rom_c", "torus_c4x4"].map(class), ["_c12", "", "", ""]);
    }

    #[test]
    fn a_network_is_known_without_its_name() {
        let text = "module t_node (t u_t, t1_x, at_t);\n  t_rom_c2 u (.t_i(t));";
        assert_eq!(unnamed(text, "t"), "module $_node ($ u_t, t1_x, at_t);\n  $_rom_c2 u (.$_i($));");
    }

    /// Comments after code are removed like those on their own lines; text that only looks like a comment is
    /// kept.
    #[test]
    fn comments_behind_code_are_left_out() {
        let code = "module n (\n  input a_i,\n  input b_i\n);\n";
        let said = "// n \\n /*\nmodule n (  // a \"name\"\n  input a_i,   // +x1: a\n  input b_i//b\n);\n";
        assert_eq!(without_comments(said), code);
        let string = "  initial $display(\"a // b\", \"c\");\n";
        assert_eq!(without_comments(&string.replace('\n', "  // \"d\n")), string);
        for kept in ["  /* a // */ assign b = c;  // d\n", "  wire \\a//b ;  // c\n"] {
            assert_eq!(without_comments(kept), kept);
        }
    }

    #[test]
    fn without_rows_and_comments_classes_look_alike() {
        assert_eq!(stripped(ROM), "module n_rom_c1 (\n  reg [39:0] rows [0:3];\n  initial begin\n  end\n");
    }
}
