//! Pages of buffered networks, opened in headless Chromium: the numbers of the run, latencies as they were
//! counted, every link of the diagram as often as it was used, channels, waiting packets, no script error;
//! runs that differ; the same bytes from a folder.
//!
//! State space: radix 2, odd and unequal radices, one dimension, both rules and routings, lists and patterns
//! x engines x rows of the diagram.

use crate::common::page::{element, Page};
use crate::common::{json, text, torusgen};

/// Selects what a person can click: a link, a node, a bar. Each selection is shown everywhere. Then prints
/// sums over the drawing.
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
    say(data.traffic.histogram.width === 1 ? mean(data.traffic.histogram.total).toFixed(2) : 'wide');
    const by = (link) => { const all = new Array(channelCount).fill(0);
      for (let c = 0; c < diagram.cycles; c++) if (used(c, link)) all[channelOf(c, link)]++; return all; };
    say(links.filter((link) => sum(by(link)) !== simulated[link]).length);";

/// Channels and waiting packets, by mouse and by keys: one channel, colours, numbers in cells, text; the
/// map's cells, whose largest value is that of the processor.
const CHANNELS: &str =
    "const say = (text) => { document.getElementById('probe').textContent += text + ';'; };
    const choose = (name, value) => { const list = [...document.querySelectorAll('#time-controls label')]
      .find((label) => label.textContent.startsWith(name)).querySelector('select');
      list.value = value; list.onchange(); };
    const drawn = () => { const texts = []; const pen = CanvasRenderingContext2D.prototype;
      const original = pen.fillText; pen.fillText = function (text, x, y) { texts.push([text, x, y]); };
      drawTime(); pen.fillText = original; return texts.filter(([, x, y]) => x > LEFT && y > TOP); };
    const count = (channel) => { let n = 0; for (const link of links) for (let c = 0; c < diagram.cycles; c++)
      n += used(c, link) && channelOf(c, link) === channel; return n; };
    say(document.querySelectorAll('#channels b').length === channelCount);
    const [link, cycle] = links.flatMap((link) => Array.from({ length: diagram.cycles }, (_, c) => [link, c]))
      .find(([link, c]) => used(c, link));
    const channel = channelOf(cycle, link);
    say(describeCell({ cycle, row: link }).endsWith(': in use, channel ' + channel));
    selectLink(link, cycle); say(selection.text.includes('; channel ' + channel + ' in cycle ' + cycle));
    selectNothing(); fit(); const whole = busy(0, diagram.cycles, 0, diagram.rows.length);
    choose('channel', channel); const part = busy(0, diagram.cycles, 0, diagram.rows.length);
    const all = links.reduce((n, link) => n + simulated[link], 0);
    say(Math.abs(part / whole - count(channel) / all) < 1e-9);
    Object.assign(view, { x: 0, y: 0, sx: 60, sy: 40 }); clampView();
    const numbers = drawn(); say(numbers.length > 0 && numbers.every(([text]) => text === channel));
    choose('colour', 'port'); say(drawn().length + document.querySelectorAll('#channels b').length);
    const map = document.getElementById('waiting');
    const key = (name) => map.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
    const told = () => document.getElementById('waiting-at').textContent;
    const counts = data.traffic.waiting.each.most;
    const [node, rows] = [senders().at(-1), senders().length];
    ['ArrowRight', ...new Array(rows).fill('ArrowDown'), 'Enter'].forEach(key);
    let high = 0; for (let column = 0; column < waitingMap.columns; column++) { key('ArrowLeft');
      for (let step = 0; step < column; step++) key('ArrowRight');
      const count = Number(told().match(/up to (\\d+) packets/)[1]); high = Math.max(high, count);
      if (count !== counts[waitingMap.column * rows + rows - 1]) say('wrong');
      for (let step = 0; step < column; step++) key('ArrowLeft'); }
    say(told().includes(nodeName(node))); say([...selection.nodes].join() === String(node));
    say(selection.text.includes(`, up to ${waitedAt(node)} packets waiting`)); say(waitedAt(node) === high);
    map.onclick({ offsetX: LEFT + 1, offsetY: TOP + 1 });
    say([...selection.nodes].join() === String(senders()[0]));";

/// What is drawn of channels and of packets that wait, and what keys do with it.
#[test]
fn channels_and_waiting_packets_are_shown() {
    for run in [
        "--dims 3x4 --channels 2",
        "--dims 5 --deadlock bubble --flits 2 --channels 3 --ports one",
        "--dims 4x4 --placement linear --pipeline 2 --engine model --channels 16",
        "--dims 2x3 --routing udr --ports one --engine model",
    ] {
        let words: Vec<&str> = run.split(' ').collect();
        let dom = Page::new(&[&["--router", "buffered"], &words[..]].concat(), 0).dom(CHANNELS);
        assert_eq!(element(&dom, "probe"), "true;true;true;true;true;0;true;true;true;true;true;", "{run}");
    }
}

/// The options of a network and its traffic.
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

/// Checks that the sums over the drawing are the counted numbers.
fn probed(probe: &str, sim: &serde_json::Value, mean: &str, run: &[&str]) {
    let said: Vec<&str> = probe.split(';').collect();
    assert_eq!(said[..6], ["true", "1 1", "0", "true", "true", "true"], "{run:?}: {probe}");
    let packets = sim["latency"]["packets"].to_string();
    assert_eq!(said[6..8], [&packets, &packets], "{run:?}: {probe}");
    assert_eq!(said[8], said[9], "{run:?}: all that was offered came out");
    assert_eq!(said[10..12], ["0", "true"], "{run:?}: {probe}");
    assert_eq!(said[12..14], [mean, "0"], "{run:?}: {probe}");
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
    assert!(dom.contains("; the packets from cycle 9000 on were not sent: raise the limit</li>"), "{dom}");
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
    let dom = page.dom(
        "pickAt({ offsetX: 300, offsetY: 100 }); zoom(2, 300, 100);
        document.getElementById('probe').textContent = [rowHeight, rowName(5), selection.links.size,
          links.every((link) => { let n = 0; for (const row of rowsOf(link)) n += rowLinks[row]; return n; }),
          data.space_time.counts.reduce((a, b) => a + b, 0) <= \
            links.reduce((n, link) => n + simulated[link], 0)].join();",
    );
    assert_eq!(element(&dom, "probe"), "24,port 1- channel 1,4352,true,true");
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
