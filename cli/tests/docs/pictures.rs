//! Pictures that a command draws: `<!-- picture: torusgen .. --svg FILE -->` before the image of that file.

use crate::{
    blocks::{blocks, body, Mark},
    pages::{pages, root, Page},
    runs::{printed, words},
    Cost, Mode,
};
use rayon::prelude::*;

/// The time that drawing takes.
fn cost(command: &str) -> Cost {
    if command.starts_with("torusgen sweep") {
        Cost::Minutes
    } else {
        Cost::Moment
    }
}

/// Draws one picture again. Writes it to the file that its command names, or compares it with that file.
fn redraw(mode: Mode, path: &str, command: &str) {
    let mut words = words(command.strip_prefix("torusgen ").expect("a command of torusgen"));
    let at = words.iter().position(|word| word == "--svg").expect("a command with --svg") + 1;
    let file = root().join(&words[at]);
    let dir = tempfile::tempdir().expect("a temporary folder");
    words[at] = dir.path().join("drawn.svg").display().to_string();
    printed(&words);
    let drawn = std::fs::read_to_string(&words[at]).expect("a picture");
    if mode.writes() {
        return std::fs::write(&file, drawn).expect("a writable picture");
    }
    let there = std::fs::read_to_string(&file).unwrap_or_default();
    let name = file.display();
    assert!(drawn == there, "{path}: {name} differs from what `{command}` draws; see make tables");
}

#[test]
fn pictures_are_what_their_commands_draw() {
    let mode = Mode::asked();
    let of_page = |page: Page| {
        let all =
            blocks(&page.path, &page.text).into_iter().filter_map(move |block| match block.mark.clone() {
                Mark::Picture(command) => Some((page.path.clone(), body(&page.text, &block), command)),
                _ => None,
            });
        all.collect::<Vec<_>>()
    };
    let all: Vec<_> = pages().into_iter().flat_map(of_page).collect();
    assert!(all.len() >= 3, "{} pictures", all.len());
    for (path, image, command) in &all {
        let file = command.split("--svg ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default();
        let name = file.rsplit('/').next().unwrap_or_default();
        assert!(image.contains(&format!("{name})")), "{path}: {command} is before {image}");
    }
    let asked = all.par_iter().filter(|(_, _, command)| mode.includes(cost(command)));
    asked.for_each(|(path, _, command)| redraw(mode, path, command));
}

/// Every picture in `docs/` is shown by a page, with what it comes from: `picture`, `drawn` or `shown`.
#[test]
fn every_picture_says_where_it_comes_from() {
    let mut said = Vec::new();
    for page in pages() {
        for block in blocks(&page.path, &page.text) {
            let image = body(&page.text, &block);
            if let Mark::Drawn(by) = &block.mark {
                assert!(root().join(by).is_file(), "{}: {by} draws nothing", page.path);
            }
            if matches!(block.mark, Mark::Picture(_) | Mark::Drawn(_) | Mark::Shown) {
                assert!(image.starts_with("!["), "{}: no image, but {image}", page.path);
                said.push(image);
            }
        }
    }
    let pictures = super::pages::files(&root().join("docs"));
    for path in
        pictures.iter().filter(|path| path.extension().is_some_and(|end| end == "svg" || end == "png"))
    {
        let name = path.file_name().expect("a file").to_str().expect("UTF-8");
        let shown = said
            .iter()
            .any(|image| image.contains(&format!("({name})")) || image.contains(&format!("/{name})")));
        assert!(shown, "docs/{name}: no page shows it under a mark");
    }
}
