//! `torusgen loads`: exact loads and bounds.

use super::described;
use crate::json::print_json;
use crate::{
    args::{refused::OptionError, Format, LoadsArgs},
    console::{each, print},
    table::{number, table, text},
};
use serde::{Serialize, Serializer};
use torus_gen::digest::digest;
use torus_gen::network::loads_and_bounds;
use torus_gen::{error::UsageError, nodes_of_file, Base, Description, KindOptions};
use torus_model::{
    bound::{Bound, Relation},
    LinkId, Loads, Port, Torus,
};

/// What is printed as JSON: a contract.
#[derive(Serialize)]
struct Report<'a> {
    dims: Vec<u32>,
    placement: String,
    routing: String,
    processors: usize,
    e_max: String,
    total: u64,
    digest: String,
    bounds: Vec<BoundReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<LinkLoads<'a>>,
}

/// The loads of all link slots by link id, absent ports included.
struct LinkLoads<'a>(&'a Loads, &'a Torus);

impl Serialize for LinkLoads<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let LinkLoads(loads, torus) = self;
        let of_node = |node| (0..torus.port_slots()).map(move |port| (node, Port::from_index(port)));
        let slots = torus.nodes().flat_map(of_node);
        serializer.collect_seq(slots.map(|(node, port)| loads.load(torus.link(node, port)).to_string()))
    }
}

#[derive(Serialize)]
struct BoundReport {
    name: String,
    source: &'static str,
    value: String,
    relation: &'static str,
}

/// Computes and prints.
pub fn run(args: &LoadsArgs) -> Result<(), UsageError> {
    let asked = described(&args.network)?;
    refuse_separator(args, &asked)?;
    let base = &asked.base;
    let separator = args.separator.as_deref().map(|path| nodes_of_file(base.torus(), path)).transpose()?;
    let (loads, bounds) = loads_and_bounds(&asked, separator.as_deref())?;
    match args.format {
        Format::Json => print_json(&report(base, &loads, &bounds, args.links))?,
        Format::Csv => print(each(link_lines(base.torus(), &loads)))?,
        Format::Text => {
            print(summary(base, &loads))?;
            print(format_args!("\n{}", bounds_table(&bounds, &loads)))?;
            if args.links {
                link_table(base.torus(), &loads)?;
            }
        }
    }
    Ok(())
}

/// Refuses a set of nodes where no bounds are printed.
fn refuse_separator(args: &LoadsArgs, asked: &Description) -> Result<(), UsageError> {
    let here = match asked.kind {
        KindOptions::Memory(_) => "with message memories, whose loads have no bounds",
        _ if args.format == Format::Csv => "with --format csv, which has loads alone",
        _ => return Ok(()),
    };
    args.separator
        .as_ref()
        .map_or(Ok(()), |_| Err(OptionError::NoEffect { option: "--separator", here }.into()))
}

fn report<'a>(base: &'a Base, loads: &'a Loads, bounds: &[Bound], links: bool) -> Report<'a> {
    let bound = |bound: &Bound| BoundReport {
        name: bound.name.clone(),
        source: bound.source,
        value: bound.value.to_string(),
        relation: relation(bound.relation),
    };
    Report {
        dims: base.torus().dims().to_vec(),
        placement: base.placement.to_string(),
        routing: base.paths.to_string(),
        processors: base.placement.len(),
        e_max: loads.e_max().to_string(),
        total: loads.total(),
        digest: digest(loads.digest_text()),
        bounds: bounds.iter().map(bound).collect(),
        links: links.then(|| LinkLoads(loads, base.torus())),
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
pub fn summary(base: &Base, loads: &Loads) -> String {
    let torus = base.torus();
    let maxima = loads.port_max();
    let ports: Vec<String> = torus.ports().map(|port| format!("{port} {}", maxima[port.index()])).collect();
    format!(
        "torus {torus}, placement {}, routing {}: {} nodes, {} links, {} processors\n\
         E_max {}, total {}, maxima by port: {}\ndigest {}\n",
        base.placement,
        base.paths,
        torus.len(),
        torus.links().count(),
        base.placement.len(),
        loads.e_max(),
        loads.total(),
        ports.join("  "),
        digest(loads.digest_text())
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

/// Prints a line for each link. It has no table in memory, as there are up to 2^25 links.
fn link_table(torus: &Torus, loads: &Loads) -> Result<(), UsageError> {
    let columns =
        |link: LinkId| [link.index().to_string(), torus.link_name(link), loads.load(link).to_string()];
    let mut widest: [String; 3] = Default::default();
    for row in torus.links().map(columns) {
        let longer = |(widest, cell): (&mut String, String)| {
            if cell.len() > widest.len() {
                *widest = cell;
            }
        };
        widest.iter_mut().zip(row).for_each(longer);
    }
    let heads = ["link", "name", "load"];
    let mut first = table(&heads);
    first.add_row(widest.clone());
    let head = text(&first).lines().next().unwrap_or_default().to_string();
    let [id, name, load] = [0, 1, 2].map(|at: usize| widest[at].len().max(heads[at].len()));
    let line = move |row: [String; 3]| format!(" {:>id$}  {:<name$}  {:>load$}\n", row[0], row[1], row[2]);
    print(format_args!("\n{head}\n{}", each(torus.links().map(columns).map(line))))
}

fn link_lines<'a>(torus: &'a Torus, loads: &'a Loads) -> impl Iterator<Item = String> + 'a {
    let line = move |link| {
        let (node, port) = torus.tail(link);
        format!("{},{},{},{}\n", link.index(), node.index(), port, loads.load(link))
    };
    std::iter::once("link,node,port,load\n".to_string()).chain(torus.links().map(line))
}
