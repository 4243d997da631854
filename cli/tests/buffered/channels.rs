//! Channels and waiting packets in waves, against naive counts from their text: each flit's channels by a
//! walk of its hops, waiting packets by the flits on links and by latencies.
//!
//! State space: radix 2, odd, even and unequal radices x both rules and routings x one and many channels x
//! ports x lengths of packets x routers of one and two cycles; windows. Changed texts are noticed.

use super::waves::RUNS;
use crate::common::hops::{hops, node, Flit, Hop, Rules, Text};
use crate::common::{json, path};
use std::collections::{BTreeMap, HashMap};
use std::fs;

/// Further networks, and their traffic.
const MORE: [(&str, &str); 4] = [
    ("4x2 --channels 16 --pipeline 2", "--traffic uniform --rate 0.6 --warmup 5 --measure 150"),
    ("3 --deadlock bubble --channels 1 --ports one", "--traffic all-to-all"),
    ("2x2x3 --routing udr --deadlock bubble --ports one", "--traffic all-to-all"),
    ("5 --ports one --flits 2 --link-stages 1,wrap=3 --channels 2", "--traffic all-to-all"),
];

/// The output of `sim`, and the text of the waves.
fn written((network, traffic): (&str, &str), more: &[&str]) -> (serde_json::Value, String) {
    let dir = tempfile::tempdir().unwrap();
    let vcd = path(dir.path(), "x.vcd");
    let words = format!("--router buffered --engine model --dims {network} {traffic}");
    let words: Vec<&str> = words.split(' ').collect();
    let found = json(&[&["sim", "--format", "json", "--vcd", &vcd], &words[..], more].concat());
    (found, fs::read_to_string(&vcd).unwrap())
}

fn dims(network: &str) -> Vec<u32> {
    network.split(' ').next().unwrap().split('x').map(|n| n.parse().unwrap()).collect()
}

/// The flits whose channels differ from those of a walk, and whether there are channels at all.
fn wrong_channels(network: &str, text: &str) -> (Vec<Flit>, bool) {
    let (dims, comment) = (dims(network), text.lines().nth(1).unwrap());
    let (_, channels) = comment.split_once(" channels=").unwrap();
    let channels = channels.split(' ').next().unwrap().parse().unwrap();
    let (dateline, udr) = (comment.contains(" rule=dateline "), comment.contains(" routing=udr "));
    let rules = Rules { dims: &dims, dateline, udr, channels };
    let wrong = |(flit, way): (Flit, Vec<Hop>)| {
        let links: Vec<usize> = way.iter().map(|hop| hop.link).collect();
        let walked = rules.channels(flit.2, flit.3, &links).into_iter();
        let expected: Vec<_> = walked.map(|channel| (channels > 1).then_some(channel as u32)).collect();
        (way.iter().map(|hop| hop.channel).collect::<Vec<_>>() != expected).then_some(flit)
    };
    (hops(text, &dims).into_iter().filter_map(wrong).collect(), channels > 1)
}

#[test]
fn channels_are_those_of_a_naive_walk() {
    let mut noticed = 0;
    for run in RUNS.iter().chain(&MORE) {
        let (_, text) = written(*run, &[]);
        let (wrong, several) = wrong_channels(run.0, &text);
        assert_eq!(wrong, [], "{run:?}");
        assert_eq!(text.contains(" channel "), several, "{run:?}");
        let (end, codes) = (text.find("$enddefinitions").unwrap(), Text::new(&text));
        let Some(code) = codes.code("channel") else { continue };
        // The first channel that is shown becomes another one.
        let shown = |bits: &str| text[end..].find(&bits.replace("CODE", code)).map(|at| at + end + 2);
        let Some(at) = ["\nb0 CODE\n", "\nb1 CODE\n", "\nb10 CODE\n"].iter().find_map(|bits| shown(bits))
        else {
            continue;
        };
        let other = if text[at..].starts_with('0') { "1" } else { "0" };
        let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
        assert!(!wrong_channels(run.0, &changed).0.is_empty(), "{run:?}: another channel is noticed");
        noticed += 1;
    }
    assert!(noticed > 5, "{noticed} faults were planted");
}

/// Checks waiting packets: those that wait and those that have entered are the packets sent; a packet on a
/// link has entered; the first waiting one is the next on a link of its node. Returns the sum over all
/// cycles.
fn waited(network: &str, text: &str) -> Result<u64, String> {
    let dims = dims(network);
    let mut first_hops: BTreeMap<u32, (u64, usize)> = BTreeMap::new();
    for ((packet, place, from, _), way) in hops(text, &dims) {
        if place == 0 {
            first_hops.insert(packet, (way[0].cycle, from as usize));
        }
    }
    let text = Text::new(text);
    let (scopes, mut last) = (text.scopes("wait_", "packets"), HashMap::new());
    let (mut sum, mut entered, mut result) = (0, 0, Ok(()));
    text.each_cycle(|cycle, value| {
        let mut all = 0;
        for scope in &scopes {
            let [packets, packet] = ["packets", "packet"].map(|name| value(&format!("{scope}.{name}")));
            all += packets.unwrap();
            if (packets == Some(0)) != packet.is_none() {
                result = Err(format!("{cycle}: {scope}: {packets:?} wait, first {packet:?}"));
            }
            let Some(packet) = packet else { continue };
            let (on_link, from) = first_hops[&packet];
            let before = last.insert(scope, packet).unwrap_or(0);
            if on_link <= cycle || from != node(scope.split('.').next().unwrap(), &dims) || before > packet {
                result =
                    Err(format!("{cycle}: {scope}: packet {packet} behind {before}, on a link {on_link}"));
            }
        }
        let gone = value("sent").unwrap().checked_sub(all);
        let least = first_hops.values().filter(|(on_link, _)| *on_link <= cycle + 1).count();
        if gone.is_none_or(|gone| gone < entered || (gone as usize) < least) {
            result = Err(format!("{cycle}: {all} wait, {gone:?} have entered, {least} are under way"));
        }
        (sum, entered) = (sum + u64::from(all), gone.unwrap_or(0));
    });
    result.map(|()| sum)
}

#[test]
fn what_waits_is_what_was_sent_and_has_not_entered() {
    let mut noticed = 0;
    for run in RUNS.iter().chain(&MORE) {
        let (found, text) = written(*run, &[]);
        let spent =
            |key: &str| found[key]["mean"].as_f64().unwrap() * found[key]["packets"].as_f64().unwrap();
        let latencies = (spent("latency") - spent("network_latency")).round() as u64;
        let sum = waited(run.0, &text).unwrap_or_else(|wrong| panic!("{run:?}: {wrong}"));
        // Of patterns some packets are not measured.
        assert!(
            sum == latencies || run.1.contains("--rate") && sum > latencies,
            "{run:?}: {sum} {latencies}"
        );
        let code = Text::new(&text).code("packets").unwrap().to_string();
        let end = text.find("$end\nb0 !").unwrap();
        let ones = text[end..].find(&format!("\nb1 {code}\n")).map(|at| at + end);
        let Some(at) = ones else { continue };
        let changed = format!("{}\nb0 {code}\n{}", &text[..at], &text[at + code.len() + 5..]);
        assert!(waited(run.0, &changed).is_err(), "{run:?}: another count is noticed");
        noticed += 1;
    }
    assert!(noticed > 5, "{noticed} faults were planted");
}

/// A window begins with what waits in its first cycle, and shows what the whole shows.
#[test]
fn windows_begin_with_what_waits() {
    let run = ("2x3 --ports one", "--traffic uniform --rate 0.9 --warmup 9 --measure 300");
    let (whole, part) = (written(run, &[]).1, written(run, &["--window", "150:170"]).1);
    let shown = |text: &str| {
        let (text, mut all) = (Text::new(text), BTreeMap::new());
        let scopes = text.scopes("wait_", "packets");
        text.each_cycle(|cycle, value| {
            let of = |scope: &String| ["packets", "packet"].map(|name| value(&format!("{scope}.{name}")));
            all.insert(cycle, scopes.iter().map(of).collect::<Vec<_>>());
        });
        all
    };
    let (whole, part) = (shown(&whole), shown(&part));
    assert_eq!(part.keys().copied().collect::<Vec<_>>(), (150..170).collect::<Vec<_>>());
    assert!(part.iter().all(|(cycle, waits)| whole[cycle] == *waits), "{part:?}");
    assert!(part[&150].iter().any(|[packets, _]| *packets > Some(1)), "{part:?}");
}
