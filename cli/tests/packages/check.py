"""Emitted folders through the package tools: FuseSoC, IP-XACT, Bender's manifest, constraints, SystemRDL.

usage: check.py TORUSGEN BIN [--short]    BIN: the folder with fusesoc, whose Python runs this

A network of each kind. FuseSoC lints and simulates, in Icarus and in Verilator, and sets up all boards;
a testbench that has to fail must fail there, too. component.xml and component_axis.xml are read by ipyxact,
their elements stand in the order of the IEEE 1685-2014 schema, and their ports are those of manifest.json;
every bit of a stream belongs to one bus interface. NAME.rdl compiles, and has the registers of NAME.py.
--short takes networks with registers alone.
"""

import importlib.util
import json
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import yaml
from ipyxact.ipyxact import Component
from systemrdl import RDLCompiler

NETWORKS = {
    "scheduled": "--dims 3x3",
    "slots": "--dims 2x3 --switching slots",
    "memory": "--dims 3 --algorithm product-a3 --axil",
    "buffered": "--dims 3 --router buffered --channels 2 --depth 2",
    "streams": "--dims 3 --router buffered --channels 2 --depth 2 --interface axis --axil",
}
# Streams whose components alone are looked at.
STREAMS = {
    "two_clocks": "--dims 2x3 --interface axis --local-clock",
    "blocks": "--dims 2x3 --algorithm product-a2 --interface axis",
    "broadcast": "--dims 2x3 --algorithm broadcast --source 1,0 --interface axis",
    "one_stream": "--dims 5 --placement file:NODES --router buffered --ports one --interface axis",
}
BOARDS = ("ulx3s", "icebreaker", "tang_nano_9k", "arty_a7")
# Of the types of the schema that are used, their elements in its order.
IPXACT = "{http://www.accellera.org/XMLSchema/IPXACT/1685-2014}"
ORDER = {
    "component": "vendor library name version busInterfaces model fileSets description",
    "busInterfaces": "busInterface",
    "busInterface": "name description busType abstractionTypes master slave",
    "abstractionTypes": "abstractionType",
    "abstractionType": "abstractionRef portMaps",
    "portMaps": "portMap",
    "portMap": "logicalPort physicalPort",
    "logicalPort": "name",
    "physicalPort": "name partSelect",
    "partSelect": "range",
    "range": "left right",
    "model": "views instantiations ports",
    "views": "view",
    "view": "name envIdentifier componentInstantiationRef",
    "instantiations": "componentInstantiation",
    "componentInstantiation": "name language moduleName fileSetRef",
    "fileSetRef": "localName",
    "ports": "port",
    "port": "name description wire",
    "wire": "direction vectors",
    "vectors": "vector",
    "vector": "left right",
    "fileSets": "fileSet",
    "fileSet": "name file",
    "file": "name fileType",
}


def run(*words, cwd, fails=False):
    """What a command says; it has to succeed, or to fail."""
    done = subprocess.run(words, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert (done.returncode != 0) == fails, f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout}"
    return done.stdout


def fusesoc(tools, folder, work, target, *more, fails=False):
    core = f"torusgen:network:{folder.name}"
    words = (str(tools / "fusesoc"), "--cores-root", str(folder), "run", *more, "--target", target, core)
    return run(*words, cwd=work, fails=fails)


def check_fusesoc(tools, folder, work):
    fusesoc(tools, folder, work, "lint")
    if (folder / "axil").is_dir():
        fusesoc(tools, folder, work, "lint_axil")
    if (folder / f"{folder.name}_mapped.f").is_file():
        fusesoc(tools, folder, work, "lint_mapped")
    for target in ("sim", "sim_verilator"):
        said = fusesoc(tools, folder, work, target)
        assert "PASS: every link carried its exact load" in said, said
    for board in BOARDS:
        fusesoc(tools, folder, work, board, "--setup")
        pins = next((folder / "boards").glob(f"{board}.*")).name
        setup = next(work.glob(f"build/*{folder.name}*/{board}"))
        texts = [path.read_text() for path in setup.iterdir() if path.is_file()]
        assert any(pins in text for text in texts), f"{board}: no tool is given {pins}"
        six = any("TORUSGEN_LUT6" in text for text in texts)
        assert six == (board == "arty_a7"), f"{board}: TORUSGEN_LUT6 is for six-input LUTs"


USER = """CAPI=2:
name: test:user:design:0
filesets: {{network: {{depend: ["torusgen:network:{name}"]}}}}
targets:
  default: {{filesets: [network], toplevel: {top}}}
  lint:
    {{filesets: [network], toplevel: {top}, flow: lint,
     flow_options: {{tool: verilator, verilator_options: [-Wall]}}}}
"""


def check_tops_of_users(tools, folder, work):
    """A core that depends on the network has its tops with registers, if a flag asks for them."""
    user = work / "user"
    user.mkdir()
    flags = [flag for flag in ("axil", "mapped") if (folder / f"{folder.name}_{flag}.f").is_file()]
    for flag in flags:
        (user / "user.core").write_text(USER.format(name=folder.name, top=f"{folder.name}_{flag}"))
        roots = ("--cores-root", str(folder), "--cores-root", str(user))
        lint = ("run", "--clean", "--target", "lint")
        run(str(tools / "fusesoc"), *roots, *lint, "--flag", flag, "test:user:design", cwd=work)
        run(str(tools / "fusesoc"), *roots, *lint, "test:user:design", cwd=work, fails=True)


def check_that_it_bites(tools, folder, work):
    bench = folder / "examples" / f"tb_{folder.name}.v"
    text = bench.read_text()
    bench.write_text(text.replace("load[0] = ", "load[0] = 7", 1))
    assert "FAIL: 1 differences" in fusesoc(tools, folder, work, "sim", fails=True)
    bench.write_text(text)


def check_order(element):
    name = element.tag.removeprefix(IPXACT)
    if name not in ORDER:
        assert len(element) == 0, f"{name} has elements"
        return
    order = ORDER[name].split()
    places = [order.index(child.tag.removeprefix(IPXACT)) for child in element]
    assert places == sorted(places), f"{name}: elements are out of order"
    for child in element:
        check_order(child)


def check_ipxact(folder, manifest):
    check_component(folder, folder / "component.xml", folder.name, manifest["interfaces"][folder.name])
    streams = folder / "component_axis.xml"
    assert streams.is_file() == ("interface" in manifest), streams
    if streams.is_file():
        top = manifest["interface"]["top"]
        check_component(folder, streams, top, manifest["interfaces"][top])
        check_streams(ElementTree.parse(streams).getroot(), manifest["interfaces"][top])


    for top in ("axil", "mapped"):
        module = folder / "axil" / f"{folder.name}_{top}.v"
        component = folder / f"component_{top}.xml"
        assert component.is_file() == module.is_file(), component
        if component.is_file():
            ports = ports_of(module.read_text())
            check_component(folder, component, module.stem, ports)
            check_slave(ElementTree.parse(component).getroot(), ports)


def ports_of(text):
    """The ports of a module as a manifest has them, from its text."""
    port = r"^  (input|output) +wire +(?:\[(\d+):0\])? *(\w+)"
    ports = re.findall(port, text.split("\n);")[0], re.MULTILINE)
    return [{"direction": way, "width": int(high or 0) + 1, "name": name} for way, high, name in ports]


def check_slave(root, ports):
    """Every signal of AXI4-Lite is in the one bus interface, under its name."""
    (bus,) = root.iter(f"{IPXACT}busInterface")
    physical = {
        m.find(f".//{IPXACT}logicalPort/*").text: m.find(f".//{IPXACT}physicalPort/*").text
        for m in bus.iter(f"{IPXACT}portMap")
    }
    expected = {"ACLK": "clk_i", "ARESETn": "rst_ni"}
    slave = [port["name"] for port in ports if port["name"].startswith("s_axil_")]
    expected |= {name.removeprefix("s_axil_")[:-2].upper(): name for name in slave}
    assert len(slave) == 17 and physical == expected, f"{physical} are not {expected}"


def check_component(folder, path, top, ports_of_top):
    check_order(ElementTree.parse(path).getroot())
    component = Component()
    component.load(str(path))
    assert (component.vendor, component.library, component.name) == ("torusgen", "network", top)
    direction = {"in": "input", "out": "output"}

    def bits(wire):
        vector = wire.vectors.vector[0] if wire.vectors is not None else None
        return 1 if vector is None else int(vector.left) - int(vector.right) + 1

    ports = [(p.name, direction[p.wire.direction], bits(p.wire)) for p in component.model.ports.port]
    expected = [(p["name"], p["direction"], p["width"]) for p in ports_of_top]
    assert ports == expected, f"{ports} are not {expected}"
    for file in (file for fileset in component.fileSets.fileSet for file in fileset.file):
        assert (folder / file.name).is_file(), file.name


def check_streams(root, ports):
    """Every bit of a stream's port is in one bus interface, under its name; clocks are those of the ports."""
    ports, seen = {port["name"]: port for port in ports}, []
    for bus in root.iter(f"{IPXACT}busInterface"):
        maps = {m.find(f".//{IPXACT}logicalPort/*").text: m for m in bus.iter(f"{IPXACT}portMap")}
        physical = {logical: m.find(f"{IPXACT}physicalPort/{IPXACT}name").text for logical, m in maps.items()}
        side = bus.find(f"{IPXACT}name").text[:6]
        assert bus.find(IPXACT + {"s_axis": "slave", "m_axis": "master"}[side]) is not None
        clock = ports[physical["TVALID"]].get("clock", "clk_i")
        assert (physical.pop("ACLK"), physical.pop("ARESETn")) == (clock, clock.replace("clk_i", "rst_ni"))
        for logical, name in physical.items():
            assert name[:-2] == f"{side}_{logical.lower()}", f"{name} is no {logical}"
            left, right = (maps[logical].find(f".//{IPXACT}{end}") for end in ("left", "right"))
            last = ports[name]["width"] - 1
            high, low = (last, 0) if left is None else (int(left.text), int(right.text))
            assert high - low <= last, f"{name}[{high}:{low}]"
            seen += [(name, bit) for bit in range(low, high + 1)]
    of_streams = [port for name, port in ports.items() if name.split("_axis_t")[0] in ("s", "m")]
    expected = sorted((port["name"], bit) for port in of_streams for bit in range(port["width"]))
    assert seen and sorted(seen) == expected, "a bit of a stream is in no bus interface, or in two"


def check_bender(folder):
    package = yaml.safe_load((folder / "Bender.yml").read_text())
    assert package["package"]["name"] == folder.name
    files = [file for source in package["sources"] for file in source["files"]]
    assert len(files) == len(set(files)) and all((folder / file).is_file() for file in files), files
    listed = {line for path in folder.glob("*.f") for line in path.read_text().splitlines()[1:]}
    assert sorted(files) == sorted([*listed, f"examples/tb_{folder.name}.v"])


def check_constraints(folder):
    clocks = {"sdc": "create_clock", "xdc": "create_clock", "lpf": "FREQUENCY PORT"}
    for suffix, command in clocks.items():
        text = (folder / f"{folder.name}.{suffix}").read_text()
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        assert len(lines) == 1 and lines[0].startswith(command) and "clk_i" in lines[0], text


def check_registers(folder):
    compiler = RDLCompiler()
    compiler.compile_file(str(folder / "axil" / f"{folder.name}.rdl"))
    top = compiler.elaborate(f"{folder.name}_registers").top
    spec = importlib.util.spec_from_file_location(folder.name, folder / "axil" / f"{folder.name}.py")
    python = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(python)
    counts = {"COUNT": len(python.LOADS)} | {name: len(words) for name, (_, words) in python.IDENTITY.items()}
    for register in top.registers():
        name = register.inst_name
        size = register.array_dimensions[0] if register.is_array else 1
        assert register.raw_address_offset == getattr(python, name), name
        assert size == counts.pop(name, 1), f"{name}: {size} words"
        for field in register.fields():
            if field.width == 1:
                assert 1 << field.low == getattr(python, f"{name}_{field.inst_name}"), field.inst_name
    assert not counts, f"registers that {folder.name}.rdl lacks: {counts}"
    if hasattr(python, "MEMORY"):
        check_memories(folder, python)


def check_memories(folder, python):
    """The memories behind the registers, as Python has them."""
    compiler = RDLCompiler()
    compiler.compile_file(str(folder / "axil" / f"{folder.name}.rdl"))
    memory = compiler.elaborate(f"{folder.name}_mapped").top.get_child_by_name("memory")
    assert memory.raw_address_offset == python.MEMORY and memory.array_stride == python.PROCESSOR_STRIDE
    assert memory.array_dimensions == [len(python.MEMORY_NODES)]
    assert memory.get_property("mementries") * 4 == python.PROCESSOR_STRIDE


def check(torusgen, tools, kind, options):
    with tempfile.TemporaryDirectory() as base:
        folder, work = Path(base) / f"net_{kind}", Path(base) / "work"
        work.mkdir()
        words = ("emit", *options.split(), "--name", folder.name, "--out", str(folder))
        run(torusgen, *words, cwd=base)
        manifest = json.loads((folder / "manifest.json").read_text())
        check_ipxact(folder, manifest)
        check_bender(folder)
        check_constraints(folder)
        check_fusesoc(tools, folder, work)
        check_tops_of_users(tools, folder, work)
        check_that_it_bites(tools, folder, work)
        registers = (folder / "axil").is_dir()
        if registers:
            check_registers(folder)
    print(f"{kind}: FuseSoC, IP-XACT, Bender, constraints{', registers' if registers else ''}")


def check_components(torusgen, kind, options):
    with tempfile.TemporaryDirectory() as base:
        folder = Path(base) / f"net_{kind}"
        (Path(base) / "NODES").write_text("0\n2\n")
        run(torusgen, "emit", *options.split(), "--name", folder.name, "--out", str(folder), cwd=base)
        check_ipxact(folder, json.loads((folder / "manifest.json").read_text()))
    print(f"{kind}: IP-XACT")


def main():
    torusgen, tools = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    for kind, options in STREAMS.items():
        check_components(str(torusgen), kind, options)
    short = sys.argv[3:] == ["--short"]
    chosen = {kind: options for kind, options in NETWORKS.items() if "--axil" in options or not short}
    for kind, options in chosen.items():
        check(str(torusgen), tools, kind, options)


if __name__ == "__main__":
    main()
