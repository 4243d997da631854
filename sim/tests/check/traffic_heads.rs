//! Heads are read as they were written: the way that a head describes is the walk of its packet's channels.
//!
//! Parameters: both rules, both routings, one plane and two, radix 2 and odd ones, every pair.

use torus_model::route::{ordered_route_with, orders};
use torus_model::{ChannelAssignment, RingRule};
use torus_model::{Routing, Ties, Torus};
use torus_sim::traffic::HeadFormat;

fn agrees(dims: &[u32], rule: RingRule, routing: Routing, planes: usize, flits: usize) {
    let torus = Torus::new(dims).unwrap();
    let channels = planes * ChannelAssignment::least_channels(&torus, rule, routing);
    let plan = ChannelAssignment::new(&torus, rule, routing, channels).unwrap();
    let format = HeadFormat::new(&torus, channels, flits, rule == RingRule::Dateline);
    let pairs = torus.nodes().flat_map(|a| torus.nodes().map(move |b| (a, b))).filter(|(a, b)| a != b);
    for (source, destination) in pairs {
        let word = ordered_route_with(&torus, source, destination, Ties::Parity);
        let words = if routing == Routing::Odr { vec![word] } else { orders(&word) };
        for word in words {
            let head = format.encode(&word, &plan.channels(source, &word), true);
            assert_eq!(head >> format.width(), 0, "a head of {} bits", format.width());
            let way = format.way(&torus, source, word.segments()[0].port, head);
            let hops: Vec<_> = way.iter().map(|hop| (hop.link, hop.channel)).collect();
            assert_eq!(hops, plan.walk(source, &word).collect::<Vec<_>>(), "{torus} {rule} {word:?}");
        }
    }
}

#[test]
fn heads_describe_the_walks_of_the_plan() {
    for dims in [&[2][..], &[7], &[4, 3], &[2, 5], &[3, 2, 4], &[2, 2, 2, 2]] {
        for rule in [RingRule::Dateline, RingRule::Bubble] {
            for (routing, planes, flits) in [(Routing::Odr, 1, 1), (Routing::Odr, 2, 3), (Routing::Udr, 1, 2)]
            {
                agrees(dims, rule, routing, planes, flits);
            }
        }
    }
}

/// The bit that says last is the highest one, and only there where packets may be longer.
#[test]
fn the_last_bit() {
    let torus = Torus::new(&[4, 4]).unwrap();
    let nodes: Vec<_> = torus.nodes().collect();
    let word = ordered_route_with(&torus, nodes[0], nodes[6], Ties::Plus);
    let (short, long) = (HeadFormat::new(&torus, 2, 1, true), HeadFormat::new(&torus, 2, 4, true));
    assert_eq!(long.width(), short.width() + 1);
    assert_eq!(short.encode(&word, &[0, 0], true), short.encode(&word, &[0, 0], false));
    let difference = long.encode(&word, &[0, 0], true) ^ long.encode(&word, &[0, 0], false);
    assert_eq!(difference, 1 << short.width());
}
