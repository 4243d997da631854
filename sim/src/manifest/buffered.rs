//! Buffered routers in a manifest.

use super::named;
use serde::{Deserialize, Serialize};
use torus_model::{Pipeline, RingRule, Ties};

/// The parameters of a buffered router.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BufferedInfo {
    /// The rule that keeps rings free of deadlock.
    #[serde(with = "named")]
    pub rule: RingRule,
    /// Virtual channels of every link.
    pub channels: usize,
    /// Flits that the buffer of a channel holds.
    pub depth: usize,
    /// Flits of the longest packet.
    pub flits: usize,
    /// Cycles of a hop, as a number.
    #[serde(default, with = "hop", skip_serializing_if = "is_usual")]
    pub pipeline: Pipeline,
    /// The direction of offsets of half a ring.
    #[serde(with = "named")]
    pub ties: Ties,
    /// Bits beside a payload: mark of the last flit, channel and header.
    pub head: usize,
}

fn is_usual(pipeline: &Pipeline) -> bool {
    *pipeline == Pipeline::default()
}

/// The cycles of a hop as a number.
mod hop {
    use serde::{de::Error, Deserialize, Deserializer, Serialize, Serializer};
    use torus_model::Pipeline;

    pub fn serialize<S: Serializer>(pipeline: &Pipeline, serializer: S) -> Result<S::Ok, S::Error> {
        pipeline.cycles().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Pipeline, D::Error> {
        let cycles = usize::deserialize(deserializer)?;
        let refused = || D::Error::custom(format_args!("a hop of {cycles} cycles; it takes 1 or 2"));
        Pipeline::of(cycles).ok_or_else(refused)
    }
}
