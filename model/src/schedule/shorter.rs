//! Makes schedules shorter: messages with slots and routes are packed again by annealing.

use super::problem::{with_alternatives, Setting};
use crate::{
    pack::{shorten, Choice, Horizon, Packing},
    Effort, Entry, Route,
};

/// The messages in fewer slots, as far as the effort allows, and the number of slots. The search begins with
/// their present slots and routes. `routes`: the routes that each message may take, with its present one.
pub(super) fn shorter(
    setting: Setting,
    horizon: Horizon,
    (messages, length): (Vec<Entry>, u32),
    routes: &[Vec<Route>],
    bound: u32,
    effort: Effort,
) -> (Vec<Entry>, u32) {
    let problem = with_alternatives(setting, &messages, routes);
    let choice = |(message, routes): (&Entry, &Vec<Route>)| {
        let own = routes.iter().position(|route| *route == message.route);
        Choice { alternative: own.expect("a message may take its own route"), start: message.slot }
    };
    let choices = messages.iter().zip(routes).map(choice).collect();
    let packing = shorten(&problem, Packing { length, choices }, bound, horizon, effort);
    let placed = |((message, choice), routes): ((Entry, Choice), &Vec<Route>)| {
        let route = routes[choice.alternative].clone();
        Entry { slot: choice.start, route, ..message }
    };
    (messages.into_iter().zip(packing.choices).zip(routes).map(placed).collect(), packing.length)
}
