//! Searches for broadcasts.

use super::exchanges::of;
use crate::common::{json, refused, stdout};
use std::fs;

/// Found, written, and valid by `torusgen verify`; the steps are those asked for.
#[test]
fn broadcasts_are_found() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("plan.json");
    let file = path.to_str().unwrap();
    for (dims, source, nodes) in [("3x3", "0,0", 9), ("2x2x2", "1,0,1", 8), ("4x4", "3,2", 16)] {
        let args = ["broadcast-search", "--dims", dims, "--steps", "2", "--source", source];
        let plan = json(&[&args[..], &["--out", file, "--format", "json"]].concat());
        assert_eq!((of(&plan, "length"), of(&plan, "messages")), (2, nodes - 1), "{dims}");
        assert_eq!(fs::read_to_string(&path).unwrap(), stdout(&[&args[..], &["--format", "json"]].concat()));
        assert!(stdout(&["verify", file]).contains("valid: "), "{dims}");
        let printed = stdout(&args);
        let first = format!(
            "torus {dims}, broadcast from ({source}) in 2 steps; bounds 2 (ports) and 2 (ordered routes)"
        );
        assert_eq!(printed.lines().next(), Some(first.as_str()));
        assert!(printed.contains(plan["digest"].as_str().unwrap()));
        assert_eq!(stdout(&[&args[..], &["--format", "csv"]].concat()).lines().count() as u64, nodes);
    }
}

#[test]
fn broadcasts_that_are_not_found() {
    let table: &[(&[&str], &str)] = &[
        (
            &["--dims", "5x5", "--steps", "2"],
            "a broadcast in 2 steps was asked for on 5x5; by routes ordered by dimension it takes 3 or more: \
                ask for 3",
        ),
        (
            &["--dims", "4x4x4", "--steps", "3", "--effort", "100"],
            "no broadcast in 3 steps was found on 4x4x4 with an effort of 100 visits; there may be none: ask \
             for 4, or change the seed or the effort",
        ),
        (
            &["--dims", "5x5", "--steps", "9"],
            "a broadcast in 9 steps was asked for; on 5x5 3 are enough without a search: ask for 3 or fewer",
        ),
        (
            &["--dims", "3x3", "--steps", "2", "--source", "0,3"],
            "the source \"0,3\" is not a node of the torus 3x3; a node is a coordinate below its radix for \
             every dimension, joined by commas: give one such as 0,0 in two dimensions",
        ),
    ];
    for (args, message) in table {
        assert_eq!(refused(&[&["broadcast-search"], *args].concat()), format!("error: {message}\n"));
    }
}
