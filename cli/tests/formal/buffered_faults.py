"""Faults that are planted in emitted files of buffered networks: two or more for each property."""

from faults import Fault

INPUT, OUTPUT, INJECT, EJECT = (f"rtl/n_{part}.v" for part in ("input_0", "output_1", "inject", "eject_1"))
BUFFER, INJECT_BUFFER = "rtl/n_buffer.v", "rtl/n_inject_buffer.v"
SHORT = "4 --router buffered --channels 2 --depth 2 --width 8"
LONG = SHORT + " --flits 2"
FLAT = "3x3 --router buffered --deadlock bubble --channels 1 --depth 2 --width 8"


def router(file, about, found, pattern, text, network=SHORT):
    """A fault of a part of the router, which the router's harness shows."""
    return Fault(about, found, file, pattern, text, network, "n_router_contract")


def arbiter(about, found, pattern, text, lock=False):
    """A fault of an arbiter of three requests."""
    name = "n_arbiter_3_lock" if lock else "n_arbiter_3"
    network = LONG if lock else SHORT
    return Fault(about, found, f"rtl/{name}.v", pattern, text, network, "n_arbiters", name)


BUFFERED = [
    router(
        INPUT,
        "turns are taken for no way",
        "no_error",
        r"req_straight_o \| req_turn_2_o",
        "req_straight_o",
        FLAT,
    ),
    router(
        INPUT,
        "the wrap link leads nowhere",
        "no_error",
        r"valid & hops_left",
        "valid & hops_left & ~{2{wrap_i}}",
    ),
    router(OUTPUT, "a link has a credit too many", "has_room_", r"credits_q <= 2'd2", "credits_q <= 2'd3"),
    router(OUTPUT, "flits need no credit", "has_room_", r"open = .*", "open = 1'b1;"),
    router(INJECT, "an injected head is another", "legal_heads", r"head_o = head\[0\]", "head_o = !head[0]"),
    router(OUTPUT, "a channel is another", "legal_heads", r"wire channel = .*", "wire channel = 1'b1;"),
    router(INPUT, "credits come in every cycle", "credit_due", r"freed_q <= pop_i", "freed_q <= 2'd3"),
    router(INPUT, "a credit is for another channel", "credit_due", r"<= pop_i", "<= {pop_i[0], pop_i[1]}"),
    router(
        INPUT,
        "a flit that turns goes straight on, too",
        "one_at_a_time",
        r"req_straight_o = .*",
        "req_straight_o = valid;",
        FLAT,
    ),
    router(
        INPUT,
        "a flit that is ejected goes on",
        "one_at_a_time",
        r"req_eject_o = .*",
        "req_eject_o = valid;",
        FLAT,
    ),
    router(BUFFER, "a flit is given twice", "not_doubled", r"drop = .*", "drop = pop_i & !empty & push_i;"),
    router(BUFFER, "a flit passes and is kept", "not_doubled", r"keep = .*", "keep = push_i;"),
    router(
        BUFFER,
        "the newest flit leaves first",
        "not_overtaken",
        r"flits\[read_q\]",
        "flits[write_q - 1'd1]",
    ),
    router(
        INJECT_BUFFER,
        "the newest is injected first",
        "not_overtaken",
        r"flits\[read_q\]",
        "flits[write_q - 1'd1]",
    ),
    router(BUFFER, "a buffer has one place", "not_lost", r"flits\[write_q\]", "flits[1'd0]"),
    router(
        INJECT_BUFFER,
        "an injected flit is not kept",
        "not_lost",
        r"keep = .*",
        "keep = push & empty & !pop_i;",
    ),
    router(OUTPUT, "a link shows another payload", "not_made", r"<= flit\[7:0\]", "<= flit[7:0] | 8'd1"),
    router(EJECT, "another payload is ejected", "not_made", r"data_q <= data;", "data_q <= 8'd1;"),
    router(OUTPUT, "a bit is stuck", "right_way", r"<= flit\[7:0\]", "<= flit[7:0] & 8'hfd"),
    router(INPUT, "flits leave by another port", "right_way", r"== 2'd2;", "== 2'd3;", FLAT),
    router(OUTPUT, "packets do not lock a channel", "not_mixed", r"\(lock_q\)", "(1'b0)", LONG),
    router(EJECT, "packets do not lock the processor", "not_mixed", r"\(lock_q\)", "(1'b0)", LONG),
    arbiter("two requests are granted", "one_grant", r"~\{up_to, 1'b0\}", "3'b111"),
    arbiter("the last two are granted", "one_grant", r"~\{up_to, 1'b0\}", "3'b110", lock=True),
    arbiter("grants without request", "grant_is_asked", r"req = req_i;", "req = {req_i[2:1], |req_i};"),
    arbiter("a lock invents a request", "grant_is_asked", r"req = req_i &", "req = {3{lock_i}} |", lock=True),
    arbiter("the last request is not granted", "some_grant", r"sooner : req;", "sooner : {1'b0, req[1:0]};"),
    arbiter("only requests behind are granted", "some_grant", r"sooner : req;", "sooner : 3'd0;", lock=True),
    arbiter("the pointer stays", "not_passed_over", r"behind_q <= up_to", "behind_q <= behind_q"),
    arbiter(
        "the pointer stays, with a lock",
        "not_passed_over",
        r"behind_q <= up_to",
        "behind_q <= behind_q",
        lock=True,
    ),
]
