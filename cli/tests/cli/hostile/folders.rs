//! Emitted folders.

use super::{refused, Files};
use serde_json::{json, Value};
use std::{fs, path::Path};

#[test]
fn manifests() {
    let files = Files::new();
    let most = u32::MAX;
    let memory = ["--algorithm", "product-a1"];
    let buffered = ["--router", "buffered"];
    let slots = ["--switching", "slots"];
    let streams = ["--router", "buffered", "--interface", "axis"];
    let tables: [(&[&str], Vec<Value>); 5] = [
        (
            &[],
            vec![
                json!({ "dims": [4096, 4096], "nodes": 1 << 24 }),
                json!({ "dims": [256, 256], "nodes": 1 << 16 }),
                json!({ "dims": [], "nodes": 0 }),
                json!({ "nodes": most }),
                json!({ "width": most }),
                json!({ "processors": vec![0; 300_000] }),
                json!({ "processors": [most] }),
                json!({ "schedule": { "length": most } }),
                json!({ "latency": { "start_to_link": most } }),
                json!({ "latency": { "makespan_to_done": most } }),
                json!({ "kinds": [] }),
                json!({ "placement": "file:/dev/zero" }),
            ],
        ),
        (
            &slots,
            vec![
                json!({ "schedule": { "switching": "lanes" } }),
                json!({ "schedule": { "rom_style": "flash" } }),
                json!({ "schedule": { "switching": "generator", "rom_style": "block" } }),
                json!({ "processors": [0, 1] }),
                json!({ "placement": "linear" }),
            ],
        ),
        (
            &streams,
            vec![
                json!({ "interface": { "data": most } }),
                json!({ "interface": { "source": most } }),
                json!({ "interface": { "last": 2 } }),
            ],
        ),
        (
            &buffered,
            ["channels", "depth", "flits", "pipeline"]
                .iter()
                .flat_map(|key| [json!({ "buffered": { *key: most } }), json!({ "buffered": { *key: 0 } })])
                .collect(),
        ),
        (
            &memory,
            ["flits", "banks", "depth"]
                .iter()
                .flat_map(|key| [most, 1 << 28, 0].map(|value| json!({ "stored": { *key: value } })))
                .collect(),
        ),
    ];
    for (options, manifests) in tables {
        for manifest in manifests {
            let folder = files.folder(options, manifest);
            refused(&["sim", "--engine", "model", "--from", &folder]);
            if options == memory {
                refused(&["sim", "--engine", "model", "--check", "transpose", "--from", &folder]);
            }
        }
    }
}

/// Empty lines and short rows behind a memory of very wide ones.
#[test]
fn roms() {
    let files = Files::new();
    let folder = files.folder(&[], json!({}));
    let path = Path::new(&folder).join("rtl/torus_3x3_rom.v");
    let rom = fs::read_to_string(&path).unwrap();
    let declared = rom.lines().find(|line| line.contains("] rows [0:")).unwrap();
    let rows: String = (0..40_000).map(|row| format!("rows[32'd{row}]=1'h0;\n")).collect();
    for (memory, more) in [
        ("reg [3:0] rows [0:4294967294];", String::new()),
        ("reg [65534:0] rows [0:800000];", "\n".repeat(900_000)),
        ("reg [16383:0] rows [0:39999];", rows),
        ("reg [4294967294:0] rows [0:3];", String::new()),
    ] {
        fs::write(&path, rom.replace(declared, &format!("{memory}\n{more}"))).unwrap();
        refused(&["sim", "--engine", "model", "--from", &folder]);
    }
}
