"""One complete exchange of torus_3_bench, from cocotb; every link has to carry its exact load.

Made by torusgen 0.1.0 as an example to start from: change it as you like. With cocotb installed,
`python examples/test_torus_3.py` builds and runs it in Icarus, with SIM=verilator in Verilator.
"""

import os
import sys
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

FOLDER = Path(__file__).resolve().parent.parent
SOURCES = [
    "rtl/torus_3_buffer.v",
    "rtl/torus_3_inject_buffer.v",
    "rtl/torus_3_arbiter_2.v",
    "rtl/torus_3_arbiter_3.v",
    "rtl/torus_3_arbiter_4.v",
    "rtl/torus_3_input_0.v",
    "rtl/torus_3_inject.v",
    "rtl/torus_3_output_1.v",
    "rtl/torus_3_eject_2.v",
    "rtl/torus_3_router.v",
    "rtl/torus_3.v",
    "rtl/torus_3_axis_head.v",
    "rtl/torus_3_axis_send.v",
    "rtl/torus_3_axis.v",
    "rtl/torus_3_lists.v",
    "rtl/torus_3_source.v",
    "rtl/torus_3_checker.v",
    "rtl/torus_3_bench.v",
]
# Cycles; by then every exchange has ended.
LIMIT = 1024
# Messages that each link has to carry, by link id: node * 2 + port (1+ 1-).
LOADS = [
    1, 1,  # node 0 at (0)
    1, 1,  # node 1 at (1)
    1, 1,  # node 2 at (2)
]


@cocotb.test()
async def every_link_carries_its_load(dut):
    # Inputs change at falling edges, where no register looks at them.
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    dut.start_i.value = 0
    dut.rst_ni.value = 0
    await cycles(dut, 8)
    dut.rst_ni.value = 1
    await cycles(dut, 4)
    dut.start_i.value = 1
    await cycles(dut, 1)
    dut.start_i.value = 0
    counts = [0] * len(LOADS)
    for _ in range(LIMIT):
        valid = int(dut.link_valid_o.value)
        counts = [count + (valid >> link & 1) for link, count in enumerate(counts)]
        await cycles(dut, 1)
        if int(dut.done_o.value):
            break
    assert int(dut.done_o.value), f"done_o is low after {LIMIT} cycles"
    assert not int(dut.error_o.value), "error_o is high"
    wrong = [(link, *pair) for link, pair in enumerate(zip(counts, LOADS)) if pair[0] != pair[1]]
    assert not wrong, f"links that carried something else than their load: {wrong}"


async def cycles(dut, count):
    for _ in range(count):
        await FallingEdge(dut.clk_i)


def main():
    try:
        from cocotb_tools.runner import get_results, get_runner
    except ImportError:  # before cocotb 2
        from cocotb.runner import get_results, get_runner
    build = FOLDER / "build" / "cocotb"
    runner = get_runner(os.environ.get("SIM", "icarus"))
    sources = [FOLDER / source for source in SOURCES]
    runner.build(sources=sources, hdl_toplevel="torus_3_bench", build_dir=build, always=True)
    results = runner.test(
        hdl_toplevel="torus_3_bench",
        test_module=Path(__file__).stem,
        test_dir=FOLDER / "examples",
        build_dir=build,
        results_xml=str(build / "results.xml"),
    )
    count, failed = get_results(results)
    sys.exit(failed or count != 1)


if __name__ == "__main__":
    main()
