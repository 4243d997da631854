//! Pages of `torusgen report` measured in headless Chromium, at the widths of a telephone and of a desktop:
//! no label is cut or overlaps another one, everything outside the window can be scrolled to, nothing is
//! hidden by the bar at the bottom; cycles are written by one convention.
//!
//! State space: schedules, memories, buffers; loads, latencies and cycles of few and of many digits; one to
//! six dimensions x widths.

use crate::common::page::{element, Page};

/// The options of a run.
const RUNS: [&str; 9] = [
    "4x4x4 --placement linear",
    "8x8 --kind exchange --exchanges 200",
    "4x4 --algorithm product-a3",
    "8x8 --algorithm suh-shin --flits 4",
    "8x8 --router buffered --ports one --traffic uniform --rate 0.7 --measure 2000",
    "4x4 --router buffered --traffic uniform --rate 0.2 --measure 300",
    "3x4 --router buffered",
    "150 --placement file:NODES",
    "2x2x2x2x2x2 --placement linear",
];

fn page(run: &str) -> Page {
    let dir = tempfile::tempdir().unwrap();
    let nodes = dir.path().join("nodes");
    std::fs::write(&nodes, "0\n70\n140\n").unwrap();
    let words = run.replace("NODES", nodes.to_str().unwrap());
    Page::new(&[&["--engine", "model"], &words.split(' ').collect::<Vec<_>>()[..]].concat(), 0)
}

#[test]
fn nothing_is_cut_hidden_or_on_top_of_another() {
    for run in RUNS {
        assert_eq!(page(run).faults(&[360, 400, 700, 1200]), "", "{run}");
    }
}

/// The same of two runs on one page.
#[test]
fn nothing_is_cut_on_pages_of_two_runs() {
    let pairs = [
        ["4x4", "4x4 --kind exchange"],
        ["8x8 --algorithm suh-shin --flits 4", "8x8 --router buffered --ports one"],
        ["2x2x2x2x2x2 --placement linear", "2x2x2x2x2x2"],
        ["12", "12 --ports one"],
    ];
    for pair in pairs {
        let page = pair_page(pair);
        assert_eq!(page.faults(&[360, 400, 700, 1200]), "", "{pair:?}");
    }
    let mut page = pair_page(pairs[0]);
    let apart = "`${run.letter} done in cycle ${run.completion}`, number);";
    assert!(page.html.contains(apart));
    page.html = page.html.replace(apart, &apart.replace("number", "0"));
    assert!(page.faults(&[400]).contains(" collide"), "{}", page.faults(&[400]));
}

fn pair_page(networks: [&str; 2]) -> Page {
    let dir = tempfile::tempdir().unwrap();
    let emit = |(name, options): (&str, &str)| {
        let out = dir.path().join(name).to_str().unwrap().to_string();
        let words: Vec<&str> = options.split(' ').collect();
        crate::common::stdout(&[&["emit", "--out", &out], &words[..]].concat());
        out
    };
    let [a, b] = networks;
    let [a, b] = [("a", a), ("b", b)].map(emit);
    Page::new(&["--diff", &a, &b, "--engine", "model"], 0)
}

/// The measurements find what they are for.
#[test]
fn faults_are_found() {
    let mut page = page(RUNS[4]);
    let sound = page.html.clone();
    let spoiled: [(&str, &str, &str); 7] = [
        ("const room = LETTER * (String(largest).length + 1);", "const room = 4;", " collide"),
        ("#selection { position: sticky;", "#selection { position: fixed;", "the bar hides the last "),
        (".scroll { overflow-x: auto; }", "", "the page is "),
        ("const fits = x + LETTER * text.length <= frame.w;", "const fits = true;", "label done in cycle "),
        (
            "const every = roundStep(diagram.cycles - 1, view.sx);",
            "const every = 100;",
            " collide on a canvas",
        ),
        ("Math.abs(at - only) * view.sy >= 13", "true", " collide on a canvas"),
        ("if (x + pen.measureText(cycle).width > w) break;", "", " is cut on a canvas"),
    ];
    for (before, after, fault) in spoiled {
        assert!(sound.contains(before), "{before}");
        page.html = sound.replace(before, after);
        let found = page.faults(&[360]);
        assert!(found.contains(fault), "{before}: {found}");
    }
}

/// The cycle of completion has one number, wherever it stands.
#[test]
fn cycles_are_named_by_one_convention() {
    for run in RUNS {
        let dom = page(run).dom("document.getElementById('probe').textContent = data.completion;");
        let (done, text) = (element(&dom, "probe"), element(&dom, "curve-text"));
        assert!(text.contains(&format!(" cycle {done};")), "{run}: {text}");
        assert!(dom.contains(&format!(">done in cycle {done}</text>")), "{run}");
        assert!(!text.contains(" cycles"), "{run}: {text}");
    }
}
