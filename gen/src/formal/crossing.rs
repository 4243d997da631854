//! The formal properties of the FIFO between two clocks, for all kinds of networks.

use super::{properties::insert, sby};
use torus_hdl::Module;

/// Puts assertions into the FIFO of streams with a clock of their own. Returns paths and texts of the files
/// beside the modules, or nothing without such a FIFO. `modules`: those around the network; `header`: the
/// comment of every file.
pub(crate) fn crossing(network: &str, header: &[String], modules: &mut [Module]) -> Vec<(String, String)> {
    let fifo = format!("{network}_axis_cross");
    let Some(fifo) = modules.iter_mut().find(|module| module.name == fifo) else { return Vec::new() };
    let about = "one bit of a pointer changes at a time, and no place is written that is not free";
    insert(fifo, about, &[DECLARED.into()], &ASSERTED.map(String::from));
    let top = format!("{network}_crossing");
    let harness =
        include_str!("crossing.v").replace("HEADER", &header.join("\n// ")).replace("NAME", network);
    let parts = ["sync", "reset", "cross"].map(|part| format!("{network}_axis_{part}"));
    vec![(format!("formal/{top}.v"), harness), (format!("{top}.sby"), sby::of_two_clocks(&top, &parts))]
}

/// The pointers one cycle ago, and the number of places in use.
const DECLARED: &str = "  reg  [A:0] f_write_q;
  reg  [A:0] f_read_q;
  wire [A:0] f_written = write_gray_q ^ f_write_q;
  wire [A:0] f_read = read_gray_q ^ f_read_q;
  wire [A:0] f_used = write_q - read_q;
  wire       f_up = write_rst_ni & read_rst_ni;
  always @(posedge write_clk_i or negedge write_rst_ni) begin
    if (!write_rst_ni) f_write_q <= {(A+1){1'b0}};
    else f_write_q <= write_gray_q;
  end
  always @(posedge read_clk_i or negedge read_rst_ni) begin
    if (!read_rst_ni) f_read_q <= {(A+1){1'b0}};
    else f_read_q <= read_gray_q;
  end";

const ASSERTED: [&str; 3] = [
    "    one_bit_written: assert (!f_up | ((f_written & (f_written - 1'b1)) == {(A+1){1'b0}}));",
    "    one_bit_read: assert (!f_up | ((f_read & (f_read - 1'b1)) == {(A+1){1'b0}}));",
    "    no_overflow: assert (!f_up | (f_used <= {1'b1, {A{1'b0}}}));",
];
