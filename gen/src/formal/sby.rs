//! The file that SymbiYosys reads.

/// Proof and cover of a harness. `steps`: depth of the induction and of its base case. `cover`: cycles in
/// which something arrives.
pub fn text(top: &str, modules: &[&String], steps: usize, cover: usize) -> String {
    let names: Vec<String> = modules.iter().map(|name| format!("{name}.v")).collect();
    let files: String = names.iter().map(|name| format!("rtl/{name}\n")).collect();
    format!(
        "# Run in this folder: sby -f {top}.sby, with yosys and z3 (docs/proofs.md).\n\
         [tasks]\nprove\ncover\n\n\
         [options]\nprove: mode prove\nprove: depth {steps}\ncover: mode cover\ncover: depth {cover}\n\n\
         [engines]\nsmtbmc z3\n\n\
         # memory_map: in an induction a ROM of its own would begin with any contents.\n\
         [script]\nread_verilog -sv -formal {} {top}.v\nprep -flatten -top {top}\nmemory_map\nopt -full\n\n\
         [files]\n{files}formal/{top}.v\n",
        names.join(" ")
    )
}
