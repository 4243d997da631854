//! `torusgen compare`: what every exchange on a torus costs, and which is fastest.

use super::print_json;
use crate::{
    cli::{CompareArgs, Format},
    compare::{formulas, picture, ports_name, shown_size, shown_time, Comparison, Prices, Row, Winner},
    config::{Config, NetworkOptions},
    error::Refusal,
    folder::write_file,
    progress::searching,
    table::{number, table, text},
};
use serde::Serialize;
use std::fmt::Write;
use torus_model::stored::costs::Published;

/// Computes, draws and prints.
pub fn run(args: &CompareArgs) -> Result<(), Refusal> {
    let prices = Prices::new([&args.startup, &args.transmit, &args.rearrange, &args.hop], &args.block)?;
    let config = Config::new(&NetworkOptions {
        d: args.d,
        k: args.k,
        dims: args.dims.clone(),
        seed: Some(args.seed),
        effort: Some(args.effort),
        ..NetworkOptions::default()
    })?;
    let comparison = searching(|| Comparison::new(&config, prices))?;
    if let Some(path) = &args.svg {
        write_file(path, &picture(&comparison))?;
    }
    match args.format {
        Format::Json => print_json(&report(&comparison)),
        Format::Csv => print!("{}", lines(&comparison)),
        Format::Text => print!("{}", summary(&comparison)),
    }
    Ok(())
}

/// What is printed as JSON: counts are numbers, times exact decimals, block sizes exact fractions.
#[derive(Serialize)]
struct Report {
    dims: Vec<u32>,
    startup: String,
    transmit: String,
    rearrange: String,
    hop: String,
    block: u64,
    algorithms: Vec<RowReport>,
    winners: Vec<WinnerReport>,
    fastest: Option<Vec<String>>,
    fastest_by_paper: Option<Vec<String>>,
    left_out: Vec<String>,
}

#[derive(Serialize)]
struct RowReport {
    algorithm: String,
    ports: String,
    counts: &'static str,
    startups: u64,
    blocks: u64,
    rearranged: Option<u64>,
    held: u64,
    transit: Option<u64>,
    hops: Option<u64>,
    slots: Option<u64>,
    time: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    paper: Option<PaperReport>,
}

#[derive(Serialize)]
struct PaperReport {
    source: &'static str,
    startups: u64,
    blocks: u64,
    held: u64,
    time: String,
    formulas: [&'static str; 3],
}

#[derive(Serialize)]
struct WinnerReport {
    ports: String,
    algorithms: Vec<String>,
    time: String,
    by_block_size: Vec<PieceReport>,
}

#[derive(Serialize)]
struct PieceReport {
    from: String,
    algorithms: Vec<String>,
}

fn report(comparison: &Comparison) -> Report {
    let (prices, winners) = (&comparison.prices, comparison.winners());
    Report {
        dims: comparison.torus.dims().to_vec(),
        startup: shown_time(prices.startup),
        transmit: shown_time(prices.transmit),
        rearrange: shown_time(prices.rearrange),
        hop: shown_time(prices.hop),
        block: prices.block,
        algorithms: comparison.rows.iter().map(|row| row_report(comparison, row)).collect(),
        fastest: winners.last().map(|winner| winner.names.clone()),
        fastest_by_paper: comparison.paper_winner().map(|winner| winner.names),
        winners: winners.iter().map(winner_report).collect(),
        left_out: comparison.left_out.clone(),
    }
}

fn row_report(comparison: &Comparison, row: &Row) -> RowReport {
    let (startups, blocks) = row.sent();
    let paper = |paper: &Published| PaperReport {
        source: paper.source,
        startups: paper.startups,
        blocks: paper.blocks,
        held: paper.held,
        time: paper_time(comparison, row),
        formulas: formulas(paper.source).map_or([""; 3], |all| [all.startups, all.blocks, all.held]),
    };
    RowReport {
        algorithm: row.algorithm.clone(),
        ports: row.ports.to_string(),
        counts: counts(row),
        startups,
        blocks,
        rearranged: row.rearranged(),
        held: row.held(),
        transit: row.costs().map(|costs| costs.transit),
        hops: row.costs().map(|costs| costs.hops),
        slots: row.slots,
        time: shown_time(comparison.time(row)),
        paper: row.differing().map(paper),
    }
}

fn winner_report(winner: &Winner) -> WinnerReport {
    let piece = |piece: &crate::compare::Piece| PieceReport {
        from: piece.from.to_string(),
        algorithms: piece.names.clone(),
    };
    WinnerReport {
        ports: winner.ports.to_string(),
        algorithms: winner.names.clone(),
        time: shown_time(winner.time),
        by_block_size: winner.pieces.iter().map(piece).collect(),
    }
}

fn counts(row: &Row) -> &'static str {
    match row.costs() {
        Some(_) => "simulated",
        None => "published",
    }
}

fn paper_time(comparison: &Comparison, row: &Row) -> String {
    shown_time(row.paper_line(&comparison.prices).at(comparison.prices.block))
}

fn lines(comparison: &Comparison) -> String {
    let mut text = String::from(
        "algorithm,ports,counts,startups,blocks,rearranged,held,transit,hops,slots,time,paper_startups,paper_blocks,\
         paper_held,paper_time\n",
    );
    for row in &comparison.rows {
        let ((startups, blocks), held, costs) = (row.sent(), row.held(), row.costs());
        let paper = row.differing().map_or(",,,".into(), |paper| {
            format!("{},{},{},{}", paper.startups, paper.blocks, paper.held, paper_time(comparison, row))
        });
        let _ = writeln!(
            text,
            "{},{},{},{startups},{blocks},{},{held},{},{},{},{},{paper}",
            row.algorithm,
            row.ports,
            counts(row),
            or(row.rearranged(), ""),
            or(costs.map(|costs| costs.transit), ""),
            or(costs.map(|costs| costs.hops), ""),
            or(row.slots, ""),
            shown_time(comparison.time(row))
        );
    }
    text
}

fn or(value: Option<u64>, absent: &str) -> String {
    value.map_or(absent.into(), |value| value.to_string())
}

/// For people: the formula, the table, the winners, what to know.
fn summary(comparison: &Comparison) -> String {
    let mut text = formula(comparison) + "\n" + &rows_table(comparison) + "\n";
    let winners = comparison.winners();
    winners.iter().rev().for_each(|winner| text += &winner_lines(comparison, winner));
    text += &by_paper(comparison, winners.last());
    text + "\n" + &notes(comparison)
}

fn formula(comparison: &Comparison) -> String {
    let (prices, block) = (&comparison.prices, comparison.prices.block);
    format!(
        "torus {}, blocks of {block}: time = start-ups x {} + blocks x {block} x {} + rearranged x {block} x {} + hops \
         x {}\n",
        comparison.torus,
        shown_time(prices.startup),
        shown_time(prices.transmit),
        shown_time(prices.rearrange),
        shown_time(prices.hop)
    )
}

/// Fastest first.
fn rows_table(comparison: &Comparison) -> String {
    let mut rows = table(&[
        "algorithm",
        "ports",
        "counts",
        "start-ups",
        "blocks",
        "rearranged",
        "buffer",
        "on the way",
        "hops",
        "slots",
        "time",
    ]);
    for row in by_time(comparison) {
        let ((startups, blocks), costs) = (row.sent(), row.costs());
        rows.add_row(vec![
            row.algorithm.clone().into(),
            row.ports.to_string().into(),
            counts(row).into(),
            number(startups),
            number(blocks),
            number(or(row.rearranged(), "-")),
            number(row.held()),
            number(or(costs.map(|costs| costs.transit), "-")),
            number(or(costs.map(|costs| costs.hops), "-")),
            number(or(row.slots, "-")),
            number(shown_time(comparison.time(row))),
        ]);
    }
    text(&rows)
}

/// The rows, fastest first, as they were among equals.
pub fn by_time(comparison: &Comparison) -> Vec<&Row> {
    let mut rows: Vec<&Row> = comparison.rows.iter().collect();
    rows.sort_by_key(|row| comparison.time(row));
    rows
}

/// Who is fastest for these ports, and at which block sizes who else is.
fn winner_lines(comparison: &Comparison, winner: &Winner) -> String {
    let pieces: Vec<String> = winner
        .pieces
        .iter()
        .map(|piece| match *piece.from.numer() {
            0 => piece.names.join(" = "),
            _ => format!("from {} {}", shown_size(piece.from), piece.names.join(" = ")),
        })
        .collect();
    format!(
        "{}: {} is fastest at {}, time {}; by block size: {}\n",
        ports_name(winner.ports),
        winner.names.join(" = "),
        comparison.prices.block,
        shown_time(winner.time),
        pieces.join(", ")
    )
}

/// A line where the paper's counts name another winner.
fn by_paper(comparison: &Comparison, fastest: Option<&Winner>) -> String {
    let (Some(paper), Some(fastest)) = (comparison.paper_winner(), fastest) else { return String::new() };
    match paper.names == fastest.names {
        true => String::new(),
        false => format!(
            "by the paper's counts {} would be fastest of all, time {}\n",
            paper.names.join(" = "),
            shown_time(paper.time)
        ),
    }
}

/// The paper's formulas where they differ, and what was not counted.
fn notes(comparison: &Comparison) -> String {
    let differing = comparison.rows.iter().filter_map(|row| Some((row, row.differing()?)));
    let mut text: String = differing.map(|(row, paper)| paper_note(comparison, row, paper)).collect();
    if comparison.rows.iter().any(|row| row.costs().is_none()) {
        text += "published: costs of Tseng and others, of whom no procedure is at hand; they take no part in naming \
                 winners, and their hops are not charged\n";
    }
    text += "rearranged: what the paper says, as no link shows it; - where it says nothing, and nothing is charged\n";
    comparison.left_out.iter().for_each(|left| text += &format!("left out: {left}\n"));
    text
}

fn paper_note(comparison: &Comparison, row: &Row, paper: &Published) -> String {
    let Some(all) = formulas(paper.source) else { return String::new() };
    let (startups, blocks) = row.sent();
    let quantities = [
        (all.startups, "start-ups", paper.startups, startups),
        (all.blocks, "blocks", paper.blocks, blocks),
        (all.held, "blocks held", paper.held, row.held()),
    ];
    let differ = quantities.iter().filter(|(.., published, simulated)| published != simulated);
    let parts: Vec<String> = differ
        .map(|(formula, what, published, simulated)| {
            format!("{formula} = {published} {what}, simulated {simulated}")
        })
        .collect();
    format!(
        "{}: the paper's {} has {}; time by its counts {}\n",
        row.label(),
        paper.source,
        parts.join("; "),
        paper_time(comparison, row)
    )
}
