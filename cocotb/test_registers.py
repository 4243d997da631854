"""Exchanges over AXI4-Lite, as software starts them: every link carries its exact load.

What software does is the emitted NAME.py; the loads are counted here, message by message.
"""

from collections import Counter
from itertools import product

import cocotb
from cocotbext.axi import AxiResp
from software import MANIFEST, accesses, emitted, started

DIMS, PROCESSORS = MANIFEST["dims"], MANIFEST["processors"]


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


@cocotb.test()
async def loads_are_read_back(dut):
    master, net = await started(dut), emitted()

    registers = net.Registers(*accesses(master))

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
