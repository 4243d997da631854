//! The folded layout, drawn: a ring in its own order, and folded.

use crate::timing::settle;
use std::fmt::Write;

const CELL: usize = 60;
const NODE: usize = 28;
const ROW: usize = 120;

/// The nodes of a ring in the order of their places: 0, n - 1, 1, n - 2, ..
fn folded(n: usize) -> Vec<usize> {
    (0..n).map(|place| if place % 2 == 0 { place / 2 } else { n - 1 - place / 2 }).collect()
}

/// The place of a node.
fn place(order: &[usize], node: usize) -> usize {
    order.iter().position(|&there| there == node).expect("a place")
}

/// The number of places that the longest link spans.
fn longest(order: &[usize]) -> usize {
    let n = order.len();
    (0..n).map(|node| place(order, node).abs_diff(place(order, (node + 1) % n))).max().unwrap_or(0)
}

/// The smallest span of the longest link over all orders that begin like this one.
fn least(order: &mut Vec<usize>, n: usize) -> usize {
    if order.len() == n {
        return longest(order);
    }
    let mut best = usize::MAX;
    for node in (0..n).filter(|node| !order.contains(node)).collect::<Vec<_>>() {
        order.push(node);
        best = best.min(least(order, n));
        order.pop();
    }
    best
}

/// No order of up to seven nodes has shorter links; longer rings have links of two places.
#[test]
fn folded_rings_have_the_shortest_links() {
    for n in 2..=7 {
        assert_eq!(longest(&folded(n)), least(&mut Vec::new(), n), "{n}");
    }
    for n in 3..=40 {
        let mut order = folded(n);
        assert_eq!(longest(&order), 2, "{n}");
        order.sort_unstable();
        assert!(order.into_iter().eq(0..n), "{n}: every node has a place");
    }
}

/// Nodes in a row, and the links between them: each line stands for both directions.
fn ring(order: &[usize], top: usize, title: &str) -> String {
    let (n, middle) = (order.len(), top + 74);
    let x = |node: usize| 24 + place(order, node) * CELL + NODE / 2;
    let mut text = format!("<text x=\"24\" y=\"{}\">{title}</text>\n", top + 14);
    for node in 0..n {
        let [one, other] = [x(node), x((node + 1) % n)];
        let [from, to] = [one.min(other), one.max(other)];
        // Links to the next place are straight; the way there goes above the nodes, the way back below.
        let high = match ((to - from) / CELL, node < n / 2) {
            (1, _) => middle,
            (_, true) => middle - 60,
            (_, false) => middle + 60,
        };
        let colour = if node + 1 == n { "#c0392b" } else { "#2c3e50" };
        let _ = writeln!(
            text,
            "<path d=\"M{from} {middle} Q{} {high} {to} {middle}\" fill=\"none\" stroke=\"{colour}\" \
             stroke-width=\"2\"/>",
            (from + to) / 2
        );
    }
    order.iter().for_each(|&node| text += &drawn_node(node, x(node), middle));
    text
}

fn drawn_node(node: usize, x: usize, y: usize) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{NODE}\" height=\"{NODE}\" rx=\"4\" fill=\"white\" \
         stroke=\"#2c3e50\"/>\n\
         <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{node}</text>\n",
        x - NODE / 2,
        y - NODE / 2,
        y + 5
    )
}

#[test]
fn a_folded_ring() {
    let (width, height) = (8 * CELL + 20, 2 * ROW + 10);
    let straight: Vec<usize> = (0..8).collect();
    let drawing = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 \
         {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" \
         fill=\"white\"/>\n{}{}</svg>\n",
        ring(&straight, 4, "In their own order: the wrap link (red) spans the whole row"),
        ring(&folded(8), ROW + 4, "Folded: every link spans one place or two")
    );
    settle("folded.svg", &drawing);
}
