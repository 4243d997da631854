//! The harness of a scheduled network: its quotient, the messages that the schedule wants, and one message
//! that is followed.

mod follow;
mod nodes;
mod sizes;
mod wanted;

use super::quotient::Quotient;
use sizes::Sizes;

/// The text of the harness.
pub fn text(top: &str, quotient: &Quotient) -> String {
    let sizes = Sizes::new(quotient);
    let parts = [
        head(top, quotient, &sizes),
        nodes::text(quotient, &sizes),
        wanted::text(quotient, &sizes),
        follow::text(quotient, &sizes),
    ];
    parts.concat() + "endmodule\n\n`default_nettype wire\n"
}

fn head(top: &str, quotient: &Quotient, sizes: &Sizes) -> String {
    let classes = quotient.classes.len();
    let lines: String = quotient.spec.header.iter().map(|line| format!("// {line}\n")).collect();
    format!(
        "// {top}: the network folded by its translations, for provers (docs/proofs.md); \
         no hardware.\n{lines}\
         // Nodes of a class do the same in every cycle, but for payloads: one of each stands here \
         ({classes}),\n\
         // and its links lead to the class that the torus leads to.\n`default_nettype none\n\n\
         module {top} (\n  input wire clk_i,\n  input wire rst_ni,   // any values: reset at any time\n  \
         input wire start_i,  // any values: starts that come too early are ignored\n  \
         input wire pick_i,   // follow this message, if it is the chosen one\n  \
         input wire [{}:0] other_data_i  // payloads of all other messages\n);\n",
        sizes.sends * sizes.payload - 1
    )
}
