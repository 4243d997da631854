//! `NAME_bench`: a network with a traffic agent at every processor; it runs by itself.

use super::{
    module_text,
    ports::{after, control, link_valid, of_local_ports, payload_fields, Direction},
    text::{
        clocked, generate_loop, instance, instance_in_loop, integers, loop_over, plain, Connection, Parameter,
    },
    Cell, Grid, Port, Tops,
};
use torus_model::{quantity, PortModel, Torus};
use torus_sim::port_info::Cycle;

/// What a kind of network declares for its `NAME_bench`.
#[derive(Clone, Debug)]
pub struct BenchTop {
    /// What the module is, for its header comment.
    pub what: &'static str,
    /// Lines of the header comment after those that all files have.
    pub notes: Vec<String>,
    /// The name of the parameter that gives the number of processors.
    pub processors: &'static str,
    /// The comment on the parameter `E`, for processors with several local ports.
    pub each: &'static str,
    /// Further constants, such as widths.
    pub parameters: Vec<Parameter>,
    /// Tables, each with a comment line above it.
    pub tables: String,
    /// Nets other than those of local ports: width and name.
    pub nets: Vec<(String, &'static str)>,
    /// Declarations and assignments after the nets.
    pub declarations: &'static str,
    /// Connections of the network other than its local ports, such as its start.
    pub control: Vec<Connection>,
    /// The traffic agents.
    pub agents: Vec<Agent>,
    /// How payloads are read that may arrive inverted.
    pub inverted: Option<Inverted>,
    /// The registers `done_o` and `error_o`.
    pub registers: String,
    /// The ports of `NAME_bench`.
    pub ports: Vec<Port>,
}

/// A format of payloads whose highest bit says that the whole payload is inverted.
#[derive(Clone, Copy, Debug)]
pub struct Inverted {
    /// Bits of half a payload.
    pub half: usize,
    /// Bits of each half that are ids, the high half first; `None` if the halves contain nothing else.
    pub kept: Option<[usize; 2]>,
}

/// A module that the bench instantiates, once or several times.
#[derive(Clone, Debug)]
pub struct Agent {
    /// The module.
    pub module: String,
    /// What its instances are, for the comment above them.
    pub about: String,
    /// The name of its instances, after `u_`.
    pub name: &'static str,
    /// The label of the loop over its instances.
    pub label: &'static str,
    /// The elements for each of which it has an instance.
    pub over: Over,
    /// Its connections.
    pub connections: Vec<Connection>,
}

/// The elements for each of which a module has an instance; the index of the loop is in quotes.
#[derive(Clone, Copy, Debug)]
pub enum Over {
    /// Every processor, `p`.
    Processors,
    /// Every processor of a cell, `P`.
    Cell(usize),
    /// Every local port, `k`; this is their number.
    LocalPorts(usize),
    /// The whole bench: one instance.
    All,
}

impl Agent {
    /// The text of its instances, with their comment.
    pub fn text(&self, grid: Grid, cells: &[Cell]) -> String {
        format!("  // {}.\n{}", self.about, self.instances(grid, cells))
    }

    fn instances(&self, grid: Grid, cells: &[Cell]) -> String {
        let Agent { module, name, label, over, connections, .. } = self;
        let inside = instance_in_loop(module, &format!("u_{name}"), connections);
        match *over {
            Over::Processors => loop_over("p", grid.processors, label, &inside),
            Over::LocalPorts(count) => loop_over("k", count, label, &inside),
            Over::Cell(number) => {
                let cell = &cells[number];
                let inside = grid.processor_constant(number, cell) + &inside;
                generate_loop(number, cell.processors.len(), &format!("{label}_{number}"), &inside)
            }
            Over::All => instance(module, &format!("u_{name}"), connections),
        }
    }
}

impl Tops<'_> {
    /// The text of `NAME_bench`. `top`: what its kind declares.
    pub fn bench_text(&self, top: &BenchTop) -> String {
        let mut body = self.bench_constants(top);
        let nets = self.local.nets(top.processors).into_iter().chain(top.nets.clone());
        nets.for_each(|(width, name)| body += &format!("  wire [{width}-1:0] {name};\n"));
        body += &format!("{}\n", top.declarations);
        body += &self.network_in_bench(top);
        let text = |agent: &Agent| agent.text(self.grid(), self.cells);
        body += &top.agents.iter().map(text).collect::<String>();
        body += &self.ejections(top.inverted);
        body += &top.registers;
        let name = format!("{}_bench", self.base.name);
        let header = [self.header, &top.notes, &[timing(&top.ports)]].concat();
        module_text(&name, top.what, &header, &top.ports, &body)
    }

    fn bench_constants(&self, top: &BenchTop) -> String {
        let mut text = integers(&[(top.processors, self.base.placement.len(), "number of processors")]);
        if !self.local.is_one() {
            text += &integers(&[("E", self.local.each(), top.each)]);
        }
        text + &integers(&top.parameters) + &top.tables + "\n"
    }

    fn network_in_bench(&self, top: &BenchTop) -> String {
        let mut all = clocked(top.control.clone());
        all.extend(self.local.of_network(top.processors));
        all.push(plain("link_valid_o"));
        all.extend(self.error_site_of_network());
        all.push(("error_o".into(), "network_error".into()));
        instance(&self.base.name, "u_net", &all)
    }

    /// The assignments of the bench's ejection ports.
    fn ejections(&self, inverted: Option<Inverted>) -> String {
        let (grid, model) = (self.grid(), self.local.model());
        match inverted {
            Some(Inverted { half, kept }) => {
                grid.plain_data(model, kept, half) + &grid.local_outputs(model, "plain_data")
            }
            None => grid.local_outputs(model, "eject_data"),
        }
    }
}

/// The comment on timing: when links carry something, and when `done_o` rises.
fn timing(ports: &[Port]) -> String {
    let cycle = |name: &str| ports.iter().find(|port| port.is(name)).and_then(|port| port.info().cycle);
    let [links, done] = ["link_valid_o", "done_o"].map(cycle);
    let first = links.as_ref().and_then(|links| links.first).unwrap_or(0);
    let used = match links.and_then(|links| links.last) {
        Some(last) => format!("links are used in cycles {first} to {last}"),
        None => format!("links are used from cycle {first} on"),
    };
    let rises = match done {
        Some(Cycle { first: Some(cycle), .. }) => format!("in cycle {cycle}"),
        Some(Cycle { cycles, .. }) => format!("{} after the last ejection", quantity(cycles, "cycle")),
        None => String::new(),
    };
    format!("Timing: start_i in cycle 0; {used}; done_o rises {rises}.")
}

/// The registers `done_o` and `error_o` after all agents of a name. A start clears `done_o` at once, before
/// the agents react.
pub fn registers(agent: &str) -> String {
    format!(
        "  // done_o: all agents are done, until the next start. error_o: an error was found, until reset.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      done_o  <= 1'b0;
      error_o <= 1'b0;
    end else begin
      done_o  <= &{agent}_done & ~start_i;
      error_o <= error_o | network_error | (|{agent}_error);
    end
  end
"
    )
}

/// What a kind declares for the ports of its bench: their meanings, and when values are valid.
#[derive(Clone, Debug)]
pub struct BenchPorts {
    /// The meaning of `start_i`.
    pub start: &'static str,
    /// The meaning of `done_o`, and when it rises.
    pub done: (&'static str, Cycle),
    /// The meaning of `error_o`.
    pub error: &'static str,
    /// The meaning of `link_valid_o`, and when it is valid.
    pub links: (&'static str, Cycle),
    /// When ejections happen.
    pub ejected: Cycle,
    /// Whether payloads contain the number of a flit in place of the destination.
    pub broadcast: bool,
}

impl BenchPorts {
    /// The ports of a bench. They are the same for all kinds.
    pub fn ports(self, torus: &Torus, processors: usize, model: PortModel, width: usize) -> Vec<Port> {
        use Direction::{Out, Register};
        let count = processors * model.local_ports(torus);
        let local = of_local_ports(processors, model, (0..torus.port_slots()).collect());
        let one = model != PortModel::AllPort;
        let bit = if one { "bit = processor" } else { "bit = processor * 2d + local port" };
        let data = match self.broadcast {
            true => "{source node id, number of the flit}",
            false => "{source node id, destination node id}",
        };
        let mut all = control(self.start).to_vec();
        all.extend([
            Port::new(Register, 1, "done_o", self.done.0).at(self.done.1),
            Port::new(Register, 1, "error_o", self.error),
            link_valid(torus, self.links.0, self.links.1),
            Port::new(Out, count, "eject_valid_o", bit).of(&local).at(self.ejected),
            Port::new(Out, count * width, "eject_data_o", data)
                .of(&local)
                .fields(payload_fields(width, self.broadcast))
                .at(after("eject_valid_o", 0)),
        ]);
        all
    }
}
