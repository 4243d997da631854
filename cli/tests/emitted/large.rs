//! Networks of more than 65,536 nodes: ids of more than 16 bits in Verilog, manifests, loads and
//! simulations.

use crate::common::{
    edit,
    icarus::{coordinates, counted, number, Emitted},
    json, path, stdout,
};
use std::collections::BTreeSet;
use tempfile::TempDir;
use torus_gen::digest::digest;
use torus_sim::Manifest;

/// A torus, its listed processors or its placement, and the routing. Ids have 17 bits. Distances are up to
/// half a ring, with radices of 2, unequal and odd ones.
const NETWORKS: &[(&[u32], &str, &[u32], &str)] = &[
    (&[512, 130], "", &[0, 16_640, 33_345, 50_021, 66_559], "odr"),
    (&[300, 300], "linear:coeff=1,7:c=5", &[], "odr"),
    (&[2, 40_000], "", &[39_999, 60_000, 79_999], "balanced"),
    (&[41, 2, 1000], "", &[0, 40_000, 65_535, 65_536, 81_999], "balanced"),
    (&[65_537], "", &[0, 65_536], "odr"),
];

fn text(dims: &[u32]) -> String {
    dims.iter().map(u32::to_string).collect::<Vec<_>>().join("x")
}

fn node(dims: &[u32], x: &[u32]) -> u32 {
    dims.iter().zip(x).fold(0, |node, (n, x)| node * n + x)
}

/// The file of a list of processors.
fn listed(dir: &TempDir, dims: &[u32], processors: &[u32]) -> String {
    let line = |&node: &u32| coordinates(dims, node).iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let file = path(dir.path(), "nodes");
    std::fs::write(&file, processors.iter().map(line).collect::<Vec<_>>().join("\n")).unwrap();
    format!("file:{file}")
}

/// The loads of ODR, from a walk of every message hop by hop.
fn walked(dims: &[u32], processors: &[u32]) -> Vec<u64> {
    let ports = 2 * dims.len() as u32;
    let mut loads = vec![0; (dims.iter().product::<u32>() * ports) as usize];
    for (&from, &to) in processors.iter().flat_map(|from| processors.iter().map(move |to| (from, to))) {
        let (mut at, end) = (coordinates(dims, from), coordinates(dims, to));
        for (dim, &n) in dims.iter().enumerate() {
            let ahead = (end[dim] + n - at[dim]) % n;
            let (port, step) = if ahead <= n / 2 { (0, 1) } else { (1, n - 1) };
            while at[dim] != end[dim] {
                loads[(node(dims, &at) * ports + 2 * dim as u32 + port) as usize] += 1;
                at[dim] = (at[dim] + step) % n;
            }
        }
    }
    loads
}

/// The text of which a digest of loads is made: the load of every existing link, by id.
fn loads_text(dims: &[u32], loads: &[u64]) -> String {
    let exists = |link: usize| link % 2 == 0 || dims[link % (2 * dims.len()) / 2] > 2;
    let of_links = loads.iter().enumerate().filter(|(link, _)| exists(*link));
    of_links.map(|(_, load)| load.to_string()).collect::<Vec<_>>().join(",")
}

/// The nodes whose bit is set in the plane of a top.
fn plane(top: &str) -> BTreeSet<u32> {
    let (_, table) = top.split_once("] AT_").expect("a plane");
    let lines = table.lines().skip(1).take_while(|line| *line != "  };");
    let digits: String = lines
        .map(|line| {
            let (width, digits) = line.trim().split_once("'h").expect("a literal");
            let digits = digits.split([',', ' ']).next().unwrap();
            let bits = digits.chars().map(|digit| format!("{:04b}", digit.to_digit(16).unwrap()));
            let bits: String = bits.collect();
            bits[bits.len() - width.parse::<usize>().unwrap()..].to_string()
        })
        .collect();
    (0..).zip(digits.bytes().rev()).filter(|&(_, bit)| bit == b'1').map(|(node, _)| node).collect()
}

#[test]
fn they_are_emitted_and_carry_their_loads() {
    for &(dims, placement, processors, routing) in NETWORKS {
        let (dir, torus) = (tempfile::tempdir().unwrap(), text(dims));
        let placement =
            if placement.is_empty() { listed(&dir, dims, processors) } else { placement.to_string() };
        let options = [&torus[..], "--placement", &placement, "--routing", routing];
        let out = path(dir.path(), "net");
        stdout(&[&["emit", "--name", "net", "--out", &out, "--dims"][..], &options].concat());
        // Nodes without processor, in the text and in the manifest.
        let manifest = Manifest::read(dir.path().join("net").as_path()).unwrap();
        let nodes: u32 = dims.iter().product();
        let with: BTreeSet<u32> = manifest.processors.iter().copied().collect();
        let others: BTreeSet<u32> = (0..nodes).filter(|node| !with.contains(node)).collect();
        let top = std::fs::read_to_string(dir.path().join("net/rtl/net.v")).unwrap();
        assert_eq!(plane(&top), others, "{torus}");
        let stated = manifest.kinds.iter().filter(|kind| !kind.processor);
        assert!(stated.flat_map(|kind| kind.nodes.clone()).eq(others.iter().copied()), "{torus}");
        if !processors.is_empty() {
            assert_eq!(manifest.processors, processors);
        }
        if routing == "odr" {
            let counted = digest(loads_text(dims, &walked(dims, &manifest.processors)));
            assert_eq!(manifest.loads.digest, counted, "{torus}");
        }
        let run = json(&["sim", "--from", &out, "--engine", "model", "--strict", "--format", "json"]);
        let pairs = manifest.processors.len() * (manifest.processors.len() - 1);
        assert_eq!((&run["match"], &run["delivered"]), (&true.into(), &pairs.into()), "{torus}");
    }
}

/// The tiles' straps and ids have more than 16 bits, and links more than 2^16 words.
#[test]
fn tiles_take_them_too() {
    let (dims, dir) = (&[2, 40_000], tempfile::tempdir().unwrap());
    let placement = listed(&dir, dims, &[39_990, 79_991, 79_999]);
    let run = json(&["sim", "--dims", "2x40000", "--placement", &placement, "--format", "json"]);
    assert_eq!((&run["match"], &run["delivered"]), (&true.into(), &6.into()));
}

/// The size of a ring that Icarus can run: only nodes at processors are made, and links that nobody drives
/// are idle. Each change of a net costs Icarus all its bits, so few messages are sent.
const RING: u32 = 70_001;
const ON_RING: [u32; 2] = [69_997, 69_999];
const MADE: u32 = 69_996;

#[test]
fn the_emitted_text_runs_in_icarus() {
    let dir = tempfile::tempdir().unwrap();
    let net = Emitted::new(&format!("--dims {RING} --placement {}", listed(&dir, &[RING], &ON_RING)));
    let (top, loop_begin) = (net.manifest.name.clone(), "for (g2 = 0; g2 <");
    edit(&net.folder(), &top, |text| {
        assert!(text.contains(loop_begin), "the loop over nodes without processor");
        let made = text.replace(loop_begin, &format!("for (g2 = {MADE}; g2 <"));
        made.replace("  wire [", "  tri0 [")
            .replace("output tri0", "output wire")
            .replace("input  tri0", "input  wire")
    });
    let seen = net.run(&net.manifest.bench, "cycle == 0", "", 14);
    let loads = walked(&[RING], &ON_RING);
    assert!(counted(&seen, "link_valid_o") == loads, "the links of the ring");
    let errors = seen.iter().any(|cycle| cycle["error_o"][0]);
    assert!(!errors && seen.last().unwrap()["done_o"][0]);
    // A payload is {source, destination}.
    let width = net.manifest.width;
    let arrived = seen.iter().flat_map(|cycle| {
        let data = cycle["eject_data_o"]
            .chunks(width)
            .map(|word| [number(&word[width / 2..]), number(&word[..width / 2])].map(|id| id as u32));
        data.zip(&cycle["eject_valid_o"])
            .filter(|(_, valid)| **valid)
            .map(|(ends, _)| ends)
            .collect::<Vec<_>>()
    });
    let mut arrived: Vec<[u32; 2]> = arrived.collect();
    arrived.sort_unstable();
    let pairs = ON_RING.iter().flat_map(|&from| ON_RING.iter().map(move |&to| [from, to]));
    assert!(arrived.into_iter().eq(pairs.filter(|[from, to]| from != to)));
}
