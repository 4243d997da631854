"""Mutants of what checks hardware, in Rust: a table of docs/verification.md.

usage: mutants.py CARGO_MUTANTS OUT [--only CHECKER] [--write PAGE | --check PAGE]

CARGO_MUTANTS lists the mutants (make mutants-checkers installs it). OUT is a folder for a copy of the sources
and for what is compiled. All mutants of a checker are compiled at once: a function has a body for each of its
mutants, and a variable of the environment chooses one when the tests run. A mutant is found if a test fails
or does not end. What survives has to stand in survivors.txt, beside this script, with the reason why. --write
puts the table into the page, --check compares it. Exit code 1: a mutant survives that is not listed, a listed
one is found, or the table is another; 2: bad arguments, or a tool that is missing or fails.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Tests:
    """Tests of a package: a program (`--lib` or `--test=NAME`), and what their names contain."""

    package: str
    program: str
    names: str


@dataclass
class Checker:
    """What checks: its files, below the root, and its tests, the quick ones first."""

    name: str
    files: list
    tests: list


CHECKERS = [
    Checker(
        "verifier of schedules",
        ["model/src/schedule/verify.rs"],
        [Tests("model", "--test=schedule", "verifier spoiled_schedules two_at_a_port conflicts_are")],
    ),
    Checker(
        "verifier of tables",
        ["model/src/table/check.rs"],
        [Tests("model", "--test=schedule", "spoiled_tables table::conflicts every_moved")],
    ),
    Checker(
        "verifier of plans",
        ["model/src/collective/verify/*.rs"],
        [Tests("model", "--test=collective", "plan_mutants random_mutants broadcast_mutants residues")],
    ),
    Checker(
        "scoreboard of links and messages",
        ["sim/src/scoreboard.rs"],
        [Tests("sim", "--test=check", "scoreboard"), Tests("sim", "--lib", "a_window_is_compared")],
    ),
    Checker(
        "scoreboard of packets",
        ["sim/src/traffic/scoreboard.rs"],
        [Tests("sim", "--lib", "traffic::scoreboard")],
    ),
    Checker(
        "reader of waves",
        ["sim/src/waves/*.rs"],
        [
            Tests("sim", "--lib", "waves::"),
            Tests("sim", "--test=waves", "follow:: foreign:: format:: record::"),
            Tests("sim", "--test=waves", "scopes sizes times_that worse_than a_panic"),
        ],
    ),
]
ROOT = Path(__file__).parents[3]
LIST = Path(__file__).with_name("survivors.txt")
# Processor seconds for the tests of a mutant, and seconds.
PATIENCE = 20
WAIT = 600
BEGIN, END = "<!-- measured: make mutants-checkers", "<!-- end -->"
MARK = BEGIN + ", {version}; any machine; 2026-11 -->\n"
HEAD = "| checker | made | found | survive | cannot be tried |\n| --- | ---: | ---: | ---: | ---: |\n"
# Which mutant runs; -1: none.
CHOICE = """
#[doc(hidden)]
pub fn mutant_that_runs() -> i32 {
    static NUMBER: std::sync::OnceLock<i32> = std::sync::OnceLock::new();
    *NUMBER.get_or_init(|| std::env::var("TORUSGEN_MUTANT").map_or(-1, |text| text.parse().unwrap()))
}
"""


class Refused(Exception):
    """Bad arguments, a tool that is missing or fails."""


@dataclass
class Function:
    """A function of a file: where its body begins and ends, and its mutants, by number."""

    body: tuple
    mutants: list = field(default_factory=list)


def run(words, folder, **more):
    """Runs a tool: its exit code and what it says."""
    words = [str(word) for word in words]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, env={**os.environ, **more})
    return done.returncode, done.stdout, done.stderr


def mutants(program, tree, checker):
    """The mutants of a checker as cargo-mutants lists them."""
    words = [program, "mutants", "--list", *(f"--file={name}" for name in checker.files)]
    code, said, why = run([*words, "--json"], tree)
    if code != 0:
        raise Refused(f"cargo-mutants ended with {code}:\n{why}")
    names = run(words, tree)[1].splitlines()
    made = [{**mutant, "name": name} for mutant, name in zip(json.loads(said), names, strict=True)]
    # The others change constants: limits of memory, which tests set themselves.
    made = [mutant for mutant in made if mutant["function"]]
    if not made:
        raise Refused(f"cargo-mutants lists no mutant of {' '.join(checker.files)}")
    return made


def place(text, at):
    """The offset of a line and a column, both from 1."""
    lines = text.splitlines(keepends=True)
    return sum(map(len, lines[: at["line"] - 1])) + at["column"] - 1


def body(text, span):
    """Where a function's body begins and ends, without its braces."""
    start, end = place(text, span["start"]), place(text, span["end"])
    head = re.compile(r"^ *(pub(\(\w+\))? )?fn [^{]*\{", re.MULTILINE)
    return head.search(text, text.rindex("\n", 0, start), end).end(), end - 1


def functions(text, made):
    """The functions of a file that have mutants, those within others left to the outermost, from the last."""
    spans = sorted({body(text, mutant["function"]["span"]) for _, mutant in made})
    outermost = [span for span in spans if not any(a < span[0] and span[1] < b for a, b in spans)]
    found = [Function(span) for span in outermost]
    for number, mutant in made:
        at = place(text, mutant["span"]["start"])
        next(one for one in found if one.body[0] <= at <= one.body[1]).mutants.append((number, mutant))
    return sorted(found, key=lambda one: -one.body[0])


def changed(text, made):
    """A file whose functions have a body for each mutant."""
    for one in functions(text, made):
        start, end = one.body
        arms = ""
        for number, mutant in one.mutants:
            low, high = (place(text, mutant["span"][side]) for side in ("start", "end"))
            mutated = text[start:low] + mutant["replacement"] + text[high:end]
            arms += f"/*mutant {number}*/ {number}i32 => {{{mutated}}}\n/*end*/"
        choice = f"\nmatch crate::mutant_that_runs() {{\n{arms}_ => {{{text[start:end]}}}\n}}\n"
        text = text[:start] + choice + text[end:]
    return "#![allow(warnings)]\n" + text


def written(tree, made, numbers):
    """Writes the files of a checker with these mutants: which lines are of which mutant, by file."""
    by_file, lines = defaultdict(list), {}
    for number, mutant in enumerate(made):
        by_file[mutant["file"]] += [(number, mutant)] if number in numbers else []
    for name, some in by_file.items():
        text = changed((ROOT / name).read_text(), some)
        (tree / name).write_text(text)
        lines[name] = mutant_of_line(text)
    return lines


def mutant_of_line(text):
    """The mutant that each line is of; none of most."""
    now, found = None, []
    for line in text.splitlines():
        if "/*end*/" in line:
            now = None
        begun = re.search(r"/\*mutant (\d+)\*/", line)
        now = int(begun[1]) if begun else now
        found.append(now)
    return found


def compiled(out, checker, made):
    """Compiles all mutants: the programs of tests, and the numbers of those that compile."""
    # Bodies of a function that hides its type have to be of the same type.
    hidden = {number for number, mutant in enumerate(made) if "impl " in mutant["function"]["return_type"]}
    numbers = set(range(len(made))) - hidden
    while True:
        lines = written(out / "tree", made, numbers)
        programs = [built(out, tests) for tests in checker.tests]
        said = "".join(program for good, program in programs if not good)
        if not said:
            return [program for _, program in programs], sorted(numbers)
        places = re.findall(r"--> (\S+?):(\d+):\d+", said)
        wrong = {lines[name][int(line) - 1] for name, line in places if name in lines} - {None}
        if not wrong & numbers:
            raise Refused(f"the {checker.name} does not compile:\n{said[-3000:]}")
        numbers -= wrong


def built(out, tests):
    """Whether a program of tests compiles, and where it is, or what the compiler says."""
    words = ["cargo", "test", f"--package=torusgen-{tests.package}", tests.program, "--no-run"]
    code, _, said = run(words, out / "tree", CARGO_TARGET_DIR=str(out / "target"))
    if code != 0:
        return False, said
    return True, re.search(r"Executable .*\((.*)\)", said)[1]


def is_found(checker, programs, number, tree):
    """Whether a test fails or does not end; number -1 is no mutant."""
    for tests, program in zip(checker.tests, programs, strict=True):
        limits = ["timeout", WAIT, "prlimit", f"--cpu={PATIENCE}"]
        words = [*limits, program, "--test-threads=1", *tests.names.split()]
        folder = tree / tests.package
        code, said, _ = run(words, folder, TORUSGEN_MUTANT=str(number), RUST_BACKTRACE="0")
        if code != 0:
            return True
        if re.search(r"^running 0 tests", said, re.MULTILINE):
            raise Refused(f"no test of {tests.package} is called {tests.names}")
    return False


def sources(tree):
    """Copies the sources to where they are changed."""
    shutil.rmtree(tree, ignore_errors=True)
    listed = run(["git", "ls-files", "-z"], ROOT)[1].split("\0")
    for name in filter(lambda name: name and (ROOT / name).is_file(), listed):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tree / name)
    for package in ("model", "sim"):
        with (tree / package / "src/lib.rs").open("a") as library:
            library.write(CHOICE)


def tried(program, out, checker):
    """The row of a checker, and the names of the mutants that survive."""
    tree = out / "tree"
    sources(tree)
    made = mutants(program, tree, checker)
    programs, numbers = compiled(out, checker, made)
    if is_found(checker, programs, -1, tree):
        raise Refused(f"the tests of the {checker.name} fail without any mutant")
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda number: is_found(checker, programs, number, tree), numbers))
    survive = [named(made[number]) for number, was in zip(numbers, found) if not was]
    cells = [checker.name, len(numbers), sum(found), len(survive), len(made) - len(numbers)]
    return "| " + " | ".join(map(str, cells)) + " |\n", survive


def named(mutant):
    """A mutant's name without line and column, which move."""
    return re.sub(r":\d+:\d+: ", ": ", mutant["name"], count=1)


def known(checkers):
    """The survivors of these checkers that are listed, each line with the reason behind ` # `."""
    names = [line.split(" # ")[0] for line in LIST.read_text().splitlines() if " # " in line]
    patterns = [pattern for checker in checkers for pattern in checker.files]
    return Counter(n for n in names if any(Path(n.split(": ")[0]).match(pattern) for pattern in patterns))

def settle(table, version, option, page):
    """Writes the table, or says whether it is another."""
    text = page.read_text()
    at = text.index(BEGIN)
    end = text.index(END, at)
    if option == "--write":
        page.write_text(text[:at] + MARK.format(version=version) + HEAD + table + text[end:])
        return []
    return [] if table in text[at:end] else [f"the table of {page} is another"]


def main(words):
    only = words[words.index("--only") + 1] if "--only" in words[:-1] else None
    words = [word for word in words if word not in ("--only", only)]
    if len(words) not in (2, 4) or (len(words) == 4 and (only or words[2] not in ("--write", "--check"))):
        raise Refused(__doc__.split("\n\n")[1])
    program, out = Path(words[0]).resolve(), Path(words[1]).resolve()
    checkers = [checker for checker in CHECKERS if only in (None, checker.name)]
    became = [tried(program, out, checker) for checker in checkers]
    table = "".join(row for row, _ in became)
    survive, listed = Counter(name for _, names in became for name in names), known(checkers)
    wrong = [f"survives, and is not listed: {name}" for name in (survive - listed).elements()]
    wrong += [f"is listed, and found: {name}" for name in (listed - survive).elements()]
    if len(words) == 4:
        version = run([program, "mutants", "--version"], ROOT)[1].strip()
        wrong += settle(table, version, words[2], Path(words[3]))
    print(HEAD + table + "\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (Refused, OSError) as refused:
        print(f"mutants.py: {refused}", file=sys.stderr)
        sys.exit(2)
