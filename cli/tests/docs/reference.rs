//! The names in reference tables against emitted and printed names: modules, ports, fields, keys.

use crate::{
    common::icarus::Emitted,
    pages::{pages, Page},
    runs::Runs,
    Mode,
};
use serde_json::Value;
use std::collections::BTreeSet;

/// One network for each page of a kind, and options that include every module of that kind.
const KINDS: [(&str, &[&str]); 3] = [
    (
        "docs/scheduled.md",
        &[
            "--dims 4x4 --placement linear",
            "--dims 4x3 --kind exchange",
            "--dims 3 --ports one",
            "--dims 3x2 --switching slots",
            "--dims 4 --switching generator",
            "--dims 5 --switching generator",
            "--dims 3 --interface axis",
            "--dims 3 --interface axis --local-clock",
            "--dims 3 --status --eject-source id --inject-early 1",
        ],
    ),
    ("docs/memory.md", &["--dims 3 --algorithm one-row", "--dims 2x2 --kind broadcast"]),
    (
        "docs/buffered.md",
        &[
            "--dims 3 --router buffered --ports one",
            "--dims 4x4 --placement linear --router buffered --flits 2",
            "--dims 4x4 --placement linear --router buffered --pipeline 2",
            "--dims 3 --router buffered --deadlock bubble --flits 2 --interface axis",
            "--dims 3 --router buffered --interface axis --local-clock",
            "--dims 3 --router buffered --link-stages 1",
            "--dims 2 --router buffered --deadlock bubble",
        ],
    ),
];

fn page(path: &str) -> Page {
    pages().into_iter().find(|page| page.path == path).unwrap_or_else(|| panic!("no page {path}"))
}

/// Whether a page has a name between backticks, alone or with others.
fn names(page: &Page, name: &str) -> bool {
    let text = crate::links::prose(&page.text);
    let mut spans = text.split('`').skip(1).step_by(2);
    spans.any(|span| span.split([' ', ',']).any(|word| word == name))
}

/// The forms in which pages write a module's name: `NAME_rom_c<k>` for one of several, `NAME_arbiter_<n>`,
/// `NAME_input_<q>`.
fn spellings(module: &str, network: &str) -> Vec<String> {
    let rest = module.strip_prefix(network).expect("a module of the network");
    let bare = rest.trim_end_matches(|c: char| c.is_ascii_digit());
    let bare = bare.strip_suffix("_c").unwrap_or(bare).trim_end_matches('_');
    let middle: String = rest.chars().map(|c| if c.is_ascii_digit() { 'n' } else { c }).collect();
    let counted = ["n", "p", "q"].map(|letter| {
        let mut text = String::new();
        for part in middle.split('_').skip(1) {
            let number = !part.is_empty() && part.chars().all(|c| c == 'n');
            text += &if number { format!("_<{letter}>") } else { format!("_{part}") };
        }
        format!("NAME{text}")
    });
    let mut all = vec![format!("NAME{bare}"), format!("NAME{bare}_c<k>"), format!("NAME{rest}")];
    all.extend(counted);
    all
}

#[test]
fn every_emitted_module_stands_on_its_page() {
    for (path, networks) in KINDS {
        let (page, tops) = (page(path), page("docs/interfaces.md"));
        for options in networks {
            let net = Emitted::new(options);
            for file in net.manifest.files.iter().filter(|file| file.ends_with(".v")) {
                let module = file.trim_start_matches("rtl/").trim_end_matches(".v");
                let known = spellings(module, &net.manifest.name);
                let there = known.iter().any(|name| names(&page, name) || names(&tops, name));
                assert!(there, "{path}: no module like {module} ({options}); one of {known:?}");
            }
        }
    }
}

#[test]
fn every_port_stands_on_its_page() {
    for (path, networks) in KINDS {
        let (page, common) = (page(path), page("docs/interfaces.md"));
        for options in networks {
            let net = Emitted::new(options);
            for port in net.ports(&net.manifest.top) {
                assert!(names(&page, &port.name), "{path}: no port {} ({options})", port.name);
            }
            for port in net.ports(&net.manifest.bench) {
                assert!(names(&common, &port.name), "docs/interfaces.md: no port {}", port.name);
            }
            for port in net.manifest.interface.iter().flat_map(|streams| net.ports(&streams.top)) {
                assert!(names(&self::page("docs/axi.md"), &port.name), "docs/axi.md: no port {}", port.name);
            }
            for field in &net.manifest.header.fields {
                let name = field.name.replace("run3", "run2").replace("run4", "run2");
                assert!(names(&common, &name), "docs/interfaces.md: no field {} ({options})", field.name);
            }
        }
    }
}

/// The other way round: pages name no module that nothing emits.
#[test]
fn every_named_module_is_emitted() {
    let spelt = |options: &&str| {
        let net = Emitted::new(options);
        let folders = ["rtl", "formal", "axil"].map(|folder| net.folder().join(folder));
        let all =
            folders.iter().flat_map(std::fs::read_dir).flatten().map(|entry| entry.expect("a file").path());
        let verilog = all.filter(|path| path.extension().is_some_and(|end| end == "v"));
        let modules: Vec<String> =
            verilog.map(|path| path.file_stem().expect("a name").to_string_lossy().into()).collect();
        modules.iter().flat_map(|module| spellings(module, &net.manifest.name)).collect::<Vec<_>>()
    };
    let emitted: BTreeSet<String> = KINDS
        .iter()
        .flat_map(|(_, networks)| *networks)
        .chain(&[
            "--dims 3x3 --formal --axil",
            "--dims 2x3x3",
            "--dims 3x3 --router buffered --formal",
            "--dims 3 --algorithm table --interface axis --formal --axil",
            "--dims 3 --interface axis --local-clock --formal",
        ])
        .flat_map(spelt)
        .collect();
    let part = |c: char| c.is_ascii_alphanumeric() || "_<>".contains(c);
    for page in pages() {
        let text = crate::links::prose(&page.text);
        for name in text.split(|c| !part(c)).filter(|word| word.starts_with("NAME_")) {
            assert!(emitted.contains(name), "{}: no network has a module {name}", page.path);
        }
    }
}

/// No word of the glossary stands there twice.
#[test]
fn every_word_has_one_meaning() {
    let text = page("docs/glossary.md").text;
    let rows = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| word |"));
    let words = rows.filter_map(|row| row.split(" | ").next()?.strip_prefix("| "));
    let mut seen = BTreeSet::new();
    for word in words.flat_map(|cell| cell.split(", ")).filter(|word| !word.starts_with("---")) {
        assert!(seen.insert(word), "docs/glossary.md has {word} twice");
    }
    assert!(seen.len() > 60, "{} words", seen.len());
}

/// Every key at the top of a manifest, and those of its parts that the page lists.
#[test]
fn every_key_of_a_manifest_is_explained() {
    let formats = page("docs/formats.md");
    for options in KINDS.iter().flat_map(|(_, networks)| *networks) {
        let net = Emitted::new(options);
        let text = std::fs::read_to_string(net.folder().join("manifest.json")).expect("a manifest");
        let json: Value = serde_json::from_str(&text).expect("JSON");
        for key in json.as_object().expect("an object").keys() {
            assert!(names(&formats, key), "docs/formats.md: no key {key} of manifest.json ({options})");
        }
    }
    let keys: BTreeSet<_> = torus_gen::KEYS.into_iter().collect();
    for key in keys {
        assert!(names(&formats, key), "docs/formats.md: no key {key} of a network");
    }
}

/// The keys that a command prints as JSON: a table of the page, row by row.
#[test]
fn listed_keys_are_printed() {
    let (page, runs) = (page("docs/interfaces.md"), Runs::new(Mode::asked()));
    let table = page.text.split("| command | keys |").nth(1).expect("a table of keys");
    let rows: Vec<_> = table.lines().skip(2).take_while(|line| line.starts_with('|')).collect();
    assert!(rows.len() >= 3, "{rows:?}");
    for row in rows {
        let words: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
        let printed = runs.json(words[0]);
        for key in &words[1..] {
            assert!(printed.get(key).is_some(), "torusgen {} --format json has no {key}", words[0]);
        }
    }
}

#[test]
fn modules_are_spelt_as_pages_do() {
    assert!(spellings("a_rom_c1", "a").contains(&"NAME_rom_c<k>".to_string()));
    assert!(spellings("a_rom_c1", "a").contains(&"NAME_rom".to_string()));
    assert!(spellings("a_input_12", "a").contains(&"NAME_input_<q>".to_string()));
    assert!(spellings("a_arbiter_10_lock", "a").contains(&"NAME_arbiter_<n>_lock".to_string()));
    assert!(spellings("a", "a").contains(&"NAME".to_string()));
}
