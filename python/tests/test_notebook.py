"""The notebook of the documentation runs, says what it says in the repository, and draws the package's numbers.

`TORUSGEN_DOCS=write` writes what it says, and its figure, again.
"""

import os
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

import torusgen

DOCS = Path(__file__).resolve().parents[2] / "docs"
NOTEBOOK = DOCS / "latency.ipynb"
FIGURE = DOCS / "latency.svg"
RIGHT, TOP = 1.05, 80  # where the axes of the figure end
RATES = ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8"]

# A figure is text, the same bytes for the same numbers: names from no random numbers, no date.
SAME_BYTES = """
from matplotlib_inline.backend_inline import set_matplotlib_formats
import matplotlib
%matplotlib inline
set_matplotlib_formats("svg", metadata={"Date": None})
matplotlib.rcParams["svg.hashsalt"] = "torusgen"
"""


def executed(notebook):
    """A copy with what every cell says. The first cell sets figures, and is taken out again."""
    notebook = nbformat.from_dict(notebook)
    notebook.cells.insert(0, nbformat.v4.new_code_cell(SAME_BYTES))
    metadata = dict(notebook.metadata)
    NotebookClient(notebook, timeout=300, kernel_name="python3", record_timing=False).execute()
    del notebook.cells[0]
    notebook.metadata = nbformat.from_dict(metadata)
    count = 0
    for cell in notebook.cells:
        if cell.cell_type == "code":
            count += 1
            cell.execution_count = count
            for output in cell.outputs:
                if "data" in output and "image/svg+xml" in output.data:
                    del output.data["text/plain"]
    return notebook


def code(notebook, name):
    return next(cell for cell in notebook.cells if cell.id == name)


def said(notebook, name):
    """What a cell prints."""
    return "".join(output.text for output in code(notebook, name).outputs if output.output_type == "stream")


def drawn(notebook):
    return next(output.data["image/svg+xml"] for output in code(notebook, "figure").outputs if "data" in output)


def path(svg, name):
    """The corners of the path of this name, in points of the figure."""
    lines = re.search(rf'<g id="{name}">.*?<path d="(.*?)"', svg, re.S).group(1)
    return [(float(x), float(y)) for x, y in re.findall(r"[ML] (\S+) (\S+)", lines)]


def plotted(svg, name):
    """The numbers of a line: x from 0 to RIGHT, y from 0 to TOP."""
    frame = path(svg, "frame")
    left, right = min(x for x, _ in frame), max(x for x, _ in frame)
    top, bottom = min(y for _, y in frame), max(y for _, y in frame)
    return [
        (RIGHT * (x - left) / (right - left), TOP * (bottom - y) / (bottom - top))
        for x, y in path(svg, name)
    ]


@pytest.fixture(scope="module")
def committed():
    return nbformat.read(NOTEBOOK, as_version=4)


@pytest.fixture(scope="module")
def again(committed):
    return executed(committed)


@pytest.fixture(scope="module")
def runs():
    """The same runs, of a network of the test's own."""
    network = torusgen.Network((4, 4), router="buffered", ports="one")
    return [network.simulate(traffic="uniform", rate=rate, warmup=200, measure=1000) for rate in RATES]


def test_the_notebook_says_what_it_says_here(committed, again):
    text, figure = nbformat.writes(again) + "\n", drawn(again)
    if os.environ.get("TORUSGEN_DOCS") == "write":
        NOTEBOOK.write_text(text)
        FIGURE.write_text(figure)
    assert NOTEBOOK.read_text() == text, f"{NOTEBOOK} says something else: TORUSGEN_DOCS=write make test-python"
    assert FIGURE.read_text() == figure, f"{FIGURE} shows something else: TORUSGEN_DOCS=write make test-python"


def test_what_it_prints_are_the_numbers_of_the_package(again, runs):
    rows = [line.split() for line in said(again, "simulated").splitlines()]
    for row, rate, run in zip(rows, RATES, runs, strict=False):
        assert run.matches
        assert row[1::2] == [rate, f"{run.accepted:.4f}", f"{run.latency.mean:.2f}", f"{run.latency.p99}"]
    assert rows[len(RATES):] == [["bound", str(runs[0].bound)]]


def test_what_it_draws_are_the_numbers_of_the_package(again, runs):
    svg = drawn(again)
    curves = {"mean": lambda run: run.latency.mean, "p99": lambda run: run.latency.p99}
    for name, latency in curves.items():
        wanted = [(run.accepted, latency(run)) for run in runs]
        assert max(y for _, y in wanted) < TOP, "all is within the frame"
        for point, want in zip(plotted(svg, name), wanted, strict=True):
            assert point == pytest.approx(want, abs=1e-3), name
    assert [x for x, _ in plotted(svg, "bound")] == pytest.approx([float(runs[0].bound)] * 2, abs=1e-4)


def test_a_changed_notebook_is_found(committed):
    """A number that differs makes another text; a cell that fails ends the run."""
    other = nbformat.from_dict(committed)
    changed = code(other, "network")
    changed.source = changed.source.replace('"4x4"', '"4x3"')
    del other.cells[[cell.id for cell in other.cells].index("loads") + 1 :]
    assert said(executed(other), "network") != said(committed, "network")
    code(other, "loads").source = "network.simulate(rate='x', traffic='uniform')"
    with pytest.raises(CellExecutionError, match="NetworkError"):
        executed(other)
