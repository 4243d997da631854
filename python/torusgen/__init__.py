"""Torus networks from Python: exact loads, schedules, synthesizable Verilog, cycle-accurate simulation.

>>> import torusgen
>>> network = torusgen.Network("4x4x4", placement="linear")
>>> network.e_max
Fraction(8, 1)
>>> network.loads.shape
(64, 6)
>>> network.simulate().matches
True

The options of Network are the keys of a description, those of the command line: placement, routing, ports,
kind, algorithm, router, channels, depth, width, seed and so on; `torusgen emit --help` lists them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike
from typing import Any, Iterable, Optional, Union

import numpy as np
from numpy.typing import NDArray

from . import _torusgen
from ._torusgen import NetworkError, __version__

__all__ = ["Bound", "Latency", "Network", "NetworkError", "Report", "__version__"]

Path = Union[str, "PathLike[str]"]


@dataclass(frozen=True)
class Bound:
    """What is known of the greatest load without counting: a bound, its exact value, or a comparison."""

    name: str
    source: str
    value: Fraction
    relation: str


@dataclass(frozen=True)
class Latency:
    """Cycles that packets took: how many packets, their mean, median, 99th percentile and maximum."""

    packets: int
    mean: float
    p50: int
    p99: int
    max: int


@dataclass(frozen=True)
class Report:
    """What a simulation found. Arrays are [node, port]; ports are `1+ 1- 2+ 2- ..`."""

    #: Whether every link carried what it should in every cycle, and everything arrived.
    matches: bool
    #: Cycles that were simulated.
    cycles: int
    #: Messages or packets that arrived.
    delivered: int
    #: What differs, in words.
    differences: list[str]
    #: Cycles in which each link carried something.
    counts: NDArray[np.uint64]
    #: What these should be.
    expected: NDArray[np.uint64]
    #: The cycle in which done_o rises; None for packets.
    completion: Optional[int] = None
    #: Of packets, from being offered to the last flit at the ejection port; None for exchanges.
    latency: Optional[Latency] = None
    #: Of packets, from entering the router on.
    network_latency: Optional[Latency] = None
    #: Flits that came out, for each processor and cycle.
    accepted: Optional[float] = None
    #: Whether all measured packets arrived while sending went on: else the network is saturated.
    drained: Optional[bool] = None
    #: The highest rate that links and ports allow.
    bound: Optional[Fraction] = None


def _text(dims: Union[str, int, Iterable[int]]) -> str:
    """Radices as the command line takes them."""
    if isinstance(dims, (str, int)):
        return str(dims)
    return "x".join(str(radix) for radix in dims)


def _decimal(rate: Any) -> str:
    """A rate as a decimal of at most nine places, as options have it; 0.1 * 3 is 0.3."""
    return rate if isinstance(rate, str) else f"{float(rate):.9f}".rstrip("0")


class Network:
    """A torus network: its loads, its schedule where it has one, its Verilog.

    dims: radices, "4x4x4" or (4, 4, 4). options: keys of a description. Raises NetworkError, which says what
    was asked, what is allowed and what to do.
    """

    def __init__(self, dims: Union[str, int, Iterable[int]], **options: Any):
        self._native = _torusgen.Native(json.dumps({"dims": _text(dims), **options}, default=int))

    @classmethod
    def _of(cls, native: "_torusgen.Native") -> "Network":
        network = cls.__new__(cls)
        network._native = native
        return network

    @classmethod
    def of_folder(cls, path: Path) -> "Network":
        """The network that an emitted folder was made from; its schedule is verified again."""
        return cls._of(_torusgen.Native.of_folder(path))

    @classmethod
    def of_schedule(cls, path: Path, **options: Any) -> "Network":
        """The network of a schedule or plan file, which is verified. options: width, name."""
        return cls._of(_torusgen.Native.of_schedule(path, json.dumps(options, default=int)))

    def __repr__(self) -> str:
        return f"<torusgen.Network {self.name}: {self.words}>"

    @property
    def name(self) -> str:
        """The name of the top module."""
        return self._native.name()

    @property
    def dims(self) -> tuple[int, ...]:
        """The radices."""
        return tuple(self._native.dims())

    @property
    def processors(self) -> NDArray[np.int64]:
        """Node ids of the processors; the last coordinate of a node counts fastest."""
        return np.array(self._native.processors(), dtype=np.int64)

    @property
    def words(self) -> str:
        """Schedule, memories or buffers in a few words."""
        return self._native.words()

    @property
    def e_max(self) -> Fraction:
        """The load of the busiest link."""
        return Fraction(self._native.e_max())

    @property
    def loads(self) -> NDArray[np.generic]:
        """Messages of one exchange on every link, [node, port]; ports are `1+ 1- 2+ 2- ..`.

        Whole numbers where they are, else floating point; exact_loads has them as they are.
        """
        numerators, denominator = self.exact_loads
        return numerators if denominator == 1 else numerators / denominator

    @property
    def exact_loads(self) -> tuple[NDArray[np.uint64], int]:
        """Loads as numerators, [node, port], and the denominator of all of them."""
        data, denominator = self._native.loads()
        return self._of_links(data), denominator

    @property
    def bounds(self) -> list[Bound]:
        """What bounds e_max."""
        rows = self._native.bounds()
        return [Bound(name, source, Fraction(value), relation) for name, source, value, relation in rows]

    @property
    def schedule(self) -> Optional[dict[str, Any]]:
        """The schedule, or the plan of message memories, as its file has it; None of buffered networks."""
        files = dict(self._native.plans())
        text = files.get("schedule.json") or files.get("plan.json")
        return None if text is None else json.loads(text)

    def emit(
        self, out: Path, filelist_prefix: Optional[str] = None, formal: bool = False, axil: bool = False
    ) -> int:
        """Writes the folder of Verilog: how many files. A folder that torusgen made before is replaced."""
        return self._native.emit(out, filelist_prefix, formal, axil)

    def simulate(self, engine: str = "model", **run: Any) -> Report:
        """Simulates cycle by cycle, and compares every link.

        engine: "model" needs no tools; "tiles" and "fabric" simulate the Verilog, by Verilator. run:
        `exchanges` of networks with a schedule or memories; of buffered ones `traffic` (all-to-all if not
        given), `rate`, `length`, `burst`, `warmup`, `measure`, `limit`, `seed`.
        """
        buffered = self._native.is_buffered()
        known = "traffic rate length burst warmup measure limit seed" if buffered else "exchanges"
        for option in run:
            if option not in known.split():
                raise NetworkError(f"the option {option!r} is none of this network's runs; they have {known}")
        if "rate" in run:
            run["rate"] = _decimal(run["rate"])
        asked = {"engine": engine, "exchanges": run.pop("exchanges", 1), "seed": run.pop("seed", None)}
        found, counts, expected = self._native.simulate(json.dumps({**asked, "packets": run}, default=int))
        figures = json.loads(found)
        for key in ("latency", "network_latency"):
            if key in figures:
                figures[key] = Latency(**figures[key])
        if figures.get("bound") is not None:
            figures["bound"] = Fraction(figures["bound"])
        return Report(counts=self._of_links(counts), expected=self._of_links(expected), **figures)

    def _of_links(self, data: bytes) -> NDArray[np.uint64]:
        return np.frombuffer(data, dtype="<u8").reshape(-1, 2 * len(self.dims))
