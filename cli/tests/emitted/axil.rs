//! AXI4-Lite registers of emitted networks, in Icarus: software starts exchanges and reads back the exact
//! loads.
//!
//! A testbench acts as the master, with pauses of any length between address, data and answer. State space:
//! kinds of network x radix 2, odd and unequal radices x partial placements; every register, addresses
//! without a register, an exchange that is interrupted, an error. The expected values come from the manifest
//! and from `torusgen loads`.

use crate::common::{
    icarus::{simulated, Emitted},
    link_loads, lint, text,
};
use sha2::{Digest, Sha256};
use std::{fs, process::Command};

/// Options of a network, and options for its loads.
pub(super) const NETWORKS: [(&str, &str); 6] = [
    ("--dims 4x3", "4x3"),
    ("--dims 2 --ports one", "2"),
    ("--dims 3x3 --placement linear", "3x3 --placement linear"),
    ("--dims 3 --algorithm product-a3", "3 --algorithm product-a3"),
    ("--dims 2x2 --router buffered", "2x2"),
    ("--dims 3x2 --router buffered --deadlock bubble --channels 1 --ports one", "3x2"),
];

pub(super) const OKAY: u32 = 0;
pub(super) const SLVERR: u32 = 2;
pub(super) const CONTROL: usize = 0x20;
pub(super) const STATUS: usize = 0x24;
const CYCLES: usize = 0x28;
const RUNS: usize = 0x2c;
pub(super) const ERROR_NODE: usize = 0x30;
pub(super) const ERROR_LINKS: usize = 0x34;
const COUNT: usize = 0x1000;
/// Bits of CONTROL.
pub(super) const START: u32 = 1;
const CLEAR: u32 = 2;
pub(super) const RESET: u32 = 4;
const IRQ_ENABLE: u32 = 8;

/// An action of the master.
pub(super) enum Do {
    /// Reads a register.
    Read(usize),
    /// Writes a register, with these strobes.
    Write(usize, u32, u32),
    /// Waits until the exchange has ended.
    Wait,
    /// Waits for a number of cycles.
    Pass(u32),
    /// Reports a network error, which no correct network does.
    Fail,
    /// Holds these bits of the network's nets at 1 for a cycle.
    Disturb(String),
}
use Do::*;

/// The value and answer of a read, or the answer of a write and `irq_o` after it.
pub(super) type Said = (u32, u32);

/// An emitted network with registers.
pub(super) fn emitted(options: &str) -> Emitted {
    Emitted::new(&format!("{options} --axil --name n"))
}

/// Acts as the master of the registers. Returns the answers of all reads and writes.
pub(super) fn played(net: &Emitted, steps: &[Do]) -> Vec<Said> {
    played_on(net, "n_axil", steps)
}

/// Acts as the master of a top.
pub(super) fn played_on(net: &Emitted, top: &str, steps: &[Do]) -> Vec<Said> {
    let step = |step: &Do| match step {
        Read(at) => format!("read({at});"),
        Write(at, value, strobes) => format!("write({at}, {value}, {strobes});"),
        Wait => "finish;".into(),
        Pass(cycles) => format!("repeat ({cycles}) @(negedge clk);"),
        Fail => "force dut.u_bench.error_o = 1'b1; @(negedge clk);".into(),
        Disturb(bits) => {
            let each = |what: &str, value: &str| -> String {
                bits.split(' ').map(|bit| format!("{what} dut.u_bench.u_net.{bit}{value}; ")).collect()
            };
            format!("{}@(negedge clk); {}", each("force", " = 1'b1"), each("release", ""))
        }
    };
    let steps: Vec<String> = steps.iter().map(step).collect();
    let bench = MASTER.replace("TOP", top).replace("STEPS", &steps.join("\n    "));
    let said = simulated(&net.folder(), &format!("{top}.f"), &bench);
    let number = |word: &str| word.parse().unwrap_or_else(|_| panic!("{word} of {said}"));
    let pair = |line: &str| line.split_once(' ').map(|(value, answer)| (number(value), number(answer)));
    // A network says in simulation what is wrong in it.
    said.lines().filter(|line| !line.starts_with("testbench.")).filter_map(pair).collect()
}

/// A master without pauses.
const MASTER: &str = include_str!("axil/master.v");

pub(super) fn write(at: usize, value: u32) -> Do {
    Write(at, value, 15)
}

/// Reads of the counters of all links.
fn counters(net: &Emitted) -> impl Iterator<Item = Do> {
    let links = net.manifest.nodes * 2 * net.manifest.dims.len();
    (0..links).map(|link| Read(COUNT + 4 * link))
}

/// The loads of one exchange by link id.
fn loads(options: &str) -> Vec<u32> {
    let loads = link_loads(&options.split(' ').collect::<Vec<_>>());
    loads.into_iter().map(|load| u32::try_from(load).expect("a short exchange")).collect()
}

/// Checks that the counters show `runs` exchanges.
fn counted(said: &[Said], loads: &[u32], runs: u32) {
    let expected: Vec<Said> = loads.iter().map(|load| (runs * load, OKAY)).collect();
    assert_eq!(said, expected);
}

#[test]
fn exchanges_are_started_and_counted() {
    for (options, words) in NETWORKS {
        let (net, loads) = (emitted(options), loads(words));
        let mut steps = vec![write(CONTROL, CLEAR | START), Wait, Read(STATUS), Read(RUNS), Read(CYCLES)];
        steps.extend(counters(&net));
        steps.extend([write(CONTROL, START), Wait, Read(RUNS)]);
        steps.extend(counters(&net));
        let said = played(&net, &steps);
        let (first, second) = said[4..].split_at(loads.len());
        assert_eq!(said[..3], [(OKAY, 0), (2, OKAY), (1, OKAY)], "{options}: {said:?}");
        if let Some(latency) = &net.manifest.latency {
            let makespan = net.manifest.schedule.as_ref().expect("it has slots").makespan;
            assert_eq!(said[3], (makespan + latency.makespan_to_done, OKAY), "{options}: its length");
        }
        counted(first, &loads, 1);
        assert_eq!(second[1], (2, OKAY), "{options}");
        counted(&second[2..], &loads, 2);
    }
}

#[test]
fn a_start_while_an_exchange_runs_is_none() {
    let (net, loads) = (emitted("--dims 5x4 --ports one"), loads("5x4"));
    let mut steps = vec![write(CONTROL, START), write(CONTROL, START), Read(STATUS), Wait, Read(RUNS)];
    steps.extend(counters(&net));
    let said = played(&net, &steps);
    assert_eq!(said[2..4], [(1, OKAY), (1, OKAY)], "it runs, and there was one");
    counted(&said[4..], &loads, 1);
}

/// A reset in the middle of an exchange ends it; behind it an exchange has the exact loads.
#[test]
fn a_reset_begins_anew() {
    for (options, words) in NETWORKS {
        let (net, loads) = (emitted(options), loads(words));
        let mut steps = vec![write(CONTROL, START), write(CONTROL, RESET), Read(STATUS), Pass(5)];
        steps.extend([write(CONTROL, RESET | START), Pass(9), Read(STATUS), Read(CONTROL)]);
        steps.extend([write(CONTROL, CLEAR), write(CONTROL, START), Wait, Read(RUNS)]);
        steps.extend(counters(&net));
        let said = played(&net, &steps);
        assert_eq!(said[2], (0, OKAY), "{options}: nothing runs in reset");
        assert_eq!(said[4..6], [(0, OKAY), (RESET, OKAY)], "{options}: nothing starts in reset");
        assert_eq!(said[8], (1, OKAY), "{options}");
        counted(&said[9..], &loads, 1);
    }
}

/// Every word of the map says what the manifest says.
#[test]
fn networks_say_which_they_are() {
    for (options, words) in NETWORKS {
        let (net, loads) = (emitted(options), loads(words));
        let kind = if options.contains("buffered") { "buff" } else { "sche" };
        let kind = if options.contains("algorithm") { "memo" } else { kind };
        let word = |text: &str| u32::from_be_bytes(text.as_bytes().try_into().expect("four letters"));
        let (d, most) = (net.manifest.dims.len(), *loads.iter().max().expect("links"));
        let version: Vec<u32> =
            env!("CARGO_PKG_VERSION").split('.').map(|part| part.parse().unwrap()).collect();
        let mut expected = vec![word("TORU"), version[0] << 16 | version[1] << 8 | version[2], word(kind)];
        let sizes = [net.manifest.nodes, net.manifest.processors.len(), loads.len(), d];
        expected.extend(sizes.map(|size| size as u32));
        expected.push(most);
        let mut steps: Vec<Do> = (0..8).map(|at| Read(4 * at)).collect();
        steps.extend((0..d).map(|dim| Read(0x40 + 4 * dim)));
        steps.extend((0..8).map(|at| Read(0x80 + 4 * at)));
        expected.extend(&net.manifest.dims);
        let digest = Sha256::digest(fs::read(net.folder().join("manifest.json")).unwrap());
        expected.extend(digest.chunks(4).map(|word| u32::from_be_bytes(word.try_into().unwrap())));
        let said: Vec<Said> = expected.into_iter().map(|value| (value, OKAY)).collect();
        assert_eq!(played(&net, &steps), said, "{options}");
    }
}

#[test]
fn what_is_not_there_is_an_error_and_changes_nothing() {
    let net = emitted("--dims 3x2");
    let links = loads("3x2").len();
    let nowhere = [0x38, 0x3c, 0x48, 0x7c, 0xa0, 0xffc, COUNT + 4 * links, 0x1ffc];
    let said = played(&net, &nowhere.map(Read));
    assert_eq!(said, vec![(0, SLVERR); nowhere.len()]);
    let read_only = [0, 0x0c, STATUS, CYCLES, RUNS, ERROR_NODE, ERROR_LINKS, 0x40, 0x80, COUNT, 0x38];
    let mut steps: Vec<Do> = read_only.iter().map(|&at| write(at, u32::MAX)).collect();
    // Strobes choose bytes: without the lowest one nothing is asked for.
    steps.extend([
        Write(CONTROL, u32::MAX, 14),
        Pass(20),
        Read(CONTROL),
        Read(STATUS),
        Read(RUNS),
        Read(0x0c),
    ]);
    let said = played(&net, &steps);
    let (refused, rest) = said.split_at(read_only.len());
    assert_eq!(refused, vec![(SLVERR, 0); read_only.len()]);
    assert_eq!(rest, [(OKAY, 0), (0, OKAY), (0, OKAY), (0, OKAY), (6, OKAY)]);
}

#[test]
fn ends_and_errors_interrupt() {
    let net = emitted("--dims 3");
    let said = played(
        &net,
        &[write(CONTROL, START | IRQ_ENABLE), Wait, write(CONTROL, IRQ_ENABLE), write(CONTROL, 0)],
    );
    assert_eq!(said[1..], [(OKAY, 1), (OKAY, 0)], "an end");
    let said = played(&net, &[write(CONTROL, IRQ_ENABLE), Fail, Read(STATUS), write(CONTROL, IRQ_ENABLE)]);
    assert_eq!(said, [(OKAY, 0), (4, OKAY), (OKAY, 1)], "an error");
}

/// Every bit of `link_valid_o` has a counter of its own, which is noticed where wires are crossed.
#[test]
fn a_crossed_wire_is_counted() {
    let (net, loads) = (emitted("--dims 3x3 --placement linear"), loads("3x3 --placement linear"));
    let at = loads.windows(2).position(|pair| pair[0] != pair[1]).expect("two loads that differ");
    let top = net.folder().join("axil/n_axil.v");
    let crossed = format!(
        "({{link_valid[{}:{}], link_valid[{at}], link_valid[{}], link_valid[{}:0]}})",
        loads.len() - 1,
        at + 2,
        at + 1,
        at.max(1) - 1
    );
    let text = fs::read_to_string(&top)
        .unwrap()
        .replace("(link_valid)\n  );\n\n  n_bench", &format!("{crossed}\n  );\n\n  n_bench"));
    assert!(text.contains(&crossed) && at > 0, "{at}");
    fs::write(&top, text).unwrap();
    let steps: Vec<Do> = [write(CONTROL, START), Wait].into_iter().chain(counters(&net)).collect();
    let said: Vec<u32> = played(&net, &steps)[1..].iter().map(|said| said.0).collect();
    let mut expected = loads;
    expected.swap(at, at + 1);
    assert_eq!(said, expected);
}

#[test]
fn tools_find_nothing() {
    for (options, _) in NETWORKS {
        let net = emitted(options);
        lint::verilator(options, &net.folder(), &["-f", "n_axil.f", "--top-module", "n_axil"]);
        lint::icarus(options, &net.folder(), "n_axil.f");
        lint::yosys(options, &net.folder(), "n_axil.f", "n_axil");
    }
}

/// The Python class knows its network, and which links differ. It leaves the interrupt enabled.
#[test]
fn python_reads_the_loads() {
    let net = emitted("--dims 4x3");
    let words = "import sys; sys.path.insert(0, 'axil'); import n\nvalues = {}\n\
        for offset, constants in n.IDENTITY.values():\n  \
          for at, value in enumerate(constants): values[offset + 4 * at] = value\n\
        for link, load in enumerate(n.LOADS): values[n.COUNT + 4 * link] = 3 * load\n\
        values.update({n.RUNS: 3, n.STATUS: 2, n.CYCLES: 17}); written = []\n\
        values[n.CONTROL] = n.CONTROL_IRQ_ENABLE\n\
        net = n.Registers(values.get, lambda at, value: written.append((at, value)))\n\
        net.identify(); print(net.exchange(), written, net.differences()); values[n.COUNT + 8] += 1\n\
        print(net.differences()); values.update({n.STATUS: 4, n.ERROR_NODE: 0})\n\
        try: net.wait()\nexcept RuntimeError as error: print(error)\n\
        values.update({n.ERROR_NODE: n.ERROR_NODE_FOUND | 11, n.ERROR_LINKS: 0b1101})\n\
        try: net.wait()\nexcept RuntimeError as error: print(error)\nvalues[n.STATUS] = 1\n\
        try: net.wait(0.01)\nexcept TimeoutError as error: print(error)\nvalues[n.NODES] = 13\n\
        try: net.identify()\nexcept ValueError as error: print(error)\n";
    let output = Command::new("python3").args(["-c", words]).current_dir(net.folder()).output();
    let output = output.expect("python3: run make setup");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let third = loads("4x3")[2] * 3;
    let expected = format!(
        "17 [(32, 10), (32, 9)] {{}}\n{{2: ({}, {third})}}\nn reports an error; reset() ends it\n\
         n reports an error, first at node 11, to which something came by links: 32, 42, 39; \
         reset() ends it\n\
         n did not end an exchange within 0.01 s\nNODES reads as [13]; n has [12]: is it this network?\n",
        third + 1
    );
    assert_eq!(text(&output.stdout), expected);
}

/// The C header is taken by a compiler, and has the addresses and lengths that this test was written with.
#[test]
fn c_has_the_same_addresses() {
    let net = emitted("--dims 4x3");
    let values = [
        ("CONTROL", CONTROL),
        ("STATUS", STATUS),
        ("CYCLES", CYCLES),
        ("RUNS", RUNS),
        ("COUNT", COUNT),
        ("COUNT_WORDS", 48),
        ("RADIX_WORDS", 2),
        ("DIGEST_WORDS", 8),
        ("ERROR_NODE", ERROR_NODE),
        ("ERROR_LINKS", ERROR_LINKS),
    ];
    let fields = [
        ("CONTROL_START", START),
        ("CONTROL_CLEAR", CLEAR),
        ("CONTROL_RESET", RESET),
        ("CONTROL_IRQ_ENABLE", IRQ_ENABLE),
        ("ERROR_NODE_NODE_MASK", 15),
        ("ERROR_NODE_FOUND", 1 << 31),
        ("ERROR_LINKS_PORTS_MASK", 15),
    ];
    let all = values.map(|(name, value)| (name, value as u32)).into_iter().chain(fields);
    let checks = all.map(|(name, value)| format!("_Static_assert(N_{name} == {value}, \"{name}\");\n"));
    let program = format!("#include \"axil/n.h\"\n{}int nothing;\n", checks.collect::<String>());
    fs::write(net.folder().join("check.c"), program).unwrap();
    let args = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", "check.c"];
    let output =
        Command::new("gcc").args(args).current_dir(net.folder()).output().expect("gcc: run make setup");
    assert!(output.status.success(), "{}", text(&output.stderr));
}
