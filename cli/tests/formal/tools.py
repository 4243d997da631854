"""What the scripts of this folder share: running tools, emitted networks and tables between two marks."""

import os
import subprocess
from pathlib import Path

END = "<!-- end -->"


class Refused(Exception):
    """Bad arguments, a tool that is missing or fails."""


def run(words, folder, path=None):
    """Runs a tool: its exit code and what it says."""
    return spent(words, folder, path)[:2]


def spent(words, folder, path=None):
    """Runs a tool: its exit code, what it says, and the processor seconds that it and its tools took."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    try:
        tool = subprocess.Popen(words, cwd=folder, text=True, env=path, **pipes)
    except OSError as error:
        why = f"{words[0]} cannot be started ({error.strerror}): run make build setup-formal"
        raise Refused(why) from error
    with tool.stdout as output:
        said = output.read()
    _, status, usage = os.wait4(tool.pid, 0)
    tool.returncode = os.waitstatus_to_exitcode(status)
    return tool.returncode, said, usage.ru_utime + usage.ru_stime


def emitted(torusgen, network, folder, *more):
    """Emits a network into a folder of its own in `folder`."""
    words = [torusgen, "emit", *network.split(), "--name", "n", *more, "--out", "net"]
    code, said = run(words, folder)
    if code != 0:
        raise Refused(f"torusgen emit {network} failed:\n{said}")
    return Path(folder) / "net"


def version(tool, word):
    """The version that a tool states, as its word of that number."""
    return run([str(tool), "-V" if "yosys" in tool.name else "--version"], ".")[1].split()[word]


def missing(folder, tools):
    """Refuses to go on without these tools."""
    absent = [tool for tool in tools if not (folder / tool).exists()]
    if absent:
        raise Refused(f"{', '.join(absent)} not found in {folder}: run make setup-formal")


def parts_of(page, begin):
    """The page before its table, the table, and the rest."""
    at = page.index(begin)
    end = page.index(END, at)
    return page[:at], page[at:end], page[end:]
