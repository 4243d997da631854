//! The assertions at the end of the modules of a scheduled node.

use torus_hdl::Module;

/// Prefixes of wires that report a fault, each with the prefix of the label of its assertion.
const FAULTS: [(&str, &str); 4] = [
    ("conflict_", "no_conflict_"),
    ("eject_conflict_", "no_eject_conflict_"),
    ("misrouted_", "no_misroute_"),
    ("inject_misrouted_", "no_inject_misroute_"),
];

/// Adds to a router an assertion on each of its fault wires.
pub fn of_router(module: &mut Module) {
    let mut lines: Vec<String> = module.text.lines().filter_map(finding).collect();
    if lines.is_empty() && module.text.contains("wire fault = ") {
        lines.push("    no_misroute: assert (!fault);".into());
    }
    insert(module, "what arrives wants one output each, and none wants the same", &[], &lines);
}

/// The assertion on the fault wire that a line declares, if it declares one.
fn finding(line: &str) -> Option<String> {
    let (wire, value) = line.strip_prefix("  wire ")?.split_once(" = ")?;
    let number = |prefix: &str| wire.strip_prefix(prefix).filter(|rest| rest.parse::<usize>().is_ok());
    let found = FAULTS.iter().find_map(|(prefix, label)| Some((label, number(prefix)?)));
    let (label, number) = found.filter(|_| value != "1'd0;")?;
    Some(format!("    {label}{number}: assert (!{wire});"))
}

/// Adds to a node assertions on its slot counter, and two ports that show the counter. `slots`: slots of the
/// schedule; `width`: bits of the counter.
pub fn of_node(module: &mut Module, slots: usize, width: usize) {
    let ports = format!(
        "\n`ifdef FORMAL\n  ,\n  output wire [{}:0] f_slot_o,    // slot of the frame that is under way\n  \
         output wire       f_running_o  // a frame is under way\n`endif\n);\n",
        width - 1
    );
    module.text = module.text.replacen("\n);\n", &ports, 1);
    let counts = module.text.contains(" slot_q;");
    let drains = module.text.contains(" draining_q;") && module.text.contains(" drained_q;");
    let slot = if counts { "slot_q".to_string() } else { format!("{width}'d0") };
    let shown = format!("  assign f_slot_o = {slot};\n  assign f_running_o = running_q;");
    match counts {
        true => insert(
            module,
            "slots are counted from 0 to the last",
            &counter(&shown, width),
            &counted(slots, width, drains),
        ),
        false => insert(module, "a schedule of one slot", &[shown], &[]),
    }
}

/// The registers with the state of the counter one cycle ago.
fn counter(shown: &str, width: usize) -> Vec<String> {
    let text = format!(
        "{shown}\n  reg f_started_q = 1'b0;  // a frame was started a cycle ago\n  \
         reg f_counted_q = 1'b0;  // a slot before the last was a cycle ago\n  \
         reg [{}:0] f_slot_q = {width}'d0;",
        width - 1
    );
    text.lines().map(String::from).collect()
}

/// The assertions on the counter. `drains_on`: whether it continues after a frame.
fn counted(slots: usize, width: usize, drains_on: bool) -> Vec<String> {
    let last = format!("{width}'d{}", slots - 1);
    // Routers set by the slot continue until the last message has arrived.
    let drains = "    one_at_a_time: assert (!(running_q & draining_q));\n    \
                  drained_is_known: assert (!drained_q | (draining_q & !last_q));\n";
    let drains = if drains_on { drains } else { "" };
    let text = format!(
        "{drains}    if (running_q) slot_in_range: assert (slot_q <= {last});\n    \
         last_is_known: assert (last_q == (running_q & (slot_q == {last})));\n    \
         if (f_started_q) slot_from_zero: assert (running_q & (slot_q == {width}'d0));\n    \
         if (f_counted_q) slot_counts: assert (running_q & (slot_q == f_slot_q + {width}'d1));\n  end\n  \
         always @(posedge clk_i) begin\n    f_started_q <= rst_ni & start_i & ready;\n    \
         f_counted_q <= rst_ni & running_q & (slot_q < {last});\n    f_slot_q <= slot_q;"
    );
    text.lines().map(String::from).collect()
}

/// Inserts declarations and assertions before the end of a module.
pub fn insert(module: &mut Module, about: &str, declared: &[String], asserted: &[String]) {
    let mut block = format!("`ifdef FORMAL\n  // Proved (docs/proofs.md): {about}.\n");
    declared.iter().for_each(|line| block += &format!("{line}\n"));
    if !asserted.is_empty() {
        block += "  always @* begin\n";
        asserted.iter().for_each(|line| block += &format!("{line}\n"));
        block += "  end\n";
    }
    let at = module.text.rfind("endmodule").expect("a module");
    module.text.insert_str(at, &(block + "`endif\n\n"));
}
