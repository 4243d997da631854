//! Pages of buffered networks, opened in headless Chromium: the numbers of the run, latencies as they were
//! counted, every link of the diagram as often as it was used, no script error; runs that differ; the same
//! bytes from a folder.
//!
//! State space: radix 2, odd and unequal radices, one dimension, both rules and routings, lists and patterns
//! x engines x rows of the diagram.

use crate::common::page::{element, Page};
use crate::common::{json, text, torusgen};

/// What a person clicks: a link, a node, a bar; a selection is shown everywhere. Then sums over what is
/// drawn.
const PROBE: &str = "const say = (text) => { document.getElementById('probe').textContent += text + ';'; };
    const marked = (place) => document.querySelectorAll(place + ' .marked').length;
    const pixels = () => { const c = document.getElementById('time'); const p = c.getContext('2d');
      const d = new Uint32Array(p.getImageData(LEFT, TOP, c.width - LEFT, c.height - TOP).data.buffer);
      return new Set(d).size; };
    const sum = (all) => all.reduce((a, b) => a + b, 0);
    say(pixels() > 2); selectLink(links.find((link) => simulated[link] === most), 4);
    say(marked('#links') + ' ' + marked('#histogram')); selectNodes([1]);
    zoom(3, 400, 200); move(2, 2); showCycle(5); selectNothing(); say(marked('body'));
    say(document.documentElement.scrollWidth <= window.innerWidth);
    say(document.getElementById('schedule') === null);
    say(document.querySelectorAll('#latency rect').length === data.traffic.histogram.total.length);
    say(sum(data.traffic.histogram.total)); say(sum(data.traffic.histogram.network));
    say(sum(data.curve.ejected)); say(sum(data.curve.offered));
    const seen = (link) => \
    { let n = 0; for (let c = 0; c < diagram.cycles; c++) n += used(c, link); return n; };
    say(links.filter((link) => seen(link) !== simulated[link]).length);
    say(links.length && describeCell({ cycle: 3, row: links[0] }).startsWith('cycle 3, link '));
    const mean = (all, width) => sum(all.map((n, bin) => n * bin)) / sum(all);
    say(data.traffic.histogram.width === 1 ? mean(data.traffic.histogram.total).toFixed(2) : 'wide');";

/// Words of a network and what is sent through it.
const RUNS: [&str; 6] = [
    "--dims 2",
    "--dims 3x4 --routing udr --engine model",
    "--dims 5 --deadlock bubble --flits 2 --traffic tornado --rate 0.3 --measure 400",
    "--dims 4x4 --ports one --traffic uniform --rate 0.5 --warmup 50 --measure 500",
    "--dims 2x3x4 --engine model --flits 3 --traffic uniform --measure 400",
    "--dims 3x3 --placement linear --engine model --flits 3 --length 1-3 --traffic uniform --measure 400",
];

/// The numbers that `sim` prints are those that the scripts show.
#[test]
fn pages_show_what_the_simulator_found() {
    for run in RUNS.map(|words| words.split(' ').collect::<Vec<_>>()) {
        let run = &run[..];
        let sim = json(&[&["sim", "--router", "buffered", "--format", "json"], run].concat());
        let dom = Page::new(&[&["--router", "buffered"], run].concat(), 0).dom(PROBE);
        let shown = |id: &str| element(&dom, id).to_string();
        assert_eq!(shown("e-max"), sim["e_max"].as_str().unwrap(), "{run:?}");
        assert_eq!(shown("delivered"), sim["delivered"].to_string(), "{run:?}");
        assert_eq!(shown("digest"), sim["link_digest"].as_str().unwrap()[..16], "{run:?}");
        assert_eq!(shown("differences"), "0", "{run:?}");
        assert!(shown("verdict").contains("equal"), "{run:?}");
        assert_eq!(shown("accepted"), format!("{:.4}", sim["accepted"].as_f64().unwrap()), "{run:?}");
        for (part, key) in [("latency", "latency"), ("network", "network_latency")] {
            for number in ["packets", "p50", "p99", "max"] {
                assert_eq!(shown(&format!("{part}-{number}")), sim[key][number].to_string(), "{run:?}");
            }
        }
        let mean = format!("{:.2}", sim["latency"]["mean"].as_f64().unwrap());
        assert_eq!(shown("latency-mean"), mean, "{run:?}");
        probed(&shown("probe"), &sim, &mean, run);
    }
}

/// What is drawn adds up to what was counted.
fn probed(probe: &str, sim: &serde_json::Value, mean: &str, run: &[&str]) {
    let said: Vec<&str> = probe.split(';').collect();
    assert_eq!(said[..6], ["true", "1 1", "0", "true", "true", "true"], "{run:?}: {probe}");
    let packets = sim["latency"]["packets"].to_string();
    assert_eq!(said[6..8], [&packets, &packets], "{run:?}: {probe}");
    assert_eq!(said[8], said[9], "{run:?}: all that was offered came out");
    assert_eq!(said[10..12], ["0", "true"], "{run:?}: {probe}");
    assert_eq!(said[12], mean, "{run:?}: {probe}");
}

/// A run that is given up has its page, too: exit code 1, every difference in words.
#[test]
fn a_page_shows_what_differs() {
    let dir = tempfile::tempdir().unwrap();
    let trace = dir.path().join("t.txt");
    std::fs::write(&trace, "0 0 1 1\n3 5 2 1\n9000 2 0 1\n").unwrap();
    let subject = format!("trace:{}", trace.display());
    let words = ["--router", "buffered", "--dims", "2x3", "--engine", "model", "--limit", "100"];
    let dom = Page::new(&[&words[..], &["--traffic", &subject]].concat(), 1).dom(PROBE);
    assert!(element(&dom, "verdict").contains("DIFFERENT"), "{}", element(&dom, "verdict"));
    assert!(dom.contains("; the packets from cycle 9000 on were not sent</li>"), "{dom}");
    assert_eq!((element(&dom, "delivered"), element(&dom, "differences")), ("2", "1"));
}

/// A stored folder and the options it was made from give the same page, both engines the same but for their
/// names.
#[test]
fn pages_are_the_same_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("network");
    let folder = folder.to_str().unwrap();
    let network = ["--dims", "2x3", "--router", "buffered", "--ports", "one"];
    crate::common::stdout(&[&["emit", "--out", folder], &network[..]].concat());
    let traffic = ["--traffic", "uniform", "--measure", "300"];
    let page = Page::new(&[&network[..], &traffic].concat(), 0).html;
    assert!(
        page == Page::new(&[&["--from", folder], &traffic[..]].concat(), 0).html,
        "the same bytes from a folder"
    );
    let model = Page::new(&[&network[..], &traffic, &["--engine", "model"]].concat(), 0).html;
    let named = model.replace("\"engine\":\"model\"", "\"engine\":\"tiles\"");
    assert!(model != page && named == page, "the same bytes from the other engine");
    assert!(!page.contains(folder) && !page.contains("/tmp"));
}

/// More nodes than rows: the diagram is by port, and says so. Where it ends the page says that, too.
#[test]
fn large_pages_stay_small() {
    let run = ["--router", "buffered", "--dims", "17x16x16", "--engine", "model", "--traffic", "neighbour"];
    let page = Page::new(&[&run[..], &["--rate", "0.2", "--warmup", "10", "--measure", "60"]].concat(), 0);
    assert!(page.html.len() < 2_000_000, "{} bytes", page.html.len());
    let dom = page.dom("pickAt({ offsetX: 300, offsetY: 100 }); zoom(2, 300, 100);");
    assert!(element(&dom, "time-text").contains("summed up by port"), "{}", element(&dom, "time-text"));
}

/// A trace is named as one; its path is not on the page, and what is wrong with it is said before anything
/// runs.
#[test]
fn traces_and_refusals() {
    let dir = tempfile::tempdir().unwrap();
    let (trace, out) = (dir.path().join("t.txt"), dir.path().join("x.html"));
    std::fs::write(&trace, "0 0 1 1\n3 5 2 1\n").unwrap();
    let subject = format!("trace:{}", trace.display());
    let run = ["--router", "buffered", "--dims", "2x3", "--engine", "model", "--traffic", &subject];
    let page = Page::new(&run, 0);
    assert!(!page.html.contains("t.txt"));
    assert_eq!(element(&page.dom(""), "delivered"), "2");
    std::fs::write(&trace, "0 0 0 1\n").unwrap();
    let output = torusgen(&[&["report", "--out", out.to_str().unwrap()], &run[..]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("node 0 sends to itself"), "{}", text(&output.stderr));
    assert!(!out.exists());
}
