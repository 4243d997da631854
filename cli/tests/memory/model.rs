//! The model engine of networks with message memories: against the program played flit by flit, and against
//! the tiles, also with faults.
//!
//! Oracles: `play` gives the expected state of every link, local port and cycle, and the run is compared
//! with it. For wrong rows the RTL is the reference. State space of the latter: every cycle of a run, links,
//! flits and their ends (all in the waves), the nodes that raise an error and the cycle of that. Parameters:
//! radix 2, odd, even, unequal, one dimension, one to seven flits, one bank and several, all ports, one, a
//! single one, nodes without processor, one class and a class for each node, broadcasts whose flit numbers
//! are wider than half a payload. A ROM's contents need no compilation, so there are many faults.

use crate::common::memory::{
    broadcast, emitted, experiment, flip, network, network_of, options, partial, transposed_on,
};
use crate::common::{edit, text, torusgen};
use std::path::Path;
use torus_gen::network::{Memory, Network};
use torus_gen::NetworkOptions;
use torus_sim::{run, Experiment, Manifest, Mismatch, Recording, Report};

/// A run of some exchanges, and its waves.
fn waves(
    network: &Network<Memory>,
    dir: &Path,
    engine: torus_sim::Engine,
    exchanges: u32,
) -> (Report, String) {
    let out = tempfile::tempdir().unwrap();
    let vcd = out.path().join("waves.vcd");
    let with = |whole: &Experiment| {
        let waves = Recording { vcd: Some(&vcd), ..Recording::default() };
        run(&Experiment { waves, exchanges, ..*whole }).expect("a simulation")
    };
    let report = experiment(network, dir, engine, with);
    (report, std::fs::read_to_string(&vcd).unwrap())
}

/// The first cycle with `error_o`, and the nodes that raise it.
fn complaint(report: &Report) -> Option<(u64, Vec<String>)> {
    report.mismatches.iter().find_map(|mismatch| match mismatch {
        Mismatch::ErrorFlag { cycle, nodes } => {
            Some((*cycle, nodes.iter().map(|node| node.name.clone()).collect()))
        }
        _ => None,
    })
}

/// Sizes and algorithms whose tiles take long to compile.
const PLAYED: &[(&str, &str, usize)] = &[
    ("2", "table", 1),
    ("2", "product-a2", 5),
    ("3", "table", 2),
    ("7", "table", 1),
    ("2x2", "product-a3", 3),
    ("2x2x2x2x2", "product-a2", 1),
    ("2x3", "table", 4),
    ("5x2", "one-row", 3),
    ("3x4", "product-a1", 2),
    ("2x3x4", "table", 1),
    ("6x5", "table", 2),
    ("5x5", "product-a3", 2),
    ("4x4", "divide-1", 3),
    ("8x8", "divide-2", 1),
    ("8x8", "suh-shin", 7),
    ("3x3x3x3", "product-a3", 1),
];

/// Two exchanges back to back, so that every register is left as it was found; then random data.
#[test]
fn the_model_does_what_was_played() {
    for &(dims, algorithm, flits) in PLAYED {
        does_what_was_played(&network(dims, algorithm, flits), flits as u64);
    }
    for (dims, source, flits) in [("2", "1", 1), ("7", "3", 5), ("3x5", "2,4", 2), ("2x3x4", "1,0,3", 7)] {
        does_what_was_played(&broadcast(dims, source, flits), flits as u64);
    }
    does_what_was_played(&partial(), 2);
}

fn does_what_was_played(network: &Network<Memory>, flits: u64) {
    let name = format!("{} on {}", network.kind.plan.algorithm, network.base.name);
    let dir = emitted(network);
    let both = |whole: &Experiment| run(&Experiment { exchanges: 2, ..*whole }).expect("a simulation");
    let report = experiment(network, dir.path(), torus_sim::Engine::Model, both);
    assert!(report.matches() && !report.compiled, "{name}:\n{}", report.mismatches);
    let twice: Vec<u64> = network.loads.numerators().iter().map(|load| 2 * load).collect();
    assert_eq!(report.link_counts, twice, "{name}");
    let data = transposed_on(network, dir.path(), torus_sim::Engine::Model);
    assert!(data.matches(), "{name}:\n{}", data.mismatches);
    assert_eq!(data.figures.loaded % flits, 0, "{name}");
    assert!(data.expected > 0 && data.cycles == u64::from(network.kind.program.slots) + 1, "{name}");
}

/// A number of seven flits does not fit the half of a payload of four bits; payloads of 130 bits have two
/// words more.
#[test]
fn payloads_of_any_width_are_carried() {
    for (width, flits) in [(4, 7), (130, 2), (64, 3), (66, 1)] {
        let source = Some("1,0".into());
        let options =
            NetworkOptions { source, width: Some(width), ..options("2x2", "broadcast-lines", flits) };
        does_what_was_played(&network_of(&options), flits as u64);
        let options =
            NetworkOptions { width: Some(width), ..crate::common::memory::options("2x2", "table", flits) };
        does_what_was_played(&network_of(&options), flits as u64);
    }
}

/// Same links, flits, ends and done, in every cycle of two exchanges.
#[test]
fn tiles_and_model_write_the_same_waves() {
    for network in [
        network("2x3", "product-a2", 2),
        network("4x4", "suh-shin", 2),
        broadcast("3x3", "1,2", 2),
        partial(),
    ] {
        let dir = emitted(&network);
        let [tiles, model] = [torus_sim::Engine::Tiles, torus_sim::Engine::Model]
            .map(|engine| waves(&network, dir.path(), engine, 2));
        assert!(tiles.0.matches(), "{}", tiles.0.mismatches);
        assert!(tiles.1 == model.1 && tiles.0.link_counts == model.0.link_counts, "{}", network.base.name);
    }
}

/// A random generator by Knuth (MMIX), with the case as its seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % count
    }
}

/// Runs a folder with one inverted bit of a ROM on tiles and model and compares them. `upto`: only until a
/// link has a conflict, because the result of the router's multiplexers is then not defined. Returns whether
/// anything differed from the program.
fn spoiled(whole: &Network<Memory>, module: &str, row: usize, bit: usize, upto: bool) -> bool {
    let (dir, case) = (emitted(whole), format!("{module}, row {row}, bit {bit}"));
    edit(dir.path(), module, |text| flip(text, row, 1 << bit));
    let [tiles, model] = [torus_sim::Engine::Tiles, torus_sim::Engine::Model]
        .map(|engine| waves(whole, dir.path(), engine, 1));
    let since = |report: &Report| complaint(report).map(|(cycle, _)| cycle);
    assert_eq!(since(&tiles.0), since(&model.0), "{case}: error_o");
    match since(&tiles.0).filter(|_| upto) {
        Some(cycle) => {
            assert!(before(&tiles.1, cycle) == before(&model.1, cycle), "{case}: waves up to {cycle}")
        }
        None => {
            assert!(tiles.1 == model.1, "{case}: waves");
            assert_eq!(complaint(&tiles.0), complaint(&model.0), "{case}");
            assert_eq!(tiles.0.figures.completion, model.0.figures.completion, "{case}");
            assert_eq!(tiles.0.mismatches.total(), model.0.mismatches.total(), "{case}");
        }
    }
    !tiles.0.matches()
}

/// The waves of the cycles before this one, less the three registers before `error_o`.
fn before(vcd: &str, cycle: u64) -> String {
    let time = |line: &str| line.strip_prefix('#').and_then(|time| time.parse::<u64>().ok());
    vcd.lines().take_while(|line| time(line).is_none_or(|time| time + 3 <= cycle)).collect()
}

/// Whether a bit of a program's row belongs to an address. A wrong address changes no link.
fn is_address(network: &Network<Memory>, bit: usize) -> bool {
    let address = network.info().address;
    let local_ports = network.kind.program.ports.existing_local_ports(network.base.torus()).len();
    let port = if local_ports == 1 { 2 } else { 0 };
    let local_port = 1 + port + torus_model::HeaderLayout::new(network.base.torus()).width() + 2 * address;
    let head = network.rom().row_bits - local_ports * local_port;
    bit.checked_sub(head).is_some_and(|bit| bit % local_port >= local_port - 2 * address)
}

/// Networks to spoil, with a port model, and whether messages turn there: a conflict on a link may then be
/// between two messages that pass. One class and sixteen; one bank, three, four, five; with and without
/// forwarding; ports and banks that do not exist.
const SPOILED: &[(&str, &str, &str, usize, bool)] = &[
    ("4x4", "suh-shin", "one", 2, true),
    ("4x4", "product-a3", "all", 2, true),
    ("2x3", "table", "all", 2, true),
    ("2x3", "product-a2", "single", 1, true),
    ("7", "table", "all", 1, false),
    ("7", "table", "one", 2, false),
];

/// Any bit of any row of a program, at nodes that differ and where all are alike: links, errors and data as
/// in the RTL.
#[test]
fn wrong_programs_run_as_on_tiles() {
    for &(dims, algorithm, ports, flits, turns) in SPOILED {
        let whole =
            network_of(&NetworkOptions { ports: Some(ports.into()), ..options(dims, algorithm, flits) });
        let (mut dice, mut seen, classes) = (Dice(7), 0, whole.kind.program.classes.len());
        for _ in 0..40 {
            let class = dice.below(classes);
            let (row, bit) =
                (dice.below(whole.kind.program.classes[class].rows.len()), dice.below(whole.rom().row_bits));
            let suffix = if classes > 1 { format!("_c{class}") } else { String::new() };
            let module = format!("{}_program{suffix}", whole.base.name);
            seen += usize::from(spoiled(&whole, &module, row, bit, turns && !is_address(&whole, bit)));
        }
        assert!(seen >= 10, "{seen} of 40 faults were seen on {dims} by {algorithm}");
    }
}

/// The second start comes 20 cycles (`start_to_link`) after `done_o`, one register behind the self-test
/// agents: as soon as it may, a cycle earlier, in the middle of the run.
#[test]
fn starts_that_come_too_early_are_taken_alike() {
    let whole = network("3x3", "table", 2);
    for early in [1, 20, 21, 22, 23, 40] {
        let dir = emitted(&whole);
        let (path, mut manifest) = (dir.path().join("manifest.json"), Manifest::read(dir.path()).unwrap());
        manifest.latency.as_mut().unwrap().makespan_to_done -= early;
        std::fs::write(path, manifest.to_json()).unwrap();
        let [tiles, model] = [torus_sim::Engine::Tiles, torus_sim::Engine::Model]
            .map(|engine| waves(&whole, dir.path(), engine, 2));
        assert!(tiles.1 == model.1, "{early} cycles early: waves");
        assert_eq!(complaint(&tiles.0), complaint(&model.0), "{early} cycles early");
        assert_eq!(complaint(&tiles.0).is_some(), early > 21, "{early} cycles early");
    }
}

/// Any bit of an expected-data ROM: who is asked to load or to look for something else.
#[test]
fn wrong_expected_roms_run_as_on_tiles() {
    let (whole, mut dice, mut seen) = (network("4x4", "suh-shin", 2), Dice(3), 0);
    for _ in 0..30 {
        let (class, row, bit) = (dice.below(16), dice.below(30), dice.below(11));
        seen += usize::from(spoiled(&whole, &format!("torus_4x4_expected_rom_c{class}"), row, bit, false));
    }
    assert!(seen >= 20, "{seen} of 30 faults were seen");
}

/// What modules state is read from them: a self-test agent without its number is refused, before anything is
/// written.
#[test]
fn a_self_test_agent_that_does_not_say_what_it_loads_is_refused() {
    let (dir, out) = (emitted(&network("2x2", "table", 1)), tempfile::tempdir().unwrap());
    edit(dir.path(), "torus_2x2_self_test", |text| text.replace("LOAD_ROW", "LAST_LOAD"));
    let (folder, vcd) = (dir.path().display().to_string(), out.path().join("waves.vcd"));
    let args = ["sim", "--from", &folder, "--engine", "model", "--vcd", vcd.to_str().unwrap()];
    let output = torusgen(&args);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
    let said = text(&output.stderr);
    assert!(said.starts_with(&format!(
        "warning: {folder} differs from what was emitted (changed rtl/torus_2x2_self_test.v; files.sha256"
    )));
    assert_eq!(
        said.lines().skip(1).map(|line| line.to_string() + "\n").collect::<String>(),
        format!(
            "error: {folder}/rtl/torus_2x2_self_test.v, line 1: LOAD_ROW is not stated once, as one literal \
             of its width such as `localparam [3:0] LOAD_ROW = 4'd1;` without directives or block comments \
             around it; engines read it from the text: correct it, or emit the folder again\n"
        )
    );
    assert!(!vcd.exists());
}
