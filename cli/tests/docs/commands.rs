//! Commands on the pages: each can be parsed, and each option and target exists.

use crate::{
    links::prose,
    pages::{pages, root, Page},
    runs::words,
};
use clap::{CommandFactory, Parser};
use torus_cli::args::Cli;

/// A command line of a page.
#[derive(Clone, Debug)]
struct Shown {
    /// Page and line.
    at: String,
    text: String,
}

/// The texts between backticks in prose.
fn spans(page: &Page) -> Vec<Shown> {
    let text = prose(&page.text);
    let mut line = 1;
    let mut all = Vec::new();
    for (number, part) in text.split('`').enumerate() {
        if number % 2 == 1 {
            let text = part.split_whitespace().collect::<Vec<_>>().join(" ");
            all.push(Shown { at: format!("{}:{line}", page.path), text });
        }
        line += part.matches('\n').count();
    }
    all
}

/// The lines of fenced blocks in one of these languages. A backslash at the end joins a line with the next
/// one.
fn fenced(page: &Page, languages: &[&str]) -> Vec<Shown> {
    let (mut inside, mut wanted) = (false, false);
    let mut all: Vec<Shown> = Vec::new();
    let mut goes_on = false;
    for (number, line) in page.text.lines().enumerate() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            inside = !inside;
            wanted = inside && languages.contains(&language);
        } else if wanted && goes_on {
            let last = all.last_mut().expect("a line that goes on");
            last.text = format!("{} {}", last.text.trim_end_matches('\\').trim_end(), line.trim());
        } else if wanted {
            all.push(Shown { at: format!("{}:{}", page.path, number + 1), text: line.trim().into() });
        }
        goes_on = wanted && line.ends_with('\\');
    }
    all
}

/// A command without its comment, pipes, redirections and further commands.
fn bare(shown: Shown) -> Shown {
    let text = shown.text.split(['#', '|', '>']).next().unwrap_or_default();
    let text = text.split(" && ").next().unwrap_or_default().trim().to_string();
    Shown { text, ..shown }
}

/// The lines of fenced blocks of these languages, with page and line.
pub fn shown_in(page: &Page, languages: &[&str]) -> Vec<(String, String)> {
    fenced(page, languages).into_iter().map(bare).map(|shown| (shown.at, shown.text)).collect()
}

/// Every command line of the pages that begins with this program, without comments, pipes and redirections.
fn shown(program: &str) -> Vec<Shown> {
    let of_page = |page: &Page| {
        let mut all = spans(page);
        all.extend(fenced(page, &["", "sh", "text"]));
        all.extend(crate::blocks::blocks(&page.path, &page.text).into_iter().filter_map(|block| {
            let (crate::blocks::Mark::Output(text) | crate::blocks::Mark::Picture(text)) = block.mark else {
                return None;
            };
            Some(Shown { at: format!("{}:{}", page.path, block.line + 1), text })
        }));
        all
    };
    let begins = |shown: &Shown| shown.text.split(' ').next() == Some(program);
    pages().iter().flat_map(of_page).map(bare).filter(begins).collect()
}

/// Whether a command has placeholders: `FILE`, `N`, `..` or `$X`.
fn has_places(command: &str) -> bool {
    let place = |word: &str| word.contains("..") || word.contains('$') || is_place(word);
    command.split([' ', '=', ':', '/', ',', 'x', '_', '.']).any(place) || command.contains("..")
}

fn is_place(word: &str) -> bool {
    let letters = || word.chars().filter(|c| c.is_alphabetic());
    letters().count() > 0 && letters().all(char::is_uppercase)
}

#[test]
fn commands_parse() {
    let all = shown("torusgen");
    assert!(all.len() > 20, "{} commands", all.len());
    for Shown { at, text } in all {
        let words = words(&text);
        let Some(name) = words.get(1) else { continue };
        let command = Cli::command();
        let found = command.get_subcommands().find(|command| command.get_name() == name);
        if name.starts_with('-') || is_place(name) {
            continue;
        }
        let found = found.unwrap_or_else(|| panic!("{at}: {text}: no command {name}"));
        for option in words.iter().filter_map(|word| word.strip_prefix("--")) {
            let option = option.split('=').next().unwrap_or_default().trim_end_matches(',');
            let known = found.get_arguments().any(|argument| argument.get_long() == Some(option));
            assert!(known || option == "help", "{at}: {text}: no option --{option}");
        }
        if !has_places(&text) && words.len() > 2 {
            let parsed = Cli::try_parse_from(&words);
            assert!(parsed.is_ok(), "{at}: {text}\n{}", parsed.unwrap_err());
        }
    }
}

/// Options that stand alone between backticks are options of some command.
#[test]
fn options_exist() {
    let command = Cli::command();
    let mut known: Vec<String> = command
        .get_subcommands()
        .flat_map(|command| command.get_arguments().filter_map(|argument| argument.get_long()))
        .map(|long| format!("--{long}"))
        .collect();
    // Of other programs: Surfer, cargo, Verilator, FuseSoC.
    let other = ["--command-file", "--bench", "--lint-only", "--hierarchical", "--unroll-count", "--flag"];
    known.extend(["--help"].into_iter().chain(other).map(String::from));
    for Shown { at, text } in pages().iter().flat_map(spans).filter(|shown| shown.text.starts_with("--")) {
        for option in text.split([' ', '=', ',']).filter(|word| word.starts_with("--")) {
            assert!(known.contains(&option.to_string()), "{at}: {option} is not an option");
        }
    }
}

/// Targets of `make`.
#[test]
fn targets_exist() {
    let read = |name: &str| std::fs::read_to_string(root().join(name)).expect("a Makefile");
    for Shown { at, text } in shown("make") {
        // A folder that is not here is an emitted one.
        let folder = text.strip_prefix("make -C ").map(|rest| rest.split(' ').next().unwrap_or_default());
        let makefile = match folder.map(|folder| format!("{folder}/Makefile")) {
            None => read("Makefile"),
            Some(own) if root().join(&own).is_file() => read(&own),
            Some(_) => read("gen/src/package/templates/Makefile.j2"),
        };
        let words = text.split(' ').skip(if folder.is_some() { 3 } else { 1 });
        for target in words.filter(|word| !word.contains('=') && !word.starts_with('-')) {
            assert!(makefile.contains(&format!("\n{target}:")), "{at}: {text}: no target {target}");
        }
    }
}

/// What CI runs of `make`, and that it runs everything.
#[test]
fn targets_of_the_workflow_exist() {
    let read = |name: &str| std::fs::read_to_string(root().join(name)).expect("a file of the repository");
    let (makefile, workflow) = (read("Makefile"), read(".github/workflows/ci.yml"));
    let targets: Vec<&str> =
        workflow.lines().filter_map(|line| line.trim().strip_prefix("- run: make ")).collect();
    assert_eq!(
        targets,
        [
            "fast",
            "check",
            "test-packages",
            "test-cocotb",
            "test-python",
            "pnr",
            "fpga-check",
            "cluster-test",
            "mpi-test",
            "prove",
            "mutants",
            "mutants-checkers",
            "fuzz TORUSGEN_FUZZ_CASES=100000 TORUSGEN_FUZZ_NETWORKS=100",
        ]
    );
    for target in targets.iter().filter_map(|target| target.split(' ').next()) {
        assert!(makefile.contains(&format!("\n{target}:")), "no target {target}");
    }
}

#[test]
fn places_are_told_from_values() {
    assert!(has_places("torusgen waves FILE --busiest N") && has_places("torusgen emit --dims NxN"));
    assert!(!has_places("torusgen emit --dims 3x4 --out out/a") && !has_places("torusgen loads -d 3 -k 4"));
    let page = Page { path: "a.md".into(), text: "```sh\na \\\n  b # c\n```\n```\nd\n```\n`e\nf`".into() };
    assert_eq!(fenced(&page, &["sh"])[0].text, "a b # c");
    assert_eq!(spans(&page).iter().map(|shown| shown.text.as_str()).collect::<Vec<_>>(), ["e f"]);
}
