//! Comments for the parts of routers with one cycle a hop, whose ports are rows with a value for each
//! channel.

use super::PartDocs;
use crate::router_docs::direction;

/// The comments.
pub(super) const DOCS: PartDocs = PartDocs {
    input: "the end of a link: a buffer for each channel, and what its oldest flit asks for.",
    output: "before a link: round robin among the flits that ask for a channel, then among channels.",
    eject: "an ejection port: round robin among the flits at their destination.",
    inject: "an injection port: its buffer, and what the oldest flit asks for.",
    of_input,
    of_requester,
    of_inject,
};

fn of_input(base: &str, label: &str) -> Option<String> {
    let turn = label.strip_prefix("turn_").and_then(|port| port.parse().ok());
    let about = match (base, label, turn) {
        ("req_o", _, Some(port)) => return Some(format!("flits that turn to {}", direction(port))),
        ("req_o", "straight", _) => "flits that go straight on; a bit for each channel",
        ("req_o", ..) => "flits at their destination",
        ("channel_straight_o", ..) => "channels of those that go straight on; a row for each bit",
        ("channel_turn_o", ..) => "channels of those that turn; a row for each bit",
        ("head_straight_o", ..) => "heads of those that go straight on, side by side",
        ("head_turn_o", ..) => "heads of those that turn, side by side",
        ("data_o", ..) => "payloads, side by side",
        ("last_o", ..) => "flits that end their packet",
        ("pop_i", ..) => "flits that leave; a bit for each channel",
        ("fault_o", ..) => "a flit too many, or one that asks for nothing",
        _ => return None,
    };
    Some(about.into())
}

fn of_requester(base: &str, label: &str) -> Option<String> {
    let about = match base {
        "req_i" => "its flits that ask",
        "grant_o" => "the one that is granted",
        "channel_i" => "channels that they ask for; a row for each bit",
        "head_i" => "heads, side by side",
        "data_i" => "payloads, side by side",
        "last_i" => "flits that end their packet",
        "fault_o" => return Some("a credit too many".into()),
        _ => return None,
    };
    label.parse::<usize>().ok().map(|number| format!("requester {number}: {about}"))
}

fn of_inject(base: &str, label: &str) -> Option<String> {
    match (base, label.parse()) {
        ("req_o", Ok(port)) => Some(format!("a flit is there that leaves by {}", direction(port))),
        ("req_o", _) => Some("a flit is there".into()),
        ("channel_o", _) => Some("its channel".into()),
        ("fault_o", _) => Some("a flit that asks for nothing".into()),
        ("pop_i", _) => Some("it leaves".into()),
        _ => None,
    }
}
