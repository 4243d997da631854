"""Mutants of the model's verifiers, in Rust: a table of docs/verification.md.

usage: mutants.py CARGO_MUTANTS OUT [--only CHECKER] [--write PAGE | --check PAGE]

CARGO_MUTANTS lists the mutants (make mutants-checkers installs it). OUT is a folder for a copy of the sources
and for what is compiled. All mutants of a verifier are compiled at once, each a copy of its modules; a
variable of the environment chooses one when the tests run. A mutant is found if a test fails or does not end.
What survives has to stand in survivors.txt, beside this script, with the reason why. --write puts the table
into the page, --check compares it. Exit code 1: a mutant survives that is not listed, a listed one is found,
or the table is another; 2: bad arguments, or a tool that is missing or fails.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Checker:
    """A verifier: its file, its function, the types that callers see, and the tests."""

    name: str
    place: str
    function: str
    types: list
    program: str
    tests: str


CHECKERS = [
    Checker(
        "schedules",
        "schedule/verify.rs",
        "verify",
        ["Verified", "Violation"],
        "schedule",
        "verifier spoiled_schedules two_at_a_port conflicts_are",
    ),
    Checker(
        "tables",
        "table/check.rs",
        "check",
        ["TableFault"],
        "schedule",
        "spoiled_tables table::conflicts every_moved",
    ),
]
ROOT = Path(__file__).parents[3]
LIST = Path(__file__).with_name("survivors.txt")
# Seconds for the tests of a mutant.
PATIENCE = 120
BEGIN, END = "<!-- measured: make mutants-checkers", "<!-- end -->"
MARK = BEGIN + ", {version}; any machine; 2026-11 -->\n"
HEAD = "| verifier of | made | found | survive | do not compile |\n| --- | ---: | ---: | ---: | ---: |\n"
CHOICE = """//! Copies of a verifier, each with a fault.
#![allow(unused, missing_docs)]
use super::*;
{modules}
pub fn chosen({argument}) -> Option<{answer}> {{
    match std::env::var("TORUSGEN_MUTANT").ok()?.parse().ok()? {{
{arms}        _ => None,
    }}
}}
"""


class Refused(Exception):
    """Bad arguments, a tool that is missing or fails."""


def run(words, folder, **more):
    """Runs a tool: its exit code and what it says."""
    words = [str(word) for word in words]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, env={**os.environ, **more})
    return done.returncode, done.stdout, done.stderr


def mutants(program, tree, checker):
    """The mutants of a verifier as cargo-mutants lists them."""
    words = [program, "mutants", "--list", "--file", f"model/src/{checker.place}"]
    code, said, why = run([*words, "--json", "--diff"], tree)
    if code != 0:
        raise Refused(f"cargo-mutants ended with {code}:\n{why}")
    names = run(words, tree)[1].splitlines()
    return [{**mutant, "name": name} for mutant, name in zip(json.loads(said), names, strict=True)]


def without_types(text, checker):
    """A copy's text; the types that callers see are those of the verifier itself."""
    path = checker.place.removesuffix(".rs").replace("/", "::")
    for name in checker.types:
        item = rf"^(?:(?:///.*|#\[[^\n]*)\n)*pub (?:struct|enum) {name} \{{\n.*?^\}}\n"
        text, times = re.subn(item, f"pub use crate::{path}::{name};\n", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^//!.*\n", "", text, flags=re.MULTILINE)


def copied(tree, checker, number, mutant):
    """Writes the verifier with one fault, as a module of that number."""
    source = tree / "model/src" / checker.place
    target = source.parent / "mutated" / f"m{number}.rs"
    target.parent.mkdir(exist_ok=True)
    shutil.copy(source, target)
    diff = subprocess.run(["patch", "-s", str(target)], input=mutant["diff"], text=True)
    if diff.returncode != 0:
        raise Refused(f"patch cannot change {source}")
    target.write_text(without_types(target.read_text(), checker))


def chosen(tree, checker, numbers):
    """Lets the verifier's function be that of the mutant that the environment names."""
    source = tree / "model/src" / checker.place
    text = (ROOT / "model/src" / checker.place).read_text()
    pattern = rf"pub fn {checker.function}\((\w+)(: [^)]*)\) -> (.*) \{{\n"
    head = re.search(pattern, text)
    call = f"    if let Some(answer) = super::mutated::chosen({head[1]}) {{\n        return answer;\n    }}\n"
    source.write_text(text[: head.end()] + call + text[head.end() :])
    place = f"crate::{checker.place.removesuffix('.rs').replace('/', '::')}"
    answer = re.sub(r"\b(" + "|".join(checker.types) + r")\b", rf"{place}::\1", head[3])
    arms = "".join(f"        {n}usize => Some(m{n}::{checker.function}({head[1]})),\n" for n in numbers)
    modules = "".join(f"pub mod m{number};\n" for number in numbers)
    text = CHOICE.format(modules=modules, argument=head[1] + head[2], answer=answer, arms=arms)
    (source.parent / "mutated/mod.rs").write_text(text)


def compiled(out, checker, numbers):
    """Compiles all mutants: the program of tests, and the numbers of those that compile."""
    while True:
        chosen(out / "tree", checker, numbers)
        words = ["cargo", "test", "--package", "torusgen-model", f"--test={checker.program}", "--no-run"]
        code, _, said = run(words, out / "tree", CARGO_TARGET_DIR=str(out / "target"))
        if code == 0:
            program = re.search(r"Executable .*\((.*)\)", said)[1]
            return out / "tree" / program, numbers
        wrong = {int(number) for number in re.findall(r"--> \S*/mutated/m(\d+)\.rs", said)}
        if not wrong & set(numbers):
            raise Refused(f"the verifier of {checker.name} does not compile:\n{said[-3000:]}")
        numbers = [number for number in numbers if number not in wrong]


def is_found(program, checker, number, folder):
    """Whether a test fails or does not end; number -1 is no mutant."""
    words = ["timeout", PATIENCE, program, "--test-threads=1", *checker.tests.split()]
    return run(words, folder, TORUSGEN_MUTANT=str(number), RUST_BACKTRACE="0")[0] != 0


def sources(tree):
    """Copies the sources to where they are changed."""
    shutil.rmtree(tree, ignore_errors=True)
    listed = run(["git", "ls-files", "-z"], ROOT)[1].split("\0")
    for name in filter(lambda name: name and (ROOT / name).is_file(), listed):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tree / name)
    manifest = (tree / "Cargo.toml").read_text()
    # Compiled in seconds; the tests that are run search for nothing long.
    profile = r"(\[profile\.dev(?:\.package\.torusgen-model)?\]\n)opt-level = \d"
    manifest = re.sub(profile, r"\1opt-level = 0", manifest)
    (tree / "Cargo.toml").write_text(manifest)


def tried(program, out, checker):
    """The row of a verifier, and the names of the mutants that survive."""
    tree = out / "tree"
    sources(tree)
    made = mutants(program, tree, checker)
    for number, mutant in enumerate(made):
        copied(tree, checker, number, mutant)
    parent = tree / "model/src" / Path(checker.place).parent / "mod.rs"
    text = re.sub(r"^((?:pub )?mod )", r"mod mutated;\n\1", parent.read_text(), count=1, flags=re.MULTILINE)
    parent.write_text(text)
    tests, numbers = compiled(out, checker, list(range(len(made))))
    if is_found(tests, checker, -1, tree / "model"):
        raise Refused(f"the tests of {checker.name} fail without any mutant")
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda number: is_found(tests, checker, number, tree / "model"), numbers))
    survive = [named(made[number]) for number, was in zip(numbers, found) if not was]
    cells = [checker.name, len(numbers), sum(found), len(survive), len(made) - len(numbers)]
    return "| " + " | ".join(map(str, cells)) + " |\n", survive


def named(mutant):
    """A mutant's name without line and column, which move."""
    return re.sub(r":\d+:\d+: ", ": ", mutant["name"], count=1)


def known(checkers):
    """The survivors of these verifiers that are listed, each line with the reason behind ` # `."""
    names = [line.split(" # ")[0] for line in LIST.read_text().splitlines() if " # " in line]
    places = tuple(f"model/src/{checker.place}" for checker in checkers)
    return Counter(name for name in names if name.startswith(places))


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
