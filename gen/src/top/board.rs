//! The board top: the bench with three ports, two inputs and three lights, for the boards of `constraints/`.
//!
//! A counter that starts at power-up makes the reset. The button is synchronised and debounced. One light
//! shows a bit that depends on all outputs, so that synthesis cannot remove any part of the network.

use super::{
    error_site,
    ports::{module_text, Direction, Port},
};
use crate::base::Base;
use torus_model::PortModel;

/// Ports of the board top with their widths; the constraint files assign pins to them.
pub const BOARD_PORTS: [(&str, usize); 3] = [("clk_i", 1), ("start_i", 1), ("led_o", 3)];

/// The text of `NAME_board`, whatever the routers of `NAME_bench`. `has_site`: whether the bench has the port
/// `error_site_o`.
pub fn board(base: &Base, header: &[String], model: PortModel, has_site: bool) -> String {
    let (name, torus) = (&base.name, base.torus());
    let links = torus.link_slots();
    let local_ports = base.placement.len() * model.local_ports(torus);
    let ports = [
        Port::new(Direction::In, 1, "clk_i", "the board's clock"),
        Port::new(Direction::In, 1, "start_i", "button, high when pressed: one exchange for each press"),
        Port::new(
            Direction::Out,
            3,
            "led_o",
            "{error, done, a bit that keeps the network from being removed}",
        ),
    ];
    let site = error_site::port(torus).info().width;
    let [net, end] = match has_site {
        true => [
            format!("\n  wire [{}:0] unused_site;", site - 1),
            format!(",\n    .{}  (unused_site)", error_site::PORT),
        ],
        false => [String::new(), String::new()],
    };
    let body = BODY
        .replace("SITE_NET", &net)
        .replace("SITE_END", &end)
        .replace("NAME", name)
        .replace("LINKS", &(links - 1).to_string())
        .replace("LOCAL_PORTS", &(local_ports - 1).to_string())
        .replace("DATA", &(local_ports * base.width - 1).to_string());
    let what = "the bench behind the pins of a board: a button starts, lights show.";
    let timing =
        "Timing: 15 cycles of reset after power-up; an exchange starts once the button is stable for \
                  2^16 cycles.";
    let header = [header, &[timing.into()]].concat();
    module_text(&format!("{name}_board"), what, &header, &ports, &body)
}

const BODY: &str = "  // Power-up reset: 15 cycles.
  reg  [3:0] reset_q = 4'd0;
  wire       rst_n = &reset_q;

  // The button, synchronised, then taken once it has been stable for 2^16 cycles.
  (* ASYNC_REG = \"TRUE\" *)
  reg  [1:0]  sync_q = 2'd0;
  reg  [15:0] stable_q = 16'd0;
  reg         button_q = 1'b0;
  reg         start_q = 1'b0;

  // The parity of all outputs, whether valid or not. It means nothing; it depends on the whole network, so
  // synthesis cannot remove a part.
  reg         parity_q = 1'b0;
  wire        done;
  wire        error;
  wire [LINKS:0] link_valid;
  wire [LOCAL_PORTS:0] eject_valid;
  wire [DATA:0] eject_data;SITE_NET

  // Reset, button and parity, cycle by cycle.
  always @(posedge clk_i) begin
    if (!rst_n) begin
      reset_q <= reset_q + 4'd1;
    end
    sync_q   <= {sync_q[0], start_i};
    stable_q <= (sync_q[1] == button_q) ? 16'd0 : stable_q + 16'd1;
    start_q  <= (&stable_q) & sync_q[1];
    if (&stable_q) begin
      button_q <= sync_q[1];
    end
    parity_q <= parity_q ^ (^link_valid) ^ (^eject_valid) ^ (^eject_data);
  end

  NAME_bench u_bench (
    .clk_i         (clk_i),
    .rst_ni        (rst_n),
    .start_i       (start_q),
    .done_o        (done),
    .error_o       (error),
    .link_valid_o  (link_valid),
    .eject_valid_o (eject_valid),
    .eject_data_o  (eject_data)SITE_END
  );

  // The lights.
  assign led_o = {error, done, parity_q};
";
