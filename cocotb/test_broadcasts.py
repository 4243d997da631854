"""Blocks from one processor to all others over AXI4-Stream, with random pauses; what is no block is dropped.

The folder of the network comes by TORUSGEN_FOLDER.
"""

import cocotb
from cocotbext.axi import AxiStreamFrame
from test_streams import FLITS, MANIFEST, NODES, Bench, at_every_pace

BLOCKS = 6
SOURCE = MANIFEST["interface"]["broadcast"]


async def blocks_arrive(dut, seed, sending, taking, others=()):
    """Blocks, and before each of them packets of as many beats as `others` says."""
    bench = await Bench.started(dut, seed, sending, taking, sources=1)
    blocks = [bench.data(FLITS) for _ in range(BLOCKS)]
    for block in blocks:
        for packet in [*map(bench.data, others), block]:
            bench.sources[0].send_nowait(AxiStreamFrame(tdata=packet))
    expected = {(SOURCE, node): blocks for node in NODES if node != SOURCE}
    await bench.expect(expected, refused=int(bool(others)))


at_every_pace(blocks_arrive).generate_tests()


@cocotb.test()
async def packets_that_are_no_block_are_dropped(dut):
    """Packets that are too short or too long raise the error, and all blocks arrive."""
    await blocks_arrive(dut, 4, 0.2, 0.3, others=[FLITS + 1, FLITS - 1, 2 * FLITS])
