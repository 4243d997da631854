//! Chooses how the links of an emitted network are simulated.

use super::head::Head;
use super::image::Images;
use super::links::Links;
use super::router::{Load, Router};
use super::runs::{Lockstep, Runs};
use super::wires::{RowWires, Wires};
use crate::engine::{Ends, Network};
use crate::ranks::{Cut, Ranks};

impl<H: Head> RowWires<H> for Runs<'_, H, Ends> {}
impl<H: Head> RowWires<H> for Links<'_, H, Ends> {}

/// The links of a network: simulated run by run, or one by one if they have registers.
pub fn wires<'a, H: Head, P: Load + 'static>(
    router: Router,
    network: &Network,
    ranks: Option<&'a dyn Ranks>,
) -> Box<dyn Wires<H, P> + 'a> {
    let cut = ranks.map(|ranks| Cut::new(ranks, &network.block, router.head_bytes()));
    match network.most_stages {
        0 => Box::new(Runs::new(router, network, cut)),
        _ => Box::new(Links::new(router, network, cut)),
    }
}

/// The links of a network whose nodes send from ROMs: class by class if many nodes send the same. `images`:
/// of the whole network.
pub fn row_wires<'a, H: Head>(
    router: Router,
    network: &Network,
    images: &Images,
    ranks: Option<&'a dyn Ranks>,
) -> Box<dyn RowWires<H> + 'a> {
    let cut = ranks.map(|ranks| Cut::new(ranks, &network.block, router.head_bytes()));
    match network.most_stages {
        0 if images.is_lockstep() => Box::new(Lockstep::new(router, network, images, cut)),
        0 => Box::new(Runs::new(router, network, cut)),
        _ => Box::new(Links::new(router, network, cut)),
    }
}
