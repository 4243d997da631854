//! `examples/riscv`: sixteen cores multiply a matrix by a vector over the network; every result is compared
//! with the product computed here. `make setup-riscv` installs the compiler and the core.

use crate::common::{design, design_folder};
use std::fs;

/// Faults for files of the design: file, text, and the text that replaces it.
const FAULTS: [(&str, &str, &str); 4] = [
    ("riscv_node.v", "from_q <= oldest[35:32]", "from_q <= 4'd0"),
    ("riscv_node.v", "to_q <= mem_wdata[3:0]", "to_q <= mem_wdata[3:0] ^ 4'd1"),
    ("riscv_node.v", "<= {m_axis_tid_i, m_axis_tdata_i}", "<= {m_axis_tid_i, ~m_axis_tdata_i}"),
    ("transpose.c", "a(me, to) * x(me)", "a(to, me) * x(me)"),
];

/// Entry j of the product of the transposed matrix and the vector.
fn product(j: u32) -> u32 {
    (0..16).map(|i| (7 * i + 3 * j + i * j) * (i * i + 1)).sum()
}

#[test]
fn sixteen_cores_agree_with_the_product() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let (good, said) = design(&design_folder("riscv"), "sim", out.path());
    assert!(good, "{said}");
    let expected: String = (0..16).map(|core| format!("core {core:2}: {}\n", product(core))).collect();
    assert!(said.contains(&(expected + "16 cores agree with the product: 240 words, ")), "{said}");
    let (good, said) = design(&design_folder("riscv"), "lint", out.path());
    assert!(good && said.is_empty(), "{said}");
}

#[test]
fn faults_of_the_design_are_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (file, good, bad) in FAULTS {
        for entry in fs::read_dir(design_folder("riscv")).expect("the design").flatten() {
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
