//! Files that differ from ours in one place: harmless differences are read, faults are named.

use crate::common::files::{both, dump};
use crate::common::{schedule, torus};
use std::io::Cursor;
use torus_model::Placement;
use torus_sim::record::Part;
use torus_sim::waves::{diff, read_loads, Unreadable, WavesError};

/// A ring of 3 as VCD, and as FST.
fn files() -> (String, Vec<u8>) {
    let schedule = schedule(&Placement::full(&torus(&[3])));
    let (_, [vcd, fst]) = both(&schedule, 1, &Part::default());
    (String::from_utf8(vcd).unwrap(), fst)
}

fn loads_of(bytes: &[u8]) -> Result<Vec<u64>, WavesError> {
    read_loads(Cursor::new(bytes)).map(|waves| waves.counts)
}

fn error_of(bytes: &[u8]) -> String {
    loads_of(bytes).unwrap_err().to_string()
}

/// The text with one part changed. The old part has to occur.
fn changed(text: &str, from: &str, to: &str) -> Vec<u8> {
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1).into_bytes()
}

#[test]
fn comments_of_others_are_passed_over() {
    let (vcd, _) = files();
    let loads = loads_of(vcd.as_bytes()).unwrap();
    for comment in ["$comment by hand $end\n", "$comment torusgen $end\n"] {
        assert_eq!(loads_of((comment.to_string() + &vcd).as_bytes()), Ok(loads.clone()), "{comment}");
    }
    let unended = changed(&vcd, "torusgen end", "the end");
    assert!(matches!(loads_of(&unended), Err(WavesError::Truncated { .. })));
}

/// Declarations may be as long as the torus that they name is large.
#[test]
fn large_networks_have_long_declarations() {
    let padding = "$comment a $end\n".repeat(5 << 16);
    let text = |dims: &str| format!("$comment torusgen dims={dims} $end\n{padding}$enddefinitions $end\n");
    assert!(error_of(text("200x200").as_bytes()).contains("it has no scope"));
    assert!(error_of(text("9x9").as_bytes()).contains("too long"));
    assert!(error_of(text("2x5000").as_bytes()).contains("it has no scope"));
}

#[test]
fn scopes_are_those_of_the_torus() {
    let (vcd, _) = files();
    assert!(error_of(&changed(&vcd, "module link_1m", "module lost_1m")).contains("it has no scope link_1m"));
    assert!(error_of(&changed(&vcd, "module node_2", "module node_9")).contains("it has no scope node_2"));
    let closed = "$upscope $end\n".to_string() + &vcd;
    assert!(error_of(closed.as_bytes()).contains("the end of a scope that none has begun"));
}

/// A `load` that stays where it was is found at the end of the file.
#[test]
fn a_load_that_does_not_change_is_inconsistent() {
    let (vcd, _) = files();
    let link = &vcd[vcd.find("module link_1p").unwrap()..];
    let load = link.lines().find(|line| line.contains(" load")).unwrap();
    let code = load.split_whitespace().nth(3).unwrap();
    let stuck = changed(&vcd, &format!("\nb1 {code}\n"), "\n");
    let found = read_loads(Cursor::new(&stuck[..])).unwrap();
    assert_eq!(found.inconsistent.len(), 1);
    assert_eq!((found.inconsistent[0].link, found.inconsistent[0].shown), (0, Some(0)));
}

/// Either file may be the shorter one, or end too early.
#[test]
fn runs_of_other_lengths_are_compared_as_far_as_both_go() {
    let (vcd, _) = files();
    let end = vcd.rfind("\n#").unwrap();
    let last = vcd[end + 2..].split_whitespace().next().unwrap().parse::<u64>().unwrap();
    let more = format!("{}\n#{}\n{}", &vcd[..end], last + 5, &vcd[end + 1..].split_once('\n').unwrap().1);
    let longer = changed(&more, &format!("\n#{}\n", last + 5), &format!("\n#{last}\n#{}\n", last + 5));
    for [one, other] in [[vcd.as_bytes(), &longer[..]], [&longer[..], vcd.as_bytes()]] {
        let found = diff(dump(one), dump(other)).unwrap();
        assert_eq!((found.first, found.longer, found.cycles), (None, true, [0, last]));
    }
    let cut = changed(&vcd, "torusgen end", "the end");
    for (at, [one, other]) in [[&cut[..], vcd.as_bytes()], [vcd.as_bytes(), &cut[..]]].into_iter().enumerate()
    {
        let Unreadable { file, error } = diff(dump(one), dump(other)).unwrap_err();
        assert!(file == at && matches!(error, WavesError::Truncated { .. }), "{file} {error}");
    }
}

/// The position of the content of an FST's first block of a type.
fn block(fst: &[u8], kind: u8) -> usize {
    let mut at = 0;
    while fst[at] != kind {
        let length = u64::from_be_bytes(fst[at + 1..at + 9].try_into().unwrap());
        at += 1 + length as usize;
    }
    at + 9
}

const HEADER: u8 = 0;
const CHANGES: u8 = 8;
const SKIPPED: u8 = 255;
/// Bytes of a header with its type and length.
const HEADER_ENDS: usize = 330;

fn with(fst: &[u8], at: usize, bytes: &[u8]) -> Vec<u8> {
    [&fst[..at], bytes, &fst[at..]].concat()
}

#[test]
fn blocks_of_an_fst() {
    let (_, fst) = files();
    let empty = |kind: u8| [kind, 0, 0, 0, 0, 0, 0, 0, 8];
    assert_eq!(loads_of(&with(&fst, HEADER_ENDS, &empty(SKIPPED))), loads_of(&fst));
    let unknown = error_of(&with(&fst, HEADER_ENDS, &empty(7)));
    assert!(unknown.contains("a block of type 7 and 0 bytes cannot be"));
    let mut longer = with(&fst, HEADER_ENDS, &[0]);
    longer[8] += 1;
    assert!(error_of(&longer).contains("its blocks of type 0 cannot be"));
}

/// A number with seven bits in each byte, the lowest first, and the position after it.
fn varint(fst: &[u8], at: usize) -> (usize, usize) {
    let bytes = 1 + fst[at..].iter().take_while(|&&byte| byte >= 0x80).count();
    let value = (0..bytes).map(|byte| usize::from(fst[at + byte] & 0x7f) << (7 * byte)).sum();
    (value, at + bytes)
}

#[test]
fn sizes_and_times_of_an_fst() {
    let (_, fst) = files();
    let spoiled = |at: usize| {
        let mut spoiled = fst.clone();
        spoiled[at] += 1;
        error_of(&spoiled)
    };
    assert!(spoiled(block(&fst, HEADER) + 15).contains("the time of its end cannot be"));
    let section = block(&fst, CHANGES);
    // Times and a size of memory in 24 bytes; then of the first values the size, the size packed, the number.
    let (size, packed_at) = varint(&fst, section + 24);
    let (packed, count_at) = varint(&fst, packed_at);
    let (_, values_at) = varint(&fst, count_at);
    assert_eq!(size, packed);
    let sizes = "the sizes of a section of changes cannot be";
    for at in [section + 24, packed_at, count_at] {
        assert!(spoiled(at).contains(sizes), "{at}");
    }
    let (_, mark) = varint(&fst, values_at + size);
    assert_eq!(fst[mark], b'4');
    assert!(spoiled(mark).contains(sizes));
}
