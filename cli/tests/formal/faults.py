"""Faults that are planted in emitted files: two or more for each property, on which each must fail."""

from dataclasses import dataclass


@dataclass
class Fault:
    """A change of an emitted file, and the assertion that it breaks."""

    about: str
    found: str
    file: str
    pattern: str
    text: str
    network: str = "4x4 --width 8"
    # What proves the assertion, and its task.
    proof: str = "n_quotient"
    task: str = "prove"


NODE, ROUTER, ROM, REQUEST = "rtl/n_node.v", "rtl/n_router.v", "rtl/n_rom.v", "rtl/n_request_x1.v"

QUOTIENT = "formal/n_quotient.v"
ONE_PORT = "4x4 --ports one --width 8"
TWO_SENDERS = "4x4 --placement multilinear:t=2 --width 8"
GENERATOR, STEPS = "rtl/n_generator.v", "5x5 --switching generator --width 10"

SCHEDULED = [
    Fault(
        "frames begin in slot 13 of 12",
        "slot_in_range",
        NODE,
        r"ready \? ZERO",
        r"ready ? 4'd13",
    ),
    Fault(
        "the counter leaves the schedule",
        "slot_in_range",
        NODE,
        r"\(slot_q \+ ONE\)",
        r"(slot_q + 4'd12)",
    ),
    Fault(
        "the last slot is not known",
        "last_is_known",
        NODE,
        r"last_q <= !ready.*",
        r"last_q <= 1'b0;",
    ),
    Fault(
        "a frame is a slot shorter",
        "last_is_known",
        NODE,
        r"BEFORE_LAST = 4'd10",
        r"BEFORE_LAST = 4'd9",
    ),
    Fault(
        "frames begin in slot 1",
        "slot_from_zero",
        NODE,
        r"ready \? ZERO",
        r"ready ? ONE",
    ),
    Fault(
        "a start is not taken",
        "slot_from_zero",
        NODE,
        r"running_q <= start_i \|",
        r"running_q <=",
    ),
    Fault(
        "the counter stays",
        "slot_counts",
        NODE,
        r"\(slot_q \+ ONE\)",
        r"slot_q",
    ),
    Fault(
        "the counter skips slots",
        "slot_counts",
        NODE,
        r"\(slot_q \+ ONE\)",
        r"(slot_q + ONE + ONE)",
    ),
    Fault(
        "an idle row sends",
        "sends_",
        ROM,
        r"rows\[4'd6\] = 40'h0+;",
        r"rows[4'd6] = 40'h1;",
    ),
    Fault(
        "a row does not send",
        "sends_",
        ROM,
        r"rows\[4'd3\] = 40'h\w+",
        r"rows[4'd3] = 40'h0",
    ),
    Fault(
        "a row has another offset",
        "offset_",
        ROM,
        r"40'h0000000275",
        r"40'h00000002b5",
    ),
    Fault(
        "offsets change places",
        "offset_",
        ROM,
        r"offset_0_0_o = row_q\[7:6\]",
        r"offset_0_0_o = row_q[9:8]",
    ),
    Fault(
        "messages that turn go straight on, too",
        "no_conflict_",
        ROUTER,
        r"continues_0 = .*",
        r"continues_0 = rx_valid_0_i;",
    ),
    Fault(
        "messages that go straight on turn, too",
        "no_conflict_",
        ROUTER,
        r"turn_0_2 = .*",
        r"turn_0_2 = rx_valid_0_i;",
    ),
    Fault(
        "a turn is not decoded",
        "no_misroute_",
        REQUEST,
        r"3'd5",
        r"3'd0",
    ),
    Fault(
        "a request does not leave",
        "no_misroute_",
        ROUTER,
        r"tx_request_0_q <= next_request_0",
        r"tx_request_0_q <= 4'd0",
    ),
    Fault(
        "a message is not ejected",
        "not_lost",
        ROUTER,
        r"eject_valid_2_o <= at_dest_2",
        r"eject_valid_2_o <= 1'b0",
    ),
    Fault(
        "a payload that goes straight on is lost",
        "not_lost",
        ROUTER,
        r"tx_data_0_o <= .*",
        r"tx_data_0_o <= inject_data_0_i;",
    ),
    Fault(
        "a bit of a payload is stuck",
        "not_doubled",
        ROUTER,
        r"eject_data_2_o <= rx_data_2_i",
        r"eject_data_2_o <= {rx_data_2_i[7:1], 1'b1}",
    ),
    Fault(
        "a message is ejected on its way",
        "not_doubled",
        ROUTER,
        r"eject_valid_0_o <= at_dest_0",
        r"eject_valid_0_o <= rx_valid_0_i",
    ),
    Fault(
        "a message turns both ways",
        "not_doubled",
        ROUTER,
        r"turn_0_3 = .*",
        r"turn_0_3 = |rx_head_0_i[8:7];",
    ),
    Fault(
        "a row has a hop too many",
        "not_late",
        ROM,
        r"40'hc040000000",
        r"40'hc0c0000000",
    ),
    Fault(
        "a request is decoded from another header",
        "not_late",
        ROUTER,
        r"\(inject_head_3_i\[0\]\),",
        r"(1'b1),",
    ),
    Fault(
        "a row has a hop too few",
        "in_its_cycle",
        ROM,
        r"40'h0000000275",
        r"40'h0000000255",
    ),
    Fault(
        "another row has a hop too few",
        "in_its_cycle",
        ROM,
        r"40'h0000075483",
        r"40'h0000075481",
    ),
    Fault(
        "a row turns the other way",
        "at_offset_",
        ROM,
        r"40'h0000000197",
        r"40'h000000019f",
    ),
    Fault(
        "another row turns the other way",
        "at_offset_",
        ROM,
        r"40'h0000075483",
        r"40'h0000077483",
    ),
    Fault(
        "an output is not known to the injection port",
        "no_inject_misroute_",
        ROUTER,
        r"injects_1 = .*",
        r"injects_1 = 1'b0;",
        ONE_PORT,
    ),
    Fault(
        "two outputs have the same number",
        "no_inject_misroute_",
        ROUTER,
        r"== PORT_X2_MINUS\)",
        r"== PORT_X2_PLUS)",
        ONE_PORT,
    ),
    Fault(
        "a message at its destination counts as two",
        "no_eject_conflict_",
        ROUTER,
        r"eject_conflict_0 = \(at_dest_0 & at_dest_1\)",
        r"eject_conflict_0 = (at_dest_0 | at_dest_1)",
        ONE_PORT,
    ),
    Fault(
        "a message counts against itself",
        "no_eject_conflict_",
        ROUTER,
        r"& at_dest_2\)",
        r"| at_dest_2)",
        ONE_PORT,
    ),
    Fault(
        "a class of nodes is not started",
        "same_slot_",
        QUOTIENT,
        r"(n_node_c1 u_class_1 (?s:.*?))\.start_i\(start_i\)",
        r"\1.start_i(1'b0)",
        TWO_SENDERS,
    ),
    Fault(
        "a class of nodes is not reset",
        "same_slot_",
        QUOTIENT,
        r"(n_node_c1 u_class_1 (?s:.*?))\.rst_ni\(rst_ni\)",
        r"\1.rst_ni(1'b1)",
        TWO_SENDERS,
    ),
    Fault(
        "a letter 0 before a step is left out",
        "sends_",
        GENERATOR,
        r"begins_x2 = skips_1",
        r"begins_x2 = 1'b0",
        STEPS,
    ),
    Fault(
        "a register goes through the steps in another order",
        "offset_",
        GENERATOR,
        r"~\(ahead_q\[3\] \^ ahead_q\[2\]\)",
        r"~ahead_q[3]",
        STEPS,
    ),
    Fault(
        "a step has another sign",
        "offset_",
        GENERATOR,
        r"sign_1 = crosses_1",
        r"sign_1 = !crosses_1",
        STEPS,
    ),
]
