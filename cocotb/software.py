"""Software behind an AXI4-Lite master: the emitted NAME.py, and what it reads and writes with.

The folder of the network comes by TORUSGEN_FOLDER.
"""

import importlib.util
import json
import os
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiLiteBus, AxiLiteMaster

FOLDER = Path(os.environ["TORUSGEN_FOLDER"])
MANIFEST = json.loads((FOLDER / "manifest.json").read_text())


def emitted():
    """The module NAME.py."""
    spec = importlib.util.spec_from_file_location("net", FOLDER / "axil" / "net.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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


def accesses(master):
    """What NAME.py reads and writes a word with."""

    @cocotb.function
    async def read(offset):
        return await master.read_dword(offset)

    @cocotb.function
    async def write(offset, value):
        await master.write_dword(offset, value)

    return read, write
