//! Pieces of Verilog that several leaves use.

/// The comment above registers without reset.
pub(super) const WITHOUT_RESET: &str =
    "\n// Registers without reset: a valid bit tells whether they hold anything.\n";

/// The terms joined by an operator, or `none` if there are no terms.
pub(super) fn joined(terms: &[String], by: &str, none: &str) -> String {
    match terms.is_empty() {
        true => none.into(),
        false => terms.join(by),
    }
}

/// A register with reset.
pub(super) struct Register {
    pub name: String,
    /// Its value at power-up and in reset.
    pub reset: String,
    /// Its next value.
    pub next: String,
}

impl Register {
    /// A register of one bit, which reset sets to 0.
    pub fn bit(name: &str, next: impl Into<String>) -> Self {
        Register { name: name.into(), reset: "1'b0".into(), next: next.into() }
    }

    /// A register of `width` bits, all of which reset sets to 0.
    pub fn zero(name: &str, width: usize, next: impl Into<String>) -> Self {
        Register { name: name.into(), reset: format!("{width}'d0"), next: next.into() }
    }
}

/// A clocked block of registers.
pub(super) fn registers(all: &[Register]) -> String {
    let line =
        |pad: &str, by: &str, Register { name, reset, .. }: &Register| format!("{pad}{name} {by} {reset};\n");
    let mut text =
        String::from("\n// Registers with reset; at power-up they have the same values.\ninitial begin\n");
    text.extend(all.iter().map(|one| line("  ", "=", one)));
    text += "end\nalways @(posedge clk_i) begin\n  if (!rst_ni) begin\n";
    text.extend(all.iter().map(|one| line("    ", "<=", one)));
    text += "  end else begin\n";
    text.extend(all.iter().map(|Register { name, next, .. }| format!("    {name} <= {next};\n")));
    text + "  end\nend\n"
}
