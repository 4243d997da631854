//! Readers of single files: options, matrices, schedules, plans, tables, placements, traces, results.

use crate::common::{
    self,
    buffered::{traffic, Net},
};
use crate::runner::{fuzz, Kept};
use std::path::PathBuf;
use tempfile::TempDir;
use torus_cli::{
    matrix,
    regress::{Results, Row},
};
use torus_gen::{
    buffered::{TrafficOptions, Workload},
    network::AnyNetwork,
    nodes_of_file,
    schedule_file::{self, Contents, Written},
    Description, NetworkOptions,
};
use torus_model::{schedule::verify::verify, Torus};

/// A file that each case is written to.
struct Place {
    _folder: TempDir,
    path: PathBuf,
    kept: Kept,
}

impl Place {
    fn new(name: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join(name);
        let kept = Kept::create(&path);
        Place { _folder: folder, path, kept }
    }

    fn put(&self, bytes: &[u8]) -> &PathBuf {
        self.kept.write(bytes);
        &self.path
    }
}

fn texts(all: &[&str]) -> Vec<Vec<u8>> {
    all.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// The network of `key = value` lines.
fn network(options: &str) -> AnyNetwork {
    let table = options.parse().expect("a table");
    let options = NetworkOptions::from_table(table, "test".as_ref()).expect("options");
    AnyNetwork::of(Description::new(&options).expect("a description")).expect("a network")
}

/// The file of this name in the folder of a network.
fn emitted(options: &str, name: &str) -> Vec<u8> {
    let files = network(options).files().expect("emittable");
    let found = files.into_iter().find(|(path, _)| path == name);
    found.unwrap_or_else(|| panic!("{name} of {options}")).1.into_bytes()
}

#[test]
fn options() {
    let place = Place::new("options.toml");
    let valid = texts(&[
        "d = 3\nk = 4\nplacement = \"linear\"\n",
        "dims = \"3x4x5\"\nports = \"one\"\nkind = \"oneshot\"\nseed = 7\neffort = 1000\nname = \"a\"\n",
        "dims = \"4x4\"\nrouter = \"buffered\"\nchannels = 4\ndepth = 8\nflits = 3\nrouting = \"udr\"\n",
        "dims = \"4x4\"\nalgorithm = \"product-a2\"\nflits = 2\nwidth = 64\n",
        "dims = \"6x6\"\nswitching = \"generator\"\n",
        "dims = \"4x4\"\nrouter = \"buffered\"\ninterface = \"axis\"\ndeadlock = \"bubble\"\n",
    ]);
    fuzz("options", &valid, |bytes| {
        let options = NetworkOptions::from_file(place.put(bytes));
        options.is_ok_and(|options| Description::new(&options).is_ok())
    });
}

#[test]
fn matrices() {
    let place = Place::new("matrix.toml");
    let valid = texts(&[
        "[[configuration]]\ndims = \"4x4\"\nplacement = \"linear\"\n\n[[configuration]]\ndims = \"3x5\"\n",
        "[[configuration]]\nname = \"a\"\ndims = \"4x4\"\nrouter = \"buffered\"\nports = \"one\"\n",
    ]);
    fuzz("matrices", &valid, |bytes| matrix::from_file(place.put(bytes)).is_ok());
}

#[test]
fn schedules() {
    let place = Place::new("schedule.json");
    let of = |options| emitted(options, "schedule.json");
    let valid = [of("dims = \"3x3\""), of("dims = \"4x4\"\nplacement = \"linear\"\nports = \"one\"")];
    let none = NetworkOptions::default();
    fuzz("schedules", &valid, |bytes| AnyNetwork::of_schedule_file(place.put(bytes), &none).is_ok());
}

#[test]
fn plans() {
    let place = Place::new("plan.json");
    let of = |options| emitted(options, "plan.json");
    let valid = [
        of("dims = \"2x3\"\nalgorithm = \"product-a2\""),
        of("dims = \"3x3\"\nalgorithm = \"broadcast\"\nflits = 3"),
    ];
    let none = NetworkOptions::default();
    fuzz("plans", &valid, |bytes| AnyNetwork::of_schedule_file(place.put(bytes), &none).is_ok());
}

/// Our own text, and tables of S4NOC, whose nodes are those of a square torus with a packet to everyone.
#[test]
fn texts_of_schedules() {
    let place = Place::new("schedule.txt");
    let schedule = common::network_of("3x3", "full", "oneshot", "all").kind.schedule;
    let valid = [
        Written::new(&schedule, "odr").to_text().into_bytes(),
        b"n\n s\n  e\n   w\n    se\n     ws\n      ne\n       wn\n".to_vec(),
    ];
    fuzz("texts", &valid, |bytes| match schedule_file::read(place.put(bytes)) {
        Ok(Contents::Schedule(schedule, _)) => verify(&schedule).is_ok(),
        Ok(Contents::Table(table)) => table.check().faults.first.is_empty(),
        Ok(Contents::Plan(_)) | Err(_) => false,
    });
}

#[test]
fn placements() {
    let (place, torus) = (Place::new("nodes"), Torus::new(&[4, 4]).expect("a torus"));
    let valid = texts(&["0,0\n1,3\n2,2\n", "# processors\n3,3\n\n0,1 # one more\n"]);
    fuzz("placements", &valid, |bytes| nodes_of_file(&torus, place.put(bytes)).is_ok());
}

#[test]
fn traces() {
    let place = Place::new("trace");
    let net = Net::new("4x4 --flits 4");
    let valid = texts(&["0 0 1 1\n5 4 0 2 # two flits\n5 3 0 4\n"]);
    fuzz("traces", &valid, |bytes| {
        let trace = format!("trace:{}", place.put(bytes).display());
        let options = TrafficOptions { traffic: Some(trace), ..traffic("") };
        Workload::new(net.packet_network(), &options, 1).is_ok_and(|workload| workload.packets.count() > 0)
    });
}

#[test]
fn results() {
    let place = Place::new("results.json");
    let configuration = &matrix::built_in()[0];
    let base = Description::new(&configuration.options).expect("a description").base;
    let valid = serde_json::json!({
        "generator": "torusgen", "engine": "verilator", "matrix": "0", "configurations": [configuration.name],
        "results": [Row::new(&configuration.name, &base)],
    });
    fuzz("results", &texts(&[&valid.to_string()]), |bytes| Results::read(place.put(bytes)).is_ok());
}
