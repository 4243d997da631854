//! Several curves in one sweep: each equals the curve of its network alone, in all formats. Also their
//! picture, runs that are resumed, parts of a sweep and their merger, BookSim's results, and errors.

use crate::common::{json, stdout, text, torusgen};
use proptest::prelude::*;
use serde_json::Value;
use std::fs;
use torus_cli::curve::{comparison, Series};

/// A small sweep on the model engine.
const SWEEP: [&str; 9] =
    ["sweep", "--ports", "one", "--engine", "model", "--rates", "0.2:0.8:0.3", "--measure", "400"];

fn sweep(more: &[&str]) -> Value {
    json(&[&SWEEP, more, &["--format", "json"]].concat())
}

#[test]
fn values_vary_in_all_combinations() {
    let found = sweep(&["4x4", "--vary", "channels=2,4", "--vary", "depth=2,4"]);
    let curves = found["curves"].as_array().unwrap();
    let combinations = [("2", "2"), ("2", "4"), ("4", "2"), ("4", "4")];
    assert_eq!(curves.len(), 4);
    for (curve, (channels, depth)) in curves.iter().zip(combinations) {
        assert_eq!(curve["label"], format!("channels {channels}, depth {depth}"));
        let alone = sweep(&["4x4", "--channels", channels, "--depth", depth]);
        assert_eq!(alone["label"], Value::Null);
        for key in ["title", "points", "bound", "saturation", "seed"] {
            assert_eq!(curve[key], alone[key], "{key} of {channels} channels of {depth}");
        }
    }
}

#[test]
fn files_are_compared() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = dir.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let [small, large] =
        [("small.toml", "dims = \"3x3\"\n"), ("large.toml", "dims = \"4x3\"\nchannels = 4\n")]
            .map(|(n, t)| file(n, t));
    let found = sweep(&["--compare", &small, "--compare", &large, "--vary", "dims=2x4,5"]);
    let labels: Vec<&Value> =
        found["curves"].as_array().unwrap().iter().map(|curve| &curve["label"]).collect();
    assert_eq!(labels, ["small, dims 2x4", "small, dims 5", "large, dims 2x4", "large, dims 5"]);
    let found = sweep(&["--compare", &small, "--compare", &large]);
    let title = |at: usize| found["curves"][at]["title"].as_str().unwrap().to_string();
    assert!(title(0).starts_with("uniform on 3x3, full"), "{}", title(0));
    assert!(title(1).starts_with("uniform on 4x3, full") && title(1).contains("4 channels"), "{}", title(1));
}

#[test]
fn values_vary_once() {
    let refused = |more: &str| {
        let more: Vec<&str> = more.split(' ').collect();
        crate::common::refused(&[&SWEEP[..], &["3x3"], &more].concat())
    };
    let twice = "channels was given twice, of which one is by --vary: give all of its values once, as \
                 --vary channels=V1,V2\n";
    for more in ["--vary channels=2 --vary channels=4", "--vary channels=4 --channels 8"] {
        assert_eq!(refused(more), format!("error: {twice}"), "{more}");
    }
    assert_eq!(
        refused("--vary channels=2,4,2"),
        "error: --vary gives channels the value \"2\" twice: leave one of them out\n"
    );
}

/// A row for each point, whose last columns say of which curve it is.
#[test]
fn rows_say_what_they_are_of() {
    let lines = stdout(&[&SWEEP[..], &["3x3", "--vary", "seed=1,7", "--format", "csv"]].concat());
    let lines: Vec<&str> = lines.lines().collect();
    assert!(lines[0].ends_with(",match,bound,saturation,seed,network"));
    assert_eq!(lines.len(), 1 + 2 * 3);
    let seeds: Vec<&str> = lines[1..].iter().map(|line| line.split(',').nth(11).unwrap()).collect();
    assert_eq!(seeds, ["1", "1", "1", "7", "7", "7"]);
    assert!(lines[1].contains(",\"uniform on 3x3, full, odr, one-port, "), "{}", lines[1]);
    let people = stdout(&[&SWEEP[..], &["3x3", "--vary", "seed=1,7"]].concat());
    assert!(people.contains("share of the bound") && people.contains(" seed 7 "), "{people}");
}

/// What the file has is taken, what it has not is measured; a point of another run is none.
#[test]
fn finished_points_are_not_measured_again() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("points.json");
    let resumed = |more: &[&str]| sweep(&[&["3x3", "--resume", path.to_str().unwrap()], more].concat());
    let first = resumed(&[]);
    let mut kept: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let points = kept["points"].as_object_mut().unwrap();
    assert_eq!(points.len(), 3);
    let lost = points.keys().next().unwrap().clone();
    points.remove(&lost);
    points.values_mut().for_each(|point| point["p99"] = 4321.into());
    fs::write(&path, kept.to_string()).unwrap();
    let tails = |found: &Value| {
        found["points"]
            .as_array()
            .unwrap()
            .iter()
            .map(|point| point["p99"].as_u64().unwrap())
            .collect::<Vec<_>>()
    };
    let second = resumed(&[]);
    assert_eq!(tails(&second), [tails(&first)[0], 4321, 4321]);
    assert_eq!(resumed(&[]), second, "all three are known now");
    let others =
        [["--seed", "2"], ["--warmup", "900"], ["--width", "64"], ["--depth", "8"], ["--link-stages", "1"]];
    for other in others {
        assert!(!tails(&resumed(&other)).contains(&4321), "{other:?}");
    }
}

/// Two files of placements have the same name in titles, but not the same points.
#[test]
fn points_of_other_processors_are_not_taken() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let of = |name: &str, nodes: &str| {
        fs::write(path(name), nodes).unwrap();
        let placement = format!("file:{}", path(name));
        sweep(&["3x3", "--placement", &placement, "--resume", &path("points.json")])["points"].clone()
    };
    let (far, near) = (of("far.txt", "0,0\n1,1\n2,2\n"), of("near.txt", "0,0\n0,1\n0,2\n"));
    assert_ne!(far, near);
}

/// A sweep waits for at most 20 times the warmup and window, unless another limit is given.
#[test]
fn a_limit_that_is_given_is_taken() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("points.json");
    for (more, limit) in [(&[][..], 28_000), (&["--limit", "200000"], 200_000)] {
        sweep(&[&["3x3", "--resume", path.to_str().unwrap()], more].concat());
        let kept: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let known = kept["points"].as_object().unwrap();
        let asked = format!("limit {limit}, ");
        assert_eq!(known.keys().filter(|key| key.contains(&asked)).count(), 3, "{known:?}");
    }
}

/// Twelve points of two networks in parts of unequal sizes: together they are one run's, and no part measures
/// another's.
#[test]
fn parts_merge_into_what_one_run_gives() {
    let dir = tempfile::tempdir().unwrap();
    let file = |part: usize| dir.path().join(format!("{part}.json")).to_str().unwrap().to_string();
    let asked = ["3x3", "--vary", "channels=2,4", "--rates", "0.1:0.6:0.1"];
    let command = [&SWEEP[..5], &asked].concat();
    let parts: Vec<String> = (1..=5).map(file).collect();
    let mut kept = Vec::new();
    for (part, path) in (1..).zip(&parts) {
        let said = stdout(&[&command[..], &["--shard", &format!("{part}/5"), "--resume", path]].concat());
        let found: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        kept.extend(found["points"].as_object().unwrap().keys().cloned());
        assert!(
            said.starts_with(if part < 3 { "3 of the 12 points" } else { "2 of the 12 points" }),
            "{said}"
        );
    }
    kept.sort();
    kept.dedup();
    assert_eq!(kept.len(), 12);
    for format in ["text", "csv", "json"] {
        let printed = [&command[..], &["--format", format]].concat();
        let files: Vec<&str> = parts.iter().rev().map(String::as_str).collect();
        assert_eq!(stdout(&[&printed[..], &["--merge"], &files].concat()), stdout(&printed), "{format}");
    }
    let few = torusgen(
        &[&command[..], &["--merge"], &parts[..3].iter().map(|p| &p[..]).collect::<Vec<_>>()].concat(),
    );
    assert_eq!(few.status.code(), Some(2));
    let error = text(&few.stderr);
    assert!(
        error.starts_with("error: 4 of the 12 points of the sweep are in none of the files, the first "),
        "{error}"
    );
    let merged = |paths: &[&str]| {
        let output = torusgen(&[&command[..], &["--merge"], paths].concat());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{paths:?}");
        text(&output.stderr)
    };
    let absent = dir.path().join("absent.json");
    assert!(merged(&[&parts[0], absent.to_str().unwrap()]).contains("absent.json cannot be read"));
    let old = fs::read_to_string(&parts[1]).unwrap().replacen("torusgen ", "torusgen 0.0.", 1);
    fs::write(&parts[1], old).unwrap();
    let error = merged(&[&parts[0], &parts[1]]);
    assert!(error.contains("2.json has points of torusgen 0.0."), "{error}");
    assert!(error.contains("run this part of the sweep again"), "{error}");
}

/// The output of two runs of BookSim, the later one first, and of one that did not end.
const BOOKSIM: &str = "BEGIN Configuration File: torus\n====== Overall Traffic Statistics ======\n\
    ====== Traffic class 0 ======\nPacket latency average = 30.5 (1 samples)\n\tminimum = 4 (1 samples)\n\
    Injected flit rate average = 0.45 (1 samples)\nAccepted flit rate average = 0.44 (1 samples)\n\
    Simulation unstable, ending ...\n====== Overall Traffic Statistics ======\n\
    Packet latency average = 9.5 (1 samples)\nInjected flit rate average = 0.2 (1 samples)\n\
    Accepted flit rate average = 0.2 (1 samples)\n";

#[test]
fn other_simulators_stand_in_the_picture() {
    let dir = tempfile::tempdir().unwrap();
    let [log, svg] = ["booksim.log", "both.svg"].map(|name| dir.path().join(name));
    fs::write(&log, BOOKSIM).unwrap();
    sweep(&["3x3", "--baseline", log.to_str().unwrap(), "--svg", svg.to_str().unwrap()]);
    let picture = fs::read_to_string(&svg).unwrap();
    assert!(
        picture.contains(">torusgen: accepts ") && picture.contains(">booksim: accepts 0.4400<"),
        "{picture}"
    );
    assert_eq!(picture.matches("<circle").count(), 2 * (3 + 2));
}

#[test]
fn what_cannot_be_swept_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        fs::write(dir.path().join(name), text).unwrap();
        dir.path().join(name).to_str().unwrap().to_string()
    };
    let (empty, other) = (file("empty.log", "no run\n"), file("other.json", "{\"a\": 1}"));
    let svg = dir.path().join("none.svg").to_str().unwrap().to_string();
    let many = (1..=25).map(|seed| seed.to_string()).collect::<Vec<_>>().join(",");
    let many = format!("seed={many}");
    for (more, said) in [
        (
            vec!["--vary", "channels"],
            "what varies was given as \"channels\", which is not a key with its values",
        ),
        (vec!["--vary", "channels=2,,4"], "what varies was given as \"channels=2,,4\""),
        (
            vec!["--vary", "lanes=2"],
            "--vary was given the key \"lanes\", which is not known: use one of d, k,",
        ),
        (
            vec!["--vary", "channels=two"],
            "--vary gives channels the value \"two\", which this key does not take",
        ),
        (vec!["--vary", "depth=2", "--vary", "depth=4"], "depth was given twice, of which one is by --vary"),
        (vec!["--vary", "router=buffered,scheduled"], "a sweep with --router scheduled was asked for"),
        (vec!["--vary", "channels=4,1"], "channel"),
        (vec!["--vary", &many], "a sweep of more than 24 networks was asked for"),
        (vec!["--baseline", &empty], "--baseline was given, which has no effect without --svg"),
        (vec!["--baseline", &empty, "--svg", &svg], "is not an output of BookSim 2 with latencies"),
        (vec!["--resume", &other], "has no points of a sweep (unknown field `a`"),
        (vec!["--resume", "/dev/null"], "it is not a regular file"),
        (vec!["--merge", &other], "has no points of a sweep (unknown field `a`"),
        (vec!["--shard", "3/2", "--resume", "none.json"], "--shard 3/2 was asked for; a shard is I/N"),
        (vec!["--shard", "1/2"], "--resume <FILE.json>"),
    ] {
        let output = torusgen(&[&SWEEP[..], &["3x3"], &more].concat());
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{more:?}: {error}");
        assert!(error.contains(said), "{more:?}: {error}");
        assert_eq!(text(&output.stdout), "", "{more:?}");
        assert!(!std::path::Path::new(&svg).exists());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// A row and two lines for each curve, all within the picture.
    #[test]
    fn every_curve_is_drawn(
        all in proptest::collection::vec(
            (proptest::collection::vec((0.01f64..1.0, 0.0f64..1.0, 0.0f64..4.0), 1..9), "[a-e<&>, ]{0,150}"),
            1..=24,
        ),
    ) {
        let series: Vec<Series> = all
            .iter()
            .map(|(points, label)| {
                let point = |&(rate, share, power): &(f64, f64, f64)| [rate, rate * share, 10f64.powf(power)];
                let mut points: Vec<[f64; 3]> = points.iter().map(point).collect();
                points.sort_by(|a, b| a[0].total_cmp(&b[0]));
                Series { label: label.clone(), points, bound: Some(1.0) }
            })
            .collect();
        let svg = comparison("several, curves", &series);
        prop_assert_eq!(svg.matches("<g clip-path").count(), 2 * series.len());
        prop_assert_eq!(svg.matches(": accepts ").count(), series.len());
        prop_assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", svg);
        let attribute = |line: &str, name: &str| {
            let value = line.split(&format!(" {name}=\"")).nth(1).unwrap().split('"').next().unwrap();
            value.parse::<f64>().unwrap()
        };
        let height = attribute(svg.lines().next().unwrap(), "height");
        for line in svg.lines().filter(|line| line.starts_with("<circle")) {
            let (x, y) = (attribute(line, "cx"), attribute(line, "cy"));
            prop_assert!((60.0..=604.0).contains(&x) && y > 0.0 && y < height, "{}", line);
        }
        let strokes: Vec<&str> = svg.lines().filter(|line| line.contains("H84\"")).collect();
        let looks = strokes.iter().map(|line| line.split(" stroke=").nth(1).unwrap());
        let looks: std::collections::BTreeSet<&str> = looks.collect();
        prop_assert_eq!(looks.len(), series.len(), "no two look alike");
    }
}
