//! Algorithms with storing on the way: steps, blocks, memories.

use super::{markdown, Cost, Table};
use crate::runs::Runs;
use serde_json::Value;

pub const TABLES: &[Table] = &[
    Table {
        name: "product",
        command:
            "torusgen schedule --dims DIMS --algorithm product-a1, and compare for the blocks on their way",
        cost: Cost::Seconds,
        make: product,
    },
    Table {
        name: "product-a3",
        command: "torusgen schedule --dims DIMS --algorithm product-a3",
        cost: Cost::Seconds,
        make: product_a3,
    },
    Table {
        name: "combining",
        command: "torusgen compare, and torusgen sim --dims NxN --algorithm NAME --engine model",
        cost: Cost::Minutes,
        make: combining,
    },
    Table {
        name: "exchange-networks",
        command: "torusgen sim DIMS OPTIONS --engine model",
        cost: Cost::Seconds,
        make: exchange_networks,
    },
    Table {
        name: "compare-16x16",
        command: "torusgen compare --dims 16x16 --startup 10 --transmit 0.005 --rearrange 0.001 --block 64",
        cost: Cost::Seconds,
        make: crossings,
    },
];

/// The result of `torusgen compare` for an algorithm.
fn compared(runs: &Runs, dims: &str, algorithm: &str) -> Value {
    let json = runs.json(&format!("compare --dims {dims} --startup 1 --transmit 1 --block 1"));
    let all = json["algorithms"].as_array().expect("a list");
    all.iter().find(|one| one["algorithm"] == algorithm).expect("an algorithm of this torus").clone()
}

/// Single-port product algorithms.
fn product(runs: &Runs) -> String {
    let row = |dims: &str| {
        let steps = |name: &str| runs.number(&format!("schedule --dims {dims} --algorithm {name}"), "length");
        let all = ["product-a1", "product-a2", "one-row"].map(|name| steps(name).to_string());
        let bound = runs.number(&format!("schedule --dims {dims} --algorithm product-a1"), "lower_bound");
        let stored = compared(runs, dims, "product-a1")["transit"].to_string();
        let [a1, a2, row] = all;
        vec![dims.into(), a1, a2, row, bound.to_string(), stored]
    };
    let all = ["3x4", "4x4", "5x5", "4x4x4", "2x3x4x3", "2x2x2x2x2"];
    let head = [
        "torus",
        ">steps, `product-a1`",
        ">`product-a2`",
        ">`one-row`",
        ">bound",
        ">blocks on their way, A1 and A2",
    ];
    markdown(&head, all.into_iter().map(row))
}

/// The all-port product algorithm.
fn product_a3(runs: &Runs) -> String {
    let row = |dims: &str| {
        let command = format!("schedule --dims {dims} --algorithm product-a3");
        vec![
            dims.into(),
            runs.number(&command, "length").to_string(),
            runs.number(&command, "lower_bound").to_string(),
        ]
    };
    let all = "3x3 4x4 5x5 6x6 7x7 8x8 9x9 2x2x2x2 3x3x3x3 4x4x4x4";
    markdown(&["torus", ">steps of `product-a3`", ">bound"], all.split(' ').map(row))
}

/// Combining exchanges of N x N: formulas, and the counts for N = 8 and 16.
fn combining(runs: &Runs) -> String {
    let row = |(name, startups, held): (&str, &str, &str)| {
        let both = |of: &dyn Fn(u32, &str) -> String| {
            [8, 16].map(|n| {
                let most = if n == 8 { "divide-2" } else { "divide-3" };
                of(n, if name == "divide-(log N - 1)" { most } else { name })
            })
        };
        let count = |key: &'static str| {
            both(&|n, name| compared(runs, &format!("{n}x{n}"), name)[key].to_string()).join(" / ")
        };
        let sim = |n: u32, name: &str| {
            runs.json(&format!("sim --dims {n}x{n} --algorithm {name} --engine model"))["stored"].clone()
        };
        let slots = both(&|n, name| sim(n, name)["slots"].to_string()).join(" / ");
        let memory = both(&|n, name| {
            let stored = sim(n, name);
            (stored["banks"].as_u64().unwrap() * stored["depth"].as_u64().unwrap()).to_string()
        });
        vec![
            format!("`{name}`"),
            format!("{startups}: {}", count("startups")),
            count("blocks"),
            format!("{held}: {}", count("held")),
            slots,
            memory.join(" / "),
        ]
    };
    let all = [
        ("suh-shin", "N/2 + 2", "N^2"),
        ("divide-1", "N/4 + 5", "2 N^2"),
        ("divide-(log N - 1)", "3 log N - 1", "N^3 / 2"),
    ];
    let head =
        ["N x N, one port", "start-ups", ">blocks sent", "blocks held", ">slots, one flit", ">memory, flits"];
    markdown(&head, all.into_iter().map(row))
}

/// The exchange of one number between all cells of a Fourier transform with networks of every kind, and the
/// bound of all trees.
fn exchange_networks(runs: &Runs) -> String {
    let all = ["4x4", "4x4x4"];
    let sim = |dims: &str, options: &str| runs.json(&format!("sim --dims {dims} {options} --engine model"));
    let stored = |dims: &str, options: &str| sim(dims, options)["stored"]["slots"].clone();
    let row = |name: &str, of: &dyn Fn(&str) -> Value| {
        std::iter::once(name.to_string()).chain(all.map(|dims| of(dims).to_string())).collect()
    };
    let of_memories = |name: &str| -> Vec<String> {
        row(&format!("memories, `--algorithm {name}`"), &|dims| stored(dims, &format!("--algorithm {name}")))
    };
    let rows = vec![
        of_memories("product-a2"),
        row("memories, `--kind exchange --ports one --algorithm table`", &|dims| {
            stored(dims, "--kind exchange --ports one --algorithm table")
        }),
        row("scheduled, `--kind exchange --ports one`", &|dims| {
            sim(dims, "--kind exchange --ports one")["length"].clone()
        }),
        row("buffered, `--router buffered --ports one`", &|dims| {
            sim(dims, "--router buffered --ports one")["cycles"].clone()
        }),
        row("tree, each way one flit a cycle on a link: at least P^2/4", &|dims| {
            let cells = torus_model::Torus::new(&vec![4; dims.len() / 2 + 1]).expect("a torus").len();
            Value::from(cells * cells / 4)
        }),
    ];
    markdown(&["network", ">4x4", ">4x4x4"], rows)
}

/// The block sizes at which the fastest algorithm changes.
fn crossings(runs: &Runs) -> String {
    let text = runs.text("compare --dims 16x16 --startup 10 --transmit 0.005 --rearrange 0.001 --block 64");
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("by block size:")).collect();
    format!("```text\n{}\n```\n", lines.join("\n"))
}
