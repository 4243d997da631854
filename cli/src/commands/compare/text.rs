//! A comparison as text: the formula, the table, the fastest algorithms, and notes on the counts.

use super::{counts, or, paper_time};
use crate::{
    compare::{formulas, ports_name, shown_size, shown_time, Comparison, Row, Winner},
    table::{number, table, text},
};
use torus_model::collective::costs::Published;

/// The text of a comparison.
pub(super) fn summary(comparison: &Comparison) -> String {
    let mut text = formula(comparison) + "\n" + &rows_table(comparison) + "\n";
    let winners = comparison.winners();
    winners.iter().rev().for_each(|winner| text += &winner_lines(comparison, winner));
    text += &by_paper(comparison, winners.last());
    text + "\n" + &notes(comparison)
}

fn formula(comparison: &Comparison) -> String {
    let (prices, block) = (&comparison.prices, comparison.prices.block);
    format!(
        "torus {}, blocks of {block}: time = start-ups x {} + blocks x {block} x {} + rearranged x {block} x \
         {} + hops x {}\n",
        comparison.torus,
        shown_time(prices.startup),
        shown_time(prices.transmit),
        shown_time(prices.rearrange),
        shown_time(prices.hop)
    )
}

/// The table of algorithms, the fastest first.
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

/// The rows, the fastest first; equal ones keep their order.
fn by_time(comparison: &Comparison) -> Vec<&Row> {
    let mut rows: Vec<&Row> = comparison.rows.iter().collect();
    rows.sort_by_key(|row| comparison.time(row));
    rows
}

/// The fastest algorithm for these ports, and the fastest ones at other block sizes.
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

/// A line if the paper's counts give another winner.
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

/// Notes: the paper's formulas where they differ, and what was not counted.
fn notes(comparison: &Comparison) -> String {
    let differing = comparison.rows.iter().filter_map(|row| Some((row, row.differing()?)));
    let mut text: String = differing.map(|(row, paper)| paper_note(comparison, row, paper)).collect();
    if comparison.rows.iter().any(|row| row.costs().is_none()) {
        text +=
            "published: costs of Tseng and others, of whom no procedure is at hand; they take no part in \
                 naming winners, and their hops are not charged\n";
    }
    text += "rearranged: what the paper says, as no link shows it; - where it says nothing, and nothing is \
        charged\n";
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
