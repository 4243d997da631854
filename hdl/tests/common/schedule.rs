//! A plain schedule: one message at a time, by ordered dimensional routing.

use torus_model::route::shorter_way;
use torus_model::{Port, PortModel, RomEntry, RomImage, Route, Segment, Torus};

/// The ordered route of an offset.
pub fn ordered(torus: &Torus, offset: &[u32]) -> Route {
    let run = |dim: usize| {
        let (sign, hops) = shorter_way(offset[dim], torus.dims()[dim]);
        Segment { port: Port::new(dim, sign), hops }
    };
    Route::new((0..torus.d()).map(run))
}

/// Messages to at most `most` other nodes, one after the other. Idle slots keep them from meeting.
pub fn one_by_one(torus: &Torus, ports: PortModel, most: usize) -> RomImage {
    let local_ports = ports.local_ports(torus);
    let mut image = RomImage::idle(0, local_ports);
    let origin = torus.node_at(0).expect("every torus has a node 0");
    for node in torus.nodes().skip(1).take(most) {
        let offset = torus.offset(origin, node);
        let word = ordered(torus, &offset);
        let mut row = vec![None; local_ports];
        let (local_port, hops) = (ports.local_port(word.segments()[0].port), word.hops() as usize);
        row[local_port] = Some(RomEntry { offset, route: word });
        image.rows.push(row);
        image.rows.extend(vec![vec![None; local_ports]; hops]);
    }
    image
}
