//! The mirror kernel in rust-hdl's simulator, against `RomImage::mirrored`.
//!
//! State space: every row of a schedule with a message to every other node, for every setting of the straps.
//! Corners: one dimension, radix 4 (offsets wrap without a correction), 6, dimensions without a mirror
//! before and after, radix 2 beside them, both forms of local ports; and a node with its mirror, from the
//! straps to the links.

use crate::common::{put, schedule, settle, spec, tick, torus, valid, FORMS};
use rust_hdl_core::prelude::*;
use torus_hdl::kernel::{Mirror, Node};
use torus_hdl::NodeSpec;
use torus_model::PortModel::{self, AllPort};
use torus_model::{HeaderLayout, Port, RomEntry, RomImage, Torus};

const CASES: [(&str, &[usize]); 7] = [
    ("4", &[0]),
    ("6", &[0]),
    ("4x3", &[0]),
    ("3x6", &[1]),
    ("6x4", &[0, 1]),
    ("2x4", &[1]),
    ("4x3x6", &[0, 2]),
];

/// Every setting of the straps.
fn settings(flips: &[usize]) -> impl Iterator<Item = Vec<bool>> + use<'_> {
    (0..1usize << flips.len()).map(|bits| (0..flips.len()).map(|k| bits >> k & 1 == 1).collect())
}

/// The dimensions that a setting swaps.
fn swaps(torus: &Torus, flips: &[usize], straps: &[bool]) -> Vec<bool> {
    (0..torus.d()).map(|dim| flips.iter().zip(straps).any(|(&flip, &odd)| flip == dim && odd)).collect()
}

/// The existing local ports of a row.
fn local_ports(torus: &Torus, ports: PortModel, row: &[Option<RomEntry>]) -> Vec<Option<RomEntry>> {
    match ports {
        AllPort => torus.ports().map(|port| row[port.index()].clone()).collect(),
        _ => row.to_vec(),
    }
}

fn mirror(spec: &NodeSpec, straps: &[bool]) -> Mirror {
    let mut mirror = Mirror::new(spec);
    mirror.connect_all();
    check_all(&mirror).unwrap();
    straps.iter().enumerate().for_each(|(k, &odd)| put(&mut mirror.flip_i[k], odd as u128));
    tick(&mut mirror, |m| &mut m.clk_i);
    // Straps change after reset and must not matter.
    mirror.rst_ni.next = true;
    (0..straps.len()).for_each(|k| put(&mut mirror.flip_i[k], 0));
    tick(&mut mirror, |m| &mut m.clk_i);
    mirror
}

/// Sets the inputs to a row.
fn feed(mirror: &mut Mirror, torus: &Torus, row: &[Option<RomEntry>]) {
    let (layout, d) = (HeaderLayout::new(torus), torus.d());
    for (q, entry) in row.iter().enumerate() {
        mirror.rom_valid_i[q].next = entry.is_some();
        let Some(RomEntry { offset, route: word }) = entry else { continue };
        put(&mut mirror.rom_head_i[q], layout.encode(word));
        (0..d).for_each(|i| put(&mut mirror.rom_offset_i[q * d + i], offset[i] as u128));
        mirror.rom_port_i.iter_mut().for_each(|port| put(port, word.segments()[0].port.index() as u128));
    }
    settle(mirror);
}

/// Compares the outputs with a row.
fn compare(mirror: &Mirror, torus: &Torus, row: &[Option<RomEntry>], what: &str) {
    let (layout, d) = (HeaderLayout::new(torus), torus.d());
    for (q, entry) in row.iter().enumerate() {
        assert_eq!(mirror.valid_o[q].val(), entry.is_some(), "{what}");
        let Some(RomEntry { offset, route: word }) = entry else { continue };
        assert_eq!(mirror.head_o[q].val().value(), layout.encode(word), "{what} {word}");
        let shown: Vec<u32> = (0..d).map(|i| mirror.offset_o[q * d + i].val().value() as u32).collect();
        assert_eq!(shown, *offset, "{what} {word}");
        let port = word.segments()[0].port.index() as u128;
        assert!(mirror.port_o.iter().all(|shown| shown.val().value() == port), "{what} {word}");
    }
}

#[test]
fn every_row_is_mirrored() {
    for ((dims, flips), ports) in CASES.into_iter().flat_map(|case| FORMS.map(|ports| (case, ports))) {
        let torus = torus(dims);
        let images = [schedule::one_by_one(&torus, ports, torus.len())];
        let spec = NodeSpec { ports, flips, ..spec(&torus, &images, &[]) };
        for straps in settings(flips) {
            let expected = images[0].mirrored(&torus, &swaps(&torus, flips, &straps));
            let mut mirror = mirror(&spec, &straps);
            for (row, wanted) in images[0].rows.iter().zip(&expected.rows) {
                feed(&mut mirror, &torus, &local_ports(&torus, ports, row));
                let what = format!("{dims} {ports} {straps:?}");
                compare(&mirror, &torus, &local_ports(&torus, ports, wanted), &what);
            }
        }
    }
}

/// The outputs on which the node's messages start, slot by slot.
fn starts(
    torus: &Torus,
    ports: PortModel,
    image: &RomImage,
    flips: &[usize],
    straps: &[bool],
) -> Vec<Vec<usize>> {
    let (images, turns) = ([image.clone()], image.turns());
    let spec = NodeSpec { ports, flips, ..spec(torus, &images, &turns) };
    let (mut node, latency) = (Node::new(&spec, 0), spec.link_latency());
    node.connect_all();
    check_all(&node).unwrap();
    straps.iter().enumerate().for_each(|(k, &odd)| put(&mut node.flip_i[k], odd as u128));
    tick(&mut node, |n| &mut n.clk_i);
    node.rst_ni.next = true;
    tick(&mut node, |n| &mut n.clk_i);
    let mut seen = Vec::new();
    for t in 0..latency + image.rows.len() {
        node.start_i.next = t == 0;
        settle(&mut node);
        seen.push(valid(&node.tx_valid_o));
        tick(&mut node, |n| &mut n.clk_i);
    }
    assert!(!node.error_o.val());
    seen.split_off(latency)
}

#[test]
fn a_node_sends_what_its_straps_say() {
    for ((dims, flips), ports) in CASES.into_iter().flat_map(|case| FORMS.map(|ports| (case, ports))) {
        let torus = torus(dims);
        let image = schedule::one_by_one(&torus, ports, torus.len());
        let number = |port: Port| torus.ports().position(|other| other == port).unwrap();
        for straps in settings(flips) {
            let expected = image.mirrored(&torus, &swaps(&torus, flips, &straps));
            let outputs = |row: &Vec<Option<RomEntry>>| {
                row.iter().flatten().map(|entry| number(entry.route.segments()[0].port)).collect()
            };
            let wanted: Vec<Vec<usize>> = expected.rows.iter().map(outputs).collect();
            assert_eq!(starts(&torus, ports, &image, flips, &straps), wanted, "{dims} {ports} {straps:?}");
        }
    }
}
