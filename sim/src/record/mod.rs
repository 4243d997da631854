//! Waves: the traffic of a run, or of a part of it, on links and at local ports, as VCD, FST, or both.
//!
//! One time unit is one cycle. At the top are `cycle`, `exchange` and `slot` (of the exchange started last,
//! counted on the links), `done` and `error`. Buffered networks have `sent` and `delivered`, the packets so
//! far, instead of `exchange` and `slot`; their `done` is 1 from the cycle after the one in which the last
//! packet was complete. Then there is a scope for each node, `node_1_2_3`, which contains scopes for its
//! ports:
//! - `link_1p`: the outgoing link of dimension 1, `+`, with `valid`, `source`, `destination` (node ids), and
//!   `load`, the number of messages so far in the run. Buffered networks also have `packet`, counted from 0
//!   in the order in which packets are offered; `flit`, its place in the packet, if packets may have more
//!   than one; and `channel`, if links have more than one;
//! - `inject_1p`, at a processor: `valid`, `destination` of a message that starts here, as seen on the link;
//! - `eject_1p`, at a processor: `valid`, `source` of a message that arrived by a link of that direction;
//!   `eject_0` if a processor has one local port. Buffered networks also have `packet` and `flit`;
//! - `wait_1p` (or `wait_0`), in buffered networks: `packets`, how many packets were offered to the local
//!   port without a flit being taken by the end of the cycle, and `packet`, the number of the first of them.
//!
//! In several dimensions the coordinates of a node are beside its id: `source_1`, `source_2`,
//! `destination_1`.
//!
//! A value that does not exist is `z`, which GTKWave draws as a line in the middle, like idle. A comment
//! contains the configuration, and says if only a part is written ([`Part`]): links that were not chosen have
//! no scope, and neither have nodes without a chosen link. No file depends on date, path or machine. Reader:
//! [`crate::waves`].

pub mod cycle_record;
pub mod fst;
pub mod gtkw;
pub mod part;
pub mod selection;
pub mod sink;
pub mod subject;
pub mod sucl;
pub mod vcd;
pub mod writer;

mod declare;
mod files;
mod place;
mod shared;

pub use cycle_record::{CycleRecord, Exit, Message, Passage, Waits};
pub use files::{Recording, Waveform, BESIDE};
pub use fst::FstSink;
pub use part::Part;
pub use selection::Selection;
pub(crate) use shared::{Chosen, SharedWaves};
pub use sink::{Sink, Tee};
pub use subject::{Run, Subject};
pub use vcd::VcdSink;
pub use writer::WaveWriter;
