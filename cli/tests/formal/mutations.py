"""Mutations of emitted Verilog, as text: one small change of one expression each.

A module is read as its statements: wires and assignments with an expression, contents of ROMs, conditions
and inputs of instances. Each expression has its mutations; the text is written once, with all of them, and
a number chooses one of them when the simulation runs (0: none). So all mutants of a network are compiled
once. Power-up values are left alone, as reset writes the same, and so are parameters.
"""

import re
from dataclasses import dataclass

# The number of the mutant that is chosen: in a simulation from the environment, read once; in a proof a
# constant. The program refuses modules with quotes in quotes, so the variable's name is a list of numbers.
CHOICE = "TG_MUTANT"
VARIABLE = "TORUSGEN_MUTANT"
NAME_CODES = ", ".join(str(ord(letter)) for letter in VARIABLE + "\0")
FROM_ENVIRONMENT = (
    f'$c16("([]{{static const char name[] = {{{NAME_CODES}}}; '
    'static const int k = getenv(name) ? atoi(getenv(name)) : 0; return k;}())")'
)
DECLARED = re.compile(r"\b(?:wire|reg)\s+(?:\[(\d+):(\d+)\]\s*)?(\w+)")
POWER_UP = re.compile(r"(?ms)^  initial begin.*?^  end$|^  initial .*?;")
STATEMENT = re.compile(
    r"(?:^|(?<=[;)])|\b(?:begin|else)\b)\s*(?:wire\b|assign\b)?\s*(?:\[[^\]]*\]\s*)?"
    r"(?P<name>\w+(?:\[[^\]]*\])?)\s*(?P<kind><=|=)(?!=)\s*(?P<value>.+)$",
    re.DOTALL,
)
INPUT = re.compile(r"\.(?P<port>\w+_i)\s*\((?P<value>[^()]*(?:\([^()]*\)[^()]*)*)\)")
CONDITION = re.compile(r"\bif \((?P<value>[^()]*(?:\([^()]*\)[^()]*)*)\)")
OPERATORS = {"&": "|", "|": "&", "+": "-", "-": "+", "==": "!=", "!=": "==", ">=": ">", "^": "&"}
BINARY = re.compile(r"(?<=[\w)\]}])(\s+)(==|!=|>=|&|\||\+|-|\^)(?=\s+)")
DECIMAL = re.compile(r"(\d+)'d(\d+)")
HEXADECIMAL = re.compile(r"(\d+)'h([0-9a-f]+)")
BIT = re.compile(r"(?<=\w\[)([1-9]\d*)(?=\])")
NAME = re.compile(r"(?<![\w'.`])(?:[a-z]\w*_\d\w*|T\d+)")


@dataclass
class Mutation:
    """A change of a module: where, and what it becomes."""

    module: str
    line: int
    about: str
    # The place of the expression in the text, and the expression instead.
    place: tuple
    value: str


def without_comments(text):
    """The text with blanks for its comments, so that places stay."""
    return re.sub(r"//[^\n]*|\(\*.*?\*\)", lambda found: " " * len(found[0]), text)


def widths(text):
    """The width of every declared name, and of the neighbours that a top computes."""
    known = {name: abs(int(high or 0) - int(low or 0)) + 1 for high, low, name in DECLARED.findall(text)}
    return known | {name: 32 for name in re.findall(r"localparam integer (T\d+)", text)}


def expressions(text):
    """Places of the expressions of a module, each with the name that it sets."""
    start = text.index(");", text.index("module ")) + 2
    end, at = text.index("endmodule"), start
    power_up = [found.span() for found in POWER_UP.finditer(text)]
    while at < end:
        stop = text.find(";", at, end)
        stop = end if stop < 0 else stop
        piece = behind_loop(text[at:stop])
        yield from pieces(piece, at, any(low <= stop < high for low, high in power_up))
        at = stop + 1


def behind_loop(piece):
    """The piece with blanks for the end of a loop's head, `l = l + 1) begin`."""
    depth = 0
    for at, letter in enumerate(piece):
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return " " * (at + 1) + piece[at + 1 :]
    return piece


def pieces(piece, at, power_up):
    """Expressions of what stands between two semicolons."""
    if re.search(r"\b(localparam|parameter|for|genvar)\b", piece):
        return
    for found in CONDITION.finditer(piece):
        if "always" in piece or not re.search(r"\bgenerate\b", piece):
            yield "if", (at + found.start("value"), at + found.end("value")), None
    if re.match(r"\s*\w+ u_\w+ \(", piece):
        for found in INPUT.finditer(piece):
            if found["port"] != "clk_i" and found["value"].strip():
                yield found["port"], (at + found.start("value"), at + found.end("value")), None
        return
    # A condition in front of an assignment ends at the last bracket before it.
    head = CONDITION.sub(lambda found: " " * (len(found[0]) - 1) + ")", piece)
    found = STATEMENT.search(head)
    if found and not found["name"].startswith("unused") and (not power_up or "[" in found["name"]):
        place = (at + found.start("value"), at + len(piece.rstrip()))
        yield found["name"], place, found["name"] if found["kind"] == "<=" else None


def siblings(name, known):
    """Names that differ in one number and are as wide: another direction, channel or port."""
    for found in re.finditer(r"(?<=[_T])\d+(?=_|$)", name):
        for other in (int(found[0]) + 1, int(found[0]) - 1):
            there = f"{name[:found.start()]}{other}{name[found.end():]}"
            if known.get(there, 0) == known.get(name, -1):
                yield there
                break


def changes(name, value, register, known):
    """Every mutation of what sets a name: what it is, and the expression instead."""

    def put(found, text, group=0):
        return value[: found.start(group)] + text + value[found.end(group) :]

    for found in BINARY.finditer(value):
        other = OPERATORS[found[2]]
        yield f"`{found[2]}` is `{other}`", put(found, other, 2)
    for found in re.finditer(r"!(?![=])|~(?=\|)", value):
        yield f"`{found[0]}` is missing", put(found, "")
    for found in DECIMAL.finditer(value):
        bits, number = int(found[1]), int(found[2])
        other = f"{bits}'d{(number + 1) % (1 << bits)}"
        yield f"{found[0]} is {other}", put(found, other)
    for found in HEXADECIMAL.finditer(value):
        bits = int(found[1])
        bit = (found.start() * 7 + len(found[2]) * 5 + int(found[2], 16)) % bits
        yield f"bit {bit} of {found[0]} is wrong", put(found, f"{bits}'h{int(found[2], 16) ^ 1 << bit:x}")
    for found in BIT.finditer(value):
        yield f"bit {found[0]} is bit {int(found[0]) - 1}", put(found, str(int(found[0]) - 1))
    for found in NAME.finditer(value):
        for other in siblings(found[0], known):
            # A wire that reads itself is a loop, which simulators and provers take in different ways.
            if other == name and not register:
                continue
            yield f"{found[0]} is {other}", put(found, other)
    if register:
        yield "keeps its value", register
    elif re.fullmatch(r"\w+", value.strip()):
        yield "is inverted", f"~{value.strip()}"


def mutations(path):
    """All mutations of a file."""
    text = without_comments(path.read_text())
    known = widths(text)
    for name, place, register in expressions(text):
        value = text[place[0] : place[1]]
        line = text.count("\n", 0, place[0]) + 1
        for about, other in changes(name, value, register, known):
            what = "condition" if name == "if" else name
            yield Mutation(path.stem, line, f"{what}: {about}", place, other)


def chosen(mutations_of_module, most):
    """As many mutations as asked for, evenly spread."""
    if len(mutations_of_module) <= most:
        return mutations_of_module
    return [mutations_of_module[at * len(mutations_of_module) // most] for at in range(most)]


def written(text, numbered):
    """The text with these mutations, a list of numbers and mutations."""
    by_place = {}
    for number, mutation in numbered:
        by_place.setdefault(mutation.place, []).append((number, mutation.value))
    for (start, end), options in sorted(by_place.items(), reverse=True):
        value = f"({without_comments(text[start:end]).strip()})"
        for number, other in options:
            value = f"({CHOICE} == 16'd{number} ? ({other.strip()}) : {value})"
        text = text[:start] + value + text[end:]
    return text


def store(folder, module, text):
    """Writes a module that is simulated, and the text of proofs beside it."""
    (folder / "proof").mkdir(exist_ok=True)
    (folder / "proof" / f"{module}.v").write_text(text)
    (folder / "rtl" / f"{module}.v").write_text(text.replace(CHOICE, FROM_ENVIRONMENT))


def contents(path):
    """Mutations of the rows of a ROM, one bit each: every bit that is set, and the next that is not.

    Rows that no counter reaches are shorter than others and left out.
    """
    text = path.read_text()
    for found in re.finditer(r"^    (\w+\[\S+\]) = (\d+)'h([0-9a-f]+);", text, re.MULTILINE):
        width, row = int(found[2]), int(found[3], 16)
        if len(found[3]) * 4 < width:
            continue
        line, place = text.count("\n", 0, found.start()) + 1, (found.start(2), found.end(3))
        for bit in wrong_bits(row, width):
            value = f"{width}'h{row ^ 1 << bit:0{len(found[3])}x}"
            yield Mutation(path.stem, line, f"{found[1]}: bit {bit} of {found[3]} is wrong", place, value)


def wrong_bits(row, width):
    """Bits of a row whose change is a mutation."""
    ones = [bit for bit in range(width) if row >> bit & 1]
    return sorted({*ones, *[bit + 1 for bit in ones if bit + 1 < width]})


def put(net, mutation):
    """Writes one mutation into a network."""
    path = net / "rtl" / f"{mutation.module}.v"
    text, (start, end) = path.read_text(), mutation.place
    path.write_text(text[:start] + mutation.value + text[end:])


def mutated(folder, modules, choose, first=1):
    """Writes chosen mutations into the files of these modules: the mutations by number."""
    numbered = {}
    for module in modules:
        path = folder / "rtl" / f"{module}.v"
        mine = list(enumerate(choose(list(mutations(path))), first + len(numbered)))
        store(folder, module, written(path.read_text(), mine))
        numbered.update(mine)
    return numbered
