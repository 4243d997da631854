//! Faults in the modules between two clocks. The bench of the FIFO finds each of them in some setting.

use crate::fifo::{emitted_parts, settings};
use rayon::prelude::*;

/// A change: module, text, and the text that replaces it.
type Edit = (&'static str, &'static str, &'static str);

/// The name of a fault, and the changes that make it.
const FAULTS: [(&str, &[Edit]); 15] = [
    (
        "pointers cross in binary",
        &[
            ("cross", "write_next ^ (write_next >> 1)", "write_next"),
            ("cross", "read_next ^ (read_next >> 1)", "read_next"),
            ("cross", "{~read_seen[A:A-1], read_seen[A-2:0]}", "{~read_seen[A], read_seen[A-1:0]}"),
        ],
    ),
    (
        "full is never seen",
        &[("cross", "full_q       <= write_gray_next ==", "full_q       <= 1'b0 & write_gray_next ==")],
    ),
    ("full is seen a word too late", &[("cross", "<= write_gray_next == {", "<= write_gray_q == {")]),
    (
        "one bit of full is not inverted",
        &[("cross", "{~read_seen[A:A-1], read_seen[A-2:0]}", "{~read_seen[A], read_seen[A-1:0]}")],
    ),
    ("words come over a full output", &[("cross", "some & (~valid_q | read_ready_i)", "some")]),
    ("words are read where there are none", &[("cross", "some = read_gray_q != write_seen", "some = 1'b1")]),
    ("a word is given again", &[("cross", "get | (valid_q & ~read_ready_i)", "get | valid_q")]),
    ("a word goes before it is taken", &[("cross", "get | (valid_q & ~read_ready_i)", "get")]),
    ("the writer sees its own pointer", &[("cross", ".level_i (read_gray_q)", ".level_i (write_gray_q)")]),
    ("the reader sees its own pointer", &[("cross", ".level_i (write_gray_q)", ".level_i (read_gray_q)")]),
    (
        "words are written a place too far",
        &[("cross", "words[write_q[A-1:0]] <=", "words[write_next[A-1:0]] <=")],
    ),
    (
        "words are written where they are not taken",
        &[("cross", "if (put) begin", "if (write_valid_i) begin")],
    ),
    ("the output changes while it waits", &[("cross", "if (get) begin", "if (some) begin")]),
    (
        "the read pointer is never reset",
        &[("cross", "read_q      <= {(A+1){1'b0}}", "read_q      <= read_q + 1'b1")],
    ),
    ("a reset waits for a clock", &[("reset", "posedge clk_i or negedge rst_ni", "posedge clk_i")]),
];

#[test]
fn planted_faults_are_found() {
    let parts = emitted_parts();
    FAULTS.into_par_iter().for_each(|(what, edits)| {
        let mut changed = parts.clone();
        for (module, from, to) in edits {
            let file = format!("n_axis_{module}.v");
            let (_, text) = changed.iter_mut().find(|(name, _)| *name == file).expect("the module");
            assert!(text.contains(from), "{what}: {file} has {from}");
            *text = text.replace(from, to);
        }
        let found = settings().into_iter().any(|setting| !setting.run(&changed).good);
        assert!(found, "{what}: no setting finds it");
    });
}
