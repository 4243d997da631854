//! Waves of buffered networks: both formats contain the same; the loads read from them are those of the run;
//! every flit is on the links of its packet's route in the right cycles; parts agree with the whole; both
//! engines write the same bytes; and writing waves does not change a run.
//!
//! State space: rings, radix 2, odd, even and unequal radices, one processor x port models x both rules and
//! routings x lengths of packets; lists, patterns and traces; runs that stall. The expected places of flits
//! come from their routes and the latency in docs/buffered.md, never from the writer.

use crate::common::buffered::Net;
use crate::common::{json, path, text, torusgen};
use serde_json::Value;
use std::{collections::BTreeSet, fs, fs::File, io::BufReader, path::Path};
use torus_sim::{follow, traffic::Packet, traffic::TrafficReport, waves::Life, Dump, Engine, Recording};

/// Networks and their traffic.
pub(super) const RUNS: [(&str, &str); 7] = [
    ("2", "--traffic all-to-all"),
    ("2x3 --ports one", "--traffic uniform --rate 0.3 --warmup 9 --measure 300"),
    ("5 --deadlock bubble --flits 2", "--traffic tornado --rate 0.5 --warmup 5 --measure 100"),
    ("2x3 --routing udr", "--traffic all-to-all:offset"),
    (
        "4x4 --placement linear --flits 3",
        "--traffic uniform --rate 0.4 --length 1-3 --warmup 50 --measure 300",
    ),
    ("4x4 --ports one --ties parity", "--traffic hotspot:percent=40:at=5 --rate 0.2 --warmup 1 --measure 90"),
    ("3x3 --placement linear:coeff=1,0 --flits 3", "--traffic all-to-all:farthest"),
];

fn words(run: (&str, &str)) -> Vec<String> {
    let all = format!("--router buffered --dims {} {}", run.0, run.1);
    all.split_whitespace().map(str::to_string).collect()
}

pub(super) fn sim(run: (&str, &str), more: &[&str]) -> Value {
    let words = words(run);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut found = json(&[&["sim", "--format", "json"], &words[..], more].concat());
    let object = found.as_object_mut().unwrap();
    ["stages", "compiled", "engine"].iter().for_each(|key| drop(object.remove(*key)));
    found
}

#[test]
fn both_formats_show_the_loads_of_the_run() {
    let dir = tempfile::tempdir().unwrap();
    let (vcd, fst) = (path(dir.path(), "x.vcd"), path(dir.path(), "x.fst"));
    for run in RUNS {
        let found = sim(run, &["--vcd", &vcd, "--fst", &fst]);
        assert_eq!(found, sim(run, &[]), "{run:?}: being written changes nothing");
        let same = json(&["waves", &vcd, "--diff", &fst, "--format", "json"]);
        assert_eq!((&same["match"], &same["only_in_first"]), (&true.into(), &0.into()), "{run:?}");
        for file in [&vcd, &fst] {
            let read = json(&["waves", file, "--format", "json"]);
            assert_eq!(read["match"], true, "{run:?}: {read}");
            assert_eq!(read["link_digest"], found["link_digest"], "{run:?}");
            assert_eq!(read["expected_digest"], found["expected_digest"], "{run:?}");
        }
        let dims: Vec<u32> =
            run.0.split(' ').next().unwrap().split('x').map(|n| n.parse().unwrap()).collect();
        let places = crate::places::checked(&fs::read_to_string(&vcd).unwrap(), &dims);
        assert_eq!(places.map(|seen| seen > 0), Ok(dims.len() > 1), "{run:?}: coordinates");
        let bytes = || [&vcd, &fst].map(|file| fs::read(file).unwrap());
        let tiles = bytes();
        sim(run, &["--vcd", &vcd, "--fst", &fst]);
        assert!(tiles == bytes(), "{run:?}: the same run, the same bytes");
        assert_eq!(found, sim(run, &["--engine", "model", "--vcd", &vcd, "--fst", &fst]), "{run:?}");
        assert!(tiles == bytes(), "{run:?}: the other engine, the same bytes");
    }
}

/// A file that says another seed than it was made with shows other loads than it should: exit code 1.
#[test]
fn loads_of_another_run_are_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let (vcd, other) = (path(dir.path(), "x.vcd"), path(dir.path(), "y.vcd"));
    sim(RUNS[1], &["--vcd", &vcd]);
    fs::write(&other, fs::read_to_string(&vcd).unwrap().replace(" seed=1 ", " seed=2 ")).unwrap();
    let output = torusgen(&["waves", &other]);
    assert_eq!(output.status.code(), Some(1));
    let lines = text(&output.stderr);
    assert!(lines.lines().count() > 5, "{lines}");
    assert!(
        lines.lines().all(|line| line.contains(": expected ") && line.contains(" flits, got ")),
        "{lines}"
    );
    // A comment that lost a number says so.
    fs::write(&other, fs::read_to_string(&vcd).unwrap().replace(" depth=4 ", " ")).unwrap();
    let output = torusgen(&["waves", &other]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("(its comment gives no number for depth)"),
        "{}",
        text(&output.stderr)
    );
}

/// A packet for every pair of processors, with `apart` cycles between them and before the first one.
fn pairs(net: &Net, flits: u32, apart: u64) -> Vec<Packet> {
    let (mut routes, processors) = (net.routes(1), net.processors());
    let pair = |&a| processors.iter().filter(move |&&b| b != a).map(move |&b| (a, b));
    let pairs = processors.iter().flat_map(pair);
    (1..).zip(pairs).map(|(at, (a, b))| routes.packet(at * apart, a, b, flits)).collect()
}

/// Sends packets. Returns the report, and the lives of each packet's flits in the waves.
fn lives(net: &Net, packets: &[Packet]) -> (TrafficReport, Vec<Vec<Life>>) {
    let file = net.dir.path().join("x.vcd");
    let waves = Recording { vcd: Some(&file), ..Recording::default() };
    let mut sent = packets.iter().cloned();
    let (report, _) = net.shown(Engine::Tiles, &mut sent, None, None, &[], waves);
    assert!(report.matches(), "{:?}", report.mismatches);
    let life = |packet: &Packet| {
        let mut dump = Dump::open(BufReader::new(File::open(&file).unwrap())).unwrap();
        follow(&mut dump, net.torus(), packet.source, packet.destination).unwrap()
    };
    (report, packets.iter().map(life).collect())
}

const NETS: [(&str, u32); 6] = [
    ("2", 1),
    ("2x3 --ports one", 1),
    ("4x4 --placement linear --flits 3", 3),
    ("5 --deadlock bubble --flits 2", 2),
    ("3x4 --ports one --link-stages 2,0,wrap=1", 1),
    ("5 --ports one --flits 2 --link-stages 1,wrap=3", 2),
];

/// Alone in the network a flit is on its first link in the cycle after it was offered, on a further one in
/// each cycle, later by the registers of the link before, and out in the next: nothing waits.
#[test]
fn lone_flits_are_where_they_must_be() {
    for (words, flits) in NETS {
        let net = Net::new(words);
        let packets = pairs(&net, flits, 40);
        let (_, lives) = lives(&net, &packets);
        for ((number, packet), lives) in packets.iter().enumerate().zip(&lives) {
            assert_eq!(lives.len(), flits as usize, "{words}");
            for (place, life) in (0..).zip(lives) {
                let first = packet.cycle + 1 + place;
                let (mut out, mut hops) = (first, Vec::new());
                for link in net.format().route(packet.way).links(net.torus(), packet.source) {
                    let (node, port) = net.torus().tail(link);
                    hops.push((out, link));
                    out += 1 + u64::from(net.network.base.stages.of(net.torus(), node, port));
                }
                assert_eq!((life.flit, &life.hops), (Some((number as u64, place)), &hops), "{words}");
                assert_eq!(life.ejected.as_ref().map(|(cycle, _)| *cycle), Some(out), "{words}");
                assert!((1..=hops.len()).all(|step| life.waited(net.torus(), step) == Some(0)), "{words}");
            }
        }
    }
}

/// All at once: words are kept to, no link carries two flits in a cycle, counts and latencies are those of
/// the run.
#[test]
fn flits_that_wait_keep_to_their_words() {
    for (words, flits) in NETS {
        let net = Net::new(words);
        let packets = pairs(&net, flits, 0);
        let (report, lives) = lives(&net, &packets);
        let (mut used, mut counts) = (BTreeSet::new(), vec![0; net.torus().link_slots()]);
        let (mut latency, mut waited) = (0, 0);
        for (packet, lives) in packets.iter().zip(&lives) {
            assert_eq!(lives.len(), flits as usize, "{words}");
            for life in lives {
                let links: Vec<_> = life.hops.iter().map(|(_, link)| *link).collect();
                assert_eq!(
                    links,
                    net.format().route(packet.way).links(net.torus(), packet.source).collect::<Vec<_>>(),
                    "{words}"
                );
                assert!(life.hops.iter().all(|&hop| used.insert(hop)), "{words}: one flit on a link");
                links.iter().for_each(|link| counts[link.index()] += 1);
                waited += (1..=links.len()).filter_map(|at| life.waited(net.torus(), at)).sum::<u64>();
            }
            latency += lives.iter().map(|life| life.ejected.as_ref().unwrap().0).max().unwrap();
        }
        assert_eq!(counts, report.link_counts, "{words}");
        assert_eq!(latency as f64, report.figures.latency.mean * packets.len() as f64, "{words}");
        assert!(waited > 0 || words == "2", "{words}: requesters wait");
    }
}

/// What a part shows is what the whole shows in its cycles, also behind cycles in which no flit was asked
/// for.
#[test]
fn parts_agree_with_the_whole() {
    let dir = tempfile::tempdir().unwrap();
    let (whole, part) = (path(dir.path(), "whole.vcd"), path(dir.path(), "part.fst"));
    for (run, window, [from, to]) in [(RUNS[4], "300:340", [300, 340]), (RUNS[3], ":7", [0, 7])] {
        let links = "node=0..1,1..2;dim=2";
        let found = sim(run, &["--vcd", &whole]);
        assert_eq!(found, sim(run, &["--fst", &part, "--window", window, "--links", links]), "{run:?}");
        let compared = torusgen(&["waves", &whole, "--diff", &part, "--format", "json"]);
        let compared: Value = serde_json::from_slice(&compared.stdout).unwrap();
        assert_eq!((&compared["cycle"], &compared["only_in_second"]), (&Value::Null, &0.into()), "{run:?}");
        assert_eq!((&compared["from"], &compared["to"]), (&from.into(), &to.into()), "{run:?}");
        assert!(compared["variables"].as_u64() > Some(5), "{run:?}");
    }
    let some = path(dir.path(), "some.fst");
    sim(RUNS[4], &["--fst", &some, "--links", "busiest=7"]);
    let read = json(&["waves", &some, "--format", "json"]);
    assert_eq!((&read["match"], &read["links_compared"]), (&true.into(), &7.into()));
}

/// A run that stalls has its waves, which show what the links carried until then.
#[test]
fn runs_that_stall_are_written() {
    let dir = tempfile::tempdir().unwrap();
    let vcd = path(dir.path(), "x.vcd");
    let words =
        ["--router", "buffered", "--dims", "3x4", "--ports", "one", "--depth", "1", "--channels", "2"];
    let broken = ["--vcd", &vcd, "--fault", "stuck-ready:2:3"];
    let output = torusgen(&[&["sim", "--format", "csv"], &words[..], &broken].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("nothing moved after cycle "), "{}", text(&output.stderr));
    let counts = |csv: String, column: usize| -> Vec<String> {
        csv.lines().skip(1).map(|line| line.split(',').nth(column).unwrap().to_string()).collect()
    };
    let read = torusgen(&["waves", &vcd, "--format", "csv"]);
    assert_eq!(read.status.code(), Some(1), "links carried less than the exchange needs");
    assert_eq!(counts(text(&read.stdout), 4), counts(text(&output.stdout), 4));
}

/// The file of two nodes, which a person has checked: packet 0 from 0 to 1 and packet 1 from 1 to 0, offered
/// in cycle 0, in which they wait, as a router takes nothing in the first cycle after reset, on the links in
/// cycle 2, by channels 0 and 1, out in cycle 3, done in 4.
#[test]
fn a_small_file_word_by_word() {
    let dir = tempfile::tempdir().unwrap();
    let vcd = path(dir.path(), "x.vcd");
    sim(RUNS[0], &["--vcd", &vcd, "--window", ":6"]);
    let expected = include_str!("../golden/buffered_ring2.vcd");
    assert_eq!(fs::read_to_string(&vcd).unwrap(), expected);
    let beside = |extension| fs::read_to_string(Path::new(&vcd).with_extension(extension)).unwrap();
    assert!(beside("gtkw").contains("torus_2.node_0.link_1p.packet[31:0]\n"), "{}", beside("gtkw"));
    assert!(beside("gtkw").contains("torus_2.node_1.wait_1p.packets[31:0]\n"), "{}", beside("gtkw"));
    assert!(beside("sucl").contains("variable_add torus_2.node_0.wait_1p.packet\n"), "{}", beside("sucl"));
    assert!(beside("sucl").starts_with("variable_add torus_2.cycle\nvariable_add torus_2.sent\n"));
}
