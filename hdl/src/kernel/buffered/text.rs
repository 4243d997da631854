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

/// A clocked block of registers with reset and power-up values. Each register is given as name, value and
/// next value.
pub(super) fn registers(all: &[(String, String, String)]) -> String {
    let line = |pad: &str, by: &str, (name, value, _): &(String, String, String)| {
        format!("{pad}{name} {by} {value};\n")
    };
    let mut text =
        String::from("\n// Registers with reset; at power-up they have the same values.\ninitial begin\n");
    text.extend(all.iter().map(|one| line("  ", "=", one)));
    text += "end\nalways @(posedge clk_i) begin\n  if (!rst_ni) begin\n";
    text.extend(all.iter().map(|one| line("    ", "<=", one)));
    text += "  end else begin\n";
    text.extend(all.iter().map(|(name, _, next)| format!("    {name} <= {next};\n")));
    text + "  end\nend\n"
}
