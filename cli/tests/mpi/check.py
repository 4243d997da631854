"""One network on the ranks of MPI, all of them on this machine.

usage: check.py TORUSGEN

TORUSGEN is built with MPI. Networks of each kind that can be shared run on 2 and 4 ranks: what is printed
has to be what one process prints, byte for byte, but for times; planted faults are told in the same words.
What cannot be shared is refused, once. A rank is killed in the middle, another one stops without an end:
all ranks end with an error, and nothing is left running. Exit code 1: something else came out; 2: a tool is
missing.
Bounds: Open MPI's mpirun; tiles are built by Verilator.
"""

import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

START = ["mpirun", "--oversubscribe", "--allow-run-as-root"]
RANKS = (2, 4)
NETWORKS = [
    "4x4",
    "8x8 --exchanges 3",
    "7x3",
    "4x2x3",
    "5x4 --ports one",
    "4x4x4 --placement linear",
    "6x6 --placement multilinear:t=2",
    "4x4 --algorithm table --flits 2",
    "4x4 --algorithm product-a3 --check transpose",
    "4x3x3 --kind broadcast --source 1,0,2 --check transpose",
    "5x3 --link-stages 1,0",
    "4x4 --switching slots",
    "6x6 --switching generator",
    "4x4 --rom block",
    "4x4 --router buffered",
    "5x3 --router buffered --pipeline 2 --ports one",
    "4x4 --router buffered --deadlock bubble --flits 2 --link-stages 1,0",
    "8x4 --router buffered --flits 3 --traffic uniform --length 1-3 --rate 0.2 --warmup 100 --measure 400",
    "4x4x2 --router buffered --traffic hotspot --rate 0.6 --warmup 50 --measure 200 --limit 400",
]
# The same with tiles.
TILES = [
    "4x4",
    "5x3 --link-stages 1,0 --ports one",
    "4x4 --switching slots",
    "4x4 --algorithm table --flits 2",
    "4x4 --algorithm table --flits 2 --check transpose",
    "4x4 --router buffered",
    "4x2x3 --router buffered --pipeline 2 --ports one --flits 3 --traffic uniform --length 1-3 --rate 0.2 "
    "--warmup 50 --measure 300",
    "5x3 --router buffered --deadlock bubble --flits 2 --link-stages 2,0 --width 96",
]
# Networks whose user says how they are cut, and into which blocks.
GRIDS = [
    ("4x4 --exchanges 2", "2x2"),
    ("3x4 --link-stages 1,2", "1x4"),
    ("4x2x3 --ports one", "2x1x3"),
    ("4x4x4 --placement linear", "2x2x2"),
    ("4x4 --switching slots", "2x2"),
    ("4x4 --algorithm table --flits 2 --check transpose", "2x2"),
    ("4x4 --router buffered --flits 2 --fault flipped-head:5:1:6 --fault lost-credit:32:0:9", "2x2"),
    ("4x3 --router buffered --pipeline 2 --traffic uniform --rate 0.3 --warmup 20 --measure 200", "2x3"),
]
# Something broken in a network, for the model and for tiles, and the exit code.
BROKEN = [
    ("4x4 --router buffered --flits 2 --fault flipped-head:5:1:6 --fault lost-credit:32:0:9", 1),
    ("8 --router buffered --pipeline 2 --fault stuck-ready:6:4", 1),
    ("4x4 --router buffered --fault flipped-head:16:0:4 --fault lost-credit:17:0:2", 1),
]
# Networks whose waves are written, and which part.
WAVES = [
    "4x4",
    "4x5 --switching slots --links dim=1",
    "4x4 --algorithm table --flits 2 --window 3:9",
    "4x4 --router buffered --links busiest=5",
    "4x3 --router buffered --flits 2 --pipeline 2 --window 9:30",
]
# What is refused, and words of why.
REFUSED = [
    (5, "3x4 --engine model", "no such grid has 5: start 4"),
    (4, "3x4 --engine model --blocks 4x1", "from 1 to the radix"),
    (4, "3x4 --engine model --blocks 3x2", "6 in all, and 4 ranks were started"),
    (2, "4x4 --engine fabric", "engine fabric"),
    (2, "4x4 --router buffered --engine fabric", "engine fabric"),
    (2, "4x4 --algorithm table --check transpose --engine fabric", "engine fabric"),
    (2, "4x4 --engine model --placement nowhere", "nowhere"),
    (2, "4x4 --no-such-option", "--no-such-option"),
]
# A run of some minutes, and the seconds until something happens to it.
LONG = "16x16x16 --exchanges 200 --engine model"
SOON = 3
# Seconds that anything may take.
PATIENCE = 300

faults = []


def check(right, what):
    """Notes what is not right."""
    print(("ok    " if right else "WRONG ") + what, flush=True)
    if not right:
        faults.append(what)


def run(program, words, ranks=1, **env):
    """A run of the program on some ranks, from start to end."""
    start = START + ["-n", str(ranks)] if ranks > 1 else []
    return subprocess.run(
        start + [program] + words, capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, **env}
    )


def timeless(text):
    """JSON without times; what is not JSON as it is."""
    try:
        report = json.loads(text)
    except ValueError:
        return text
    for key in ("stages", "node_cycles_per_second", "compiled"):
        report.pop(key, None)
    return report


def same(program, words, ranks, what, blocks=()):
    """JSON and exit code of ranks are those of one process. blocks: options of the ranks alone."""
    words = words + ["--format", "json"]
    alone, shared = run(program, words), run(program, words + list(blocks), ranks)
    equal = shared.returncode == alone.returncode and timeless(shared.stdout) == timeless(alone.stdout)
    check(equal, f"{what} on {ranks} ranks")
    return alone.returncode


def same_lines(program, words, ranks, what):
    """Lines of links are the same, and differences are said once."""
    alone, shared = [run(program, words + ["--format", "csv"], n) for n in (1, ranks)]
    said = [line + "\n" for line in alone.stderr.splitlines()]
    once = all(shared.stderr.count(line) == alone.stderr.count(line) for line in said)
    check(shared.stdout == alone.stdout and once, f"{what} on {ranks} ranks, line by line")


def networks(program):
    """Networks on ranks show what they show in one process."""
    for words in NETWORKS:
        for ranks in RANKS:
            code = same(program, ["sim"] + words.split() + ["--engine", "model"], ranks, words)
            check(code == 0, f"{words} does what it should")
    for words in TILES:
        for ranks in RANKS:
            code = same(program, ["sim"] + words.split() + ["--engine", "tiles"], ranks, f"{words}, tiles")
            check(code == 0, f"{words} does what it should on tiles")
    for words, blocks in GRIDS:
        ranks = math.prod(map(int, blocks.split("x")))
        for engine in ("model", "tiles"):
            line = ["sim"] + words.split() + ["--engine", engine]
            same(program, line, ranks, f"{words}, {engine}, in {blocks} blocks", ("--blocks", blocks))
    for words, code in BROKEN:
        for ranks in RANKS:
            for engine in ("model", "tiles"):
                line, what = ["sim"] + words.split() + ["--engine", engine], f"{words}, {engine}"
                check(same(program, line, ranks, what) == code, f"{what} is seen")
                same_lines(program, line, ranks, what)


def waves(program, folder):
    """Ranks write the same wave files as one process."""
    for words in WAVES:
        made = {}
        for ranks in (1,) + RANKS:
            here = folder / f"waves{ranks}"
            here.mkdir()
            files = ["--vcd", f"{here}/x.vcd", "--fst", f"{here}/y.fst"]
            line = ["sim"] + words.split() + ["--engine", "model"] + files
            run(program, line, ranks)
            made[ranks] = {path.name: path.read_bytes() for path in here.iterdir()}
            shutil.rmtree(here)
        for ranks in RANKS:
            check(len(made[1]) == 6 and made[ranks] == made[1], f"waves of {words} on {ranks} ranks")


def planted(program, folder):
    """A bit of a ROM is inverted: the same differences."""
    emitted = folder / "faulty"
    run(program, ["emit", "4x4", "--out", str(emitted)])
    rom = emitted / "rtl" / "torus_4x4_rom.v"
    text = rom.read_text()
    row = re.search(r"rows\[4'd0\] = 40'h([0-9a-f]+);", text)
    changed = f"{int(row[1], 16) ^ 2:010x}"
    rom.write_text(text[: row.start(1)] + changed + text[row.end(1):])
    for ranks in RANKS:
        code = same(program, ["sim", "--from", str(emitted), "--engine", "model"], ranks, "a changed ROM")
        check(code == 1, "a changed ROM is seen")
        same_lines(program, ["sim", "--from", str(emitted), "--engine", "model"], ranks, "a changed ROM")


def refused(program, folder):
    """What cannot be shared is said once, and ends with code 2."""
    for ranks, words, why in REFUSED:
        found = run(program, ["sim"] + words.split(), ranks)
        said = found.stderr.count("error: ")
        right = found.returncode == 2 and why in found.stderr and said == 1 and found.stdout == ""
        check(right, f"sim {words} on {ranks} ranks is refused")
    found = run(program, ["loads", "4x4"], 2)
    check(found.returncode == 2 and found.stderr.count("error: ") == 1, "loads on 2 ranks is refused")
    emitted = str(folder / "one")
    run(program, ["emit", "4x4", "--out", emitted])
    of = [program, "sim", "--engine", "model", "--from"]
    lines = START + ["-n", "1"] + of + [emitted, ":", "-n", "1"] + of + [emitted + "-missing"]
    found = subprocess.run(lines, capture_output=True, text=True, timeout=PATIENCE)
    once = found.stderr.count("error: ") == 1 and "rank 1: " in found.stderr
    check(found.returncode == 2 and once, "a folder that rank 1 does not have is told once")


def children(process):
    """The processes that a process has started, and theirs."""
    lines = Path(f"/proc/{process}/task/{process}/children")
    own = [int(child) for child in lines.read_text().split()] if lines.exists() else []
    return own + [grandchild for child in own for grandchild in children(child)]


def is_alive(process):
    """Whether a process runs; what has ended and was not waited for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def struck(program, folder, number, why, **env):
    """Sends a signal to rank 1 in the middle of a run that writes waves: all end soon, with an error, and
    no file is left."""
    written = folder / number.name
    written.mkdir()
    waves = ["--vcd", str(written / "x.vcd"), "--links", "node=0,0,*"]
    words = START + ["-n", "2", program, "sim"] + LONG.split() + waves
    started = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **env}
    )
    time.sleep(SOON)
    ranks = [child for child in children(started.pid) if is_rank(child, program)]
    check(len(ranks) == 2 and started.poll() is None, f"two ranks run before {number.name}")
    os.kill(sorted(ranks)[1], number)
    try:
        out, err = started.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        started.kill()
        out, err = started.communicate()
        check(False, f"{number.name} of a rank ends the run")
    right = started.returncode != 0 and out == "" and re.search(why, err)
    check(right, f"{number.name} of a rank is an error")
    gone = time.time() + 10
    while any(map(is_alive, ranks)) and time.time() < gone:
        time.sleep(0.1)
    check(not any(map(is_alive, ranks)), f"nothing is left running behind {number.name}")
    check(not list(written.iterdir()), f"no half of a file is left behind {number.name}")


def is_rank(process, program):
    """Whether a process is one of torusgen."""
    try:
        return os.readlink(f"/proc/{process}/exe") == os.path.realpath(program)
    except OSError:
        return False


def main():
    """Runs all checks."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if shutil.which("mpirun") is None:
        print("mpirun was not found: make setup-mpi", file=sys.stderr)
        sys.exit(2)
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        networks(program)
        waves(program, Path(folder))
        planted(program, Path(folder))
        refused(program, Path(folder))
        struck(program, Path(folder), signal.SIGKILL, "signal 9")
        silent = "waited for rank 1.*silent for 3 s"
        struck(program, Path(folder), signal.SIGSTOP, silent, TORUSGEN_RANK_PATIENCE="3")
    print(f"{len(faults)} of the checks failed" if faults else "all as one process shows it")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
