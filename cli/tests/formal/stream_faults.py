"""Faults that are planted between streams and a network in one clock: two or more for each property."""

from faults import Fault

WORDS = "2x2 --width 4 --interface axis"
BLOCKS = "3 --algorithm product-a1 --flits 2 --width 4 --interface axis"


def sent(about, found, pattern, text):
    """A fault of what sends words, which its harness shows."""
    return Fault(about, found, "rtl/n_axis_send.v", pattern, text, WORDS, "n_stream_in")


def received(about, found, part, pattern, text):
    """A fault of what receives words, at the second local port."""
    return Fault(about, found, f"rtl/n_axis_{part}.v", pattern, text, WORDS, "n_stream_out", "prove_1")


def promised(about, found, part, pattern, text):
    """A fault of places in receive buffers, or of when frames start."""
    return Fault(about, found, f"rtl/n_axis_{part}.v", pattern, text, WORDS, "n_stream_room")


def block(about, found, part, pattern, text):
    """A fault of streams of blocks."""
    return Fault(about, found, f"rtl/n_axis_{part}.v", pattern, text, BLOCKS, "n_blocks")


STREAMS = [
    sent("a word comes over one that waits", "in_order", r"store = held_q & .*", "store = held_q;"),
    sent("a word changes while it is held", "in_order", r"if \(take\) begin", "if (s_axis_tvalid_i) begin"),
    sent("another place is emptied", "given_when_there", r"present_q\[offsets\[", "present_q[~offsets["),
    sent(
        "places are emptied when they are full",
        "given_when_there",
        r"if \(asks\[i\]\)",
        "if (asks[i] & pending_q)",
    ),
    sent("a word that goes nowhere is kept", "not_made", r"take \? ~bad :", "take ? 1'b1 :"),
    sent("a place is not emptied", "not_made", r"if \(asks\[i\]\)", "if (asks[i] & ~pending_q)"),
    sent("words are taken without room", "in_places", r"up_q & \(~held_q \| store\)", "up_q"),
    sent("a word that is held is lost", "in_places", r"store = held_q & .*", "store = held_q;"),
    sent("frames wait for all places", "waits", r"pending_q <= \|", "pending_q <= &"),
    sent("frames do not wait for words", "waits", r"pending_q <= .*present_q", "pending_q <= held_q"),
    sent("words that go nowhere are no error", "dropped", r" \| ~legal", ""),
    sent("the error bit falls", "dropped", r"error_q   <= error_q \| ", "error_q   <= "),
    received("a word comes over one that waits", "stays", "receive", r"free = .*", "free = 1'b1;"),
    received(
        "the output changes",
        "stays",
        "receive",
        r"if \(free\) begin\n( +word)",
        r"if (|some) begin\n\1",
    ),
    received(
        "words are read a place too far",
        "in_order",
        "fifo",
        r"= words\[(\S+)\]",
        r"= words[\1 + 1'b1]",
    ),
    received(
        "words are written a place too far",
        "in_order",
        "fifo",
        r" words\[(\S+)\] <",
        r" words[\1 + 1'b1] <",
    ),
    received("messages without a word count", "not_made", "fifo", r"put = .*", "put = arrive_i;"),
    received("words are given again", "not_made", "fifo", r"read_q     <= get .*", "read_q     <= read_q;"),
    received("words of one port wait", "offers", "receive", r"valid_q <= \|some", "valid_q <= &some"),
    received("a buffer is empty at its end", "offers", "fifo", r"write_q != read_q", "write_q > read_q"),
    received("words are lost at the output", "in_places", "receive", r"free = .*", "free = 1'b1;"),
    received("words are skipped", "in_places", "fifo", r"get \? read_q \+ one", "get ? read_q + one + one"),
    promised("frames start without room", "no_overflow", "fifo", r"room_q +<= \(p.*", "room_q     <= 1'b1;"),
    promised("frames start too soon", "no_overflow", "start", r"~start_q & .*", "~start_q;"),
    promised("a place is given back twice", "promises", "fifo", r"- less -", "- less - less -"),
    promised("a word keeps its place", "promises", "fifo", r" - \(get .*", ";"),
    promised("a frame has room in one place", "in_places", "fifo", r"<= PLACES - expected", "< PLACES"),
    promised("nobody asks for room", "in_places", "start", r" & \(&room_i\)", ""),
    block("a block is an exchange", "full_is_whole", "send", r"full = .*", "full = |count_q;"),
    block("parts of blocks count", "full_is_whole", "send", r"\(ends & whole\) begin", "(ends) begin"),
    block("nothing is waited for", "loads_what_waits", "control", r"begins = .*", "begins = idle;"),
    block("one processor is enough", "loads_what_waits", "control", r"<= &full_i", "<= |full_i"),
    block("a second block comes over the first", "loads_word", "send", r"put = .*", "put = done;"),
    block("blocks do not wait", "loads_word", "send", r" waits = .*", " waits = 1'b0;"),
    block(
        "flits are written to one place",
        "loads_word",
        "copy",
        r"address_q <= .*",
        "address_q <= place_i;",
    ),
    block("results are loaded, too", "loads_once", "control", r"LOAD = 2'd1", "LOAD = 2'd3"),
    block("blocks are loaded for ever", "loads_once", "control", r" & ~loaded\)", ")"),
    block("a block is left out", "loads_all", "control", r"LOAD = 2'd1", "LOAD = 2'd0"),
    block("a run starts too soon", "loads_all", "control", r"start_q   <= .*", "start_q   <= begins;"),
    block("words are written always", "writes_blocks", "copy", r"write_q <= load_i & ", "write_q <= "),
    block("results are written back", "writes_blocks", "copy", r"<= load_i & ", "<= (load_i | store_i) & "),
    block("the error bit falls", "dropped", "send", r"error_q <= error_q \| ", "error_q <= "),
    block("short packets are no error", "dropped", "send", r"ends & ~whole", "ends & bad"),
    block("results are read in a run", "apart", "control", r"ran = .*", "ran = running_q;"),
    block("nobody waits for the run", "apart", "control", r"stores = ready_q", "stores = running_q"),
    block("results are read elsewhere", "stores_word", "copy", r"store_i \? address : ", ""),
    block("flits are read from one place", "stores_word", "copy", r"address = .*", "address = place_i;"),
    block("receivers have no say", "stores_once", "control", r"ready_q & \(&free_i\)", "ready_q"),
    block("there is always room", "stores_once", "receive", r"free_q    <= ~.*", "free_q    <= 1'b1;"),
    block("a result is left out", "stores_all", "control", r"RESULT = 2'd3", "RESULT = 2'd2"),
    block(
        "results are there at once",
        "stores_all",
        "control",
        r"stored_q  <= stored",
        "stored_q  <= stores",
    ),
    block("a word comes over one that waits", "stays", "receive", r" moves = .*", " moves = 1'b1;"),
    block(
        "the output changes",
        "stays",
        "receive",
        r"if \(gives\) begin\n( +word)",
        r"if (sending_q) begin\n\1",
    ),
    block("words of one block are given", "gives_word", "receive", r"words\[{block_q", "words[{fill_q"),
    block("words belong to another", "gives_word", "receive", r"offsets\[block_q", "offsets[fill_q"),
    block("the first block is all", "gives_all", "receive", r" & \(block_q == FINAL\)", ""),
    block("results come over results", "gives_all", "control", r"ready_q & \(&free_i\)", "ready_q"),
    block("words are given twice", "gives_word", "receive", r"ends \? block_q \+ NEXT : ", ""),
    block("blocks have no end", "gives_blocks", "receive", r"last_q   <= .*", "last_q   <= 1'b0;"),
    block("the first beat is the last", "gives_blocks", "receive", r"last_q   <= ends", "last_q   <= ~ends"),
    block("beats come without words", "offers", "receive", r"sending_q <= filled_i .*", "sending_q <= 1'b1;"),
    block("a beat is left out", "offers", "receive", r"moves \? sending_q", "moves ? sending_q & ~ends"),
]
