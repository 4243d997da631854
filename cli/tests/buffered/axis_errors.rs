//! Streams that cannot be made: the complete message, exit code 2, no standard output, no file written.

use crate::common::{path, refused_line, stdout};

fn emit(options: &str) -> String {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = path(dir.path(), "net");
    let message = refused_line(&format!("emit {options} --out {out}"));
    assert!(!std::path::Path::new(&out).exists(), "{options}");
    message
}

#[test]
fn streams_that_cannot_be() {
    let table = [
        (
            "4x4 --interface axis --width 1024",
            "--width 1024 was asked for together with --interface axis; 2 more bits travel beside the data, \
             and a payload has up to 1024 in all: give --width 1022 or less",
        ),
        (
            "4x4 --router buffered --interface stream",
            "the interface \"stream\" is not known; allowed are native and axis: use one of these",
        ),
        (
            "4x4 --interface \"\"",
            "the interface \"\\\"\\\"\" is not known; allowed are native and axis: use one of these",
        ),
        (
            "4x4 --router buffered --routing udr --interface axis",
            "--interface axis was asked for together with --routing udr, by which packets from one node to \
             another overtake each other; streams keep their order: use --routing odr, or leave --interface \
             out",
        ),
        (
            "4x4 --router buffered --interface axis --width 1022",
            "--width 1022 was asked for together with --interface axis; 4 more bits travel beside the data, \
             and a payload has up to 1024 in all: give --width 1020 or less",
        ),
    ];
    for (options, message) in table {
        assert_eq!(emit(options), format!("error: {message}\n"), "{options}");
    }
}

/// The widest stream that the message promises.
#[test]
fn the_widest_streams_are_emitted() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let emit = |options: &str| {
        let line = format!("emit {options} --interface axis --out {}", path(dir.path(), "net"));
        stdout(&line.split(' ').collect::<Vec<_>>());
        torus_sim::Manifest::read(&dir.path().join("net")).expect("a manifest")
    };
    let table = [
        ("4x4 --width 1022", 1022),
        ("4x4 --router buffered --width 1020", 1020),
        ("3x4 --router buffered --deadlock bubble --flits 2 --width 1018", 1018),
    ];
    for (options, data) in table {
        let manifest = emit(options);
        assert_eq!((manifest.width, manifest.interface.expect("streams").data), (1024, data), "{options}");
    }
}

/// The native interface is the one that there is without the option.
#[test]
fn native_is_what_there_is_without_the_option() {
    let files = |options: &str| {
        let net = crate::common::icarus::Emitted::new(options);
        let text = |file: &String| std::fs::read_to_string(net.folder().join(file)).expect("a file");
        net.manifest.files.iter().map(text).collect::<Vec<_>>()
    };
    assert_eq!(files("3x3 --router buffered --interface native"), files("3x3 --router buffered"));
}
