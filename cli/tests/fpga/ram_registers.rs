//! `constraints/ram_registers.py`: registers move into block RAMs of an ECP5, and outputs do not change.
//!
//! ROMs of emitted networks are mapped by the installed Yosys. Icarus runs the emitted Verilog, the netlist
//! and the changed netlist side by side, with random resets, frames and slots; all outputs have to be equal
//! in every cycle. The block RAM's model is ours (`dp16kd.v`); other cells are Yosys' own models. Registers
//! that cannot be moved stay. A block RAM that lacks its moved register is noticed.

use crate::common::{self, stdout, text, tool};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Networks, and the number of different bits of a row: words of 36 bits, two block RAMs of these, words of
/// 18 bits, few rows.
const NETWORKS: &[(&str, usize)] = &[
    ("8x8 --ports one --switching slots", 24),
    ("8x8 --switching slots", 40),
    ("20 --ports one --switching slots", 14),
    ("3x4 --ports one --rom block", 12),
];

/// The ROM of a network in a folder of its own.
struct Rom {
    dir: tempfile::TempDir,
}

impl Rom {
    fn new(network: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let out = common::path(dir.path(), "net");
        let words = ["emit", "--name", "n", "--out", &out];
        stdout(&words.into_iter().chain(network.split(' ')).collect::<Vec<_>>());
        std::fs::copy(dir.path().join("net/rtl/n_rom.v"), dir.path().join("rom.v")).unwrap();
        std::fs::copy(here("tests/fpga/dp16kd.v"), dir.path().join("dp16kd.v")).unwrap();
        Rom { dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn yosys(&self, script: &str) {
        let (good, said) = tool("yosys", &["-q", "-p", script], self.dir.path());
        assert!(good, "{said}");
    }

    /// Maps the ROM and moves registers into block RAMs. Returns the script's output.
    fn merged(&self) -> String {
        self.yosys("read_verilog rom.v; synth_ecp5 -nowidelut -top n_rom -json net.json");
        self.netlist("unmerged");
        let script = here("../constraints/ram_registers.py");
        let said = Command::new(script).arg("net.json").current_dir(self.dir.path()).output().unwrap();
        assert!(said.status.success(), "{}", text(&said.stderr));
        self.netlist("merged");
        text(&said.stdout)
    }

    /// Writes the present `net.json` as a module with this name. Cells other than block RAMs are modelled.
    fn netlist(&self, name: &str) {
        self.yosys(&format!(
            "read_json net.json; rename n_rom {name}; read_verilog -D NO_INCLUDES +/ecp5/cells_sim.v; \
             hierarchy -top {name}; proc; flatten; opt_clean -purge; write_verilog -noattr {name}.v"
        ));
    }

    /// The number of cycles in which the three differ, and of cycles in which a row is shown.
    fn differences(&self) -> (usize, usize) {
        std::fs::write(self.path("tb.v"), bench(&read(&self.path("rom.v")))).unwrap();
        let files = ["tb.v", "rom.v", "unmerged.v", "merged.v", "dp16kd.v"];
        let words = ["-g2005", "-s", "tb", "-o", "tb.vvp"].into_iter().chain(files).collect::<Vec<_>>();
        let (good, said) = tool("iverilog", &words, self.dir.path());
        assert!(good, "{said}");
        let (_, said) = tool("vvp", &["-n", "tb.vvp"], self.dir.path());
        let numbers = said.lines().find_map(|line| line.strip_prefix("seen ")).expect("a result");
        let (wrong, rows) = numbers.split_once(' ').expect("two numbers");
        (wrong.parse().unwrap(), rows.trim().parse().unwrap())
    }

    fn change(&self, name: &str, from: &str, to: &str) {
        let before = read(&self.path(name));
        assert!(before.contains(from), "{before}");
        std::fs::write(self.path(name), before.replace(from, to)).unwrap();
    }
}

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// Name and bits of a module's ports of a direction.
fn ports(rom: &str, direction: &str) -> Vec<(String, usize)> {
    let port = |line: &str| {
        let rest = line.trim().strip_prefix(direction)?.trim().strip_prefix("wire")?;
        let declared = rest.split("//").next()?.trim().trim_end_matches(',');
        let name = declared.rsplit(' ').next()?.to_string();
        let high = declared.strip_prefix('[').and_then(|rest| rest.split_once(':')).map(|(high, _)| high);
        Some((name, high.map_or(1, |high| high.parse::<usize>().unwrap() + 1)))
    };
    rom.lines().filter_map(port).collect()
}

/// A bench of all three ROMs with the same inputs, which are random in each cycle.
fn bench(rom: &str) -> String {
    let (outputs, mut links, mut at) = (ports(rom, "output"), String::new(), 0);
    for (name, bits) in &outputs {
        let _ = write!(links, ", .{name}(seen[{at} +: {bits}])");
        at += bits;
    }
    let inputs = ports(rom, "input");
    let slot = inputs.iter().find(|(name, _)| name == "slot_i").expect("an address").1;
    let pins = ".clk_i(clk), .rst_ni(rst_n), .slot_i(slot), .running_i(running)";
    let one = |module: &str| {
        format!("{module} u_{module} ({pins}{});\n", links.replace("seen", &format!("y_{module}")))
    };
    let all = ["n_rom", "unmerged", "merged"].map(one).concat();
    BENCH
        .replace("SLOT", &(slot - 1).to_string())
        .replace("HIGH", &(at - 1).to_string())
        .replace("  INSTANCES\n", &all)
}

const BENCH: &str = "\
module tb;
  reg clk, rst_n, running;
  reg [SLOT:0] slot;
  integer cycle, wrong, rows;
  wire [HIGH:0] y_n_rom, y_unmerged, y_merged;
  INSTANCES
  initial begin
    wrong = 0; rows = 0;
    for (cycle = 0; cycle < 4000; cycle = cycle + 1) begin
      clk = 0; rst_n = cycle > 4 && $random % 50 != 0; running = $random % 8 != 0; slot = $random;
      #1 clk = 1;
      #1 if (cycle > 4 && (y_n_rom !== y_unmerged || y_n_rom !== y_merged)) wrong = wrong + 1;
      if (y_n_rom != 0) rows = rows + 1;
    end
    $display(\"seen %0d %0d\", wrong, rows);
    $finish;
  end
endmodule
";

#[test]
fn outputs_stay_as_they_were() {
    for (network, bits) in NETWORKS {
        let rom = Rom::new(network);
        assert_eq!(rom.merged(), format!("net.json: {bits} registers are in block RAMs\n"), "{network}");
        let (wrong, rows) = rom.differences();
        assert!(wrong == 0 && rows > 1000, "{network}: {wrong} wrong, {rows} rows");
        rom.change("merged.v", "\"OUTREG\"", "\"NOREG\"");
        assert!(rom.differences().0 > 1000, "{network}: a missing register is not noticed");
    }
}

/// A register with a reset or an enable, or whose input something else reads, is no output register.
#[test]
fn other_registers_stay_outside() {
    let changes = [
        ("answer_q <= read_q;", "answer_q <= rst_ni ? read_q : 24'h0;"),
        ("answer_q <= read_q;", "if (running_i) answer_q <= read_q;"),
        ("answer_q <= read_q;", "answer_q <= read_q ^ 24'h1;"),
        ("assign valid_0_o = row_q[0];", "assign valid_0_o = row_q[0] & read_q[3];"),
    ];
    for (from, to) in changes {
        let rom = Rom::new(NETWORKS[0].0);
        rom.change("rom.v", from, to);
        assert_eq!(rom.merged(), "net.json: 0 registers are in block RAMs\n", "{to}");
        assert_eq!(rom.differences().0, 0, "{to}");
    }
}

#[test]
fn other_files_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("net.json"), "{}").unwrap();
    for (word, said) in [("net.json", "no netlist: KeyError('modules')\n"), ("none.json", "No such file")] {
        let run = Command::new(here("../constraints/ram_registers.py"))
            .arg(word)
            .current_dir(dir.path())
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(2), "{word}");
        assert!(text(&run.stderr).contains(said), "{}", text(&run.stderr));
    }
}
