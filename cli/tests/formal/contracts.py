"""Harnesses of emit --formal, as ABC takes them: what is known of a router that does not do the same.

A buffered router need not do the same as another to be right: it has to keep the contract of docs/proofs.md.
The assertions of a harness become outputs, and `pdr` proves that none is ever 1, or finds a run. The harness
is tried for each input and channel that is watched.
"""

import re

# Seconds for the prover, for each input that is watched.
PATIENCE = 60
READ = (
    "read_verilog -sv {files}; read_verilog -sv -formal {top}.v; setattr -mod -unset keep_hierarchy; "
    "prep -flatten -top {top}; async2sync; chformal -live -fair -cover -remove; opt_clean; "
    "formalff -setundef -clk2ff -ff2anyinit; setundef -undriven -anyseq; delete -output; opt -full; techmap; "
    "opt -fast; memory_map -formal; formalff -clk2ff -ff2anyinit; simplemap; dffunmap; aigmap; opt_clean; "
    "write_aiger -I -B -zinit -no-startoffset {top}.aig"
)
REACH = "read_aiger {top}.aig; fold; strash; scorr; pdr -T {patience}"


# The body of an arbiter that grants any request, another one in each cycle.
ANY = """
  (* anyseq *) wire [{last}:0] choice;
  wire [{last}:0] wanted = |(req_i & choice) ? req_i & choice : req_i;
  assign grant_o = wanted & (~wanted + 1'b1);
  assign any_o = |req_i;
endmodule
"""


def any_arbiter(text):
    """A module with the ports of an arbiter that grants any one of its requests."""
    head = text[text.index("\nmodule ") : text.index(");") + 2]
    return head + ANY.format(last=re.search(r"\[(\d+):0\] req_i", head)[1])


# Begins with a reset, and looks at nothing before it.
BEGUN = """
  reg begun_q = 1'b0;
  always @(posedge clk_i) begun_q <= 1'b1;
  always @* if (!begun_q) assume (!rst_ni);
"""


def read(files, top):
    """What yosys runs on a harness; without `files` it is a module by itself."""
    script = READ if files else READ.replace("read_verilog -sv {files}; ", "")
    return script.format(files=" ".join(files), top=top)


def reach(top):
    """What ABC runs."""
    return REACH.format(top=top, patience=PATIENCE)


def begun(harness):
    """A harness whose first cycle is one of reset, for registers that may hold anything before it."""
    at = harness.index("`ifdef FORMAL") + len("`ifdef FORMAL")
    head, properties = harness[:at], harness[at:]
    return head + BEGUN + properties.replace("always @* begin", "always @* if (begun_q) begin")


def strapped(harness, strap):
    """A harness whose router has a strap inverted, wherever it is."""
    changed = re.sub(rf"\.{strap}\((\w+)\(", rf".{strap}(!\1(", harness)
    assert changed != harness, strap
    return changed


def has_one_head(harness):
    """Whether 0 is the only head: packets go one hop, in one dimension, on one channel."""
    value = lambda name: int(re.search(rf"parameter {name} += (\d+)", harness)[1])
    radices = re.search(r"RADIX = \{(.*?)\}", harness)[1]
    short = all(int(radix) <= 3 for radix in re.findall(r"'d(\d+)", radices))
    return short and value("HEAD") == value("HOP_BITS") and value("SEGMENTS") == 0


def watched(folder, harness, script):
    """Writes the harness once for each input and channel that is watched: the names of its modules."""
    for at, channel in re.findall(r"chparam -set INPUT (\d+) -set CHANNEL (\d+)", script):
        top = f"watched_{at}_{channel}"
        text = harness.replace("n_router_contract", top)
        for name, value in (("INPUT", at), ("CHANNEL", channel)):
            text = re.sub(rf"(parameter {name} +)= -1,", rf"\1= {value},", text)
        (folder / f"{top}.v").write_text(text)
        yield top


# A node without a mutant, of which the harness takes the slot, without its assertions.
TIMER = (
    "read_verilog -sv -formal -DSYNTHESIS {files}; hierarchy -top {module}; proc; flatten; chformal -remove; "
    "opt_clean; rename {module} timer_{module}; design -stash timer_{module}; design -reset; "
)
INSTANCE = re.compile(r"\n  (\w+) (u_class_\d+) \(.*?\n  \);", re.DOTALL)


def timed(harness):
    """A harness of a scheduled network that takes slots from nodes without a mutant, and their modules."""
    timers, added = set(), ""
    for module, name, ports in instances(harness):
        ties = [*ports, *(f".{port}({port})" for port in ("clk_i", "rst_ni", "start_i"))]
        added += f"  timer_{module} {name}_timer ({', '.join(ties)});\n"
        timers.add(module)
    text = re.sub(r"\n    \.f_\w+\(\w+\),", "", harness)
    at = text.index("  // The row that is injected")
    return text[:at] + added + text[at:], sorted(timers)


def instances(harness):
    """The nodes of a harness that show their slot: module, name, and the ports that show it."""
    for found in INSTANCE.finditer(harness):
        ports = re.findall(r"\.f_\w+\(\w+\)", found[0])
        if ports:
            yield found[1], found[2], ports


def read_timers(files, timers):
    """What yosys runs before it reads such a harness."""
    script = "".join(TIMER.format(files=" ".join(files), module=module) for module in timers)
    return script + "".join(f"design -copy-from timer_{module} timer_{module}; " for module in timers)
