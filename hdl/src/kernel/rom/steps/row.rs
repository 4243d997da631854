//! The row that follows from a step.

use super::StepGenerator;
use crate::kernel::rom::fields::{concatenated, groups};
use crate::spec::{Exit, Source, Target};
use std::fmt::Write;
use torus_model::{Port, Sign};

impl StepGenerator<'_> {
    /// The row that the generator shows next, and the conditions that it reads.
    pub(super) fn row(&self) -> String {
        let ports: Vec<Port> = (0..2 * self.d).map(Port::from_index).filter(|port| self.has(*port)).collect();
        let locals = ports.iter().map(|port| (*port, self.local_port(*port)));
        let exits = self.table.exits.iter().enumerate().map(|(e, exit)| self.setting(e, exit));
        let expected = (0..ports.len()).map(|input| self.expected(input)).collect();
        let row = concatenated(&groups(self.table, locals, exits, expected), self.width);
        self.conditions(&row) + &row
    }

    fn has(&self, port: Port) -> bool {
        self.radix > 2 || port.sign() == Sign::Plus
    }

    /// The conditions that a row reads.
    fn conditions(&self, row: &str) -> String {
        let moves = used(self.moves(), row);
        let text = used(self.skips(), &format!("{moves}{row}")) + &moves;
        match text.is_empty() {
            true => text,
            false => format!("// What becomes of messages in this slot, in all dimensions alike.\n{text}\n"),
        }
    }

    /// Names and values of the conditions that this is the first slot of a step, after a number of letters
    /// 0.
    fn skips(&self) -> Vec<(String, String)> {
        let first = if self.less > 0 { "first_q & " } else { "" };
        let one = |zeros| (format!("skips_{zeros}"), format!("{first}{}", self.has_zeros(0, zeros)));
        (0..self.d).filter(|_| self.d > 1).map(one).collect()
    }

    /// Names and values of the moves of messages.
    fn moves(&self) -> Vec<(String, String)> {
        let turn = |zeros: usize, (name, sign): (&str, &str)| {
            (format!("{name}_{zeros}"), format!("skips_{zeros} & {sign}crosses_0"))
        };
        let turns =
            (0..self.d - 1).flat_map(|zeros| [("same", "!"), ("crossed", "")].map(|sign| turn(zeros, sign)));
        let begins = (0..self.d).map(|dim| (format!("begins_x{}", dim + 1), self.skipping(dim)));
        let arrives =
            (0..self.d).map(|dim| (format!("arrives_x{}", dim + 1), self.skipping(self.d - 1 - dim)));
        let straight = ("straight".to_string(), "!first_q".to_string());
        std::iter::once(straight).chain(turns).chain(begins).chain(arrives).collect()
    }

    /// The condition that this is the first slot of a step after `least` letters 0 or more.
    fn skipping(&self, least: usize) -> String {
        match (least, self.less) {
            (0, 0) => "1'b1".into(),
            (0, _) => "first_q".into(),
            _ => (least..self.d).map(|zeros| format!("skips_{zeros}")).collect::<Vec<_>>().join(" | "),
        }
    }

    /// The condition that a target takes a source.
    fn takes(&self, target: Target, source: Source) -> String {
        match (target, source) {
            (Target::Link(port), Source::Injection(_)) => format!("begins_x{}", port.dim() + 1),
            (Target::Link(port), Source::Arrival(from)) if from == port => "straight".into(),
            (Target::Link(port), Source::Arrival(from)) => {
                let turn = match (self.radix, port.sign() == from.sign()) {
                    (2, _) => "skips",
                    (_, true) => "same",
                    (_, false) => "crossed",
                };
                format!("{turn}_{}", port.dim() - from.dim() - 1)
            }
            (Target::Ejection(local), _) => format!("arrives_x{}", Port::from_index(local).dim() + 1),
        }
    }

    /// The fields of a local port: whether a message begins, and its offset.
    fn local_port(&self, port: Port) -> Vec<String> {
        let track = if port.sign() == Sign::Plus { "plus" } else { "minus" };
        let offset = |dim: usize| match dim.checked_sub(port.dim()) {
            None => format!("{}'h0", torus_model::route::bits(self.radix)),
            Some(at) => format!("{track}_{at}"),
        };
        std::iter::once(format!("begins_x{}", port.dim() + 1)).chain((0..self.d).map(offset)).collect()
    }

    /// The setting of an exit: for each bit the sources that set it, or its value if it never changes.
    fn setting(&self, e: usize, exit: &Exit) -> Vec<String> {
        let set = |place: Option<usize>, bit: usize| exit.setting(place) >> bit & 1 == 1;
        let one = |bit: usize| {
            let sources = exit.sources.iter().enumerate().filter(|(place, _)| set(Some(*place), bit));
            let any = || sources.map(|(_, source)| self.takes(exit.target, *source)).collect::<Vec<_>>();
            constant(self.table.rows.iter().map(|row| set(row.taken[e], bit)))
                .unwrap_or_else(|| any().join(" | "))
        };
        (0..exit.bits()).map(one).collect()
    }

    /// Whether a message may arrive by a port.
    fn expected(&self, input: usize) -> String {
        constant(self.table.rows.iter().map(|row| row.expected[input])).expect("every link is always used")
    }
}

/// The bit that is the same in all rows, as Verilog. `None` if it changes.
fn constant(mut bits: impl Iterator<Item = bool>) -> Option<String> {
    let first = bits.next()?;
    bits.all(|bit| bit == first).then(|| format!("1'b{}", u8::from(first)))
}

/// Declares a wire for each name that a text reads.
fn used(wires: Vec<(String, String)>, text: &str) -> String {
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let words: std::collections::BTreeSet<&str> = words.by_ref().collect();
    let mut used = String::new();
    for (name, value) in wires.into_iter().filter(|(name, _)| words.contains(name.as_str())) {
        let _ = writeln!(used, "wire {name} = {value};");
    }
    used
}
