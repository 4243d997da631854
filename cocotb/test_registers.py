"""Exchanges over AXI4-Lite, as software starts them: every link carries its exact load.

The folder of the network comes by TORUSGEN_FOLDER. What software does is the emitted NAME.py; the loads are
counted here, message by message.
"""

import importlib.util
import json
import os
from collections import Counter
from itertools import product
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp

FOLDER = Path(os.environ["TORUSGEN_FOLDER"])
MANIFEST = json.loads((FOLDER / "manifest.json").read_text())
DIMS, PROCESSORS = MANIFEST["dims"], MANIFEST["processors"]


def emitted():
    """The module NAME.py."""
    spec = importlib.util.spec_from_file_location("net", FOLDER / "axil" / "net.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def node(place):
    """The id of a node: the last coordinate counts fastest."""
    identity = 0
    for x, radix in zip(place, DIMS):
        identity = identity * radix + x
    return identity


def loads():
    """Messages of one exchange by link id: dimension by dimension, the shorter way, ties go +."""
    found = Counter()
    places = {node(place): place for place in product(*map(range, DIMS))}
    for source, destination in product(PROCESSORS, repeat=2):
        place, goal = list(places[source]), places[destination]
        for dim, radix in enumerate(DIMS):
            while place[dim] != goal[dim]:
                back = 2 * ((goal[dim] - place[dim]) % radix) > radix
                found[node(place) * 2 * len(DIMS) + 2 * dim + back] += 1
                place[dim] = (place[dim] + (-1 if back else 1)) % radix
    return [found[link] for link in range(2 * len(DIMS) * MANIFEST["nodes"])]


async def started(dut):
    """A master behind a reset."""
    cocotb.start_soon(Clock(dut.clk, 10, units="ns").start())
    bus = AxiLiteBus.from_prefix(dut, "s_axil")
    master = AxiLiteMaster(bus, dut.clk, dut.rst_n, reset_active_level=False)
    dut.rst_n.value = 0
    await ClockCycles(dut.clk, 4)
    dut.rst_n.value = 1
    await ClockCycles(dut.clk, 4)
    return master


@cocotb.test()
async def loads_are_read_back(dut):
    master, net = await started(dut), emitted()

    @cocotb.function
    async def read(offset):
        return await master.read_dword(offset)

    @cocotb.function
    async def write(offset, value):
        await master.write_dword(offset, value)

    registers = net.Registers(read, write)

    @cocotb.external
    def software():
        registers.identify()
        cycles = registers.exchange(seconds=300)
        first = registers.counts(), registers.differences()
        registers.start()
        registers.wait(seconds=300)
        return cycles, first, registers.counts(), registers.differences()

    cycles, first, second, differ = await software()
    assert cycles > 0 and first == (loads(), {}), (cycles, first)
    assert second == [2 * load for load in loads()] and differ == {}, (second, differ)


@cocotb.test()
async def what_is_not_there_is_refused(dut):
    master, net = await started(dut), emitted()
    for offset in (0x38, net.COUNT + 4 * len(net.LOADS)):
        assert (await master.read(offset, 4)).resp == AxiResp.SLVERR, offset
    for offset in (net.ID, net.STATUS, net.COUNT):
        assert (await master.write(offset, b"\xff" * 4)).resp == AxiResp.SLVERR, offset
    assert (await master.write(net.CONTROL, bytes(4))).resp == AxiResp.OKAY
    assert dut.irq.value == 0
