"""The job arrays of contrib/slurm on a cluster of two nodes, both on this machine.

usage: check.py TORUSGEN

munged, slurmctld and two slurmd listen on the loopback address. A regression runs as an array of four
tasks; one of its nodes dies in the middle, with all that runs there, and comes back. What the merge writes
has to be what one run writes, but for seconds, and no result that was kept before may have run again. A
sweep and a list of searches run likewise, and are submitted a second time. Exit code 1: something else came
out; 2: a tool is missing.
Bounds: some four minutes, two of which Slurm waits before it starts a task of a dead node again.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOOLS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol")
SCRIPTS = Path(__file__).resolve().parents[3] / "contrib" / "slurm"
NODES = ("node1", "node2")
PARTS = 4
REGRESSION = "regress --engine model --filter x".split()
SWEEP = "sweep 4x4 --ports one --engine model --rates 0.1:0.8:0.1 --vary depth=2,4".split()
SEARCHES = [f"broadcast-search 3x3 --steps 2 --seed {seed}" for seed in (1, 2, 3)]
# Seconds until a job has to be done.
PATIENCE = 600

CONFIGURATION = """
ClusterName=torusgen
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={dir}/munge/socket
CredType=cred/munge
StateSaveLocation={dir}/state
SlurmdSpoolDir={dir}/spool.%n
SlurmctldPidFile={dir}/slurmctld.pid
SlurmdPidFile={dir}/slurmd.%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=10
MinJobAge=3600
SchedulerParameters=sched_interval=1
{nodes}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def free_port():
    """A port of the loopback address that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Cluster:
    """A controller and its nodes, as children of this process."""

    def __init__(self, folder):
        self.folder, self.daemons = folder, {}
        for name in ("munge", "state"):
            (folder / name).mkdir(mode=0o700)
        key = folder / "munge" / "key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        host = socket.gethostname().split(".")[0]
        line = "NodeName={} NodeHostname={} NodeAddr=127.0.0.1 Port={} CPUs=1"
        nodes = "\n".join(line.format(name, host, free_port()) for name in NODES)
        file = folder / "slurm.conf"
        file.write_text(CONFIGURATION.format(host=host, controller=free_port(), dir=folder, nodes=nodes))
        self.environment = {**os.environ, "SLURM_CONF": str(file)}

    def start(self, name, *words):
        log = open(self.folder / f"{name}.log", "a")
        self.daemons[name] = subprocess.Popen(words, env=self.environment, stdout=log, stderr=log)

    def start_node(self, name):
        self.start(name, "slurmd", "-D", "-N", name)

    def __enter__(self):
        at = self.folder / "munge"
        places = [f"--{key}={at / name}" for key, name in
                  (("key-file", "key"), ("socket", "socket"), ("pid-file", "pid"), ("log-file", "log"),
                   ("seed-file", "seed"))]
        self.start("munged", "munged", "--foreground", "--force", *places)
        until(lambda: (at / "socket").exists(), "munged answers")
        self.start("slurmctld", "slurmctld", "-D")
        for name in NODES:
            self.start_node(name)
        idle = lambda: self.run("sinfo", "-h", "-o", "%t %D", check=False).split() == ["idle", "2"]
        until(idle, "two nodes are idle")
        return self

    def __exit__(self, *_):
        self.run("scancel", "--user=root", check=False)
        for name in NODES:
            self.kill(name)
        for daemon in self.daemons.values():
            daemon.kill()
            daemon.wait()

    def run(self, *words, check=True, **more):
        environment = {**self.environment, **more}
        done = subprocess.run(words, env=environment, cwd=self.folder, capture_output=True, text=True)
        assert done.returncode == 0 or not check, f"{' '.join(words)}: {done.stdout}{done.stderr}"
        return done.stdout

    def submit(self, script, *words, options=(), **variables):
        """The number of a submitted job."""
        said = self.run("sbatch", "--parsable", *options, str(SCRIPTS / script), *words, **variables)
        return said.strip()

    def states(self, job):
        """The states of all tasks of a job, by task."""
        lines = self.run("scontrol", "show", "job", job, "-o").splitlines()
        return [re.search(r"JobState=(\w+)", line).group(1) for line in lines]

    def ended(self, job):
        """Waits for a job; all of its tasks have to succeed."""
        busy = {"PENDING", "RUNNING", "COMPLETING", "CONFIGURING"}
        until(lambda: not busy & set(self.states(job)), f"job {job} has ended")
        states = self.states(job)
        logs = "".join(path.read_text() for path in sorted(self.folder.glob(f"slurm-{job}*.out")))
        assert set(states) == {"COMPLETED"}, f"job {job}: {states}\n{logs}"

    def kill(self, name):
        """Ends a node without notice, with all that runs there."""
        daemon = self.daemons[name]
        for process in [daemon.pid, *jobs_of(name)]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        daemon.wait()


def jobs_of(node):
    """Processes of the jobs on a node, which its environment names, and the daemons of their steps."""
    mark, jobs = f"SLURMD_NODENAME={node}".encode(), set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if mark not in (entry / "environ").read_bytes().split(b"\0"):
                continue
            jobs.add(int(entry.name))
            parent = re.search(r"PPid:\t(\d+)", (entry / "status").read_text()).group(1)
            if Path(f"/proc/{parent}/comm").read_text().strip() == "slurmstepd":
                jobs.add(int(parent))
        except OSError:
            pass
    return sorted(jobs)


def until(is_so, what):
    """Waits until something is so."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, f"waited {PATIENCE} s until {what}"
        time.sleep(0.2)


def kept(folder, part):
    """Results that a part of the regression has kept, by name."""
    file = folder / f"part_{part}.json"
    rows = json.loads(file.read_text())["results"] if file.exists() else []
    return {row["name"]: row for row in rows}


def timeless(text):
    """Results without their seconds, as JSON or JUnit has them."""
    return re.sub(r'("seconds": |time=")[\d.]+', r"\1", text)


def regression(cluster, torusgen):
    """An array whose node dies in the middle writes what one run writes, and runs nothing twice."""
    folder = cluster.folder / "regression"
    places = {"TORUSGEN": torusgen, "RESULTS": str(folder)}
    array = cluster.submit("part.sbatch", *REGRESSION, options=(f"--array=1-{PARTS}",), **places)
    files = [cluster.folder / name for name in ("merged.xml", "merged.json", "whole.xml", "whole.json")]
    merge = cluster.submit("merge.sbatch", "regress", "--junit", str(files[0]), "--json", str(files[1]),
                           options=(f"--dependency=afterany:{array}",), **places)
    # The second node has the second part.
    until(lambda: len(kept(folder, 2)) >= 2, "the second part has results")
    cluster.kill("node2")
    before = kept(folder, 2)
    cluster.start_node("node2")
    cluster.ended(array)
    cluster.ended(merge)
    after = kept(folder, 2)
    assert len(after) > len(before), "the node died when its part had ended: take a larger regression"
    assert all(after[name] == row for name, row in before.items()), "a result that was kept ran again"
    restarts = re.findall(r"Restarts=(\d+)", cluster.run("scontrol", "show", "job", f"{array}_2", "-o"))
    assert restarts == ["1"], f"the killed part was started again {restarts} times"
    cluster.run(torusgen, *REGRESSION, "--junit", str(files[2]), "--json", str(files[3]))
    texts = [timeless(file.read_text()) for file in files]
    assert texts[0] == texts[2] and texts[1] == texts[3], "the merged results are not those of one run"
    print(f"regression: the node died behind {len(before)} of {len(after)} results; equal to one run")


def sweep(cluster, torusgen):
    """The parts of a sweep are drawn as one run is; submitted again, they measure nothing."""
    folder = cluster.folder / "sweep"
    places = {"TORUSGEN": torusgen, "RESULTS": str(folder)}
    written = []
    for _ in range(2):
        array = cluster.submit("part.sbatch", *SWEEP, options=(f"--array=1-{PARTS}",), **places)
        cluster.ended(array)
        written.append({path.name: path.stat().st_mtime_ns for path in folder.glob("part_*.json")})
    assert len(written[0]) == PARTS and written[0] == written[1], "points that were kept were measured again"
    merged, whole = cluster.folder / "merged.svg", cluster.folder / "whole.svg"
    merge = cluster.submit("merge.sbatch", *SWEEP, "--svg", str(merged), **places)
    cluster.ended(merge)
    cluster.run(torusgen, *SWEEP, "--svg", str(whole))
    assert merged.read_bytes() == whole.read_bytes(), "the merged picture is not that of one run"
    print("sweep: the picture of four parts is that of one run")


def searches(cluster, torusgen):
    """Each line of a list runs once, whatever is submitted again."""
    folder, list_ = cluster.folder / "searches", cluster.folder / "searches.txt"
    list_.write_text("".join(f"echo >> {cluster.folder}/ran; {torusgen} {line}\n" for line in SEARCHES))
    tasks = f"--array=1-{len(SEARCHES)}"
    for _ in range(2):
        cluster.ended(cluster.submit("list.sbatch", str(list_), options=(tasks,), RESULTS=str(folder)))
    for number, line in enumerate(SEARCHES, 1):
        assert (folder / f"line_{number}.txt").read_text() == cluster.run(torusgen, *line.split())
    ran = (cluster.folder / "ran").read_text().count("\n")
    assert ran == len(SEARCHES), f"{len(SEARCHES)} searches were submitted twice and ran {ran} times"
    print("searches: each line of the list ran once")


def main(torusgen):
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        print(f"{', '.join(missing)} not found: make setup-cluster", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        with Cluster(Path(folder)) as cluster:
            for check in (regression, sweep, searches):
                check(cluster, torusgen)
    return 0


if __name__ == "__main__":
    sys.exit(main(str(Path(sys.argv[1]).resolve())))
