//! Error messages, word for word: the request, what it needs and the remedy, in one paragraph.

use std::path::{Path, PathBuf};
use torus_sim::build::{CombinationalPath, ConstantError, NoCacheFolder, RomTextError, Tool, ToolError};
use torus_sim::{
    cycle_model::NoRom, experiment::Inconsistent, ffi::LoadError, manifest::ManifestError, SimError,
};

fn text(error: impl Into<SimError>) -> String {
    let text = error.into().to_string();
    assert!(!text.contains('\n'), "one paragraph: {text}");
    text
}

#[test]
fn missing_tools() {
    let missing = |tool, tried: &[&str]| {
        let tried = tried.iter().map(PathBuf::from).collect();
        text(ToolError::Missing { tool, tried, reason: "no such file or folder".into() })
    };
    assert_eq!(
        missing(Tool::Verilator, &["verilator_bin", "verilator"]),
        "a simulation was asked for, which needs verilator, but neither verilator_bin nor verilator can be \
         started (no such file or folder): run `apt-get install verilator g++` (in the source tree `make \
         setup`), name the program in TORUSGEN_VERILATOR, or use the engine model, which needs none"
    );
    assert_eq!(
        missing(Tool::Compiler, &["/opt/c++"]),
        "a simulation was asked for, which needs the C++ compiler, but /opt/c++ cannot be started (no such \
         file or folder): run `apt-get install verilator g++` (in the source tree `make setup`), name the \
         program in CXX, or use the engine model, which needs none"
    );
}

#[test]
fn failing_tools() {
    let error = ToolError::Failed {
        tool: Tool::Verilator,
        program: "verilator_bin".into(),
        subject: "the module ring3_tile".into(),
        output: "%Error: ring3_tile.v:1:1: syntax error".into(),
    };
    assert_eq!(
        text(error),
        "verilator (verilator_bin) was given the module ring3_tile and failed; it has to accept every \
         emitted file: if the folder was edited, emit it again, else try another version with \
         TORUSGEN_VERILATOR. It says: %Error: ring3_tile.v:1:1: syntax error"
    );
}

#[test]
fn combinational_paths() {
    let outputs = vec!["tx_data_0_o".to_string(), "tx_valid_0_o".to_string()];
    assert_eq!(
        text(CombinationalPath { module: "ring3_tile".into(), outputs }),
        "the outputs tx_data_0_o tx_valid_0_o of the module ring3_tile follow an input within a cycle; the \
         tile engine is exact only where every output is a register: register them, or use the fabric engine"
    );
}

#[test]
fn files() {
    let error = std::io::Error::from_raw_os_error(2);
    assert_eq!(
        text(SimError::read(Path::new("out/manifest.json"), &error)),
        "out/manifest.json cannot be read (no such file or folder); a simulation needs the \
         whole folder that torusgen emit wrote: check the path, or emit it again"
    );
    assert_eq!(
        text(SimError::write(Path::new("/cache"), &std::io::Error::from_raw_os_error(13))),
        "/cache cannot be written (permission denied): make room or give another path \
         (TORUSGEN_CACHE moves the cache)"
    );
    assert_eq!(
        text(ManifestError { path: "out/manifest.json".into(), reason: "missing field `dims`".into() }),
        "out/manifest.json is not a manifest of this version of torusgen (missing field `dims`): emit the \
         folder again"
    );
    assert_eq!(
        text(LoadError { path: "/cache/ab.so".into(), reason: "file too short".into() }),
        "the compiled simulation /cache/ab.so cannot be loaded (file too short); it has to come from this \
         machine and this version: delete it and run again"
    );
}

#[test]
fn texts_that_engines_read() {
    let reason = "row 1 is not one literal of 23 bits".to_string();
    assert_eq!(
        text(RomTextError { path: "out/rtl/t_rom.v".into(), line: 28, reason }),
        "out/rtl/t_rom.v, line 28: row 1 is not one literal of 23 bits; a ROM sets each of its rows once, to \
         one literal such as `rows[2'd1] = 40'h0;`, and has nothing else about them, so that every engine \
         reads the same: correct it, or emit the folder again"
    );
    assert_eq!(
        text(ConstantError { path: "out/rtl/t_self_test.v".into(), line: 20, name: "LOAD_ROW" }),
        "out/rtl/t_self_test.v, line 20: LOAD_ROW is not stated once, as one literal of its width such as \
         `localparam [3:0] LOAD_ROW = 4'd1;` without directives or block comments around it; engines read it \
         from the text: correct it, or emit the folder again"
    );
    assert_eq!(
        text(NoRom { path: "out/rtl/t_node.v".into() }),
        "out/rtl/t_node.v is a node without the ROM that its schedule or program is in; the model engine \
         reads it: emit the folder again"
    );
}

#[test]
fn configurations() {
    let error = Inconsistent { what: "radices", folder: "4,4".into(), given: "8,8".into() };
    assert_eq!(
        text(error),
        "the emitted folder has the radices 4,4, what it is compared with has 8,8; both have to come from \
         one configuration: emit the folder again"
    );
    assert_eq!(
        text(NoCacheFolder),
        "a compiled simulation is kept in a cache, but none of TORUSGEN_CACHE, XDG_CACHE_HOME and HOME is \
         set: set TORUSGEN_CACHE to a folder"
    );
}
