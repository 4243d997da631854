//! The messages of a placement as a packing problem.
//!
//! Every message class `(source class, offset)` is an item, and each of its routes is an alternative. The
//! cells of a route are the link classes that it uses, one after the other, and the ports of the processors
//! if the port model counts them. A message is received at the end of its last link.

use crate::{
    pack::{Cell, Problem},
    route::{ordered_route, Route},
    Entry, HopCycles, Placement, Port, PortModel, Schedule,
};

/// The parameters of a problem: the processors, their ports, and the cycles of hops.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub placement: &'a Placement,
    pub ports: PortModel,
    pub hop_cycles: &'a HopCycles,
}

/// Every message class with its ODR route, in slot 0.
pub(crate) fn odr_messages(placement: &Placement) -> Vec<Entry> {
    let route = |offset: &[u32]| ordered_route(placement.torus(), offset);
    let of = |(source, node)| {
        let entry = move |offset: Vec<u32>| Entry { slot: 0, source, route: route(&offset), offset };
        placement.offsets(node).map(entry)
    };
    placement.sources().into_iter().enumerate().flat_map(of).collect()
}

/// The messages of a full torus with ODR routes, one after the other, and the slots that they take, at least
/// one. Every node then forwards one message in each slot.
pub(super) fn one_row(placement: &Placement) -> (Vec<Entry>, u32) {
    let (mut messages, mut length) = (odr_messages(placement), 0);
    for message in &mut messages {
        message.slot = length;
        length += message.route.hops();
    }
    messages.sort();
    (messages, length.max(1))
}

/// The schedule, or [`one_row`] where that is optimal and the schedule is longer: on full tori with a single
/// port, if hops take one cycle.
pub(super) fn or_one_row(schedule: Schedule) -> Schedule {
    let is_above = schedule.length > schedule.lower_bound;
    let has_row = schedule.ports == PortModel::SinglePort && schedule.placement.is_uniform();
    if !is_above || !has_row || !schedule.hop_cycles.is_one() {
        return schedule;
    }
    let (entries, length) = one_row(&schedule.placement);
    Schedule { entries, length, ..schedule }
}

/// The packing problem of messages with one route each.
pub(crate) fn problem(setting: Setting, messages: &[Entry]) -> Problem {
    let routes: Vec<&[Route]> = messages.iter().map(|message| std::slice::from_ref(&message.route)).collect();
    with_alternatives(setting, messages, &routes)
}

/// The packing problem of messages with several routes each, in the order of the messages. Its resources are
/// the link classes, then two for each node class, injection and ejection, which are used if the port model
/// counts them. If links have registers, the ends of the link classes follow.
pub(crate) fn with_alternatives<W: AsRef<[Route]>>(
    setting: Setting,
    messages: &[Entry],
    routes: &[W],
) -> Problem {
    let placement = setting.placement;
    let (torus, symmetry, sources) = (placement.torus(), placement.symmetry(), placement.sources());
    let class: Vec<usize> = sources.iter().map(|&source| symmetry.class_of(torus, source)).collect();
    let cells = |source: usize, route: &Route| cells(setting, class[source], route);
    let item = |(message, routes): (&Entry, &W)| {
        routes.as_ref().iter().map(|route| cells(message.source, route)).collect()
    };
    let items = messages.iter().zip(routes).map(item).collect();
    let ends = if setting.hop_cycles.is_one() { 0 } else { symmetry.link_classes(torus) };
    Problem { resources: symmetry.link_classes(torus) + 2 * symmetry.classes(torus) + ends, items }
}

/// The cells of a route from a node class: links, and ports if the model counts them. If links have
/// registers, with all ports also the end of the last link.
fn cells(Setting { placement, ports, hop_cycles }: Setting, class: usize, route: &Route) -> Vec<Cell> {
    let (torus, symmetry) = (placement.torus(), placement.symmetry());
    let of_links = symmetry.link_classes(torus);
    let sends = |link: usize| of_links + 2 * (link / torus.port_slots());
    let receives = |link: usize| {
        let port = Port::from_index(link % torus.port_slots());
        of_links + 2 * symmetry.step(torus, link / torus.port_slots(), port) + 1
    };
    let cell = |resource: usize, offset: u32| Cell { resource: resource as u32, offset };
    let path = symmetry.path(torus, class, route.ports());
    // Each hop: the link, the slot in which it is sent and the slot in which it is received.
    let hops: Vec<(usize, u32, u32)> = (hop_cycles.uses(route).zip(path))
        .map(|((sent, port), link)| (link, sent, sent + hop_cycles.of(port) - 1))
        .collect();
    let (first, last) = (hops[0], hops[hops.len() - 1]);
    let mut cells: Vec<Cell> = hops.iter().map(|&(link, sent, _)| cell(link, sent)).collect();
    match ports {
        PortModel::AllPort if last.1 == last.2 => {}
        PortModel::AllPort => cells.push(cell(of_links + 2 * symmetry.classes(torus) + last.0, last.2)),
        PortModel::OnePort => cells.extend([cell(sends(first.0), 0), cell(receives(last.0), last.2)]),
        PortModel::SinglePort => {
            let of_hop =
                |&(link, sent, end): &(usize, u32, u32)| [cell(sends(link), sent), cell(receives(link), end)];
            cells.extend(hops.iter().flat_map(of_hop));
        }
    }
    cells
}
