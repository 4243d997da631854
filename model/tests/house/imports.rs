//! No circular imports.
//!
//! An import is any path that begins with `crate::` or `super::`. It leads, through re-exports, to the
//! module that defines the name. A module may import from its parents and children. Two modules in the same
//! folder may not import from each other, directly or through others; the modules inside them count as part
//! of them. Test modules at the end of a file are ignored.

use crate::{folder, rust_files, LEAST};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// Folders of the crates whose imports are checked.
const CRATES: &[&str] = &["model", "hdl", "sim", "gen", "cli"];

/// The path of a module in its crate. The crate's own path is empty.
type Module = Vec<String>;

/// The module of a file below `src`.
fn module_of(src: &Path, file: &Path) -> Module {
    let path = file.strip_prefix(src).expect("a file below src").with_extension("");
    let mut module: Module = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if ["mod", "lib", "main"].contains(&module.last().map_or("", String::as_str)) {
        module.pop();
    }
    module
}

/// The text without comments and without the test module at its end.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or("");
    let lines = text.lines().map(|line| if line.trim_start().starts_with("//") { "" } else { line });
    lines.collect::<Vec<_>>().join("\n")
}

/// The paths that a text names after a starting point: `a::{b, c::d}` gives `a::b` and `a::c::d`.
fn paths(text: &str) -> Vec<Module> {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if let Some(list) = text.strip_prefix('{') {
        return items(list).into_iter().flat_map(paths).collect();
    }
    let tails = match rest.strip_prefix("::") {
        Some(rest) => paths(rest.trim_start()),
        None => vec![Vec::new()],
    };
    tails.into_iter().map(|tail| [vec![name.to_string()], tail].concat()).collect()
}

/// The items of a list in braces. The first brace has been removed.
fn items(list: &str) -> Vec<&str> {
    let (mut items, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                items.push(list[start..at].trim());
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    items.retain(|item| !item.is_empty());
    items
}

/// A crate's modules with the paths that they import and the names that they re-export.
struct House {
    /// By module: every path that begins with `crate` or `super`, made absolute.
    imports: BTreeMap<Module, Vec<Module>>,
    /// By module: each name in it, and the absolute path that the name stands for.
    aliases: BTreeMap<Module, Vec<(String, Module)>>,
}

impl House {
    fn read(src: &Path) -> Self {
        let mut house = House { imports: BTreeMap::new(), aliases: BTreeMap::new() };
        for file in rust_files(src) {
            let (module, code) = (module_of(src, &file), code(&fs::read_to_string(&file).expect("UTF-8")));
            let starts = ["crate::", "super::"].iter().flat_map(|start| code.match_indices(start));
            let whole = |&(at, _): &(usize, &str)| {
                !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
            };
            let named = starts.filter(whole).flat_map(|(at, _)| paths(&code[at..]));
            let imports: Vec<Module> = named.map(|path| absolute(&module, &path)).collect();
            let uses = code.match_indices("use ").flat_map(|(at, _)| paths(code[at + 4..].trim_start()));
            let alias = |path: Module| Some((path.last()?.clone(), absolute(&module, &path)));
            house.aliases.entry(module.clone()).or_default().extend(uses.filter_map(alias));
            house.imports.entry(module).or_default().extend(imports);
        }
        house
    }

    /// The module that defines the name of a path.
    fn home(&self, path: &Module, hops: usize) -> Module {
        let depth = (0..=path.len()).rev().find(|&n| self.imports.contains_key(&path[..n])).unwrap_or(0);
        let (module, rest) = path.split_at(depth);
        let alias = rest.first().and_then(|name| {
            let known = self.aliases.get(module)?;
            known.iter().find(|(alias, target)| alias == name && target != path).map(|(_, target)| target)
        });
        match alias {
            Some(target) if hops > 0 => self.home(&[target.as_slice(), &rest[1..]].concat(), hops - 1),
            _ => module.to_vec(),
        }
    }

    /// The imports between modules of one folder: the folder, the importing module, the other module.
    fn arrows(&self) -> BTreeSet<(Module, String, String)> {
        let mut arrows = BTreeSet::new();
        for (from, paths) in &self.imports {
            for to in paths.iter().map(|path| self.home(path, 8)) {
                let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
                if let (Some(one), Some(other)) = (from.get(shared), to.get(shared)) {
                    arrows.insert((from[..shared].to_vec(), one.clone(), other.clone()));
                }
            }
        }
        arrows
    }

    /// The imports that are part of a circle.
    fn circles(&self) -> Vec<String> {
        let arrows = self.arrows();
        let reaches = |folder: &Module, from: &String, to: &String| {
            let mut seen = BTreeSet::from([from]);
            let mut open = vec![from];
            while let Some(at) = open.pop() {
                let next = arrows.iter().filter(|(f, one, _)| f == folder && one == at);
                open.extend(next.map(|(_, _, other)| other).filter(|other| seen.insert(other)));
            }
            seen.contains(to)
        };
        let in_circle = arrows.iter().filter(|(folder, one, other)| reaches(folder, other, one));
        in_circle.map(|(folder, one, other)| format!("{}: {one} -> {other}", folder.join("::"))).collect()
    }
}

/// A path from the crate's root. A path that begins with another crate or a child is unchanged.
fn absolute(module: &Module, path: &Module) -> Module {
    let ups = path.iter().take_while(|part| *part == "super").count();
    match path.first().map(String::as_str) {
        Some("crate") => path[1..].to_vec(),
        Some("self") => [module, &path[1..]].concat(),
        Some("super") => [&module[..module.len() - ups], &path[ups..]].concat(),
        _ => [module.as_slice(), path].concat(),
    }
}

#[test]
fn no_modules_import_from_each_other() {
    let of = |name: &&str| {
        let src = folder(name).join("src");
        assert!(rust_files(&src).len() >= LEAST, "{name} has {} files", rust_files(&src).len());
        let circles = House::read(&src).circles();
        circles.into_iter().map(move |circle| format!("{name} {circle}")).collect::<Vec<_>>()
    };
    let circles: Vec<String> = CRATES.iter().flat_map(of).collect();
    assert!(circles.is_empty(), "circles of imports:\n{}", circles.join("\n"));
}

/// The check finds what it is there for: a circle of three through a re-export and a child, and nothing in a
/// chain.
#[test]
fn the_check_finds_a_circle_through_a_reexport() {
    let of = |files: &[(&str, &str)]| {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("house-{}", files.len()));
        for (file, text) in files {
            let path = root.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a writable folder");
            fs::write(path, text).expect("a writable folder");
        }
        House::read(&root).circles()
    };
    let chain = [
        ("lib.rs", "pub use b::Thing;"),
        ("a.rs", "use crate::{c::{deep, X}, Thing};"),
        ("b.rs", "// use crate::a;\n#[cfg(test)]\nmod tests { use crate::a::Y; }"),
        ("c/mod.rs", "mod deep;\npub use deep::X;"),
        ("c/deep.rs", "use super::super::b::Other;"),
    ];
    assert_eq!(of(&chain), [""; 0]);
    let circle = [&chain[..], &[("b2.rs", ""), ("b.rs", "fn f() { crate::a::g() }")]].concat();
    assert_eq!(of(&circle), [": a -> b", ": a -> c", ": b -> a", ": c -> b"]);
}
