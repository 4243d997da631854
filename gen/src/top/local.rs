//! The signals of local ports, between a network and its processors.

use super::{
    ports::of_local_ports,
    text::{field, place, Connection, Parameter},
};
use torus_model::{PortModel, Torus};
use torus_sim::port_info::Elements;

/// The local ports of all processors: which there are, and the signals of each.
#[derive(Clone, Debug)]
pub struct LocalPorts {
    model: PortModel,
    /// The numbers of the local ports of a processor: those of the existing ports, or 0 alone.
    numbers: Vec<usize>,
    of_processors: Vec<LocalSignal>,
    of_ports: Vec<LocalSignal>,
}

/// A signal of a local port, or of a processor.
#[derive(Clone, Debug)]
pub struct LocalSignal {
    name: &'static str,
    /// The suffix of its name at the network: `i` or `o`.
    suffix: char,
    width: Width,
    bench: InBench,
}

#[derive(Clone, Debug)]
enum Width {
    Bit,
    /// The width is a parameter.
    Of(&'static str),
    /// The width is a parameter; at the node each field, of these widths, is a port of its own.
    Fields(&'static str, Vec<usize>),
}

/// The net or constant that a bench connects to the signal.
#[derive(Clone, Debug)]
enum InBench {
    Net(&'static str),
    Ones,
}

impl LocalSignal {
    /// An input of the network, one bit.
    pub fn input(name: &'static str) -> Self {
        LocalSignal { name, suffix: 'i', width: Width::Bit, bench: InBench::Net(name) }
    }

    /// An output of the network, one bit.
    pub fn output(name: &'static str) -> Self {
        LocalSignal { suffix: 'o', ..Self::input(name) }
    }

    /// This signal, as wide as a parameter says.
    pub fn wide(self, parameter: &'static str) -> Self {
        LocalSignal { width: Width::Of(parameter), ..self }
    }

    /// This signal, made of fields that are ports of their own at a node.
    pub fn fields(self, parameter: &'static str, widths: &[usize]) -> Self {
        LocalSignal { width: Width::Fields(parameter, widths.to_vec()), ..self }
    }

    /// This signal, with another name for its net in a bench.
    pub fn net(self, name: &'static str) -> Self {
        LocalSignal { bench: InBench::Net(name), ..self }
    }

    /// This signal as an input that is always 1 in a bench.
    pub fn ones(self) -> Self {
        LocalSignal { bench: InBench::Ones, ..self }
    }

    fn parameter(&self) -> Option<&'static str> {
        match self.width {
            Width::Bit => None,
            Width::Of(parameter) | Width::Fields(parameter, _) => Some(parameter),
        }
    }

    /// The connections of a traffic agent in a bench to this signal.
    fn in_bench(&self, middle: &str, number: &str) -> Vec<Connection> {
        let suffix = if self.suffix == 'i' { 'o' } else { 'i' };
        match self.bench {
            InBench::Net(net) => self.connect(middle, suffix, net, number),
            InBench::Ones => Vec::new(),
        }
    }

    /// Connects ports, whose names are this signal's name and `middle`, to the part of a vector with this
    /// number.
    fn connect(&self, middle: &str, suffix: char, net: &str, number: &str) -> Vec<Connection> {
        let name = self.name;
        let Width::Fields(parameter, widths) = &self.width else {
            return vec![(format!("{name}{middle}_{suffix}"), field(net, number, self.parameter()))];
        };
        let names = (0..widths.len()).map(|i| format!("{name}{middle}_{i}_{suffix}")).collect();
        fields(names, net, &place(number, parameter), widths)
    }
}

/// Connects ports to adjacent fields of a vector, the first from bit `begin` on.
pub fn fields(ports: Vec<String>, net: &str, begin: &str, widths: &[usize]) -> Vec<Connection> {
    let mut low = 0;
    let slice = |(port, width): (String, &usize)| {
        let text = format!("{net}[{begin}+{low} +: {width}]");
        low += width;
        (port, text)
    };
    ports.into_iter().zip(widths).map(slice).collect()
}

impl LocalPorts {
    /// The local ports of a port model: signals that a processor has once, and signals of each local port.
    pub fn new(
        model: PortModel,
        torus: &Torus,
        of_processors: Vec<LocalSignal>,
        of_ports: Vec<LocalSignal>,
    ) -> Self {
        LocalPorts { model, numbers: model.existing_local_ports(torus), of_processors, of_ports }
    }

    /// The port model.
    pub fn model(&self) -> PortModel {
        self.model
    }

    /// Whether a processor has a single local port, not one for each port.
    pub fn is_one(&self) -> bool {
        self.model != PortModel::AllPort
    }

    /// The constant `E` of `NAME`: how many of the ports of a node exist.
    pub fn existing_ports(&self, count: usize) -> Parameter {
        let what = match self.is_one() {
            true => "existing ports of a node",
            false => "existing ports of a node, and local ports of a processor",
        };
        ("E", count, what)
    }

    /// How many local ports a processor has.
    pub fn each(&self) -> usize {
        self.numbers.len()
    }

    /// The elements of a vector with one element for each existing local port.
    pub fn elements(&self, processors: usize) -> Elements {
        of_local_ports(processors, self.model, self.numbers.clone())
    }

    /// The number of the `e`-th local port of processor `owner`, counted over all processors.
    fn number(&self, owner: &str, e: usize) -> String {
        if self.is_one() {
            owner.into()
        } else {
            format!("{owner}*E+{e}")
        }
    }

    /// The connections of the node of processor `P`.
    pub(super) fn of_node(&self) -> Vec<Connection> {
        let at = |signal: &LocalSignal, middle: &str, number: &str| {
            let net = format!("{}_{}", signal.name, signal.suffix);
            signal.connect(middle, signal.suffix, &net, number)
        };
        let mut all: Vec<_> = self.of_processors.iter().flat_map(|signal| at(signal, "", "P")).collect();
        for (e, q) in self.numbers.iter().enumerate() {
            let (middle, number) = (format!("_{q}"), self.number("P", e));
            all.extend(self.of_ports.iter().flat_map(|signal| at(signal, &middle, &number)));
        }
        all
    }

    /// The connections of a traffic agent to the named signals, for each local port that it has.
    pub fn of_agent(&self, owner: &str, names: &[&str]) -> Vec<Connection> {
        let named = |signals: &'_ [LocalSignal]| -> Vec<LocalSignal> {
            names
                .iter()
                .flat_map(|name| signals.iter().filter(|signal| signal.name == *name).cloned())
                .collect()
        };
        let mut all: Vec<_> =
            named(&self.of_processors).iter().flat_map(|signal| signal.in_bench("", owner)).collect();
        let of_ports = named(&self.of_ports);
        for (e, q) in self.numbers.iter().enumerate() {
            let (middle, number) = (format!("_{q}"), self.number(owner, e));
            all.extend(of_ports.iter().flat_map(|signal| signal.in_bench(&middle, &number)));
        }
        all
    }

    /// The connections of a module at local port `k` to those of the named signals that exist.
    pub fn of_each(&self, names: &[&str]) -> Vec<Connection> {
        let named = |name: &&str| self.of_ports.iter().find(|signal| signal.name == *name);
        names.iter().filter_map(named).flat_map(|signal| signal.in_bench("", "k")).collect()
    }

    /// All signals, each with a Verilog expression of how many there are. `processors`: the parameter for
    /// their number.
    fn counted(&self, processors: &str) -> impl Iterator<Item = (&LocalSignal, String)> {
        let ports = if self.is_one() { processors.to_string() } else { format!("{processors}*E") };
        let processors = processors.to_string();
        let once = self.of_processors.iter().map(move |signal| (signal, processors.clone()));
        once.chain(self.of_ports.iter().map(move |signal| (signal, ports.clone())))
    }

    /// The connections of the network in a bench.
    pub(super) fn of_network(&self, processors: &str) -> Vec<Connection> {
        let connection = |(signal, count): (&LocalSignal, String)| {
            let net = match signal.bench {
                InBench::Net(net) => net.to_string(),
                InBench::Ones => format!("{{{count}{{1'b1}}}}"),
            };
            (format!("{}_{}", signal.name, signal.suffix), net)
        };
        self.counted(processors).map(connection).collect()
    }

    /// The nets of a bench.
    pub(super) fn nets(&self, processors: &str) -> Vec<(String, &'static str)> {
        let net = |(signal, count): (&LocalSignal, String)| {
            let width = signal.parameter().map_or(count.clone(), |parameter| format!("{count}*{parameter}"));
            match signal.bench {
                InBench::Net(net) => Some((width, net)),
                InBench::Ones => None,
            }
        };
        self.counted(processors).filter_map(net).collect()
    }
}
