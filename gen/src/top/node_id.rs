//! The node id of coordinates, as text.

use torus_model::{route::coordinate_bits, Torus};

/// Assigns `id_o`, of so many bits, from the wires `NET_0`, `NET_1`, ..: node ids count the last coordinate
/// fastest.
pub fn node_id(torus: &Torus, net: &str, id: usize) -> String {
    let widths = coordinate_bits(torus);
    if torus.dims()[1..].iter().all(|n| n.is_power_of_two()) {
        let all: Vec<String> = (0..widths.len()).map(|i| format!("{net}_{i}")).collect();
        return format!("  assign id_o = {{{}}};\n", all.join(", "));
    }
    let term = |(i, width): (usize, &usize)| {
        let wide = match id - width {
            0 => format!("{net}_{i}"),
            more => format!("{{{more}'d0, {net}_{i}}}"),
        };
        match torus.stride(i) {
            1 => wide,
            stride => format!("{id}'d{stride} * {wide}"),
        }
    };
    format!("  assign id_o = {};\n", widths.iter().enumerate().map(term).collect::<Vec<_>>().join(" + "))
}
