"""A Verilog module for cocotb: a bus for each stream of NAME_axis, or that of NAME_axil or NAME_mapped."""

# Name, bits (or what of the manifest's interface says them), direction.
SLAVE = [
    ("tvalid", 1, "i"),
    ("tready", 1, "o"),
    ("tdata", "data", "i"),
    ("tlast", 1, "i"),
    ("tdest", "source", "i"),
]
MASTER = [
    ("tvalid", 1, "o"),
    ("tready", 1, "i"),
    ("tdata", "data", "o"),
    ("tlast", 1, "o"),
    ("tid", "source", "o"),
]


def text(manifest):
    """The module's text; its name is `wrapper`. In a broadcast one stream comes in, without a destination."""
    info, links = manifest["interface"], 2 * len(manifest["dims"]) * manifest["nodes"]
    widths = {port["name"]: port["width"] for port in manifest["interfaces"][info["top"]]}
    ports = ["input wire clk", "input wire rst_n", "output wire error"]
    ports.append(f"output wire [{widths['s_axis_error_o'] - 1}:0] refused")
    connections = [".error_o(error)", ".s_axis_error_o(refused)"]
    if info.get("local_clock"):
        # Streams are in `clk`, the network in a clock of its own.
        ports += ["input wire net_clk", "input wire net_rst_n"]
        connections += [".local_clk_i(clk)", ".local_rst_ni(rst_n)", ".clk_i(net_clk)", ".rst_ni(net_rst_n)"]
    else:
        connections += [".clk_i(clk)", ".rst_ni(rst_n)"]
    for side, signals in (("s", SLAVE), ("m", MASTER)):
        for name, width, way in signals:
            port, bits = f"{side}_axis_{name}_{way}", info.get(width, width)
            kind, count = "input " if way == "i" else "output", widths.get(port, 0) // bits
            ports += [f"{kind} wire [{bits - 1}:0] {side}{k}_axis_{name}" for k in range(count)]
            row = ", ".join(f"{side}{k}_axis_{name}" for k in reversed(range(count)))
            connections += [f".{port}({{{row}}})"] if count else []
    body, inside = ",\n  ".join(ports), ",\n    ".join(connections)
    return (
        f"`timescale 1ns/1ps\nmodule wrapper (\n  {body}\n);\n  wire [{links - 1}:0] link_valid;\n"
        f"  {info['top']} dut (\n    .link_valid_o(link_valid),\n    {inside}\n  );\nendmodule\n"
    )


# Name, bits (nothing: those of an address), direction.
REGISTERS = [
    ("awaddr", None, "i"),
    ("awvalid", 1, "i"),
    ("awready", 1, "o"),
    ("wdata", 32, "i"),
    ("wstrb", 4, "i"),
    ("wvalid", 1, "i"),
    ("wready", 1, "o"),
    ("bresp", 2, "o"),
    ("bvalid", 1, "o"),
    ("bready", 1, "i"),
    ("araddr", None, "i"),
    ("arvalid", 1, "i"),
    ("arready", 1, "o"),
    ("rdata", 32, "o"),
    ("rresp", 2, "o"),
    ("rvalid", 1, "o"),
    ("rready", 1, "i"),
]


def bits(count):
    """Bits that hold so many values."""
    return (count - 1).bit_length()


def of_registers(manifest):
    """Bits of a byte address of the registers."""
    return bits(0x1000 + 8 * len(manifest["dims"]) * manifest["nodes"])


def registers(manifest):
    """The text of the module around NAME_axil."""
    return slave(f"{manifest['name']}_axil", of_registers(manifest))


def mapped(manifest):
    """The text of the module around NAME_mapped: an address is {memory, processor, flit, word, byte}."""
    words, flit = bits((manifest["width"] + 31) // 32), manifest["stored"]["address"]
    memories = bits(len(manifest["processors"])) + flit + words + 2
    return slave(f"{manifest['name']}_mapped", max(memories, of_registers(manifest)) + 1)


def slave(top, address):
    """The text of the module around a top with an AXI4-Lite slave."""
    ports = ["input wire clk", "input wire rst_n", "output wire irq"]
    connections = [".clk_i(clk)", ".rst_ni(rst_n)", ".irq_o(irq)"]
    for name, bits, way in REGISTERS:
        kind = "input " if way == "i" else "output"
        ports.append(f"{kind} wire [{(bits or address) - 1}:0] s_axil_{name}")
        connections.append(f".s_axil_{name}_{way}(s_axil_{name})")
    body, inside = ",\n  ".join(ports), ",\n    ".join(connections)
    network = f"  {top} dut (\n    {inside}\n  );"
    return f"`timescale 1ns/1ps\nmodule wrapper (\n  {body}\n);\n{network}\nendmodule\n"
