//! `examples/fft`: a Fourier transform over all nodes. Its results are compared bit by bit with those
//! computed in Python, and here with a floating-point transform that shares no code with either.

use crate::common::{design, design_folder};
use std::{fs, path::Path};

/// Points of the transform on 4x4 nodes.
const POINTS: usize = 256;
/// The allowed rounding error in units of the last place.
const UNITS: f64 = 3.0;
/// Faults for files of the design: file, text, and the text that replaces it.
const FAULTS: [(&str, &str, &str); 6] = [
    ("fft_cell.v", "begin_q + {{LP{1'b0}}, me_i}", "begin_q"),
    ("fft_cell.v", "(arrived == me_i) ? own_q : mem_data_i", "mem_data_i"),
    ("fft_cell.v", "places[{fetch_i, offset}]", "places[{!fetch_i, offset}]"),
    ("fft_cell.v", "other[2*i +: 2] - me_i[2*i +: 2]", "me_i[2*i +: 2] - other[2*i +: 2]"),
    ("fft_cell.v", "<= sample_re * factor_re - sample_im * factor_im", "<= sample_re * factor_re"),
    ("fft_torus.v", "EXCHANGE: if (!net_busy) next = FETCH;", "EXCHANGE: next = FETCH;"),
];

/// Numbers of a file in hexadecimal, {real, imaginary}, in units of the last place.
fn numbers(path: &Path) -> Vec<[f64; 2]> {
    let half = |bits: u32| f64::from(bits as u16 as i16);
    let text = fs::read_to_string(path).expect("a file of the run");
    let words = text.lines().map(|line| u32::from_str_radix(line, 16).expect("hexadecimal"));
    words.map(|word| [half(word >> 16), half(word)]).collect()
}

/// Number m of the transform divided by N, by its definition.
fn transformed(samples: &[[f64; 2]], m: usize) -> [f64; 2] {
    let points = samples.len();
    samples.iter().enumerate().fold([0.0; 2], |[re, im], (n, [a, b])| {
        let turn = -std::f64::consts::TAU * (n * m % points) as f64 / points as f64;
        let (sin, cos) = turn.sin_cos();
        [re + (a * cos - b * sin) / points as f64, im + (a * sin + b * cos) / points as f64]
    })
}

#[test]
fn all_nodes_together_transform_the_samples() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let (good, said) = design(&design_folder("fft"), "sim", out.path());
    assert!(good && said.contains("256 points on 16 nodes: every result is as expected"), "{said}");
    let [samples, results] = ["samples.hex", "results.hex"].map(|name| numbers(&out.path().join(name)));
    assert_eq!((samples.len(), results.len()), (POINTS, POINTS));
    for (m, result) in results.iter().enumerate() {
        let wanted = transformed(&samples, m);
        let near = result.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() <= UNITS);
        assert!(near, "result {m} is {result:?}, not {wanted:?}");
    }
    let [drawn, shown] = [out.path().join("spectrum.svg"), design_folder("../docs/fft_4x4.svg")]
        .map(|path| fs::read_to_string(path).expect("a picture"));
    assert!(drawn == shown, "docs/fft_4x4.svg is not what this run draws");
    let (good, said) = design(&design_folder("fft"), "lint", out.path());
    assert!(good && said.is_empty(), "{said}");
}

#[test]
fn faults_of_the_design_are_found() {
    for (file, good, bad) in FAULTS {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for entry in fs::read_dir(design_folder("fft")).expect("the design").flatten() {
            if entry.path().is_file() {
                fs::copy(entry.path(), folder.path().join(entry.file_name())).expect("a copy");
            }
        }
        let path = folder.path().join(file);
        let text = fs::read_to_string(&path).expect("a file of the design");
        assert_eq!(text.matches(good).count(), 1, "{good}");
        fs::write(&path, text.replace(good, bad)).expect("a writable folder");
        let (right, said) = design(folder.path(), "sim", &folder.path().join("build"));
        assert!(!right && said.contains("FAIL: "), "{bad}: {said}");
    }
}
