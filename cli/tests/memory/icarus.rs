//! Networks with message memories in Icarus, used as by a user: data are written and read through the memory
//! ports of every processor, with only `memory.csv` for addresses. Also the bench, whose self-test agents do
//! the same.

use crate::common::memory::{broadcast, emitted, network};
use crate::common::tool;
use std::path::Path;
use torus_gen::network::{Memory, Network};

use torus_sim::Manifest;

/// Writes `load.hex` (processor, address, data) through the ports, starts once, and reads `read.hex`
/// (processor, address).
const USER: &str = "
module testbench;
  reg clk = 0; reg rst_n = 0; reg start = 0; integer k, cycles;
  wire busy, error;
  reg [P-1:0] write = 0; reg [P*A-1:0] addr = 0; reg [P*W-1:0] data = 0;
  wire [P*W-1:0] read; wire [LINKS-1:0] link_valid; wire [LANES-1:0] eject_valid; wire [LANES*W-1:0] \
  eject_data;
  reg [63:0] loads [0:3*LOADS-1];
  reg [63:0] reads [0:2*READS-1];
  NAME dut (.clk_i(clk), .rst_ni(rst_n), .start_i(start), .busy_o(busy), .mem_write_i(write), \
  .mem_addr_i(addr),
    .mem_data_i(data), .mem_data_o(read), .eject_valid_o(eject_valid), .eject_data_o(eject_data),
    .link_valid_o(link_valid), .error_o(error));
  always #5 clk = ~clk;
  initial begin
    $readmemh(\"load.hex\", loads);
    $readmemh(\"read.hex\", reads);
    repeat (4) @(negedge clk);
    rst_n = 1;
    @(negedge clk);
    for (k = 0; k < LOADS; k = k + 1) begin
      write = 1 << loads[3*k];
      addr[loads[3*k]*A +: A] = loads[3*k+1];
      data[loads[3*k]*W +: W] = loads[3*k+2];
      @(negedge clk);
    end
    write = 0;
    start = 1;
    @(negedge clk);
    start = 0;
    cycles = 0;
    while (busy) begin
      cycles = cycles + 1;
      @(negedge clk);
    end
    $display(\"busy %0d error %b\", cycles, error);
    for (k = 0; k < READS; k = k + 1) begin
      addr[reads[2*k]*A +: A] = reads[2*k+1];
      @(negedge clk);
      $display(\"%h\", read[reads[2*k]*W +: W]);
    end
    $display(\"error %b\", error);
    $finish;
  end
endmodule
";

/// Starts twice and prints the changes of `done_o`.
const BENCH: &str = "
module testbench;
  reg clk = 0; reg rst_n = 0; reg start = 0; reg was = 0; integer cycle;
  wire done, error; wire [LINKS-1:0] link_valid; wire [LANES-1:0] eject_valid; wire [LANES*W-1:0] eject_data;
  NAME_bench dut (.clk_i(clk), .rst_ni(rst_n), .start_i(start), .done_o(done), .error_o(error),
    .link_valid_o(link_valid), .eject_valid_o(eject_valid), .eject_data_o(eject_data));
  always #5 clk = ~clk;
  initial begin
    repeat (4) @(negedge clk);
    rst_n = 1;
    @(negedge clk);
    for (cycle = 0; cycle < 2 * CYCLES; cycle = cycle + 1) begin
      start = cycle == 0 || cycle == CYCLES;
      if (done !== was || error !== 0) $display(\"%0d done %b error %b\", cycle, done, error);
      was = done;
      @(negedge clk);
    end
    $finish;
  end
endmodule
";

/// The network's sizes in a testbench.
fn filled(text: &str, network: &Network<Memory>, local_ports: usize, more: &[(&str, usize)]) -> String {
    let (torus, program) = (network.base.torus(), &network.kind.program);
    let address = network.info().address;
    let all =
        [("LINKS", torus.link_slots()), ("LANES", local_ports), ("W", network.base.width), ("A", address)];
    let fixed = [("P", program.placement.len())];
    let parameters: String =
        all.iter().chain(&fixed).chain(more).map(|(n, v)| format!("  localparam {n} = {v};\n")).collect();
    let text = text.replace("NAME", &network.base.name);
    text.replacen("module testbench;\n", &format!("module testbench;\n{parameters}"), 1)
}

/// What a testbench prints.
fn run(dir: &Path, bench: &str, net: &str) -> Vec<String> {
    std::fs::write(dir.join("testbench.v"), bench).unwrap();
    let list = format!("{net}.f");
    let args = ["-g2001", "-s", "testbench", "-o", "bench.vvp", "-f", &list, "testbench.v"];
    let (good, said) = tool("iverilog", &args, dir);
    assert!(good && said.is_empty(), "iverilog: {said}");
    let (good, said) = tool("vvp", &["-n", "bench.vvp"], dir);
    assert!(good, "vvp: {said}");
    said.lines().filter(|line| !line.contains("$finish")).map(str::to_string).collect()
}

/// Data of 32 bits. They differ for every flit of every block.
fn datum(origin: usize, destination: usize, flit: usize) -> u64 {
    let key = (origin * 1000 + destination) * 1000 + flit + 1;
    (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
}

/// A line of `memory.csv`: node, load or result, partner, address.
type Line = (usize, String, usize, usize);

fn memory_map(dir: &Path) -> Vec<Line> {
    let text = std::fs::read_to_string(dir.join("memory.csv")).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("node,what,partner,address"));
    let number = |text: &str| text.parse().unwrap();
    let line = |line: &str| {
        let field: Vec<&str> = line.split(',').collect();
        (number(field[0]), field[1].to_string(), number(field[2]), number(field[3]))
    };
    lines.map(line).collect()
}

fn words(rows: &[Vec<u64>]) -> String {
    rows.iter().flatten().map(|word| format!("{word:x}\n")).collect()
}

/// Checks the results. All nodes have processors here, so a node's number is that of its processor.
fn assert_transposes(network: &Network<Memory>) {
    let folder = emitted(network);
    let (dir, name) = (folder.path(), format!("{} on {}", network.kind.plan.algorithm, network.base.name));
    let (map, flits) = (memory_map(dir), network.kind.program.flits as usize);
    let broadcast = network.kind.program.broadcast;
    let (mut loads, mut reads, mut expected) = (Vec::new(), Vec::new(), Vec::new());
    for (node, what, partner, address) in &map {
        for flit in 0..flits {
            let (at, processor) = ((address + flit) as u64, *node as u64);
            match what.as_str() {
                "load" => loads.push(vec![
                    processor,
                    at,
                    datum(*node, if broadcast { *node } else { *partner }, flit),
                ]),
                _ => {
                    reads.push(vec![processor, at]);
                    expected.push(format!(
                        "{:08x}",
                        datum(*partner, if broadcast { *partner } else { *node }, flit)
                    ));
                }
            }
        }
    }
    std::fs::write(dir.join("load.hex"), words(&loads)).unwrap();
    std::fs::write(dir.join("read.hex"), words(&reads)).unwrap();
    let n = network.base.torus().len();
    assert_eq!(
        reads.len(),
        flits * if broadcast { n } else { n * (n - 1) + usize::from(has_own(network)) * n }
    );
    let local_ports = n * network.kind.program.ports.existing_local_ports(network.base.torus()).len();
    let bench = filled(USER, network, local_ports, &[("LOADS", loads.len()), ("READS", reads.len())]);
    let said = run(dir, &bench, &network.base.name);
    expected.insert(0, format!("busy {} error 0", network.kind.program.slots + 1));
    expected.push("error 0".into());
    assert_eq!(said, expected, "{name}");
}

fn has_own(network: &Network<Memory>) -> bool {
    network.kind.plan.task == torus_model::collective::Task::Exchange { own: true }
}

fn assert_bench_is_on_time(network: &Network<Memory>) {
    let folder = emitted(network);
    let dir = folder.path();
    let manifest = Manifest::read(dir).unwrap();
    let latency = manifest.latency.unwrap();
    let done = manifest.schedule.as_ref().unwrap().makespan + latency.makespan_to_done;
    let cycles = done as usize + 7;
    let local_ports =
        network.kind.program.placement.len() * network.kind.program.ports.local_ports(network.base.torus());
    let bench = filled(BENCH, network, local_ports, &[("CYCLES", cycles)]);
    let said = run(dir, &bench, &network.base.name);
    let expected = [
        format!("{done} done 1 error 0"),
        format!("{} done 0 error 0", cycles + 1),
        format!("{} done 1 error 0", cycles + done as usize),
    ];
    assert_eq!(said, expected, "{} on {}", network.kind.plan.algorithm, network.base.name);
}

fn networks() -> [Network<Memory>; 4] {
    let exchanges = [("3x3", "table"), ("3x4", "product-a2"), ("4x4", "suh-shin")];
    let [a, b, c] = exchanges.map(|(dims, algorithm)| network(dims, algorithm, 2));
    [a, b, c, broadcast("3x3", "1,2", 2)]
}

#[test]
fn users_transpose_their_data() {
    networks().iter().for_each(assert_transposes);
}

#[test]
fn benches_end_on_time() {
    networks().iter().for_each(assert_bench_is_on_time);
}
