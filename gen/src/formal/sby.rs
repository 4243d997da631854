//! The files that SymbiYosys reads.

/// The file that proves and covers a harness. `steps`: depth of the induction and of its base case. `cover`:
/// cycles within which something arrives.
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

/// Two parameters of a harness, with their values.
pub type Parameters = [(&'static str, usize); 2];

/// The programs for proofs by reachable states, as a comment of the file.
const TOOLS: &str = "with yosys, its yosys-abc, and z3 (docs/proofs.md)";

/// The file that proves and covers a harness by its reachable states. `cover`: cycles within which something
/// leaves. It leaves the properties of the modules themselves to [`of_modules`].
///
/// `watched`: values of the harness's parameters, each proved in a task of its own, which is faster. The task
/// `prove` proves all at once and runs only on request.
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

/// The file that proves modules, each by itself. `name`: the name of the network.
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

/// A module that is proved by itself, and the modules that it instantiates.
pub struct Alone {
    pub name: String,
    pub parts: Vec<String>,
}

/// The file that proves a harness with two clocks and the properties of its modules.
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

/// The subject of proofs and covers: a harness, and the properties of its modules.
pub struct Proof {
    pub modules: Vec<String>,
    /// A parameter of the harness with its number of values, each proved in a task of its own.
    pub apart: Option<(&'static str, usize)>,
    /// A module, and one of its properties that is assumed here; another harness proves all of its
    /// properties.
    pub assumed: Option<(String, &'static str)>,
    /// Modules whose own properties are proved elsewhere.
    pub plain: Vec<String>,
}

impl Proof {
    /// A proof of everything in one task.
    pub fn of(modules: Vec<String>) -> Self {
        Proof { modules, apart: None, assumed: None, plain: Vec::new() }
    }

    /// The text of the file. `cover`: cycles within which something leaves. Memories begin with zeros, so the
    /// prover can merge bits that are the same in all words.
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

    /// The command that reads modules without their properties.
    fn read_plain(&self) -> String {
        if self.plain.is_empty() {
            return String::new();
        }
        let names: Vec<String> = self.plain.iter().map(|name| format!("{name}.v")).collect();
        format!("read_verilog -sv {}\nsetattr -mod -unset keep_hierarchy\n", names.join(" "))
    }

    /// The tasks, and the commands that set the parameter in each.
    fn tasks(&self, top: &str) -> (String, String) {
        let Some((name, count)) = self.apart.filter(|&(_, count)| count > 1) else {
            return ("prove proof\n".into(), String::new());
        };
        let tasks = (0..count).map(|value| format!("prove_{value} proof\n")).collect();
        let set = |value: usize| format!("prove_{value}: chparam -set {name} {value} {top}\n");
        (tasks, (0..count).map(set).collect())
    }
}
