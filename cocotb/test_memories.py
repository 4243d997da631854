"""An exchange of random blocks over AXI4-Lite: software loads them, starts it, and reads what came.

What software does is the emitted NAME.py. Every node gets from every other one the block that this one
loaded for it, and the links carry their loads.
"""

import random

import cocotb
from cocotbext.axi import AxiResp
from software import FOLDER, MANIFEST, accesses, emitted, started

PROCESSORS, WIDTH = MANIFEST["processors"], MANIFEST["width"]


def pairs():
    """Every processor with every other one."""
    return [(node, other) for node in PROCESSORS for other in PROCESSORS if node != other]


@cocotb.test()
async def blocks_change_places(dut):
    master, net = await started(dut), emitted()
    read, write = accesses(master)
    registers = net.Registers(read, write)
    with open(FOLDER / "memory.csv") as rows:
        memories = net.Memories(read, write, rows)
    flits = MANIFEST["stored"]["flits"]

    @cocotb.external
    def software():
        registers.identify()
        for seed in (1, 2):
            values = random.Random(seed)
            sent = {pair: [values.getrandbits(WIDTH) for _ in range(flits)] for pair in pairs()}
            for (node, partner), block in sent.items():
                memories.load(node, partner, block)
            registers.exchange(seconds=300)
            got = {(partner, node): memories.result(node, partner) for node, partner in pairs()}
            assert got == sent, seed
            assert registers.differences() == {}

    await software()


@cocotb.test()
async def memories_are_left_alone_in_reset(dut):
    master, net = await started(dut), emitted()
    assert (await master.write(net.MEMORY, b"\x01\x02\x03\x04")).resp == AxiResp.OKAY
    await master.write_dword(net.CONTROL, net.CONTROL_RESET)
    assert (await master.write(net.MEMORY, bytes(4))).resp == AxiResp.SLVERR
    assert (await master.read(net.MEMORY, 4)).resp == AxiResp.SLVERR
    await master.write_dword(net.CONTROL, 0)
    kept = 0x04030201 & ((1 << min(WIDTH, 32)) - 1)
    assert await master.read_dword(net.MEMORY) == kept
    beyond = net.MEMORY + len(PROCESSORS) * net.PROCESSOR_STRIDE
    last = 2 * net.MEMORY
    if beyond < last:
        assert (await master.read(beyond, 4)).resp == AxiResp.SLVERR
