//! Networks of many dimensions. The tables in the headers of their routers take several lines, and heads of
//! flits are wide.

use crate::common::{refused, torusgen};

/// Radix 3 has two ports in each dimension, so six dimensions make long tables. Radix 2 has one.
const NETWORKS: &[&str] = &[
    "3x3x3x3x3x3",
    "3x3x3x3x3x3 --ports one",
    "3x3x3x3x3x3 --switching slots",
    "3x3x3x3x3x3 --ports one --switching slots",
    "3x3x3x3x3x3 --algorithm table",
    "3x3x3x3x3x3 --kind broadcast",
    "3x3x3x3x3x3 --router buffered --no-burst",
    "3x3x3x3x3x3 --router buffered --ports one --pipeline 2 --no-burst",
    "2x2x2x2x2x2x2x2 --router buffered --no-burst",
    "3x3x3x3x3x3x3x3 --placement linear",
    "2x2x2x2x2x2x2x2x2x2",
    "2x2x2x2x2x2x2x2x2x2x2x2 --placement linear",
];

#[test]
fn networks_of_many_dimensions_keep_to_their_golden_models() {
    for words in NETWORKS {
        let line = format!("sim {words} --engine model");
        let output = torusgen(&line.split(' ').collect::<Vec<_>>());
        assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Eight dimensions of radix 2 have heads of 59 bits.
#[test]
fn wide_heads_are_refused() {
    for engine in ["model", "tiles"] {
        let line = format!("sim 2x2x2x2x2x2x2x2x2 --router buffered --engine {engine}");
        let said = refused(&line.split(' ').collect::<Vec<_>>());
        assert!(said.contains("heads of 75 bits") && said.contains("fewer dimensions"), "{said}");
    }
}
