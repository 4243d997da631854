//! Slot counter and ROM in rust-hdl's simulator, and the ROM's Verilog decoded again.

use crate::common::{put, schedule, spec, tick, torus, valid, FORMS};
use rust_hdl_core::prelude::*;
use torus_hdl::kernel::{Node, Rom};
use torus_hdl::{modules, NodeSpec};
use torus_model::PortModel::{self, AllPort};
use torus_model::{HeaderLayout, RomEntry, RomImage, RomStyle, Torus};

fn cycle(node: &mut Node) {
    tick(node, |n| &mut n.clk_i);
}

fn node(torus: &Torus, ports: PortModel, images: &[RomImage]) -> Node {
    let turns = images[0].turns();
    awake(&NodeSpec { ports, ..spec(torus, images, &turns) })
}

/// A node after its reset.
fn awake(spec: &NodeSpec) -> Node {
    let mut node = Node::new(spec, 0);
    node.connect_all();
    check_all(&node).unwrap();
    cycle(&mut node);
    node.rst_ni.next = true;
    cycle(&mut node);
    node
}

/// Every shape in both forms.
fn forms(shapes: &[&'static str]) -> Vec<(&'static str, PortModel)> {
    shapes.iter().flat_map(|&dims| FORMS.map(|ports| (dims, ports))).collect()
}

/// The existing local ports of a row, in order.
fn local_ports<'a>(torus: &Torus, row: &'a [Option<RomEntry>]) -> Vec<Option<&'a RomEntry>> {
    match row.len() {
        1 => vec![row[0].as_ref()],
        _ => torus.ports().map(|port| row[port.index()].as_ref()).collect(),
    }
}

/// The local ports and offsets of a slot's messages.
fn expected(torus: &Torus, image: &RomImage, slot: usize) -> Vec<(usize, Vec<u32>)> {
    let all = local_ports(torus, &image.rows[slot]).into_iter().enumerate();
    all.filter_map(|(k, entry)| Some((k, entry?.offset.clone()))).collect()
}

/// The outputs by which a slot's messages leave.
fn leaves(torus: &Torus, image: &RomImage, slot: usize) -> Vec<usize> {
    let first = image.rows[slot].iter().flatten().map(|entry| entry.route.segments()[0].port);
    first.map(|port| torus.ports().position(|other| other == port).unwrap()).collect()
}

fn injected(torus: &Torus, node: &Node) -> Vec<(usize, Vec<u32>)> {
    let d = torus.d();
    let offset = |k: usize| (0..d).map(|i| node.inject_offset_o[k * d + i].val().value() as u32).collect();
    valid(&node.inject_valid_o).into_iter().map(|k| (k, offset(k))).collect()
}

#[test]
fn slots_follow_the_start() {
    let styles = |form| RomStyle::ALL.iter().map(move |&style| (form, style));
    for ((dims, ports), style) in forms(&["2", "5", "2x2", "3x4"]).into_iter().flat_map(styles) {
        let torus = torus(dims);
        let images = [schedule::one_by_one(&torus, ports, torus.len())];
        let turns = images[0].turns();
        let wanted = NodeSpec { ports, rom_style: style, ..spec(&torus, &images, &turns) };
        let (mut node, slots, latency) = (awake(&wanted), images[0].rows.len(), wanted.link_latency());
        // A second start in the last slot: the frames run back to back.
        for t in 0..2 * slots + 6 {
            node.start_i.next = t == 0 || t == slots;
            let seen = injected(&torus, &node);
            let wanted = match t.checked_sub(latency - 1) {
                Some(s) if s < 2 * slots => expected(&torus, &images[0], s % slots),
                _ => Vec::new(),
            };
            assert_eq!(seen, wanted, "{dims} cycle {t}");
            if let Some(s) = t.checked_sub(latency).filter(|s| *s < 2 * slots) {
                let outputs = leaves(&torus, &images[0], s % slots);
                assert_eq!(valid(&node.tx_valid_o), outputs, "{dims} links in cycle {t}");
            }
            cycle(&mut node);
        }
        assert!(!node.error_o.val());
    }
}

#[test]
fn an_early_start_is_an_error() {
    let torus = torus("3x4");
    let images = [schedule::one_by_one(&torus, AllPort, torus.len())];
    let slots = images[0].rows.len();
    for second in 1..slots + 3 {
        let mut node = node(&torus, AllPort, &images);
        for t in 0..slots + 4 {
            node.start_i.next = t == 0 || t == second;
            cycle(&mut node);
        }
        assert_eq!(node.error_o.val(), second < slots, "second start in cycle {second}");
    }
}

#[test]
fn rom_rows_are_the_image() {
    let torus = torus("2x3x4");
    for (ports, style) in FORMS.into_iter().flat_map(|form| RomStyle::ALL.iter().map(move |&s| (form, s))) {
        rom_rows(&torus, ports, style);
    }
}

fn rom_rows(torus: &Torus, ports: PortModel, rom_style: RomStyle) {
    let images = [schedule::one_by_one(torus, ports, torus.len())];
    let (layout, d) = (HeaderLayout::new(torus), torus.d());
    let spec = NodeSpec { ports, rom_style, ..spec(torus, &images, &[]) };
    let mut rom = Rom::new(&spec, 0);
    rom.connect_all();
    rom.rst_ni.next = true;
    // Behind the last row no frame is under way.
    let slots = images[0].rows.len();
    for slot in 0..slots + 2 {
        rom.running_i.next = slot < slots;
        put(&mut rom.slot_i[0], (slot % slots) as u128);
        // A block RAM has two registers more.
        (0..spec.rom_registers()).for_each(|_| tick(&mut rom, |r| &mut r.clk_i));
        let idle = vec![None; ports.local_ports(torus)];
        for (k, entry) in
            local_ports(torus, images[0].rows.get(slot).unwrap_or(&idle)).into_iter().enumerate()
        {
            assert_eq!(rom.valid_o[k].val(), entry.is_some());
            let Some(entry) = entry else { continue };
            if ports != AllPort {
                assert_eq!(rom.port_o[k].val().value(), entry.route.segments()[0].port.index() as u128);
            }
            assert_eq!(rom.head_o[k].val().value(), layout.encode(&entry.route));
            let offset: Vec<u32> = (0..d).map(|i| rom.offset_o[k * d + i].val().value() as u32).collect();
            assert_eq!(offset, entry.offset);
        }
    }
}

/// The rows of a printed ROM as bits, least significant first.
fn printed_rows(text: &str) -> Vec<Vec<bool>> {
    let row = |line: &str| {
        let hex = line.trim().strip_prefix("rows[")?.split_once("'h")?.1.strip_suffix(';')?;
        let digit = |c: char| (0..4).map(move |i| c.to_digit(16).unwrap() >> i & 1 == 1);
        Some(hex.chars().rev().flat_map(digit).collect())
    };
    text.lines().filter_map(row).collect()
}

#[test]
fn rom_text_decodes_to_the_words() {
    for (dims, ports) in forms(&["5", "2x3x4", "8x8", "2x2x2x2"]) {
        let torus = torus(dims);
        let images = [schedule::one_by_one(&torus, ports, torus.len())];
        let turns = images[0].turns();
        let spec = NodeSpec { ports, ..spec(&torus, &images, &turns) };
        let all = modules(&spec);
        let rom = all.iter().find(|module| module.name == "net_rom").unwrap();
        let (rows, widths) = (printed_rows(&rom.text), spec.widths());
        assert_eq!(rows.len(), 1 << widths.slot);
        for (slot, mut bits) in rows.into_iter().map(Vec::into_iter).enumerate() {
            let mut field =
                |width: usize| (0..width).fold(0u128, |n, i| n | (bits.next().unwrap_or(false) as u128) << i);
            let idle = vec![None; ports.local_ports(&torus)];
            let row = local_ports(&torus, images[0].rows.get(slot).unwrap_or(&idle));
            for (k, entry) in row.into_iter().enumerate() {
                assert_eq!(field(1) == 1, entry.is_some(), "{dims} slot {slot} local port {k}");
                if ports != AllPort {
                    let port = entry.map_or(0, |e| e.route.segments()[0].port.index() as u128);
                    assert_eq!(field(widths.layout.port_bits), port, "{dims} slot {slot}");
                }
                let head = entry.map_or(0, |e| widths.layout.encode(&e.route));
                assert_eq!(field(widths.head()), head, "{dims} slot {slot} local port {k}");
                for (i, &width) in widths.coordinates.iter().enumerate() {
                    assert_eq!(field(width), entry.map_or(0, |e| e.offset[i] as u128));
                }
            }
        }
    }
}
