//! The command file with which Surfer shows the counters and the busiest links of our waves: `surfer FILE.vcd
//! --command-file FILE.sucl`.
//!
//! It does not name the wave file, as Surfer would look for it in the folder in which it was started.

use super::subject::{node_scope, port_scope};
use super::Run;
use torus_model::{LinkId, Torus};

/// The cycles on screen at first, as in the save file for GTKWave.
const CYCLES: u32 = 22;

/// The text of the command file, for links and for scopes of waiting packets.
pub fn command_file(name: &str, run: &Run, torus: &Torus, (links, waits): (&[LinkId], &[String])) -> String {
    let mut text = String::new();
    let [first, second] = run.counters();
    for global in ["cycle", first, second, "done", "error"] {
        text += &format!("variable_add {name}.{global}\n");
    }
    for &link in links {
        let (tail, port) = torus.tail(link);
        let scope = format!("{name}.{}.{}", node_scope(torus, tail), port_scope("link", port));
        text += &format!("divider_add {}\n", torus.link_name(link));
        for wire in std::iter::once("valid").chain(run.wires(torus).into_iter().map(|(wire, _)| wire)) {
            text += &format!("variable_add {scope}.{wire}\n");
        }
    }
    for scope in waits {
        text += &format!("divider_add {scope}\n");
        for wire in ["packets", "packet"] {
            text += &format!("variable_add {name}.{scope}.{wire}\n");
        }
    }
    text + &format!("zoom_to 0 {CYCLES}\n")
}

#[cfg(test)]
mod tests {
    use super::super::subject::samples::{buffered, of_traffic, scheduled};
    use super::*;

    #[test]
    fn golden() {
        let torus = Torus::new(&[2, 3]).unwrap();
        let expected =
            "variable_add t.cycle\nvariable_add t.exchange\nvariable_add t.slot\nvariable_add t.done\n\
            variable_add t.error\ndivider_add (0,0) 1+\nvariable_add t.node_0_0.link_1p.valid\n\
            variable_add t.node_0_0.link_1p.source\nvariable_add t.node_0_0.link_1p.destination\n\
            variable_add t.node_0_0.link_1p.load\nzoom_to 0 22\n";
        let link = torus.links().next().unwrap();
        assert_eq!(command_file("t", &scheduled(), &torus, (&[link], &[])), expected);
        let traffic = expected.replace("exchange", "sent").replace("slot", "delivered").replace(
            "variable_add t.node_0_0.link_1p.load",
            "variable_add t.node_0_0.link_1p.packet\nvariable_add t.node_0_0.link_1p.channel\n\
             variable_add t.node_0_0.link_1p.load",
        );
        let traffic = traffic.replace(
            "zoom_to",
            "divider_add node_0_0.wait_0\nvariable_add t.node_0_0.wait_0.packets\n\
             variable_add t.node_0_0.wait_0.packet\nzoom_to",
        );
        let waits = ["node_0_0.wait_0".to_string()];
        assert_eq!(command_file("t", &of_traffic(&buffered()), &torus, (&[link], &waits)), traffic);
    }
}
