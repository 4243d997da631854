//! Three schedules of one torus, each verified: a frame of ODR, a balanced frame, and a total exchange.
//!
//! Run it with `cargo run -p torusgen-model --example schedule`.

use std::error::Error;
use torus_model::schedule::balanced::balanced_frame;
use torus_model::schedule::exchange::exchange;
use torus_model::schedule::frame::odr_frame;
use torus_model::schedule::verify::verify;
use torus_model::{Effort, Placement, PortModel, Torus};

/// Prints length, lower bound and makespan of each schedule, and what a processor sends first.
pub fn main() -> Result<(), Box<dyn Error>> {
    let torus: Torus = "4x4".parse()?;
    let (full, ports, effort) = (Placement::full(&torus), PortModel::AllPort, Effort::with_seed(1));
    let schedules = [
        odr_frame(&full, ports, effort),
        balanced_frame(&full, ports, effort),
        exchange(&torus, ports, None, effort),
    ];
    println!("kind      slots  bound  makespan  first message");
    for schedule in schedules {
        let proved = verify(&schedule)?;
        let first = &schedule.entries[0];
        println!(
            "{:<9} {:>5} {:>6} {:>9}  slot {} route {}",
            schedule.kind.to_string(),
            proved.length,
            schedule.lower_bound,
            schedule.makespan(),
            first.slot,
            first.route,
        );
    }
    Ok(())
}
