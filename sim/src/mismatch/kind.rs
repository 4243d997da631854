//! Kinds of mismatches, in the order in which they are reported.

use super::{Mismatch, PacketMismatch};
use serde::{Deserialize, Serialize};

/// The kinds of [`Mismatch`], from what a user notices to what explains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each is a variant of Mismatch, which has the meaning")]
pub enum Kind {
    Completion,
    Done,
    DoneFell,
    ErrorFlag,
    LinkCount,
    Missing,
    Received,
    Misdelivered,
    Duplicate,
    Payload,
    Unscheduled,
    Absent,
    Memory,
    Activity,
    LeftOver,
    Packet(PacketKind),
}

/// The kinds of [`PacketMismatch`], as they appear in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each is a variant of PacketMismatch, which has the meaning")]
pub enum PacketKind {
    Unexpected,
    Misdelivered,
    Damaged,
    Overtaken,
    Mixed,
    End,
    ErrorBit,
    Stalled,
    Unfinished,
    Unsent,
    Diverged,
    Room,
    LinkCount,
    ChannelCount,
    Credits,
    BenchDiverged,
    BenchChannel,
    LeftOver,
}

impl Kind {
    /// Whether all ranks find the mismatches of this kind: `done_o` and `error_o` are the same for all.
    pub(crate) fn is_of_all(self) -> bool {
        match self {
            Kind::Completion | Kind::Done | Kind::DoneFell | Kind::ErrorFlag => true,
            Kind::Packet(kind) => kind.is_of_all(),
            _ => false,
        }
    }
}

impl PacketKind {
    /// Whether all ranks find the mismatches of this kind: what ends a run, and what is compared after all
    /// ranks have shared their counts.
    fn is_of_all(self) -> bool {
        use PacketKind::{BenchChannel, BenchDiverged, LeftOver};
        use PacketKind::{Diverged, ErrorBit, Room, Stalled, Unfinished, Unsent};
        let ends = matches!(self, ErrorBit | Stalled | Unfinished | Unsent | Diverged | Room);
        ends || matches!(self, BenchDiverged | BenchChannel | LeftOver)
    }
}

impl From<&Mismatch> for Kind {
    fn from(mismatch: &Mismatch) -> Self {
        match mismatch {
            Mismatch::Completion { .. } => Kind::Completion,
            Mismatch::Done { .. } => Kind::Done,
            Mismatch::DoneFell { .. } => Kind::DoneFell,
            Mismatch::ErrorFlag { .. } => Kind::ErrorFlag,
            Mismatch::LinkCount { .. } => Kind::LinkCount,
            Mismatch::Missing { .. } => Kind::Missing,
            Mismatch::Received { .. } => Kind::Received,
            Mismatch::Misdelivered { .. } => Kind::Misdelivered,
            Mismatch::Duplicate { .. } => Kind::Duplicate,
            Mismatch::Payload { .. } => Kind::Payload,
            Mismatch::Unscheduled { .. } => Kind::Unscheduled,
            Mismatch::Absent { .. } => Kind::Absent,
            Mismatch::Memory { .. } => Kind::Memory,
            Mismatch::Activity { .. } => Kind::Activity,
            Mismatch::LeftOver(_) => Kind::LeftOver,
            Mismatch::Packet(packet) => Kind::Packet(packet.into()),
            Mismatch::OfRank { kind, .. } => *kind,
        }
    }
}

impl From<&PacketMismatch> for PacketKind {
    fn from(packet: &PacketMismatch) -> Self {
        match packet {
            PacketMismatch::Unexpected { .. } => PacketKind::Unexpected,
            PacketMismatch::Misdelivered { .. } => PacketKind::Misdelivered,
            PacketMismatch::Damaged { .. } => PacketKind::Damaged,
            PacketMismatch::Overtaken { .. } => PacketKind::Overtaken,
            PacketMismatch::Mixed { .. } => PacketKind::Mixed,
            PacketMismatch::End { .. } => PacketKind::End,
            PacketMismatch::ErrorBit { .. } => PacketKind::ErrorBit,
            PacketMismatch::Stalled { .. } => PacketKind::Stalled,
            PacketMismatch::Unfinished { .. } => PacketKind::Unfinished,
            PacketMismatch::Unsent { .. } => PacketKind::Unsent,
            PacketMismatch::Diverged { .. } => PacketKind::Diverged,
            PacketMismatch::Room { .. } => PacketKind::Room,
            PacketMismatch::LinkCount { .. } => PacketKind::LinkCount,
            PacketMismatch::ChannelCount { .. } => PacketKind::ChannelCount,
            PacketMismatch::Credits { .. } => PacketKind::Credits,
            PacketMismatch::BenchDiverged { .. } => PacketKind::BenchDiverged,
            PacketMismatch::BenchChannel { .. } => PacketKind::BenchChannel,
            PacketMismatch::LeftOver(_) => PacketKind::LeftOver,
        }
    }
}
