//! Waves in every format and in part: FST and VCD of one run read back the same, parts contain what was
//! chosen, messages are followed along their routes, runs are compared. The runs are from a naive walk of
//! every message.

use crate::common::files::{both, dump};
use crate::common::{schedule, schedules, torus, Ideal};
use std::io::Cursor;
use torus_model::{Placement, Schedule};
use torus_sim::record::{Part, Selection};
use torus_sim::waves::{diff, follow, read_loads, WavesError};
use torus_sim::{PartError, Span};

/// The part with these links and slots.
fn part(schedule: &Schedule, window: Option<&str>, links: Option<&str>) -> Part {
    let chosen = |text: &str| {
        let ideal = Ideal::new(schedule, 1);
        let selection: Selection = text.parse().unwrap();
        (selection.text().to_string(), selection.choose(schedule.torus(), &ideal.loads).unwrap())
    };
    Part { window: window.map(|text| text.parse().unwrap()), links: links.map(chosen) }
}

#[test]
fn fst_and_vcd_say_the_same() {
    for schedule in schedules() {
        for (window, links) in [(None, None), (Some("1:3"), None), (None, Some("dim=1+;busiest=3"))] {
            let (ideal, [vcd, fst]) = both(&schedule, 2, &part(&schedule, window, links));
            let found = [&vcd, &fst].map(|bytes| read_loads(Cursor::new(&bytes[..])).unwrap());
            assert_eq!(found[0], found[1], "{}", schedule.placement);
            if window.is_none() {
                let there = |(load, &present): (&u64, &bool)| if present { 2 * load } else { 0 };
                let loads: Vec<_> = ideal.loads.iter().zip(&found[0].present).map(there).collect();
                assert_eq!(found[0].counts, loads);
                assert_eq!(found[0].inconsistent, []);
            }
            let compared = diff(dump(&vcd), dump(&fst)).unwrap();
            assert_eq!((compared.first, compared.only, compared.longer), (None, [0, 0], false));
            assert!(compared.cycles[0] < compared.cycles[1]);
        }
    }
}

#[test]
fn the_same_run_gives_the_same_fst() {
    let schedule = schedule(&Placement::full(&torus(&[2, 3, 4])));
    let part = Part::default();
    assert_eq!(both(&schedule, 2, &part).1, both(&schedule, 2, &part).1);
}

/// What a part shows is what the whole shows in its cycles.
#[test]
fn a_part_agrees_with_the_whole() {
    let schedule = schedule(&Placement::full(&torus(&[4, 4])));
    let (_, [whole, _]) = both(&schedule, 2, &Part::default());
    let (_, [some, _]) = both(&schedule, 2, &part(&schedule, Some("2:5"), Some("node=0..1,*;dim=2")));
    assert!(some.len() * 4 < whole.len());
    let compared = diff(dump(&whole), dump(&some)).unwrap();
    assert_eq!((compared.first, compared.only[1], compared.longer), (None, 0, true));
    assert_eq!(compared.cycles, [5, 8]);
    assert_eq!(dump(&some).config_value("links"), Some("node=0..1,*;dim=2"));
    assert_eq!(dump(&some).config_value("shown"), Some("16"));
    assert_eq!(dump(&some).config_value("window"), Some("2:5"));
}

/// Every message of a schedule, in both exchanges, along the links of its word.
#[test]
fn messages_are_followed_along_their_words() {
    let schedule = schedule(&Placement::full(&torus(&[2, 3])));
    let (torus, latency) = (schedule.torus().clone(), crate::common::LATENCY.start_to_link);
    let (_, files) = both(&schedule, 2, &Part::default());
    for entry in &schedule.entries {
        let source = schedule.placement.sources()[entry.source];
        let destination = torus.translate(source, &entry.offset);
        let links: Vec<_> = entry.route.links(&torus, source).collect();
        for bytes in &files {
            let lives = follow(&mut dump(bytes), &torus, source, destination).unwrap();
            assert_eq!(lives.len(), 2);
            for (exchange, life) in lives.iter().enumerate() {
                let first = (latency + exchange as u32 * schedule.length + entry.slot) as u64;
                let hops: Vec<_> = (first..).zip(links.iter().copied()).collect();
                assert_eq!(life.hops, hops);
                assert_eq!(life.ejected.as_ref().map(|(cycle, _)| *cycle), Some(first + links.len() as u64));
            }
        }
    }
}

#[test]
fn a_difference_is_found_in_its_first_cycle() {
    let schedule = schedule(&Placement::full(&torus(&[2])));
    let (_, [vcd, _]) = both(&schedule, 1, &Part::default());
    let text = String::from_utf8(vcd.clone()).unwrap();
    // `load` of node 0's link is the ninth variable of the file: code `)`.
    let wrong = text.replacen("\nb1 )\n", "\nb10 )\n", 1);
    let found = diff(dump(&vcd), dump(wrong.as_bytes())).unwrap();
    let (cycle, differs) = found.first.unwrap();
    assert_eq!((cycle, differs.len()), (3, 1));
    assert_eq!(differs[0].name, "node_0.link_1p.load");
    assert_eq!(differs[0].shown, [Some(1), Some(2)]);
}

#[test]
fn an_fst_that_is_cut_or_of_someone_else_is_refused() {
    let schedule = schedule(&Placement::full(&torus(&[2])));
    let (_, [_, fst]) = both(&schedule, 1, &Part::default());
    for end in 1..fst.len() {
        let error = read_loads(Cursor::new(&fst[..end])).unwrap_err();
        assert!(matches!(error, WavesError::Fst { .. }), "cut at {end}: {error:?}");
    }
    let place = fst.windows(9).rposition(|bytes| bytes == b"torusgen ").unwrap();
    let mut foreign = fst.clone();
    foreign[place] = b'T';
    assert_eq!(
        read_loads(Cursor::new(&foreign[..])).unwrap_err().to_string(),
        "the FST cannot be used (it has no comment of torusgen); whole files that torusgen wrote can: \
         give such a file"
    );
}

#[test]
fn a_part_with_a_link_missing_is_refused() {
    let schedule = schedule(&Placement::full(&torus(&[4, 4])));
    let (_, [vcd, _]) = both(&schedule, 1, &part(&schedule, None, Some("dim=2+")));
    let text = String::from_utf8(vcd).unwrap().replacen("module link_2p", "module lost_2p", 1);
    let reason = "its comment states 16 links, it has 15".to_string();
    assert_eq!(read_loads(Cursor::new(text.as_bytes())).unwrap_err(), WavesError::Foreign { reason });
}

#[test]
fn selections_choose() {
    let torus = torus(&[2, 3, 4]);
    let loads: Vec<u64> = (0..torus.link_slots() as u64).collect();
    let count = |text: &str| {
        let chosen = text.parse::<Selection>().unwrap().choose(&torus, &loads).unwrap();
        chosen.iter().filter(|&&chosen| chosen).count()
    };
    assert_eq!(count("node=1,2,3"), 5);
    assert_eq!(count("node=*,0..1,2..3"), 2 * 2 * 2 * 5);
    assert_eq!(count("dim=1"), 24);
    assert_eq!(count("dim=2 ; dim=2-"), 24);
    assert_eq!(count("busiest=7"), 7);
    assert_eq!(count("busiest=7; node=0,0,0; dim=3"), 2);
    let busiest = "busiest=1".parse::<Selection>().unwrap().choose(&torus, &loads).unwrap();
    assert_eq!(busiest.iter().position(|&chosen| chosen), torus.links().map(|link| link.index()).max());
}

#[test]
fn parts_that_cannot_be_written() {
    let torus = torus(&[2, 3]);
    let chosen = |text: &str| text.parse::<Selection>().and_then(|chosen| chosen.choose(&torus, &[0; 24]));
    let term = |text: &str| Err(PartError::Term { text: text.to_string() });
    for bad in ["", "foo=3", "dim=0", "busiest=0", "node=2..1,0", "node=1,x", "dim"] {
        assert_eq!(chosen(bad), term(bad));
        assert_eq!(chosen(&format!("busiest=2;{bad}")), term(bad));
    }
    let absent = |text: &str, allowed: &str| {
        Err(PartError::Absent { text: text.to_string(), allowed: allowed.to_string() })
    };
    assert_eq!(chosen("node=0,3"), absent("node=0,3", "nodes 0..1,0..2"));
    assert_eq!(chosen("node=0"), absent("node=0", "nodes 0..1,0..2"));
    assert_eq!(chosen("dim=3"), absent("dim=3", "dimensions 1 to 2"));
    assert_eq!(chosen("dim=1-"), Err(PartError::Nothing { text: "dim=1-".to_string() }));
    for bad in ["", "3", "5:5", "5:4", "a:b", "1:2:3", "-1:4"] {
        assert_eq!(bad.parse::<Span>(), Err(PartError::Window { text: bad.to_string() }));
    }
    let texts = [(":", "0:"), (":7", "0:7"), ("3:", "3:"), ("3:9", "3:9")];
    texts.iter().for_each(|(given, shown)| assert_eq!(given.parse::<Span>().unwrap().to_string(), *shown));
}
