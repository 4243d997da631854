//! Invalid options of networks with message memories: the complete message, exit code 2, no output, no file
//! written.

use crate::common::stdout;
use std::{fs, path::Path};

/// The message of a run that has to be refused.
fn refused(args: &[&str]) -> String {
    let said = crate::common::refused(args);
    said.strip_prefix("error: ").and_then(|said| said.strip_suffix('\n')).expect("one message").to_string()
}

/// Options after `--dims`, and the message that every command gives.
fn check(table: &[(&str, &str)]) {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("net");
    for (options, message) in table {
        let options: Vec<&str> = options.split(' ').collect();
        for command in ["loads", "schedule", "sim"] {
            assert_eq!(refused(&[&[command, "--dims"], &options[..]].concat()), *message, "{command}");
        }
        let emit = ["emit", "--out", out.to_str().unwrap(), "--dims"];
        assert_eq!(refused(&[&emit, &options[..]].concat()), *message);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "nothing was written");
    }
}

const NAMES: &str =
    "table, one-row, product-a1, product-a2, product-a3, suh-shin, divide-1, divide-2, .., broadcast, \
                     broadcast-staged or broadcast-lines";

#[test]
fn algorithms_that_do_not_exist() {
    for name in ["magic", "divide-0", "divide-x", "Table", "broadcast-search"] {
        let message = format!("the algorithm \"{name}\" is not known; allowed are {NAMES}: use one of these");
        check(&[(&format!("4x4 --algorithm {name}"), &message)]);
    }
}

#[test]
fn tori_that_an_algorithm_is_not_for() {
    check(&[
        (
            "6x6 --algorithm suh-shin",
            "suh-shin was asked for on 6x6; it needs two equal radices divisible by 4: use a torus like \
             12x12, or product-a2",
        ),
        (
            "6x6 --algorithm divide-1",
            "an exchange that divides was asked for on 6x6; it needs two equal radices that are a power of \
             two, at least 4: use a torus like 8x8, or suh-shin or product-a2",
        ),
        (
            "8x8 --algorithm divide-3",
            "divide-3 was asked for on 8x8, which can be divided 1 to 2 times: change the number",
        ),
        (
            "3x4 --algorithm product-a3",
            "product-a3 was asked for on 3x4; it needs equal radices and 1, 2, 4, 8 or another power of two \
             of dimensions: use a torus like 5x5, or product-a2",
        ),
        (
            "3x3x3 --algorithm product-a3",
            "product-a3 was asked for on 3x3x3; it needs equal radices and 1, 2, 4, 8 or another power of \
             two of dimensions: use a torus like 5x5, or product-a2",
        ),
        (
            "3x4 --algorithm broadcast-staged",
            "broadcast-staged was asked for on 3x4; it needs equal radices: use a torus like 5x5, or \
                broadcast-lines",
        ),
    ]);
}

#[test]
fn options_that_an_algorithm_decides() {
    let kind = |kind: &str, algorithm: &str| {
        let message = format!(
            "--kind {kind} was asked for together with --algorithm {algorithm}, which has a kind of its own: \
             leave --kind out"
        );
        check(&[(&format!("4x4 --kind {kind} --algorithm {algorithm}"), &message)]);
    };
    kind("frame", "suh-shin");
    kind("broadcast", "product-a2");
    kind("exchange", "broadcast-lines");
    kind("broadcast", "table");
    for option in ["--routing odr", "--group cyclic"] {
        let name = option.split(' ').next().unwrap();
        let message = format!(
            "{name} was asked for together with --algorithm one-row, which chooses its paths itself: leave \
                {name} out"
        );
        check(&[(&format!("4x4 --algorithm one-row {option}"), &message)]);
    }
    for (algorithm, asked, has) in [
        ("suh-shin", "single", "one"),
        ("product-a2", "all", "single"),
        ("product-a3", "one", "all"),
        ("broadcast", "one", "all"),
    ] {
        let message = format!(
            "--algorithm {algorithm} was asked for with --ports {asked}; it is made for --ports {has}: leave \
                --ports out"
        );
        check(&[(&format!("4x4 --algorithm {algorithm} --ports {asked}"), &message)]);
    }
    check(&[(
        "4x4 --algorithm suh-shin --placement linear",
        "--algorithm suh-shin was asked for with the placement linear:coeff=1,1:c=0; it has a processor on \
         every node: use --placement full, or --algorithm table for a schedule of it",
    )]);
    check(&[(
        "4x4 --kind broadcast --placement linear",
        "--kind broadcast was asked for with the placement linear:coeff=1,1:c=0; it has a processor on every \
         node: use --placement full",
    )]);
}

#[test]
fn memories_that_cannot_be_had() {
    for flits in ["0", "4097", "5000"] {
        let message = format!(
            "--flits {flits} was asked for; a block or message has 1 to 4096 flits: use one of these"
        );
        check(&[(&format!("4x4 --algorithm table --flits {flits}"), &message)]);
    }
    check(&[
        (
            "4x4 --algorithm suh-shin --flits 2 --depth 47",
            "--depth 47 was asked for; with --flits 2 a bank has to hold 48 flits: use at least that, a \
             lower --flits, or leave --depth out",
        ),
        (
            "4x4 --algorithm suh-shin --depth 0",
            "--depth 0 was asked for; with --flits 1 a bank has to hold 24 flits: use at least that, a lower \
             --flits, or leave --depth out",
        ),
        (
            "4x4 --algorithm suh-shin --depth 1000000000",
            "the memories of all processors would hold 16000000000 flits; torusgen makes at most 268435456: \
             use a lower --flits or --depth, a smaller torus, or an algorithm that stores less",
        ),
        (
            "16x16 --algorithm suh-shin --flits 4096",
            "the memories of all processors would hold 469762048 flits; torusgen makes at most 268435456: \
             use a lower --flits or --depth, a smaller torus, or an algorithm that stores less",
        ),
    ]);
}

#[test]
fn sources_of_broadcasts() {
    for source in ["4,0", "1", "0,0,0", "x", "-1,0", ""] {
        let message = format!(
            "the source {source:?} is not a node of the torus 4x3; a node is a coordinate below its radix \
             for every dimension, joined by commas: give one such as 0,0 in two dimensions"
        );
        let argument = format!("--source={source}");
        assert_eq!(refused(&["sim", "--dims", "4x3", "--kind", "broadcast", &argument]), message);
    }
    let message =
        "--source was asked for without a broadcast; every node of an exchange is a source: add --kind \
                   broadcast, or leave --source out";
    check(&[
        ("4x4 --source 0,0", message),
        ("4x4 --algorithm suh-shin --source 0,0", message),
        ("4x4 --algorithm table --source 0,0", message),
    ]);
}

#[test]
fn routers_without_memories() {
    let with_buffers = |option: &str| {
        format!(
            "{option} was asked for together with --router buffered; it describes a program, and buffered \
             routers have none: leave one of the two out"
        )
    };
    check(&[
        ("4x4 --algorithm table --router buffered", &with_buffers("--algorithm")),
        ("4x4 --kind broadcast --router buffered", &with_buffers("--kind broadcast")),
        (
            "4x4 --algorithm table --router magic",
            "the router \"magic\" is not known; allowed are scheduled and buffered: use one of these",
        ),
    ]);
    for (option, value) in [("--channels", "2"), ("--deadlock", "bubble"), ("--ties", "parity")] {
        let message = format!(
            "{option} was asked for; scheduled routers have no buffers and no channels: add --router \
             buffered, or leave {option} out"
        );
        check(&[(&format!("4x4 --algorithm table {option} {value}"), &message)]);
    }
}

/// Options of single commands.
#[test]
fn commands_that_memories_do_not_serve() {
    assert_eq!(
        refused(&["sim", "--dims", "4x4", "--router", "buffered", "--check", "transpose"]),
        "--check transpose was asked for of a network without message memories: add --algorithm, such as \
         --algorithm table, or leave --check transpose out"
    );
    for (option, value) in [("--traffic", "uniform"), ("--fault", "stuck-ready:0:1")] {
        assert_eq!(
            refused(&["sim", "--dims", "4x4", "--algorithm", "table", option, value]),
            format!(
                "{option} was asked for; scheduled routers have no buffers and no channels: add --router \
                 buffered, or leave {option} out"
            )
        );
    }
    let dir = tempfile::tempdir().unwrap();
    let svg = dir.path().join("x.svg");
    assert_eq!(
        refused(&["schedule", "--dims", "4x4", "--algorithm", "suh-shin", "--svg", svg.to_str().unwrap()]),
        "--svg was asked for of a network with message memories; it is about slots of one bufferless \
         exchange: leave --svg out"
    );
    assert!(!svg.exists());
}

/// A folder without memories cannot be transposed; a plan file says nearly everything itself.
#[test]
fn folders_and_plan_files() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (plain, plan, net) = (path("plain"), path("plan.json"), path("net"));
    stdout(&["emit", "--dims", "3x3", "--out", &plain]);
    assert_eq!(
        refused(&["sim", "--from", &plain, "--check", "transpose"]),
        "--check transpose was asked for of a network without message memories: add --algorithm, such as \
         --algorithm table, or leave --check transpose out"
    );
    stdout(&["schedule", "--dims", "4x4", "--algorithm", "suh-shin", "--out", &plan]);
    let names = ["the radices (--dims)", "--algorithm", "--seed"];
    for (option, name) in [["--dims", "4x4"], ["--algorithm", "suh-shin"], ["--seed", "2"]].iter().zip(names)
    {
        assert_eq!(
            refused(&[&["emit", "--schedule", &plan, "--out", &net], &option[..]].concat()),
            format!(
                "{plan} is a plan file, which says torus, algorithm and source itself; with --schedule only \
                 --flits, --depth, --width, --name, --axil, --formal, --filelist-prefix, --format and --out \
                 may be given: leave {name} out"
            )
        );
    }
    assert_eq!(
        refused(&["emit", "--schedule", &plan, "--out", &net, "--flits", "0"]),
        "--flits 0 was asked for; a block or message has 1 to 4096 flits: use one of these"
    );
    assert!(!Path::new(&net).exists());
}
