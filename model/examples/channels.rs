//! Virtual channels of a buffered ring: with the dateline rule no packets can block each other, without it
//! they can.
//!
//! Run it with `cargo run -p torusgen-model --example channels`.

use std::error::Error;
use torus_model::channel::Dependencies;
use torus_model::route::ordered_route;
use torus_model::{ChannelAssignment, Placement, RingRule, Routing, Ties, Torus};

/// Prints the channels of one packet, that the rule is free of deadlock, and the circle without it.
pub fn main() -> Result<(), Box<dyn Error>> {
    let torus: Torus = "6".parse()?;
    let full = Placement::full(&torus);
    let channels = ChannelAssignment::new(&torus, RingRule::Dateline, Routing::Odr, 2)?;

    let source = torus.node(&[4]);
    let route = ordered_route(&torus, &[3]);
    for (link, channel) in channels.walk(source, &route) {
        println!("link {} channel {channel}", torus.link_name(link));
    }

    Dependencies::of_placement(&channels, &full, Ties::Plus).check()?;
    println!("with the dateline rule there is no circle");

    let packets =
        full.processors().iter().map(|&source| route.links(&torus, source).map(|link| (link, 0)).collect());
    let circle = Dependencies::of_walks(&channels, packets).check();
    println!("on channel 0 alone: {}", circle.expect_err("six packets close the ring"));
    Ok(())
}
