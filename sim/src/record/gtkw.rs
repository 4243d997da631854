//! The save file with which GTKWave opens our waves, with the counters and the busiest links on screen.

use super::subject::{node_scope, port_scope, COUNTER_BITS};
use super::Run;
use std::path::Path;
use torus_model::{LinkId, Torus};

/// Trace flags of GTKWave: right-justified with binary or decimal values; a blank line with a comment.
const BINARY: &str = "@28";
const DECIMAL: &str = "@24";
const BLANK: &str = "@200";

/// With this zoom GTKWave gives 200 pixels to 2^2.33 cycles, rounded down to 5. So a cycle has room for four
/// digits, and the window for 22 cycles. Without a zoom GTKWave fits in the whole dump.
const ZOOM: &str = "-2.33";

/// The text of the save file, for links and for scopes of waiting packets. `dump` is the name of the wave
/// file without a folder, so that both files can be moved together. GTKWave looks for it beside the save file
/// only if the save file has a name in its text, too; otherwise in the folder in which it was started.
pub fn save_file(
    dump: &str,
    name: &str,
    run: &Run,
    torus: &Torus,
    (links, waits): (&[LinkId], &[String]),
) -> String {
    let save = Path::new(dump).with_extension("gtkw");
    let mut text = format!(
        "[*] Link traffic of {name}, written by torusgen\n[dumpfile] \"{dump}\"\n[savefile] \"{}\"\n\
         [timestart] 0\n[size] 1400 900\n[pos] -1 -1\n*{ZOOM} -1\n[sst_width] 200\n[signals_width] 220\n\
         [sst_expanded] 1\n",
        save.display()
    );
    let [first, second] = run.counters();
    for counter in ["cycle", first, second] {
        text += &trace(DECIMAL, name, counter, COUNTER_BITS);
    }
    for flag in ["done", "error"] {
        text += &trace(BINARY, name, flag, 1);
    }
    links.iter().for_each(|&link| text += &link_traces(name, run, torus, link));
    for scope in waits {
        text += &format!("{BLANK}\n-{scope}\n");
        let counts = ["packets", "packet"].map(|wire| (wire, format!("{name}.{scope}")));
        counts.iter().for_each(|(wire, scope)| text += &trace(DECIMAL, scope, wire, COUNTER_BITS));
    }
    text
}

fn link_traces(name: &str, run: &Run, torus: &Torus, link: LinkId) -> String {
    let (tail, port) = torus.tail(link);
    let scope = format!("{name}.{}.{}", node_scope(torus, tail), port_scope("link", port));
    let mut text = format!("{BLANK}\n-link {}\n", torus.link_name(link));
    text += &trace(BINARY, &scope, "valid", 1);
    for (wire, bits) in run.wires(torus) {
        text += &trace(if bits > 1 { DECIMAL } else { BINARY }, &scope, wire, bits);
    }
    text
}

fn trace(flags: &str, scope: &str, name: &str, bits: u32) -> String {
    let range = if bits > 1 { format!("[{}:0]", bits - 1) } else { String::new() };
    format!("{flags}\n{scope}.{name}{range}\n")
}

#[cfg(test)]
mod tests {
    use super::super::subject::samples::{buffered, of_traffic, scheduled};
    use super::*;
    use torus_model::{Port, Sign};

    #[test]
    fn golden() {
        let torus = Torus::new(&[2, 3]).unwrap();
        let link = torus.link(torus.node(&[1, 0]), Port::new(1, Sign::Minus));
        let expected = "[*] Link traffic of torus_2x3, written by torusgen\n[dumpfile] \"a.vcd\"\n\
            [savefile] \"a.gtkw\"\n[timestart] 0\n[size] 1400 900\n[pos] -1 -1\n*-2.33 -1\n\
            [sst_width] 200\n[signals_width] 220\n[sst_expanded] 1\n\
            @24\ntorus_2x3.cycle[31:0]\n@24\ntorus_2x3.exchange[31:0]\n@24\n\
            torus_2x3.slot[31:0]\n@28\ntorus_2x3.done\n@28\ntorus_2x3.error\n@200\n-link (1,0) 2-\n@28\n\
            torus_2x3.node_1_0.link_2m.valid\n@24\ntorus_2x3.node_1_0.link_2m.source[2:0]\n@24\n\
            torus_2x3.node_1_0.link_2m.destination[2:0]\n@24\ntorus_2x3.node_1_0.link_2m.load[31:0]\n";
        let scheduled = scheduled();
        assert_eq!(save_file("a.vcd", "torus_2x3", &scheduled, &torus, (&[link], &[])), expected);
        let traffic = expected.replace("exchange", "sent").replace("slot", "delivered").replace(
            "[2:0]\n@24\ntorus_2x3.node_1_0.link_2m.load",
            "[2:0]\n@24\ntorus_2x3.node_1_0.link_2m.packet\
                      [31:0]\n@28\ntorus_2x3.node_1_0.link_2m.channel\n@24\ntorus_2x3.node_1_0.link_2m.load",
        );
        let traffic = traffic
            + "@200\n-node_1_0.wait_2m\n@24\ntorus_2x3.node_1_0.wait_2m.packets[31:0]\n\
               @24\ntorus_2x3.node_1_0.wait_2m.packet[31:0]\n";
        let waits = ["node_1_0.wait_2m".to_string()];
        let found = save_file("a.vcd", "torus_2x3", &of_traffic(&buffered()), &torus, (&[link], &waits));
        assert_eq!(found, traffic);
    }
}
