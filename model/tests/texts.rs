//! Texts of values: `FromStr` reads back what `Display` writes, and any other text gets a complete message.
//!
//! State space: random radices, placements and specifications; every variant of every enum with names.
//! Corners: the separators `X` and `,`, keys in any order, keys that occur twice, invalid numbers, nodes
//! that do not exist.

use proptest::prelude::*;
use std::{
    fmt::{Debug, Display},
    str::FromStr,
};
use torus_model::{
    channel::RingRule,
    placement::parse_nodes,
    schedule::ScheduleKind,
    table::Group,
    traffic::{Order, Pattern},
    Placement, PlacementSpec, PortModel, Route, Routing, Ties, Torus,
};

/// Checks that each value's text is read back as that value.
fn assert_read_back<T: Display + FromStr<Err: Debug> + PartialEq + Debug>(values: &[T]) {
    for value in values {
        assert_eq!(value.to_string().parse::<T>().expect("a text of our own"), *value);
    }
}

/// The complete message about an invalid text.
fn message<T: FromStr<Err: Display>>(text: &str) -> String {
    text.parse::<T>().err().expect("a text that is none").to_string()
}

#[test]
fn names_are_read_back() {
    assert_read_back(Routing::ALL);
    assert_read_back(PortModel::ALL);
    assert_read_back(ScheduleKind::ALL);
    assert_read_back(Ties::ALL);
    assert_read_back(RingRule::ALL);
    assert_read_back(Group::ALL);
    assert_read_back(Order::ALL);
}

#[test]
fn names_that_are_none_get_a_message() {
    let messages = [
        message::<Routing>("ODR"),
        message::<PortModel>("two"),
        message::<ScheduleKind>(""),
        message::<Ties>("minus"),
        message::<RingRule>("torus"),
        message::<Group>("klein"),
        message::<Order>("far"),
        message::<PlacementSpec>("linear:c"),
    ];
    assert_eq!(
        messages,
        [
            "the routing \"ODR\" is not known; allowed are odr and udr: use one of these",
            "the port model \"two\" is not known; allowed are all, one and single: use one of these",
            "the kind of schedule \"\" is not known; allowed are frame, oneshot and exchange: use one of \
             these",
            "the tie rule \"minus\" is not known; allowed are plus and parity: use one of these",
            "the ring rule \"torus\" is not known; allowed are dateline and bubble: use one of these",
            "the group \"klein\" is not known; allowed are cyclic and dihedral: use one of these",
            "the order \"far\" is not known; allowed are offset, random, farthest and planned: use one of \
             these",
            "the placement \"linear:c\" is not known; allowed are full, linear[:coeff=1,1,1][:c=0], \
             multilinear:t=2[:coeff=1,1,1] and file:PATH: use one of these",
        ]
    );
}

#[test]
fn radices_have_three_separators_and_are_written_with_one() {
    for text in ["3x4x5", "3X4X5", "3,4,5"] {
        assert_eq!(text.parse::<Torus>().expect("a torus").to_string(), "3x4x5");
    }
}

#[test]
fn radices_that_make_no_torus_get_a_message() {
    for text in ["", "4x", "x4", "4x4x", "4 x 4", "four", "4x-4", "4x+4", "4x4,4"] {
        let wanted = format!(
            "the radices {text:?} are no numbers joined by x; a torus is written like 4x4 or 3x4x5: correct \
             them"
        );
        assert_eq!(message::<Torus>(text), wanted);
    }
    assert_eq!(
        message::<Torus>("4x4294967296"),
        "the radices \"4x4294967296\" have one above 4294967295, the largest radix: lower it"
    );
    assert_eq!(
        message::<Torus>("4x1"),
        "dimension 2 of 4x1 has radix 1; every radix is at least 2: raise it or leave the dimension out"
    );
    assert_eq!(
        message::<Torus>("4096x4097"),
        "4096x4097 has more than 16777216 nodes, the most that fit: lower a radix or the number of dimensions"
    );
    let none = Torus::new(&[]).expect_err("a torus has a dimension").to_string();
    assert_eq!(none, "a torus of 0 dimensions was asked for; at least 1 is needed");
}

#[test]
fn placements_that_cannot_be_get_a_message() {
    let torus = |text: &str| text.parse::<Torus>().expect("a torus");
    let (square, ring) = (torus("4x4"), torus("5"));
    let refused = |placement: Result<Placement, _>| {
        placement.map_err(|error: torus_model::placement::PlacementError| error.to_string()).unwrap_err()
    };
    let node = square.node(&[1, 2]);
    let messages = [
        refused(Placement::linear(&torus("3x4"), None, 0)),
        refused(Placement::linear(&square, Some(&[1, 1, 1]), 0)),
        refused(Placement::linear(&square, Some(&[2, 6]), 0)),
        refused(Placement::multilinear(&square, None, 5)),
        refused(Placement::linear(&ring, None, 0)),
        refused(Placement::listed(&square, &[node, node])),
    ];
    assert_eq!(
        messages,
        [
            "a linear or multilinear placement was asked for on 3x4, whose radices have no common \
             divisor but 1; its form is taken modulo the greatest one",
            "3 coefficients were given for 2 dimensions; one per dimension is needed: give 2 numbers to \
             coeff=",
            "the coefficients 2,2 modulo 4 have no unit at either end; the first or the last has to be prime \
             to 4, or the classes would not have equally many processors: change coeff=, for \
             example to all ones",
            "a multilinear placement of 5 classes was asked for; modulo 4 there may be 1 to 4: change t=",
            "an exchange needs at least 2 processors; the placement has 1",
            "the node 1,2 is listed twice; a node carries at most one processor: list it once",
        ]
    );
}

#[test]
fn lines_that_are_no_nodes_get_a_message() {
    let torus: Torus = "3x4".parse().expect("a torus");
    let refused = |text: &str| parse_nodes(&torus, text).expect_err("a line that is none").to_string();
    assert_eq!(
        refused("0,0\n1,4 # beyond\n"),
        "line 2 of the list of nodes reads \"1,4\", which is not a node of 3x4; a line holds 2 coordinates \
         joined by commas, each below its radix: correct it, or start it with # to leave it out"
    );
    assert_eq!(
        refused("0,0\n\n# none\n2, 3\n0,0"),
        "line 5 of the list of nodes names 0,0 again, which line 1 named before; a node is named once: \
         remove one of the lines"
    );
}

#[test]
fn keys_of_a_placement_stand_in_any_order_and_once() {
    let read = |text: &str| text.parse::<PlacementSpec>().expect("a specification").to_string();
    assert_eq!(read("linear:c=2:coeff=1,-1"), "linear:coeff=1,-1:c=2");
    assert_eq!(read("multilinear:coeff=3,1:t=2"), "multilinear:t=2:coeff=3,1");
    assert_eq!(read("file:a:b"), "file:a:b");
    for text in ["", "full:c=1", "linear:c=1:c=1", "linear:t=2", "multilinear", "multilinear:t=-1", "file:"] {
        assert!(text.parse::<PlacementSpec>().is_err(), "{text:?}");
    }
}

fn specification() -> impl Strategy<Value = PlacementSpec> {
    let coefficients = || prop::option::of(prop::collection::vec(-9..10i64, 1..5));
    prop_oneof![
        Just(PlacementSpec::Full),
        (coefficients(), -9..10i64).prop_map(|(coefficients, c)| PlacementSpec::Linear { coefficients, c }),
        (coefficients(), 0..9u32)
            .prop_map(|(coefficients, t)| PlacementSpec::Multilinear { t, coefficients }),
        "[a-z:=/ .]{1,12}".prop_map(PlacementSpec::File),
    ]
}

proptest! {
    #[test]
    fn tori_are_read_back(dims in prop::collection::vec(2..17u32, 1..6)) {
        assert_read_back(&[Torus::new(&dims).expect("few nodes")]);
    }

    #[test]
    fn specifications_are_read_back(specification in specification()) {
        assert_read_back(&[specification]);
    }

    #[test]
    fn routes_are_read_back(text in "[a-zA-Z]{0,20}") {
        let route: Route = text.parse().expect("letters");
        prop_assert_eq!(route.to_string(), text);
    }

    #[test]
    fn hotspots_are_read_back(percent in 1..101u32, at in 0..1000usize) {
        assert_read_back(&[Pattern::Hotspot { percent, at }]);
    }

    /// A placement's text, read as a specification, makes the same placement.
    #[test]
    fn placements_are_made_again(d in 1..4usize, k in 3..7u32, c in 0..7i64, t in 1..4u32) {
        let torus = Torus::homogeneous(d, k).expect("few nodes");
        for placement in [Placement::linear(&torus, None, c), Placement::multilinear(&torus, None, t)] {
            let Ok(placement) = placement else { continue };
            let again = match placement.to_string().parse().expect("a text of our own") {
                PlacementSpec::Linear { coefficients, c } => {
                    Placement::linear(&torus, coefficients.as_deref(), c)
                }
                PlacementSpec::Multilinear { t, coefficients } => {
                    Placement::multilinear(&torus, coefficients.as_deref(), t)
                }
                other => panic!("{other}"),
            };
            prop_assert_eq!(again, Ok(placement));
        }
    }
}
