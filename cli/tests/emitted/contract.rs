//! The harness of a buffered router excludes heads that it calls illegal. Here every head of an exchange, on
//! every link, has to be legal by its rules. Otherwise its proof would not cover them.

use crate::common::icarus::{simulated, Emitted};
use std::fs;

/// Radices, and the other options of a network.
const NETWORKS: [(&[usize], &str); 6] = [
    (&[3, 3], "--channels 2 --depth 2"),
    (&[3, 4], "--routing udr --channels 4 --depth 2 --ports one"),
    (&[2, 3, 4], "--deadlock bubble --channels 1 --depth 2"),
    (&[6], "--channels 2 --depth 4 --flits 2"),
    (&[4, 4], "--placement linear --ties parity"),
    (&[8, 2], "--pipeline 2 --depth 8 --ports one"),
];

const BENCH: &str = "
module testbench;
  localparam integer D = @D@, E = @E@, NODES = @NODES@, HEAD = @HEAD@, RADIX_BITS = @RADIX_BITS@;
  localparam [D*32-1:0] RADIX = {@RADIX@};
  localparam [E*32-1:0] PORTS = {@PORTS@};
  reg clk = 0, rst_n = 0, start = 0;
  wire done;
  net_bench u_bench (.clk_i(clk), .rst_ni(rst_n), .start_i(start), .done_o(done));
  net_router_contract u_contract ();
  always #5 clk = ~clk;

  integer node, e, d, rest, legal = 0, illegal = 0;
  reg [D*RADIX_BITS-1:0] place;
  reg [HEAD-1:0] head;
  reg [15:0] port;
  always @(negedge clk) if (rst_n)
    for (node = 0; node < NODES; node = node + 1) begin
      rest = node;
      place = 0;
      for (d = D - 1; d >= 0; d = d - 1) begin
        place[d*RADIX_BITS +: RADIX_BITS] = rest % RADIX[d*32 +: 32];
        rest = rest / RADIX[d*32 +: 32];
      end
      for (e = 0; e < E; e = e + 1) if (u_bench.u_net.link_valid[node*E+e]) begin
        head = u_bench.u_net.link_head >> ((node*E+e) * HEAD);
        port = PORTS[e*32 +: 32];
        if (u_contract.head_is_legal(place, head, port, u_contract.there(place, port))) legal = legal + 1;
        else illegal = illegal + 1;
      end
    end
  initial begin
    repeat (8) @(negedge clk);
    rst_n = 1;
    repeat (4) @(negedge clk);
    start = 1;
    @(negedge clk);
    start = 0;
    while (!done) @(negedge clk);
    $display(\"legal %0d illegal %0d\", legal, illegal);
    $finish;
  end
endmodule
";

fn packed(numbers: impl DoubleEndedIterator<Item = usize>) -> String {
    numbers.rev().map(|number| format!("32'd{number}")).collect::<Vec<_>>().join(", ")
}

/// A number in a harness.
fn stated(harness: &str, name: &str) -> String {
    let line = harness.lines().find(|line| line.trim_start().split(' ').nth(1) == Some(name)).expect(name);
    line.split('=').nth(1).unwrap().trim_matches([' ', ',', ';']).to_string()
}

/// A bench that checks each head on a link by the harness.
fn bench(radices: &[usize], harness: &str) -> String {
    // Two nodes of a ring of two share a link each way.
    let exists = |port: &usize| radices[port / 2] > 2 || port % 2 == 0;
    let ports: Vec<usize> = (0..2 * radices.len()).filter(exists).collect();
    BENCH
        .replace("@D@", &radices.len().to_string())
        .replace("@E@", &ports.len().to_string())
        .replace("@NODES@", &radices.iter().product::<usize>().to_string())
        .replace("@HEAD@", &stated(harness, "HEAD"))
        .replace("@RADIX_BITS@", &stated(harness, "RADIX_BITS"))
        .replace("@RADIX@", &packed(radices.iter().copied()))
        .replace("@PORTS@", &packed(ports.into_iter()))
}

#[test]
fn every_head_of_an_exchange_is_legal() {
    for (radices, options) in NETWORKS {
        let dims: Vec<String> = radices.iter().map(usize::to_string).collect();
        let words = format!("{} --router buffered {options} --formal --name net", dims.join("x"));
        let emitted = Emitted::new(&words);
        let dir = emitted.folder();
        let list = fs::read_to_string(dir.join("net.f")).unwrap();
        fs::write(dir.join("with.f"), format!("{list}formal/net_router_contract.v\n")).unwrap();
        let harness = fs::read_to_string(dir.join("formal/net_router_contract.v")).unwrap();
        let said = simulated(&dir, "with.f", &bench(radices, &harness));
        let counts: Vec<usize> = said.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        assert!(counts[0] >= radices.iter().product::<usize>() && counts[1] == 0, "{words}: {said}");
    }
}
