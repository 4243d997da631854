//! The nodes of a quotient and the nets between them.

use super::sizes::Sizes;
use crate::formal::quotient::{Class, Quotient};

/// The nets and the instances.
pub fn text(quotient: &Quotient, sizes: &Sizes) -> String {
    let instances: String =
        (0..quotient.classes.len()).map(|class| instance(quotient, sizes, class)).collect();
    nets(quotient, sizes) + &instances
}

fn nets(quotient: &Quotient, sizes: &Sizes) -> String {
    let Sizes { links, sends, payload, offset, slot, .. } = sizes;
    let vectors = [
        ("link_valid", *links),
        ("link_data", links * payload),
        ("inject_valid", *sends),
        ("inject_offset", sends * offset),
        ("inject_data", sends * payload),
        ("eject_valid", *sends),
        ("eject_data", sends * payload),
    ];
    let mut text = String::from("  // Links by class and port; local ports by class and number.\n");
    vectors.iter().for_each(|(name, width)| text += &format!("  wire [{}:0] {name};\n", width - 1));
    for class in 0..quotient.classes.len() {
        for (e, head) in quotient.spec.link_heads().iter().enumerate() {
            text += &format!("  wire [{}:0] head_{class}_{e};\n", head - 1);
        }
    }
    let senders = sends / quotient.spec.local_ports().len();
    for sender in 0..senders {
        text += &format!("  wire running_{sender};\n  wire [{}:0] slot_{sender};\n", slot - 1);
    }
    text + "\n"
}

fn instance(quotient: &Quotient, sizes: &Sizes, number: usize) -> String {
    let class = &quotient.classes[number];
    let mut pins: Vec<(String, String)> = vec![plain("clk_i"), plain("rst_ni")];
    if let Some(sender) = class.sender {
        pins.push(plain("start_i"));
        pins.push(("f_running_o".into(), format!("running_{sender}")));
        pins.push(("f_slot_o".into(), format!("slot_{sender}")));
        pins.extend(
            class.flips.iter().map(|(dim, odd)| (format!("flip_{dim}_i"), format!("1'b{}", *odd as u8))),
        );
        pins.extend(local(quotient, sizes, sender));
    }
    pins.extend(links(quotient, sizes, number, class));
    let lines: Vec<String> = pins.iter().map(|(port, net)| format!("    .{port}({net})")).collect();
    format!("  {} u_class_{number} (\n{}\n  );\n\n", class.module, lines.join(",\n"))
}

fn plain(name: &str) -> (String, String) {
    (name.into(), name.into())
}

/// The connections of a class to its local ports.
fn local(quotient: &Quotient, sizes: &Sizes, sender: usize) -> Vec<(String, String)> {
    let (locals, w) = (quotient.spec.local_ports(), sizes.payload);
    let mut pins = Vec::new();
    for (l, q) in locals.iter().enumerate() {
        let i = sender * locals.len() + l;
        pins.push((format!("inject_valid_{q}_o"), format!("inject_valid[{i}]")));
        pins.push((format!("inject_data_{q}_i"), format!("inject_data[{} +: {w}]", i * w)));
        pins.push((format!("eject_valid_{q}_o"), format!("eject_valid[{i}]")));
        pins.push((format!("eject_data_{q}_o"), format!("eject_data[{} +: {w}]", i * w)));
        for (dim, bits) in sizes.coordinates.iter().enumerate() {
            let begin = i * sizes.offset + sizes.begin(dim);
            pins.push((format!("inject_offset_{q}_{dim}_o"), format!("inject_offset[{begin} +: {bits}]")));
        }
    }
    pins
}

/// The connections of a class to both ends of its links.
fn links(quotient: &Quotient, sizes: &Sizes, number: usize, class: &Class) -> Vec<(String, String)> {
    let (ports, w) = (quotient.spec.existing_ports(), sizes.payload);
    let heads = !quotient.spec.link_heads().is_empty();
    let mut pins = Vec::new();
    for (e, port) in ports.iter().enumerate() {
        let q = port.index();
        for (way, end, at) in [("rx", 'i', class.from[e]), ("tx", 'o', number)] {
            let n = at * ports.len() + e;
            pins.push((format!("{way}_valid_{q}_{end}"), format!("link_valid[{n}]")));
            pins.push((format!("{way}_data_{q}_{end}"), format!("link_data[{} +: {w}]", n * w)));
            let head = (format!("{way}_head_{q}_{end}"), format!("head_{at}_{e}"));
            pins.extend(heads.then_some(head));
        }
    }
    pins
}
