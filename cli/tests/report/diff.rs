//! `torusgen report --diff`: the page of two runs, opened in headless Chromium, and the runs that are
//! refused.
//!
//! State space: equal runs, another schedule, another placement, a run of packets beside one of slots, radix
//! 2; a folder that was changed; bytes; keys; colours. `layout.rs` tests the layout.

use super::runs::{listed, refused};
use crate::common::page::{element, Page};
use crate::common::{edit, json, stdout};
use std::path::Path;

/// Folders `a` and `b` of networks with these options.
fn folders(networks: [&str; 2]) -> (tempfile::TempDir, [String; 2]) {
    let dir = tempfile::tempdir().unwrap();
    let emit = |(name, options): (&str, &str)| {
        let out = dir.path().join(name).to_str().unwrap().to_string();
        stdout(
            &[&["emit", "--name", "net", "--out", &out], &options.split(' ').collect::<Vec<_>>()[..]]
                .concat(),
        );
        out
    };
    let [a, b] = networks;
    let folders = [("a", a), ("b", b)].map(emit);
    (dir, folders)
}

fn page([a, b]: &[String; 2], more: &[&str], code: i32) -> Page {
    Page::new(&[&["--diff", a, b, "--engine", "model"], more].concat(), code)
}

/// The output of `sim` for a folder.
fn sim(folder: &str) -> serde_json::Value {
    json(&["sim", "--engine", "model", "--format", "json", "--from", folder])
}

/// Every number of the page is that of `sim`, and the links that differ are those whose loads differ.
#[test]
fn pages_show_both_runs_and_what_differs() {
    let table = [
        (["4x4", "4x4 --kind exchange"], 64),
        (["4x4 --placement linear", "4x4 --placement linear --seed 2"], 0),
        (["4x4", "4x4 --placement linear"], 64),
        (["2x3", "2x3 --routing balanced"], 0),
        (["3x4", "3x4 --router buffered --ports one"], 0),
        (["4x4 --algorithm product-a3", "4x4"], 64),
    ];
    for (networks, differing) in table {
        let (_dir, folders) = folders(networks);
        let dom = page(&folders, &[], 0).dom(
            "document.getElementById('probe').textContent = [differing.length, links.filter((link) =>
              runs[0].loads[link] !== runs[1].loads[link]).length, most, heatMaps.length].join();",
        );
        for (folder, side) in folders.iter().zip(["a", "b"]) {
            let (sim, shown) = (sim(folder), |id: &str| element(&dom, &format!("{side}-{id}")).to_string());
            assert_eq!(shown("e-max"), sim["e_max"].as_str().unwrap(), "{networks:?}");
            assert_eq!(shown("delivered"), sim["delivered"].to_string(), "{networks:?}");
            assert_eq!(shown("digest"), sim["link_digest"].as_str().unwrap()[..16], "{networks:?}");
            assert_eq!(shown("differences"), "0", "{networks:?}");
        }
        let probe: Vec<&str> = element(&dom, "probe").split(',').collect();
        let busiest = ["a-busiest", "b-busiest"].map(|id| element(&dom, id).parse::<u64>().unwrap());
        let expected = [differing, differing, busiest[0].max(busiest[1]), 3].map(|n| n.to_string());
        assert_eq!(probe, expected, "{networks:?}");
        let verdict = if differing == 0 { "= same loads" } else { "≠ loads differ" };
        assert!(element(&dom, "verdict").contains(verdict), "{networks:?}");
    }
}

/// What is written on standard output says how many links differ.
#[test]
fn the_command_says_how_many_links_differ() {
    let (dir, [a, b]) = folders(["2x3", "2x3 --kind exchange --ports single"]);
    let out = dir.path().join("page.html").to_str().unwrap().to_string();
    let said = stdout(&["report", "--engine", "model", "--out", &out, "--diff", &a, &b]);
    assert!(said.ends_with("of 18 links differ in load; all equal\n"), "{said}");
}

/// Cells of all three maps, rows of the table and bars are picked by keys; Escape ends a selection. The same
/// colour is the same load in both maps.
#[test]
fn keys_do_what_clicks_do_and_colours_are_of_one_scale() {
    let script = "const say = (text) => { document.getElementById('probe').textContent += text + ';'; };
        const key = (place, name) => {
          place.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })); };
        document.querySelectorAll('#heat canvas').forEach((map) => {
          ['Enter', 'ArrowRight', 'ArrowDown'].forEach((name) => key(map, name));
          say([...selection.nodes].join() + ' ' + map.tabIndex); key(map, 'Escape'); });
        say(selection.nodes.size);
        key(document.querySelectorAll('#links tbody tr')[2], 'Enter'); say([...selection.links].join());
        key(document.querySelector('#histogram rect[tabindex=\"0\"]'), 'Enter'); say(selection.links.size);
        say(document.querySelectorAll('#links th')[0].ariaSort);
        say(new Set(heatMaps.slice(0, 2).map(scaleOf)).size + ' ' + scaleOf(heatMaps[2]));";
    let (_dir, folders) = folders(["4x4", "4x4 --kind exchange"]);
    let dom = page(&folders, &[], 0).dom(script);
    assert_eq!(element(&dom, "probe"), "5 0;5 0;5 0;0;22;32;ascending;1 4;");
}

/// A run that differs from its own loads has exit code 1, and the page says which of the two it is.
#[test]
fn what_is_not_as_it_should_be_is_said_of_its_run() {
    let (_dir, folders) = folders(["4x4 --placement linear", "4x4 --placement linear"]);
    edit(Path::new(&folders[1]), "net_rom", |text: &str| {
        let swapped = text.replace("rows[1'd0]", "\u{1}").replace("rows[1'd1]", "rows[1'd0]");
        swapped.replace('\u{1}', "rows[1'd1]")
    });
    let dom = page(&folders, &[], 1).dom("");
    assert!(dom.contains("<li>B: link (0,0) 1-: expected no message in cycle 3, got one"), "{dom}");
    assert!(!dom.contains("<li>A: "));
}

/// The same bytes wherever the folders are; nothing outside is asked for; colours are the style's.
#[test]
fn pages_stand_alone_and_are_the_same_bytes() {
    let pages = [0, 1].map(|_| {
        let (_dir, folders) = folders(["3x4", "3x4 --router buffered --ports one"]);
        page(&folders, &[], 0).html
    });
    assert!(pages[0] == pages[1], "the same bytes twice");
    let plain = pages[0].replace("http://www.w3.org/2000/svg", "");
    for reference in ["http://", "https://", "<link", "src=", "@import", "url(", "/tmp", "{{"] {
        assert!(!plain.contains(reference), "{reference} is not on the page");
    }
    assert!(plain.contains("default-src 'none'") && plain.contains("prefers-color-scheme: dark"));
    let (style, _) = plain.split_once("</style>").unwrap();
    let (_, rules) = style.split_once("* { box-sizing").unwrap();
    let bare: Vec<&str> =
        rules.lines().filter(|line| line.contains(": #") && !line.contains("#selection")).collect();
    assert_eq!(bare, [""; 0]);
}

#[test]
fn what_cannot_be_compared_is_refused_and_nothing_is_written() {
    let (dir, [a, b]) = folders(["4x4", "2x8"]);
    let before = listed(dir.path()).len();
    let out = dir.path().join("page.html").to_str().unwrap().to_string();
    assert_eq!(
        refused(&["--diff", &a, &b, "--out", &out]),
        "error: --diff was asked for of networks on 4x4 and 2x8, whose links are not the same: give two \
         folders of one torus\n"
    );
    let none = dir.path().join("none").to_str().unwrap().to_string();
    assert!(refused(&["--diff", &a, &none, "--out", &out]).contains("manifest.json"));
    let table: [(&[&str], &str); 5] = [
        (&["--from", &a], "cannot be used with"),
        (&["--dims", "4x4"], "cannot be used with"),
        (&["--traffic", "uniform"], "the folder has a scheduled network"),
        (&["--exchanges", "0"], "it takes whole numbers from 1 to 65536"),
        (&["--ports", "one"], "cannot be used with"),
    ];
    for (more, message) in table {
        let said = refused(&[&["--diff", &a, &a, "--out", &out], more].concat());
        assert!(said.contains(message), "{more:?}: {said}");
    }
    assert!(refused(&["--diff", &a, "--out", &out]).contains("2 values required"));
    assert_eq!(listed(dir.path()).len(), before);
}
