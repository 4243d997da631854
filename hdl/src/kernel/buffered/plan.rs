//! Which inputs of a buffered router lead to which output channels, and how.
//!
//! Inputs are numbered in the order of round robin: the channels of the existing ports, port by port, then
//! the injection ports. Output channels are numbered like the inputs they lead to.

use crate::spec::buffered::{BufferedSpec, RingRule};
use torus_model::Port;

/// How an input leads to an output channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Straight on, on its channel.
    Stay,
    /// Straight on, on its channel, where it did not come over the wrap link.
    Before,
    /// Straight on, on the next channel, where it came over the wrap link.
    Behind,
    /// From another dimension.
    Turn,
    /// From the processor.
    Inject,
}

/// Inputs, output channels and ways of a router.
pub(super) struct Plan {
    pub ports: Vec<Port>,
    /// Channels of a link.
    pub channels: usize,
    /// Numbers of the local ports.
    pub local_ports: Vec<usize>,
    /// Way of each pair, at `input * outputs + output`.
    pub ways: Vec<Option<Way>>,
    one_local_port: bool,
}

impl Plan {
    /// The plan of a processor's node, or of a node without.
    pub fn new(spec: &BufferedSpec, local: bool) -> Self {
        let local_ports = if local { spec.local_ports() } else { Vec::new() };
        let (ports, one_local_port) = (spec.existing(), spec.one_local_port());
        let mut plan = Plan { ports, channels: spec.channels, local_ports, ways: Vec::new(), one_local_port };
        let (n, inputs) = (plan.outputs(), plan.inputs());
        plan.ways = (0..inputs * n).map(|k| plan.way(spec, k / n, k % n)).collect();
        plan
    }

    fn way(&self, spec: &BufferedSpec, input: usize, output: usize) -> Option<Way> {
        let (to, c) = (self.ports[output / self.channels], output % self.channels);
        if let Some(local_port) = input.checked_sub(self.outputs()) {
            return (self.one_local_port || self.local_ports[local_port] == to.index())
                .then_some(Way::Inject);
        }
        let (from, v) = (self.ports[input / self.channels], input % self.channels);
        if from != to {
            return spec.turns.contains(&(from, to)).then_some(Way::Turn);
        }
        // A run of a ring of two has one hop. A node without processor is wired for more, or nothing would
        // read a port whose flits have to be at their destination.
        let ring = spec.torus.dims()[to.dim()] > 2;
        let changes = ring && spec.rule == RingRule::Dateline && v % 2 == 0;
        match (ring || self.local_ports.is_empty(), changes) {
            (true, false) if c == v => Some(Way::Stay),
            (true, true) if c == v => Some(Way::Before),
            (true, true) if c == v + 1 => Some(Way::Behind),
            _ => None,
        }
    }

    /// Output channels; as many channels arrive.
    pub fn outputs(&self) -> usize {
        self.ports.len() * self.channels
    }

    /// Arriving channels and local ports.
    pub fn inputs(&self) -> usize {
        self.outputs() + self.local_ports.len()
    }

    /// Inputs that lead to an output channel, in order.
    pub fn requesters(&self, output: usize) -> Vec<usize> {
        let leads = |&input: &usize| self.ways[input * self.outputs() + output].is_some();
        (0..self.inputs()).filter(leads).collect()
    }

    /// Inputs that lead to the output channel for which this is the most.
    pub fn most_requesters(&self) -> usize {
        (0..self.outputs()).map(|output| self.requesters(output).len()).max().unwrap_or(0)
    }

    /// Ways of an input to the channels of a port.
    pub fn to_port(&self, input: usize, port: usize) -> &[Option<Way>] {
        let from = input * self.outputs() + port * self.channels;
        &self.ways[from..from + self.channels]
    }

    /// Whether an input leads nowhere: what comes there is at its destination.
    pub fn ends(&self, input: usize) -> bool {
        self.ways[input * self.outputs()..][..self.outputs()].iter().all(Option::is_none)
    }

    /// Whether an output channel is the first of its port that an input leads to.
    pub fn opens(&self, input: usize, output: usize) -> bool {
        let ways = self.to_port(input, output / self.channels);
        ways.iter().position(Option::is_some) == Some(output % self.channels)
    }

    /// Whether the port's flits can come over a wrap link, which changes their channel.
    pub fn wraps(&self, port: usize) -> bool {
        (0..self.channels).any(|v| self.to_port(port * self.channels + v, port).contains(&Some(Way::Behind)))
    }

    /// Labels of the ports.
    pub fn port_labels(&self) -> Vec<String> {
        self.ports.iter().map(|port| port.index().to_string()).collect()
    }

    /// Labels of the channels of all ports: `port_channel`, or `port` where there is one channel.
    pub fn channel_labels(&self) -> Vec<String> {
        let label = |k: usize| (self.ports[k / self.channels].index(), k % self.channels);
        let text = |(p, c)| if self.channels > 1 { format!("{p}_{c}") } else { format!("{p}") };
        (0..self.outputs()).map(label).map(text).collect()
    }

    /// Labels of the local ports.
    pub fn local_labels(&self) -> Vec<String> {
        self.local_ports.iter().map(usize::to_string).collect()
    }

    /// Labels of all inputs.
    pub fn input_labels(&self) -> Vec<String> {
        let local_ports = self.local_ports.iter().map(|local_port| format!("local_{local_port}"));
        self.channel_labels().into_iter().chain(local_ports).collect()
    }
}

/// Labels `a_to_b` of all pairs.
pub(super) fn pairs(from: &[String], to: &[String]) -> Vec<String> {
    from.iter().flat_map(|a| to.iter().map(move |b| format!("{a}_to_{b}"))).collect()
}
