//! Files with long texts.

use super::{long, short_message, stdout};
use serde_json::{Map, Value};
use std::fs;

/// Files of every form, in a folder of their own.
pub struct Files(tempfile::TempDir);

impl Files {
    /// A schedule, a plan, two emitted folders, results and waves.
    pub fn new() -> Self {
        let files = Files(tempfile::tempdir().unwrap());
        let at = |name: &str| files.path(name);
        stdout(&["schedule", "2x2", "--out", &at("schedule.json")]);
        stdout(&["schedule", "2x2", "--out", &at("schedule.txt")]);
        stdout(&["schedule", "2x2", "--algorithm", "one-row", "--out", &at("plan.json")]);
        stdout(&["emit", "2x2", "--out", &at("scheduled")]);
        stdout(&["emit", "2x2", "--router", "buffered", "--out", &at("buffered")]);
        stdout(&["emit", "2x2", "--algorithm", "one-row", "--out", &at("memory")]);
        stdout(&["sim", "2x2", "--engine", "model", "--vcd", &at("2x2.vcd")]);
        let regress = ["regress", "--engine", "model", "--filter", "2x2", "--json"];
        stdout(&[&regress[..], &[&at("results.json")]].concat());
        files
    }

    /// The path of one of them.
    pub fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_string()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }
}

/// The places of a JSON value. Only the first elements of lists are included.
fn places(value: &Value, at: String, found: &mut Vec<String>) {
    found.push(at.clone());
    match value {
        Value::Object(object) => {
            object
                .iter()
                .for_each(|(key, value)| places(value, format!("{at}/{}", key.replace('/', "~1")), found));
        }
        Value::Array(list) => list.iter().take(1).for_each(|value| places(value, format!("{at}/0"), found)),
        _ => {}
    }
}

/// The value with something long in one place at a time: a text, a longer text, a key, a number.
fn lengthened(value: &Value) -> Vec<String> {
    let mut all = Vec::new();
    places(value, String::new(), &mut all);
    let texts = all.iter().flat_map(|at| {
        let old = value.pointer(at).unwrap();
        let longer = old.as_str().map(|text| Value::from(text.to_string() + &long("a")));
        let key = old.as_object().map(|object| {
            let mut object: Map<String, Value> = object.clone();
            object.insert(long("k"), Value::Null);
            object.into()
        });
        let mut replaced = |new: Value| {
            let mut value = value.clone();
            *value.pointer_mut(at).unwrap() = new;
            value.to_string()
        };
        [Some(Value::from(long("a"))), longer, key]
            .into_iter()
            .flatten()
            .map(&mut replaced)
            .collect::<Vec<_>>()
    });
    texts.collect()
}

fn check(words: &[&str]) {
    let code = short_message(words);
    assert!(matches!(code, Some(0..=2)), "torusgen {words:?}: {code:?}");
}

#[test]
fn messages_of_files_in_json_are_short() {
    let files = Files::new();
    let out = files.path("out");
    for name in ["schedule.json", "plan.json"] {
        let value: Value = serde_json::from_str(&files.read(name)).unwrap();
        for text in lengthened(&value) {
            files.write(name, &text);
            check(&["verify", &files.path(name)]);
            check(&["emit", "--schedule", &files.path(name), "--out", &out]);
        }
    }
    let value: Value = serde_json::from_str(&files.read("results.json")).unwrap();
    for text in lengthened(&value) {
        files.write("results.json", &text);
        check(&["regress", "--merge", &files.path("results.json")]);
    }
}

#[test]
fn messages_of_manifests_are_short() {
    let files = Files::new();
    for folder in ["scheduled", "buffered", "memory"] {
        let name = format!("{folder}/manifest.json");
        let value: Value = serde_json::from_str(&files.read(&name)).unwrap();
        for text in lengthened(&value) {
            files.write(&name, &text);
            check(&["sim", "--engine", "model", "--from", &files.path(folder)]);
        }
    }
}

/// The text with one word at a time made longer, and with a long line in front.
fn worded(text: &str) -> Vec<String> {
    let begins = text.match_indices(|c: char| !c.is_whitespace()).map(|(at, _)| at);
    let begins = begins.filter(|&at| at == 0 || text[..at].ends_with(char::is_whitespace));
    let longer = |at: usize| format!("{}{}{}", &text[..at], long("a"), &text[at..]);
    begins
        .map(longer)
        .chain([long("a") + "\n" + text, "# ".to_string() + &long("a") + ": 1\n" + text])
        .collect()
}

#[test]
fn messages_of_texts_are_short() {
    let files = Files::new();
    for text in worded(&files.read("schedule.txt")) {
        files.write("schedule.txt", &text);
        check(&["verify", &files.path("schedule.txt")]);
    }
    let head: String =
        files.read("2x2.vcd").split("$enddefinitions").next().unwrap().chars().take(2000).collect();
    for text in worded(&head) {
        files.write("2x2.vcd", &text);
        check(&["waves", &files.path("2x2.vcd")]);
    }
    let place = |form: &str, name: &str| format!("{form}{}", files.path(name));
    let traffic = ["sim", "2x2", "--router", "buffered", "--engine", "model", "--traffic"];
    for value in [long("a"), long("7"), long("1,")] {
        let forms = [
            ("table.shd", value.clone(), vec!["verify".to_string(), files.path("table.shd")]),
            ("nodes", value.clone(), words(&["loads", "2x2", "--placement", &place("file:", "nodes")])),
            ("nodes", value.clone(), words(&["loads", "2x2", "--separator", &files.path("nodes")])),
            ("trace", value.clone(), words(&[&traffic[..], &[&place("trace:", "trace")]].concat())),
            (
                "trace",
                format!("0 0 1 {value}"),
                words(&[&traffic[..], &[&place("trace:", "trace")]].concat()),
            ),
        ];
        for (name, text, command) in forms {
            files.write(name, &text);
            let command: Vec<&str> = command.iter().map(String::as_str).collect();
            assert_eq!(short_message(&command), Some(2), "{name}");
        }
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

#[test]
fn messages_of_tables_in_toml_are_short() {
    let files = Files::new();
    for key in torus_gen::KEYS {
        for value in [long("a"), long("7"), long("1,")] {
            // What has more than 64 KiB is not a file of options, a matrix may have more.
            files.write("options.toml", &format!("{key} = \"{}\"\n", &value[..60_000]));
            files.write("matrix.toml", &format!("[[configuration]]\nname = \"a\"\n{key} = \"{value}\"\n"));
            assert_eq!(short_message(&["loads", "--config", &files.path("options.toml")]), Some(2), "{key}");
            let matrix = ["regress", "--list", "--matrix", &files.path("matrix.toml")];
            // A matrix has names of its own.
            assert!(key == "name" || short_message(&matrix) == Some(2), "{key}");
        }
    }
    files.write("options.toml", &format!("{} = 1\n", &long("a")[..60_000]));
    files.write("matrix.toml", &format!("[[configuration]]\n{} = 1\n", long("a")));
    assert_eq!(short_message(&["loads", "--config", &files.path("options.toml")]), Some(2));
    assert_eq!(short_message(&["regress", "--list", "--matrix", &files.path("matrix.toml")]), Some(2));
}
