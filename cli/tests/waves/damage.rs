//! Damaged waves on the command line: exit code 0, 1 or 2, no panic, no signal, and the program ends.
//!
//! Bits are inverted in the beginning and the end of a file (header, comment), and in a random sample of the
//! rest. The tests of the simulator invert every bit of small files, without a process for each.

use crate::common::{stdout, text, torusgen};
use std::{fs, path::Path};

/// Asks all questions. Returns the exit code and the message of the first one.
fn ask(file: &Path, whole: &str) -> (i32, String) {
    let path = file.to_str().unwrap();
    let questions: [&[&str]; 4] = [&[], &["--follow", "0", "5"], &["--diff", whole], &["--busiest", "3"]];
    let answers = questions.map(|question| {
        let output = torusgen(&[&["waves", path], question].concat());
        let (code, said) = (output.status.code(), text(&output.stderr));
        assert!(matches!(code, Some(0..=2)), "{question:?}: {code:?} {said}");
        assert!(!said.contains("panicked"), "{question:?}: {said}");
        (code.unwrap_or(-1), said)
    });
    answers[0].clone()
}

/// The exit codes for a file with one bit inverted at a time.
fn invert(whole: &Path, bits: impl Iterator<Item = usize>) -> Vec<i32> {
    let (bytes, copy) = (fs::read(whole).unwrap(), whole.with_extension("damaged"));
    let code = |bit: usize| {
        let mut bytes = bytes.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&copy, bytes).unwrap();
        ask(&copy, whole.to_str().unwrap()).0
    };
    bits.map(code).collect()
}

/// One bit of each of the first and the last bytes, and of some between.
fn bits(bytes: usize, ends: usize, between: usize) -> impl Iterator<Item = usize> {
    let at = (0..ends).chain(bytes - ends..bytes).map(|byte| 8 * byte + byte * 5 % 8);
    at.chain((0..between).map(move |at| at.wrapping_mul(2_654_435_761) % (8 * bytes)))
}

fn files(dir: &Path, options: &[&str]) -> Vec<std::path::PathBuf> {
    let paths = ["vcd", "fst"].map(|end| dir.join(format!("x.{end}")));
    let (vcd, fst) = (paths[0].to_str().unwrap(), paths[1].to_str().unwrap());
    stdout(&[&["sim", "--dims", "3x3", "--engine", "model", "--vcd", vcd, "--fst", fst], options].concat());
    paths.to_vec()
}

#[test]
fn waves_of_a_schedule() {
    let dir = tempfile::tempdir().unwrap();
    for file in files(dir.path(), &[]) {
        let size = fs::read(&file).unwrap().len();
        let codes = invert(&file, bits(size, 30, 40));
        assert!(codes.contains(&2) && codes.iter().any(|code| *code < 2), "{codes:?}");
    }
}

#[test]
fn waves_of_traffic() {
    let dir = tempfile::tempdir().unwrap();
    let options = ["--router", "buffered", "--traffic", "uniform", "--warmup", "0", "--measure", "40"];
    for file in files(dir.path(), &options) {
        let size = fs::read(&file).unwrap().len();
        let codes = invert(&file, bits(size, 20, 30));
        assert!(codes.contains(&2) && codes.iter().any(|code| *code < 2), "{codes:?}");
    }
}

/// One of the changes, and one of the declarations: what is said of them.
#[test]
fn the_reader_does_not_panic() {
    let dir = tempfile::tempdir().unwrap();
    let file = &files(dir.path(), &[])[1];
    let whole = fs::read(file).unwrap();
    for (at, mask) in [(7561, 1), (457, 1)] {
        let mut bytes = whole.clone();
        bytes[at] ^= mask;
        fs::write(file, bytes).unwrap();
        let (code, said) = ask(file, file.to_str().unwrap());
        assert_eq!(code, 2, "{at}: {said}");
        assert_eq!(
            said.replace(file.to_str().unwrap(), "FILE"),
            "error: FILE: the file is damaged (its blocks contradict each other); whole files that torusgen \
             wrote can be read: write it again\n"
        );
    }
}
