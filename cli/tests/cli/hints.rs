//! The hint for a name that is close to a valid one: options, values and commands of other tools, and words
//! that are no option.
//!
//! State space: names of other tools x commands that have the option, or lack it; values; words without
//! dashes.

use crate::common::refused_line;
use clap::{Command, CommandFactory};
use torus_cli::args::{hints, Cli};

/// The hint of a usage error. There has to be one.
fn tip(line: &str) -> String {
    let message = refused_line(line);
    let tips: Vec<&str> = message.lines().filter_map(|line| line.strip_prefix("  tip: ")).collect();
    assert_eq!(tips.len(), 1, "torusgen {line}: {message}");
    tips[0].to_string()
}

const OUT: &str = "--out is what to write";
const DIMS: &str = "--dims gives the radices, as does 8x8 alone";
const SIDES: &str =
    "--dims gives the radices, as does 8x8 alone, first dimension first; --width is the payload's";
const NODES: &str =
    "--dims gives the radices, whose product is the number of nodes; --placement says which have processors";
const TORUS: &str = "--dims gives the radices, as does 8x8 alone; every network is a torus";
const NUMBER: &str = "-d is the number of dimensions, -k the radix of each; 8x8 alone gives both";
const CHANNELS: &str = "--channels is the number of virtual channels of a link";
const DEPTH: &str = "--depth is what the buffer of a channel holds, in flits";
const FLITS: &str =
    "--flits is the length of the longest packet; --length of sim, sweep and report is that of packets sent";
const RATE: &str = "--rate is what a processor offers, in flits a cycle";
const RATES: &str = "--rates gives the rates to run, FROM:TO:STEP";
const TRAFFIC: &str = "--traffic says who sends to whom";
const ROUTING: &str = "--routing is odr, udr or balanced";
const WIDTH: &str = "--width is the payload in bits";
const ENOUGH: &str =
    "there is nothing to switch: results are printed, progress is shown on a terminal, --format json has all \
        numbers";
const JOINED: &str = "radices are one word, joined by x: 4x4 or 3x4x5";
const WAVES: &str = "--vcd writes waves to a file, --fst smaller ones";

/// Options of other tools and common habits.
#[test]
fn near_names_of_options_get_the_right_hint() {
    let table: &[(&str, &str)] = &[
        ("emit --dims 4x4 --dir out", OUT),
        ("emit --output out", OUT),
        ("emit 4x4 --outdir=out", OUT),
        ("emit 4x4 -o out", OUT),
        ("emit 4x4 -oout", OUT),
        ("emit 4x4 --target-dir generated", OUT),
        ("schedule 4x4 --output s.json", OUT),
        ("report 4x4 -o r.html", OUT),
        ("sweep 4x4 -o curve.svg", "--svg is the picture to write"),
        ("sweep 4x4 --plot curve.svg", "--svg is the picture to write"),
        ("sim 4x4 -o waves.vcd", WAVES),
        ("sim 4x4 --trace waves.vcd", WAVES),
        ("sim 4x4 --dir out/net", "--from is the emitted folder to run"),
        ("sim 4x4 --svg x.svg", "--svg is an option of torusgen schedule, compare, sweep"),
        ("regress --output r.json", "--json writes the results, --junit those for servers"),
        ("emit --size 4x4", DIMS),
        ("emit --shape 4x4", DIMS),
        ("emit --Dims 4x4", "it is --dims"),
        ("emit -dims 4x4", "it is --dims"),
        ("emit --mesh 4x4", TORUS),
        ("emit --topology torus", TORUS),
        ("emit --rows 4 --cols 4", SIDES),
        ("emit -x 4 -y 4", SIDES),
        ("emit --width 4 --height 4", SIDES),
        ("emit --num_rows 4", SIDES),
        ("emit --nodes 16", NODES),
        ("emit --cores 16", NODES),
        ("emit --num-endpoints 16", NODES),
        ("emit -n 2 -k 4", NUMBER),
        ("emit --k 4", "-k is the radix of every dimension, -d their number; 8x8 alone gives both"),
        ("emit -d 4x4", "radices stand alone, as in torusgen emit 4x4, or behind --dims"),
        ("emit -k 3x5", "radices stand alone, as in torusgen emit 4x4, or behind --dims"),
        ("sim 4x4 --pattern uniform", TRAFFIC),
        ("sim 4x4 --traffic_pattern uniform", TRAFFIC),
        ("emit 4x4 --traffic uniform", "--traffic is an option of torusgen sim, report, sweep"),
        ("sim 4x4 --injection-rate 0.1", RATE),
        ("sim 4x4 --injection_rate 0.1", RATE),
        ("sim 4x4 --load 0.1", RATE),
        ("sweep 4x4 --injection-rate 0.1:0.9:0.1", RATES),
        ("emit 4x4 --injection-rate 0.1", "--rates is an option of torusgen sweep"),
        ("emit 4x4 --vcs 4", CHANNELS),
        ("emit 4x4 --num-vcs 4", CHANNELS),
        ("emit 4x4 --num_vcs=4", CHANNELS),
        ("emit 4x4 --numVcs 4", CHANNELS),
        ("emit 4x4 --buf-size 8", DEPTH),
        ("emit 4x4 --vc_buf_size 8", DEPTH),
        ("emit 4x4 --txFifo 8", DEPTH),
        ("emit 4x4 --packet-size 4", FLITS),
        ("sim 4x4 --const_packet_size 4", FLITS),
        ("compare 4x4 --packet-size 4 --startup 1 --transmit 1", "--block is the size of a block"),
        ("compare 4x4 --alpha 1 --beta 1 --block 1", "--startup is what a start-up takes"),
        ("emit 4x4 --data-width 64", WIDTH),
        ("emit 4x4 --flit-width 64", WIDTH),
        ("emit 4x4 --channel_width 64", WIDTH),
        ("emit 4x4 --routing_function dor", ROUTING),
        ("emit 4x4 --route-algo XY", ROUTING),
        ("emit 4x4 --buffered", "--router is scheduled or buffered"),
        ("emit 4x4 --tdm", "--router is scheduled or buffered"),
        (
            "sim 4x4 --sim_type latency",
            "torusgen sweep measures latency and throughput over a range of rates, torusgen sim one rate",
        ),
        ("sim 4x4 --warmup_periods 3", "--warmup is the number of cycles before the window that is measured"),
        ("sim 4x4 --sample_period 1000", "--measure is the number of cycles measured, after --warmup"),
        ("sim 4x4 --repeat 3", "--exchanges is the number of exchanges, back to back"),
        ("sim 4x4 --simulator verilator", "--engine is tiles, fabric or model"),
        ("sim 4x4 --jobs 2", "--threads is the number of threads that share the nodes"),
        ("sweep 4x4 -j 2", "--jobs is how much runs at once"),
        ("emit 4x4 --verbose", ENOUGH),
        ("regress -v", ENOUGH),
        (
            "emit 4x4 --force",
            "what torusgen made is replaced without asking, and what you changed in it is kept as NAME.old",
        ),
        ("emit -c net.toml", "--config is a TOML file with the same keys"),
        ("emit --input s.json", "--schedule is the file to build from"),
        ("loads 4x4 --json", "--format is text, json or csv"),
        ("emit 4x4 --top net", "--name is the network's name and its modules' prefix"),
        ("emit 4x4 --random-seed 1", "--seed is the seed of every random choice"),
        ("loads 4x4 --mapping linear", "--placement says which nodes have processors"),
        ("regress --dims 4x4", "--filter runs the configurations whose names contain a text"),
        (
            "verify s.json --dims 4x4",
            "--dims is an option of torusgen loads, schedule, emit, sim, compare, \
            broadcast-search, report, sweep",
        ),
        (
            "--dims 4x4",
            "--dims is an option of torusgen loads, schedule, emit, sim, compare, \
            broadcast-search, report, sweep",
        ),
    ];
    for (line, expected) in table {
        assert_eq!(&tip(line), expected, "torusgen {line}");
    }
}

/// Words without dashes: radices apart, options as BookSim has them, commands, files that an option takes.
#[test]
fn stray_words_get_the_right_hint() {
    let table: &[(&str, &str)] = &[
        ("emit 4 4", JOINED),
        ("emit 4 x 4", JOINED),
        ("emit 4x4 4", JOINED),
        ("compare 4 4 --startup 1 --transmit 1 --block 1", JOINED),
        ("sim k=8 n=2", NUMBER),
        ("sim 8x8 num_vcs=4", CHANNELS),
        ("emit k=8", "-k is the radix of every dimension, -d their number; 8x8 alone gives both"),
        ("regress 4x4", "--filter runs the configurations whose names contain a text"),
        ("4x4", "a command comes first, as in torusgen emit 4x4; torusgen --help lists them"),
        ("generate 4x4", "it is torusgen emit"),
        ("simulate 4x4", "it is torusgen sim"),
        ("visualize 4x4", "it is torusgen report"),
        ("check s.json", "it is torusgen verify"),
        ("curve 4x4", "it is torusgen sweep"),
        ("sim src", "--from runs an emitted folder"),
        ("sim 4x4 --from out", "the folder of --from says what the network is: leave the other out"),
        ("sim 4x4 --partition 2x2", "--blocks is how many blocks ranks cut the torus into, such as 2x4"),
        ("sim 4x4 --decomposition 2x2", "--blocks is how many blocks ranks cut the torus into, such as 2x4"),
        ("emit net.toml", "--config reads a file of options"),
        ("emit s.json", "--schedule builds from a schedule file"),
    ];
    for (line, expected) in table {
        assert_eq!(&tip(line), expected, "torusgen {line}");
    }
}

/// Values that other tools have.
#[test]
fn near_values_get_the_right_hint() {
    let table: &[(&str, &str)] = &[
        ("emit 4x4 --routing xy", "dimension-ordered routing is odr"),
        ("loads 4x4 --routing=DOR", "dimension-ordered routing is odr"),
        ("loads 4x4 --routing dim_order", "dimension-ordered routing is odr"),
        (
            "loads 4x4 --routing min_adapt",
            "no routing adapts to load; udr takes all orders of the dimensions alike",
        ),
        ("sim 4x4 --router buffered --traffic bitcomp", "it is complement"),
        ("sim 4x4 --router buffered --traffic neighbor", "it is neighbour"),
        ("sweep 4x4 --traffic random", "it is uniform"),
        ("emit 4x4 --router iq", "a router with buffers and virtual channels is buffered"),
        ("emit 4x4 --router tdm", "a router that follows a schedule is scheduled"),
        ("emit 4x4 --kind total-exchange", "a complete exchange by the shortest paths there are is exchange"),
        ("emit 4x4 --ports 1", "it is one"),
        ("emit 4x4 --placement diagonal", "it is linear"),
        ("emit 4x4 --router buffered --deadlock vc", "it is dateline"),
        ("sim 4x4 --engine rtl", "tiles and fabric are both run by Verilator, fabric on the whole bench"),
        ("emit 4x4 --algorithm suhshin", "it is suh-shin"),
    ];
    for (line, expected) in table {
        assert_eq!(&tip(line), expected, "torusgen {line}");
    }
}

/// The parser's own guess stays where the table has none, and a good value has no hint.
#[test]
fn what_the_table_does_not_know_is_left_alone() {
    assert_eq!(tip("emit 4x4 --placment full"), "a similar argument exists: '--placement'");
    assert!(!refused_line("emit 4x4 --zzzzzz").contains("a similar"));
    assert!(!refused_line("emit 4x1 --routing odr").contains("tip"));
    assert!(!refused_line("emit nonsense").contains("tip"));
}

/// Every option, value and command that a hint names exists, and every name can be found.
#[test]
fn hints_name_what_exists() {
    let all = Cli::command();
    let commands: Vec<&Command> = all.get_subcommands().collect();
    let exists = |option: &str| {
        let long = |long: &str| Some(long) == option.strip_prefix("--");
        let short = |letter: char| format!("-{letter}") == option;
        let mut options = commands.iter().flat_map(|command| command.get_arguments());
        option == "--help"
            || options.any(|one| one.get_long().is_some_and(long) || one.get_short().is_some_and(short))
    };
    let named = |text: &str| {
        let words = text.split([' ', ',', ';', ':', '\'']).filter(|word| word.starts_with('-'));
        words.for_each(|word| assert!(exists(word), "{word} of {text:?} exists"));
    };
    for near in hints::OPTIONS {
        near.option.into_iter().for_each(named);
        named(near.what);
        assert!(
            near.names.split(' ').all(|name| !name.is_empty() && name == hints::squeezed(name)),
            "{}",
            near.names
        );
    }
    for (option, names, advice) in hints::VALUES {
        named(option);
        named(advice);
        assert!(names.split(' ').all(|name| !name.is_empty() && name == hints::squeezed(name)), "{names}");
        let first = names.split(' ').next().unwrap();
        assert_eq!(hints::value(option, first), Some(*advice), "{option} {first}");
    }
    for (names, meant) in hints::COMMANDS {
        assert!(commands.iter().any(|command| command.get_name() == *meant), "{meant}");
        assert!(
            names.split(' ').all(|name| commands.iter().all(|command| command.get_name() != name)),
            "{names}"
        );
    }
}
