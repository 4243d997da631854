//! Link loads of a complete exchange on linear placements, with the best lower bound.
//!
//! Run it with `cargo run -p torusgen-model --example loads`.

use std::error::Error;
use torus_model::bound::{best_lower_bound, bounds};
use torus_model::{Loads, Placement, Routing, Torus};

/// Prints a row for each radix: processors, maximum load of both routings, lower bound, and one of the
/// busiest links.
pub fn main() -> Result<(), Box<dyn Error>> {
    println!("torus   processors  odr  udr    bound  a busiest link of odr");
    for k in 3..9 {
        let torus = Torus::homogeneous(3, k)?;
        let placement = Placement::linear(&torus, None, 0)?;
        let ordered = Loads::new(&placement, Routing::Odr)?;
        let unordered = Loads::new(&placement, Routing::Udr)?;
        let bound = best_lower_bound(&bounds(&placement, Routing::Udr, None));
        assert!(bound <= unordered.e_max(), "no routing is below the bound");
        println!(
            "{:<7} {:>10} {:>4} {:>6} {:>6}  {}",
            torus.to_string(),
            placement.len(),
            ordered.e_max().to_string(),
            unordered.e_max().to_string(),
            bound.to_string(),
            torus.link_name(ordered.busiest()[0]),
        );
    }
    Ok(())
}
