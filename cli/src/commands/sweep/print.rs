//! Curves as CSV and as text tables.

use crate::{
    console::print,
    curve::{Curve, Point},
    quote,
    table::{number, table, text},
};

/// Prints a CSV line for each point of all curves: first what was measured, then what was asked for. Error:
/// standard output cannot be written.
pub fn lines(curves: &[Curve]) -> anyhow::Result<()> {
    let head = "rate,accepted,mean,p50,p99,max,network_mean,drained,match,bound,saturation,seed,network\n";
    let rows: String =
        curves.iter().flat_map(|curve| curve.points.iter().map(|point| line(curve, point))).collect();
    Ok(print(head.to_string() + &rows)?)
}

fn line(curve: &Curve, p: &Point) -> String {
    format!(
        "{},{:.6},{:.3},{},{},{},{:.3},{},{},{:.6},{:.6},{},{}\n",
        p.rate,
        p.accepted,
        p.mean,
        p.p50,
        p.p99,
        p.max,
        p.network,
        p.drained,
        p.matches,
        curve.bound,
        curve.saturation,
        curve.seed,
        quote::csv(&curve.title)
    )
}

/// Prints a table for each curve, and for several curves a table of all of them. Error: standard output
/// cannot be written.
pub fn people(curves: &[Curve]) -> anyhow::Result<()> {
    let tables: Vec<String> = curves.iter().map(points).collect();
    let all = if curves.len() > 1 { format!("\n{}", summary(curves)) } else { String::new() };
    Ok(print(tables.join("\n") + &all)?)
}

fn points(curve: &Curve) -> String {
    let mut rows = table(&["rate", "accepted", "mean", "p50", "p99", "max", "in the network", "drained"]);
    for p in &curve.points {
        let mut row =
            vec![number(p.rate), number(format!("{:.4}", p.accepted)), number(format!("{:.2}", p.mean))];
        row.extend([number(p.p50), number(p.p99), number(p.max), number(format!("{:.2}", p.network))]);
        row.push(if p.drained { "yes" } else { "no" }.into());
        rows.add_row(row);
    }
    format!("{}\n{}\n\n{}", curve.title, curve.reached(), text(&rows))
}

fn summary(curves: &[Curve]) -> String {
    let mut rows = table(&["network", "bound", "accepted", "share of the bound", "mean at the lowest rate"]);
    for curve in curves {
        let share = 100.0 * curve.saturation / curve.bound;
        let lowest = curve.points.first().map_or(0.0, |point| point.mean);
        rows.add_row(vec![
            curve.label.as_str().into(),
            number(format!("{:.4}", curve.bound)),
            number(format!("{:.4}", curve.saturation)),
            number(format!("{share:.1} %")),
            number(format!("{lowest:.2}")),
        ]);
    }
    text(&rows)
}
