//! The formulas of published costs, for comparison with the counts.
//!
//! Source: Kim, Maeng and Cho, "Complete exchange algorithms in wormhole-routed torus networks: a
//! divide-and-conquer strategy", 1999, table 1, and section 2.2 for the blocks held by A_(n-1). N is the
//! number of nodes per side; logarithms are to base 2. The values are those of
//! [`torus_model::collective::costs::published`].

/// The formulas of one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formulas {
    /// The number of start-ups.
    pub startups: &'static str,
    /// The number of blocks sent.
    pub blocks: &'static str,
    /// The number of blocks copied within a node.
    pub rearranged: &'static str,
    /// The most blocks held.
    pub held: &'static str,
}

/// The formulas of a source of published costs; `None` if it has none here.
pub fn formulas(source: &str) -> Option<Formulas> {
    let of = |startups, blocks, rearranged, held| Some(Formulas { startups, blocks, rearranged, held });
    match source {
        "Suh and Shin" => of("N/2 + 2", "(N^3 + 4 N^2)/4", "3 N^2", "N^2"),
        "Tseng and others" => of("N/2 + 2", "(N^3 + 4 N^2)/4", "(N^3 + 2 N^2)/2", "N^2"),
        "A1" => of("N/4 + 5", "(N^3 + 10 N^2)/4", "10 N^2", "2 N^2"),
        "A_(n-1)" => of("3 log N - 1", "2 N^3 - 2 N^2", "4 N^2 log N (log N - 1)", "N^3/2"),
        _ => None,
    }
}
