//! The constraints of `NAME_axis`: they name registers of the emitted Verilog, and every wire between the
//! clocks has one.

use crate::common::{files_of_list, icarus::Emitted, tool};

/// The patterns of cells and pins in a text as selections of yosys: `*/u_in/data_q_reg*` becomes
/// `w:*u_in.data_q`.
fn patterns(text: &str) -> Vec<String> {
    let begins = text.split("{NAME =~ ").skip(1);
    let pattern = |rest: &str| {
        let (path, _) = rest.split_once("_reg*").expect("registers end so");
        format!("w:*{}", path.trim_start_matches(['*', '/']).replace('/', "."))
    };
    begins.map(pattern).collect()
}

/// Whether each of these selections has an object in the flattened top, by yosys.
fn selected(net: &Emitted, selections: &[String]) -> bool {
    let files = files_of_list(&net.folder(), "n_axis.f");
    let each: String = selections.iter().map(|one| format!("select -assert-min 1 {one}; ")).collect();
    let script = format!("read_verilog {files}; hierarchy -top n_axis; proc; flatten; {each}");
    tool("yosys", &["-q", "-p", &script], &net.folder()).0
}

#[test]
fn constraints_name_registers_that_there_are() {
    for words in ["2x3 --router buffered --ports one --flits 2", "3", "3 --algorithm broadcast"] {
        let net = Emitted::new(&format!("{words} --interface axis --local-clock --name n"));
        let text = |file: &str| std::fs::read_to_string(net.folder().join(file)).expect("an emitted file");
        let found = patterns(&text("n_axis.xdc"));
        assert_eq!(found.len(), 9, "{found:?}");
        assert!(selected(&net, &found), "{words}: {found:?}");
        assert!(!selected(&net, &["w:*u_in.other_q".into()]), "a name that is not there");
        for (file, lines) in [
            (
                "n_axis.sdc",
                ["[get_ports clk_i]", "[get_ports local_clk_i]", "set_clock_groups -asynchronous"],
            ),
            ("n_axis.xdc", ["[get_ports clk_i]", "[get_ports local_clk_i]", "set shorter 20.000"]),
            ("n_axis.lpf", ["PORT \"clk_i\" 50 MHZ;", "PORT \"local_clk_i\" 50 MHZ;", ""]),
        ] {
            lines.iter().for_each(|line| assert!(text(file).contains(line), "{file} has {line}"));
        }
    }
}

/// Every flip-flop that reads another clock, by the text of the modules: two pointers and the output register
/// of a FIFO, the errors, and both resets. A wire that nobody constrains would be one more.
#[test]
fn nothing_else_crosses() {
    let net = Emitted::new("2 --router buffered --interface axis --local-clock --name n");
    let text = |part: &str| {
        let path = net.folder().join(format!("rtl/n_axis{part}.v"));
        std::fs::read_to_string(path).expect("an emitted file")
    };
    assert_eq!(text("_cross").matches("n_axis_sync #(").count(), 2, "pointers");
    assert_eq!(text("").matches("n_axis_sync #(").count(), 1, "errors");
    assert_eq!(text("").matches("n_axis_reset u_").count(), 2, "resets");
    // The core has one clock, so what else it gives is in that one.
    assert!(!text("_core").contains("local_clk"), "the core has one clock");
}

/// A folder without the option has none of these files.
#[test]
fn one_clock_has_no_constraints_of_two() {
    let net = Emitted::new("2 --router buffered --interface axis --name n");
    for file in ["n_axis.sdc", "n_axis.xdc", "n_axis.lpf", "rtl/n_axis_core.v", "rtl/n_axis_cross.v"] {
        assert!(!net.folder().join(file).exists(), "{file}");
    }
}
