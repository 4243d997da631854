//! Waves: the link traffic of a run, or a part of it, as files made to be read: VCD, FST, or both.
//!
//! One time unit is one cycle. At the top stand `cycle`, `exchange` and `slot` (of the exchange started last,
//! counted on the links), `done`, `error`; of buffered routers `sent` and `delivered`, packets so far,
//! instead of `exchange` and `slot`, and `done` from the cycle after the one in which the last packet was
//! whole. Then a scope per node, `node_1_2_3`, and in it one per port:
//! - `link_1p`: the outgoing link of dimension 1, `+`: `valid`, `source`, `destination` (node ids), and
//!   `load`, the number of messages so far in the run; of buffered routers also `packet`, counted from 0 in
//!   the order in which they are offered, `flit`, its place in that, where packets have more than one,
//!   and `channel`, where a link has more than one;
//! - at a processor `inject_1p`: `valid`, `destination` of a message that starts here, as seen on the link;
//! - and `eject_1p`: `valid`, `source` of a message that arrived by a link of that direction; `eject_0`,
//!   where a processor has one local port; of buffered routers `packet` and `flit`, too;
//! - of buffered routers also `wait_1p` (`wait_0`): `packets`, how many were offered to the local port and of
//!   which the router has taken in no flit by the end of the cycle, and `packet`, the number of the first.
//!
//! A torus of several dimensions has the coordinates of a node beside its id: `source_1`, `source_2`,
//! `destination_1`.
//!
//! What does not exist at a time is `z`: GTKWave draws that as a line in the middle, which reads as idle. A
//! comment carries the configuration, and says of a part that it is one ([`Part`]): links that were not
//! chosen have no scope, nodes without a chosen link neither. Nothing in a file depends on date, path or
//! machine. Reader: [`crate::waves`].

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
pub use files::{Recording, Waveform};
pub use fst::FstSink;
pub use part::Part;
pub use selection::Selection;
pub(crate) use shared::{Chosen, SharedWaves};
pub use sink::{Sink, Tee};
pub use subject::{Run, Subject};
pub use vcd::VcdSink;
pub use writer::WaveWriter;
