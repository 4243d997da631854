//! What to do about an error of the model, by the options of the command line, which the model does not know.

use std::fmt;
use torus_model::{channel::ChannelError, placement::PlacementError, torus::TorusError, Error, UnknownName};

/// An error of the model, followed by what to do where that takes an option.
pub struct Hinted<'a>(pub &'a Error);

impl fmt::Display for Hinted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)?;
        hint(self.0).map_or(Ok(()), |hint| write!(f, ": {hint}"))
    }
}

/// What to do, where the model's own message does not say it.
fn hint(error: &Error) -> Option<String> {
    Some(match error {
        Error::Torus(TorusError::NoDimension) => "give -d 2 -k 4 or --dims 4x4".into(),
        Error::Placement(PlacementError::UnequalRadices { .. }) => {
            "use --placement full or file:PATH, or a torus like 4x4x4".into()
        }
        Error::Placement(PlacementError::TooFewProcessors { .. }) => {
            "place more, or use --placement full".into()
        }
        Error::Channel(ChannelError::Count { step, .. }) => format!("give --channels {step}"),
        Error::Channel(ChannelError::Depth { least, .. }) => {
            format!("give --depth {least}, or shorten the packets")
        }
        _ => return None,
    })
}

/// The routing asked for is not known; `balanced` is a choice of the command line.
pub fn unknown_routing(text: &str) -> UnknownName {
    UnknownName { what: "routing", text: text.into(), allowed: &["odr", "udr", "balanced"] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torus_model::{ChannelAssignment, Placement, RingRule, Routing, Torus};

    fn message(error: impl Into<Error>) -> String {
        Hinted(&error.into()).to_string()
    }

    /// The whole message that a user sees, for each error whose remedy is an option.
    #[test]
    fn messages_name_the_options_that_help() {
        let torus: Torus = "4x3".parse().expect("a torus");
        let node = torus.node(&[0, 0]);
        let plan = ChannelAssignment::new(&torus, RingRule::Dateline, Routing::Udr, 2);
        let messages = [
            message(Torus::new(&[]).expect_err("no dimension")),
            message(Placement::linear(&torus, None, 0).expect_err("radices differ")),
            message(Placement::listed(&torus, &[node]).expect_err("one processor")),
            message(plan.expect_err("a multiple of 4 is needed")),
            message(RingRule::Bubble.check_depth(3, 2).expect_err("a depth of 4 is needed")),
        ];
        assert_eq!(
            messages,
            [
                "a torus of 0 dimensions was asked for; at least 1 is needed: give -d 2 -k 4 or --dims 4x4",
                "a linear or multilinear placement was asked for on 4x3, whose radices differ; it needs \
                 equal radices: use --placement full or file:PATH, or a torus like 4x4x4",
                "the placement has 1 processors; an exchange needs at least 2: place more, or use \
                    --placement full",
                "2 virtual channels were asked for; the dateline rule with udr routing in 2 dimensions needs \
                 a multiple of 4, up to 64: give --channels 4",
                "buffers of 3 flits were asked for; the bubble rule with packets of up to 2 flits needs 4 or \
                 more: give --depth 4, or shorten the packets",
            ]
        );
    }
}
