//! `torusgen report`: the page opened in headless Chromium. Its scripts have to fill in the numbers of the
//! run, without an error. Also the properties that the page states, and the runs that are refused.
//!
//! State space: kinds of schedule, memories, ports and dimensions x rows of the diagram x a run that
//! differs.

use crate::common::page::{element, Page};
use crate::common::{emitted, json, network, text, torusgen};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Clicks, by the functions for clicks, and prints what is then marked.
const PROBE: &str = "const say = (text) => { document.getElementById('probe').textContent += text + ';'; };
    const marked = (place) => document.querySelectorAll(place + ' .marked').length;
    const pixels = () => { const c = document.getElementById('time'); const p = c.getContext('2d');
      const d = new Uint32Array(p.getImageData(LEFT, TOP, c.width - LEFT, c.height - TOP).data.buffer);
      return new Set(d).size; };
    say(pixels() > 2); selectLink(links.find((link) => simulated[link] === most), 4);
    say(marked('#links') + ' ' + marked('#histogram') + ' ' + (marked('#schedule') > 0));
    selectNodes([1]); say(marked('#links')); selectLine(0); say(marked('#schedule'));
    zoom(3, 400, 200); move(2, 2); showCycle(5); selectNothing(); say(marked('body'));
    say(document.documentElement.scrollWidth <= window.innerWidth);";

/// Every link in use has a message in the schedule's lines that a processor sent, and no idle link has one.
const MESSAGES: &str =
    "let wrong = 0; for (let cycle = 0; cycle < diagram.cycles; cycle++) for (const link of links) {
      const found = occupied && lineAt(slotsOf(cycle), linkClass(link)); const is = used(cycle, link) === 1;
      const from = found && senderOf(lines[found[0]], found[1] - lines[found[0]].slot, link);
      if (occupied && (is !== (found !== null) || (found && !isProcessor(from)))) wrong++;
      describeCell({ cycle, row: link }); }
    say(wrong); say(occupied === null);";

/// The numbers that `sim` prints are those that the scripts show, and a selection is shown everywhere.
#[test]
fn pages_show_what_the_simulator_found() {
    let networks: [&[&str]; 6] = [
        &["--dims", "4x4", "--placement", "linear", "--exchanges", "3"],
        &["--dims", "4x4x4", "--placement", "linear", "--engine", "fabric"],
        &["--dims", "3x4", "--kind", "exchange"],
        &["--dims", "2x3", "--ports", "one"],
        &["--dims", "5", "--engine", "model"],
        &["--dims", "4x4", "--algorithm", "product-a3"],
    ];
    for network in networks {
        let sim = json(&[&["sim", "--format", "json"], network].concat());
        let dom = Page::new(network, 0).dom(&[PROBE, MESSAGES].concat());
        let shown = |id: &str| element(&dom, id).to_string();
        let number = |key: &str| sim[key].to_string();
        assert_eq!(shown("e-max"), sim["e_max"].as_str().unwrap(), "{network:?}");
        assert_eq!(shown("delivered"), number("delivered"), "{network:?}");
        assert_eq!(shown("completion"), number("cycles"), "{network:?}");
        assert_eq!(shown("digest"), sim["link_digest"].as_str().unwrap()[..16], "{network:?}");
        assert_eq!(shown("differences"), "0", "{network:?}");
        assert!(shown("verdict").contains("equal"), "{network:?}");
        let probe = shown("probe");
        let said: Vec<&str> = probe.split(';').collect();
        assert_eq!(said[..2], ["true", "1 1 true"], "{network:?}: {probe}");
        assert_eq!(said[3..6], ["1", "0", "true"], "{network:?}: {probe}");
        let stored = network.contains(&"--algorithm");
        assert_eq!(said[6..8], ["0", if stored { "true" } else { "false" }], "{network:?}: {probe}");
    }
}

/// What a mouse can pick, keys can: cells of heat maps, rows of tables; Escape ends a selection. Heads of
/// tables say how rows are sorted.
#[test]
fn keys_do_what_clicks_do() {
    let script = "const say = (text) => { document.getElementById('probe').textContent += text + ';'; };
        const key = (place, name) => {
          place.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })); };
        const map = document.querySelector('#heat canvas');
        ['Enter', 'ArrowRight', 'ArrowUp'].forEach((name) => key(map, name));
        say([...selection.nodes].join()); key(map, 'Escape'); say(selection.nodes.size);
        key(document.querySelectorAll('#links tbody tr')[2], 'Enter'); say([...selection.links].join());
        const heads = () => [...document.querySelectorAll('#links th')];
        const sorts = () => heads().map((cell) => cell.ariaSort[0]).join('');
        const sort = () => heads()[2].querySelector('button').click();
        say(sorts()); sort(); say(sorts()); sort(); say(sorts()); say(map.tabIndex);";
    let page = Page::new(&["--dims", "3x4", "--engine", "model"], 0);
    assert_eq!(element(&page.dom(script), "probe"), "9;0;22;annnn;nnann;nndnn;0;");
}

/// A run of thousands of cycles: every pixel of the whole run shows the share of its cells that are in use.
#[test]
fn long_runs_are_shown_by_density() {
    let script = "const say = (text) => { document.getElementById('probe').textContent += text + ';'; };
        fit(); say(view.sx < 1);
        const canvas = document.getElementById('time');
        const [w, h] = [canvas.width - LEFT, canvas.height - TOP];
        const pixels = new Uint32Array(w * h); density(pixels, w, h); let wrong = 0;
        for (const [x, y] of [[0, 0], [1, 3], [50, 7], [w >> 1, h >> 1], [w - 2, 20]]) {
          const [first, next] = [Math.floor(x / view.sx), Math.floor((x + 1) / view.sx)];
          let [sum, all] = [0, 0];
          for (let cycle = first; cycle < Math.max(first + 1, next); cycle++) {
            all++; sum += used(cycle, diagram.rows[Math.floor(y / view.sy)]); }
          if (pixels[y * w + x] !== packed(sum ? ramp(0.15 + 0.85 * sum / all) : null)) wrong++; }
        say(wrong); say(new Set(pixels).size > 2);";
    let page =
        Page::new(&["--dims", "4x4", "--placement", "linear", "--exchanges", "2000", "--engine", "model"], 0);
    assert_eq!(element(&page.dom(script), "probe"), "true;0;true;");
}

/// Every colour of the page is one of the style's variables, of which the night has all that the day has.
#[test]
fn nights_have_the_colours_of_days() {
    let page = Page::new(&["--dims", "3", "--engine", "model"], 0).html;
    let (day, rest) = page.split_once("@media (prefers-color-scheme: dark)").expect("a night");
    let (night, rest) = rest.split_once("\n}\n").expect("its end");
    let names = |text: &str| -> Vec<String> {
        text.split("--")
            .skip(1)
            .filter_map(|part| part.split_once(": #"))
            .map(|(name, _)| name.into())
            .collect()
    };
    assert!(names(day).len() > 15);
    assert_eq!(names(day), names(night));
    let (style, _) = rest.split_once("</style>").unwrap();
    let bare: Vec<&str> =
        style.lines().filter(|line| line.contains(": #") && !line.contains("#selection")).collect();
    assert_eq!(bare, [""; 0]);
}

/// A run that differs has its page, too: exit code 1, every difference in words.
#[test]
fn a_page_shows_what_differs() {
    let dir = emitted(&network("4x4", "linear"));
    let path = dir.path().join("rtl/torus_4x4_rom.v");
    let rom = fs::read_to_string(&path).unwrap();
    let swapped =
        rom.replace("rows[1'd0]", "\u{1}").replace("rows[1'd1]", "rows[1'd0]").replace('\u{1}', "rows[1'd1]");
    fs::write(&path, swapped).unwrap();
    let dom = Page::new(&["--from", dir.path().to_str().unwrap()], 1).dom("");
    assert!(element(&dom, "verdict").contains("DIFFERENT"), "{}", element(&dom, "verdict"));
    assert!(dom.contains("<li>link (0,0) 1-: expected no message in cycle 3, got one"));
}

/// A stored folder and the options it was made from give the same page; nothing outside is asked for.
#[test]
fn pages_stand_alone_and_are_the_same_bytes() {
    let options = ["--dims", "4x4", "--placement", "linear"];
    let page = Page::new(&options, 0).html;
    assert!(page == Page::new(&options, 0).html, "the same bytes twice");
    let dir = emitted(&network("4x4", "linear"));
    let from = dir.path().to_str().unwrap();
    assert!(page == Page::new(&["--from", from], 0).html, "the same bytes from a folder");
    let plain = page.replace("http://www.w3.org/2000/svg", "");
    for reference in ["http://", "https://", "<link", "src=", "@import", "url(", from, "/tmp", "{{"] {
        assert!(!plain.contains(reference), "{reference} is not on the page");
    }
    assert!(plain.contains("default-src 'none'"));
}

/// 512 nodes stay below 2 MB, and open.
#[test]
fn large_pages_stay_small() {
    let page = Page::new(&["--dims", "8x8x8", "--kind", "exchange"], 0);
    assert!(page.html.len() < 2_000_000, "{} bytes", page.html.len());
    let dom = page.dom("");
    assert_eq!(element(&dom, "delivered"), (512 * 511).to_string());
    assert_eq!(element(&dom, "e-max"), "512");
}

/// More nodes than rows: the diagram is by link class, and says so.
#[test]
fn beyond_the_limit_links_are_summed_up() {
    let page = Page::new(&["--dims", "17x17x17", "--placement", "linear"], 0);
    assert!(page.html.len() < 2_000_000, "{} bytes", page.html.len());
    let dom = page.dom("pickAt({ offsetX: 300, offsetY: 100 }); zoom(2, 300, 100);");
    assert!(element(&dom, "time-text").contains("summed up by link class"), "{}", element(&dom, "time-text"));
}

pub fn refused(args: &[&str]) -> String {
    let output = torusgen(&[&["report"], args].concat());
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "", "{args:?}");
    text(&output.stderr)
}

/// The files and folders in a folder.
pub fn listed(dir: &Path) -> Vec<PathBuf> {
    fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn bad_options_are_refused_and_nothing_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("page.html");
    let (out, missing) = (out.to_str().unwrap(), dir.path().join("none/page.html"));
    let missing = missing.to_str().unwrap();
    assert_eq!(
        refused(&["--dims", "4x4", "--router", "buffered", "--exchanges", "2", "--out", out]),
        "error: --exchanges was asked for together with --router buffered; it describes frames of a \
         schedule, back to back, and buffered routers have none: leave one of the two out\n"
    );
    assert_eq!(
        refused(&["--dims", "4x4", "--traffic", "uniform", "--out", out]),
        "error: --traffic was asked for; scheduled routers have no buffers and no channels: add --router \
         buffered, or leave --traffic out\n"
    );
    assert_eq!(
        refused(&["--dims", "4x1", "--out", out]),
        "error: dimension 2 of 4x1 has radix 1; every radix is at least 2: raise it or leave the dimension \
            out\n"
    );
    assert_eq!(
        refused(&["--dims", "4x4", "--out", missing]),
        format!(
            "error: {missing} cannot be written (no such file or folder); give a path in a writable folder\n"
        )
    );
    assert_eq!(
        refused(&["--dims", "4x4", "--routing", "udr", "--out", out]),
        "error: a schedule for the routing udr was asked for; a schedule needs one path for every pair, \
         which odr and balanced have: use one of them (--router buffered runs udr, and torusgen loads counts \
         its loads)\n"
    );
    let from = dir.path().to_str().unwrap();
    assert!(refused(&["--from", from, "--out", out]).contains("manifest.json"));
    assert!(refused(&["--from", from, "--dims", "4x4", "--out", out]).contains("cannot be used with"));
    assert!(refused(&["--dims", "4x4"]).contains("--out <FILE.html>"));
    assert!(refused(&["--dims", "4x4", "--exchanges", "0", "--out", out])
        .contains("--exchanges 0 was asked for; it takes whole numbers from 1 to 65536"));
    assert_eq!(listed(dir.path()), Vec::<PathBuf>::new());
}

/// What is drawn of all programs, walked hop by hop, is what was simulated on every link; a word says where
/// it goes and is marked when it is picked. Pages of schedules have no programs.
#[test]
fn programs_are_what_was_simulated() {
    let script = "const probe = document.getElementById('probe');
        const say = (text) => { probe.textContent += text + ';'; };
        const walked = new Array(simulated.length).fill(0); let [wrong, words] = [0, 0];
        for (let node = 0; node < nodeCount; node++) if (isProcessor(node)) {
          selectNodes([node]);
          for (const cell of document.querySelectorAll('#program button')) {
            const [word, times] = cell.textContent.split(' ×'); let at = node; words++;
            if (cell.parentElement.cellIndex !== lines[cell.dataset.line].slot + 1) wrong++;
            const row = cell.parentElement.parentElement.cells[0].textContent;
            if (row !== portName(wordPorts(word)[0])) wrong++;
            for (const port of wordPorts(word)) {
              walked[at * portCount + port] += Number(times ?? 1) * FLITS; at = neighbour(at, port); }
            if (!cell.title.endsWith(' to ' + nodeName(at))) wrong++; } }
        say(words > 0); say(wrong); say(links.filter((link) => walked[link] !== simulated[link]).length);
        selectNothing(); document.querySelector('#program button').click();
        say(document.querySelectorAll('#program .marked').length);";
    for (run, flits) in [
        ("--dims 2 --algorithm product-a1", 1),
        ("--dims 3x4 --algorithm product-a2 --flits 2", 2),
        ("--dims 4x4 --placement linear --algorithm table", 1),
        ("--dims 5 --algorithm table --ports one --flits 3", 3),
        ("--dims 3x2x2 --kind broadcast --source 1,0,1 --flits 2", 2),
    ] {
        let words = [&run.split(' ').collect::<Vec<_>>()[..], &["--engine", "model"]].concat();
        let dom = Page::new(&words, 0).dom(&script.replace("FLITS", &flits.to_string()));
        assert_eq!(element(&dom, "probe"), "true;0;0;1;", "{run}");
        assert!(element(&dom, "program-text").contains(" sends "), "{run}");
    }
    let dom = Page::new(&["--dims", "3", "--engine", "model"], 0).dom("");
    assert!(!dom.contains("id=\"program-part\""));
}
