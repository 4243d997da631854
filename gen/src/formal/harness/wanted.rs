//! Compares what each injection port sends from its ROM with what the schedule wants.

use super::sizes::Sizes;
use crate::formal::quotient::{hops, Quotient};
use torus_model::RomEntry;

/// The assumptions about starts that users guarantee (docs/scheduled.md); routers set by the slot ensure
/// them themselves.
const STARTS: &str = "  // Frames follow each other without a gap, or when all messages have arrived.
  always @* if (!running_0) assume (!start_i | !(f_busy | (|link_valid)));\n\n";

/// The comment above the assertions about local ports.
const SENDS: &str = "  // Local ports send what the schedule says, when it says so.\n";

/// The row of this cycle, and what it should contain.
pub fn text(quotient: &Quotient, sizes: &Sizes) -> String {
    let tables: String = (0..sizes.sends).map(|i| table(quotient, sizes, i)).collect();
    let checks: String = (0..sizes.sends).map(|i| check(sizes, i)).collect();
    let senders = sizes.sends / quotient.spec.local_ports().len();
    let same: String = (1..senders)
        .map(|s| {
            format!(
                "    same_slot_{s}: assert ((running_{s} == running_0) \
                 & (!running_0 | (slot_{s} == slot_0)));\n"
            )
        })
        .collect();
    let starts = if quotient.spec.slot_table.is_none() { STARTS } else { "" };
    row(quotient, sizes) + &tables + starts + SENDS + "  always @* begin\n" + &same + &checks + "  end\n\n"
}

/// The slot whose row is injected in this cycle: that of the counter, as many cycles ago as the ROM takes.
fn row(quotient: &Quotient, sizes: &Sizes) -> String {
    let stages = quotient.spec.link_latency() - 2;
    let (slot, zero) = (sizes.slot - 1, format!("{}'d0", sizes.slot));
    let mut text = String::from("  // The row that is injected in this cycle.\n");
    let mut before = ("running_0".to_string(), "slot_0".to_string());
    let mut busy = Vec::new();
    for stage in 0..stages {
        let (run, row) = (format!("f_run_{stage}_q"), format!("f_row_{stage}_q"));
        text += &format!(
            "  reg {run} = 1'b0;\n  reg [{slot}:0] {row} = {zero};\n  always @(posedge clk_i) begin\n    \
             {run} <= rst_ni & {};\n    {row} <= {};\n  end\n",
            before.0, before.1
        );
        busy.push(run.clone());
        before = (run, row);
    }
    text + &format!(
        "  wire f_run = {};\n  wire [{slot}:0] f_row = {};\n  wire f_busy = {};\n\n",
        before.0,
        before.1,
        busy.join(" | ")
    )
}

/// The values that an injection port should send in each slot: hops, offsets, valid.
fn table(quotient: &Quotient, sizes: &Sizes, i: usize) -> String {
    let Sizes { want, slot, .. } = sizes;
    let mut text = format!(
        "  // Local port {i}: hops, offsets from the last dimension to the first, valid.\n  \
         reg [{}:0] f_want_{i};\n  always @* begin\n    case (f_row)\n",
        want - 1
    );
    for (row, entry) in quotient.sends[i].iter().enumerate() {
        let Some(entry) = entry else { continue };
        text += &format!("      {slot}'d{row}: f_want_{i} = {};\n", value(sizes, entry));
    }
    text += &format!(
        "      default: f_want_{i} = {want}'d0;\n    endcase\n    \
         if (!f_run) f_want_{i} = {want}'d0;\n  end\n\n"
    );
    text
}

fn value(sizes: &Sizes, entry: &RomEntry) -> String {
    let offsets = entry.offset.iter().zip(&sizes.coordinates).rev();
    let fields: Vec<String> = offsets.map(|(offset, bits)| format!("{bits}'d{offset}")).collect();
    format!("{{{}'d{}, {}, 1'b1}}", sizes.hops, hops(entry), fields.join(", "))
}

/// The assertions: a port sends exactly when the schedule says so, and with its offsets.
fn check(sizes: &Sizes, i: usize) -> String {
    let (begin, bits) = (i * sizes.offset, sizes.offset);
    format!(
        "    sends_{i}: assert (inject_valid[{i}] == f_want_{i}[0]);\n    \
         if (f_want_{i}[0]) offset_{i}: \
         assert (inject_offset[{begin} +: {bits}] == f_want_{i}[1 +: {bits}]);\n"
    )
}
