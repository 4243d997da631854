//! The tops: their files, and their ports as rows of tables and as connections of instances.

use crate::network::Modules;
use serde::Serialize;
use std::collections::BTreeMap;
use torus_sim::port_info::{Cycle, Elements, Field, PortInfo};

/// A top: its ports, in order, and its files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Top {
    /// The module.
    pub module: String,
    /// Its ports.
    pub ports: Vec<PortRow>,
    /// The same, as a manifest has them.
    #[serde(skip)]
    pub info: Vec<PortInfo>,
    /// The Verilog files of the modules that it needs, its own one last.
    pub files: Vec<String>,
}

/// A port, as a row of a table and as a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PortRow {
    /// Its name.
    pub name: String,
    /// `.name`, padded to a column.
    pub connection: String,
    /// The net that an example connects it to.
    pub net: String,
    /// `input` or `output`.
    pub direction: String,
    /// Bits.
    pub width: usize,
    /// The highest bit.
    pub high: usize,
    /// `[high:0]`, or nothing for one bit.
    pub range: String,
    /// The elements that it consists of, in words.
    pub elements: String,
    /// When its value is valid, in words.
    pub when: String,
    /// Its meaning.
    pub meaning: String,
    /// The fields of an element.
    pub fields: Vec<Field>,
}

impl Top {
    /// A top with these ports and files.
    pub(super) fn new(module: String, info: Vec<PortInfo>, files: Vec<String>) -> Self {
        Top { module, ports: PortRow::all(&info), info, files }
    }

    /// All tops of a manifest, by name.
    pub(super) fn all(interfaces: &BTreeMap<String, Vec<PortInfo>>, modules: &Modules) -> Vec<Top> {
        let top = |(module, ports): (&String, &Vec<PortInfo>)| {
            Top::new(module.clone(), ports.clone(), modules.below(module))
        };
        interfaces.iter().map(top).collect()
    }
}

impl PortRow {
    fn all(ports: &[PortInfo]) -> Vec<Self> {
        let names: Vec<&str> = ports.iter().map(|port| port.name.as_str()).collect();
        let longest = names.iter().map(|name| name.len()).max().unwrap_or(0);
        let row = |port: &PortInfo| PortRow {
            connection: format!(".{:<longest$}", port.name),
            net: net(&port.name, &names),
            ..PortRow::of(port)
        };
        ports.iter().map(row).collect()
    }

    /// A port without the padding that depends on the others.
    fn of(port: &PortInfo) -> Self {
        let high = port.width - 1;
        PortRow {
            name: port.name.clone(),
            connection: String::new(),
            net: String::new(),
            direction: port.direction.clone(),
            width: port.width,
            high,
            range: if high == 0 { String::new() } else { format!("[{high}:0]") },
            elements: port.elements.as_ref().map(elements).unwrap_or_default(),
            when: stands(port),
            meaning: port.meaning.clone(),
            fields: port.fields.clone(),
        }
    }
}

/// The name of a port without its direction suffix, unless two ports in `all` would then have the same name.
fn net(port: &str, all: &[&str]) -> String {
    match all.iter().filter(|other| bare(other) == bare(port)).count() {
        1 => bare(port),
        _ => port.to_string(),
    }
}

fn bare(port: &str) -> String {
    match port.strip_suffix("_ni") {
        Some(active_low) => format!("{active_low}_n"),
        None => port.trim_end_matches("_i").trim_end_matches("_o").to_string(),
    }
}

fn elements(Elements { count, width, of, ports }: &Elements) -> String {
    let bits = if *width == 1 { "1 bit".to_string() } else { format!("{width} bits") };
    match ports.len() {
        0 if of == "source" => format!("{bits}, that of the source"),
        0 => format!("{count} x {bits}, one for each {of}"),
        each => format!("{count} x {bits}, {each} for each {of}"),
    }
}

/// When the value of a port is valid, and in which clock if the top has two.
fn stands(port: &PortInfo) -> String {
    let clock = port.clock.as_ref().map(|clock| format!("in `{clock}`"));
    port.cycle.as_ref().map(when).into_iter().chain(clock).collect::<Vec<_>>().join(", ")
}

fn when(cycle: &Cycle) -> String {
    let Cycle { after, cycles, per_slot, at_least, .. } = cycle;
    let later = if *at_least { " or later" } else { "" };
    let slot = if *per_slot { " + s" } else { "" };
    let stands = match (cycles, per_slot) {
        (0, false) => format!("with `{after}`{later}"),
        (1, false) => format!("1 cycle after `{after}`{later}"),
        _ => format!("{cycles}{slot} cycles after `{after}`{later}"),
    };
    match (cycle.first, cycle.last) {
        (Some(first), Some(last)) => format!("{stands}; {first} to {last} in one exchange"),
        _ => stands,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycle(cycles: u32, per_slot: bool) -> Cycle {
        Cycle { after: "start_i".into(), cycles, per_slot, at_least: false, first: None, last: None }
    }

    #[test]
    fn cycles_in_words() {
        assert_eq!(when(&cycle(0, false)), "with `start_i`");
        assert_eq!(when(&cycle(2, false)), "2 cycles after `start_i`");
        assert_eq!(when(&Cycle { at_least: true, ..cycle(1, false) }), "1 cycle after `start_i` or later");
        let slots = Cycle { first: Some(3), last: Some(6), ..cycle(3, true) };
        assert_eq!(when(&slots), "3 + s cycles after `start_i`; 3 to 6 in one exchange");
    }

    #[test]
    fn nets_have_no_direction() {
        let all = ["clk_i", "rst_ni", "mem_data_i", "mem_data_o", "done_o"];
        assert_eq!(all.map(|port| net(port, &all)), ["clk", "rst_n", "mem_data_i", "mem_data_o", "done"]);
    }
}
