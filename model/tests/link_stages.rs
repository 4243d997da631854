//! Registers on links: the meaning of the option's texts on every link, against a walk of the rings.
//!
//! Corners: rings of two, which have no wrap link; odd and even rings; one number for all dimensions and one
//! for each; wrap links with more stages, with fewer and with none.

use proptest::prelude::*;
use torus_model::{LinkStages, Torus};

fn torus(dims: &str) -> Torus {
    dims.parse().expect("a torus")
}

/// Compares every link with the numbers of the text. A link is a wrap link if the coordinate does not change
/// by one.
fn assert_stages(dims: &str, text: &str, along: &[u32], wrap: Option<u32>) {
    let torus = torus(dims);
    let stages = LinkStages::parse(text, &torus).expect("stages");
    for link in torus.links() {
        let (node, port) = torus.tail(link);
        let ends = [node, torus.neighbour(node, port)].map(|node| torus.coordinate(node, port.dim()));
        let expected = match ends[0].abs_diff(ends[1]) {
            1 => along[port.dim()],
            _ => wrap.unwrap_or(along[port.dim()]),
        };
        assert_eq!(stages.of(&torus, node, port), expected, "{dims} {text}: {}", torus.link_name(link));
    }
    assert_eq!(LinkStages::parse(&stages.to_string(), &torus), Ok(stages), "{dims} {text}");
}

#[test]
fn every_link_has_its_stages() {
    assert_stages("4x4", "2", &[2, 2], None);
    assert_stages("2x3x4", "0,1,2", &[0, 1, 2], None);
    assert_stages("5x4", "1,wrap=3", &[1, 1], Some(3));
    assert_stages("2x5", "2,0,wrap=1", &[2, 0], Some(1));
    assert_stages("3", "7,wrap=0", &[7], Some(0));
    assert_stages("2", "1", &[1], None);
    assert_stages("2x2x2", "0,0,32", &[0, 0, 32], None);
}

/// As short as can be.
#[test]
fn texts_are_canonical() {
    let table = [
        ("4x4", "0", "0"),
        ("4x4", "0,0", "0"),
        ("4x4", "1,1,wrap=1", "1"),
        ("4x4", "0,wrap=2", "0,wrap=2"),
        ("4x2", "3,1,wrap=3", "3,1"),
        ("4x4", "02,1", "2,1"),
    ];
    for (dims, text, short) in table {
        assert_eq!(LinkStages::parse(text, &torus(dims)).unwrap().to_string(), short, "{dims} {text}");
    }
    let none = LinkStages::none(&torus("3x4"));
    assert_eq!((none.is_none(), none.most(), none.sets_wraps_apart()), (true, 0, false));
    let some = LinkStages::parse("1,0,wrap=4", &torus("3x4")).unwrap();
    assert_eq!((some.is_none(), some.most(), some.sets_wraps_apart()), (false, 4, true));
}

proptest! {
    /// Any numbers are taken back as they were.
    #[test]
    fn texts_are_read_back(
        rings in prop::collection::vec((2u32..=5, 0u32..=32), 1..=4),
        wrap in prop::option::of(0u32..=32),
    ) {
        let (dims, along): (Vec<u32>, Vec<u32>) = rings.into_iter().unzip();
        let torus = Torus::new(&dims).unwrap();
        let wrap = wrap.filter(|_| dims.iter().any(|&n| n > 2));
        let mut parts: Vec<String> = along.iter().map(u32::to_string).collect();
        parts.extend(wrap.map(|stages| format!("wrap={stages}")));
        assert_stages(&torus.to_string(), &parts.join(","), &along, wrap);
    }

    /// Nothing else than such texts is taken, and nothing panics.
    #[test]
    fn other_texts_are_refused(text in "[0-9wrap=, +-]{0,12}") {
        let torus = torus("3x4");
        if let Ok(stages) = LinkStages::parse(&text, &torus) {
            let plain = |part: &str| part.strip_prefix("wrap=").unwrap_or(part).parse::<u32>().is_ok();
            prop_assert!(text.split(',').all(plain) && stages.most() <= 32, "{text:?}");
        }
    }
}
