//! From Verilog to a report, on a ring of 3 written by hand (tests/ring3): both engines, the cache, the
//! waves, mutants that have to be found with the right link named, and tools that are missing or fail.
//! Larger, emitted networks are tested in the crate that emits them.

use crate::common::bench::Bench;
use crate::common::{torus, Ideal};
use std::fs;
use torus_sim::build::{CombinationalPath, Tool, ToolError};
use torus_sim::experiment::Inconsistent;
use torus_sim::{link_digest, Engine, Experiment, Manifest, Progress, Setup, SimError};

const ENGINES: [Engine; 2] = [Engine::Tiles, Engine::Fabric];

#[test]
fn both_engines_agree_with_the_schedule() {
    let bench = Bench::new();
    for engine in ENGINES {
        let report = bench.run(engine).unwrap();
        assert!(report.matches(), "{engine}: {}", report.mismatches);
        assert_eq!((report.delivered, report.expected), (30, 30));
        assert_eq!((report.figures.completion, report.figures.expected_completion), (Some(10), 10));
        assert_eq!((report.cycles, &report.link_counts[..]), (15, &[5; 6][..]));
        assert_eq!(report.link_digest(&torus(&[3])), link_digest(&torus(&[3]), &[5; 6]));
    }
}

#[test]
fn both_engines_show_the_same_links_in_every_cycle() {
    let bench = Bench::new();
    let records = ENGINES.map(|engine| bench.with(engine, None, torus_sim::record).unwrap());
    assert_eq!(records[0], records[1]);
    let ideal = Ideal::new(&bench.schedule, 5);
    let expected: Vec<_> = (0..ideal.hops.len()).map(|cycle| ideal.valid(cycle)).collect();
    assert_eq!(records[0], expected);
}

#[test]
fn a_second_run_compiles_nothing() {
    let bench = Bench::new().with_own_cache();
    for engine in ENGINES {
        assert!(bench.run(engine).unwrap().compiled);
        assert!(!bench.run(engine).unwrap().compiled);
    }
    bench.edit("rtl/ring3_bench.v", "by hand", "by foot");
    assert!(!bench.run(Engine::Fabric).unwrap().compiled, "nothing depends on comments");
    bench.edit("rtl/ring3_bench.v", "endmodule", "\nendmodule");
    assert!(!bench.run(Engine::Tiles).unwrap().compiled, "tiles do not depend on the bench");
    assert!(bench.run(Engine::Fabric).unwrap().compiled);
    bench.edit("rtl/ring3_tile.v", "endmodule", "endmodule  // of a tile");
    assert!(!bench.run(Engine::Tiles).unwrap().compiled, "nor on comments behind code");
    bench.edit("rtl/ring3_tile.v", "endmodule", "\nendmodule");
    assert!(bench.run(Engine::Tiles).unwrap().compiled);
}

#[test]
fn waves_tell_the_same_loads_and_engines_write_the_same_bytes() {
    let bench = Bench::new();
    let files = ENGINES.map(|engine| {
        let path = bench.path(&format!("{engine}.vcd"));
        let report = bench.with(engine, Some(&path), torus_sim::run).unwrap();
        assert!(report.matches());
        let bytes = fs::read(&path).unwrap();
        let waves = torus_sim::read_loads(std::io::Cursor::new(&bytes)).unwrap();
        assert_eq!((waves.counts, waves.inconsistent), (report.link_counts, vec![]));
        assert_eq!(
            waves.config,
            "torusgen dims=3 placement=full routing=odr kind=frame ports=all seed=1 \
            effort=9 exchanges=5 processors=0,1,2"
        );
        let save = fs::read_to_string(path.with_extension("gtkw")).unwrap();
        assert!(save.contains(&format!("[dumpfile] \"{engine}.vcd\"\n")), "{save}");
        bytes
    });
    assert!(files[0] == files[1]);
}

#[test]
fn progress_is_told() {
    let bench = Bench::new().with_own_cache();
    let told = std::cell::RefCell::new(Vec::new());
    let callback = |progress: Progress| told.borrow_mut().push(progress);
    bench.with(Engine::Tiles, None, |experiment| {
        let setup = Setup { on_progress: Some(&callback), ..experiment.setup };
        torus_sim::run(&Experiment { setup, ..*experiment }).unwrap()
    });
    let told = told.into_inner();
    assert_eq!(told[..2], [Progress::Verilating { modules: 1 }, Progress::Compiling { units: 1 }]);
    assert_eq!(told.last(), Some(&Progress::Running { cycle: 25, end: Some(25), delivered: 42 }));
    assert!(
        told.contains(&Progress::Running { cycle: 14, end: Some(14), delivered: 30 }),
        "the exchanges asked for"
    );
}

/// Mutant: node 1 never sends `+`. Its link, its message and the completion, nothing else.
#[test]
fn a_dead_lane_is_caught() {
    let bench = Bench::new();
    bench.edit(
        "rtl/ring3_tile.v",
        "tx_valid_0_o <= start_q[1]",
        "tx_valid_0_o <= start_q[1] & (id_q != 2'd1)",
    );
    for engine in ENGINES {
        let got = bench.mismatches(engine);
        let mut expected = vec![
            "completion: done_o expected to rise in cycle 10, did not rise before the limit".to_string(),
            "link (1) 1+: expected 5 messages, got 0, first cycle 3".to_string(),
            "message (1) -> (2): expected 5 times, got 0".to_string(),
        ];
        let silent = |cycle| format!("link (1) 1+: expected a message in cycle {cycle}, got none");
        expected.extend((3..8).map(silent));
        assert_eq!(got, expected, "{engine}");
    }
}

/// Mutant: two destinations swapped. Links show nothing; payloads do.
#[test]
fn swapped_payloads_are_caught() {
    let bench = Bench::new();
    bench.edit("rtl/ring3_tile.v", "6'd0, up}", "6'd0, down}");
    let got = bench.mismatches(Engine::Tiles);
    assert_eq!(got[0], "message (2) -> (0): expected 5 times, got 0");
    let first =
        "processor (0), local port 1+: got a message from node id 2 to node id 1 in cycle 4, expected only \
            its own";
    assert_eq!(got[3], first);
}

/// Mutant: a payload bit that no one set.
#[test]
fn foreign_payload_bits_are_caught() {
    let bench = Bench::new();
    bench.edit("rtl/ring3_tile.v", "{6'd0, id_q, 6'd0, up}", "{6'd8, id_q, 6'd0, up}");
    let report = bench.run(Engine::Tiles).unwrap();
    // Ids are 8 bits wide here, so the bit makes another source of it.
    let first = report.mismatches.iter().next().unwrap().to_string();
    assert_eq!(first, "message (2) -> (0): expected 5 times, got 0");
}

/// Mutant: one cycle late. Every link in every cycle differs where a frame begins or ends.
#[test]
fn a_late_network_is_caught() {
    let bench = Bench::new();
    bench.edit("rtl/ring3_tile.v", "{start_q[0], start_i}", "{start_q[0], started_q}");
    assert!(!bench.run(Engine::Tiles).unwrap().matches());
}

/// Mutant: an error flag, raised by node 2 alone.
#[test]
fn an_error_names_its_node() {
    let bench = Bench::new();
    bench.edit("rtl/ring3_tile.v", "| (x_0_i != id_q)", "| (id_q == 2'd2 & tx_valid_0_o)");
    let names = [
        "error_o: expected to stay low, rose in cycle 5, raised by (2)",
        "error_o: expected to stay low, rose in cycle 5",
    ];
    for (engine, name) in ENGINES.into_iter().zip(names) {
        assert_eq!(bench.mismatches(engine), [name], "{engine}");
    }
}

/// Mutant: wiring. The tile engine has its own wires and sees nothing; the fabric names the link.
#[test]
fn a_crossed_wire_is_caught_by_the_fabric() {
    let bench = Bench::new();
    bench.edit("rtl/ring3.v", "(link_valid_o[4])", "(link_valid_o[4] & link_valid_o[1])");
    assert_eq!(bench.mismatches(Engine::Tiles), Vec::<String>::new());
    bench.edit("rtl/ring3.v", ".rx_data_0_i     (link_data[79:64])", ".rx_data_0_i     (link_data[47:32])");
    let got = bench.mismatches(Engine::Fabric);
    assert!(got.contains(&"message (2) -> (0): expected 5 times, got 0".to_string()), "{got:#?}");
}

#[test]
fn a_combinational_tile_is_refused() {
    let bench = Bench::new();
    bench.edit(
        "rtl/ring3_tile.v",
        "output reg         eject_valid_0_o",
        "output wire        eject_valid_0_o",
    );
    bench.edit("rtl/ring3_tile.v", "      eject_valid_0_o <= 1'b0;\n", "");
    bench.edit("rtl/ring3_tile.v", "      eject_valid_0_o <= rx_valid_0_i;\n", "");
    bench.edit(
        "rtl/ring3_tile.v",
        "  reg [1:0] id_q;",
        "  assign eject_valid_0_o = rx_valid_0_i;\n  reg [1:0] id_q;",
    );
    let (module, outputs) = ("ring3_tile".to_string(), vec!["eject_valid_0_o".to_string()]);
    assert_eq!(bench.run(Engine::Tiles).unwrap_err(), CombinationalPath { module, outputs }.into());
}

#[test]
fn a_missing_verilator_is_an_error_that_helps() {
    let mut bench = Bench::new();
    bench.tools.verilator = Some("/nowhere/verilator".into());
    let error = bench.run(Engine::Tiles).unwrap_err();
    assert!(matches!(&error, SimError::Tool(ToolError::Missing { tool: Tool::Verilator, .. })), "{error}");
    assert!(error.to_string().contains("apt-get install verilator g++"), "{error}");
}

#[test]
fn a_missing_compiler_is_an_error_that_helps() {
    let mut bench = Bench::new();
    bench.tools.compiler = Some("/nowhere/c++".into());
    let error = bench.run(Engine::Tiles).unwrap_err();
    assert!(matches!(&error, SimError::Tool(ToolError::Missing { tool: Tool::Compiler, .. })), "{error}");
    assert!(error.to_string().contains("/nowhere/c++ cannot be started"), "{error}");
}

#[test]
fn verilog_that_verilator_refuses_is_quoted() {
    let bench = Bench::new();
    bench.edit("rtl/ring3_tile.v", "endmodule", "endmodul");
    let error = bench.run(Engine::Tiles).unwrap_err();
    let SimError::Tool(ToolError::Failed { tool: Tool::Verilator, subject, output, .. }) = &error else {
        panic!("{error}")
    };
    assert_eq!(subject, "the module ring3_tile");
    assert!(output.contains("ring3_tile.v:") && output.contains("syntax error"), "{output}");
}

/// A compiler that knows its version and nothing else.
#[cfg(unix)]
#[test]
fn a_failing_compiler_is_quoted() {
    use std::os::unix::fs::PermissionsExt;
    let mut bench = Bench::new();
    let fake = bench.path("c++");
    let script = "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\necho 'no space left' >&2\nexit 1\n";
    fs::write(&fake, script).unwrap();
    fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).unwrap();
    bench.tools.compiler = Some(fake);
    let error = bench.run(Engine::Tiles).unwrap_err();
    let SimError::Tool(ToolError::Failed { tool: Tool::Compiler, output, .. }) = &error else {
        panic!("{error}")
    };
    assert_eq!(output, "no space left");
}

#[test]
fn a_folder_of_another_network_is_refused() {
    let mut bench = Bench::new();
    bench.manifest.dims = vec![4];
    let error = bench.run(Engine::Tiles).unwrap_err();
    let (folder, given) = ("4".to_string(), "3".to_string());
    assert_eq!(error, Inconsistent { what: "radices", folder, given }.into());
}

#[test]
fn a_node_without_a_tile_is_refused() {
    let mut bench = Bench::new();
    bench.manifest.kinds[0].nodes = vec![0, 1, 1];
    let error = bench.run(Engine::Tiles).unwrap_err();
    let (folder, given) = ("1 (processor)".to_string(), "2 (processor)".to_string());
    assert_eq!(error, Inconsistent { what: "tile at node", folder, given }.into());
}

#[test]
fn the_manifest_survives_a_round_trip() {
    let bench = Bench::new();
    let again: Manifest = serde_json::from_str(&bench.manifest.to_json()).unwrap();
    assert_eq!(again, bench.manifest);
    fs::write(bench.path("manifest.json"), "{}").unwrap();
    assert!(matches!(Manifest::read(bench.dir.path()).unwrap_err(), SimError::Manifest(_)));
}
