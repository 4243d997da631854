//! Invalid input: the complete message, exit code 2, no standard output, no incomplete file.

use crate::common::{refused, text};
use std::{fs, path::Path};

#[test]
fn descriptions_that_make_no_network() {
    let table: &[(&[&str], &str)] = &[
        (
            &["-d", "2", "-k", "1"],
            "dimension 1 of 1x1 has radix 1; every radix is at least 2: raise it or leave the dimension out",
        ),
        (
            &["--dims", "4x1x3"],
            "dimension 2 of 4x1x3 has radix 1; every radix is at least 2: raise it or leave the dimension \
             out",
        ),
        (
            &["-d", "0", "-k", "4"],
            "a torus of 0 dimensions was asked for; at least 1 is needed: give -d 2 -k 4 or --dims 4x4",
        ),
        (
            &["--dims", "4x?"],
            "the radices \"4x?\" are no numbers joined by x; a torus is written like 4x4 or 3x4x5: correct \
                them",
        ),
        (
            &["--dims", "4x4", "-k", "3"],
            "the radices are given twice; one of 4x4 alone, --dims 4x4, and -d 2 -k 4 is enough: leave the \
                others out",
        ),
        (
            &["--dims", "3x4", "--placement", "linear"],
            "a linear or multilinear placement was asked for on 3x4, whose radices have no common \
             divisor but 1; its form is taken modulo the greatest one: use --placement full or file:PATH, or \
             a torus like 4x4x8",
        ),
        (
            &["--dims", "4x4", "--placement", "linear:coeff=2,2"],
            "the coefficients 2,2 modulo 4 have no unit at either end; the first or the last has to be prime \
             to 4, or the classes would not have equally many processors: change coeff=, for \
             example to all ones",
        ),
        (
            &["--dims", "4x4", "--placement", "linear:coeff=1,1,1"],
            "3 coefficients were given for 2 dimensions; one per dimension is needed: give 2 numbers to \
                coeff=",
        ),
        (
            &["--dims", "4x4", "--placement", "multilinear:t=5"],
            "a multilinear placement of 5 classes was asked for; modulo 4 there may be 1 to 4: change t=",
        ),
        (
            &["--dims", "4x4", "--placement", "multilinear:t=0"],
            "a multilinear placement of 0 classes was asked for; modulo 4 there may be 1 to 4: change t=",
        ),
        (
            &["--dims", "5", "--placement", "linear"],
            "an exchange needs at least 2 processors; the placement has 1: place more, or use --placement \
                full",
        ),
        (
            &["--dims", "4x4", "--placement", "linear:c"],
            "the placement \"linear:c\" is not known; allowed are full, linear[:coeff=1,1,1][:c=0], \
             multilinear:t=2[:coeff=1,1,1] and file:PATH: use one of these",
        ),
        (
            &["--dims", "4x4", "--placement", "file:/no/such/file"],
            "/no/such/file cannot be read (no such file or folder); give the path of a readable file",
        ),
        (
            &["--dims", "4x4", "--routing", "xy"],
            "the routing \"xy\" is not known; allowed are odr, udr and balanced: use one of these\n\n  \
             tip: dimension-ordered routing is odr",
        ),
        (
            &["--dims", "4x4", "--routing", "odr", "--kind", "exchange"],
            "the routing odr was asked for together with --kind exchange, which takes whichever shortest \
             paths make it shortest: leave --routing out, or use --kind frame",
        ),
        (
            &["--dims", "4x4", "--kind", "table"],
            "the kind of schedule \"table\" is not known; allowed are frame, oneshot, exchange and \
             broadcast: use one of these",
        ),
        (
            &["--dims", "4x4", "--placement", "linear", "--kind", "exchange"],
            "a total exchange by route tables was asked for on the placement linear:coeff=1,1:c=0; it needs \
             a processor on every node: use --placement full, or --kind frame or oneshot",
        ),
        (
            &["--dims", "4x4", "--switching", "slot"],
            "the switching \"slot\" is not known; allowed are headers, slots and generator: use one of these",
        ),
        (
            &["--dims", "4x4", "--placement", "linear", "--switching", "slots"],
            "--switching slots was asked for on the placement linear:coeff=1,1:c=0; it needs a processor on \
             every node, so that all routers do the same in a slot: use --placement full, or leave \
             --switching out",
        ),
        (
            &["--dims", "4x4", "--placement", "linear", "--switching", "generator"],
            "--switching generator was asked for on the placement linear:coeff=1,1:c=0; it needs a processor \
             on every node, so that all routers do the same in a slot: use --placement full, or leave \
             --switching out",
        ),
        (
            &["--dims", "4x6", "--switching", "generator"],
            "--switching generator was asked for on 4x6, placement full, ports all, routing odr, kind frame; \
             letters play the frame of a full torus of equal radices, with all ports and routing odr: use \
             such a network, or --switching slots",
        ),
        (
            &["--dims", "5x3", "--switching", "generator"],
            "--switching generator was asked for on 5x3, placement full, ports all, routing odr, kind frame; \
             letters play the frame of a full torus of equal radices, with all ports and routing odr: use \
             such a network, or --switching slots",
        ),
        (
            &["--dims", "5x5", "--ports", "one", "--switching", "generator"],
            "--switching generator was asked for on 5x5, placement full, ports one, routing odr, kind frame; \
             letters play the frame of a full torus of equal radices, with all ports and routing odr: use \
             such a network, or --switching slots",
        ),
        (
            &["--dims", "5x5", "--switching", "generator", "--rom", "logic"],
            "--rom logic was asked for together with --switching generator, which needs no ROM: leave --rom \
             out, or use --switching slots",
        ),
        (
            &["--dims", "4x4", "--kind", "exchange", "--group", "dihedral", "--switching", "slots"],
            "--switching slots was asked for; it needs a schedule by which all nodes send alike, and this \
             one has mirrored rows at nodes of odd coordinates: use --kind frame with --routing odr, or \
             leave --switching out",
        ),
        (
            &["--dims", "4x4", "--rom", "flash"],
            "the ROM style \"flash\" is not known; allowed are auto, logic and block: use one of these",
        ),
        (
            &["--dims", "4x4", "--switching", "generator", "--rom", "block"],
            "--rom block was asked for together with --switching generator, which needs no ROM: leave --rom \
             out, or use --switching slots",
        ),
        (
            &["--dims", "4x4", "--router", "buffered", "--rom", "block"],
            "--rom was asked for together with --router buffered; it describes a schedule, and buffered \
             routers have none: leave one of the two out",
        ),
        (
            &["--dims", "4x4", "--algorithm", "product-a1", "--rom", "logic"],
            "--rom was asked for with the algorithm product-a1; programs stand in ROMs of their \
             own: leave one of the two out",
        ),
        (
            &["--dims", "4x4", "--router", "buffered", "--switching", "slots"],
            "--switching was asked for together with --router buffered; it describes a schedule, and \
             buffered routers have none: leave one of the two out",
        ),
        (
            &["--dims", "4x4", "--ports", "two"],
            "the port model \"two\" is not known; allowed are all, one and single: use one of these",
        ),
        (
            &["--dims", "4x4", "--kind", "exchange", "--group", "abelian"],
            "the group \"abelian\" is not known; allowed are cyclic and dihedral: use one of these",
        ),
        (
            &["--dims", "4x5", "--kind", "exchange", "--group", "dihedral"],
            "dihedral letters were asked for on 4x5; they need an even radix of at least 4 in every \
             dimension: use --group cyclic, or leave --group out for what suits each dimension",
        ),
        (
            &["--dims", "4x4", "--kind", "exchange", "--ports", "one", "--group", "cyclic"],
            "--group cyclic was asked for; only the route tables of --kind exchange with --ports all have \
             one: add these, or leave --group out",
        ),
        (
            &["--dims", "4x4", "--router", "wormhole"],
            "the router \"wormhole\" is not known; allowed are scheduled and buffered: use one of these\n\n  \
             tip: a router with buffers and virtual channels is buffered",
        ),
        (
            &["--dims", "4x4", "--depth", "8"],
            "--depth was asked for; this network has neither buffers nor message memories: add --router \
             buffered, or --algorithm for memories, or leave --depth out",
        ),
        (
            &["--dims", "4x4", "--router", "buffered", "--kind", "frame"],
            "--kind was asked for together with --router buffered; it describes a schedule, and buffered \
             routers have none: leave one of the two out",
        ),
        (
            &["--dims", "4x4", "--router", "buffered", "--routing", "balanced"],
            "the routing balanced was asked for together with --router buffered; allowed are odr and udr: \
             use one of these, or --router scheduled",
        ),
        (
            &["--dims", "4x4", "--router", "buffered", "--routing", "udr", "--ties", "parity"],
            "--ties parity was asked for together with --routing udr, whose loads are those of half-way \
             offsets that go up: use --routing odr, or leave --ties out",
        ),
        (
            &["--dims", "4x4", "--router", "buffered", "--flits", "0"],
            "--flits 0 was asked for; allowed is a number from 1 to 64: change --flits",
        ),
        (
            &["4x4", "--router", "buffered", "--deadlock", "bubble", "--flits", "3", "--depth", "5"],
            "buffers of 5 flits were asked for; the bubble rule with packets of up to 3 flits needs 6 or \
             more: give --depth 6, or shorten the packets",
        ),
        (
            &["--dims", "4x4", "--router", "buffered", "--routing", "udr", "--channels", "6"],
            "links of 6 virtual channels were asked for; the dateline rule with udr routing in \
             2 dimensions needs a multiple of 4, up to 64: give --channels 4",
        ),
        (
            &["--dims", "16x16", "--width", "14"],
            "a payload of 14 bits was asked for; it holds two node ids, so on 16x16 it is an even number \
             from 16 to 1024: change --width",
        ),
        (
            &["--dims", "4x4", "--width", "33"],
            "a payload of 33 bits was asked for; it holds two node ids, so on 4x4 it is an even number from \
             8 to 1024: change --width",
        ),
        (
            &["--dims", "4x4", "--name", "My__Net"],
            "\"My__Net\" cannot name a network; a name is at most 64 lower-case letters, digits and single \
             underscores, begins with a letter, does not end with _ and is no Verilog keyword: change --name",
        ),
    ];
    for (options, message) in table {
        for command in ["loads", "schedule", "emit", "sim"] {
            assert_eq!(refused(&[&[command], *options].concat()), format!("error: {message}\n"), "{command}");
        }
    }
    assert!(!Path::new("out").exists(), "nothing was written");
}

#[test]
fn commands_that_a_network_cannot_serve() {
    assert_eq!(
        refused(&["schedule", "--dims", "4x4", "--routing", "udr"]),
        "error: a schedule for the routing udr was asked for; a schedule needs one path for every pair, \
         which odr and balanced have: use one of them (--router buffered runs udr, and torusgen loads counts \
         its loads)\n"
    );
    assert_eq!(
        refused(&["emit", "--dims", &["2"; 24].join("x")]),
        "error: 2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2 has 16777216 nodes and a header of 185 bits; \
         networks of up to 16777216 nodes and headers of up to 128 bits are emitted: lower a radix or the \
         number of dimensions\n"
    );
    assert_eq!(
        refused(&["emit", "--dims", "4096x4096", "--placement", "linear"]),
        "error: 4096x4096 with payloads of 48 bits has 3221225472 bits on all its links in one net; Verilog \
         numbers bits by 32-bit integers, so nets of up to 2147483647 bits are emitted: lower --width, a \
         radix or the number of dimensions\n"
    );
    assert_eq!(
        refused(&["emit", "--dims", "64x64x64"]),
        "error: a schedule of at least 2162688 slots was asked for on 64x64x64; a ROM has a row for each, \
         and ROMs of up to 1048576 rows are emitted: use --switching generator where letters play the \
         frame, a placement with fewer processors, or a smaller torus\n"
    );
    let hops = |messages: u64, cycles: u64| {
        format!(
            "error: a schedule of {messages} message classes was asked for, which are on links for {cycles} \
             cycles in all; schedules of up to 268435456 are made: use a placement with fewer processors, or \
             a smaller torus; torusgen loads has no such limit\n"
        )
    };
    for kind in ["frame", "exchange"] {
        assert_eq!(refused(&["schedule", "4096x4096", "--kind", kind]), hops(16777215, 34359738368));
    }
    let generated = ["emit", "200000", "--switching", "generator", "--out", "/no/such/folder"];
    assert_eq!(refused(&generated), hops(199999, 10000000000));
    assert_eq!(refused(&["sim", "20000", "--link-stages", "4"]), hops(19999, 5 * 20000 * 20000 / 4));
    assert_eq!(
        refused(&["schedule", "100x100", "--ports", "one"]),
        "error: a schedule of 9999 message classes in at least 127500 slots was asked for, which is more \
         than the search goes through: use --routing balanced, which needs no search here, or a smaller \
         torus; torusgen loads has no such limit\n"
    );
    assert_eq!(
        refused(&["schedule", "--dims", "256x255"]),
        "error: a schedule of 65279 message classes in at least 2105280 slots was asked for, which is more \
         than the search goes through: use a linear or multilinear placement, or a smaller torus; torusgen \
         loads has no such limit\n"
    );
    let dir = tempfile::tempdir().unwrap();
    let nodes = dir.path().join("nodes");
    let node = |digits: [&str; 2]| digits.map(|x| [x; 20].join(",")).join("\n");
    std::fs::write(&nodes, node(["0", "1"])).unwrap();
    let nodes = format!("file:{}", nodes.display());
    assert_eq!(
        refused(&["loads", "-d", "20", "-k", "2", "--placement", &nodes, "--routing", "udr"]),
        "error: UDR loads of 2 processors in 20 dimensions were asked for; they are counted in units of \
         1/20! and have to fit 63 bits: use odr, fewer dimensions or fewer processors\n"
    );
}

/// Verilator missing, and Verilator failing: the remedy is named, no waves are left.
#[test]
fn tools_missing_or_failing() {
    let dir = tempfile::tempdir().unwrap();
    let vcd = dir.path().join("x.vcd");
    let run = |verilator: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_torusgen"));
        command.args(["sim", "--dims", "3x3", "--vcd", vcd.to_str().unwrap()]);
        command.env("TORUSGEN_CACHE", dir.path().join("cache")).env("TORUSGEN_VERILATOR", verilator);
        command.output().unwrap()
    };
    let missing = run("/no/such/verilator");
    assert_eq!(missing.status.code(), Some(2));
    assert_eq!(
        text(&missing.stderr),
        "error: a simulation was asked for, which needs verilator, but /no/such/verilator cannot be started \
         (no such file or folder): run `apt-get install verilator g++` (in the source tree `make setup`), \
         name the program in TORUSGEN_VERILATOR, or use the engine model, which needs none\n"
    );
    // A Verilator that knows its version and nothing else.
    let broken = dir.path().join("broken");
    fs::write(
        &broken,
        "#!/bin/sh\ncase $1 in --version) echo Verilator 5.006;; *) echo %Error: no >&2; exit 1;; esac\n",
    )
    .unwrap();
    fs::set_permissions(&broken, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let failing = run(broken.to_str().unwrap());
    assert_eq!(failing.status.code(), Some(2));
    assert_eq!(text(&failing.stderr).replace(broken.to_str().unwrap(), "FILE"), FAILING);
    assert!(!vcd.exists());
}

const FAILING: &str = "error: verilator (FILE) was given the module torus_3x3_tile and failed; it has to \
    accept every emitted file: if the folder was edited, emit it again, else try another version with \
    TORUSGEN_VERILATOR. It says: %Error: no\n";

#[test]
fn selections_that_select_nothing() {
    assert_eq!(
        refused(&["regress", "--filter", "nothing"]),
        "error: the filter \"nothing\" selects none of the 288 configurations; their names are those of \
         torusgen regress --list: change --filter\n"
    );
}
