"""Faults that are planted between streams and a buffered network: two or more for each property."""

from faults import Fault

RING = "3 --router buffered --deadlock bubble --channels 1 --depth 4 --flits 2"
PACKETS = RING + " --ports one --width 4 --interface axis"
FLAT = "4x3 --router buffered --channels 2 --depth 2 --width 8 --interface axis"
TWO_RINGS = "5x2 --router buffered --channels 2 --depth 2 --flits 2 --ports one --width 8 --interface axis"


def stored(about, found, pattern, text, network=PACKETS):
    """A fault of what sends packets, of several flits but for those of `FLAT`."""
    return Fault(about, found, "rtl/n_axis_send.v", pattern, text, network, "n_stream_in")


def single(about, found, pattern, text):
    """A fault of what sends packets of one flit."""
    return stored(about, found, pattern, text, FLAT)


def head(about, found, pattern, text, network=TWO_RINGS):
    """A fault of the head of a packet."""
    return Fault(about, found, "rtl/n_axis_head.v", pattern, text, network, "n_stream_in")


def eject(about, found, pattern, text, network=PACKETS):
    """A fault of the router's register for its processor."""
    file = f"rtl/n_eject_{3 if network == TWO_RINGS else 2}.v"
    return Fault(about, found, file, pattern, text, network, "n_stream_out")


def receive(about, found, pattern, text):
    """A fault of what makes streams of packets that were filled up."""
    return Fault(about, found, "rtl/n_axis_receive.v", pattern, text, PACKETS, "n_stream_out")


SENT = [
    stored("packets that are too long are no error", "dropped", r"bad = unsendable .*", "bad = unsendable;"),
    stored("the error bit falls", "dropped", r"error_q   <= error_q \| ", "error_q   <= "),
    single("packets that go nowhere are no error", "dropped", r"error_q \| \(.*\);", "error_q;"),
    head("the own node is a destination", "dropped", r" & \(moves_0 \| moves_1\)", ""),
    head("a node that is not is a destination", "dropped", r"legal_o = \(\S+ < \S+\)", "legal_o = 1'b1"),
    single("another local port sends it", "dropped", r" & \(port == port_i\)", ""),
    stored("a third packet comes", "in_places", r"up_q & ~full_q\[write_q\]", "up_q"),
    single("packets come over one that waits", "in_places", r"~full_q \| inject_ready_i", "1'b1"),
    stored("one packet fills both places", "has_room", r"~full_q\[write_q\]", "~|full_q"),
    stored("a packet waits for readiness", "has_room", r"up_q & ~full", "up_q & inject_ready_i & ~full"),
    single("a place is free too late", "has_room", r"~full_q \| inject_ready_i", "~full_q"),
    stored("a packet stays in its place", "offers", r"read_q\s+<= .*", "read_q    <= read_q;"),
    stored("a part of a packet is sent", "offers", r"stored_all = .*", "stored_all = take & ~drop;"),
    stored("a dropped packet is sent", "offers", r"last_i & ~drop", "last_i"),
    single("a packet is lost", "offers", r"full_q & ~inject_ready_i", "1'b0"),
    stored("the way is that of the other", "stays", r"port_o = read_q", "port_o = write_q"),
    stored("flits go before they are taken", "stays", r"~give \? sent_q", "~inject_valid_o ? sent_q"),
    single("the payload changes", "stays", r"if \(keep\) begin", "if (s_axis_tvalid_i & ~inside_q) begin"),
    stored(
        "flits are stored in one place",
        "in_order",
        r"flits\[{write_q, count_q}\]",
        "flits[{write_q, 1'd0}]",
    ),
    stored("the other packet is read", "in_order", r"flits\[{read_q,", "flits[{write_q,"),
    stored("fillers have data", "in_order", r"past_q \? 4'd0 : ", ""),
    single("a bit is stuck", "in_order", r"data_q <= .*", "data_q <= s_axis_tdata_i | 4'd1;"),
    stored("the last flit is none", "whole_packet", r"last = sent_q == 1'd1", "last = 1'b1"),
    stored(
        "a packet ends with the one behind",
        "whole_packet",
        r"read_q \? end_1_q : end_0_q",
        "write_q ? end_1_q : end_0_q",
        TWO_RINGS,
    ),
    stored("the end of the other packet is marked", "marked", r"read_q \? end_1_q", "write_q ? end_1_q"),
    stored("each last flit is marked", "marked", r"{1'd0, at_end,", "{1'd0, last,"),
    stored("the source is another", "source", r"at_end, id_i,", "at_end, s_axis_tdest_i,"),
    single("the source has no place", "source", r"{(\S*, )?id_i, data_q}", "{4'd0, data_q}"),
    head("a run is a hop longer", "legal_heads", r"\[0:0\] - 1'd1;", "[0:0];"),
    head("every packet begins on the second channel", "legal_heads", r"~even_0 & \(.*\)}", "1'b1}"),
    head("nothing is there of the second run", "right_way", r"moves_1 \? run_1 :", "1'b0 ? run_1 :"),
    head("the longer way is gone", "right_way", r"offset_0 > 3'd2", "offset_0 > 3'd3"),
    head("the way begins in the other direction", "right_way", r"minus_0 = ", "minus_0 = ~"),
    stored(
        "the head is that of the other",
        "right_way",
        r"head_0_q <= .*",
        "head_0_q <= head_1_q;",
        TWO_RINGS,
    ),
    stored("the port is that of the other", "right_way", r"port_0_q <= port", "port_0_q <= ~port"),
    stored("the head comes from the other", "one_way", r"read_q \? head_1_q", "sent_q ? head_1_q", TWO_RINGS),
    stored("the way changes in a packet", "one_way", r"port_o = read_q", "port_o = sent_q"),
]
RECEIVED = [
    eject("a flit goes before it is taken", "stays", r"any \| !free", "any"),
    eject("the flit changes", "stays", r"if \(free\) begin", "begin"),
    eject("the end changes", "stays", r"(if .*)\n( *last_q <= last;)", r"\2\n\1", TWO_RINGS),
    eject("a flit goes, or is followed", "flit_stays", r"any \| !free", "any"),
    eject("its payload changes", "flit_stays", r"if \(free\) begin", "begin"),
    receive("fillers are beats", "each_flit", r"eject_valid_i & ~past_q", "eject_valid_i"),
    receive("what follows a short packet is left out", "each_flit", r"~eject_last_i & ", ""),
    receive("a flit is taken at once", "no_flit_lost", r"ready_o = .*", "ready_o = 1'b1;"),
    receive("fillers wait", "no_flit_lost", r" \| past_q;", ";"),
    receive("the end is that of the packet", "as_it_came", r"last_o = mark", "last_o = eject_last_i"),
    receive(
        "the source has a bit less",
        "as_it_came",
        r"tid_o = eject_data_i",
        "tid_o = 2'd1 & eject_data_i",
    ),
]
PACKED = SENT + RECEIVED
