#!/usr/bin/env python3
"""Takes registers behind block RAMs of an ECP5 into the RAMs.

usage: ram_registers.py NETLIST

NETLIST is what yosys wrote by `synth_ecp5 -json`; it is changed in place, and what was done is printed. A
DP16KD has a register at each output, with which it answers after 1 ns instead of 5.6, and yosys never uses
it. Vendor tools do so by themselves.

A port's registers are taken in where each output that is read has one reader, a flip-flop without reset and
enable on the RAM's own clock; otherwise they stay as they are. What an output says is then the same in every
cycle. Exit code 2: bad arguments, or a file that is no such netlist.
"""

import json
import sys
from collections import Counter
from pathlib import Path

RAM, FLOP = "DP16KD", "TRELLIS_FF"
# What yosys ties pins to.
CONSTANT = ("0", "x")
# A register's other parameters have to be these.
PLAIN = {"CLKMUX": "CLK", "REGSET": "RESET"}


def absorbed(netlist):
    """Changes a netlist; how many registers went into RAMs."""
    return sum(in_module(module) for module in netlist["modules"].values())


def in_module(module):
    """The same in one module."""
    cells, count = module["cells"], 0
    readers = Counter(bit for port in module["ports"].values() for bit in port["bits"])
    readers.update(bit for cell in cells.values() for bit in inputs(cell))
    flops = {flop["connections"]["DI"][0]: name for name, flop in cells.items() if flop["type"] == FLOP}
    for ram in [cell for cell in cells.values() if cell["type"] == RAM]:
        for ports in groups(ram):
            taken = plain_registers(cells, ram, ports, readers, flops)
            for pin, name in taken.items():
                ram["connections"][pin] = cells.pop(name)["connections"]["Q"]
            for port in ports if taken else ():
                ram["parameters"][f"REGMODE_{port}"] = "OUTREG"
                ram["connections"][f"OCE{port}"] = ["1"]
            count += len(taken)
    return count


def inputs(cell):
    """The bits that a cell reads."""
    directions = cell["port_directions"]
    return [bit for pin, bits in cell["connections"].items() if directions[pin] != "output" for bit in bits]


def groups(ram):
    """The ports of a RAM that have one mode: a word of 36 bits takes the outputs of both."""
    wide = int(ram["parameters"]["DATA_WIDTH_B"], 2) == 36
    return ["AB"] if wide else ["A", "B"]


def plain_registers(cells, ram, ports, readers, flops):
    """Output pins and the registers behind them; none where one of them cannot be taken."""
    found = {}
    clocks = {ram["connections"]["CLKB" if len(ports) == 2 else f"CLK{ports}"][0]}
    for pin, bits in ram["connections"].items():
        if not pin.startswith(tuple(f"DO{port}" for port in ports)) or not readers[bits[0]]:
            continue
        name = flops.get(bits[0])
        if readers[bits[0]] != 1 or name is None or not is_plain(cells[name], clocks):
            return {}
        found[pin] = name
    return found


def is_plain(flop, clocks):
    """Whether a flip-flop does nothing but keep what it read at a clock."""
    parameters, pins = flop["parameters"], flop["connections"]
    fixed = all(parameters.get(name, value) == value for name, value in PLAIN.items())
    enabled = parameters.get("CEMUX", "1").strip() == "1"
    never_reset = pins.get("LSR", ["0"])[0] in CONSTANT
    return fixed and enabled and never_reset and pins["CLK"][0] in clocks


def main(words):
    """Changes the netlist that is named."""
    if len(words) != 1 or words[0].startswith("-"):
        raise ValueError(__doc__)
    path = Path(words[0])
    netlist = json.loads(path.read_text())
    count = absorbed(netlist)
    path.write_text(json.dumps(netlist))
    print(f"{path}: {count} registers are in block RAMs")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        plain = isinstance(error, (OSError, ValueError))
        print(error if plain else f"no netlist: {error!r}", file=sys.stderr)
        sys.exit(2)
