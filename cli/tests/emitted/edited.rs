//! Folders that were changed after they were emitted: a warning on standard error, refused with `--strict`,
//! and simulated otherwise.
//!
//! All kinds of network, `sim` and `report`. A file may be changed (in code or only in a comment), missing,
//! of another kind, or new. The manifest may be of an earlier version, without digests.

use crate::common::{stdout, text, torusgen};
use std::{fs, path::Path};

struct Net {
    dir: tempfile::TempDir,
}

impl Net {
    fn new(options: &[&str]) -> Self {
        let net = Net { dir: tempfile::tempdir().unwrap() };
        stdout(&[&["emit", "--out", &net.folder()], options].concat());
        net
    }

    fn folder(&self) -> String {
        self.dir.path().join("net").to_str().unwrap().to_string()
    }

    /// Exit code, standard output, and standard error without the folder's name.
    fn sim(&self, more: &[&str]) -> (i32, String, String) {
        let output = torusgen(&[&["sim", "--from", &self.folder(), "--engine", "model"], more].concat());
        let said = text(&output.stderr).replace(&self.folder(), "NET");
        (output.status.code().unwrap(), text(&output.stdout), said)
    }

    fn edit(&self, file: &str, change: impl Fn(&Path)) {
        change(&Path::new(&self.folder()).join(file));
    }
}

fn append(path: &Path) {
    fs::write(path, fs::read_to_string(path).unwrap() + "// by hand\n").unwrap();
}

const KINDS: [&[&str]; 3] =
    [&["--dims", "3"], &["--dims", "3", "--router", "buffered"], &["--dims", "3", "--algorithm", "table"]];

#[test]
fn a_folder_as_it_was_emitted_is_taken_without_a_word() {
    for options in KINDS {
        let net = Net::new(options);
        for more in [&[][..], &["--strict"]] {
            let (code, _, said) = net.sim(more);
            assert_eq!((code, &said[..]), (0, ""), "{options:?}");
        }
    }
}

#[test]
fn what_differs_is_named_and_refused_on_demand() {
    for options in KINDS {
        let net = Net::new(options);
        net.edit("rtl/torus_3_router.v", append);
        net.edit("torus_3_board.f", |path| fs::remove_file(path).unwrap());
        net.edit("torus_3.f", |path| {
            fs::remove_file(path).unwrap();
            fs::create_dir(path).unwrap();
        });
        net.edit("rtl/more.v", |path| fs::write(path, "").unwrap());
        let differs = "NET differs from what was emitted (changed rtl/torus_3_router.v, torus_3.f; missing \
                       torus_3_board.f; not of it rtl/more.v)";
        let (code, _, said) = net.sim(&[]);
        assert_eq!(code, 0, "{said}");
        assert_eq!(
            said,
            format!(
                "warning: {differs}; it is taken as it stands (--strict refuses it); the model engine reads \
                 only the ROMs of the Verilog: --engine tiles runs all of it\n"
            )
        );
        assert_eq!(
            net.sim(&["--strict"]),
            (
                2,
                String::new(),
                format!(
                    "error: {differs}; --strict takes a folder only as it was emitted: emit it again, or \
                     leave --strict out\n"
                )
            )
        );
    }
}

/// The manifest says what a run is compared with, so a change of it is named, too.
#[test]
fn a_changed_manifest_is_named() {
    let net = Net::new(&["--dims", "3"]);
    net.edit("manifest.json", |path| fs::write(path, fs::read_to_string(path).unwrap() + "\n").unwrap());
    let (code, _, said) = net.sim(&[]);
    assert_eq!(code, 0);
    assert!(said.contains("NET differs from what was emitted (changed manifest.json); "), "{said}");
    assert_eq!(net.sim(&["--strict"]).0, 2);
}

/// Without the list of digests nothing says whether the manifest has changed.
#[test]
fn strict_needs_the_list_of_digests() {
    let net = Net::new(&["--dims", "3"]);
    net.edit("files.sha256", |path| fs::remove_file(path).unwrap());
    assert_eq!((net.sim(&[]).0, net.sim(&[]).2), (0, String::new()));
    let (code, _, said) = net.sim(&["--strict"]);
    assert_eq!(code, 2);
    assert!(said.contains("NET may differ from what was emitted (files.sha256, which has "), "{said}");
}

/// A folder says of its network what the options said.
#[test]
fn folders_say_what_they_hold() {
    let networks: [&[&str]; 7] = [
        &["4x4"],
        &["4x4", "--kind", "exchange"],
        &["3x3", "--algorithm", "table"],
        &["3x3", "--algorithm", "table", "--kind", "oneshot"],
        &["4", "--algorithm", "product-a3"],
        &["3x3", "--kind", "broadcast"],
        &["3x3", "--router", "buffered"],
    ];
    for options in networks {
        let net = Net::new(options);
        let (_, from_folder, _) = net.sim(&[]);
        let output = torusgen(&[&["sim", "--engine", "model"], options].concat());
        let first = |text: &str| text.lines().next().unwrap().to_string();
        assert_eq!(first(&from_folder), first(&text(&output.stdout)), "{options:?}");
    }
}

#[test]
fn reports_say_so_too() {
    let net = Net::new(&["--dims", "3"]);
    net.edit("rtl/torus_3_node.v", append);
    let (folder, page) = (net.folder(), net.dir.path().join("page.html"));
    let args = ["report", "--from", &folder, "--engine", "model", "--out", page.to_str().unwrap()];
    let strict = torusgen(&[&args[..], &["--strict"]].concat());
    assert_eq!((strict.status.code(), page.exists()), (Some(2), false));
    let output = torusgen(&args);
    assert_eq!((output.status.code(), page.exists()), (Some(0), true));
    let said = text(&output.stderr);
    let differs = format!("{folder} differs from what was emitted (changed rtl/torus_3_node.v)");
    assert!(said.starts_with(&format!("warning: {differs}; ")), "{said}");
}

/// A manifest of an earlier version has no digests: nothing is said, and nothing can be promised.
#[test]
fn a_manifest_without_digests() {
    let net = Net::new(&["--dims", "3"]);
    net.edit("manifest.json", |path| {
        let mut manifest: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        assert!(manifest.as_object_mut().unwrap().remove("sha256").is_some());
        fs::write(path, manifest.to_string()).unwrap();
    });
    net.edit("files.sha256", |path| fs::remove_file(path).unwrap());
    net.edit("rtl/torus_3_node.v", append);
    let (code, _, said) = net.sim(&[]);
    assert_eq!((code, &said[..]), (0, ""));
    let (code, _, said) = net.sim(&["--strict"]);
    assert_eq!(code, 2);
    assert!(
        said.starts_with(
            "error: NET may differ from what was emitted (its manifest has no digests, being of an \
            earlier version); "
        ),
        "{said}"
    );
}

#[test]
fn strict_needs_a_folder() {
    for command in [&["sim"][..], &["report", "--out", "x.html"]] {
        let output = torusgen(&[command, &["--strict", "--dims", "3"]].concat());
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
        assert_eq!(
            text(&output.stderr),
            "error: --strict was given, which has no effect without --from: leave it out\n"
        );
    }
}
