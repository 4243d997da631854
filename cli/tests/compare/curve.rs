//! The picture of a latency-throughput curve: every point is within the frame, an arrow marks a curve that
//! is cut, and labels do not overlap and are within the picture. Curves are random; the same is measured in
//! a browser.
//!
//! State space: rates, latencies over seven powers of ten, saturated or not, a bound near or far, titles of
//! any length.

use proptest::prelude::*;
use torus_cli::curve::{picture, Curve, Point};

fn point(rate: f64, accepted: f64, mean: f64, p99: u64, drained: bool) -> Point {
    let (p50, max, network, wrong) = (mean as u64, p99 + 1, mean, Vec::new());
    Point { rate, accepted, mean, p50, p99, max, network, drained, matches: true, wrong }
}

fn curve(title: &str, bound: f64, points: Vec<Point>) -> Curve {
    Curve::new(title.into(), 1, bound, points)
}

/// Points at the knee and above it, as measured on 8x8.
fn measured() -> Curve {
    let rows = [
        (0.1, 5.2, 9),
        (0.2, 5.5, 10),
        (0.3, 5.9, 12),
        (0.4, 6.5, 15),
        (0.5, 7.8, 20),
        (0.55, 9.1, 25),
        (0.6, 16.2, 98),
        (0.65, 247.3, 1232),
        (0.8, 1239.2, 3103),
        (1.0, 2510.6, 5308),
    ];
    let point = |(rate, mean, p99)| point(rate, f64::min(rate, 0.61), mean, p99, true);
    curve(
        "uniform on 8x8, full, odr, one-port, dateline rule, 4 channels of 4 flits, packets of 1 flit, \
        ties plus",
        0.7875,
        rows.map(point).to_vec(),
    )
}

/// A rectangle: left, top, right, bottom.
type Box4 = [f64; 4];

/// The contents of a drawing: texts with the largest rectangles that they can take, and centres or tips of
/// markers.
#[derive(Default)]
struct Drawn {
    size: [f64; 2],
    frame: Box4,
    texts: Vec<(String, Box4)>,
    dots: Vec<[f64; 2]>,
    arrows: Vec<[f64; 2]>,
    lines: Vec<[f64; 2]>,
}

fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let from = line.find(&format!(" {name}=\""))? + name.len() + 3;
    line[from..].split('"').next()
}

fn number(line: &str, name: &str) -> f64 {
    attribute(line, name).unwrap_or_else(|| panic!("{name} in {line}")).parse().unwrap()
}

/// The coordinates of a path of M and L.
fn corners(path: &str) -> Vec<[f64; 2]> {
    let pairs = path.split(['M', 'L']).filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| pair.split(' ').map(|n| n.parse().unwrap()).collect::<Vec<f64>>().try_into().unwrap())
        .collect()
}

fn drawn(svg: &str) -> Drawn {
    let mut found = Drawn::default();
    for line in svg.lines() {
        match line.split([' ', '>']).next().unwrap() {
            "<svg" => found.size = [number(line, "width"), number(line, "height")],
            "<text" => found.texts.push(text(line)),
            "<circle" => found.dots.push([number(line, "cx"), number(line, "cy")]),
            "<rect" if attribute(line, "x").is_some() => {
                let [x, y] = [number(line, "x"), number(line, "y")];
                found.frame = [x, y, x + number(line, "width"), y + number(line, "height")];
            }
            "<path" => {
                let path = attribute(line, "d").unwrap();
                match path.strip_suffix('Z') {
                    Some(arrow) => found.arrows.push(corners(arrow.split('L').next().unwrap())[0]),
                    None if line.contains("fill=\"none\"") => found.lines.extend(corners(path)),
                    None => {}
                }
            }
            _ => {}
        }
    }
    found
}

/// A text and its rectangle, with letters wider than the average of any sans-serif font.
fn text(line: &str) -> (String, Box4) {
    let words = line.split('>').nth(1).unwrap().split('<').next().unwrap();
    let size = attribute(line, "font-size").map_or(10.0, |size| size.parse().unwrap());
    let (x, y, width) = (number(line, "x"), number(line, "y"), 0.6 * size * words.chars().count() as f64);
    let left = match attribute(line, "text-anchor") {
        Some("middle") => x - width / 2.0,
        Some("end") => x - width,
        _ => x,
    };
    let flat = [left, y - 0.8 * size, left + width, y + 0.2 * size];
    // Turned about its own point, a quarter to the left.
    let turned = [x + flat[1] - y, y - (flat[2] - x), x + flat[3] - y, y - (flat[0] - x)];
    (words.to_string(), if line.contains("rotate(-90") { turned } else { flat })
}

fn overlap(a: &Box4, b: &Box4) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// Checks the properties of every picture.
fn check(curve: &Curve) {
    let svg = picture(curve);
    let Drawn { size, frame, texts, dots, arrows, lines } = drawn(&svg);
    for (index, (words, place)) in texts.iter().enumerate() {
        let inside = place[0] >= 0.0 && place[1] >= 0.0 && place[2] <= size[0] && place[3] <= size[1];
        assert!(inside, "{words:?} at {place:?} is within the picture\n{svg}");
        for (other, there) in &texts[..index] {
            assert!(!overlap(place, there), "{words:?} and {other:?} are apart\n{svg}");
        }
        assert!(!overlap(place, &frame), "{words:?} is outside of the frame\n{svg}");
    }
    let within = |[x, y]: [f64; 2]| {
        (frame[0]..=frame[2] + 0.05).contains(&x) && (frame[1] - 0.05..=frame[3] + 0.05).contains(&y)
    };
    // The legend's signs stand above the frame.
    let (signs, points): (Vec<[f64; 2]>, Vec<_>) =
        dots.iter().chain(&arrows).partition(|[_, y]| *y < frame[1] - 5.0);
    assert!(
        points.iter().chain(&lines).all(|&at| within(at)),
        "points and lines are within the frame\n{svg}"
    );
    let drawable = |latency: &f64| *latency > 0.0;
    let expected =
        curve.points.iter().flat_map(|point| [point.mean, point.p99 as f64]).filter(drawable).count();
    assert_eq!(points.len(), expected, "a marker for every point\n{svg}");
    let least = curve.points.iter().flat_map(|point| [point.mean, point.p99 as f64]).filter(drawable);
    let span = least.clone().fold(0.0, f64::max) / least.fold(f64::INFINITY, f64::min);
    let cut = arrows.iter().any(|[_, y]| *y >= frame[1] - 5.0);
    assert!(!cut || span > 1000.0, "what is cut is far beyond the rest\n{svg}");
    assert_eq!(cut, svg.contains("beyond the scale"), "arrows are in the legend\n{svg}");
    assert_eq!(curve.saturated, svg.contains(">saturation<"), "saturation is marked\n{svg}");
    assert!(svg.contains(">bound<"), "the bound is marked\n{svg}");
    assert_eq!(
        signs.len(),
        2 + usize::from(curve.saturated) + usize::from(cut),
        "the legend is whole\n{svg}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn pictures_keep_their_frame(
        bound in 0.01f64..4.0,
        rates in proptest::collection::vec(
            (0.001f64..2.0, 0.0f64..7.0, 0.0f64..3.0, any::<bool>(), 0.5f64..1.02),
            1..40,
        ),
        words in 1usize..30,
    ) {
        let mut points: Vec<Point> = rates
            .into_iter()
            .map(|(rate, mean, tail, drained, share)| {
                let latency = 10f64.powf(mean);
                let longest = (latency * 10f64.powf(tail)) as u64;
                point(rate, (rate * share).min(bound * 1.01), latency, longest, drained)
            })
            .collect();
        points.sort_by(|a, b| a.rate.total_cmp(&b.rate));
        check(&curve(&vec!["some words"; words].join(", "), bound, points));
    }
}

#[test]
fn pictures_of_corner_cases() {
    check(&measured());
    check(&curve("one point", 0.5, vec![point(0.1, 0.1, 3.0, 3, true)]));
    check(&curve("nothing measured", 0.5, vec![point(0.1, 0.0, 0.0, 0, true)]));
    check(&curve("equal", 0.5, vec![point(0.1, 0.1, 10.0, 10, true), point(0.2, 0.2, 10.0, 10, true)]));
    check(&curve("at the bound", 0.5, vec![point(0.5, 0.5001, 10.0, 100, false)]));
    check(&curve(
        "early",
        2.0,
        vec![point(0.01, 0.005, 10.0, 100, false), point(2.0, 0.005, 1e5, 9_999_999, false)],
    ));
    check(&curve("far bound", 400.0, vec![point(0.01, 0.01, 10.0, 100, true)]));
}

/// No point is drawn where it is not: p99 of 98 to 5308 cycles rises.
#[test]
fn latencies_beyond_the_knee_rise() {
    let Drawn { frame, dots, arrows, .. } = drawn(&picture(&measured()));
    assert!(arrows.is_empty());
    let tail: Vec<f64> =
        dots.iter().rev().filter(|dot| dot[1] > frame[1]).take(10).map(|dot| dot[1]).collect();
    assert!(tail.windows(2).all(|pair| pair[0] < pair[1] - 1.0), "{tail:?}");
}

/// The highest accepted rate is called saturation only where a rate is more than the network takes.
#[test]
fn saturation_is_named_where_it_is_reached() {
    assert_eq!(
        measured().reached(),
        "saturation 0.6100, 77.5 % of the bound 0.7875 flits per processor and cycle"
    );
    let idle = curve("idle", 0.5, vec![point(0.1, 0.1, 3.0, 3, true), point(0.2, 0.15, 5.9, 9, true)]);
    assert_eq!(
        idle.reached(),
        "accepted up to 0.1500, 30.0 % of the bound 0.5000 flits per processor and cycle; no rate saturates \
            it"
    );
    let beyond = |curve: &Curve| curve.points.iter().map(|point| curve.beyond(point)).collect::<Vec<_>>();
    assert_eq!(beyond(&idle), [false; 2], "chance in a short window");
    assert_eq!(beyond(&measured()), [[false; 7].as_slice(), &[true; 3]].concat());
    let slow = curve("slow", 0.5, vec![point(0.1, 0.1, 3.0, 3, true), point(0.2, 0.199, 9.0, 99, true)]);
    assert_eq!(beyond(&slow), [false; 2], "slow, and all of it comes out");
    let stuck = curve("stuck", 0.5, vec![point(0.1, 0.0, 0.0, 0, false)]);
    assert_eq!(beyond(&stuck), [true], "packets that did not arrive");
}

/// What a browser makes of it: its own rectangles of all texts are apart and within the picture.
#[test]
fn labels_are_apart_in_a_browser() {
    let script = "<script>const texts = [...document.querySelectorAll('text')].map((text) => \
        [text.textContent, text.getBoundingClientRect()]); const page = \
        document.querySelector('svg').getBoundingClientRect(); const bad = []; texts.forEach(([name, a], at) \
        => \
        { if (a.left < page.left || a.right > page.right || a.top < page.top || a.bottom > page.bottom) \
        bad.push(name); texts.slice(0, at).forEach(([other, b]) => { if (a.left < b.right && \
        b.left < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom) \
        bad.push(name + ' on ' + other); }); }); \
        document.body.dataset.bad = texts.length + ':' + bad.join('; ');</script>";
    let far = curve(
        &vec!["far words"; 14].join(", "),
        0.61,
        vec![point(0.6, 0.6, 2.0, 3, true), point(0.7, 0.6, 1e5, 9_000_000, false)],
    );
    for curve in [measured(), far] {
        let dir = tempfile::tempdir().unwrap();
        let page = dir.path().join("page.html");
        std::fs::write(&page, format!("<!DOCTYPE html><body>{}{script}</body>", picture(&curve))).unwrap();
        let profile = format!("--user-data-dir={}", dir.path().join("profile").display());
        let url = format!("file://{}", page.display());
        let (good, dom) = crate::common::tool(
            "chromium",
            &["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", &profile, &url],
            dir.path(),
        );
        let said =
            dom.split("data-bad=\"").nth(1).unwrap_or_else(|| panic!("{dom}")).split('"').next().unwrap();
        let (texts, bad) = said.split_once(':').unwrap();
        assert!(good && bad.is_empty(), "{bad}");
        assert_eq!(texts, picture(&curve).matches("<text").count().to_string());
    }
}
