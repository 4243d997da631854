//! The messages in the router, by port, and the row that follows from them.

use super::Generator;
use crate::kernel::rom::fields::{concatenated, groups};
use crate::router_docs::{direction, port_name};
use crate::spec::{Exit, Source, Target};
use std::fmt::Write;
use torus_model::{Port, Sign};

/// A message that a link may take: its source, and what remains of it after the link.
struct Taken {
    /// The name of the wire that says that the link takes it.
    wire: String,
    /// The value of that wire.
    when: String,
    /// The hops left, and the runs after them.
    left: String,
    rest: String,
}

/// The runs of a message: a vector that has the run in dimension `dim` at place `at`.
struct Runs {
    vector: String,
    dim: usize,
    at: usize,
}

impl Generator<'_> {
    /// The runs with which the messages of both tracks begin.
    pub(super) fn runs(&self) -> String {
        let (letter, coordinate) = (self.letter, self.coordinate);
        let radix = 2 * self.letters.letters();
        let whole = 1 << coordinate;
        let around = radix % whole;
        let wide = coordinate - letter;
        let there = if self.says_there() { format!("plus[k] | (x != {letter}'h0), ") } else { String::new() };
        format!(
            r"// The runs of the letters in both tracks, and the coordinates of an offset that they are.
wire [2*D*R-1:0] run;
wire [2*D*C-1:0] offset;
genvar k;
generate
  for (k = 0; k < 2 * D; k = k + 1) begin : letter
    wire [L-1:0] x = window_q[k*L +: L];
    assign run[k*R +: R] = {{plus[k], {there}x}};
    assign offset[k*C +: C] = plus[k] ? {{{wide}'h0, x}} + {coordinate}'h1
                            : (x == {letter}'h0) ? {coordinate}'h0
                            : {coordinate}'h{around:x} - {{{wide}'h0, x}};
  end
endgenerate
"
        )
    }

    /// The registers of all ports.
    pub(super) fn ports(&self) -> String {
        let ports: Vec<String> = (0..2 * self.d).map(|port| self.port(Port::from_index(port))).collect();
        ports.join("\n")
    }

    /// The message that arrives by a port, the end of its run, and the message that the port's link takes.
    fn port(&self, port: Port) -> String {
        let (name, bits) = (port_name(port), (self.d - 1 - port.dim()) * self.run_bits());
        let straight = self.takes(Target::Link(port), Source::Arrival(port));
        let taken = self.taken(port);
        let mut text = format!(
            "// By {}: the message that arrives, and what its link takes.\n",
            direction(port.index())
        );
        let _ = writeln!(text, "reg valid_{name}_q;");
        text += &self.end_of_run(port, straight);
        if bits > 0 {
            let _ = writeln!(text, "reg [{}:0] rest_{name}_q;  // runs behind", bits - 1);
        }
        text += &taken.iter().map(|taken| self.declared(taken)).collect::<String>();
        text + &self.registers(port, straight, bits, &taken)
    }

    /// Declares the wire of a source. The wire of a turn is kept, which gave the better clock. Icarus
    /// accepts the attribute only on a declaration without an assignment.
    fn declared(&self, Taken { wire, when, .. }: &Taken) -> String {
        match wire.starts_with("turns_") && !self.says_there() {
            true => format!("(* keep *) wire {wire};\nassign {wire} = {when};\n"),
            false => format!("wire {wire} = {when};\n"),
        }
    }

    /// The condition that the run of the message that arrives by a port ends here.
    fn end_of_run(&self, port: Port, straight: bool) -> String {
        let (name, letter) = (port_name(port), self.letter);
        if self.follows_track(port) {
            let track = self.track(port);
            let now = if port.sign() == Sign::Plus { "begin_q" } else { "ends" };
            return format!("wire ends_{name} = valid_{name}_q & {now}[{track}];\n");
        }
        if straight {
            let last = u8::from(port.sign() == Sign::Minus);
            return format!(
                "reg [L-1:0] left_{name}_q;  // its letter, less the hops made\n\
                 wire ends_{name} = valid_{name}_q & (left_{name}_q == {letter}'h{last});\n"
            );
        }
        format!("wire ends_{name} = valid_{name}_q;  // a run by {} has one hop\n", direction(port.index()))
    }

    /// Whether the end of a run is known from the track that plays it. In the first dimension a run by plus
    /// ends when the next letter begins, and one by minus a slot earlier. Letters of up to two bits have a
    /// counter all the same, because it is as small and gave the better clock.
    fn follows_track(&self, port: Port) -> bool {
        port.dim() == 0 && self.says_there()
    }

    /// The registers of a message. They take the values of the source whose wire is set. A message that goes
    /// straight on keeps its runs. If there is only one other source, its values are taken in all other
    /// slots.
    fn registers(&self, port: Port, straight: bool, bits: usize, taken: &[Taken]) -> String {
        let name = port_name(port);
        let any: Vec<&str> = taken.iter().map(|one| one.wire.as_str()).collect();
        let others: Vec<&Taken> = taken.iter().filter(|one| !one.wire.starts_with("straight_")).collect();
        let chosen = |width: usize, of: fn(&Taken) -> &String| {
            let one = |one: &&Taken| format!("({{{width}{{{}}}}} & {})", one.wire, of(one));
            match others.as_slice() {
                [only] => of(only).clone(),
                _ => others.iter().map(one).collect::<Vec<_>>().join("\n      | "),
            }
        };
        let (left, rest) = (chosen(self.letter, |one| &one.left), chosen(bits, |one| &one.rest));
        let mut text = "always @(posedge clk_i) begin\n".to_string();
        let any = any.join("\n    | ");
        let _ = match self.says_there() {
            true => writeln!(text, "  valid_{name}_q <= !idle & ({any});"),
            false => writeln!(text, "  if (idle) valid_{name}_q <= 1'b0;\n  else valid_{name}_q <= {any};"),
        };
        if straight && !self.follows_track(port) {
            let less = format!("left_{name}_q <= left_{name}_q - {}'h1", self.letter);
            let _ = writeln!(text, "  if (straight_{name}) {less};\n  else left_{name}_q <= {left};");
        }
        match (bits, straight) {
            (0, _) => {}
            (_, true) => {
                let _ = writeln!(text, "  if (!straight_{name}) rest_{name}_q <= {rest};");
            }
            (_, false) => {
                let _ = writeln!(text, "  rest_{name}_q <= {rest};");
            }
        }
        text + "end\n"
    }

    /// Whether a target takes a source in some row.
    fn takes(&self, target: Target, source: Source) -> bool {
        self.table.exits.iter().any(|exit| exit.target == target && exit.sources.contains(&source))
    }

    /// The messages that the link of a port may take, in the order of its sources.
    fn taken(&self, port: Port) -> Vec<Taken> {
        let exit = self.table.exits.iter().find(|exit| exit.target == Target::Link(port));
        let sources = &exit.expect("every link is an exit").sources;
        sources.iter().map(|source| self.one(port, *source)).collect()
    }

    fn one(&self, port: Port, source: Source) -> Taken {
        let (name, wire) = (port_name(port), self.wire(Target::Link(port), source));
        match source {
            Source::Arrival(from) if from == port => Taken {
                wire,
                when: format!("valid_{name}_q & !ends_{name}"),
                left: String::new(),
                rest: String::new(),
            },
            Source::Arrival(from) => {
                let (ends, vector) =
                    (format!("ends_{}", port_name(from)), format!("rest_{}_q", port_name(from)));
                self.turned(wire, ends, &Runs { vector, dim: from.dim() + 1, at: 0 }, port)
            }
            Source::Injection(_) => {
                let track = self.track(port);
                let runs = Runs { vector: "run".into(), dim: 0, at: track * self.d };
                self.turned(wire, format!("begin_q[{track}]"), &runs, port)
            }
        }
    }

    /// The track whose messages begin by a port. Those of track 0 always begin by the first port.
    fn track(&self, port: Port) -> usize {
        usize::from(port != Port::new(0, Sign::Plus))
    }

    /// A message that moves if `now` holds and its next run is by `port`.
    fn turned(&self, wire: String, now: String, runs: &Runs, port: Port) -> Taken {
        let (bits, vector) = (self.run_bits(), &runs.vector);
        let at = |dim: usize| (runs.at + dim - runs.dim) * bits;
        let skipped: String =
            (runs.dim..port.dim()).map(|dim| format!(" & {}", self.none(vector, at(dim)))).collect();
        let from = at(port.dim());
        let there = self.by(port.sign(), vector, from);
        Taken {
            wire,
            when: format!("{now}{skipped} & {there}"),
            left: format!("{vector}[{from} +: L]"),
            rest: format!("{vector}[{}:{}]", at(self.d) - 1, from + bits),
        }
    }

    /// Whether a bit of a run says that the run exists. Otherwise a run that does not exist is all 0; with
    /// letters of up to two bits, the LUT that reads the run has room for this.
    pub(super) fn says_there(&self) -> bool {
        self.letter > 2
    }

    /// Bits of a run.
    fn run_bits(&self) -> usize {
        self.letter + 1 + usize::from(self.says_there())
    }

    /// The condition that the run at a place of a vector does not exist.
    fn none(&self, vector: &str, at: usize) -> String {
        match self.says_there() {
            true => format!("!{vector}[{}]", at + self.letter),
            false => format!("({vector}[{at} +: R] == {}'h0)", self.run_bits()),
        }
    }

    /// The condition that the run at a place of a vector has this sign.
    fn by(&self, sign: Sign, vector: &str, at: usize) -> String {
        let plus = format!("{vector}[{}]", at + self.run_bits() - 1);
        match (sign, self.says_there()) {
            (Sign::Plus, _) => plus,
            (Sign::Minus, true) => format!("!{plus} & {vector}[{}]", at + self.letter),
            (Sign::Minus, false) => format!("!{plus} & ({vector}[{at} +: L] != {}'h0)", self.letter),
        }
    }

    /// The name of the wire that says that a target takes a source.
    fn wire(&self, target: Target, source: Source) -> String {
        let to = match target {
            Target::Link(port) => port_name(port),
            Target::Ejection(local) => return format!("arrives_{}", port_name(Port::from_index(local))),
        };
        match source {
            Source::Arrival(from) if target == Target::Link(from) => format!("straight_{to}"),
            Source::Arrival(from) => format!("turns_{}_{to}", port_name(from)),
            Source::Injection(_) => format!("begins_{to}"),
        }
    }

    /// The row that the generator shows next.
    pub(super) fn row(&self) -> String {
        let ejected: String = (0..2 * self.d).map(|port| self.ejected(Port::from_index(port))).collect();
        let exits = self.table.exits.iter().map(|exit| self.setting(exit));
        let locals = (0..2 * self.d).map(Port::from_index).map(|port| (port, self.local_port(port)));
        let valid = |port| format!("valid_{}_q", port_name(Port::from_index(port)));
        let expected = (0..2 * self.d).map(valid).collect();
        let groups = groups(self.table, locals, exits, expected);
        format!("{ejected}\n{}", concatenated(&groups, self.width))
    }

    /// The condition that a message has arrived at its destination.
    fn ejected(&self, port: Port) -> String {
        let (name, bits) = (port_name(port), self.run_bits());
        let rest = format!("rest_{name}_q");
        let none: String = (port.dim() + 1..self.d)
            .map(|dim| format!(" & {}", self.none(&rest, (dim - port.dim() - 1) * bits)))
            .collect();
        format!("wire arrives_{name} = ends_{name}{none};\n")
    }

    /// The fields of a local port: whether a message begins, and its offset.
    fn local_port(&self, port: Port) -> Vec<String> {
        let track = self.track(port);
        let offset = |dim: usize| match dim < port.dim() {
            true => format!("{}'h0", self.coordinate),
            false => format!("offset[{}*C +: C]", track * self.d + dim),
        };
        let begins = self.wire(Target::Link(port), Source::Injection(port.index()));
        std::iter::once(begins).chain((0..self.d).map(offset)).collect()
    }

    /// The setting of an exit: for each bit the sources that set it.
    fn setting(&self, exit: &Exit) -> Vec<String> {
        let bit = |bit: usize| {
            let sets = |(place, _): &(usize, &Source)| exit.setting(Some(*place)) >> bit & 1 == 1;
            let wires = exit.sources.iter().enumerate().filter(sets);
            wires.map(|(_, source)| self.wire(exit.target, *source)).collect::<Vec<_>>().join(" | ")
        };
        (0..exit.bits()).map(bit).collect()
    }
}
