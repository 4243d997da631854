//! Random networks of every kind on all engines, which have to show the same in every cycle.
//!
//! Random options are drawn until enough of them describe a small network that can be made. Each network is
//! emitted and run on tiles, model and fabric by the program's own regression. The seed is different each
//! time, unless TORUSGEN_FUZZ_SEED gives it; a failure prints it. TORUSGEN_FUZZ_NETWORKS is the number of
//! networks.

use crate::common::{text, torusgen};
use crate::runner::{number, test_runner};
use proptest::{prelude::*, sample::select, strategy::ValueTree};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::SystemTime,
};
use torus_cli::matrix::{from_file, Configuration};
use torus_gen::{network::AnyNetwork, Description, NetworkOptions};

/// The default number of networks of a run.
const NETWORKS: usize = 20;

/// Values of options, with some for other kinds of networks.
const CHOICES: &[(&str, &[&str])] = &[
    ("placement", &["full", "linear", "linear:c=1", "multilinear:t=2"]),
    ("routing", &["odr", "udr", "balanced"]),
    ("ports", &["all", "one", "single"]),
    ("kind", &["frame", "oneshot", "exchange"]),
    ("group", &["cyclic", "dihedral"]),
    ("switching", &["headers", "slots", "generator"]),
    ("rom", &["auto", "logic", "block"]),
    ("deadlock", &["dateline", "bubble"]),
    ("ties", &["plus", "parity"]),
    ("link-stages", &["0", "1", "3,wrap=1"]),
];
/// The kinds of networks: a key and values of it for each. The networks of a run take turns.
const KINDS: [(&str, &[&str]); 3] = [
    ("router", &["scheduled"]),
    ("router", &["buffered"]),
    ("algorithm", &["table", "product-a1", "product-a2", "product-a3", "one-row", "suh-shin"]),
];
/// The same for numbers.
const NUMBERS: &[(&str, &[u64])] = &[
    ("channels", &[1, 2, 3, 4, 5]),
    ("depth", &[1, 2, 3, 4, 9]),
    ("flits", &[1, 2, 3, 5]),
    ("pipeline", &[1, 2]),
    ("width", &[32, 34, 64, 70]),
    ("seed", &[1, 2, 77]),
];
const DIMS: &[&str] =
    &["2", "3", "6", "2x2", "2x3", "3x3", "4x4", "5x2", "2x2x2", "2x3x2", "3x3x3", "2x2x2x2"];

fn drawn(kind: usize) -> impl Strategy<Value = serde_json::Value> {
    let words = prop::sample::subsequence(CHOICES, 0..=4);
    let numbers = prop::sample::subsequence(NUMBERS, 0..=3);
    (select(DIMS), words, numbers, any::<prop::sample::Index>()).prop_map(
        move |(dims, words, numbers, at)| {
            let word = |(key, of): (&str, &[&str])| (key.to_string(), at.get(of).to_string().into());
            let number = |(key, of): (&str, &[u64])| (key.to_string(), (*at.get(of)).into());
            let mut keys: serde_json::Map<String, serde_json::Value> =
                words.into_iter().chain([KINDS[kind]]).map(word).collect();
            keys.extend(numbers.into_iter().map(number));
            keys.insert("dims".into(), dims.into());
            // Buffered networks have no schedule to search for.
            if KINDS[kind].1 != ["buffered"] {
                keys.insert("effort".into(), 100_000.into());
            }
            keys.into()
        },
    )
}

/// The name of the network in a report. `None` if the options describe no network.
fn possible(keys: &serde_json::Value) -> Option<String> {
    let options = NetworkOptions::from_keys(keys.clone()).ok()?;
    AnyNetwork::of(Description::new(&options).ok()?).ok()?;
    Some(Configuration::of(options).name)
}

/// A matrix of possible networks, each once. The kinds take turns; some have fewer networks than requested.
fn matrix(seed: u64, count: usize) -> String {
    let (mut runner, mut found) = (test_runner(1, seed), BTreeMap::new());
    for kind in (0..KINDS.len()).cycle() {
        let keys = drawn(kind).new_tree(&mut runner).expect("options").current();
        found.extend(possible(&keys).map(|name| (name, keys)));
        if found.len() == count {
            break;
        }
    }
    let table = |keys: &serde_json::Value| {
        let keys: toml::Table = serde_json::from_value(keys.clone()).expect("keys of options");
        format!("[[configuration]]\n{keys}\n")
    };
    found.values().map(table).collect()
}

/// A regression refuses two configurations of one name, which a large matrix drew before.
#[test]
fn no_network_is_twice_in_a_matrix() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("matrix.toml");
    std::fs::write(&path, matrix(1, 100)).expect("a writable file");
    let names: BTreeSet<_> = from_file(&path).expect("a matrix").into_iter().map(|one| one.name).collect();
    assert_eq!(names.len(), 100);
}

#[test]
fn random_networks_show_the_same_on_all_engines() {
    let now = SystemTime::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_nanos() as u64);
    let seed = number("TORUSGEN_FUZZ_SEED").unwrap_or(now);
    let count = number("TORUSGEN_FUZZ_NETWORKS").map_or(NETWORKS, |count| count as usize);
    let (folder, matrix) = (tempfile::tempdir().expect("a temporary folder"), matrix(seed, count));
    let path = folder.path().join("matrix.toml");
    std::fs::write(&path, &matrix).expect("a writable file");
    let output =
        torusgen(&["regress", "--matrix", path.to_str().expect("a path"), "--engines", "tiles,model,fabric"]);
    let found = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "TORUSGEN_FUZZ_SEED={seed}\n{found}\n{matrix}");
}
