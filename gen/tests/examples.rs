//! Every example runs to its end.

#[path = "../examples/network.rs"]
mod network;

#[test]
fn examples_run_to_their_end() {
    network::main().unwrap();
}

/// A new example is added above.
#[test]
fn every_example_is_run() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1);
}
