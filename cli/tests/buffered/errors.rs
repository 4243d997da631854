//! Invalid options of unscheduled traffic: the complete message, exit code 2, no standard output.

use crate::common::{json, refused, stdout};
use std::fs;

/// `torusgen COMMAND` on a buffered 4x4, with more options.
fn four(command: &str, more: &str) -> String {
    let words = format!("{command} --router buffered --dims 4x4 {more}");
    refused(&words.split_whitespace().collect::<Vec<_>>())
}

fn all(command: &str, table: &[(&str, &str)]) {
    for (more, message) in table {
        assert_eq!(four(command, more), format!("error: {message}\n"), "{command} {more}");
    }
}

#[test]
fn traffic_that_is_none() {
    all(
        "sim",
        &[
            (
                "--traffic zigzag",
                "the traffic \"zigzag\" is not known; allowed are all-to-all[:ORDER], trace:FILE, uniform, \
                 transpose, tornado, neighbour, complement, reverse, shuffle, \
                 hotspot[:percent=1..100][:at=PROCESSOR]: use one of these",
            ),
            (
                "--traffic all-to-all:nearest",
                "the order \"nearest\" is not known; allowed are offset, random, farthest and planned: use \
                 one of these",
            ),
            (
                "--traffic hotspot:at=16",
                "a hotspot at processor 16 was asked for; there are 16, counted from 0: give at= a number \
                    below 16",
            ),
            (
                "--traffic trace:/no/such/file",
                "/no/such/file cannot be read (no such file or folder); give the path of a readable file",
            ),
        ],
    );
}

#[test]
fn rates_and_lengths() {
    all(
        "sim",
        &[
            (
                "--traffic uniform --rate 0",
                "a rate of 0 flits per cycle and processor was asked for; packets of this length and these \
                 bursts make more than 0 and up to 1: change the rate, or make packets or bursts longer",
            ),
            (
                "--traffic uniform --rate 1.25",
                "a rate of 1.25 flits per cycle and processor was asked for; packets of this length and \
                 these bursts make more than 0 and up to 1: change the rate, or make packets or bursts \
                 longer",
            ),
            (
                "--traffic uniform --rate 0.9 --burst 4",
                "a rate of 0.9 flits per cycle and processor was asked for; packets of this length and these \
                 bursts make more than 0 and up to 4/5: change the rate, or make packets or bursts \
                 longer",
            ),
            (
                "--traffic uniform --rate 1e-3",
                "the rate \"1e-3\" is not a number such as 0.35, with at most nine decimals: correct --rate",
            ),
            (
                "--traffic uniform --length 1-3 --flits 2",
                "packets of 1 to 3 flits were asked for; the network takes 1 to 2: lower --length, or \
                 give --flits 3",
            ),
            (
                "--traffic uniform --length two",
                "the packet length \"two\" is not a number of flits such as 4, nor a range such as 1-4: \
                 correct --length",
            ),
            (
                "--traffic uniform --deadlock bubble --flits 3 --depth 6 --length 2",
                "a packet of 2 flits was asked for; under the bubble rule every packet has the 3 flits of \
                 --flits, as shorter ones could block a ring: give all that length, or use --deadlock \
                 dateline",
            ),
        ],
    );
}

/// A run that sends nothing more before the end of its window would be called saturated.
#[test]
fn limits_within_the_window() {
    let message = "packets are measured up to cycle 6000 (warmup and window), but none is sent from cycle \
                   5999 on: raise --limit to 6000 or more, or lower --warmup or --measure";
    all("sim", &[("--traffic uniform --limit 5999", message)]);
    all("sweep", &[("--engine model --rates 0.1:0.1:0.1 --limit 5999", message)]);
    let words = "sim 4x4 --router buffered --traffic uniform --limit 6000 --engine model";
    stdout(&words.split_whitespace().collect::<Vec<_>>());
}

/// More than links carry is offered until the limit. The rest arrives after it, and every link is compared.
#[test]
fn a_saturated_run_is_compared_to_its_end() {
    let words = "sim 6x6 --router buffered --traffic transpose --rate 0.9 --warmup 100 --measure 500 \
                 --limit 1000 --pipeline 2 --engine model --format json";
    let found = json(&words.split_whitespace().collect::<Vec<_>>());
    let figures = [&found["drained"], &found["match"], &found["mismatch_count"]];
    assert_eq!(figures.map(ToString::to_string), ["false", "true", "0"], "{found}");
    assert!(found["cycles"].as_u64() > Some(2000), "{found}");
}

/// The limit ends neither the exchange, all of whose packets wait from the start, nor the burst after it.
#[test]
fn a_limit_does_not_cut_off_what_follows_an_exchange() {
    let words = "sim 4x4 --router buffered --engine model --format json".split_whitespace();
    let words: Vec<&str> = words.collect();
    let [short, long] = ["5", "500000"].map(|limit| json(&[&words[..], &["--limit", limit]].concat()));
    for key in ["match", "cycles", "burst", "latency", "delivered", "link_digest"] {
        assert_eq!(short[key], long[key], "{key}");
    }
    assert_eq!(short["match"], true);
}

#[test]
fn traces() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("packets.txt");
    let trace = |contents: &str, options: &str| {
        fs::write(&path, contents).unwrap();
        four("sim", &format!("--traffic trace:{} {options}", path.display()))
            .replace(path.to_str().unwrap(), "FILE")
    };
    let table = [
        (
            "0 1 2\n",
            "",
            "line 1 of the trace reads \"0 1 2\": a line holds four numbers, cycle, source, destination and \
             length: correct it, or start it with # to leave it out",
        ),
        (
            "# here\n0 0 16 1\n",
            "",
            "line 2 of the trace reads \"0 0 16 1\": there is no node 16; nodes are 0 to 15: correct the id",
        ),
        (
            "0 0 1 1\n",
            "--placement linear",
            "line 1 of the trace reads \"0 0 1 1\": node 1 has no processor; packets go between the 4 \
             processors of the placement: correct the id, or place one there",
        ),
        (
            "0 0 1 3\n",
            "--flits 2",
            "line 1 of the trace reads \"0 0 1 3\": a packet of 3 flits; allowed are 1 to 2: split it, or \
             give --flits 3",
        ),
        (
            "0 5 5 1\n",
            "",
            "line 1 of the trace reads \"0 5 5 1\": node 5 sends to itself; a packet goes to another \
             processor: leave the line out",
        ),
        (
            "9 0 1 1\n8 0 1 1\n",
            "",
            "line 2 of the trace reads \"8 0 1 1\": cycle 8 comes after cycle 9; cycles never decrease: sort \
             the lines",
        ),
    ];
    for (contents, options, message) in table {
        assert_eq!(trace(contents, options), format!("error: FILE: {message}\n"), "{contents}");
    }
    assert_eq!(
        trace("# none\n\n", ""),
        "error: FILE has no packets: write a line for each, such as 0 3 5 1 (cycle, source, destination, \
         flits)\n"
    );
    assert_eq!(
        trace("0 0 1 1\n", "--deadlock bubble --flits 2"),
        "error: a packet of 1 flit was asked for; under the bubble rule every packet has the 2 flits of \
         --flits, as shorter ones could block a ring: give all that length, or use --deadlock dateline\n"
    );
}

/// `torusgen emit` with a number of cycles that no router has, and with a scheduled one.
#[test]
fn cycles_of_a_hop() {
    for cycles in ["0", "3"] {
        let message =
            format!("--pipeline {cycles} was asked for; allowed is a number from 1 to 2: change --pipeline");
        all("emit", &[(&format!("--pipeline {cycles}"), &message)]);
    }
    assert_eq!(
        refused(&["emit", "--dims", "4x4", "--pipeline", "2"]),
        "error: --pipeline was asked for; scheduled routers have no buffers and no channels: add --router \
         buffered, or leave --pipeline out\n"
    );
    assert_eq!(
        refused(&["emit", "--dims", "4x4", "--algorithm", "product-a3", "--pipeline", "2"]),
        "error: --pipeline was asked for; scheduled routers have no buffers and no channels: add --router \
         buffered, or leave --pipeline out\n"
    );
}

/// Registers on links that cannot be.
#[test]
fn stages_of_links() {
    let syntax = |text: &str| {
        format!(
            "the link stages \"{text}\" are not numbers such as 2 for every link, or 0,1,2 by dimension, \
             with wrap=4 behind them for the links that close a ring: correct --link-stages"
        )
    };
    let texts =
        ["two", "", "1,", "-1", "+1", "wrap=2", "1,wrap=", "wrap=1,2", "1,wrap=2,wrap=3", "4294967296"];
    for text in texts {
        all("emit", &[(&format!("--link-stages={text}"), &syntax(text))]);
    }
    all(
        "sim",
        &[
            ("--link-stages 33", "33 link stages were asked for; a link has up to 32: lower --link-stages"),
            (
                "--link-stages 1,wrap=99",
                "99 link stages were asked for; a link has up to 32: lower --link-stages",
            ),
            (
                "--link-stages 1,2,3",
                "link stages of 3 dimensions were asked for; 4x4 has 2: give --link-stages one number for \
                 all, or one for each dimension",
            ),
        ],
    );
    assert_eq!(
        refused(&["emit", "2x2", "--router", "buffered", "--link-stages", "1,wrap=2"]),
        "error: stages of wrap links were asked for; 2x2 has no such link, as a ring of two nodes has one \
         link each way: leave wrap= out of --link-stages\n"
    );
}

#[test]
fn options_of_the_other_router() {
    let none = "and buffered routers have none: leave one of the two out";
    let with = "was asked for together with --router buffered; it describes";
    let message = format!("error: --exchanges {with} frames of a schedule, back to back, {none}\n");
    assert_eq!(four("sim", "--exchanges 2"), message);
    for (option, value) in
        [("--traffic", "uniform"), ("--rate", "0.2"), ("--burst", "3"), ("--length", "2"), ("--fault", "x")]
    {
        assert_eq!(
            refused(&["sim", "--dims", "4x4", option, value]),
            format!(
                "error: {option} was asked for; scheduled routers have no buffers and no channels: add \
                 --router buffered, or leave {option} out\n"
            )
        );
    }
}

#[test]
fn faults() {
    let known = "allowed are lost-credit:LINK:CHANNEL:CYCLE, flipped-head:LINK:BIT:CYCLE and \
                 stuck-ready:LOCAL_PORT:CYCLE, all numbers: correct --fault";
    for fault in ["x", "lost-credit:0:0", "stuck-ready:1:2:3", "flipped-head:a:0:0", "lost-credit:-1:0:0", ""]
    {
        let message = format!("error: the fault {fault:?} is not known; {known}\n");
        assert_eq!(refused(&["sim", "--router", "buffered", "--dims", "4x4", "--fault", fault]), message);
    }
    all(
        "sim",
        &[
            (
                "--fault lost-credit:64:0:0",
                "the fault \"lost-credit:64:0:0\" is at link 64, which does not exist; the links of 4x4 \
                 are 4 times the number of a node, plus the number of a port that it has: correct --fault",
            ),
            (
                "--fault lost-credit:0:4:0",
                "the fault \"lost-credit:0:4:0\" is at channel 4, which does not exist; channels are 0 to 3: \
                 correct --fault",
            ),
            (
                "--fault flipped-head:0:9:0",
                "the fault \"flipped-head:0:9:0\" is at bit 9, which does not exist; bits are 0 to 8: \
                 correct --fault",
            ),
            (
                "--ports one --fault stuck-ready:16:0",
                "the fault \"stuck-ready:16:0\" is at local port 16, which does not exist; local ports are 0 \
                 to 15, 1 for each processor, one for each port that exists: correct --fault",
            ),
        ],
    );
    // Cycles may be as late as a run.
    let late =
        refused(&["sim", "--router", "buffered", "--dims", "4x4", "--fault", "lost-credit:64:0:5000000000"]);
    assert!(late.contains("is at link 64, which does not exist"), "{late}");
    // Ports that are absent have neither link nor local port.
    let two = |fault| refused(&["sim", "--router", "buffered", "--dims", "2x3", "--fault", fault]);
    assert!(two("lost-credit:1:0:0").contains("is at link 1, which does not exist; "));
    assert!(two("stuck-ready:1:0")
        .contains("is at local port 1, which does not exist; local ports are 0 to 23, 4 for each"));
}

#[test]
fn sweeps() {
    let wide = ["0.5:9223372036854775809:1", "0.5:1001:900", "0.1:0.1000003:0.0000001"];
    for rates in
        ["0:1:0.1", "0.5:0.1:0.1", "0.1:0.5:0", "0.1:0.5", "0.1:1:0.0001", "a:b:c"].into_iter().chain(wide)
    {
        assert_eq!(
            four("sweep", &format!("--rates {rates}")),
            format!(
                "error: the rates {rates:?} are no range FROM:TO:STEP of positive numbers such as \
                 0.05:1:0.05, of up to 1000 and six decimals, with at most a thousand rates: correct \
                 --rates\n"
            )
        );
    }
    all(
        "sweep",
        &[
            (
                "--traffic all-to-all",
                "a sweep of all-to-all was asked for; only patterns have a rate: use uniform or another one, \
                 or torusgen sim",
            ),
            (
                "--traffic trace:x",
                "a sweep of trace:x was asked for; only patterns have a rate: use uniform or another one, or \
                 torusgen sim",
            ),
        ],
    );
    assert_eq!(
        refused(&["sweep", "--dims", "4x4", "--router", "scheduled"]),
        "error: a sweep with --router scheduled was asked for; only buffered routers take unscheduled \
         traffic: leave --router out\n"
    );
}

/// A number of rates that includes one that the process cannot make is refused before anything is compiled.
#[test]
fn sweeps_beyond_what_can_be_made() {
    assert_eq!(
        four("sweep", "--rates 0.5:1.5:0.5"),
        "error: a rate of 1.5 flits per cycle and processor was asked for; packets of this length and these \
         bursts make more than 0 and up to 1: change the rate, or make packets or bursts longer\n"
    );
}
