//! ROM texts that engines would read differently: every engine refuses them in the same way, with file and
//! line.
//!
//! Tiles and the model read rows from the text; the fabric leaves them to Verilator. Each change below makes
//! the two differ, or hides a row from one of them. All kinds of ROM: schedules (one image, one of several),
//! programs and expected-data ROMs. The forms of a line are tested at their reader. This test shows that
//! every engine and every ROM is reached.

use crate::common::{stdout, text, torusgen};
use std::{fs, path::Path};

fn emitted(options: &[&str]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    stdout(&[&["emit", "--out", dir.path().join("net").to_str().unwrap()], options].concat());
    dir
}

/// The message of the engines about a folder with one module changed. It has to be the same for all.
fn refused(dir: &Path, module: &str, change: impl Fn(&str) -> String) -> String {
    let folder = dir.join("net");
    let path = folder.join(format!("rtl/{module}.v"));
    let whole = fs::read_to_string(&path).unwrap();
    let changed = change(&whole);
    assert_ne!(whole, changed, "{module}");
    fs::write(&path, changed).unwrap();
    let said = ["tiles", "fabric", "model"].map(|engine| {
        let output = torusgen(&["sim", "--from", folder.to_str().unwrap(), "--engine", engine]);
        let said = text(&output.stderr);
        assert_eq!(
            (output.status.code(), text(&output.stdout)),
            (Some(2), String::new()),
            "{engine}: {said}"
        );
        let error = said.lines().find(|line| line.starts_with("error: ")).unwrap_or("");
        error.replace(folder.to_str().unwrap(), "NET")
    });
    fs::write(&path, whole).unwrap();
    assert_eq!((&said[0], &said[0]), (&said[1], &said[2]));
    said[0].clone()
}

/// The number of the line that begins with `start`, from 1 on, and the line.
fn line(text: &str, start: &str) -> (usize, String) {
    let mut lines = (1..).zip(text.lines());
    let found = lines.find(|(_, line)| line.trim().starts_with(start)).unwrap_or_else(|| panic!("{start}"));
    (found.0, found.1.to_string())
}

const END: &str =
    "; a ROM sets each of its rows once, to one literal such as `rows[2'd1] = 40'h0;`, and has nothing else \
    about them, so that every engine reads the same: correct it, or emit the folder again";

/// Changes a row of every ROM of a network: an expression in it, the row twice, and the row missing.
fn rows_of(options: &[&str], roms: &[&str]) {
    let dir = emitted(options);
    for module in roms {
        let text = fs::read_to_string(dir.path().join(format!("net/rtl/{module}.v"))).unwrap();
        let (at, row) = line(&text, "rows[");
        let (declared, memory) = line(&text, "reg [");
        let bits: usize = memory.trim()["reg [".len()..].split(':').next().unwrap().parse().unwrap();
        let (said, file) = (
            |change: &str| refused(dir.path(), module, |text| text.replacen(&row, change, 1)),
            format!("NET/rtl/{module}.v"),
        );
        let literal = format!("error: {file}, line {at}: row 0 is not one literal of {} bits{END}", bits + 1);
        let value = row.trim().trim_end_matches(';').rsplit(' ').find(|word| word.contains("'h")).unwrap();
        let value = value.trim_end_matches(';');
        assert_eq!(said(&row.replacen(value, &format!("{value} ^ {value}"), 1)), literal);
        let again = format!("error: {file}, line {}: row 0 again{END}", at + 1);
        assert_eq!(said(&format!("{row}\n{row}")), again);
        assert_eq!(said(""), format!("error: {file}, line {declared}: row 0 is not set{END}"));
    }
}

#[test]
fn rows_of_schedules() {
    rows_of(&["--dims", "4x4", "--placement", "linear"], &["torus_4x4_rom"]);
    rows_of(&["--dims", "5x5", "--placement", "multilinear:t=2"], &["torus_5x5_rom_c0", "torus_5x5_rom_c1"]);
}

#[test]
fn rows_of_programs_and_expected_roms() {
    rows_of(
        &["--dims", "3x4", "--algorithm", "product-a2"],
        &["torus_3x4_program", "torus_3x4_expected_rom"],
    );
}

/// Rows are not changed from anywhere else, and a ROM that is none any more is not passed over.
#[test]
fn rows_behind_the_back_of_a_rom() {
    let dir = emitted(&["--dims", "4x4", "--placement", "linear"]);
    let said = refused(dir.path(), "torus_4x4_node", |text| {
        text.replacen("\nendmodule", "\n  initial u_rom.rows[0] = 1;\nendmodule", 1)
    });
    assert!(said.starts_with("error: NET/rtl/torus_4x4_node.v, line "), "{said}");
    assert!(said.ends_with(&format!(": another module says `rows`, which may change them{END}")), "{said}");
    let said = refused(dir.path(), "torus_4x4_rom", |text| text.replace(" rows [0:", " rows[0:"));
    assert!(said.contains(": `rows` outside of the block that sets them; "), "{said}");
    let said = refused(dir.path(), "torus_4x4_rom", |text| text.replace("rows", "lines"));
    assert!(said.contains(": neither a row nor the register behind the rows; "), "{said}");
    let said = refused(dir.path(), "torus_4x4_rom", |text| {
        text.replacen("  end\n\n", "`ifdef SYNTHESIS\n  rows[2'd0] = 0;\n`endif\n  end\n\n", 1)
    });
    assert!(said.contains(": a directive, a block comment or an escaped name; "), "{said}");
}

/// The numbers that the model reads, where there are memories.
#[test]
fn numbers_of_sequencers_and_self_test_agents() {
    let dir = emitted(&["--dims", "3x4", "--algorithm", "product-a2", "--flits", "3"]);
    for (module, name) in [
        ("sequencer", "LAST_PASS"),
        ("self_test", "LAST_FLIT"),
        ("self_test", "LOAD_ROW"),
        ("self_test", "RESULT_ROW"),
    ] {
        let module = format!("torus_3x4_{module}");
        let said = refused(dir.path(), &module, |text| {
            let line = text.lines().find(|line| line.contains(&format!("{name} = "))).unwrap();
            let value = line.trim_end_matches(';').rsplit(' ').next().unwrap();
            text.replacen(line, &line.replacen(value, &format!("{value} + {value}"), 1), 1)
        });
        assert!(said.starts_with(&format!("error: NET/rtl/{module}.v, line ")), "{said}");
        assert!(
            said.contains(&format!(": {name} is not stated once, as one literal of its width ")),
            "{said}"
        );
    }
}
