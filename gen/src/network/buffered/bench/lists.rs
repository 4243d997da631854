//! `NAME_lists`: the packets that processors send in one exchange, as a memory for each injection port.
//!
//! A row is a packet ([`super::row`]). The rows after the packets of a list, and so the last row of every
//! memory, are not valid; a packet source stops there. Memories of up to [`LOGIC_ROWS`] rows ask for logic,
//! larger ones for block RAM.

use super::row::Rows;
use crate::top::{
    module_text,
    ports::{clock, Direction, Port},
    text::field,
    Grid,
};
use torus_hdl::{buffered::BufferedSpec, rom_attribute, Module, LOGIC_ROWS};
use torus_model::{route::bits, NodeId, Placement};
use torus_sim::traffic::Packet;

/// The packets that a processor sends at one of its injection ports.
pub struct PacketList {
    /// The processor's node.
    pub source: NodeId,
    /// The packets in order.
    pub packets: Vec<Packet>,
}

/// The parameters of the Verilog text.
pub(super) struct ListsText<'a> {
    pub rows: Rows<'a>,
    /// The processors that send.
    pub placement: &'a Placement,
    /// The lists, processor by processor, for the injection ports of each in order.
    pub lists: &'a [PacketList],
}

/// `NAME_lists`.
pub(super) fn name(spec: &BufferedSpec) -> String {
    format!("{}_lists", spec.name)
}

/// The number of the last row of every memory, which comes after the longest list.
fn last_row(lists: &[PacketList]) -> usize {
    lists.iter().map(|list| list.packets.len()).max().unwrap_or(0).max(1)
}

/// Bits of a row number.
pub(super) fn number_bits(lists: &[PacketList]) -> usize {
    bits(last_row(lists) + 1)
}

impl ListsText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let name = name(self.rows.spec);
        let what = "what processors send in one exchange, a row for each packet; for benches.";
        let timing = "Timing: row_o has the row that at_i named in the cycle before.".to_string();
        let header = [self.rows.spec.header.clone(), vec![timing]].concat();
        Module { text: module_text(&name, what, &header, &self.ports(), &self.body()), name }
    }

    fn ports(&self) -> [Port; 3] {
        let (all, at) = (self.lists.len(), number_bits(self.lists));
        [
            clock(),
            Port::new(Direction::In, all * at, "at_i", "of each injection port, the number of a row"),
            Port::new(Direction::Out, all * self.rows.width(), "row_o", self.rows.in_order()),
        ]
    }

    fn body(&self) -> String {
        let last = last_row(self.lists);
        let memories: Vec<String> = (0..self.lists.len()).map(|k| self.memory(k, last)).collect();
        format!("  integer i;\n\n{}", memories.join("\n"))
    }

    /// The memory of list `k`. `last`: the number of its last row.
    fn memory(&self, k: usize, last: usize) -> String {
        let width = self.rows.width();
        let of_list = |vector: &str, bits: usize| field(vector, &k.to_string(), Some(&bits.to_string()));
        let attribute = rom_attribute(last > LOGIC_ROWS);
        format!(
            "{}  {attribute}\n  reg [{top}:0] rows_{k} [0:{last}];\n  reg [{top}:0] \
             row_{k}_q;\n  initial begin\n{}  end\n  always @(posedge clk_i) row_{k}_q <= \
             rows_{k}[{}];\n  assign {} = row_{k}_q;\n",
            self.about(k),
            self.contents(k, last),
            of_list("at_i", bits(last + 1)),
            of_list("row_o", width),
            top = width - 1,
        )
    }

    fn about(&self, k: usize) -> String {
        let spec = self.rows.spec;
        let grid = Grid { torus: spec.torus, processors: self.placement.len() };
        let node = grid.at(self.lists[k].source.index());
        let ports = spec.local_ports();
        let port = match spec.one_local_port() {
            true => String::new(),
            false => format!(", port {}", spec.existing()[k % ports.len()]),
        };
        format!("  // {k}: {node}{port}; packets: {}.\n", self.lists[k].packets.len())
    }

    fn contents(&self, k: usize, last: usize) -> String {
        let (width, packets) = (self.rows.width(), &self.lists[k].packets);
        let mut text = String::new();
        for (number, packet) in packets.iter().enumerate() {
            let (digits, words) = (self.rows.digits(packet), self.rows.in_words(packet));
            text += &format!("    rows_{k}[{number}] = {width}'h{digits};  // {words}\n");
        }
        let first = packets.len();
        text + &format!("    for (i = {first}; i <= {last}; i = i + 1) rows_{k}[i] = {width}'h0;\n")
    }
}
