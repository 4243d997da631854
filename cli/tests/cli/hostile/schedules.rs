//! Schedules, tables and plans.

use super::{put, refused, run, stdout, Files, MIB};
use serde_json::{json, Value};
use std::fs;
use torus_gen::memory::{plan_json, read_plan};

#[test]
fn schedules() {
    let files = Files::new();
    let many = |entry: Value, count: usize| Value::Array(vec![entry; count]);
    let entry = |slot: u32, word: &str| json!({ "slot": slot, "class": 0, "offset": [0, 1], "word": word });
    let schedules = [
        json!({ "length": u32::MAX }),
        json!({ "length": 99_999_999 }),
        json!({ "length": 14, "lower_bound": u32::MAX }),
        json!({ "dims": [4096, 4096] }),
        json!({ "dims": [2048, 2048], "port_model": "single" }),
        json!({ "dims": vec![2; 24] }),
        json!({ "dims": vec![2; 100_000] }),
        json!({ "dims": [2048, 2048], "parity": [1, 2] }),
        json!({ "placement": format!("linear:coeff={}1", "1,".repeat(300_000)) }),
        json!({ "placement": "file:/dev/zero" }),
        json!({ "placement": "file", "processors": vec![1; 300_000] }),
        json!({ "entries": many(entry(u32::MAX, "b"), 10_000) }),
        json!({ "entries": many(entry(0, &"b".repeat(50)), 5_000) }),
        json!({ "entries": [entry(0, &"b".repeat(MIB - 2000))] }),
        json!({ "entries": [{ "slot": 0, "class": 0, "offset": vec![1; 400_000], "word": "b" }] }),
        json!({ "entries": [{ "slot": 0, "class": u64::MAX, "offset": [0, 1], "word": "b" }] }),
    ];
    let out = files.at("out");
    for schedule in schedules {
        let file = files.schedule(schedule);
        refused(&["verify", &file]);
        refused(&["emit", "--schedule", &file, "--out", out.to_str().unwrap()]);
    }
    let texts = [
        "[".repeat(MIB),
        "{\"dims\":".to_string() + &"[".repeat(MIB / 2),
        format!("{{{}}}", (0..80_000).map(|i| format!("\"a{i}\":1")).collect::<Vec<_>>().join(",")),
        "# dims: ".to_string() + &"3x".repeat(MIB / 4),
        "# a: b\n".repeat(MIB / 8),
        "\0".repeat(MIB),
    ];
    for text in texts {
        refused(&["verify", &files.file("text", text)]);
    }
    assert!(!out.exists());
}

/// The rows of all ROMs have room for messages: a table of next to nothing is refused.
#[test]
fn schedules_whose_roms_hold_next_to_nothing() {
    let files = Files::new();
    let path = files.at("ring.json");
    let nodes: String = (0..64).map(|node| format!("{}\n", 8 * node)).collect();
    let placement = format!("file:{}", files.file("nodes", nodes));
    let schedule = ["schedule", "--dims", "512", "--placement", &placement, "--out"];
    stdout(&[&schedule[..], &[path.to_str().unwrap()]].concat());
    let mut schedule = files.read("ring.json");
    put(&mut schedule, &json!({ "length": 500_000 }));
    fs::write(&path, schedule.to_string()).unwrap();
    let said =
        refused(&["emit", "--schedule", path.to_str().unwrap(), "--out", files.at("out").to_str().unwrap()]);
    assert!(said.contains("32000000 rows of 2 local ports for 4032 messages"), "{said}");
    assert_eq!(run(&["verify", path.to_str().unwrap()]).status.code(), Some(0));
}

#[test]
fn tables_of_s4noc() {
    let files = Files::new();
    let tables = [
        ("n\n".repeat(MIB / 2), 1),
        ("n\n".repeat(512 * 512 - 1), 11),
        (" ".repeat(MIB - 8) + "n\nn\ne\n", 1),
        ("n".repeat(MIB - 8) + "\nn\ne\n", 5),
        ("x".repeat(MIB), 1),
    ];
    for (table, lines) in tables {
        let said = refused(&["verify", &files.file("table.shd", table)]);
        assert_eq!(said.lines().count(), lines, "{said}");
    }
    let said = refused(&["verify", &files.file("table.shd", "n\n".repeat(512 * 512 - 1))]);
    assert!(said.ends_with(".. and 262135 more like these, 262145 in all\n"), "{said}");
}

#[test]
fn plans() {
    let files = Files::new();
    let path = files.at("plan.json");
    let file = path.to_str().unwrap();
    let schedule = ["schedule", "--dims", "3x3", "--algorithm", "product-a1", "--out", file];
    stdout(&schedule);
    let plan = read_plan(&path).unwrap();
    // Steps are in the digest, which is right here.
    for steps in [u32::MAX - 100, 99_999_999, 100] {
        let mut longer = plan.clone();
        longer.phases[1].steps = steps;
        fs::write(&path, plan_json(&longer)).unwrap();
        let said = refused(&["verify", file]);
        assert!(said.contains("its length is "), "{said}");
    }
    for with in [
        json!({ "dims": [4096, 4096] }),
        json!({ "dims": [2048, 2048], "periods": [2048, 2048] }),
        json!({ "phases": vec![json!({ "timing": "worms", "steps": 99_999_999 }); 1000] }),
        json!({ "length": u32::MAX }),
        json!({ "source": u32::MAX }),
        json!({ "placement": "file:/dev/zero" }),
    ] {
        stdout(&schedule);
        let mut plan = files.read("plan.json");
        put(&mut plan, &with);
        fs::write(&path, plan.to_string()).unwrap();
        refused(&["verify", file]);
        refused(&["emit", "--schedule", file, "--out", files.at("out").to_str().unwrap()]);
    }
}
