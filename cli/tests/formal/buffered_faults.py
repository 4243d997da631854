"""Faults that are planted in emitted files of buffered networks: two or more for each property."""

from faults import Fault

ROUTER, BUFFER, INJECT = "rtl/n_router.v", "rtl/n_buffer.v", "rtl/n_inject_buffer.v"
SHORT = "4 --router buffered --channels 2 --depth 2 --width 8"
LONG = SHORT + " --flits 2"
FLAT = "3x3 --router buffered --deadlock bubble --channels 1 --depth 2 --width 8"


def router(about, found, pattern, text, network=SHORT, file=ROUTER):
    """A fault of the router, which its harness shows."""
    return Fault(about, found, file, pattern, text, network, "n_router_contract")


def arbiter(about, found, pattern, text, lock=False):
    """A fault of an arbiter of three requests."""
    name = "n_arbiter_3_lock" if lock else "n_arbiter_3"
    network = LONG if lock else SHORT
    return Fault(about, found, f"rtl/{name}.v", pattern, text, network, "n_arbiters", name)


BUFFERED = [
    router("turns are taken for no way", "no_error", r"has_way_0 = .*", "has_way_0 = continues_0;", FLAT),
    router("a way is not wired", "no_error", r"want_0_0_to_0_1 = .*", "want_0_0_to_0_1 = 1'b0;"),
    router("a link has a credit too many", "has_room_", r"credits_0_0_q <= 2'd2", "credits_0_0_q <= 2'd3"),
    router("flits need no credit", "has_room_", r"has_credit_0_0 = .*", "has_credit_0_0 = 1'b1;"),
    router("an injected head is another", "legal_heads", r"& injected_route_0", "& !injected_route_0"),
    router("a channel is another", "legal_heads", r"sent_channel_0 = .*", "sent_channel_0 = CHANNEL_1;"),
    router("credits come in every cycle", "credit_due", r"freed_0_0_q <= pop_0_0", "freed_0_0_q <= 1'b1"),
    router(
        "a credit is for another channel",
        "credit_due",
        r"freed_0_0_q <= pop_0_0",
        "freed_0_0_q <= pop_0_1",
    ),
    router(
        "a flit that turns goes straight on, too",
        "one_at_a_time",
        r"continues_0 = .*",
        "continues_0 = buffer_0_valid;",
        FLAT,
    ),
    router(
        "a flit that is ejected goes on",
        "one_at_a_time",
        r"at_dest_0 = .*",
        "at_dest_0 = buffer_0_valid;",
        FLAT,
    ),
    router(
        "a flit is given twice",
        "not_doubled",
        r"drop = .*",
        "drop = pop_i & !empty & push_i;",
        file=BUFFER,
    ),
    router("a flit passes and is kept", "not_doubled", r"keep = .*", "keep = push_i;", file=BUFFER),
    router(
        "the newest flit leaves first",
        "not_overtaken",
        r"flits\[read_q\]",
        "flits[write_q - 1'd1]",
        file=BUFFER,
    ),
    router(
        "the newest is injected first",
        "not_overtaken",
        r"flits\[read_q\]",
        "flits[write_q - 1'd1]",
        file=INJECT,
    ),
    router("a buffer has one place", "not_lost", r"flits\[write_q\]", "flits[1'd0]", file=BUFFER),
    router(
        "an injected flit is not kept",
        "not_lost",
        r"keep = .*",
        "keep = push & empty & !pop_i;",
        file=INJECT,
    ),
    router(
        "a link shows another payload",
        "not_made",
        r"tx_data_0_o <= data_0",
        "tx_data_0_o <= data_0 | 8'd1",
    ),
    router(
        "another payload is ejected",
        "not_made",
        r"eject_data_0_o <= out_data_0",
        "eject_data_0_o <= 8'd1",
    ),
    router("a bit is stuck", "right_way", r"tx_data_0_o <= data_0", "tx_data_0_o <= data_0 & 8'hfd"),
    router("flits leave by another port", "right_way", r"PORT_X2_PLUS = 2'd2", "PORT_X2_PLUS = 2'd3", FLAT),
    router(
        "packets do not lock a channel",
        "not_mixed",
        r"\.lock_i {3}\(lock_0_0_q\)",
        ".lock_i(1'b0)",
        LONG,
    ),
    router("packets do not lock the processor", "not_mixed", r"\(eject_lock_0_q\)", "(1'b0)", LONG),
    arbiter("two requests are granted", "one_grant", r"\{3\{again\}\} & ", ""),
    arbiter("the last two are granted", "one_grant", r"~\{sooner_up_to, 1'b0\}", "3'b111", lock=True),
    arbiter("grants without request", "grant_is_asked", r"req = req_i;", "req = {req_i[2:1], |req_i};"),
    arbiter("a lock invents a request", "grant_is_asked", r"req = req_i &", "req = {3{lock_i}} |", lock=True),
    arbiter("the last request is not granted", "some_grant", r"\{3\{again\}\}", "{1'b0, {2{again}}}"),
    arbiter("only requests behind are granted", "some_grant", r"\{3\{again\}\}", "3'b000", lock=True),
    arbiter("the pointer stays", "not_passed_over", r"behind_q <= again .*", "behind_q <= behind_q;"),
    arbiter(
        "the pointer stays, with a lock",
        "not_passed_over",
        r"behind_q <= again .*",
        "behind_q <= behind_q;",
        lock=True,
    ),
]
