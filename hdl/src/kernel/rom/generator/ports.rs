//! The messages that the router holds, by port, and the row that follows from them.

use super::Generator;
use crate::router_docs::{direction, port_name};
use crate::spec::{Exit, Source, Target};
use std::fmt::Write;
use torus_model::{Port, Sign};

/// A message that a link may take: where it comes from, and what it has left behind the link.
struct Taken {
    /// The name of the wire that says so.
    wire: String,
    /// When.
    when: String,
    /// Hops left, and the runs behind them.
    left: String,
    rest: String,
}

/// Runs that a message has: a vector, its dimension at a place.
struct Runs {
    vector: String,
    dim: usize,
    at: usize,
}

impl Generator<'_> {
    /// The runs that the messages of both tracks begin with.
    pub(super) fn runs(&self) -> String {
        let (letter, coordinate) = (self.letter, self.coordinate);
        let radix = 2 * self.letters.letters();
        let whole = 1 << coordinate;
        let around = radix % whole;
        let wide = coordinate - letter;
        format!(
            r"// The runs of the letters in both tracks, and the coordinates of an offset that they are.
wire [2*D*R-1:0] run;
wire [2*D*C-1:0] offset;
genvar k;
generate
  for (k = 0; k < 2 * D; k = k + 1) begin : letter
    wire [L-1:0] x = window_q[k*L +: L];
    wire none = x == {letter}'h0;
    assign run[k*R +: R] = {{plus[k], plus[k] | !none, plus[k] ? x : x - {letter}'h1}};
    assign offset[k*C +: C] = plus[k] ? {{{wide}'h0, x}} + {coordinate}'h1
                            : none ? {coordinate}'h0 : {coordinate}'h{around:x} - {{{wide}'h0, x}};
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

    /// The message that arrives by a port, what becomes of it, and what takes the link of that port.
    fn port(&self, port: Port) -> String {
        let (name, bits) = (port_name(port), (self.d - 1 - port.dim()) * (self.letter + 2));
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
        for Taken { wire, when, .. } in &taken {
            let _ = writeln!(text, "wire {wire} = {when};");
        }
        text + &self.registers(&name, straight, bits, &taken)
    }

    /// Whether the message that arrives by a port ends its run there.
    fn end_of_run(&self, port: Port, straight: bool) -> String {
        let (name, letter) = (port_name(port), self.letter);
        if straight {
            return format!(
                "reg [L-1:0] left_{name}_q;  // hops left\n\
                 wire ends_{name} = valid_{name}_q & (left_{name}_q == {letter}'h0);\n"
            );
        }
        let unused = match port.dim() {
            0 => format!("wire unused_{name} = run[D*R];\n"),
            _ => String::new(),
        };
        format!(
            "{unused}wire ends_{name} = valid_{name}_q;  // a run by {} has one hop\n",
            direction(port.index())
        )
    }

    /// The registers of a message: each takes that of the source whose wire is set.
    fn registers(&self, name: &str, straight: bool, bits: usize, taken: &[Taken]) -> String {
        let any: Vec<&str> = taken.iter().map(|one| one.wire.as_str()).collect();
        let chosen = |width: usize, of: fn(&Taken) -> &String| {
            let one = |one: &Taken| format!("({{{width}{{{}}}}} & {})", one.wire, of(one));
            taken.iter().map(one).collect::<Vec<_>>().join("\n    | ")
        };
        let mut text = "always @(posedge clk_i) begin\n".to_string();
        let _ = writeln!(text, "  valid_{name}_q <= !idle & ({});", any.join("\n    | "));
        if straight {
            let _ = writeln!(text, "  left_{name}_q <= {};", chosen(self.letter, |one| &one.left));
        }
        if bits > 0 {
            let _ = writeln!(text, "  rest_{name}_q <= {};", chosen(bits, |one| &one.rest));
        }
        text + "end\n"
    }

    /// Whether some row takes a source to a target.
    fn takes(&self, target: Target, source: Source) -> bool {
        self.table.exits.iter().any(|exit| exit.target == target && exit.sources.contains(&source))
    }

    /// What the link of a port takes, in the order of its sources.
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
                left: format!("(left_{name}_q - {}'h1)", self.letter),
                rest: format!("rest_{name}_q"),
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

    /// The track whose messages begin by a port: those of track 0 always go by the first one.
    fn track(&self, port: Port) -> usize {
        usize::from(port != Port::new(0, Sign::Plus))
    }

    /// A message that moves when `now`, if its next run is by `port`.
    fn turned(&self, wire: String, now: String, runs: &Runs, port: Port) -> Taken {
        let (bits, vector) = (self.letter + 2, &runs.vector);
        let at = |dim: usize| (runs.at + dim - runs.dim) * bits;
        let there = |dim: usize| format!("{vector}[{}]", at(dim) + self.letter);
        let skipped: String = (runs.dim..port.dim()).map(|dim| format!(" & !{}", there(dim))).collect();
        let (from, sign) = (at(port.dim()), if port.sign() == Sign::Plus { "" } else { "!" });
        Taken {
            wire,
            when: format!(
                "{now}{skipped} & {} & {sign}{vector}[{}]",
                there(port.dim()),
                from + self.letter + 1
            ),
            left: format!("{vector}[{from} +: L]"),
            rest: format!("{vector}[{}:{}]", at(self.d) - 1, from + bits),
        }
    }

    /// The wire that says that a target takes a source.
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

    /// The row that the router is shown next.
    pub(super) fn row(&self) -> String {
        let ejected: String = (0..2 * self.d).map(|port| self.ejected(Port::from_index(port))).collect();
        let exits = self.table.exits.iter().map(|exit| self.setting(exit));
        let locals = (0..2 * self.d).map(|port| self.local_port(Port::from_index(port)));
        let expected = (0..2 * self.d).map(|port| format!("valid_{}_q", port_name(Port::from_index(port))));
        let mut all: Vec<String> = locals.flatten().chain(exits).chain(expected).collect();
        all.reverse();
        let fields = all.join(",\n  ");
        format!(
            r"{ejected}
// The row of this slot, least significant field last.
wire [{}:0] row = {{
  {fields}
}};
",
            self.width - 1
        )
    }

    /// Whether a message has arrived at its destination.
    fn ejected(&self, port: Port) -> String {
        let (name, run) = (port_name(port), self.letter + 2);
        let none: String = (0..self.d - 1 - port.dim())
            .map(|k| format!(" & !rest_{name}_q[{}]", k * run + self.letter))
            .collect();
        format!("wire arrives_{name} = ends_{name}{none};\n")
    }

    /// Fields of a local port: whether a message begins, and its offset.
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
    fn setting(&self, exit: &Exit) -> String {
        let bit = |bit: usize| {
            let sets = |(place, _): &(usize, &Source)| exit.setting(Some(*place)) >> bit & 1 == 1;
            let wires = exit.sources.iter().enumerate().filter(sets);
            wires.map(|(_, source)| self.wire(exit.target, *source)).collect::<Vec<_>>().join(" | ")
        };
        (0..exit.bits()).rev().map(bit).collect::<Vec<_>>().join(",\n  ")
    }
}
