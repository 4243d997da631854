"""The package against a walk of every message, and against what it says of itself."""

import doctest
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import torusgen


def walked(dims, processors):
    """Loads of dimension-ordered routing: dimension by dimension, the shorter way, ties go +."""
    places = list(product(*map(range, dims)))
    ids = {place: node for node, place in enumerate(places)}
    found = np.zeros((len(places), 2 * len(dims)), dtype=np.uint64)
    for source, destination in product(processors, repeat=2):
        place = list(places[source])
        for dim, radix in enumerate(dims):
            while place[dim] != places[destination][dim]:
                back = 2 * ((places[destination][dim] - place[dim]) % radix) > radix
                found[ids[tuple(place)], 2 * dim + back] += np.uint64(1)
                place[dim] = (place[dim] + (-1 if back else 1)) % radix
    return found


@pytest.mark.parametrize(
    "dims, options",
    [
        ((2,), {}),
        ((5,), {"ports": "one"}),
        ((3, 4), {}),
        ((4, 4, 4), {"placement": "linear"}),
        ((2, 3, 2), {"router": "buffered"}),
        ((3,), {"algorithm": "product-a3"}),
    ],
)
def test_loads_are_walked_and_simulated(dims, options):
    network = torusgen.Network(dims, **options)
    assert network.dims == dims
    loads = walked(dims, network.processors)
    assert (network.loads == loads).all() and network.e_max == loads.max()
    report = network.simulate()
    assert report.matches and report.differences == [] and report.cycles > 0
    assert (report.counts == loads).all() and (report.expected == loads).all()


def test_loads_of_all_orders_are_fractions():
    network = torusgen.Network((3, 3), routing="udr", router="buffered")
    numerators, denominator = network.exact_loads
    assert denominator == 2 and network.loads.dtype == float
    assert network.e_max == Fraction(int(numerators.max()), 2)
    assert numerators.sum() == 2 * walked((3, 3), network.processors).sum()


def test_bounds_and_processors():
    network = torusgen.Network("4x4x4", placement="linear")
    nodes = list(product(range(4), repeat=3))
    assert [node for node, place in enumerate(nodes) if sum(place) % 4 == 0] == network.processors.tolist()
    lower = [bound for bound in network.bounds if bound.relation == "lower bound"]
    assert lower and all(bound.value <= network.e_max for bound in lower)


def test_schedules_use_no_link_twice():
    schedule = torusgen.Network("4x4").schedule
    assert schedule["dims"] == [4, 4] and schedule["length"] == schedule["lower_bound"] == 12
    # The slots of a frame, by port of the link: every node does the same, so a port is a class of links.
    used = Counter()
    for entry in schedule["entries"]:
        slot = entry["slot"]
        for hop in entry["word"]:
            used[slot % schedule["length"], str(hop)] += 1
            slot += 1
    assert set(used.values()) == {1}
    assert torusgen.Network("3", router="buffered").schedule is None


def test_folders_go_there_and_back(tmp_path):
    network = torusgen.Network("3x2", name="noc", width=16)
    count = network.emit(tmp_path / "noc", axil=True)
    assert count == sum(path.is_file() for path in (tmp_path / "noc").rglob("*"))
    again = torusgen.Network.of_folder(tmp_path / "noc")
    assert again.name == "noc" and again.schedule == network.schedule
    read = torusgen.Network.of_schedule(tmp_path / "noc" / "schedule.json", name="other")
    assert read.name == "other" and (read.loads == network.loads).all()


def test_verilog_is_simulated():
    report = torusgen.Network("3x2").simulate(engine="tiles", exchanges=2)
    assert report.matches and (report.counts == 2 * walked((3, 2), range(6))).all()


def test_rates_and_numbers_of_numpy_are_taken():
    network = torusgen.Network("4x4", router="buffered", ports="one", channels=np.int64(4))
    for rate in [0.1 * 3, np.float64(1e-5), Fraction(1, 3), "0.2"]:
        assert network.simulate(traffic="uniform", rate=rate, warmup=10, measure=np.int64(50)).matches
    with pytest.raises(torusgen.NetworkError, match="burst"):
        network.simulate(traffic="uniform", burst=0)


def test_packets_have_latencies():
    network = torusgen.Network("4x4", router="buffered", ports="one")
    slow = network.simulate(traffic="uniform", rate=0.1, warmup=100, measure=500)
    fast = network.simulate(traffic="uniform", rate="0.9", warmup=100, measure=500)
    assert slow.matches and fast.matches and slow.drained
    assert slow.latency.mean < fast.latency.mean and abs(slow.accepted - 0.1) < 0.03
    assert slow.bound <= 1 and slow.network_latency.max <= slow.latency.max


@pytest.mark.parametrize(
    "make, said",
    [
        (lambda: torusgen.Network("1x4"), "1x4"),
        (lambda: torusgen.Network("4x4", colour="red"), "colour"),
        (lambda: torusgen.Network("4x4", placement="diagonal"), "diagonal"),
        (lambda: torusgen.Network.of_folder("/nonexistent"), "nonexistent"),
        (lambda: torusgen.Network("4").simulate(engine="verilog"), "allowed are tiles, fabric and model"),
        (lambda: torusgen.Network("4").simulate(rate=0.5), "they have exchanges"),
        (lambda: torusgen.Network("4").simulate(exchanges=0), "nonzero"),
        (lambda: torusgen.Network("4", router="buffered").simulate(warmup="long"), "expected u64"),
        (lambda: torusgen.Network("4", router="buffered").simulate(rate="x", traffic="uniform"), "rate"),
    ],
)
def test_what_cannot_be_had_is_an_error(make, said):
    with pytest.raises(torusgen.NetworkError, match=said):
        make()


def test_examples_of_the_documentation():
    assert doctest.testmod(torusgen).failed == 0
