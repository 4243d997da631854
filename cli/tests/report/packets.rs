//! The data of channels and waiting packets in pages of buffered networks, against naive counts: channels by
//! a walk of the hops in the waves, by the rules of docs/buffered.md; waiting by latencies, and by closed
//! forms for one source.
//!
//! State space: radix 2, odd and unequal radices, one to three dimensions, partial placements x both rules
//! and routings x one, several and many channels x ports x lengths of packets x routers of one and two
//! cycles; lists, patterns, traces. Faults planted in a page's data are found.

use crate::common::hops::{hops, Hop, Rules};
use crate::common::page::Page;
use crate::common::{json, path, torusgen};
use serde_json::Value;
use std::{collections::BTreeMap, fs};

/// The options of a network and its traffic. Each run takes less than 512 cycles, so a stretch is one cycle.
const RUNS: [&str; 12] = [
    "2",
    "3 --channels 2",
    "2x3 --ports one",
    "2x2 --deadlock bubble --channels 1 --flits 2",
    "5 --deadlock bubble --flits 2 --channels 3",
    "7 --ports one --depth 1",
    "3x4 --routing udr",
    "2x2x3 --routing udr --deadlock bubble --ports one",
    "4x4 --placement linear --flits 3 --channels 8 --pipeline 2",
    "3x3 --placement linear:coeff=1,0 --flits 3 --channels 2 --pipeline 2 --depth 2",
    "4x2 --ports one --ties parity --channels 16",
    "4x4 --ports one --traffic uniform --rate 0.6 --warmup 20 --measure 200",
];

fn words(run: &str) -> Vec<&str> {
    [&["--router", "buffered", "--engine", "model", "--dims"], &run.split(' ').collect::<Vec<_>>()[..]]
        .concat()
}

/// The data that a page's scripts read.
fn data(words: &[&str]) -> Value {
    let html = Page::new(words, 0).html;
    let (_, rest) = html.split_once("id=\"data\">").expect("data");
    serde_json::from_str(rest.split_once("</script>").expect("their end").0).expect("JSON")
}

/// The bits of a text in base 64, least significant first in each byte.
fn bits(text: &Value) -> Vec<bool> {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |letter| DIGITS.find(letter).expect("a digit");
    let text = text.as_str().expect("a text").trim_end_matches('=');
    let all: Vec<bool> =
        text.chars().flat_map(|letter| (0..6).rev().map(move |at| digit(letter) >> at & 1 == 1)).collect();
    all.chunks_exact(8).flat_map(|byte| byte.iter().rev().copied()).collect()
}

/// The channel of every link in use, by cycle and link. `None` if it has no channel.
fn shown(data: &Value, links: usize) -> BTreeMap<(u64, usize), Option<usize>> {
    let space_time = &data["space_time"];
    let planes: Vec<Vec<bool>> =
        space_time["planes"].as_array().map_or(vec![], |all| all.iter().map(bits).collect());
    let (used, width) = (bits(&space_time["bits"]), links.div_ceil(8) * 8);
    let places = (0..used.len()).filter(|&place| used[place]);
    let value = |place| planes.iter().enumerate().map(|(bit, plane)| usize::from(plane[place]) << bit).sum();
    let channel =
        |place: usize| if planes.is_empty() { Some(0) } else { usize::checked_sub(value(place), 1) };
    places.map(|place| (((place / width) as u64, place % width), channel(place))).collect()
}

fn value_of<'a>(run: &'a str, key: &str) -> Option<&'a str> {
    run.split_once(key).map(|(_, rest)| rest.trim().split(' ').next().unwrap())
}

fn dims(run: &str) -> Vec<u32> {
    run.split(' ').next().unwrap().split('x').map(|n| n.parse().unwrap()).collect()
}

/// Every link in use has the channel that a walk of its packet has there, and no other link has one.
#[test]
fn channels_are_those_of_a_naive_walk() {
    let dir = tempfile::tempdir().unwrap();
    let vcd = path(dir.path(), "x.vcd");
    for run in RUNS {
        let (words, dims) = (words(run), dims(run));
        let burst = if run.contains("--traffic") { &[][..] } else { &["--no-burst"] };
        json(&[&["sim", "--format", "json", "--vcd", &vcd], &words[..], burst].concat());
        let data = data(&words);
        let channels = data["space_time"]["channels"].as_u64().unwrap() as usize;
        assert_eq!(value_of(run, "--channels").map_or(channels, |text| text.parse().unwrap()), channels);
        let (dateline, udr) = (!run.contains("bubble"), run.contains("udr"));
        let rules = Rules { dims: &dims, dateline, udr, channels };
        let mut expected = BTreeMap::new();
        for (&(_, _, from, to), way) in &hops(&fs::read_to_string(&vcd).unwrap(), &dims) {
            let links: Vec<usize> = way.iter().map(|hop| hop.link).collect();
            let channels = rules.channels(from, to, &links);
            let places = way.iter().map(|&Hop { cycle, link, .. }| (cycle, link));
            expected.extend(places.zip(channels.into_iter().map(Some)));
        }
        let links = dims.iter().product::<u32>() as usize * 2 * dims.len();
        let mut found = shown(&data, links);
        assert!(!found.is_empty() && found == expected, "{run}: {found:?} {expected:?}");
        let last = *found.keys().last().unwrap();
        found.insert(last, found[&last].map(|channel| channel ^ 1));
        assert!(found != expected, "{run}: another channel is noticed");
    }
}

/// Whether the sum of waiting packets over all cycles differs from their waiting times: total latencies less
/// those in the network.
fn differs_from_latencies(data: &Value, sim: &Value) -> bool {
    let waiting = &data["traffic"]["waiting"];
    let sum = |what: &str| {
        assert_eq!(waiting[what]["stride"], 1, "a stretch for each cycle");
        waiting[what]["most"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum::<u64>()
    };
    let spent = |key: &str| sim[key]["mean"].as_f64().unwrap() * sim[key]["packets"].as_f64().unwrap();
    let waited = (spent("latency") - spent("network_latency")).round() as u64;
    [sum("all"), sum("each")] != [waited; 2]
}

#[test]
fn what_waits_adds_up_to_the_latencies() {
    for run in RUNS.iter().filter(|run| !run.contains("--traffic")) {
        let words = words(run);
        let sim = json(&[&["sim", "--format", "json", "--no-burst"], &words[..]].concat());
        let mut data = data(&words);
        assert!(!differs_from_latencies(&data, &sim), "{run}");
        data["traffic"]["waiting"]["each"]["most"][0] = 999.into();
        assert!(differs_from_latencies(&data, &sim), "{run}: another count is noticed");
    }
}

/// Packets of one source to another processor, offered at once: a router takes in a flit in every cycle, so
/// that a packet fewer waits every so many flits.
#[test]
fn a_source_alone_sends_a_flit_in_every_cycle() {
    let dir = tempfile::tempdir().unwrap();
    let trace = path(dir.path(), "t.txt");
    for (network, source, flits) in [
        ("5", 3, 1),
        ("2x3 --ports one", 2, 1),
        ("4x4 --placement linear --ports one --flits 3", 7, 3),
        ("3x3 --flits 2 --depth 8 --deadlock bubble --channels 2", 4, 2),
    ] {
        let (at, count) = (5, 9);
        let to = if network.starts_with("4x4") { 10 } else { source + 1 };
        let to = if network == "5" { 4 } else { to };
        fs::write(&trace, format!("{at} {source} {to} {flits}\n").repeat(count)).unwrap();
        let subject = format!("trace:{trace}");
        let data = data(&[&words(network)[..], &["--traffic", &subject]].concat());
        let all = &data["traffic"]["waiting"]["all"]["most"];
        let expected = |cycle: u64| match cycle.checked_sub(at) {
            None => 0,
            Some(since) => (count as u64).saturating_sub(since / flits + 1),
        };
        for (cycle, shown) in (0..).zip(all.as_array().unwrap()) {
            assert_eq!(shown.as_u64().unwrap(), expected(cycle), "{network}: cycle {cycle} of {all}");
        }
        let most = data["traffic"]["waiting"]["each"]["most"].as_array().unwrap().iter().position(|n| n != 0);
        let processors = data["processors"].as_array();
        let number = processors.map_or(Some(source as usize), |all| all.iter().position(|n| *n == source));
        let width = processors.map_or(dims(network).iter().product::<u32>() as usize, Vec::len);
        assert_eq!(
            most,
            number.map(|number| at as usize * width + number),
            "{network}: whose packets they are"
        );
    }
}

/// Runs with more cycles than stretches are summed up; both engines show the same.
#[test]
fn long_runs_and_other_engines() {
    let run = words("3x4 --ports one --traffic uniform --rate 0.9 --warmup 100 --measure 2500");
    let long = data(&run);
    let waiting = &long["traffic"]["waiting"];
    assert_eq!((&waiting["all"]["stride"], &waiting["each"]["stride"]), (&8.into(), &8.into()));
    let numbers = |what: &str| waiting[what]["most"].as_array().unwrap().len();
    assert_eq!(numbers("each"), 12 * numbers("all"));
    let tiles: Vec<&str> = run.iter().map(|&word| if word == "model" { "tiles" } else { word }).collect();
    let other = data(&tiles);
    assert_eq!((&other["traffic"], &other["space_time"]), (&long["traffic"], &long["space_time"]));
}

/// The page of two runs says how many waited.
#[test]
fn pairs_say_how_many_waited() {
    let dir = tempfile::tempdir().unwrap();
    let folders = ["a", "b"].map(|name| path(dir.path(), name));
    for (folder, network) in folders.iter().zip(["3x4 --router buffered", "3x4"]) {
        let words: Vec<&str> = network.split(' ').collect();
        assert!(torusgen(&[&["emit", "--out", folder], &words[..]].concat()).status.success());
    }
    let data = data(&["--engine", "model", "--diff", &folders[0], &folders[1]]);
    assert_eq!((&data["a"]["waited"], &data["b"]["waited"]), (&132.into(), &Value::Null));
}
