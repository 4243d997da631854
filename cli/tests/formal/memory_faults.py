"""Faults that are planted in emitted files of networks with memories: two or more for each property."""

from faults import Fault

NETWORK = "5 --algorithm table --width 8"


def fault(about, found, file, pattern, text):
    """A fault that the harness of the whole network shows."""
    return Fault(about, found, f"rtl/{file}.v", pattern, text, NETWORK, "n_run")


MEMORY = [
    fault("two flits go to one place", "no_error", "n_core", r"to_0_q <= .*", "to_0_q <= to_1_q;"),
    fault("every start is a misuse", "no_error", "n_sequencer", r"\(start_i & busy_o\)", "start_i"),
    fault("a run does not end", "busy_as_planned", "n_sequencer", r"\(busy_o & !halts\)", "busy_o"),
    fault("a row is a cycle shorter", "busy_as_planned", "n_program", r"20'h00006", "20'h00005"),
    fault("a row does not send", "links_as_planned", "n_program", r"20'h67000", "20'h00000"),
    fault(
        "a link is not used",
        "links_as_planned",
        "n_router",
        r"tx_valid_0_o <= taken_0",
        "tx_valid_0_o <= 1'd0",
    ),
    fault(
        "a flit is not given",
        "arrives_as_planned",
        "n_router",
        r"ct_valid_0_o <= at_",
        "ct_valid_0_o <= !rst_ni & at_",
    ),
    fault(
        "flits are given always",
        "arrives_as_planned",
        "n_router",
        r"ct_valid_1_o <= at_dest_1",
        "ct_valid_1_o <= 1'd1",
    ),
]
