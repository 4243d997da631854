//! Checks verilated C++: no output port may follow an input within a cycle.
//!
//! Verilator puts logic that reads an input into functions named `..ico_sequent..`, which run when an input
//! changes. They may compute the next values of registers, but a store to a port in them is a combinational
//! path. Ports are members without hierarchy in their names, which end in `_o`.

/// The output ports that follow an input within a cycle according to this file, in order.
pub(crate) fn combinational_outputs(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in code.lines() {
        if line.contains("ico_sequent") && line.ends_with('{') {
            inside = true;
        } else if line == "}" {
            inside = false;
        } else if inside {
            found.extend(stored_port(line.trim_start()));
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Whether a member of a class of Verilator is an output of its top module.
pub(super) fn is_output(name: &str) -> bool {
    name.ends_with("_o") && !name.contains("__DOT__")
}

/// The output port to which a statement stores. Wide values are stored by element, or by a call whose first
/// object is the destination.
fn stored_port(statement: &str) -> Option<String> {
    let call = statement.starts_with("VL_");
    let start = if call { statement.find("vlSelf->")? } else { 0 };
    let name = statement[start..].strip_prefix("vlSelf->")?;
    let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
    let name = &name[..end];
    is_output(name).then(|| name.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const REGISTERED: &str = "\
VL_INLINE_OPT void Vt___024root___ico_sequent__TOP__0(Vt___024root* vlSelf) {
    vlSelf->t__DOT__u_node__DOT__slot_d
        = ((IData)(vlSelf->start_i) | (IData)(vlSelf->done_o));
}
VL_INLINE_OPT void Vt___024root___nba_sequent__TOP__0(Vt___024root* vlSelf) {
    vlSelf->tx_valid_0_o = vlSelf->t__DOT__q;
}
";

    #[test]
    fn next_states_may_follow_inputs() {
        assert_eq!(combinational_outputs(REGISTERED), Vec::<String>::new());
    }

    #[test]
    fn outputs_may_not() {
        let broken = REGISTERED.replace("t__DOT__u_node__DOT__slot_d", "tx_valid_0_o");
        assert_eq!(combinational_outputs(&broken), ["tx_valid_0_o"]);
        let wide = REGISTERED.replace("t__DOT__u_node__DOT__slot_d", "tx_data_2_o[1U]");
        assert_eq!(combinational_outputs(&wide), ["tx_data_2_o"]);
        let call = REGISTERED
            .replace("vlSelf->t__DOT__u_node__DOT__slot_d", "VL_ASSIGN_W(96,vlSelf->tx_data_2_o, x);");
        assert_eq!(combinational_outputs(&call), ["tx_data_2_o"]);
    }
}
