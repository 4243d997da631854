//! `sim --timings`: the time of each stage, and the limit that memory sets.
//!
//! On a shared machine a program gets an arbitrary part of the wall-clock time, so CPU time counts. An engine
//! that visits all registers in every cycle has a limit: their bytes, divided by the bandwidth of memory of
//! this size, which is measured on this machine.

use crate::table::{number, table, text};
use std::time::Duration;
use torus_model::quantity;
use torus_sim::{bandwidth::bandwidth, ranks::Exchanged, Spent, Timings};

/// The table, for a network of `nodes` nodes.
pub fn table_of(nodes: usize, found: &Timings) -> String {
    let mut rows = table(&["stage", "wall s", "processor s", "ns per node and cycle"]);
    for (stage, wall) in [("verilate", found.verilate), ("compile", found.compile), ("load", found.load)] {
        rows.add_row([stage.into(), number(seconds(wall)), number("-"), number("-")]);
    }
    let node_cycles = nodes as f64 * found.edges as f64;
    let send = Some(("send", found.send)).filter(|(_, spent)| *spent != Spent::default());
    for (stage, spent) in send.into_iter().chain([("run", found.run), ("check", found.check)]) {
        let each = spent.processor.as_secs_f64() * 1e9 / node_cycles;
        let (wall, processor) = (seconds(spent.wall), seconds(spent.processor));
        rows.add_row([stage.into(), number(wall), number(processor), number(format!("{each:.1}"))]);
    }
    text(&rows) + &speed(nodes, found) + &exchanged(&found.exchanged) + &ceiling(nodes, found)
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

fn speed(nodes: usize, found: &Timings) -> String {
    format!(
        "{:.1} M node-cycles for each second of a processor, {}; checking took {:.0} % of what \
            running took\n",
        found.rate(nodes) / 1e6,
        quantity(found.threads, "thread"),
        100.0 * found.checking()
    )
}

/// A line about the ranks; empty if there is only one process.
fn exchanged(Exchanged { ranks, cycles, bytes, most, waited }: &Exchanged) -> String {
    if *cycles == 0 {
        return String::new();
    }
    format!(
        "{ranks} ranks; the one that sends most: {:.1} bytes to its neighbours in a cycle on average, {most} \
         at most; the one that waits longest for others: {} s\n",
        *bytes as f64 / *cycles as f64,
        seconds(*waited)
    )
}

/// A line about the limit; for an engine that does not visit all its state, a line that there is none.
fn ceiling(nodes: usize, found: &Timings) -> String {
    if found.footprint == 0 {
        return "this engine looks only at what is in use, so memory sets it no ceiling by its size\n"
            .to_string();
    }
    let (bandwidth, together) = (bandwidth(found.footprint), found.together);
    let passes = if together == 1 { String::new() } else { format!(", for {together} cycles at once") };
    format!(
        "memory: {} bytes of registers and links a node, {:.1} MiB in all; a processor goes through that \
         much at {:.1} GB/s{passes}, so at most {:.0} M node-cycles a second\n",
        found.footprint / nodes,
        found.footprint as f64 / (1u32 << 20) as f64,
        bandwidth / 1e9,
        found.ceiling(nodes, bandwidth) / 1e6
    )
}
