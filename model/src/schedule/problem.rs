//! The messages of a placement as a packing problem.
//!
//! Every message class `(source class, offset)` is an item, and each of its routes is an alternative. The
//! cells of a route are the link classes that it uses, one in each slot, and the ports of the processors
//! where the port model counts them.

use crate::{
    pack::{Cell, Problem},
    route::{ordered_route, Route},
    Entry, Placement, Port, PortModel,
};

/// Every message class with its ODR route, in slot 0.
pub(crate) fn odr_messages(placement: &Placement) -> Vec<Entry> {
    let route = |offset: &[u32]| ordered_route(placement.torus(), offset);
    let of = |(source, node)| {
        let entry = move |offset: Vec<u32>| Entry { slot: 0, source, route: route(&offset), offset };
        placement.offsets(node).map(entry)
    };
    placement.sources().into_iter().enumerate().flat_map(of).collect()
}

/// The packing problem of messages with one route each.
pub(crate) fn problem(placement: &Placement, ports: PortModel, messages: &[Entry]) -> Problem {
    let routes: Vec<&[Route]> = messages.iter().map(|message| std::slice::from_ref(&message.route)).collect();
    with_alternatives(placement, ports, messages, &routes)
}

/// The packing problem of messages with several routes each, in the order of the messages. Resources are the
/// link classes and, after them, two for each node class: its injection and its ejection, where ports are
/// few.
pub(crate) fn with_alternatives<W: AsRef<[Route]>>(
    placement: &Placement,
    ports: PortModel,
    messages: &[Entry],
    routes: &[W],
) -> Problem {
    let (torus, symmetry, sources) = (placement.torus(), placement.symmetry(), placement.sources());
    let class: Vec<usize> = sources.iter().map(|&source| symmetry.class_of(torus, source)).collect();
    let cells = |source: usize, route: &Route| cells(placement, ports, class[source], route);
    let item = |(message, routes): (&Entry, &W)| {
        routes.as_ref().iter().map(|route| cells(message.source, route)).collect()
    };
    let items = messages.iter().zip(routes).map(item).collect();
    Problem { resources: symmetry.link_classes(torus) + 2 * symmetry.classes(torus), items }
}

/// What a route uses that starts from a node class: links, and ports where the model counts them.
fn cells(placement: &Placement, ports: PortModel, class: usize, route: &Route) -> Vec<Cell> {
    let (torus, symmetry) = (placement.torus(), placement.symmetry());
    let path: Vec<usize> = symmetry.path(torus, class, route.ports()).collect();
    let sends = |at: usize| symmetry.link_classes(torus) + 2 * (path[at] / torus.port_slots());
    let receives = |at: usize| {
        let port = Port::from_index(path[at] % torus.port_slots());
        let tail = path[at] / torus.port_slots();
        symmetry.link_classes(torus) + 2 * symmetry.step(torus, tail, port) + 1
    };
    let cell = |resource: usize, offset: usize| Cell { resource: resource as u32, offset: offset as u32 };
    let last = path.len() - 1;
    let mut cells: Vec<Cell> = path.iter().enumerate().map(|(at, &link)| cell(link, at)).collect();
    match ports {
        PortModel::AllPort => {}
        PortModel::OnePort => cells.extend([cell(sends(0), 0), cell(receives(last), last)]),
        PortModel::SinglePort => {
            cells.extend((0..=last).flat_map(|at| [cell(sends(at), at), cell(receives(at), at)]));
        }
    }
    cells
}
