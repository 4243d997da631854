//! Pictures that a command draws: `<!-- picture: torusgen .. --svg FILE -->` before the image of that file.

use crate::{
    blocks::{blocks, body, Mark},
    pages::{pages, root, Page},
    runs::{printed, words},
    Cost, Mode,
};
use rayon::prelude::*;

/// What drawing takes.
fn cost(command: &str) -> Cost {
    if command.starts_with("torusgen sweep") {
        Cost::Minutes
    } else {
        Cost::Moment
    }
}

/// Draws one picture again: into the file that its command names, or compares it with that.
fn redraw(mode: Mode, path: &str, command: &str) {
    let mut words = words(command.strip_prefix("torusgen ").expect("a command of torusgen"));
    let at = words.iter().position(|word| word == "--svg").expect("a command with --svg") + 1;
    let file = root().join(&words[at]);
    let dir = tempfile::tempdir().expect("a temporary folder");
    words[at] = dir.path().join("drawn.svg").display().to_string();
    printed(&words);
    let drawn = std::fs::read_to_string(&words[at]).expect("a picture");
    match mode {
        Mode::Write | Mode::WriteEvery => std::fs::write(&file, drawn).expect("a writable picture"),
        _ => assert!(
            drawn == std::fs::read_to_string(&file).unwrap_or_default(),
            "{path}: {} differs from what `{command}` draws; see make tables",
            file.display()
        ),
    }
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

/// Every drawing in `docs/` is made by a command that some page names.
#[test]
fn every_drawing_names_its_command() {
    let said: String = pages().into_iter().map(|page| page.text).collect();
    for path in super::pages::files(&root().join("docs")) {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        let drawn = name.ends_with(".svg");
        assert!(
            !drawn || said.contains(&format!("--svg {name}")),
            "{name}: no <!-- picture: .. --svg {name} -->"
        );
    }
}
