//! The definition of headers and requests, written down directly, to test the router against. Ordered
//! routing.

use torus_model::{HeaderLayout, Port, Torus};

/// The fate of a message in a router.
#[derive(Debug, PartialEq)]
pub enum Fate {
    Leaves(usize, u128),
    AtDestination,
    Error,
}

/// The fate of a message by the definition of its header.
pub fn fate(torus: &Torus, turns: &[(Port, Port)], local: bool, input: usize, head: u128) -> Fate {
    let (layout, ports) = (HeaderLayout::new(torus), torus.ports().collect::<Vec<_>>());
    let field = |from: usize, width: usize| head >> from & ((1 << width) - 1);
    if field(0, layout.hop_bits) > 0 {
        return Fate::Leaves(input, head - 1);
    }
    if header_bits(torus, input) == layout.hop_bits || field(layout.hop_bits, 1) == 0 {
        return if local { Fate::AtDestination } else { Fate::Error };
    }
    let port = field(layout.hop_bits + 1, layout.port_bits) as usize;
    match ports.iter().position(|q| q.index() == port && turns.contains(&(ports[input], *q))) {
        Some(output) => {
            Fate::Leaves(output, head >> layout.group_bits() & !(!0 << header_bits(torus, output)))
        }
        None => Fate::Error,
    }
}

/// Bits of a header on a port's links. With ordered routing only runs of later dimensions can follow.
pub fn header_bits(torus: &Torus, port: usize) -> usize {
    let (layout, dim) = (HeaderLayout::new(torus), torus.ports().nth(port).unwrap().dim());
    layout.hop_bits + (torus.d() - 1 - dim) * layout.group_bits()
}

/// The bits of a link beside the payload. Above the header there is one bit for the destination, one for
/// straight on and one for each turn; the bit that the header's definition gives is set.
pub fn link_head(torus: &Torus, turns: &[(Port, Port)], input: usize, head: u128) -> u128 {
    let ports: Vec<Port> = torus.ports().collect();
    let wired = turns.iter().filter(|turn| turn.0 == ports[input]).map(|turn| turn.1);
    let request = match fate(torus, turns, true, input, head) {
        Fate::AtDestination => 1,
        Fate::Leaves(output, _) if output == input => 2,
        Fate::Leaves(output, _) => 4 << wired.into_iter().position(|to| to == ports[output]).unwrap(),
        Fate::Error => 0,
    };
    request << header_bits(torus, input) | head
}
