//! Coordinates beside node ids, against a reader of text and a counter: every placement, numbers that are no
//! node, wrong and missing coordinates. The reader of our files skips coordinates.

use crate::common::{
    files::{both, dump, in_both, subject},
    places::checked,
    schedule, schedules, torus, Ideal,
};
use torus_model::{Placement, Schedule};
use torus_sim::record::{CycleRecord, Exit, Message, Part, Passage};
use torus_sim::waves::{diff, read_loads};

fn vcd(schedule: &Schedule) -> String {
    String::from_utf8(both(schedule, 2, &Part::default()).1[0].clone()).unwrap()
}

#[test]
fn every_id_has_its_coordinates() {
    for schedule in schedules() {
        let dims = schedule.torus().dims();
        let seen = checked(&vcd(&schedule), dims).unwrap();
        let least = if dims.len() > 1 { schedule.entries.len() * dims.len() } else { 0 };
        assert!(seen >= least && (seen > 0) == (dims.len() > 1), "{}: {seen}", schedule.placement);
    }
}

/// Each change of a coordinate, taken out or made another's, is found: those that were the same stay.
#[test]
fn each_change_counts() {
    let schedule = schedule(&Placement::full(&torus(&[2, 3])));
    let text = vcd(&schedule);
    // Links show changes only; what stands in a local port is written anew for each message.
    let code = |link: &str| -> String {
        let line = link.lines().find(|line| line.contains(" source_2 ")).expect("coordinates");
        line.split(' ').nth(3).unwrap().to_string()
    };
    let codes: Vec<String> = text.split("module link_").skip(1).map(code).collect();
    // Behind the first values, which are those of no message.
    let first = text.find("$dumpvars").unwrap();
    let (mut lost, mut at) = (0, first + text[first..].find("$end").unwrap());
    while let Some(found) = text[at..].find("\nb").map(|found| at + found) {
        let end = found + 1 + text[found + 1..].find('\n').unwrap();
        let (number, code) = text[found + 2..end].split_once(' ').unwrap();
        if codes.iter().any(|known| known == code) {
            let without = format!("{}{}", &text[..found], &text[end..]);
            assert!(checked(&without, &[2, 3]).is_err(), "without {}", &text[found + 1..end]);
            let other = if number == "1" { "0" } else { "1" };
            let changed = format!("{}\nb{other} {code}{}", &text[..found], &text[end..]);
            assert!(checked(&changed, &[2, 3]).is_err(), "{other} for {}", &text[found + 1..end]);
            lost += 1;
        }
        at = end;
    }
    assert!(lost > 20, "{lost}");
    assert!(checked(&text, &[3, 2]).is_err());
}

/// A payload on its way through a faulty network may hold any number: it has an id and no coordinates.
#[test]
fn what_is_no_node_is_nowhere() {
    let schedule = schedule(&Placement::full(&torus(&[2, 3])));
    let ideal = Ideal::new(&schedule, 1);
    let subject = subject(&schedule, &ideal, Part::default());
    let message = |source, destination| Message { source, destination, ..Message::default() };
    let shown = [
        message(Some(7), Some(5)),
        message(None, Some(6)),
        message(Some(0), None),
        message(Some(1), Some(u32::MAX >> 29)),
    ];
    let show = |cycle: u64, to: &mut dyn FnMut(&CycleRecord)| {
        let message = shown[cycle as usize];
        let (passages, exits) = ([Passage { link: 0, message }], [Exit { local_port: 0, message }]);
        to(&CycleRecord {
            cycle,
            status: 0,
            counters: [None; 2],
            passages: &passages,
            exits: &exits,
            waits: &[],
        });
    };
    let [vcd, fst] = in_both(&subject, shown.len() as u64, show);
    assert_eq!(checked(std::str::from_utf8(&vcd).unwrap(), &[2, 3]).map(|seen| seen > 0), Ok(true));
    assert_eq!(diff(dump(&vcd), dump(&fst)).unwrap().first, None);
    for bytes in [&vcd, &fst] {
        assert_eq!(read_loads(std::io::Cursor::new(&bytes[..])).unwrap().counts[0], shown.len() as u64);
    }
}
