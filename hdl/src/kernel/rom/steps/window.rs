//! The runs of the messages that begin with a step, as coordinates of their offsets.

use super::StepGenerator;
use std::fmt::Write;
use torus_model::route::bits;

impl StepGenerator<'_> {
    /// The letters of the window that begins with the current step, as coordinates.
    pub(super) fn window(&self) -> String {
        let fields: String = (0..self.d).map(|step| self.fields(step)).collect();
        let signs: String = (1..self.d).map(|step| self.sign(step)).collect();
        let places: String =
            (1..self.d).flat_map(|step| (step..self.d).map(move |at| self.place(step, at))).collect();
        let letters: String = (0..self.d).map(|at| self.letter(at)).collect();
        let other = if self.radix > 2 { " by plus, and of the other one" } else { "" };
        format!(
            r"// The steps by their fields, and the letters of the window, which are the message that begins
// now: a step, the letters 0 before the next one, that one. Each as a coordinate of an offset: of the
// track that makes the step{other}.
{fields}{signs}{places}{letters}"
        )
    }

    /// The fields of a step in a register.
    fn fields(&self, step: usize) -> String {
        let (mut from, mut text) = (step * self.bits(), String::new());
        let fields = [("less", self.less), ("zeros", self.zeros), ("crosses", self.crosses)];
        for (name, width) in fields.into_iter().filter(|(_, width)| *width > 0) {
            let to = from + width - 1;
            let _ = match width {
                1 => writeln!(text, "wire {name}_{step} = steps_q[{from}];"),
                _ => writeln!(text, "wire [{}:0] {name}_{step} = steps_q[{to}:{from}];", width - 1),
            };
            from += width;
        }
        text
    }

    /// Whether the sign of a step differs from that of the current one.
    fn sign(&self, step: usize) -> String {
        match (self.crosses, step) {
            (0, _) => String::new(),
            (_, 1) => "wire sign_1 = crosses_1;\n".into(),
            _ => format!("wire sign_{step} = sign_{} ^ crosses_{step};\n", step - 1),
        }
    }

    /// The condition that there are `zeros` letters 0 before a step.
    pub(super) fn has_zeros(&self, step: usize, zeros: usize) -> String {
        match (self.zeros, zeros) {
            (1, 0) => format!("!zeros_{step}"),
            (1, _) => format!("zeros_{step}"),
            (bits, _) => format!("(zeros_{step} == {bits}'h{zeros:x})"),
        }
    }

    /// The letter at a place of the window, as coordinates.
    fn letter(&self, at: usize) -> String {
        let (all, radix) = (bits(self.radix), self.radix);
        let none = format!("{all}'h0");
        let (up, down) = self.hops(at);
        let there = |value: &str, mirrored: &str| match (at, self.crosses) {
            (0, _) => value.to_string(),
            (_, 0) => format!("there_{at} ? {value} : {none}"),
            _ => format!("!there_{at} ? {none} : sign_at_{at} ? {mirrored} : {value}"),
        };
        let mut text = if at > 0 { self.at(at) } else { String::new() };
        let _ = writeln!(text, "wire [{}:0] plus_{at} = {};", all - 1, there(&up, &down));
        if radix > 2 {
            let _ = writeln!(text, "wire [{}:0] minus_{at} = {};", all - 1, there(&down, &up));
        }
        text
    }

    /// Whether there is a step at a place after the first one, and the fields of that step.
    fn at(&self, at: usize) -> String {
        let steps = 1..=at;
        let any = |of: &dyn Fn(usize) -> String| steps.clone().map(of).collect::<Vec<_>>().join(" | ");
        let mut text = format!("wire there_{at} = {};\n", any(&|step| format!("at_{step}_{at}")));
        let less = self.less;
        if less > 0 {
            let one = any(&|step| format!("({{{less}{{at_{step}_{at}}}}} & less_{step})"));
            let _ = writeln!(text, "wire [{}:0] less_at_{at} = {one};", less - 1);
        }
        if self.crosses > 0 {
            let one = any(&|step| format!("(at_{step}_{at} & sign_{step})"));
            let _ = writeln!(text, "wire sign_at_{at} = {one};");
        }
        text
    }

    /// The coordinates of the run at a place, by plus and by minus.
    fn hops(&self, at: usize) -> (String, String) {
        let all = bits(self.radix);
        if self.less == 0 {
            return (format!("{all}'h1"), format!("{all}'h{:x}", self.radix - 1));
        }
        let name = if at == 0 { "less_0".to_string() } else { format!("less_at_{at}") };
        let less = format!("{{{}'h0, {name}}}", all - self.less);
        (format!("({less} + {all}'h1)"), format!("({all}'h{:x} - {less})", self.radix - 1))
    }

    /// Whether a step is at place `at`, that is `at` letters after the current one.
    fn place(&self, step: usize, at: usize) -> String {
        let after = |zeros: usize| match step {
            1 => self.has_zeros(1, zeros),
            _ => format!("(at_{}_{} & {})", step - 1, at - 1 - zeros, self.has_zeros(step, zeros)),
        };
        let places = if step == 1 { at - 1..at } else { 0..at - step + 1 };
        let all: Vec<String> = places.map(after).collect();
        format!("wire at_{step}_{at} = {};\n", all.join(" | "))
    }
}
