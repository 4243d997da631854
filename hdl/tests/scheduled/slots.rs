//! Routers that slots set, in rust-hdl's simulator: the table against messages that are walked one by one,
//! the router against a table of sources, and the node's counter for every start.
//!
//! State space: every source of every exit alone and all settings of a row together; for the node, every
//! cycle of a second start. Corners: one local port, radix 2, odd, even and unequal radices, messages that
//! arrive later than the end of the next frame.

use crate::common::{bv, put, schedule, spec, tick, torus, valid, FORMS};
use rust_hdl_core::prelude::*;
use std::collections::BTreeMap;
use torus_hdl::kernel::{Node, SlotRouter};
use torus_hdl::spec::{Source, Target};
use torus_hdl::{NodeSpec, SlotTable, SlotTableError};
use torus_model::PortModel::{self, AllPort, OnePort};
use torus_model::{HopCycles, Port, RomEntry, RomImage, Torus};

const DIMS: [&str; 6] = ["2", "5", "2x2", "3x4", "2x3x2", "3x3x3"];

fn image(torus: &Torus, ports: PortModel) -> RomImage {
    schedule::one_by_one(torus, ports, torus.len())
}

fn table(torus: &Torus, ports: PortModel) -> SlotTable {
    SlotTable::new(torus, ports, &HopCycles::one(torus), &image(torus, ports)).unwrap()
}

/// All moves at node 0 in an endless sequence of frames, found by walking the messages of all sources over
/// the whole torus: for each slot and target the source of the message.
fn walked(torus: &Torus, ports: PortModel, image: &RomImage) -> BTreeMap<(usize, Target), Source> {
    let (slots, here) = (image.rows.len(), torus.node_at(0).unwrap());
    let mut seen = BTreeMap::new();
    let mut note = |at, slot: usize, source, target| {
        if at == here {
            assert_eq!(seen.insert((slot % slots, target), source), None, "{target:?} in slot {slot}");
        }
    };
    for source in torus.nodes() {
        for (slot, entry) in
            image.rows.iter().enumerate().flat_map(|(s, row)| row.iter().map(move |e| (s, e)))
        {
            let Some(entry) = entry else { continue };
            let (mut at, mut from) = (source, None::<Port>);
            let mut now = slot;
            for port in entry.route.ports() {
                let came = from.map_or(Source::Injection(ports.local_port(port)), Source::Arrival);
                note(at, now, came, Target::Link(port));
                (at, from, now) = (torus.neighbour(at, port), Some(port), now + 1);
            }
            let last = from.unwrap();
            note(at, now, Source::Arrival(last), Target::Ejection(ports.local_port(last)));
        }
    }
    seen
}

#[test]
fn the_table_is_what_walking_messages_do() {
    for (dims, ports) in DIMS.iter().flat_map(|dims| FORMS.map(|ports| (dims, ports))) {
        let torus = torus(dims);
        let (image, table) = (image(&torus, ports), table(&torus, ports));
        let mut said = BTreeMap::new();
        for (slot, row) in table.rows.iter().enumerate() {
            for (exit, place) in table.exits.iter().zip(&row.taken) {
                said.extend(place.map(|place| ((slot, exit.target), exit.sources[place])));
            }
        }
        let walked = walked(&torus, ports, &image);
        assert_eq!(said, walked, "{dims}");
        // A message is expected by a port where something is taken from it.
        for (slot, row) in table.rows.iter().enumerate() {
            for (port, expected) in torus.ports().zip(&row.expected) {
                let taken = walked.iter().any(|((s, _), from)| *s == slot && *from == Source::Arrival(port));
                assert_eq!(*expected, taken, "{dims} slot {slot} {port}");
            }
        }
    }
}

/// Messages of a ring of 5 that start in the only slot: those of two hops arrive two slots behind it.
#[test]
fn messages_may_outlast_one_frame_only() {
    let torus = torus("5");
    let entry = |x: u32| RomEntry { offset: vec![x], route: schedule::ordered(&torus, &[x]) };
    let frame = |slots: usize, x| {
        let mut image = RomImage::idle(slots, 2);
        image.rows[0][0] = Some(entry(x));
        SlotTable::new(&torus, AllPort, &HopCycles::one(&torus), &image)
    };
    assert_eq!(frame(1, 2), Err(SlotTableError::Drain { drain: 2, slots: 1 }));
    assert_eq!([frame(1, 1), frame(2, 2), frame(4, 2)].map(|table| table.unwrap().drain), [1, 1, 0]);
}

fn router(torus: &Torus, ports: PortModel, table: &SlotTable) -> SlotRouter {
    let images = [image(torus, ports)];
    let spec = NodeSpec { ports, slot_table: Some(table), with_transit: false, ..spec(torus, &images, &[]) };
    let mut router = SlotRouter::new(&spec);
    router.connect_all();
    check_all(&router).unwrap();
    router.rst_ni.next = true;
    tick(&mut router, |r| &mut r.clk_i);
    router
}

/// The number of a source: ports first, then local ports.
fn number(torus: &Torus, ports: PortModel, source: Source) -> usize {
    let of = |port: Port| torus.ports().position(|other| other == port).unwrap();
    match source {
        Source::Arrival(port) => of(port),
        Source::Injection(local_port) => {
            let local_ports = ports.existing_local_ports(torus);
            torus.ports().count() + local_ports.iter().position(|other| *other == local_port).unwrap()
        }
    }
}

/// Every source of every exit, with and without a message there, while all sources show other payloads.
#[test]
fn an_exit_takes_what_its_setting_says() {
    for (dims, ports) in DIMS.iter().flat_map(|dims| FORMS.map(|ports| (dims, ports))) {
        let torus = torus(dims);
        let table = table(&torus, ports);
        let mut router = router(&torus, ports, &table);
        let (n, local) = (torus.ports().count(), ports.existing_local_ports(&torus).len());
        let data = |source: usize| 0x0101_0101 * (source as u128 + 1);
        (0..n).for_each(|p| put(&mut router.rx_data_i[p], data(p)));
        (0..local).for_each(|l| put(&mut router.inject_data_i[l], data(n + l)));
        for (e, exit) in table.exits.iter().enumerate() {
            for (place, present) in (0..exit.sources.len()).flat_map(|place| [(place, true), (place, false)])
            {
                let taken = number(&torus, ports, exit.sources[place]);
                let there = |source: usize| (source == taken) == present;
                (0..n).for_each(|p| router.rx_valid_i[p].next = there(p));
                (0..n).for_each(|p| router.expected_i[p].next = there(p));
                (0..local).for_each(|l| router.inject_valid_i[l].next = there(n + l));
                put(&mut router.setting_i[e], exit.setting(Some(place)));
                tick(&mut router, |r| &mut r.clk_i);
                let (links, ejections) = (valid(&router.tx_valid_o), valid(&router.eject_valid_o));
                let seen: Vec<usize> =
                    links.into_iter().chain(ejections.into_iter().map(|l| n + l)).collect();
                assert_eq!(seen, if present { vec![e] } else { vec![] }, "{dims} {exit:?} place {place}");
                let shown = if e < n { router.tx_data_o[e].val() } else { router.eject_data_o[e - n].val() };
                assert_eq!(shown, bv(data(taken), 32), "{dims} {exit:?} place {place}");
            }
            put(&mut router.setting_i[e], 0);
        }
        assert!(!router.error_o.val(), "{dims}");
    }
}

#[test]
fn an_unexpected_message_is_an_error_that_stays() {
    let torus = torus("3x4");
    let table = table(&torus, AllPort);
    for port in 0..4 {
        let mut router = router(&torus, AllPort, &table);
        for (expected, wrong) in [(true, false), (false, true), (true, true)] {
            router.rx_valid_i[port].next = true;
            router.expected_i[port].next = expected;
            tick(&mut router, |r| &mut r.clk_i);
            assert_eq!(router.error_o.val(), wrong, "port {port}");
        }
    }
}

fn node(torus: &Torus, ports: PortModel, images: &[RomImage], table: &SlotTable) -> Node {
    let spec = NodeSpec { ports, slot_table: Some(table), with_transit: false, ..spec(torus, images, &[]) };
    let mut node = Node::new(&spec, 0);
    node.connect_all();
    check_all(&node).unwrap();
    node.rst_ni.next = true;
    tick(&mut node, |n| &mut n.clk_i);
    node
}

/// A second start is taken in the last slot of a frame, in the last slot of its messages, and at rest; rows
/// send in frames only, and a message that comes back is taken while its frame's messages are on their way.
#[test]
fn frames_begin_where_the_slots_allow() {
    for (dims, ports) in [("5", AllPort), ("3x4", OnePort), ("2", AllPort)] {
        let torus = torus(dims);
        let images = [image(&torus, ports)];
        let shortened = RomImage { rows: images[0].rows[..images[0].rows.len() - 1].to_vec() };
        let images = [shortened];
        let table = SlotTable::new(&torus, ports, &HopCycles::one(&torus), &images[0]).unwrap();
        let (slots, drain) = (images[0].rows.len(), table.drain);
        assert!(drain > 0, "{dims}: messages outlast their frame");
        for second in 1..slots + drain + 3 {
            let mut node = node(&torus, ports, &images, &table);
            let mut sent = 0;
            for t in 0..2 * (slots + drain) + 8 {
                node.start_i.next = t == 0 || t == second;
                tick(&mut node, |n| &mut n.clk_i);
                sent += valid(&node.inject_valid_o).len();
            }
            let allowed = second == slots || second >= slots + drain;
            assert_eq!(node.error_o.val(), !allowed, "{dims}: a second start in cycle {second}");
            let frames = 1 + usize::from(allowed);
            assert_eq!(sent, frames * images[0].messages(), "{dims}: a second start in cycle {second}");
        }
    }
}
