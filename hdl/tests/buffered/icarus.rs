//! The printed Verilog of both buffered routers in Icarus against the naive routers, every output in every
//! cycle.
//!
//! Here the hand-written Verilog of buffers and arbiters is tested; rust-hdl's simulator runs their Rust
//! only. An X at an output that matters is a difference. Parameters: every corner of the specification, with
//! and without a processor. A planted fault in each kind of module has to be found.

use crate::common::buffered::bench::Oracle;
use crate::common::buffered::naive::Naive;
use crate::common::buffered::pipelined::PipelinedNaive;
use crate::common::buffered::traffic::{Load, Traffic};
use crate::common::buffered::{vectors, Corner, CORNERS};
use crate::common::{run, torus, write};
use std::fmt::Write;
use std::path::Path;
use torus_hdl::buffered::{
    self, BufferedSpec,
    Pipeline::{self, OneCycle, TwoCycles},
};

const WIDTH: usize = 9;
const LOAD: Load = Load { arrive: 85, credit: 25, inject: 70, eject: 60 };

/// Writes the vectors of a random walk. Returns the testbench that plays them.
fn bench<O: Oracle>(folder: &Path, corner: &Corner, local: bool, cycles: usize) -> String {
    let torus = torus(corner.dims);
    let mut oracle = O::at_reset(corner, &torus, &corner.turns(&torus), local);
    let mut traffic = Traffic::new(7, LOAD, oracle.base(), WIDTH);
    let mut files = [String::new(), String::new(), String::new()];
    let (mut pins, mut widths) = (String::new(), [0, 0]);
    for t in 0..cycles {
        let inputs = traffic.inputs(oracle.base());
        oracle.step(&inputs);
        let ins = vectors::inputs(oracle.base(), WIDTH, &inputs);
        let outs = vectors::outputs(oracle.base(), WIDTH, oracle.base().outputs());
        let lines = [vectors::digits(&ins), vectors::digits(&outs), vectors::cares(&outs)];
        files.iter_mut().zip(&lines).for_each(|(file, line)| *file += &format!("{line}\n"));
        if t == 0 {
            widths = [lines[0].len(), lines[1].len()];
            pins = connections("x", widths[0], &ins) + &connections("y", widths[1], &outs);
        }
    }
    for (name, file) in ["in", "want", "care"].iter().zip(&files) {
        std::fs::write(folder.join(format!("{name}.mem")), file).unwrap();
    }
    let top = if local { "net_router" } else { "net_transit" };
    testbench(top, &pins, widths, cycles)
}

/// The testbench that plays vectors with these widths of inputs and outputs.
fn testbench(top: &str, pins: &str, widths: [usize; 2], cycles: usize) -> String {
    format!(
        "module bench;
  reg clk = 0, rst_n = 0;
  reg [{i}:0] x = 0, in [0:{t}];
  reg [{o}:0] want [0:{t}], care [0:{t}];
  wire [{o}:0] y;
  integer k;
  {top} dut (.clk_i(clk), .rst_ni(rst_n){pins});
  initial begin
    $readmemb(\"in.mem\", in); $readmemb(\"want.mem\", want); $readmemb(\"care.mem\", care);
    #1 clk = 1; #1 clk = 0; rst_n = 1;
    for (k = 0; k <= {t}; k = k + 1) begin
      x = in[k];
      #1 clk = 1; #1 clk = 0;
      if (((y ^ want[k]) & care[k]) !== 0) begin
        $display(\"cycle %0d: got %b, want %b\", k, y, want[k]);
        $finish;
      end
    end
    if (k > {t}) $display(\"the same\");
  end
endmodule
",
        i = widths[0] - 1,
        o = widths[1] - 1,
        t = cycles - 1,
    )
}

/// Connects the ports of the router to the bits of a vector.
fn connections(vector: &str, width: usize, pins: &[vectors::Pin]) -> String {
    let (mut text, mut at) = (String::new(), width);
    for (name, width, ..) in pins {
        at -= width;
        let _ = write!(text, ",\n    .{name}({vector}[{}:{at}])", at + width - 1);
    }
    text
}

/// Plays a walk and returns Icarus's output. `pipeline`: the cycles of a hop. `spoil` may change the
/// modules.
fn play<O: Oracle>(
    corner: &Corner,
    (pipeline, local): (Pipeline, bool),
    cycles: usize,
    spoil: impl Fn(&str, String) -> String,
) -> String {
    let torus = torus(corner.dims);
    let turns = corner.turns(&torus);
    let spec = BufferedSpec { pipeline, ..corner.spec(&torus, &turns, WIDTH) };
    let mut all = buffered::modules(&spec);
    all.iter_mut().for_each(|module| module.text = spoil(&module.name, std::mem::take(&mut module.text)));
    let folder = tempfile::tempdir().unwrap();
    let files = write(folder.path(), &all);
    std::fs::write(folder.path().join("bench.v"), bench::<O>(folder.path(), corner, local, cycles)).unwrap();
    let fixed = ["-g2001", "-o", "out", "-s", "bench", "bench.v"];
    let arguments: Vec<&str> = fixed.into_iter().chain(files.iter().map(String::as_str)).collect();
    let (content, report) = run("iverilog", &arguments, folder.path());
    assert!(content, "{report}");
    run("vvp", &["-n", "out"], folder.path()).1
}

/// Plays walks with all corners.
fn play_all<O: Oracle>(pipeline: Pipeline) {
    for corner in &CORNERS {
        for local in [true, false] {
            let report = play::<O>(corner, (pipeline, local), 1500, |_, text| text);
            assert_eq!(report.trim(), "the same", "{corner:?} {local}");
        }
    }
}

/// Plants each fault in a module of a corner's router, as `(module, right text, wrong text)`, and expects
/// that it is found.
fn assert_seen<O: Oracle>(corner: &Corner, pipeline: Pipeline, faults: &[(&str, &str, &str)]) {
    for (module, right, wrong) in faults {
        let seen = std::cell::Cell::new(false);
        let report = play::<O>(corner, (pipeline, true), 1500, |name, text| {
            let hit = format!("{name}.v").contains(module);
            let spoilt = if hit { text.replace(right, wrong) } else { text.clone() };
            seen.set(seen.get() | (spoilt != text));
            spoilt
        });
        assert!(seen.get(), "No module has {right}");
        assert!(!report.contains("the same"), "{wrong} is not seen.");
    }
}

#[test]
fn the_text_does_what_the_naive_router_does() {
    play_all::<Naive>(OneCycle);
}

#[test]
fn the_text_of_two_cycles_a_hop_does_what_the_naive_router_does() {
    play_all::<PipelinedNaive>(TwoCycles);
}

#[test]
fn a_planted_fault_is_seen() {
    assert_seen::<Naive>(
        &CORNERS[5],
        OneCycle,
        &[
            ("net_buffer", "write_q <= ", "write_q <= read_q + 2'd1; if (0) write_q <= "),
            ("net_buffer", "wire keep = push_i & !(empty & pop_i);", "wire keep = push_i;"),
            ("net_inject_buffer", "ready_q <= !(keep", "ready_q <= (keep"),
            ("net_arbiter_4", "row_4 = row_2 | {row_2[0], 2'd0};", "row_4 = row_2;"),
            ("_lock.v", "(owner | {", "(owner ^ {"),
            ("net_output_", "credits_q != 2'd0", "1'b1"),
            ("net_output_", "? !ending : lock_q", "? ending : lock_q"),
            ("net_input_", "| {4{wrap_i}}", "| {4{!wrap_i}}"),
        ],
    );
}

#[test]
fn a_planted_fault_in_two_cycles_a_hop_is_seen() {
    assert_seen::<PipelinedNaive>(
        &CORNERS[5],
        TwoCycles,
        &[
            ("net_output_", "second_0_q <= odd_0", "second_0_q <= !odd_0"),
            ("net_output_", "{4{!flit[", "{4{flit["),
            ("net_output_", "(sent[c] == credit_i[c]) ? room_q : credit_i[c]", "credit_i[c]"),
            ("net_eject_", "any | !free", "any"),
            ("net_inject", "free = pop_i | !valid_q", "free = !valid_q"),
            ("net_inject", "taken | (valid_q & !pop_i)", "taken | valid_q"),
            ("net_inject", "!head_q[", "head_q["),
            ("net_input_", "channel[0] | wrap_i", "channel[0]"),
            ("net_input_", "ready_q <= some_q", "ready_q <= ~some_q"),
        ],
    );
}

/// With ordered routing a head that turns loses a run, and keeps the bits that nothing reads.
#[test]
fn a_planted_fault_behind_an_ordered_turn_is_seen() {
    for corner in [&CORNERS[0], &CORNERS[13]] {
        let fault = ("net_input_", ", continues ? ", ", !continues ? ");
        assert_seen::<PipelinedNaive>(corner, TwoCycles, &[fault]);
    }
}
