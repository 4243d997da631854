"""Blocks from one processor to all others over AXI4-Stream, with random pauses; what is no block is dropped.

The folder of the network comes by TORUSGEN_FOLDER.
"""

import cocotb
from cocotb.triggers import with_timeout
from cocotbext.axi import AxiStreamFrame
from test_streams import FLITS, MANIFEST, NODES, Bench

BLOCKS = 6
SOURCE = MANIFEST["interface"]["broadcast"]


async def run(dut, seed, sending, taking, others=()):
    """Sends blocks, and before each of them packets of as many beats as `others` says."""
    bench = Bench(dut, seed, sources=1)
    await bench.reset()
    bench.pause(sending, taking)
    blocks = [bench.data(FLITS) for _ in range(BLOCKS)]
    for block in blocks:
        for packet in [*map(bench.data, others), block]:
            bench.sources[0].send_nowait(AxiStreamFrame(tdata=packet))
    expected = {(SOURCE, node): blocks for node in NODES if node != SOURCE}
    arrived = await with_timeout(bench.arrivals(BLOCKS * len(expected)), 2, "ms")
    assert arrived == expected, "blocks differ"
    assert int(dut.error.value) == 0 and int(dut.refused.value) == int(bool(others))


@cocotb.test()
async def no_pauses(dut):
    """Whoever sends is always ready, and so is whoever receives."""
    await run(dut, 1, 0.0, 0.0)


@cocotb.test()
async def pauses_everywhere(dut):
    """Both sides pause at random."""
    await run(dut, 2, 0.4, 0.5)


@cocotb.test()
async def slow_receivers(dut):
    """Receivers take one beat of five cycles: blocks wait at the source."""
    await run(dut, 3, 0.0, 0.8)


@cocotb.test()
async def packets_that_are_no_block_are_dropped(dut):
    """Packets that are too short or too long raise the error, and all blocks arrive."""
    await run(dut, 4, 0.2, 0.3, others=[FLITS + 1, FLITS - 1, 2 * FLITS])
