//! Headers and port lists of Verilog modules, one port per line and aligned; and the same ports for the
//! manifest.

use torus_hdl::print::comment;
use torus_model::{route::bits, Entry, HeaderLayout, PortModel, Schedule, Torus};
use torus_sim::port_info::{Cycle, Elements, Field, PortInfo};

/// Direction of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// An input.
    In,
    /// An output driven by an assignment.
    Out,
    /// An output that is a register.
    Register,
}

/// A port of a module.
#[derive(Clone, Debug)]
pub struct Port {
    direction: Direction,
    width: usize,
    name: &'static str,
    what: &'static str,
    elements: Option<Elements>,
    fields: Vec<Field>,
    clock: Option<&'static str>,
    cycle: Option<Cycle>,
}

impl Port {
    /// A port of `width` bits, and what it means.
    pub fn new(direction: Direction, width: usize, name: &'static str, what: &'static str) -> Self {
        Port { direction, width, name, what, elements: None, fields: Vec::new(), clock: None, cycle: None }
    }

    /// Whether it has this name.
    pub fn is(&self, name: &str) -> bool {
        self.name == name
    }

    /// This port as a vector of these elements.
    pub fn of(self, elements: &Elements) -> Self {
        let width = self.width / elements.count;
        Port { elements: Some(Elements { width, ..elements.clone() }), ..self }
    }

    /// This port with these fields in each element.
    pub fn fields(self, fields: Vec<Field>) -> Self {
        Port { fields, ..self }
    }

    /// This port in the given clock, not in `clk_i`.
    pub fn in_clock(self, clock: &'static str) -> Self {
        Port { clock: Some(clock), ..self }
    }

    /// This port with the time at which its value is valid, if known.
    pub fn at(self, cycle: impl Into<Option<Cycle>>) -> Self {
        Port { cycle: cycle.into(), ..self }
    }

    /// The port as the manifest describes it.
    pub fn info(&self) -> PortInfo {
        let direction = if self.direction == Direction::In { "input" } else { "output" };
        PortInfo {
            name: self.name.into(),
            direction: direction.into(),
            width: self.width,
            meaning: self.what.into(),
            elements: self.elements.clone(),
            fields: self.fields.clone(),
            clock: self.clock.map(String::from),
            cycle: self.cycle.clone(),
        }
    }

    fn range(&self) -> String {
        if self.width == 1 {
            String::new()
        } else {
            format!("[{}:0]", self.width - 1)
        }
    }
}

/// The clock.
pub fn clock() -> Port {
    Port::new(Direction::In, 1, "clk_i", "clock")
}

/// Clock and reset of a top.
pub fn clock_and_reset() -> [Port; 2] {
    [clock(), Port::new(Direction::In, 1, "rst_ni", "synchronous reset, active low")]
}

/// Clock, reset and start of a top.
pub fn control(start: &'static str) -> [Port; 3] {
    let [clock, reset] = clock_and_reset();
    [clock, reset, Port::new(Direction::In, 1, "start_i", start)]
}

/// One element for each node and port, absent ports included: the bits of `link_valid_o`.
pub fn of_links(torus: &Torus) -> Elements {
    let ports = (0..torus.port_slots()).collect();
    Elements { count: torus.link_slots(), width: 1, of: "node".into(), ports }
}

/// The port `link_valid_o`, with its meaning and the time at which it is valid.
pub fn link_valid(torus: &Torus, what: &'static str, cycle: impl Into<Option<Cycle>>) -> Port {
    Port::new(Direction::Out, torus.link_slots(), "link_valid_o", what).of(&of_links(torus)).at(cycle)
}

/// One element for each of `processors`; with all ports, one for each of their `ports`.
pub fn of_local_ports(processors: usize, model: PortModel, ports: Vec<usize>) -> Elements {
    let ports = if model == PortModel::AllPort { ports } else { Vec::new() };
    Elements { count: processors * ports.len().max(1), width: 1, of: "processor".into(), ports }
}

/// The fields of an offset, first dimension lowest.
pub fn offset_fields(torus: &Torus) -> Vec<Field> {
    let field = |(dim, &n): (usize, &u32)| {
        let meaning = format!("destination minus source in dimension {}, modulo {n}", dim + 1);
        (format!("offset_{}", dim + 1), bits(n as usize).max(1), meaning)
    };
    Field::stack(torus.dims().iter().enumerate().map(field))
}

/// The fields of a self-test payload of `width` bits.
pub fn payload_fields(width: usize, broadcast: bool) -> Vec<Field> {
    let low = match broadcast {
        true => ("flit".to_string(), width / 2, "number of the flit in the message".to_string()),
        false => ("destination".to_string(), width / 2, "node id of the receiver".to_string()),
    };
    Field::stack([low, ("source".to_string(), width / 2, "node id of the sender".to_string())])
}

/// The fields of a header.
pub fn header_fields(layout: &HeaderLayout) -> Vec<Field> {
    Field::stack(header_stack(layout))
}

/// The fields of a flit's head in a buffered network: the header, then the channel of the link, then the mark
/// of the last flit (if `long`: packets may have several flits).
pub fn head_fields(layout: &HeaderLayout, long: bool) -> Vec<Field> {
    let channel =
        ("channel".to_string(), layout.channel_bits, "virtual channel on the first link".to_string());
    let last = ("last".to_string(), long as usize, "1 in the last flit of a packet".to_string());
    Field::stack(header_stack(layout).into_iter().chain([channel, last]))
}

fn header_stack(layout: &HeaderLayout) -> Vec<(String, usize, String)> {
    let mut all = vec![(
        "hops".to_string(),
        layout.hop_bits,
        "hops left in this direction behind the link".to_string(),
    )];
    for run in 2..=layout.segments + 1 {
        let mut field = |name: &str, width, meaning: &str| {
            all.push((format!("run{run}_{name}"), width, meaning.to_string()));
        };
        field("valid", 1, "1: the route turns once more");
        field("port", layout.port_bits, "port to leave by then");
        field("channel", layout.channel_bits, "virtual channel on the first link then");
        field("hops", layout.hop_bits, "hops in that direction, less one");
    }
    all
}

/// Slots of one exchange, counted from 0: the first and the last in which something happens.
pub type Slots = (u32, u32);

/// In which slots of one exchange things happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activity {
    /// Messages are injected.
    pub injections: Slots,
    /// Links are in use.
    pub links: Slots,
    /// Messages reach the end of their last link.
    pub last_links: Slots,
}

impl Activity {
    /// The activity of a schedule with at least one message.
    pub fn of_schedule(schedule: &Schedule) -> Self {
        let range = |slot: &dyn Fn(&Entry) -> u32| {
            let slots = || schedule.entries.iter().map(slot);
            (slots().min().unwrap_or(0), slots().max().unwrap_or(0))
        };
        let injections = range(&|entry| entry.slot);
        let last_links = range(&|entry| schedule.arrival(entry) - 1);
        let uses = |entry: &Entry| schedule.hop_cycles.uses(&entry.route).last().map_or(0, |(time, _)| time);
        let last_use = range(&|entry| entry.slot + uses(entry)).1;
        Activity { injections, links: (injections.0, last_use), last_links }
    }
}

/// `cycles` cycles after another port.
pub fn after(port: &str, cycles: u32) -> Cycle {
    Cycle { after: port.into(), cycles, per_slot: false, at_least: false, first: None, last: None }
}

/// `cycles` cycles after another port, or later if something waits.
pub fn no_sooner(port: &str, cycles: u32) -> Cycle {
    Cycle { at_least: true, ..after(port, cycles) }
}

/// The value of slot s is valid `cycles + s` cycles after `start_i`.
pub fn per_slot(cycles: u32, (first, last): Slots) -> Cycle {
    let (first, last) = (Some(cycles + first), Some(cycles + last));
    Cycle { per_slot: true, first, last, ..after("start_i", cycles) }
}

/// Rises `cycles` cycles after `start_i` and stays high.
pub fn from(cycles: u32) -> Cycle {
    Cycle { first: Some(cycles), ..after("start_i", cycles) }
}

/// Columns of a comment in the header of a module.
const COLUMNS: usize = 112;

/// The text of a module: header comment, ports, body.
pub fn module_text(name: &str, what: &str, header: &[String], ports: &[Port], body: &str) -> String {
    let title = comment("", &format!("{name}: {what}"), COLUMNS);
    let about: String = header.iter().map(|line| comment("", line, COLUMNS)).collect();
    let range = ports.iter().map(|port| port.range().len()).max().unwrap_or(0);
    let names = ports.iter().map(|port| port.name.len() + 1).max().unwrap_or(0);
    let last = ports.len() - 1;
    let line = |(i, port): (usize, &Port)| {
        let kind = match port.direction {
            Direction::In => "input  wire",
            Direction::Out => "output wire",
            Direction::Register => "output reg ",
        };
        let name = format!("{}{}", port.name, if i < last { "," } else { "" });
        format!("  {kind} {:<range$} {name:<names$} // {}\n", port.range(), port.what)
    };
    let list: String = ports.iter().enumerate().map(line).collect();
    format!(
        "{title}{about}\n`default_nettype none\n\nmodule {name} \
         (\n{list});\n\n{body}\nendmodule\n\n\
         `default_nettype wire\n"
    )
}
