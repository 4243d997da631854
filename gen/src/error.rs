//! Errors that only the program raises, and the one that all are passed on as.

mod compare;
mod regress;

pub use crate::UsageError;
pub use compare::{CompareError, MAX_HOPS, MAX_NODES};
pub use regress::RegressError;

use std::path::Path;
use torus_sim::output::shown;

/// Errors of the model's modules are refused as errors of the model.
macro_rules! refuse_model_errors {
    ($($error:ty),+ $(,)?) => {$(
        impl From<$error> for UsageError {
            fn from(error: $error) -> Self {
                UsageError::Model(error.into())
            }
        }
    )+};
}

refuse_model_errors!(
    torus_model::Error,
    torus_model::UnknownName,
    torus_model::torus::TorusError,
    torus_model::placement::PlacementError,
    torus_model::load::UdrTooLarge,
    torus_model::channel::ChannelError,
    torus_model::traffic::PatternError,
    torus_model::traffic::InjectionError,
    torus_model::collective::broadcast::BroadcastError,
);

impl From<torus_sim::PartError> for UsageError {
    fn from(error: torus_sim::PartError) -> Self {
        UsageError::Sim(error.into())
    }
}

impl From<crate::memory::UnknownAlgorithm> for UsageError {
    fn from(error: crate::memory::UnknownAlgorithm) -> Self {
        crate::memory::StorageError::Algorithm(error).into()
    }
}

/// A trace that is missing, or one too many.
pub(crate) fn of_trace(path: &Path, missing: bool) -> String {
    match missing {
        true => format!(
            "{} shows the packets of a trace, which it does not name; its loads are counted from the trace: \
             give it by --trace, or ask for --busiest, --follow or --diff",
            shown(path)
        ),
        false => format!(
            "--trace was given, but {} does not show the packets of a trace: leave --trace out",
            shown(path)
        ),
    }
}

/// What to do where no message is found in waves.
pub(crate) fn what_to_follow(part: bool) -> &'static str {
    match part {
        true => "they are a part of a run: write more slots or links, or follow a message in it",
        false => "processors send to the other processors: give two of them",
    }
}
