//! `torusgen compare`: what every exchange on a torus costs, and which is the fastest.

mod text;

use crate::json::print_json;
use crate::{
    args::{CompareArgs, Format},
    compare::{formulas, picture, shown_time, Comparison, Prices, Row, Winner},
    console::print,
    progress::searching,
};
use serde::Serialize;
use std::fmt::Write;
use torus_gen::{error::UsageError, folder::write_file, Description, NetworkOptions};
use torus_model::collective::costs::Published;

/// Computes, draws and prints the comparison.
pub fn run(args: &CompareArgs) -> Result<(), UsageError> {
    let prices = Prices::new([&args.startup, &args.transmit, &args.rearrange, &args.hop], &args.block)?;
    let options = NetworkOptions {
        d: args.d,
        k: args.k,
        dims: args.dims.clone(),
        seed: Some(args.seed),
        effort: Some(args.effort),
        ..NetworkOptions::default()
    };
    let base = Description::new(&options.with_radices(args.radices.as_deref())?)?.base;
    let comparison = searching(|| Comparison::new(&base, prices))?;
    if let Some(path) = &args.svg {
        write_file(path, &picture(&comparison))?;
    }
    match args.format {
        Format::Json => print_json(&report(&comparison))?,
        Format::Csv => print(lines(&comparison))?,
        Format::Text => print(text::summary(&comparison))?,
    }
    Ok(())
}

/// The JSON output: counts are numbers, times exact decimals, block sizes exact fractions.
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
        "algorithm,ports,counts,startups,blocks,rearranged,held,transit,hops,slots,time,\
         paper_startups,paper_blocks,paper_held,paper_time\n",
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
