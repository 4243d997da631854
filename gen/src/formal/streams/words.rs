//! Proofs of streams of words that a schedule sends: `NAME_axis_send`, `NAME_axis_receive` and its buffers.

use super::Processors;
use crate::formal::{properties::insert, sby::Proof};
use serde::Serialize;
use std::collections::BTreeSet;
use torus_hdl::Module;

/// The parameters of the harnesses, under their names.
#[derive(Serialize)]
pub(crate) struct WordStreams<'a> {
    #[serde(skip)]
    pub at: Processors<'a>,
    /// Local ports of a processor.
    pub locals: usize,
    pub payload: usize,
    /// Bits of a source in the form that the network shows.
    pub source: usize,
    /// Bits of a number of messages.
    pub count: usize,
    /// Bits of a place in a receive buffer.
    pub place: usize,
    /// Messages of a frame at every local port, processor by processor; one processor's if all have the same.
    #[serde(skip)]
    pub expected: &'a [usize],
    /// The module that computes the node id of a sender, if sources are offsets.
    pub sender: Option<String>,
}

/// The values for the templates.
#[derive(Serialize)]
struct Values<'a> {
    #[serde(flatten)]
    streams: &'a WordStreams<'a>,
    senders: usize,
    /// Bits of a source and its word.
    word: usize,
    /// The distinct numbers of messages that a frame brings to a local port.
    counts: String,
    /// A vector with 0 messages for each local port.
    zeros: String,
}

/// Cycles within which a word leaves.
const COMES_OUT: usize = 12;

/// Puts assertions into the receive buffer. Returns paths and texts of three harnesses and of their files for
/// SymbiYosys.
pub(crate) fn words(streams: &WordStreams, modules: &mut [Module]) -> Vec<(String, String)> {
    let own = |part: &str| streams.at.part(part);
    let fifo = own("fifo");
    let module = modules.iter_mut().find(|module| module.name == fifo).expect("a receive buffer");
    let about = "no word comes without a free place";
    insert(module, about, &[DECLARED.into()], &ASSERTED.map(String::from));
    let send = Proof::of(["offset", "send"].map(own).to_vec());
    let room = Proof::of([fifo.clone(), own("start")].to_vec());
    let assumed = Some((fifo.clone(), "no_overflow"));
    let receive = [fifo, own("receive")].into_iter().chain(streams.sender.clone());
    let receive = Proof { apart: Some(("PORT", streams.locals)), assumed, ..Proof::of(receive.collect()) };
    [
        harness(streams, "stream_in", include_str!("send.v.j2"), &send),
        harness(streams, "stream_room", include_str!("room.v.j2"), &room),
        harness(streams, "stream_out", include_str!("receive.v.j2"), &receive),
    ]
    .concat()
}

fn harness(streams: &WordStreams, own: &str, template: &str, proof: &Proof) -> Vec<(String, String)> {
    let values = Values {
        streams,
        senders: streams.at.placement.len(),
        word: streams.source + streams.at.data,
        counts: counts(streams),
        zeros: format!("{}'d0", streams.locals * streams.count),
    };
    streams.at.harness(own, (template, values), (proof, COMES_OUT))
}

/// The distinct numbers of messages that a frame brings to local ports, as Verilog.
fn counts(streams: &WordStreams) -> String {
    let all: BTreeSet<usize> = streams.expected.iter().copied().collect();
    let all = all.into_iter().map(|count| format!("{}'d{count}", streams.count));
    all.collect::<Vec<_>>().join(", ")
}

/// Words in the buffer, messages that have a promised place and have not arrived, and whether a reset was
/// seen.
const DECLARED: &str = "  wire [A:0] f_used = write_q - read_q;
  reg  [A:0] f_due_q = {(A+1){1'b0}};
  reg  f_reset_q = 1'b0;
  always @(posedge clk_i) begin
    f_due_q   <= rst_ni ? f_due_q + more - {{A{1'b0}}, arrive_i} : {(A+1){1'b0}};
    f_reset_q <= f_reset_q | ~rst_ni;
  end";

const ASSERTED: [&str; 3] = [
    "    no_overflow: assert (!f_reset_q | !put | (f_used != PLACES));",
    "    promises: assert (!f_reset_q | (promised_q == f_due_q + f_used));",
    "    in_places: assert (!f_reset_q
      | ((promised_q <= PLACES) & (f_due_q <= PLACES) & (f_used <= PLACES)));",
];
