//! `NAME_source`: the packet source of an injection port. It offers the packets of a list, one after another,
//! flit by flit.
//!
//! At `start_i` a pointer goes to the first row, and to the next row whenever a packet is taken. It stops at
//! the row after the last packet, which is not valid. Rows are read a cycle ahead, so a packet can leave in
//! every cycle, the first one a cycle after the start. A packet is one flit; under the bubble rule it is F
//! flits with the same payload `{source, destination}`.

use super::row::Rows;
use crate::{
    jinja::rendered,
    top::{
        module_text,
        ports::{control, head_fields, Direction, Port},
    },
};
use serde::Serialize;
use torus_hdl::{buffered::BufferedSpec, Module};
use torus_model::route::bits;

/// The parameters of the Verilog text.
pub(super) struct SourceText<'a> {
    pub rows: Rows<'a>,
    /// Bits of a row number.
    pub at: usize,
}

/// `NAME_source`.
pub(super) fn name(spec: &BufferedSpec) -> String {
    format!("{}_source", spec.name)
}

/// The values for the template.
#[derive(Serialize)]
struct Shown {
    at: usize,
    /// Bits of the counter of flits; 0 if flits are not counted.
    count: usize,
    last: usize,
    one: bool,
    valid: String,
    port: String,
    head: String,
    data: String,
}

impl SourceText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let name = name(self.rows.spec);
        let what = "it offers the packets of one exchange at an injection port; for benches.";
        let timing =
            "Timing: row_i has the row that at_o named in the cycle before; the first packet is offered one \
                      cycle after start_i."
                .to_string();
        let header = [self.rows.spec.header.clone(), vec![timing]].concat();
        let body = rendered("a packet source", include_str!("source.v.j2"), self.shown());
        Module { text: module_text(&name, what, &header, &self.ports(), &body), name }
    }

    fn ports(&self) -> Vec<Port> {
        use Direction::{In, Out};
        let spec = self.rows.spec;
        let mut all = control("one pulse begins an exchange").to_vec();
        all.extend([
            Port::new(In, bits(spec.torus.len()), "id_i", "node id of the processor, constant"),
            Port::new(Out, self.at, "at_o", "number of the row that is read next"),
            Port::new(In, self.rows.width(), "row_i", self.rows.in_order()),
            Port::new(Out, 1, "inject_valid_o", "a flit for the network"),
            Port::new(In, 1, "inject_ready_i", "the network takes it"),
        ]);
        if spec.one_local_port() {
            all.push(Port::new(Out, spec.port_bits(), "inject_port_o", "its first port"));
        }
        all.extend([
            Port::new(Out, spec.head(), "inject_head_o", "its head on the first link")
                .fields(head_fields(&spec.layout(), spec.long())),
            Port::new(Out, spec.width, "inject_data_o", "its payload: {source, destination}"),
        ]);
        all
    }

    fn shown(&self) -> Shown {
        let [valid, port, head, to] = self.rows.fields();
        let flits = self.rows.spec.exchange_flits();
        let head_in_row = part(valid + port, head);
        Shown {
            at: self.at,
            count: if self.rows.is_counted() { bits(flits) } else { 0 },
            last: flits - 1,
            one: self.rows.spec.one_local_port(),
            valid: part(0, valid),
            port: part(valid, port),
            head: if self.rows.is_counted() { format!("{{last, {head_in_row}}}") } else { head_in_row },
            data: self.payload(&part(valid + port + head, to)),
        }
    }

    /// The payload: the node ids of source and destination, each in one half.
    fn payload(&self, destination: &str) -> String {
        let pad = self.rows.spec.width / 2 - bits(self.rows.spec.torus.len());
        match pad {
            0 => format!("{{id_i, {destination}}}"),
            _ => format!("{{{pad}'d0, id_i, {pad}'d0, {destination}}}"),
        }
    }
}

/// The slice of a row of `width` bits from bit `from` on.
fn part(from: usize, width: usize) -> String {
    match width {
        1 => format!("row_i[{from}]"),
        _ => format!("row_i[{}:{from}]", (from + width).max(1) - 1),
    }
}
