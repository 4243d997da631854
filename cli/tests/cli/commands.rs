//! The commands end to end: what they print and write, and that the numbers agree with each other.

use crate::common::{json, path, stdout, text, torusgen};
use std::fs;

/// sim and loads speak of the same loads; the waves recount them; both engines.
#[test]
fn a_simulation_shows_the_loads() {
    let dir = tempfile::tempdir().unwrap();
    for (dims, placement, engine) in [
        ("4x4", "linear", "fabric"),
        ("4x4", "linear", "tiles"),
        ("2x5", "full", "tiles"),
        ("2x2", "full", "fabric"),
    ] {
        let network = ["--dims", dims, "--placement", placement, "--format", "json"];
        let loads = json(&[&["loads"], &network[..]].concat());
        let vcd = dir.path().join(format!("{dims}-{engine}.vcd"));
        let options = ["--engine", engine, "--vcd", vcd.to_str().unwrap()];
        let sim = json(&[&["sim"], &network[..], &options[..]].concat());
        assert_eq!(sim["match"], true);
        assert_eq!(sim["link_digest"], loads["digest"]);
        assert_eq!(sim["expected_digest"], loads["digest"]);
        let p = loads["processors"].as_u64().unwrap();
        assert_eq!(sim["delivered"], p * (p - 1));
        let waves = json(&["waves", vcd.to_str().unwrap(), "--format", "json"]);
        assert_eq!(waves["match"], true);
        assert_eq!(waves["link_digest"], loads["digest"]);
        assert!(vcd.with_extension("gtkw").exists());
    }
    // Both engines write the same waves, byte for byte.
    let waves = |engine| fs::read(dir.path().join(format!("4x4-{engine}.vcd"))).unwrap();
    assert!(waves("fabric") == waves("tiles"));
}

/// A spoiled waveform is a mismatch, not an error: exit code 1, the link named.
#[test]
fn waves_with_a_message_missing_are_a_mismatch() {
    let dir = tempfile::tempdir().unwrap();
    let vcd = dir.path().join("x.vcd");
    stdout(&["sim", "--dims", "3x3", "--vcd", vcd.to_str().unwrap()]);
    let text = fs::read_to_string(&vcd).unwrap();
    // Node 0, first port: its `valid` wire never rises.
    let scope = &text[text.find("node_0_0").unwrap()..];
    let wire = scope[scope.find(" valid ").unwrap() - 8..].split_whitespace().collect::<Vec<_>>();
    let code = wire[wire.iter().position(|&word| word == "valid").unwrap() - 1];
    fs::write(&vcd, text.replace(&format!("\n1{code}\n"), "\n")).unwrap();
    let output = crate::common::torusgen(&["waves", vcd.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let said = crate::common::text(&output.stderr);
    assert!(said.contains("link (0,0) 1+: expected 3 messages, got 0"), "{said}");
}

#[test]
fn the_load_report_keeps_its_contract() {
    let report = json(&["loads", "--dims", "2x3", "--routing", "udr", "--links", "--format", "json"]);
    let keys: Vec<&String> = report.as_object().unwrap().keys().collect();
    for key in ["dims", "placement", "routing", "processors", "e_max", "total", "digest", "bounds", "links"] {
        assert!(keys.iter().any(|k| *k == key), "{key}");
    }
    assert_eq!(report["dims"], serde_json::json!([2, 3]));
    let links = report["links"].as_array().unwrap();
    assert_eq!(links.len(), 24, "2dN values, absent ports included");
    assert_eq!(links[1], "0", "the - port of a dimension of radix 2");
    assert_eq!(links[0], "3");
    let bound = &report["bounds"][0];
    assert_eq!((bound["source"].as_str(), bound["value"].as_str()), (Some("(1)"), Some("5/4")));
}

#[test]
fn the_schedule_report_keeps_its_contract() {
    let report = json(&["schedule", "-d", "3", "-k", "3", "--placement", "linear", "--format", "json"]);
    assert_eq!((report["kind"].as_str(), report["port_model"].as_str()), (Some("frame"), Some("all")));
    assert_eq!((report["length"].as_u64(), report["lower_bound"].as_u64()), (Some(3), Some(3)));
    assert_eq!(report["messages"], 8);
    for entry in report["entries"].as_array().unwrap() {
        assert_eq!(entry["class"], 0);
        let word = entry["word"].as_str().unwrap();
        let offset = |i: usize| entry["offset"][i].as_i64().unwrap();
        for (i, letters) in [('a', 'A'), ('b', 'B'), ('c', 'C')].iter().enumerate() {
            let count = |letter| word.matches(letter).count() as i64;
            assert_eq!((count(letters.0) - count(letters.1)).rem_euclid(3), offset(i), "{word}");
        }
    }
}

/// Options win over the file; either way of giving the radices replaces the other.
#[test]
fn configuration_files_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("net.toml");
    fs::write(&path, "d = 2\nk = 5\nplacement = \"linear\"\nseed = 3\n").unwrap();
    let file = path.to_str().unwrap();
    let report = json(&["loads", "--config", file, "--format", "json"]);
    assert_eq!((report["dims"].to_string(), report["processors"].as_u64()), ("[5,5]".into(), Some(5)));
    let report = json(&["loads", "--config", file, "--dims", "4x4x4", "--format", "json"]);
    assert_eq!((report["dims"].to_string(), report["processors"].as_u64()), ("[4,4,4]".into(), Some(16)));
    let dims = |option: &str, value| json(&["loads", "--config", file, option, value, "--format", "json"]);
    assert_eq!(dims("-k", "7")["dims"].to_string(), "[7,7]");
    assert_eq!(dims("-d", "3")["dims"].to_string(), "[5,5,5]");
    fs::write(&path, "dims = \"3x3\"\n").unwrap();
    let output = torusgen(&["loads", "--config", file, "-k", "5"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("the radices are given twice"), "{}", text(&output.stderr));
}

#[test]
fn emitted_folders_are_simulated_as_they_stand() {
    let dir = tempfile::tempdir().unwrap();
    let nodes = dir.path().join("nodes.txt");
    fs::write(&nodes, "0,0\n0,1\n2,2 # far\n1,3\n").unwrap();
    let (out, spec) = (dir.path().join("net"), format!("file:{}", nodes.display()));
    stdout(&[
        "emit",
        "--dims",
        "3x4",
        "--placement",
        &spec,
        "--name",
        "my_net",
        "--out",
        out.to_str().unwrap(),
    ]);
    fs::remove_file(&nodes).unwrap();
    let sim = json(&["sim", "--from", out.to_str().unwrap(), "--format", "json"]);
    assert_eq!((sim["match"].as_bool(), sim["delivered"].as_u64()), (Some(true), Some(12)));
    let manifest = fs::read_to_string(out.join("manifest.json")).unwrap();
    assert!(!manifest.contains(dir.path().to_str().unwrap()), "no path in what is emitted");
}

#[test]
fn a_regression_reports_to_people_and_to_servers() {
    let dir = tempfile::tempdir().unwrap();
    let (matrix, junit) = (dir.path().join("matrix.toml"), dir.path().join("report.xml"));
    fs::write(
        &matrix,
        "[[configuration]]\nd = 2\nk = 3\n\n[[configuration]]\ndims = \"4x4\"\nplacement = \"linear\"\n",
    )
    .unwrap();
    let args = ["regress", "--matrix", matrix.to_str().unwrap(), "--junit", junit.to_str().unwrap()];
    let out = stdout(&args);
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[1].starts_with("3x3-full ") && lines[1].contains(" equal "), "{out}");
    assert!(lines[2].starts_with("4x4-linear ") && lines[2].contains(" equal "), "{out}");
    assert!(lines[3].starts_with("2 configurations: 2 equal, 0 different, 0 not run; slowest "), "{out}");
    let xml = fs::read_to_string(&junit).unwrap();
    assert!(
        xml.contains("tests=\"2\" failures=\"0\" errors=\"0\"") && xml.contains("name=\"4x4-linear\""),
        "{xml}"
    );
    let one = json(&[&args[..3], &["--filter", "4x4", "--format", "json"]].concat());
    assert_eq!((one.as_array().unwrap().len(), one[0]["match"].as_bool()), (1, Some(true)));
}

#[test]
fn the_matrix_is_as_large_as_promised() {
    let names = stdout(&["regress", "--list"]);
    let mut lines: Vec<&str> = names.lines().collect();
    assert!(lines.len() >= 60);
    lines.sort();
    lines.dedup();
    assert_eq!(lines.len(), names.lines().count(), "no name twice");
}

#[test]
fn completions_name_the_program() {
    assert!(stdout(&["completions", "bash"]).contains("torusgen"));
}

/// A page for each command that the help lists, in the form of man, the same whenever it is made.
#[test]
fn every_command_has_a_manual_page() {
    let [first, second] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    for dir in [&first, &second] {
        assert_eq!(stdout(&["man", dir.path().to_str().unwrap()]), "");
    }
    let help = stdout(&["--help"]);
    let listed = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let named = |line: &str| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')).map(String::from);
    let names = listed.lines().filter_map(named).map(|line| line.split(' ').next().unwrap().to_string());
    let names: Vec<String> = names.filter(|name| name != "help").collect();
    assert_eq!(fs::read_dir(first.path()).unwrap().count(), names.len() + 1);
    for name in names.iter().map(|name| format!("torusgen-{name}.1")).chain(["torusgen.1".into()]) {
        let [page, again] = [&first, &second].map(|dir| fs::read_to_string(dir.path().join(&name)).unwrap());
        assert!(page.contains(".TH torusgen") && page.contains(".SH SYNOPSIS"), "{name}: {page}");
        assert_eq!(page, again);
    }
    let sim = fs::read_to_string(first.path().join("torusgen-sim.1")).unwrap();
    assert!(sim.contains("\\-\\-vcd"), "{sim}");
}

#[test]
fn manual_pages_need_a_folder() {
    let output = torusgen(&["man", "/no/such/folder"]);
    assert_eq!(output.status.code(), Some(2));
    let said = "error: manual pages go into a folder, and /no/such/folder is none: make it first, or name \
                another\n";
    assert_eq!(text(&output.stderr), said);
}

/// Constraint files pin exactly the ports of the board top.
#[test]
fn constraints_fit_the_board_top() {
    let board = torus_gen::network::BOARD_PORTS;
    let mut pins: Vec<String> = board.iter().flat_map(|&(port, width)| pins(port, width)).collect();
    pins.sort();
    let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../constraints");
    for (file, open, close, clock) in [
        ("ulx3s.lpf", "LOCATE COMP \"", '"', "FREQUENCY PORT \"clk_i\" 25 MHZ"),
        ("icebreaker.pcf", "set_io ", ' ', "set_frequency clk_i 12"),
        ("arty_a7.xdc", "PACKAGE_PIN", ']', "create_clock -period 10.000 -name clk_i [get_ports clk_i]"),
    ] {
        let text = fs::read_to_string(dir.join(file)).unwrap();
        assert!(text.contains(clock), "{file}: {clock}");
        let lines = text.lines().filter(|line| line.contains(open));
        let mut found: Vec<String> = lines.map(|line| port(line, open, close)).collect();
        found.sort();
        assert_eq!(found, pins, "{file}");
    }
}

fn pins(port: &str, width: usize) -> Vec<String> {
    if width == 1 {
        vec![port.into()]
    } else {
        (0..width).map(|bit| format!("{port}[{bit}]")).collect()
    }
}

fn port(line: &str, open: &str, close: char) -> String {
    if let Some((_, rest)) = line.split_once("[get_ports ") {
        return rest.strip_suffix(']').unwrap().trim_matches(['{', '}']).to_string();
    }
    line.split_once(open).unwrap().1.split(close).next().unwrap().to_string()
}

/// What a run took is told on demand, and always in JSON; threads beyond what the nodes are worth are not
/// used.
#[test]
fn timings_name_every_stage_and_the_ceiling() {
    let network = ["sim", "--dims", "3x3", "--threads", "4"];
    let text = stdout(&[&network[..], &["--timings"]].concat());
    let lines: Vec<&str> = text.lines().collect();
    let head = lines.iter().position(|line| line.contains("processor s")).expect("a table");
    let stages: Vec<&str> =
        lines[head + 1..head + 6].iter().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(stages, ["verilate", "compile", "load", "run", "check"]);
    assert!(lines[head + 6].contains("1 thread; checking took"), "{text}");
    assert!(
        lines[head + 7].starts_with("memory: ") && lines[head + 7].ends_with("M node-cycles a second"),
        "{text}"
    );
    assert!(!stdout(&network).contains("processor s"));

    let sim = json(&[&network[..], &["--format", "json"]].concat());
    assert_eq!(sim["threads"], 1);
    for stage in ["verilate", "compile", "load", "run", "check", "run_processor", "check_processor"] {
        assert!(sim["stages"][stage].as_f64().is_some_and(|seconds| seconds >= 0.0), "{stage}");
    }
    let model = stdout(&["sim", "--dims", "3x3", "--engine", "model", "--timings"]);
    assert!(model.contains("this engine looks only at what is in use"), "{model}");
    let buffered = stdout(&["sim", "--dims", "3x3", "--router", "buffered", "--timings"]);
    assert!(buffered.contains("memory: "), "{buffered}");
}

/// Threads of the model engine change neither results nor waves, for any kind of network; an error is told
/// once.
#[test]
fn threads_of_the_model_change_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let times = ["stages", "threads", "node_cycles_per_second"];
    let linear = "16x128 --placement linear";
    for network in [
        format!("{linear} --further 0"),
        format!("{linear} --further 0 --algorithm table"),
        format!("{linear} --router buffered --traffic uniform --warmup 10 --measure 90"),
    ] {
        let run = |threads: &str| {
            let vcd = dir.path().join(format!("{threads}.vcd"));
            let words = format!("sim {network} --engine model --format json --threads {threads} --vcd");
            let mut found = json(&words.split(' ').chain([vcd.to_str().unwrap()]).collect::<Vec<_>>());
            let used = found["threads"].clone();
            times.iter().for_each(|time| _ = found.as_object_mut().unwrap().remove(*time));
            (found, std::fs::read(vcd).unwrap(), used)
        };
        let (one, two) = (run("1"), run("2"));
        assert_eq!((&one.0, one.2, two.2), (&two.0, 1.into(), 2.into()), "{network}");
        assert!(one.1 == two.1, "{network}: waves");
    }
    let missing = dir.path().join("no/such/a.vcd");
    let words = ["sim", "16x128", "--engine", "model", "--threads", "2", "--vcd", missing.to_str().unwrap()];
    let refused = torusgen(&words);
    assert_eq!((refused.status.code(), text(&refused.stderr).matches("error").count()), (Some(2), 1));
}

/// The last slots of a frame may be idle, in a file: `done_o` rises before they have passed, and the next
/// exchange begins behind them.
#[test]
fn a_frame_may_end_with_idle_slots() {
    let dir = tempfile::tempdir().unwrap();
    let (file, folder) = (path(dir.path(), "4x4.json"), path(dir.path(), "folder"));
    stdout(&["schedule", "4x4", "--out", &file]);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("\"length\": 12,"), "{text}");
    std::fs::write(&file, text.replace("\"length\": 12,", "\"length\": 30,")).unwrap();
    stdout(&["emit", "--schedule", &file, "--out", &folder]);
    for exchanges in ["1", "3"] {
        stdout(&["sim", "--from", &folder, "--engine", "model", "--exchanges", exchanges]);
    }
}
