use super::*;

const HEADER: &str = "\
class Vt___024root final {
    VL_IN8(clk_i,0,0);
    VL_IN8(rst_ni,0,0);
    VL_IN(rx_data_0_i,31,0);
    CData/*1:0*/ seen;
    CData/*1:0*/ q;
    CData/*1:0*/ at;
    CData/*1:0*/ ROUND_at_reset;
    CData/*0:0*/ unused;
    VlUnpacked<IData/*31:0*/, 2> ring;
    VlUnpacked<IData/*31:0*/, 9> long_ring;
};
";

fn defined(name: &str, body: &str) -> String {
    format!(
        "void {name}(Vt___024root* vlSelf) {{\n    if (false && vlSelf) {{}}  // Prevent unused\n    \
         VL_DEBUG_IF(VL_DBG_MSGF(\"+    {name}\\n\"); );\n    // Body\n    {body}\n}}\n"
    )
}

/// The statements of a function with this body.
fn written(body: &str) -> Option<String> {
    let text = without_comments(&defined("f", body));
    Writer::function(&Members::of(HEADER)?.types, &BTreeSet::new(), &Body::of(&tokens(&text))?)
}

const CLASS: &str = "\
#pragma once
#define TG_LANES 32
#include \"lanes.h\"
#include \"Vt___024root.h\"

struct Vt_lanes {
    struct Passing {
        IData ring[2][TG_LANES];
        IData rx_data_0_i[TG_LANES];
        CData seen[TG_LANES];
    };
    Passing* passing;
    CData ROUND_at_reset[TG_LANES];
    CData clk_i[TG_LANES];
    CData q[TG_LANES];
    CData rst_ni[TG_LANES];
    auto& of_clk_i() { return clk_i; }
    auto& of_rst_ni() { return rst_ni; }
    auto& of_rx_data_0_i() { return passing->rx_data_0_i; }
    auto& of_ROUND_at_reset() { return ROUND_at_reset; }
    void fill(unsigned lane, const Vt___024root& root);
    void edge(const Vt_lanes* next);
};
";

const SOURCE: &str = "\
#define TG_VECTOR Vt_lanes
#include \"Vt_lanes.h\"

extern const VlUnpacked<CData/*1:0*/, 4> TABLE;

TG_PART f(TG_VECTOR* vlSelf, TG_VECTOR::Passing* passing) {
TG_EACH_LANE passing->seen[lane] = static_cast<CData>(TABLE [vlSelf->q[lane]]);
}

TG_PART g(TG_VECTOR* vlSelf, TG_VECTOR::Passing* passing) {
TG_EACH_LANE vlSelf->q[lane] = static_cast<CData>(passing->seen[lane]);
TG_EACH_LANE passing->ring[1][lane] = static_cast<IData>(passing->rx_data_0_i[lane]);
}


void TG_VECTOR::fill(unsigned lane, const Vt___024root& root) {
    tg_fill(ROUND_at_reset, root.ROUND_at_reset, lane);
    tg_fill(clk_i, root.clk_i, lane);
    tg_fill(q, root.q, lane);
    tg_fill(rst_ni, root.rst_ni, lane);
}

void TG_VECTOR::edge(const TG_VECTOR* next) {
    f(this, passing);
    tg_prefetch(next, 0, 3);
    g(this, passing);
    tg_prefetch(next, 1, 3);
    f(this, passing);
    tg_prefetch(next, 2, 3);
}
";

/// An edge that calls a function twice. Nothing reads `seen` and `ring` before they are assigned, so vectors
/// share them.
#[test]
fn a_class_and_its_functions() {
    let first = defined("f", "vlSelf->seen = TABLE[vlSelf->q];");
    let second = defined("g", "vlSelf->q = vlSelf->seen;\n    vlSelf->ring[1U] = vlSelf->rx_data_0_i;");
    let edge = [("f", first.as_str()), ("g", second.as_str()), ("f", first.as_str())];
    let code = "#include \"Vt.h\"\nextern const VlUnpacked<CData/*1:0*/, 4> TABLE;\nvoid f() {}\n";
    let lanes = Lanes::of("Vt", HEADER, &edge, code).unwrap();
    assert_eq!((lanes.header.as_str(), lanes.source.as_str()), (CLASS, SOURCE));
    assert_eq!(macros(Some(&lanes), "Vt"), "#define TG_VECTOR Vt_lanes\n#include \"Vt_lanes.h\"\n");
    assert_eq!(macros(None, "Vt"), "#define TG_LANES 1\n");
}

/// Values that are safe to compute are chosen without a branch; elements of short arrays too. Others are
/// computed only where they are chosen.
#[test]
fn choices_and_elements() {
    let cases = [
        ("((0U == vlSelf->q) ? 1U : 2U)", "tg_choose((0U == vlSelf->q[lane]), 1U, 2U)"),
        (
            "((1U & vlSelf->q) ? ((vlSelf->at) ? 1U : 2U) : (3U >> 1U))",
            "tg_choose((1U & vlSelf->q[lane]), tg_choose((vlSelf->at[lane]), 1U, 2U), (3U >> 1U))",
        ),
        (
            "((3U >= vlSelf->q) ? (1U << vlSelf->q) : 0U)",
            "((3U >= vlSelf->q[lane]) ? (1U << vlSelf->q[lane]) : 0U)",
        ),
        (
            "((vlSelf->q) ? VL_REDXOR_8(vlSelf->at) : 0U)",
            "((vlSelf->q[lane]) ? VL_REDXOR_8 (vlSelf->at[lane]) : 0U)",
        ),
        ("((vlSelf->q) ? TABLE[vlSelf->at] : 0U)", "((vlSelf->q[lane]) ? TABLE [vlSelf->at[lane]] : 0U)"),
        (
            "vlSelf->ring[vlSelf->at]",
            "tg_choose((vlSelf->at[lane] == 1U), vlSelf->ring[1][lane], vlSelf->ring[0][lane])",
        ),
        ("vlSelf->long_ring[vlSelf->at]", "vlSelf->long_ring[vlSelf->at[lane]][lane]"),
        (
            "((vlSelf->q) ? vlSelf->long_ring[vlSelf->at] : 0U)",
            "((vlSelf->q[lane]) ? vlSelf->long_ring[vlSelf->at[lane]][lane] : 0U)",
        ),
    ];
    for (value, expected) in cases {
        let statement = format!("TG_EACH_LANE vlSelf->q[lane] = static_cast<CData>({expected});\n");
        assert_eq!(written(&format!("vlSelf->q = {value};")), Some(statement), "{value}");
    }
}

/// A condition is kept, because a statement under it may change what it depends on. Under another condition
/// both hold. What is not safe to compute is not computed elsewhere.
#[test]
fn conditions_are_kept() {
    let text = "if (vlSelf->q) { vlSelf->q = 0U; if ((1U << vlSelf->at)) { vlSelf->at = 1U; } } \
                else { vlSelf->at = (1U << vlSelf->at); }";
    let expected = "CData tg_if_1[TG_LANES];\nTG_EACH_LANE tg_if_1[lane] = ((vlSelf->q[lane]) != 0);\n\
        TG_EACH_LANE vlSelf->q[lane] = tg_choose(tg_if_1[lane], static_cast<CData>(0U), vlSelf->q[lane]);\n\
        CData tg_if_2[TG_LANES];\n\
        TG_EACH_LANE tg_if_2[lane] = (tg_if_1[lane] && (((1U << vlSelf->at[lane])) != 0));\n\
        TG_EACH_LANE vlSelf->at[lane] = tg_choose(tg_if_2[lane], static_cast<CData>(1U), vlSelf->at[lane]);\n\
        CData tg_else_1[TG_LANES];\nTG_EACH_LANE tg_else_1[lane] = ((tg_if_1[lane]) == 0);\n\
        TG_EACH_LANE vlSelf->at[lane] = (tg_else_1[lane] ? static_cast<CData>((1U << vlSelf->at[lane])) : \
        vlSelf->at[lane]);\n";
    assert_eq!(written(text).as_deref(), Some(expected));
}

/// A store to an element is a choice for each element of a short array, and a store for each lane of others.
#[test]
fn stores_to_elements() {
    let stored = written("if (vlSelf->q) { vlSelf->ring[vlSelf->at] = 1U; }").unwrap();
    for number in 0..2 {
        let line = format!(
            "TG_EACH_LANE vlSelf->ring[{number}][lane] = tg_choose((tg_if_1[lane] & (vlSelf->at[lane] == \
             {number}U)), static_cast<IData>(1U), vlSelf->ring[{number}][lane]);\n"
        );
        assert!(stored.contains(&line), "{stored}");
    }
    let stored = written("vlSelf->long_ring[vlSelf->at] = 1U;").unwrap();
    assert_eq!(stored, "TG_ONE_BY_ONE vlSelf->long_ring[vlSelf->at[lane]][lane] = static_cast<IData>(1U);\n");
    let stored = written("if (vlSelf->q) { vlSelf->long_ring[vlSelf->at] = 1U; }").unwrap();
    assert!(stored.ends_with(
        "TG_ONE_BY_ONE if (tg_if_1[lane]) vlSelf->long_ring[vlSelf->at[lane]][lane] = \
         static_cast<IData>(1U);\n"
    ));
}

/// Many statements under a condition are left out if it holds nowhere.
#[test]
fn much_is_left_out_if_its_condition_holds_nowhere() {
    let body = |count| format!("if (vlSelf->rst_ni) {{ {} }}", "vlSelf->q = 1U; ".repeat(count));
    assert!(!written(&body(8)).unwrap().contains("tg_any"));
    let much = written(&body(9)).unwrap();
    assert!(much.contains("\nif (tg_any(tg_if_1)) {\nTG_EACH_LANE") && much.ends_with(";\n}\n"), "{much}");
}

#[test]
fn variables_have_lanes() {
    let text = written("CData/*4:0*/ x;\n    x = 0;\n    x = vlSelf->q;").unwrap();
    let expected = "CData x[TG_LANES];\nTG_EACH_LANE x[lane] = static_cast<CData>(0);\n\
                    TG_EACH_LANE x[lane] = static_cast<CData>(vlSelf->q[lane]);\n";
    assert_eq!(text, expected);
}

/// Whole arrays, calls with an object, unknown members and types, stores that may change what they depend on,
/// and statements of other kinds.
#[test]
fn other_code_is_not_understood() {
    for body in [
        "vlSelf->q = f(vlSelf->ring);",
        "vlSelf->q = g(vlSelf);",
        "vlSelf->q = vlSelf->other;",
        "vlSelf->other = 1U;",
        "vlSelf->q = vlSymsp->TOP.q;",
        "vlSelf->q = vlSelf->at ? 1U : 2U;",
        "vlSelf->ring[vlSelf->at] = vlSelf->ring[0U];",
        "vlSelf->ring[vlSelf->ring[0U]] = 1U;",
        "std::string x; vlSelf->q = 1U;",
        "VL_ZERO_W(64, vlSelf->ring);",
        "vlSelf->q += 1U;",
    ] {
        assert_eq!(written(body), None, "{body}");
    }
    assert!(written("vlSelf->q = 1U;").is_some());
}
