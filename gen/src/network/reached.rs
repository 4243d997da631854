//! Finds the modules that a top reaches, from the text of the modules.

use super::EmittedFile;
use std::collections::BTreeSet;

/// The modules of a folder, leaves first.
pub(crate) struct Modules<'a>(Vec<Module<'a>>);

struct Module<'a> {
    name: &'a str,
    path: &'a str,
    text: &'a str,
}

impl<'a> Modules<'a> {
    /// The modules among the files, which come leaves first.
    pub(crate) fn of(files: &'a [EmittedFile]) -> Self {
        Modules(files.iter().filter_map(Module::of).collect())
    }

    /// The modules that a top needs, itself included; none if there is no such top.
    pub(crate) fn reached(&self, top: &str) -> BTreeSet<&'a str> {
        let all: BTreeSet<&str> = self.0.iter().map(|module| module.name).collect();
        let mut needed: BTreeSet<&str> = all.get(top).into_iter().copied().collect();
        // Leaves come first, so a module comes after those that it needs.
        for module in self.0.iter().rev() {
            if needed.contains(module.name) {
                needed.extend(module.first_words().filter_map(|word| all.get(word)));
            }
        }
        needed
    }

    /// The paths of those modules whose name is `wanted`, leaves first.
    pub(crate) fn paths(&self, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let wanted = self.0.iter().filter(|module| wanted(module.name));
        wanted.map(|module| module.path.to_string()).collect()
    }

    /// The paths of the modules that a top needs, leaves first, so the top is the last one.
    pub(crate) fn below(&self, top: &str) -> Vec<String> {
        let reached = self.reached(top);
        self.paths(|module| reached.contains(module))
    }

    /// The bytes of Verilog of a module and of all modules that it needs.
    pub(crate) fn bytes_below(&self, module: &str) -> usize {
        let reached = self.reached(module);
        self.0.iter().filter(|module| reached.contains(module.name)).map(|module| module.text.len()).sum()
    }
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
            ("manifest.json".into(), "n_tile".into()),
        ];
        let modules = Modules::of(&files);
        let below = |top: &str| modules.below(top).join(" ").replace("rtl/", "").replace(".v", "");
        assert_eq!(below("n"), "n_mux n_node n");
        assert_eq!(below("n_bench"), "n_mux n_node n_agent n n_bench");
        assert_eq!((below("n_tile"), below("n_axis")), ("n_mux n_node n_tile".to_string(), String::new()));
        assert_eq!(modules.bytes_below("n_node"), files[0].1.len() + files[1].1.len());
    }
}
