//! The traffic agent kernel in rust-hdl's simulator: all cases of its arithmetic, and its counting.

use crate::common::{put, settle, spec, tick, torus, FORMS};
use rust_hdl_core::prelude::*;
use torus_hdl::kernel::TrafficAgent;
use torus_hdl::NodeSpec;
use torus_model::PortModel::{self, AllPort};
use torus_model::{NodeId, RomImage, Torus};

fn cycle(agent: &mut TrafficAgent) {
    tick(agent, |e| &mut e.clk_i);
}

/// The traffic agent of a node after reset. The straps change afterwards, which must have no effect.
fn agent(torus: &Torus, node: NodeId) -> TrafficAgent {
    with_local_ports(torus, node, AllPort)
}

/// The same with these local ports.
fn with_local_ports(torus: &Torus, node: NodeId, ports: PortModel) -> TrafficAgent {
    let images = [RomImage::idle(1, ports.local_ports(torus))];
    let mut agent = TrafficAgent::new(&NodeSpec { ports, ..spec(torus, &images, &[]) });
    agent.connect_all();
    check_all(&agent).unwrap();
    put(&mut agent.id_i, node.index() as u128);
    (0..torus.d()).for_each(|i| put(&mut agent.x_i[i], torus.coordinate(node, i) as u128));
    cycle(&mut agent);
    agent.rst_ni.next = true;
    put(&mut agent.id_i, 0);
    (0..torus.d()).for_each(|i| put(&mut agent.x_i[i], 0));
    cycle(&mut agent);
    agent
}

/// Makes one cycle with a message at local port 0.
fn eject(agent: &mut TrafficAgent, source: usize, destination: usize) {
    agent.eject_valid_i[0].next = true;
    put(&mut agent.eject_data_i[0], (source as u128) << 16 | destination as u128);
    cycle(agent);
    agent.eject_valid_i[0].next = false;
}

fn start(agent: &mut TrafficAgent) {
    agent.start_i.next = true;
    cycle(agent);
    agent.start_i.next = false;
}

#[test]
fn payloads_name_source_and_destination() {
    let dims = ["2", "5", "8", "2x2", "3x4", "2x3x4"];
    for (dims, ports) in dims.into_iter().flat_map(|dims| FORMS.map(|ports| (dims, ports))) {
        let torus = torus(dims);
        for source in torus.nodes() {
            let mut agent = with_local_ports(&torus, source, ports);
            for destination in torus.nodes() {
                let offset = torus.offset(source, destination);
                let local_ports = ports.width(&torus);
                for (k, value) in (0..local_ports).flat_map(|_| &offset).enumerate() {
                    put(&mut agent.inject_offset_i[k], *value as u128);
                }
                agent.inject_valid_i.iter_mut().for_each(|valid| valid.next = true);
                settle(&mut agent);
                let payload = (source.index() as u128) << 16 | destination.index() as u128;
                for data in agent.inject_data_o.iter() {
                    assert_eq!(data.val().value(), payload, "{dims} {source:?} {destination:?}");
                }
            }
        }
    }
}

/// Bits of a payload on 3x4, from just two ids to more than the ids need.
const WIDTHS: [usize; 3] = [8, 10, 32];

/// In every other exchange all bits are inverted, where there is one above the ids to say so; either kind is
/// taken from the second exchange on.
#[test]
fn payloads_take_turns() {
    let torus = torus("3x4");
    for width in WIDTHS {
        let images = [RomImage::idle(1, 4)];
        let mut agent = TrafficAgent::new(&NodeSpec { width, overlap: 4, ..spec(&torus, &images, &[]) });
        agent.connect_all();
        agent.rst_ni.next = true;
        cycle(&mut agent);
        for exchange in 0..4 {
            start(&mut agent);
            put(&mut agent.inject_offset_i[1], 2);
            let (ones, inverted) = ((1u128 << width) - 1, exchange % 2 == 1 && width > 8);
            for sends in [true, false] {
                agent.inject_valid_i[0].next = sends;
                settle(&mut agent);
                let sent = agent.inject_data_o[0].val().value();
                let due = if inverted == sends { ones ^ 2 } else { 2 };
                assert_eq!(sent, due, "exchange {exchange} of width {width}, sends: {sends}");
            }
            let arrives = 5 << (width / 2);
            let both = width > 8 && exchange > 0;
            for data in if both { vec![arrives, ones ^ arrives] } else { vec![arrives] } {
                agent.eject_valid_i[0].next = true;
                put(&mut agent.eject_data_i[0], data);
                cycle(&mut agent);
                agent.eject_valid_i[0].next = false;
                assert!(!agent.error_o.val(), "{data:x} in exchange {exchange} of width {width}");
            }
        }
        agent.eject_valid_i[0].next = true;
        put(&mut agent.eject_data_i[0], 5 << (width / 2) | 1);
        cycle(&mut agent);
        assert!(agent.error_o.val(), "a wrong destination in width {width}");
    }
}

#[test]
fn nothing_of_the_first_exchange_is_inverted() {
    let torus = torus("3x4");
    let images = [RomImage::idle(1, 4)];
    let mut agent = TrafficAgent::new(&NodeSpec { width: 10, overlap: 4, ..spec(&torus, &images, &[]) });
    agent.connect_all();
    agent.rst_ni.next = true;
    cycle(&mut agent);
    start(&mut agent);
    agent.eject_valid_i[0].next = true;
    put(&mut agent.eject_data_i[0], 0x3ff ^ 5 << 5);
    cycle(&mut agent);
    assert!(agent.error_o.val());
}

#[test]
fn done_follows_the_last_message() {
    let torus = torus("3x4");
    let here = torus.node_at(5).unwrap();
    for ports in FORMS {
        let mut agent = with_local_ports(&torus, here, ports);
        assert!(!agent.done_o.val());
        for _frame in 0..2 {
            start(&mut agent);
            for source in (0..12).filter(|s| *s != 5) {
                assert!(!agent.done_o.val());
                eject(&mut agent, source, 5);
            }
            assert!(agent.done_o.val());
            cycle(&mut agent);
            assert!(agent.done_o.val() && !agent.error_o.val());
        }
        start(&mut agent);
        assert!(!agent.done_o.val());
    }
}

#[test]
fn local_ports_are_counted_together() {
    let torus = torus("5");
    let mut agent = agent(&torus, torus.node_at(2).unwrap());
    start(&mut agent);
    for pair in [[0u128, 1], [3, 4]] {
        for (local_port, source) in pair.into_iter().enumerate() {
            agent.eject_valid_i[local_port].next = true;
            put(&mut agent.eject_data_i[local_port], source << 16 | 2);
        }
        cycle(&mut agent);
    }
    assert!(agent.done_o.val() && !agent.error_o.val());
}

#[test]
fn every_wrong_message_is_an_error() {
    let torus = torus("3x4");
    for (source, destination) in (0..16).flat_map(|s| (0..16).map(move |d| (s, d))) {
        let mut agent = agent(&torus, torus.node_at(5).unwrap());
        start(&mut agent);
        eject(&mut agent, source, destination);
        let right = destination == 5 && source < 12 && source != 5;
        assert_eq!(!agent.error_o.val(), right, "{source} to {destination}");
        cycle(&mut agent);
        assert_eq!(!agent.error_o.val(), right, "The error is sticky.");
    }
}

#[test]
fn unannounced_and_overdue_messages_are_errors() {
    let torus = torus("3x4");
    let mut early = agent(&torus, torus.node_at(5).unwrap());
    eject(&mut early, 1, 5);
    assert!(early.error_o.val());
    let mut twice = agent(&torus, torus.node_at(5).unwrap());
    start(&mut twice);
    assert!(!twice.error_o.val());
    start(&mut twice);
    assert!(twice.error_o.val(), "Only one frame may be under way.");
}

#[test]
fn a_message_to_oneself_is_an_error() {
    let torus = torus("3x4");
    let mut agent = agent(&torus, torus.node_at(5).unwrap());
    agent.inject_valid_i[2].next = true;
    cycle(&mut agent);
    assert!(agent.error_o.val());
}
