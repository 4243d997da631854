//! Every key of a schedule file is checked: a file with another value, or with an unknown key, is refused.

use crate::common::{stdout, text, torusgen};
use serde_json::{json, Value};
use std::{fs, path::Path};

/// Exit code and message of `verify`.
fn verified(path: &Path) -> (Option<i32>, String) {
    let output = torusgen(&["verify", path.to_str().unwrap()]);
    (output.status.code(), text(&output.stderr))
}

/// The message of `verify` about an invalid file.
fn refused(path: &Path) -> String {
    let (code, said) = verified(path);
    assert_eq!(code, Some(2), "{said}");
    said
}

/// Schedules and plans of all forms, by the options that make them.
const FILES: [&[&str]; 7] = [
    &["3x3"],
    &["3x4", "--kind", "oneshot", "--ports", "one"],
    &["4x4", "--kind", "exchange", "--group", "dihedral"],
    &["4x4", "--routing", "balanced"],
    &["3x4", "--link-stages", "2,1"],
    &["4x4", "--algorithm", "suh-shin"],
    &["3x3", "--kind", "broadcast", "--source", "1,1"],
];

fn written(options: &[&str], path: &Path) -> Value {
    stdout(&[&["schedule"], options, &["--out", path.to_str().unwrap()]].concat());
    assert_eq!(verified(path).0, Some(0));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Another value of the same type.
fn other(value: &Value) -> Value {
    match value {
        Value::Bool(is) => (!is).into(),
        Value::Number(number) => (number.as_u64().unwrap() + 1).into(),
        Value::String(text) => (text.to_string() + "a").into(),
        Value::Array(list) => list[1..].into(),
        other => panic!("{other} in a schedule file"),
    }
}

/// The places of all values. Only the first elements of lists are included.
fn places(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            object.iter().for_each(|(key, value)| places(value, format!("{at}/{key}"), found));
        }
        Value::Array(list) => {
            found.push(at.clone());
            list.iter().take(1).for_each(|value| places(value, format!("{at}/0"), found));
        }
        _ => found.push(at),
    }
}

#[test]
fn no_key_has_another_value() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("s.json");
    let mut changed = 0;
    for options in FILES {
        let whole = written(options, &path);
        let mut all = Vec::new();
        places(&whole, String::new(), &mut all);
        // A frame that is repeated later is another frame, and may be a valid one.
        let is_frame = whole["kind"] == "frame";
        for at in all.into_iter().filter(|at| !is_frame || at != "/length") {
            let mut value = whole.clone();
            let place = value.pointer_mut(&at).unwrap();
            *place = other(place);
            fs::write(&path, value.to_string()).unwrap();
            let (code, said) = verified(&path);
            assert!(matches!(code, Some(1 | 2)) && !said.is_empty(), "{options:?} {at}: {code:?} {said}");
            changed += 1;
        }
    }
    assert!(changed > 100, "{changed}");
}

#[test]
fn no_level_has_another_key() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("s.json");
    for options in FILES {
        let whole = written(options, &path);
        for at in ["", "/entries/0", "/phases/0"] {
            let mut value = whole.clone();
            let Some(place) = value.pointer_mut(at) else { continue };
            place["bound"] = json!(1);
            fs::write(&path, value.to_string()).unwrap();
            assert!(refused(&path).contains("unknown field `bound`"), "{options:?} {at}");
        }
    }
}

/// Values that are right elsewhere.
#[test]
fn values_are_those_of_the_entries() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("s.json");
    let whole = written(FILES[0], &path);
    let node = |node: u32| json!({ "placement": "file", "processors": [0, node] });
    for (with, what) in [
        (json!({ "routing": "banana" }), "the routing \"banana\" is not known"),
        (
            json!({ "routing": "udr" }),
            "its routing is udr, which no schedule of kind frame and ports all has",
        ),
        (json!({ "routing": "minimal" }), "its routing is minimal, which no schedule of kind frame"),
        (json!({ "makespan": 99 }), "its makespan is stated as 99, its entries have "),
        (json!({ "messages": 9 }), "its number of messages is stated as 9, its entries have 8"),
        (json!({ "processors": [0, 1] }), "its processors are not those of the placement full, in order"),
        (node(9), "the placement names the node 9, and the last node of 3x3 is 8: correct it"),
        (json!({ "placement": "file:/dev/null" }), "the placement \"file:/dev/null\" is not known"),
    ] {
        let mut value = whole.clone();
        with.as_object().unwrap().iter().for_each(|(key, with)| value[key] = with.clone());
        fs::write(&path, value.to_string()).unwrap();
        let said = refused(&path);
        assert!(said.contains(what), "{with}: {said}");
    }
    let mut value = whole.clone();
    value["lower_bound"] = json!(1);
    fs::write(&path, value.to_string()).unwrap();
    let (code, said) = verified(&path);
    let stated = "the lower bound 1 is stated, that of its kind, placement and ports is 3\n";
    assert_eq!((code, &said[..]), (Some(1), stated));
    let balanced = written(FILES[3], &path);
    fs::write(&path, balanced.to_string().replace("\"balanced\"", "\"odr\"")).unwrap();
    assert!(refused(&path).contains("its routing is odr, which takes "));
}

#[test]
fn headers_of_texts_have_each_key_once() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("s.txt");
    stdout(&["schedule", "3x3", "--out", path.to_str().unwrap()]);
    let whole = fs::read_to_string(&path).unwrap();
    for (from, to, what) in [
        (
            "# kind",
            "# bound: 3\n# kind",
            "line 5 has the key \"bound\", which is not known; allowed are dims, placement, ",
        ),
        ("# kind", "#routing: odr\n# kind", "line 5 gives routing again"),
        ("# dims: 3x3", "# dims: 3x3\n# dims: 4x4", "line 3 gives dims again"),
        ("# routing: odr", "# routing: banana", "the routing \"banana\" is not known"),
        ("# makespan: ", "# makespan: 9", "its makespan is stated as 9"),
        ("# messages: 8", "# messages: 7", "its number of messages is stated as 7, its entries have 8"),
        ("# placement: full", "# placement: file\n# processors: 0,9", "the placement names the node 9"),
    ] {
        assert!(whole.contains(from), "{from}: {whole}");
        fs::write(&path, whole.replacen(from, to, 1)).unwrap();
        let said = refused(&path);
        assert!(said.contains(what), "{to}: {said}");
    }
    fs::write(&path, format!("# a comment\n{whole}")).unwrap();
    assert_eq!(verified(&path).0, Some(0));
}
