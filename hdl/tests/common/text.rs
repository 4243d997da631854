//! The tools that check emitted Verilog: Verilator, Icarus, Yosys. Also the rules for the text of every
//! module.

use super::{run, write};
use std::path::Path;
use torus_hdl::Module;

/// Calls `judge` with the modules, which are written to a folder of their own, and with the names of their
/// files.
pub fn judged(all: &[Module], judge: impl Fn(&Path, &[Module], &[String])) {
    let folder = tempfile::tempdir().unwrap();
    let files = write(folder.path(), all);
    judge(folder.path(), all, &files);
}

/// Verilator must find no problem, with each module as the top.
pub fn lint(folder: &Path, all: &[Module], files: &[String]) {
    all.iter()
        .for_each(|top| content("verilator", &["--lint-only", "-Wall", "--top-module"], top, folder, files));
}

/// Icarus must find no problem, with each module as the top.
pub fn compile(folder: &Path, all: &[Module], files: &[String]) {
    all.iter()
        .for_each(|top| content("iverilog", &["-g2001", "-Wall", "-o", "out", "-s"], top, folder, files));
}

fn content(tool: &str, options: &[&str], top: &Module, folder: &Path, files: &[String]) {
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let (content, report) = run(tool, &[options, &[top.name.as_str()], &files].concat(), folder);
    assert!(content && report.is_empty(), "{}:\n{report}", top.name);
}

/// Yosys must synthesize a module without a problem and without latches.
pub fn synthesise(folder: &Path, top: &str, files: &[String]) {
    let script = format!(
        "read_verilog {}; hierarchy -check -top {top}; proc; check -assert; synth -top {top}; check -assert; \
         select -assert-none t:$_DLATCH_*",
        files.join(" ")
    );
    let (content, report) = run("yosys", &["-q", "-p", &script], folder);
    assert!(content && !report.contains("Warning"), "{top}:\n{report}");
}

/// Names must be ASCII, without a double underscore, and with `$` only in system tasks.
pub fn has_plain_names(module: &Module) {
    assert!(module.text.is_ascii() && !module.text.contains("__"), "{}", module.name);
    let code = module.text.replace("$display(", "");
    assert!(!code.contains('$'), "{} uses $ in a name.", module.name);
}

/// Compares modules with the golden files in a folder. `GOLDEN=write` writes the files again; read the
/// difference before you commit it.
pub fn is_golden(folder: &str, all: &[Module]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(folder);
    if std::env::var("GOLDEN").is_ok_and(|what| what == "write") {
        std::fs::create_dir_all(&folder).unwrap();
        write(&folder, all);
    }
    for module in all {
        let golden = std::fs::read_to_string(folder.join(format!("{}.v", module.name))).unwrap();
        assert_eq!(module.text, golden, "{} differs from its golden file.", module.name);
    }
}
