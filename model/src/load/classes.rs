//! Loads by link classes: one message of every class is walked.
//!
//! It shares nothing with the sliding sums but the tie rule, so that each checks the other.

use crate::{
    route::{ordered_route, orders, Route},
    Placement, Routing, Torus,
};

/// Numerators by link class: every message class of every source class is walked from class to class.
pub(super) fn class_numerators(placement: &Placement, routing: Routing, denominator: u64) -> Vec<u64> {
    let (torus, symmetry) = (placement.torus(), placement.symmetry());
    let mut numerators = vec![0; symmetry.link_classes(torus)];
    for source in placement.sources() {
        let class = symmetry.class_of(torus, source);
        for offset in placement.offsets(source) {
            for (route, weight) in weighted_routes(torus, &offset, routing, denominator) {
                let path = symmetry.path(torus, class, route.ports());
                path.for_each(|link| numerators[link] += weight);
            }
        }
    }
    numerators
}

/// The routes that a message of this offset may take, with their weights over the denominator.
fn weighted_routes(torus: &Torus, offset: &[u32], routing: Routing, denominator: u64) -> Vec<(Route, u64)> {
    match routing {
        Routing::Odr => vec![(ordered_route(torus, offset), denominator)],
        Routing::Udr => {
            let routes = orders(&ordered_route(torus, offset));
            let weight = denominator / routes.len() as u64;
            routes.into_iter().map(|route| (route, weight)).collect()
        }
    }
}
