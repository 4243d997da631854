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

/// Parameters of a harness, and their values.
pub type Parameters = [(&'static str, usize); 2];

/// What provers of reachable states need.
const TOOLS: &str = "with yosys, its yosys-abc, and z3 (docs/proofs.md)";

/// Proof and cover of a harness, by what a prover finds of the states that are reached. `cover`: cycles in
/// which something leaves. The properties of the modules themselves are left to [`of_modules`].
///
/// `watched`: parameters of the harness that are proved apart, which is faster than the proof of all at once;
/// that one is the task `prove`, which then runs only where it is asked for.
pub fn reachable(top: &str, modules: &[String], cover: usize, watched: &[Parameters]) -> String {
    let name = |values: &Parameters| values.iter().map(|(_, value)| format!("_{value}")).collect::<String>();
    let tasks: String =
        watched.iter().map(|values| format!("prove{} proof default\n", name(values))).collect();
    let set = |values: &Parameters| -> String {
        let sets: String = values.iter().map(|(key, value)| format!(" -set {key} {value}")).collect();
        format!("prove{}: chparam{sets} {top}\n", name(values))
    };
    let sets: String = watched.iter().map(set).collect();
    let files: String = modules.iter().map(|name| format!("rtl/{name}.v\n")).collect();
    let names: Vec<String> = modules.iter().map(|name| format!("{name}.v")).collect();
    format!(
        "# Run in this folder: sby -f {top}.sby, {TOOLS}.\n\
         [tasks]\n{tasks}prove proof\ncover{}\n\n\
         [options]\nproof: mode prove\ncover: mode cover\ncover: depth {cover}\n\n\
         [engines]\nproof: abc pdr\ncover: smtbmc z3\n\n\
         [script]\nread_verilog -sv {}\nread_verilog -sv -formal {top}.v\n{sets}\
         setattr -mod -unset keep_hierarchy\nprep -flatten -top {top}\n\n\
         [files]\n{files}formal/{top}.v\n",
        if watched.is_empty() { "" } else { " default" },
        names.join(" ")
    )
}

/// Proof of modules, each on its own. `name`: that of the network.
pub fn of_modules(name: &str, modules: &[Alone]) -> String {
    let lines = |line: &dyn Fn(&Alone) -> String| modules.iter().map(line).collect::<String>();
    let read = |one: &Alone| one.parts.iter().map(|part| format!("{part}.v ")).collect::<String>();
    let open = |one: &Alone| match one.parts.is_empty() {
        true => String::new(),
        false => format!("{}: setattr -mod -unset keep_hierarchy\n", one.name),
    };
    let mut parts: Vec<&String> = modules.iter().flat_map(|one| &one.parts).collect();
    parts.sort();
    parts.dedup();
    format!(
        "# Run in this folder: sby -f {name}_arbiters.sby, {TOOLS}.\n\
         [tasks]\n{}\n[options]\nmode prove\n\n[engines]\nabc pdr\n\n[script]\n{}\n[files]\n{}{}",
        lines(&|one| format!("{}\n", one.name)),
        lines(&|one| format!(
            "{0}: read_verilog -sv -formal {1}{0}.v\n{2}{0}: prep -top {0}\n",
            one.name,
            read(one),
            open(one)
        )),
        parts.iter().map(|part| format!("rtl/{part}.v\n")).collect::<String>(),
        lines(&|one| format!("rtl/{}.v\n", one.name)),
    )
}

/// A module that is proved alone, and the modules in it.
pub struct Alone {
    pub name: String,
    pub parts: Vec<String>,
}

/// Proof of a harness with clocks of its own, and of the properties of the modules in it.
pub fn of_two_clocks(top: &str, modules: &[String]) -> String {
    let names: String = modules.iter().map(|name| format!("{name}.v ")).collect();
    let files: String = modules.iter().map(|name| format!("rtl/{name}.v\n")).collect();
    format!(
        "# Run in this folder: sby -f {top}.sby, {TOOLS}.\n\
         [tasks]\nprove\n\n[options]\nmode prove\nmulticlock on\n\n[engines]\nabc pdr\n\n\
         [script]\nread_verilog -sv -formal {names}{top}.v\nprep -flatten -top {top}\nmemory_map\n\
         opt -full\n\n[files]\n{files}formal/{top}.v\n"
    )
}

/// Proof and cover of a harness, and of the properties of the modules in it.
pub struct Proof {
    pub modules: Vec<String>,
    /// A parameter of the harness, and how many values of it are proved apart.
    pub apart: Option<(&'static str, usize)>,
    /// A module and its property that is assumed here; all of its properties are proved in another harness.
    pub assumed: Option<(String, &'static str)>,
    /// Modules whose own properties are proved elsewhere.
    pub plain: Vec<String>,
}

impl Proof {
    /// All at once.
    pub fn of(modules: Vec<String>) -> Self {
        Proof { modules, apart: None, assumed: None, plain: Vec::new() }
    }

    /// The file. `cover`: cycles in which something comes out. Memories begin with zeros, so that bits that
    /// are alike in all words are one bit for the prover.
    pub fn text(&self, top: &str, cover: usize) -> String {
        let (tasks, sets) = self.tasks(top);
        let names: String = self.modules.iter().map(|name| format!("{name}.v ")).collect();
        let files = self.plain.iter().chain(&self.modules);
        let files: String = files.map(|name| format!("rtl/{name}.v\n")).collect();
        let assumed = self.assumed.iter();
        let assumed = assumed.map(|(module, property)| {
            let assumes = format!("chformal -assert2assume {module}/{property}");
            format!("proc\n{assumes}\nchformal -assert -remove {module}\n")
        });
        format!(
            "# Run in this folder: sby -f {top}.sby, {TOOLS}.\n\
             [tasks]\n{tasks}cover\n\n\
             [options]\nproof: mode prove\ncover: mode cover\ncover: depth {cover}\n\n\
             [engines]\nproof: abc pdr\ncover: smtbmc z3\n\n\
             [script]\n{}read_verilog -sv -formal {names}{top}.v\n{sets}hierarchy -top {top}\n{}\
             prep -flatten -top {top}\nmemory_map\nopt -full\n\
             proof: setundef -init -zero\nproof: simplemap\nproof: opt -full -share_all\n\n\
             [files]\n{files}formal/{top}.v\n",
            self.read_plain(),
            assumed.collect::<String>()
        )
    }

    /// What reads modules without their properties.
    fn read_plain(&self) -> String {
        if self.plain.is_empty() {
            return String::new();
        }
        let names: Vec<String> = self.plain.iter().map(|name| format!("{name}.v")).collect();
        format!("read_verilog -sv {}\nsetattr -mod -unset keep_hierarchy\n", names.join(" "))
    }

    /// The tasks, and what sets the parameter in each.
    fn tasks(&self, top: &str) -> (String, String) {
        let Some((name, count)) = self.apart.filter(|&(_, count)| count > 1) else {
            return ("prove proof\n".into(), String::new());
        };
        let tasks = (0..count).map(|value| format!("prove_{value} proof\n")).collect();
        let set = |value: usize| format!("prove_{value}: chparam -set {name} {value} {top}\n");
        (tasks, (0..count).map(set).collect())
    }
}
