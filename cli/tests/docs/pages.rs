//! The pages: README, CONTRIBUTING and everything in `docs/`, read from the repository.

use std::path::{Path, PathBuf};

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_path_buf()
}

/// A page of the documentation.
#[derive(Clone, Debug)]
pub struct Page {
    /// Path from the repository's root.
    pub path: String,
    pub text: String,
}

/// All pages, by path.
pub fn pages() -> Vec<Page> {
    let mut found = files(&root().join("docs"));
    found.extend(["README.md", "CONTRIBUTING.md"].map(|name| root().join(name)));
    found.retain(|path| path.extension().is_some_and(|end| end == "md") && path.exists());
    let mut all: Vec<Page> = found.into_iter().map(page).collect();
    all.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(all.iter().any(|page| page.path == "README.md"), "no README");
    all
}

fn page(path: PathBuf) -> Page {
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let path = path.strip_prefix(root()).expect("below the root").to_str().expect("UTF-8").to_string();
    Page { path, text }
}

/// All files below a folder.
pub fn files(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).unwrap_or_else(|why| panic!("{}: {why}", dir.display()));
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
