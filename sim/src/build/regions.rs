//! Whether a verilated tile may be run region by region instead of by `eval()`, which is what `shim/edge.h`
//! does.
//!
//! Verilator's `eval()` finds out which regions a change of inputs triggers. That is known beforehand where
//! the rising edge of the only clock is the only trigger: the logic that follows from inputs (`ico`) and the
//! registers with what follows from them (`nba`) run once each. This file reads that off the C++ which
//! Verilator wrote, statement by statement; C++ of another form, by another version or for another design, is
//! run by `eval()`.
//!
//! It takes a third of the time off a run of 16x16x16, and a tenth on 8x8 (ARCHITECTURE.md).

/// The macros for `shim/edge.h`. `header`: of the root class; `code`: the C++ that runs, all files.
pub(crate) fn macros(root: &str, header: &str, code: &[String]) -> String {
    let code: String = code.iter().flat_map(|text| text.split_whitespace()).collect();
    let inputs = header.contains("__VicoTriggered");
    if !direct(root, header, &code, inputs) {
        return "#define TG_DIRECT 0\n".to_string();
    }
    let region = |name: &str| format!("{root}___{name}");
    format!(
        "#define TG_DIRECT 1\n#define TG_INPUT_REGION {}\n#define TG_EVAL_ICO {}\n#define TG_EVAL_NBA {}\n",
        inputs as u8,
        region("eval_ico"),
        region("eval_nba")
    )
}

/// `code` without white space.
fn direct(root: &str, header: &str, code: &str, inputs: bool) -> bool {
    let one = |region: &str| header.contains(&format!("VlTriggerVec<1> __V{region}Triggered;"));
    let defined = |region: &str| code.contains(&format!("void{root}___eval_{region}({root}*vlSelf){{"));
    let trigger = "vlSelf->__VactTriggered.at(0U)=((IData)(vlSelf->clk_i)&\
                   (~(IData)(vlSelf->__Vtrigrprev__TOP__clk_i)));";
    let first = "vlSelf->__VicoTriggered.at(0U)=(0U==vlSelf->__VicoIterCount);";
    // Nothing happens between the trigger and the registers.
    let still = !code.contains("___act_sequent__") && !code.contains("___act_comb__");
    let edge = one("nba") && defined("nba") && code.contains(trigger) && still;
    edge && (!inputs || one("ico") && defined("ico") && code.contains(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "VlTriggerVec<1> __VicoTriggered;\nVlTriggerVec<1> __VnbaTriggered;\n";

    fn code() -> Vec<String> {
        let regions = "void Vt___eval_ico(Vt* vlSelf) {\n}\nvoid Vt___eval_nba(Vt* vlSelf) {\n}\nvoid \
                Vt___eval_act(Vt* vlSelf) {\n}\n";
        let triggers = "    vlSelf->__VicoTriggered.at(0U) = (0U == vlSelf->__VicoIterCount);\n    \
            vlSelf->__VactTriggered.at(0U) = ((IData)(vlSelf->clk_i) \n                                      \
            & (~ (IData)(vlSelf->__Vtrigrprev__TOP__clk_i)));\n";
        vec![regions.to_string(), triggers.to_string()]
    }

    const DIRECT: &str =
        "#define TG_DIRECT 1\n#define TG_INPUT_REGION 1\n#define TG_EVAL_ICO Vt___eval_ico\n#define \
            TG_EVAL_NBA Vt___eval_nba\n";
    const BY_EVAL: &str = "#define TG_DIRECT 0\n";

    #[test]
    fn one_clock_is_run_region_by_region() {
        assert_eq!(macros("Vt", HEADER, &code()), DIRECT);
    }

    #[test]
    fn a_tile_that_computes_nothing_from_inputs_has_no_region_for_it() {
        let header = HEADER.replace("VlTriggerVec<1> __VicoTriggered;\n", "");
        assert_eq!(macros("Vt", &header, &code()), DIRECT.replace("REGION 1", "REGION 0"));
    }

    /// Two triggers, logic between trigger and registers, another clock, a falling edge, a version that names
    /// regions or states triggers otherwise.
    #[test]
    fn anything_else_is_run_by_eval() {
        assert_eq!(macros("Vt", &HEADER.replace("<1> __Vnba", "<2> __Vnba"), &code()), BY_EVAL);
        let changes = [
            ("Vt___eval_act(Vt* vlSelf) {", "Vt___eval_act(Vt* vlSelf) { Vt___act_comb__TOP__0(vlSelf);"),
            ("(vlSelf->clk_i)", "(vlSelf->other_i)"),
            ("& (~ (IData)", "& ((IData)"),
            ("___eval_nba", "___eval_phase__nba"),
            ("(0U == vlSelf->__VicoIterCount)", "vlSelf->__VicoFirstIteration"),
        ];
        for (from, to) in changes {
            let changed: Vec<_> = code().iter().map(|text| text.replace(from, to)).collect();
            assert_ne!(changed, code(), "{from}");
            assert_eq!(macros("Vt", HEADER, &changed), BY_EVAL, "{from}");
        }
    }
}
