use super::*;

const HEADER: &str = "VlTriggerVec<1> __VicoTriggered;\nVlTriggerVec<1> __VnbaTriggered;\nVlTriggerVec<1> \
                      __VstlTriggered;\n";

/// A definition as Verilator writes it.
fn defined(name: &str, body: &str) -> String {
    format!(
        "void Vt___{name}(Vt* vlSelf) {{\n    if (false && vlSelf) {{}}  // Prevent unused\n    \
         VL_DEBUG_IF(VL_DBG_MSGF(\"+    Vt___{name}\\n\"); );\n    // Body\n    {body}\n}}\n\n"
    )
}

fn region(name: &str, functions: &[&str]) -> String {
    let calls: String = functions.iter().map(|function| format!("Vt___{function}(vlSelf);\n")).collect();
    defined(&format!("eval_{name}"), &format!("if (vlSelf->__V{name}Triggered.at(0U)) {{\n{calls}    }}"))
}

/// The C++ of a register `q` with an output, a signal `d` that depends on it and an input, and `e` that
/// depends on `d`.
fn code() -> Vec<String> {
    let long = "vlSelf->d = (vlSelf->a_i ^ vlSelf->q);\n    vlSelf->e = (~ vlSelf->d);";
    let running = defined("ico_sequent__TOP__0", long)
        + &defined("nba_sequent__TOP__0", "vlSelf->q = vlSelf->e;\n    vlSelf->q_o = vlSelf->e;")
        + &defined("nba_sequent__TOP__1", long)
        + &region("ico", &["ico_sequent__TOP__0"])
        + &region("nba", &["nba_sequent__TOP__0", "nba_sequent__TOP__1"])
        + "    vlSelf->__VicoTriggered.at(0U) = (0U == vlSelf->__VicoIterCount);\n    \
           vlSelf->__VactTriggered.at(0U) = ((IData)(vlSelf->clk_i) \n                                      \
           & (~ (IData)(vlSelf->__Vtrigrprev__TOP__clk_i)));\n";
    let slow = "VL_ATTR_COLD ".to_string()
        + &defined("stl_sequent__TOP__0", long)
        + &region("stl", &["stl_sequent__TOP__0"])
        + "    vlSelf->__VstlTriggered.at(0U) = (0U == vlSelf->__VstlIterCount);\n";
    vec![running, slow]
}

fn edge(header: &str, code: &[String]) -> Option<[Vec<String>; 2]> {
    let names = |names: Vec<String>| names.iter().map(|name| name.replace("Vt___", "")).collect();
    Regions::of("Vt", header, code).map(|regions| [regions.before, regions.at].map(names))
}

fn changed(from: &str, to: &str) -> Vec<String> {
    let changed: Vec<_> = code().iter().map(|text| text.replace(from, to)).collect();
    assert_ne!(changed, code(), "{from}");
    changed
}

fn two(before: &str, at: &[&str]) -> Option<[Vec<String>; 2]> {
    Some([vec![before.to_string()], at.iter().map(|name| name.to_string()).collect()])
}

const REGISTERS: &str = "nba_sequent__TOP__0";
const BOTH: [&str; 2] = ["nba_sequent__TOP__0", "nba_sequent__TOP__1"];

#[test]
fn logic_is_settled_once_and_then_come_the_registers() {
    assert_eq!(edge(HEADER, &code()), two("stl_sequent__TOP__0", &[REGISTERS]));
    let regions = Regions::of("Vt", HEADER, &code()).unwrap();
    let macros = "#define TG_DIRECT 1\n#define TG_BEFORE_EDGE(X) X(Vt___stl_sequent__TOP__0)\n\
                  #define TG_AT_EDGE(X) X(Vt___nba_sequent__TOP__0)\n";
    assert_eq!(regions.macros(), macros);
}

/// A register, an output, another function or a call after the registers; logic that settles in turns or by
/// other functions; a design that does not become smaller.
#[test]
fn what_matters_runs_as_ever() {
    let behind = "vlSelf->e = (~ vlSelf->d);\n}\n\nvoid Vt___eval_ico";
    let all = two("ico_sequent__TOP__0", &BOTH);
    for what in
        ["vlSelf->r = vlSelf->d;", "vlSelf->d_o = vlSelf->d;", "Vt___g(vlSelf);", "VL_F_W(vlSelf->r);"]
    {
        let code = changed(behind, &behind.replace("\n}", &format!("\n    {what}\n}}")));
        assert_eq!(edge(HEADER, &code), all, "{what}");
    }
    assert_eq!(edge(&HEADER.replace("<1> __Vstl", "<2> __Vstl"), &code()), all);
    assert_eq!(edge(HEADER, &changed("(0U == vlSelf->__VstlIterCount)", "1U")), all);
    let calling = changed("Vt___stl_sequent__TOP__0(vlSelf);\n", "if (1U) {}\n");
    assert_eq!(edge(HEADER, &calling), all);
    let long = "Vt___eval_stl\\n\"); );\n    // Body\n";
    assert_eq!(edge(HEADER, &changed(long, &(long.to_string() + "    vlSelf->s = 0U;\n"))), all);
}

#[test]
fn a_tile_that_computes_nothing_from_inputs_has_no_region_for_it() {
    let header = HEADER.replace("VlTriggerVec<1> __VicoTriggered;\n", "");
    let none: Vec<String> = Vec::new();
    let settles = changed("vlSelf->__VstlIterCount", "vlSelf->__Vother");
    assert_eq!(edge(&header, &settles), Some([none, BOTH.map(String::from).to_vec()]));
}

/// Two triggers, logic between trigger and registers, another clock, a falling edge, a version with other
/// names of regions or other triggers, a region that does more than call functions.
#[test]
fn anything_else_is_run_by_eval() {
    assert_eq!(edge(&HEADER.replace("<1> __Vnba", "<2> __Vnba"), &code()), None);
    let changes = [
        ("Vt___eval_nba(Vt* vlSelf) {", "Vt___eval_act(Vt* vlSelf) { Vt___act_comb__TOP__0(vlSelf);"),
        ("(vlSelf->clk_i)", "(vlSelf->other_i)"),
        ("& (~ (IData)", "& ((IData)"),
        ("___eval_nba", "___eval_phase__nba"),
        ("(0U == vlSelf->__VicoIterCount)", "vlSelf->__VicoFirstIteration"),
        ("Vt___nba_sequent__TOP__1(vlSelf);", "vlSelf->x = 0U;"),
    ];
    for (from, to) in changes {
        assert_eq!(edge(HEADER, &changed(from, to)), None, "{from}");
    }
}

/// Each function of an edge is moved once, with the constants that it names, and without the mark that it is
/// rarely called.
#[test]
fn functions_of_the_edge_move_to_the_shim() {
    let mut texts = code();
    texts[0] = "extern const int T;\n".to_string() + &texts[0];
    let (regions, before) = (Regions::of("Vt", HEADER, &texts).unwrap(), texts.concat());
    let taken = regions.take(&mut texts);
    assert!(taken.starts_with(
        "#include \"Vt.h\"\nextern const int T;\nvoid Vt___nba_sequent__TOP__0(Vt* vlSelf) {\n"
    ));
    assert!(!taken.contains("VL_ATTR_COLD") && !taken.contains("nba_sequent__TOP__1"));
    for name in ["stl_sequent__TOP__0", REGISTERS] {
        let definition = format!("Vt___{name}(Vt* vlSelf) {{");
        assert_eq!(
            [&before, &taken, &texts.concat()].map(|text| text.matches(&definition).count()),
            [1, 1, 0]
        );
        assert_eq!(texts.concat().matches(&format!("void Vt___{name}(Vt* vlSelf);")).count(), 1, "{name}");
    }
}
