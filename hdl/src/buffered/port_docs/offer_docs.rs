//! Comments for the parts of routers with two cycles a hop, whose inputs offer one flit at a time.

use super::PartDocs;
use crate::router_docs::direction;

/// The comments.
pub(super) const DOCS: PartDocs = PartDocs {
    input: "the end of a link: the flits of its channels, and the one that is offered.",
    output: "before a link: of those who ask, the pair served longest ago sends.",
    eject: "an ejection port: of those who ask, the pair served longest ago leaves.",
    inject: "an injection port of one flit; the next one is taken as it leaves.",
    of_input,
    of_requester,
    of_inject,
};

fn of_input(base: &str, label: &str) -> Option<String> {
    let way = match label.strip_prefix("turn_").and_then(|port| port.parse().ok()) {
        Some(port) => format!("turn to {}", direction(port)),
        None => "go straight on".into(),
    };
    let about = match base {
        "req_o" if label == "eject" => "the offered flit asks for the processor".into(),
        "req_o" => format!("the offered flit asks to {way}"),
        "open_i" => format!("channels with room for packets that {way}"),
        "more_i" => format!("channels with room for a further flit of packets that {way}"),
        "free_i" => "no packet is leaving for the processor".into(),
        "head_o" => "head of the offered flit".into(),
        "data_o" => "its payload".into(),
        "pop_i" => "the offered flit leaves".into(),
        "fault_o" => "a flit too many, or one that asks for nothing".into(),
        _ => return None,
    };
    Some(about)
}

fn of_requester(base: &str, label: &str) -> Option<String> {
    let about = match base {
        "req_i" => "its flit asks",
        "grant_o" => "it is granted",
        "head_i" => "its head",
        "data_i" => "its payload",
        "last_i" => "it ends its packet",
        "go_o" => return Some("channels with room for packets that go straight on".into()),
        "enter_o" => return Some("channels with room for packets that enter the ring".into()),
        "more_o" => return Some("channels with room for a further flit".into()),
        "free_o" => return Some("no packet is leaving".into()),
        "fault_o" => return Some("a credit too many".into()),
        _ => return None,
    };
    label.parse::<usize>().ok().map(|number| format!("requester {number}: {about}"))
}

fn of_inject(base: &str, label: &str) -> Option<String> {
    let by = label.parse().map(|port| format!(" by {}", direction(port))).unwrap_or_default();
    let about = match base {
        "req_o" => format!("a flit is there that may leave{by}"),
        "open_i" => format!("channels with room for packets that leave{by}"),
        "more_i" => format!("channels with room for a further flit of packets that leave{by}"),
        "pop_i" => "it leaves".into(),
        "fault_o" => "a flit that asks for nothing".into(),
        _ => return None,
    };
    Some(about)
}
