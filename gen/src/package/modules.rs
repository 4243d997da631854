//! Finds the files that each top needs, from the text of the modules.

use crate::network::EmittedFile;
use serde::Serialize;
use std::collections::BTreeSet;

/// The Verilog files of a network by the top that needs them, leaves first. No file is in two lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileSets {
    /// `NAME` and the modules that it needs; `NAME_axis` and its modules, if the network has streams.
    pub network: Vec<String>,
    /// The further modules of `NAME_bench`.
    pub bench: Vec<String>,
    /// The further modules of `NAME_board`.
    pub board: Vec<String>,
}

/// A module of the folder.
struct Module<'a> {
    name: &'a str,
    path: &'a str,
    text: &'a str,
}

impl FileSets {
    /// The lists of the network `name`. `files` come leaves first. A module that no top needs (a tile for the
    /// simulator) is in no list.
    pub fn new(name: &str, files: &[EmittedFile]) -> Self {
        let modules: Vec<Module> = files.iter().filter_map(Module::of).collect();
        let streams = needed(&modules, &format!("{name}_axis"));
        let network = &needed(&modules, name) | &streams;
        let bench = needed(&modules, &format!("{name}_bench"));
        let board = needed(&modules, &format!("{name}_board"));
        let paths = |wanted: &dyn Fn(&str) -> bool| {
            let wanted = modules.iter().filter(|module| wanted(module.name));
            wanted.map(|module| module.path.to_string()).collect()
        };
        FileSets {
            network: paths(&|module| network.contains(module)),
            bench: paths(&|module| bench.contains(module) && !network.contains(module)),
            board: paths(&|module| board.contains(module) && !bench.contains(module)),
        }
    }
}

/// The bytes of Verilog of a module and of all modules that it needs.
pub fn bytes_below(files: &[EmittedFile], module: &str) -> usize {
    let modules: Vec<Module> = files.iter().filter_map(Module::of).collect();
    let needed = needed(&modules, module);
    modules.iter().filter(|module| needed.contains(module.name)).map(|module| module.text.len()).sum()
}

impl<'a> Module<'a> {
    fn of((path, text): &'a EmittedFile) -> Option<Self> {
        let name = path.strip_prefix("rtl/")?.strip_suffix(".v")?;
        Some(Module { name, path, text })
    }

    /// The first word of each line: at an instance, it is the name of a module.
    fn first_words(&self) -> impl Iterator<Item = &'a str> {
        self.text.lines().filter_map(|line| line.split_whitespace().next())
    }
}

/// The modules that a top needs, itself included.
fn needed<'a>(modules: &[Module<'a>], top: &str) -> BTreeSet<&'a str> {
    let all: BTreeSet<&str> = modules.iter().map(|module| module.name).collect();
    let mut needed: BTreeSet<&str> = all.iter().filter(|name| **name == top).copied().collect();
    // Leaves come first, so a module comes after those that it needs.
    for module in modules.iter().rev() {
        if needed.contains(module.name) {
            needed.extend(module.first_words().filter(|word| all.contains(word)));
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> EmittedFile {
        (format!("rtl/{name}.v"), text.into())
    }

    /// Modules of every sort: shared by two tops, of one alone, of none; a name that begins another one; a
    /// name in a comment.
    #[test]
    fn every_top_has_what_stands_below_it() {
        let files = [
            file("n_mux", "module n_mux ("),
            file("n_node", "module n_node (\n  n_mux u_mux (\n"),
            file("n_agent", "module n_agent ("),
            file("n_tile", "module n_tile (\n  n_node u_node (\n"),
            file("n", "module n (\n      n_node u_node ( // not n_agent\n"),
            file("n_bench", "module n_bench (\n  n u_net (\n   n_agent u_agent (\n"),
            file("n_board", "module n_board (\n  n_bench u_bench (\n"),
            ("manifest.json".into(), "n_tile".into()),
        ];
        let paths =
            |names: &[&str]| -> Vec<String> { names.iter().map(|name| format!("rtl/{name}.v")).collect() };
        let expected = FileSets {
            network: paths(&["n_mux", "n_node", "n"]),
            bench: paths(&["n_agent", "n_bench"]),
            board: paths(&["n_board"]),
        };
        assert_eq!(FileSets::new("n", &files), expected);
        assert_eq!(bytes_below(&files, "n_node"), files[0].1.len() + files[1].1.len());
    }
}
