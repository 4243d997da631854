"""Faults that are planted between streams and a broadcast: two or more for each property."""

from faults import Fault

BROADCAST = "3 --algorithm broadcast --flits 2 --width 4 --interface axis"


def source(about, found, part, pattern, text):
    """A fault at the source, or of the control of all."""
    return Fault(about, found, f"rtl/n_axis_{part}.v", pattern, text, BROADCAST, "n_stream_in")


def other(about, found, part, pattern, text):
    """A fault at the others, which the second one of them shows."""
    return Fault(about, found, f"rtl/n_axis_{part}.v", pattern, text, BROADCAST, "n_stream_out", "prove_1")


SENT = [
    source("parts of blocks count", "full_is_whole", "send", r"\(ends & whole\)", "ends"),
    source("short packets are blocks", "full_is_whole", "send", r"whole = .*", "whole = ~bad_q;"),
    source("a packet waits for the run", "has_room", "send", r"up_q & ~full_q", "up_q & ~full_q & ~bad_q"),
    source("beats come over a block", "has_room", "send", r"up_q & ~full_q", "up_q"),
    source("nothing is waited for", "loads_what_waits", "control", r"begins = .*", "begins = idle;"),
    source("the block is loaded for ever", "loads_what_waits", "control", r" & ~loaded\)", ")"),
    source("beats are changed", "loads_word", "send", r"words\[beat_q\]", "words[beat_q ^ FIRST]"),
    source("flits go to one place", "loads_word", "copy", r"address_q <= .*", "address_q <= place_i;"),
    source("the result is loaded, too", "loads_once", "control", r"LOAD = 1'd0", "LOAD = 1'd1"),
    source("the block is loaded for ever", "loads_once", "control", r" & ~loaded\)", ")"),
    source("a run starts too soon", "loads_all", "control", r"start_q   <= .*", "start_q   <= begins;"),
    source("one flit is a block", "loads_all", "control", r"ends = steps & .*", "ends = steps;"),
    source("all rows are written", "writes_blocks", "copy", r"<= load_i & ", "<= "),
    source("the result is written", "writes_blocks", "copy", r"<= load_i & ", "<= (load_i | store_i) & "),
    source("the error bit falls", "dropped", "send", r"error_q <= error_q \| ", "error_q <= "),
    source("short packets are no error", "dropped", "send", r"ends & ~whole", "ends & bad_q"),
    source("results are read in a run", "apart", "control", r"ran = .*", "ran = running_q;"),
    source("nobody waits for the run", "apart", "control", r"stores = ready_q", "stores = running_q"),
]
RECEIVED = [
    other("all have a block", "apart", "copy", r"<= load_i & .*", "<= load_i;"),
    other("results are read in a run", "apart", "control", r"ran = .*", "ran = running_q;"),
    other("results are read elsewhere", "stores_word", "copy", r"store_i \? address : ", ""),
    other("flits are read from one place", "stores_word", "copy", r"address = .*", "address = place_i;"),
    other("receivers have no say", "stores_once", "control", r"ready_q & \(&free_i\)", "ready_q"),
    other("there is always room", "stores_once", "receive", r"free_q    <= ~.*", "free_q    <= 1'b1;"),
    other("results are there at once", "stores_all", "control", r"stored_q  <= .*", "stored_q  <= stores;"),
    other("one flit is a block", "stores_all", "control", r"ends = steps & .*", "ends = steps;"),
    other("a word comes over one that waits", "stays", "receive", r" moves = .*", " moves = 1'b1;"),
    other(
        "the output changes",
        "stays",
        "receive",
        r"if \(gives\) begin\n( +word)",
        r"if (sending_q) begin\n\1",
    ),
    other("flits are changed", "gives_word", "receive", r"words\[flit_q\]", "words[flit_q ^ FIRST]"),
    other("flits come to one place", "gives_word", "receive", r" words\[flit_i\]", " words[{FW{1'b0}}]"),
    other("results come over results", "gives_all", "control", r"ready_q & \(&free_i\)", "ready_q"),
    other("one beat is all", "gives_all", "receive", r" & ~\(gives & ends\)", " & ~gives"),
    other("blocks have no end", "gives_blocks", "receive", r"last_q <= ends", "last_q <= 1'b0"),
    other("the first beat is the last", "gives_blocks", "receive", r"last_q <= ends", "last_q <= ~ends"),
    other("beats come without words", "offers", "receive", r"sending_q <= filled_i .*", "sending_q <= 1'b1;"),
    other("a beat is left out", "offers", "receive", r"moves \? sending_q", "moves ? sending_q & ~ends"),
]
BROADCASTS = SENT + RECEIVED
