//! Clocks of streams that cannot be made: the complete message, exit code 2, no file written.

use crate::common::{path, refused_line};

#[test]
fn clocks_of_streams_that_cannot_be() {
    let alone = "--local-clock was asked for without --interface axis; it is a clock for streams, and the \
                 native interface counts cycles of the network: add --interface axis, or leave --local-clock \
                 out";
    let table = [
        ("4x4", alone),
        ("4x4 --router buffered", alone),
        ("4x4 --router buffered --interface native", alone),
        ("4x4 --axil", alone),
        ("4x4 --algorithm table", alone),
        ("4x4 --kind broadcast", alone),
    ];
    for (options, message) in table {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let out = path(dir.path(), "net");
        let said = refused_line(&format!("emit {options} --local-clock --out {out}"));
        assert_eq!(said, format!("error: {message}\n"), "{options}");
        assert!(!std::path::Path::new(&out).exists(), "{options}");
    }
}

/// A key of a file that says `false` asks for nothing.
#[test]
fn false_in_a_file_asks_for_nothing() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = path(dir.path(), "net.toml");
    std::fs::write(&file, "dims = \"3\"\nlocal-clock = false\n").expect("a writable folder");
    let out = path(dir.path(), "net");
    crate::common::stdout(&["emit", "--config", &file, "--out", &out]);
}
