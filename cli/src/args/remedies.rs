//! What to do about an error, by the options of the command line, which libraries do not know.

use torus_gen::{files::FileError, UsageError};
use torus_model::{channel::ChannelError, placement::PlacementError, torus::TorusError, Error};

/// The whole message of an error: what it says, and what to do where that takes an option.
pub fn message(error: &UsageError) -> String {
    match remedy(error) {
        Some(remedy) => format!("{error}: {remedy}"),
        None => error.to_string(),
    }
}

/// What to do about an error, where its own message does not say it.
pub fn remedy(error: &UsageError) -> Option<String> {
    match error {
        UsageError::Model(error) | UsageError::File(FileError::Contents { error, .. }) => of_model(error),
        _ => None,
    }
}

fn of_model(error: &Error) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use torus_model::{ChannelAssignment, Placement, RingRule, Routing, Torus};

    fn message(error: impl Into<Error>) -> String {
        super::message(&UsageError::Model(error.into()))
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
