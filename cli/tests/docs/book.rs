//! The book of `make docs`: every page is in its contents, its links stay in the book; and the length of the
//! first page.

use crate::pages::{pages, root, Page};

/// The pages of the book: all files in `docs/` except its contents.
fn in_book() -> Vec<Page> {
    let all = pages().into_iter();
    all.filter(|page| page.path.starts_with("docs/") && page.path != "docs/SUMMARY.md").collect()
}

#[test]
fn every_page_stands_in_the_contents() {
    let contents = std::fs::read_to_string(root().join("docs/SUMMARY.md")).expect("the contents of the book");
    let pages = in_book();
    for page in &pages {
        let name = page.path.trim_start_matches("docs/");
        let count = contents.matches(&format!("]({name})")).count();
        assert_eq!(count, 1, "{} stands in docs/SUMMARY.md {count} times", page.path);
    }
    assert_eq!(contents.matches("](").count(), pages.len(), "a line of the contents leads nowhere");
}

/// A book is copied without the files around it: a link to those would be dead there.
#[test]
fn links_of_the_book_stay_in_it() {
    for page in in_book() {
        assert!(!page.text.contains("](../"), "{}: a link out of docs/; name the file instead", page.path);
    }
}

/// Every page begins with its only title.
#[test]
fn every_page_has_one_title() {
    for page in pages().into_iter().filter(|page| page.path != "docs/SUMMARY.md") {
        let titles = crate::links::prose(&page.text).lines().filter(|line| line.starts_with("# ")).count();
        let first = page.text.lines().next().unwrap_or_default();
        assert!(titles == 1 && first.starts_with("# "), "{}: {titles} titles, first {first:?}", page.path);
    }
}

/// Words as `wc -w` counts them.
#[test]
fn the_first_page_has_at_most_1000_words() {
    let text = std::fs::read_to_string(root().join("README.md")).expect("a README");
    let count = text.split_whitespace().count();
    assert!(count <= 1000, "README.md has {count} words");
}

/// The first page says what checks everything; CI runs nothing else.
#[test]
fn the_first_page_names_the_commands_that_test() {
    let text = std::fs::read_to_string(root().join("README.md")).expect("a README");
    for command in ["make run ", "make test ", "`make check` is what CI runs"] {
        assert!(text.contains(command), "README.md does not say {command}");
    }
}

/// Nothing stands for an address that nobody has filled in.
#[test]
fn nothing_is_left_to_fill_in() {
    for name in ["docs/book.toml", "Cargo.toml", "deny.toml"] {
        let text = std::fs::read_to_string(root().join(name)).expect("a file of the repository");
        assert!(!["REPOSITORY", "example.com", "TODO"].iter().any(|mark| text.contains(mark)), "{name}");
    }
    for page in pages() {
        for mark in ["REPOSITORY", "TODO", "FIXME", "example.com"] {
            assert!(!page.text.contains(mark), "{}: {mark}", page.path);
        }
    }
}
