"""Packets between all processors over AXI4-Stream, with random pauses; what cannot be sent is dropped.

The folder of the network comes by TORUSGEN_FOLDER. Where a packet begins its way is computed here from
coordinates; heads and channels are not looked at: that packets arrive is what is seen of them.
"""

import json
import os
import random
from collections import defaultdict

import cocotb
from cocotb.clock import Clock
from cocotb.regression import TestFactory
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

PACKETS = 4  # of every pair

with open(os.path.join(os.environ["TORUSGEN_FOLDER"], "manifest.json")) as file:
    MANIFEST = json.load(file)
DIMS, NODES, WIDTH = MANIFEST["dims"], MANIFEST["processors"], MANIFEST["interface"]["data"]
BUFFERED = MANIFEST.get("buffered")
# With message memories a packet is a block, all of one length, and each exchange has one for every pair.
MEMORY = MANIFEST.get("stored")
FLITS = (BUFFERED or MEMORY or {"flits": 1})["flits"]
# Streams have a period of 10 ns; that of the network is no multiple of it, and comes by the environment.
LOCAL_CLOCK = MANIFEST["interface"].get("local_clock", False)
NETWORK_PERIOD = int(os.environ.get("TORUSGEN_NETWORK_PERIOD", "7368"))


def coordinates(node):
    place = []
    for radix in reversed(DIMS):
        node, x = divmod(node, radix)
        place.insert(0, x)
    return place


def first_port(source, destination):
    """The port of the first link: the first dimension that differs, the shorter way, ties by the rule."""
    for dim, (x, y, radix) in enumerate(zip(coordinates(source), coordinates(destination), DIMS)):
        offset = (y - x) % radix
        if offset:
            tie_down = BUFFERED["ties"] == "parity" and 2 * offset == radix > 2 and x % 2 == 1
            return 2 * dim + int(2 * offset > radix or tie_down)
    return None


def local_ports():
    """The processor and port of every stream; port None where one stream serves all."""
    if MANIFEST["ports"] == "one" or not BUFFERED:
        return [(node, None) for node in NODES]
    ports = [port for port in range(2 * len(DIMS)) if port % 2 == 0 or DIMS[port // 2] > 2]
    return [(node, port) for node in NODES for port in ports]


LOCAL = local_ports()


def sends(k, destination):
    """Whether stream k is the one for packets to this node."""
    source, port = LOCAL[k]
    leads = port is None or port == first_port(source, destination)
    return destination in NODES and destination != source and leads


def pauses(rng, share):
    """Pauses in this share of all cycles."""
    while True:
        yield rng.random() < share


async def stays(dut, k):
    """What a stream offers stays until it is taken."""
    prefix = f"m{k}_axis_"
    valid, ready = getattr(dut, prefix + "tvalid"), getattr(dut, prefix + "tready")
    shown = [getattr(dut, prefix + name) for name in ("tdata", "tlast", "tid")]
    waited = None
    while True:
        await RisingEdge(dut.clk)
        now = [int(signal.value) for signal in shown] if int(valid.value) else None
        assert waited is None or now == waited, f"stream {k} took back {waited}"
        waited = now if now is not None and not int(ready.value) else None


class Bench:
    """A source for every stream that comes in, and a sink for every one that goes out."""

    def __init__(self, dut, seed, sources):
        self.dut, self.rng = dut, random.Random(seed)
        cocotb.start_soon(Clock(dut.clk, 10, units="ns").start())
        if LOCAL_CLOCK:
            cocotb.start_soon(Clock(dut.net_clk, NETWORK_PERIOD, units="ps").start())
        options = {"reset_active_level": False, "byte_lanes": 1}

        def bus(side, k):
            return AxiStreamBus.from_prefix(dut, f"{side}{k}_axis"), dut.clk, dut.rst_n

        self.sources = [AxiStreamSource(*bus("s", k), **options) for k in range(sources)]
        self.sinks = [AxiStreamSink(*bus("m", k), **options) for k in range(len(LOCAL))]
        for end in self.sources + self.sinks:
            end.log.setLevel("WARNING")

    @classmethod
    async def started(cls, dut, seed, sending, taking, sources=len(LOCAL)):
        """Behind reset, with pauses in these shares of all cycles."""
        bench = cls(dut, seed, sources)
        await bench.reset()
        bench.pause(sending, taking)
        return bench

    async def reset(self):
        self.dut.rst_n.value = 0
        if LOCAL_CLOCK:
            self.dut.net_rst_n.value = 0
            await ClockCycles(self.dut.net_clk, 4)
            self.dut.net_rst_n.value = 1
        await ClockCycles(self.dut.clk, 4)
        self.dut.rst_n.value = 1
        await RisingEdge(self.dut.clk)
        for k in range(len(LOCAL)):
            cocotb.start_soon(stays(self.dut, k))

    def pause(self, sending, taking):
        for ends, share in ((self.sources, sending), (self.sinks, taking)):
            for end in ends:
                end.set_pause_generator(pauses(random.Random(self.rng.random()), share))

    def data(self, beats):
        return [self.rng.getrandbits(WIDTH) for _ in range(beats)]

    def beats(self):
        """Beats of a packet."""
        return FLITS if MEMORY else self.rng.randint(1, FLITS)

    def targets(self, k):
        """Destinations of the packets of a stream, in a random order; of blocks exchange by exchange."""
        all = [node for node in NODES if sends(k, node)]
        rounds = [all] * PACKETS if MEMORY else [all * PACKETS]
        return [node for nodes in rounds for node in self.rng.sample(nodes, len(nodes))]

    def send(self, k, destination, data):
        self.sources[k].send_nowait(AxiStreamFrame(tdata=data, tdest=destination))

    def exchange(self):
        """Sends packets of every pair in a random order; what is to arrive, by pair."""
        expected = defaultdict(list)
        for k, (source, _) in enumerate(LOCAL):
            for destination in self.targets(k):
                data = self.data(self.beats())
                expected[source, destination].append(data)
                self.send(k, destination, data)
        return expected

    async def arrivals(self, count):
        """So many packets, by pair in the order in which they came."""
        arrived, left = defaultdict(list), count

        async def collect(k):
            nonlocal left
            while True:
                frame = await self.sinks[k].recv()
                ids = set(frame.tid) if isinstance(frame.tid, list) else {frame.tid}
                assert len(ids) == 1, f"packets interleave: {ids}"
                arrived[int(ids.pop()), LOCAL[k][0]].append([int(beat) for beat in frame.tdata])
                left -= 1

        tasks = [cocotb.start_soon(collect(k)) for k in range(len(LOCAL))]
        while left > 0:
            await RisingEdge(self.dut.clk)
        await ClockCycles(self.dut.clk, 100)
        for task in tasks:
            task.kill()
        assert left == 0, f"{-left} packets too many"
        return arrived


    async def expect(self, expected, refused=0):
        """All of it arrives and nothing else; `refused`: a bit for each stream that drops packets."""
        count = sum(map(len, expected.values()))
        arrived = await with_timeout(self.arrivals(count), 2, "ms")
        assert arrived == expected, "packets differ"
        assert int(self.dut.error.value) == 0 and int(self.dut.refused.value) == refused


# Seeds, and the share of cycles in which those who send and those who receive pause: nobody does, both do at
# random, and receivers take one beat of five cycles, so that packets wait before them.
PACES = [(1, 0.0, 0.0), (2, 0.4, 0.5), (3, 0.0, 0.8)]


def at_every_pace(test):
    """The tests of a module that its function makes of a pace."""
    factory = TestFactory(test)
    factory.add_option(("seed", "sending", "taking"), PACES)
    return factory


async def packets_arrive(dut, seed, sending, taking):
    """Packets of every pair."""
    bench = await Bench.started(dut, seed, sending, taking)
    await bench.expect(bench.exchange())


at_every_pace(packets_arrive).generate_tests()


@cocotb.test()
async def illegal_packets_are_dropped(dut):
    """Packets that go nowhere or are too long raise the error of their stream alone; others arrive."""
    bench = await Bench.started(dut, 4, 0.2, 0.3)
    ids = range(1 << MANIFEST["interface"]["source"])
    faulty = range(0, len(LOCAL), 2)
    for k in faulty:
        for destination in ids:
            too_long = FLITS + bench.rng.randint(1, 3)
            beats = too_long if sends(k, destination) else bench.beats()
            bench.send(k, destination, bench.data(beats))
    await bench.expect(bench.exchange(), refused=sum(1 << k for k in faulty))
