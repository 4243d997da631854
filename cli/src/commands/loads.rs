//! `torusgen loads`: exact loads and bounds.

use super::{described, print_json};
use crate::{
    args::{Format, LoadsArgs},
    console::print,
    table::{number, table, text},
};
use serde::Serialize;
use torus_gen::digest::digest;
use torus_gen::network::loads_and_bounds;
use torus_gen::{
    config::{nodes_of_file, Config},
    error::Refusal,
};
use torus_model::{
    bound::{Bound, Relation},
    Loads, Port,
};

/// What is printed as JSON: a contract.
#[derive(Serialize)]
struct Report {
    dims: Vec<u32>,
    placement: String,
    routing: String,
    processors: usize,
    e_max: String,
    total: u64,
    digest: String,
    bounds: Vec<BoundReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<Vec<String>>,
}

#[derive(Serialize)]
struct BoundReport {
    name: String,
    source: &'static str,
    value: String,
    relation: &'static str,
}

/// Computes and prints.
pub fn run(args: &LoadsArgs) -> Result<(), Refusal> {
    let asked = described(&args.network)?;
    let config = &asked.config;
    let separator = args.separator.as_deref().map(|path| nodes_of_file(config.torus(), path)).transpose()?;
    let (loads, bounds) = loads_and_bounds(&asked, separator.as_deref())?;
    match args.format {
        Format::Json => print_json(&report(config, &loads, &bounds, args.links))?,
        Format::Csv => print(link_lines(config, &loads))?,
        Format::Text => {
            print(summary(config, &loads))?;
            print(format_args!("\n{}", bounds_table(&bounds, &loads)))?;
            if args.links {
                print(format_args!("\n{}", link_table(config, &loads)))?;
            }
        }
    }
    Ok(())
}

fn report(config: &Config, loads: &Loads, bounds: &[Bound], links: bool) -> Report {
    let bound = |bound: &Bound| BoundReport {
        name: bound.name.clone(),
        source: bound.source,
        value: bound.value.to_string(),
        relation: relation(bound.relation),
    };
    let all_links = || {
        config.torus().nodes().flat_map(|node| {
            (0..config.torus().port_slots()).map(move |p| config.torus().link(node, Port::from_index(p)))
        })
    };
    Report {
        dims: config.torus().dims().to_vec(),
        placement: config.placement.to_string(),
        routing: config.paths.to_string(),
        processors: config.placement.len(),
        e_max: loads.e_max().to_string(),
        total: loads.total(),
        digest: digest(&loads.digest_text()),
        bounds: bounds.iter().map(bound).collect(),
        links: links.then(|| all_links().map(|link| loads.load(link).to_string()).collect()),
    }
}

fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::LowerBound => "lower bound",
        Relation::Exact => "exact",
        Relation::Comparison => "comparison",
    }
}

/// The first lines: what it is about, and the maximum in each direction.
pub fn summary(config: &Config, loads: &Loads) -> String {
    let torus = config.torus();
    let maxima = loads.port_max();
    let ports: Vec<String> = torus.ports().map(|port| format!("{port} {}", maxima[port.index()])).collect();
    format!(
        "torus {torus}, placement {}, routing {}: {} nodes, {} links, {} processors\n\
         E_max {}, total {}, maxima by port: {}\ndigest {}\n",
        config.placement,
        config.paths,
        torus.len(),
        torus.links().count(),
        config.placement.len(),
        loads.e_max(),
        loads.total(),
        ports.join("  "),
        digest(&loads.digest_text())
    )
}

/// Bounds beside E_max, for people.
pub fn bounds_table(bounds: &[Bound], loads: &Loads) -> String {
    let mut rows = table(&["source", "bound", "value", "relation to E_max"]);
    for bound in bounds {
        let met = if bound.value == loads.e_max() { ", met" } else { "" };
        let relation = format!("{}{met}", relation(bound.relation));
        rows.add_row(vec![
            bound.source.into(),
            bound.name.clone().into(),
            number(bound.value),
            relation.into(),
        ]);
    }
    text(&rows)
}

fn link_table(config: &Config, loads: &Loads) -> String {
    let mut rows = table(&["link", "name", "load"]);
    for link in config.torus().links() {
        rows.add_row(vec![
            number(link.index()),
            config.torus().link_name(link).into(),
            number(loads.load(link)),
        ]);
    }
    text(&rows)
}

fn link_lines(config: &Config, loads: &Loads) -> String {
    let line = |link| {
        let (node, port) = config.torus().tail(link);
        format!("{},{},{},{}\n", link.index(), node.index(), port, loads.load(link))
    };
    "link,node,port,load\n".to_string() + &config.torus().links().map(line).collect::<String>()
}
