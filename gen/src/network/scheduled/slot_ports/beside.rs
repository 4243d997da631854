//! The modules that `NAME` has beside its nodes: the slot counter, tables of what is sent and of what
//! arrives, and the computation of senders.

use super::{counter::CounterText, tables::Tables, SlotTop, SourceForm};
use crate::top::{
    text::{clocked, instance, instance_in_loop, integers, loop_over, plain, table, Connection},
    Beside, Grid, Straps,
};

/// The parameters of the Verilog text.
pub(super) struct BesideText<'a> {
    pub top: &'a SlotTop<'a>,
}

impl BesideText<'_> {
    /// The text of these modules, and the net of their errors.
    pub fn beside(&self) -> Beside {
        let checks = CounterText { top: self.top }.checks_starts();
        let mut text = self.slots(checks);
        if self.top.arrivals.is_some() || self.top.early.is_some() {
            text += &integers(&[("LE", self.top.each, "local ports of a processor")]);
        }
        text += &self.top.early.as_ref().map_or(String::new(), |tables| self.sends(tables));
        text += &self.top.ports.source.map_or(String::new(), |form| self.sources(form));
        Beside {
            text: text.trim_end().to_string() + "\n",
            error: checks.then_some("slots_error"),
            error_site: false,
        }
    }

    fn slots(&self, checks: bool) -> String {
        let (top, status) = (self.top, self.top.ports.status);
        let mut text = "\n  // The slot that all nodes are in.\n".to_string();
        if !status {
            text += &format!("  wire [{}:0] {};\n", top.slot_bits() - 1, self.slot());
        }
        text += if top.early.is_some() { "  wire early;\n" } else { "" };
        text += if checks { "  wire slots_error;\n" } else { "" };
        let mut all = vec![plain("start_i")];
        let slot = ("slot_o".to_string(), self.slot().to_string());
        match status {
            true => all.extend([plain("slot_valid_o"), slot, plain("busy_o"), plain("done_o")]),
            false => all.push(slot),
        }
        all.extend(top.early.iter().map(|_| ("early_o".to_string(), "early".to_string())));
        all.extend(checks.then(|| ("error_o".to_string(), "slots_error".to_string())));
        text + "\n" + &instance(&top.name("slots"), "u_slots", &clocked(all))
    }

    /// The net of the slot, which only the tables of arrivals read.
    fn slot(&self) -> &'static str {
        match (self.top.ports.status, self.top.ports.source) {
            (true, _) => "slot_o",
            (_, Some(_)) => "slot",
            _ => "unused_slot",
        }
    }

    fn sends(&self, tables: &Tables) -> String {
        let (top, count) = (self.top, tables.distinct.len());
        let mut text = classes("SENDERS", tables);
        text += "\n  // What is injected next, by the local ports of a processor of each class.\n";
        text += &format!("  wire [{count}*LE-1:0] next;\n  wire [{count}*LE*OW-1:0] next_offset;\n\n");
        for class in 0..count {
            let all = [
                ("start_i".to_string(), "early".to_string()),
                ("valid_o".to_string(), format!("next[{class}*LE +: LE]")),
                ("offset_o".to_string(), format!("next_offset[{class}*LE*OW +: LE*OW]")),
            ];
            let module = top.table_module("early", &top.early, class);
            text += &instance(&module, &format!("u_early_{class}"), &clocked(all.to_vec()));
        }
        let (class, at) = place("t", "SENDERS", tables);
        let inside = class
            + &format!("      assign early_valid_o[t] = next[{at}];\n")
            + &format!("      assign early_offset_o[t*OW +: OW] = next_offset[({at})*OW +: OW];\n");
        text += "  // Every local port shows what those of its class send.\n";
        text + &loop_over("t", top.spec.processors * top.each, "early_port", &inside)
    }

    fn sources(&self, form: SourceForm) -> String {
        let (top, tables) = (self.top, self.top.arrivals.as_ref().expect("asked for"));
        let count = tables.distinct.len();
        let mut text = classes("RECEIVERS", tables) + &self.straps(form);
        text += "\n  // What arrives: offsets, for the local ports of a processor of each class.\n";
        text += &format!("  wire [{count}*LE*OW-1:0] arriving;\n\n");
        for class in 0..count {
            let part = format!("arriving[{class}*LE*OW +: LE*OW]");
            let all: [Connection; 3] =
                [plain("clk_i"), ("slot_i".into(), self.slot().into()), ("source_o".into(), part)];
            let module = top.table_module("arrivals", &top.arrivals, class);
            text += &instance(&module, &format!("u_arrivals_{class}"), &all);
        }
        text + "  // Who sent it.\n" + &self.senders(form, tables)
    }

    fn straps(&self, form: SourceForm) -> String {
        let spec = self.top.spec;
        match form {
            SourceForm::Offset => String::new(),
            SourceForm::Id => {
                let straps = Straps { id: self.top.id_bits(), coordinates: spec.widths().coordinates };
                let grid = Grid { torus: spec.torus, processors: spec.processors };
                let [_, strap] = straps.parameters();
                integers(&[("IW", self.top.id_bits(), "bits of a node id"), strap])
                    + &straps.table(grid, &self.top.schedule.placement)
            }
        }
    }

    fn senders(&self, form: SourceForm, tables: &Tables) -> String {
        let (class, at) = place("s", "RECEIVERS", tables);
        let offset = format!("arriving[({at})*OW +: OW]");
        let inside = match form {
            SourceForm::Offset => format!("      assign eject_source_o[s*OW +: OW] = {offset};\n"),
            SourceForm::Id => {
                let all = [
                    ("x_i".to_string(), "STRAPS[(s / LE)*SW +: OW]".to_string()),
                    ("offset_i".to_string(), offset),
                    ("id_o".to_string(), "eject_source_o[s*IW +: IW]".to_string()),
                ];
                instance_in_loop(&self.top.name("sender"), "u_sender", &all)
            }
        };
        loop_over("s", self.top.spec.processors * self.top.each, "source", &(class + &inside))
    }
}

/// The table with the class of every processor, if there are several classes.
fn classes(name: &str, tables: &Tables) -> String {
    let class = |(p, &class): (usize, &usize)| (class, format!("processor {p}"));
    let all: Vec<_> = tables.of_processors.iter().enumerate().map(class).collect();
    match tables.distinct.len() {
        1 => String::new(),
        count => table(name, class_bits(count), &all),
    }
}

/// How a local port finds its entry in the table of its class: a declared constant, and the place. `index`:
/// the number of the local port among all.
fn place(index: &str, name: &str, tables: &Tables) -> (String, String) {
    let count = tables.distinct.len();
    if count == 1 {
        return (String::new(), format!("{index} % LE"));
    }
    let bits = class_bits(count);
    let entry = format!("{name}[({index} / LE)*{bits} +: {bits}]");
    let class = format!("      localparam integer C = {{{}'d0, {entry}}};\n", 32 - bits);
    (class, format!("C*LE + {index} % LE"))
}

fn class_bits(count: usize) -> usize {
    torus_model::route::bits(count).max(1)
}
