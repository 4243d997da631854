"""Faults that are planted between two clocks: two or more for each property."""

from faults import Fault

FIFO, RESET = "rtl/n_axis_cross.v", "rtl/n_axis_reset.v"
NETWORK = "2 --router buffered --channels 2 --depth 1 --ports one --width 8 --interface axis --local-clock"


def fifo(about, found, pattern, text, file=FIFO):
    """A fault of the FIFO, which its harness shows."""
    return Fault(about, found, file, pattern, text, NETWORK, "n_crossing")


CROSSING = [
    fifo("the write pointer crosses in binary", "one_bit_written", r"write_next \^ .*", "write_next;"),
    fifo("its code is of the place before", "one_bit_written", r"\(write_next >> 1\)", "(write_q >> 1)"),
    fifo("the read pointer crosses in binary", "one_bit_read", r"read_next \^ .*", "read_next;"),
    fifo("its code is of the place before", "one_bit_read", r"\(read_next >> 1\)", "(read_q >> 1)"),
    fifo("full is never seen", "no_overflow", r"full_q       <= write_gray.*", "full_q       <= 1'b0;"),
    fifo("full is seen a word too late", "no_overflow", r"<= write_gray_next ==", "<= write_gray_q =="),
    fifo("words are read where there are none", "no_overflow", r"some = .*", "some = 1'b1;"),
    fifo("words come over a full output", "stays", r"get = some & .*", "get = some;"),
    fifo("a word goes before it is taken", "stays", r"valid_q     <= get \|.*", "valid_q     <= get;"),
    fifo("the output changes while it waits", "stays", r"if \(get\) begin", "if (some) begin"),
    fifo("words are written a place too far", "in_order", r"words\[write_q", "words[write_next"),
    fifo(
        "words are written where they are not taken",
        "in_order",
        r"if \(put\) begin",
        "if (write_valid_i) begin",
    ),
    fifo(
        "a reset waits for a clock",
        "in_order",
        r"@\(posedge clk_i or negedge rst_ni\)",
        "@(posedge clk_i)",
        RESET,
    ),
    fifo("a word is given again", "room", r"valid_q     <= get \|.*", "valid_q     <= get | valid_q;"),
    fifo("the writer sees another pointer", "room", r"level_i \(read_gray_q\)", "level_i (write_gray_q)"),
]
