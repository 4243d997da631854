//! Every example runs to its end.

#[path = "../examples/channels.rs"]
mod channels;
#[path = "../examples/loads.rs"]
mod loads;
#[path = "../examples/schedule.rs"]
mod schedule;

#[test]
fn examples_run_to_their_end() {
    for example in [loads::main, schedule::main, channels::main] {
        example().unwrap();
    }
}

/// A new example is added to the list above.
#[test]
fn every_example_is_run() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 3);
}
