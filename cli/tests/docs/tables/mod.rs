//! Tables of the pages, made again from the output of the program.
//!
//! A page names a table in a mark, see `blocks`. The function here makes everything between mark and end.
//! The time that a table takes decides when it is compared: a moment in every `cargo test`, seconds in `make
//! sweeps`, minutes and an hour on request.

mod area;
mod broadcast;
mod buffered;
mod examples;
mod memory;
mod registers;
mod schedules;

use crate::{
    blocks::{blocks, body, replaced, Block, Mark},
    pages::{pages, root, Page},
    runs::Runs,
    Cost, Mode,
};
use rayon::prelude::*;

/// A table that the program makes.
pub struct Table {
    /// The name in its mark.
    name: &'static str,
    /// The command whose results it shows, for readers.
    command: &'static str,
    cost: Cost,
    make: fn(&Runs) -> String,
}

/// All tables.
fn tables() -> Vec<&'static Table> {
    let all = [
        schedules::TABLES,
        memory::TABLES,
        buffered::TABLES,
        area::TABLES,
        broadcast::TABLES,
        examples::TABLES,
        registers::TABLES,
    ];
    all.into_iter().flatten().collect()
}

/// A Markdown table. Columns whose name begins with `>` contain numbers and are aligned right.
pub fn markdown(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let names: Vec<String> = head.iter().map(|name| name.trim_start_matches('>').to_string()).collect();
    let rule = |name: &&str| if name.starts_with('>') { "---:" } else { "---" }.to_string();
    let rules: Vec<String> = head.iter().map(rule).collect();
    let rows = rows.into_iter().inspect(|row| assert_eq!(row.len(), head.len(), "{row:?}"));
    line(&names) + &line(&rules) + &rows.map(|row| line(&row)).collect::<String>()
}

/// A block that is made again, with its expected mark and body.
struct Made {
    block: Block,
    mark: String,
    body: String,
}

/// The blocks of a page that commands make, if the mode includes them.
fn made(page: &Page, runs: &Runs, mode: Mode) -> Vec<Made> {
    let all = blocks(&page.path, &page.text);
    let asked = std::env::var("TORUSGEN_TABLES").unwrap_or_default();
    let make = |block: &Block| match &block.mark {
        Mark::Table(name) if !name.contains(&asked) => None,
        Mark::Table(name) => {
            let table = tables().into_iter().find(|table| table.name == *name);
            let table = table.unwrap_or_else(|| panic!("{}: no table is called {name}", page.path));
            mode.includes(table.cost).then(|| Made {
                block: block.clone(),
                mark: format!("<!-- table: {} ({}) -->", table.name, table.command),
                body: (table.make)(runs),
            })
        }
        Mark::Output(command) => {
            let options = command.strip_prefix("torusgen ").expect("a command of torusgen");
            let body = format!("```text\n{}```\n", runs.text(options));
            Some(Made { block: block.clone(), mark: format!("<!-- output: {command} -->"), body })
        }
        _ => None,
    };
    all.par_iter().filter_map(make).collect()
}

/// Compares or writes the blocks of a page.
fn settle(page: &Page, runs: &Runs, mode: Mode) {
    let mut text = page.text.clone();
    // The last first, so that lines keep their numbers.
    for Made { block, mark, body: new } in made(page, runs, mode).into_iter().rev() {
        if mode.writes() {
            text = replaced(&text, &block, &mark, &new);
            continue;
        }
        let at = format!("{}:{}", page.path, block.line + 1);
        assert_eq!(page.text.lines().nth(block.line), Some(mark.as_str()), "{at}: see make tables");
        assert_eq!(body(&page.text, &block), new, "{at}: see make tables");
    }
    if text != page.text {
        std::fs::write(root().join(&page.path), text).expect("a writable page");
    }
}

#[test]
fn tables_are_what_the_program_prints() {
    let (mode, all) = (Mode::asked(), pages());
    let runs = Runs::new(mode);
    all.par_iter().for_each(|page| settle(page, &runs, mode));
}

/// Every table here stands in some page, once by name.
#[test]
fn every_table_stands_in_a_page() {
    let marks: Vec<Mark> =
        pages().iter().flat_map(|page| blocks(&page.path, &page.text)).map(|block| block.mark).collect();
    for table in tables() {
        let count = marks.iter().filter(|mark| **mark == Mark::Table(table.name.into())).count();
        assert_eq!(count, 1, "{} stands in {count} places", table.name);
    }
}

/// A table with a cell that is a number is made by a command, measured, or a definition; a measurement says
/// by what, where, when and with which versions.
#[test]
fn figures_have_a_source() {
    let number = |cell: &str| {
        let cell = cell.trim().trim_matches('*');
        !cell.is_empty() && cell.chars().all(|c| c.is_ascii_digit() || " .,%".contains(c))
    };
    for page in pages() {
        let all = blocks(&page.path, &page.text);
        for (line, text) in page.text.lines().enumerate() {
            let marked = all.iter().any(|block| block.body.contains(&line));
            let figures = text.starts_with('|') && text.split('|').any(number);
            assert!(marked || !figures, "{}:{}: a figure without a source: {text}", page.path, line + 1);
        }
        for block in all {
            let Mark::Measured(said) = block.mark else { continue };
            let at = format!("{}:{}: {said}", page.path, block.line + 1);
            assert!(said.contains("20") && said.contains('-'), "{at}: no date");
            assert!(said.chars().any(char::is_alphabetic) && said.matches(';').count() >= 2, "{at}");
        }
    }
}
