//! Finds what has changed in an emitted folder: files with other digests, missing files and added files.
//!
//! The manifest has the digest of every file, and a list beside it has that of the manifest. An edited folder
//! is simulated all the same, as a user may want to see what a change does. But a user who edited it or lost
//! a file should know.

use crate::digest::of_file;
use crate::output::shown;
use crate::{input, manifest::MANIFEST_FILE, Manifest};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use torus_model::quote::shortened;

/// The name of the list of all files with their digests, in the form that `sha256sum -c` checks.
pub const DIGESTS: &str = "files.sha256";

/// The most file names in a message.
const NAMED: usize = 8;

/// The differences; each list is sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edits {
    /// The folder.
    pub dir: PathBuf,
    /// Files with changed contents.
    pub changed: Vec<String>,
    /// Files that are missing.
    pub missing: Vec<String>,
    /// Files in `rtl` that are not in the manifest.
    pub added: Vec<String>,
    /// Why not all of the folder could be compared, if so.
    pub unknown: Option<&'static str>,
}

impl Edits {
    /// Compares a folder with its manifest, and that with the list of digests.
    pub fn of(dir: &Path, manifest: &Manifest) -> Self {
        let (mut changed, mut missing) = (Vec::new(), Vec::new());
        let unknown = unknown(dir, manifest);
        let files: BTreeSet<&String> = manifest.files.iter().chain(manifest.sha256.keys()).collect();
        for file in files {
            match (of_file(&dir.join(file)), manifest.sha256.get(file)) {
                (Ok(Some(found)), Some(digest)) if found == *digest => {}
                (Ok(Some(_)), None) if manifest.sha256.is_empty() => {}
                (Err(error), _) if error.kind() == io::ErrorKind::NotFound => missing.push(file.clone()),
                _ => changed.push(file.clone()),
            }
        }
        changed.extend(is_manifest_changed(dir).then(|| MANIFEST_FILE.to_string()));
        Edits { dir: dir.to_path_buf(), changed, missing, added: added(dir, manifest), unknown }
    }

    /// Whether the folder is unchanged, according to its manifest.
    pub fn is_empty(&self) -> bool {
        [&self.changed, &self.missing, &self.added].iter().all(|files| files.is_empty())
    }
}

/// The digests in the list of a folder, by file. Without a list nothing is known.
pub fn listed(dir: &Path) -> BTreeMap<String, String> {
    let text = input::read(&dir.join(DIGESTS), input::MANIFEST).unwrap_or_default();
    let entries = text.lines().filter_map(|line| line.split_once("  "));
    entries.map(|(digest, file)| (file.to_string(), digest.to_string())).collect()
}

/// Why a folder cannot be compared as a whole, if so.
fn unknown(dir: &Path, manifest: &Manifest) -> Option<&'static str> {
    match listed(dir).contains_key(MANIFEST_FILE) {
        _ if manifest.sha256.is_empty() => Some("its manifest has no digests, being of an earlier version"),
        false => Some("files.sha256, which has the digest of its manifest, is missing or has none"),
        true => None,
    }
}

/// Whether the list of digests has another one for the manifest.
fn is_manifest_changed(dir: &Path) -> bool {
    let found = of_file(&dir.join(MANIFEST_FILE)).ok().flatten();
    listed(dir).get(MANIFEST_FILE).is_some_and(|listed| found.as_ref() != Some(listed))
}

/// The files in `rtl` that are not in the manifest.
fn added(dir: &Path, manifest: &Manifest) -> Vec<String> {
    let known: BTreeSet<&str> = manifest.files.iter().map(String::as_str).collect();
    let entries = fs::read_dir(dir.join("rtl")).into_iter().flatten().flatten();
    let names = entries.map(|entry| format!("rtl/{}", entry.file_name().to_string_lossy()));
    let mut added: Vec<String> = names.filter(|name| !known.contains(&name[..])).collect();
    added.sort();
    added
}

impl std::error::Error for Edits {}

impl fmt::Display for Edits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [("changed", &self.changed), ("missing", &self.missing), ("not of it", &self.added)];
        let mut parts: Vec<String> = Vec::new();
        for (what, files) in all.iter().filter(|(_, files)| !files.is_empty()) {
            let more = match files.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let named: Vec<_> = files.iter().take(NAMED).map(|file| shortened(file)).collect();
            parts.push(format!("{what} {}{more}", named.join(", ")));
        }
        parts.extend(self.unknown.map(str::to_string));
        let differs = if self.is_empty() { "may differ" } else { "differs" };
        write!(f, "{} {differs} from what was emitted ({})", shown(&self.dir), parts.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edits(changed: usize, missing: usize, added: usize) -> Edits {
        let names = |count: usize| (0..count).map(|at| format!("rtl/{at}.v")).collect();
        Edits {
            dir: "out".into(),
            changed: names(changed),
            missing: names(missing),
            added: names(added),
            unknown: None,
        }
    }

    #[test]
    fn files_are_named_up_to_a_number() {
        assert_eq!(
            edits(1, 2, 1).to_string(),
            "out differs from what was emitted (changed rtl/0.v; missing rtl/0.v, rtl/1.v; not of it rtl/0.v)"
        );
        let many = edits(10, 0, 0).to_string();
        assert!(many.ends_with("rtl/6.v, rtl/7.v and 2 more)"), "{many}");
        assert!(edits(0, 0, 0).is_empty() && !edits(0, 0, 1).is_empty());
    }
}
