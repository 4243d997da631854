//! Heads are read as they were written: the way that a head describes is the walk of its packet's channels.
//!
//! Parameters: both rules, both routings, one plane and two, radix 2 and odd ones, every pair.

use torus_model::route::{ordered_route_with, orders};
use torus_model::{ChannelAssignment, RingRule};
use torus_model::{Routing, Ties, Torus};
use torus_sim::traffic::{HeadFormat, Way};

fn agrees(dims: &[u32], rule: RingRule, routing: Routing, planes: usize, flits: usize) {
    let torus = Torus::new(dims).unwrap();
    let channels = planes * ChannelAssignment::least_channels(&torus, rule, routing);
    let plan = ChannelAssignment::new(&torus, rule, routing, channels).unwrap();
    let format = HeadFormat::new(&torus, channels, flits, rule);
    let pairs = torus.nodes().flat_map(|a| torus.nodes().map(move |b| (a, b))).filter(|(a, b)| a != b);
    for (source, destination) in pairs {
        let word = ordered_route_with(&torus, source, destination, Ties::Parity);
        let words = if routing == Routing::Odr { vec![word] } else { orders(&word) };
        for word in words {
            let way = format.way(&word, &plan.channels(source, &word));
            let head = format.marked(way.short_head(), true);
            assert_eq!(head >> format.width(), 0, "a head of {} bits", format.width());
            assert_eq!(format.route(Way::new(way.first_port(), head.into())), word, "{torus} {rule}");
            let hops = format.hops(&torus, source, way);
            let hops: Vec<_> = hops.iter().map(|hop| (hop.link, hop.channel)).collect();
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
    let format = |flits| HeadFormat::new(&torus, 2, flits, RingRule::Dateline);
    let (short, long) = (format(1), format(4));
    assert_eq!(long.width(), short.width() + 1);
    let head = short.way(&word, &[0, 0]).short_head();
    assert_eq!(short.marked(head, true), head);
    assert_eq!(long.way(&word, &[0, 0]).short_head(), head);
    assert_eq!(long.marked(head, true), head | 1 << short.width());
    assert_eq!(long.marked(head, false), head);
}

/// A head of more than 64 bits, as lists of a bench have them.
#[test]
fn heads_of_two_words() {
    let torus = Torus::new(&[2; 14]).unwrap();
    let nodes: Vec<_> = torus.nodes().collect();
    let word = ordered_route_with(&torus, nodes[0], nodes[nodes.len() - 1], Ties::Plus);
    let channels: Vec<usize> = (0..14).map(|segment| segment % 4).rev().collect();
    let format = HeadFormat::new(&torus, 4, 1, RingRule::Dateline);
    assert_eq!(format.width(), 120);
    let way = format.way(&word, &channels);
    let segments: Vec<_> = word.segments().iter().copied().zip(channels).collect();
    assert_eq!(format.segments(way).collect::<Vec<_>>(), segments);
    assert_eq!((format.route(way), way.head() as u64), (word, way.short_head()));
}
