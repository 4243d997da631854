//! `torusgen loads`: exact loads and bounds.

use super::options;
use crate::json::print_json;
use crate::{
    args::{refused::OptionError, Format, LoadsArgs},
    console::{each, print},
    table::{number, table, text},
};
use serde::{Serialize, Serializer};
use std::iter::once;
use torus_gen::digest::digest;
use torus_gen::network::{AnyNetwork, LoadsDescription, Takes};
use torus_gen::{error::UsageError, nodes_of_file};
use torus_model::{
    bound::{Bound, Relation},
    load::{digest_text, ExactLoads, Fraction, LinkLoad},
    Port, Radices,
};

/// The most links for which the digest is computed without being asked for.
const DIGESTED: u128 = 1 << 24;

/// The JSON output; its keys stay as they are.
#[derive(Serialize)]
struct Report<'a> {
    dims: &'a [u32],
    placement: String,
    routing: String,
    processors: u64,
    e_max: String,
    total: u128,
    digest: Option<String>,
    bounds: Vec<BoundReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<LinkLoads<'a>>,
}

/// The loads of all links by link id, including absent ports.
struct LinkLoads<'a>(&'a dyn ExactLoads);

impl Serialize for LinkLoads<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let absent = |port: usize| self.0.radices().dims()[port / 2] == 2;
        let slots = self.0.links().flat_map(|link| {
            let next = link.port.index() + 1;
            once(load_of(self.0, &link)).chain((next % 2 == 1 && absent(next)).then(|| "0".to_string()))
        });
        serializer.collect_seq(slots)
    }
}

#[derive(Serialize)]
struct BoundReport {
    name: String,
    source: &'static str,
    value: String,
    relation: &'static str,
}

/// Computes and prints the loads.
pub fn run(args: &LoadsArgs) -> Result<(), UsageError> {
    let asked = LoadsDescription::new(&options(&args.network)?)?;
    refuse_ineffective(args, &asked)?;
    let nodes = |path| nodes_of_file(asked.torus()?, path);
    let separator = args.separator.as_deref().map(nodes).transpose()?;
    let (loads, bounds) = asked.count(separator.as_deref())?;
    let subject = Subject {
        placement: asked.placement(),
        routing: asked.paths().to_string(),
        processors: asked.processors(),
        loads: &*loads,
        with_digest: args.digest || loads.radices().links() <= DIGESTED,
    };
    match args.format {
        Format::Json => print_json(&report(&subject, &bounds, args.links))?,
        Format::Csv => print(each(link_lines(&*loads)))?,
        Format::Text => {
            print(subject.summary())?;
            print(format_args!("\n{}", bounds_table(&bounds, &*loads)))?;
            if args.links {
                link_table(&*loads)?;
            }
        }
    }
    Ok(())
}

/// Refuses a set of nodes if no bounds are printed, and `--digest` if no digest is printed.
fn refuse_ineffective(args: &LoadsArgs, asked: &LoadsDescription) -> Result<(), UsageError> {
    let csv = args.format == Format::Csv;
    let memories =
        matches!(asked, LoadsDescription::Network(network) if network.kind.takes() == Takes::Blocks);
    let (option, here) = match args.separator.is_some() {
        true if memories => ("--separator", "with message memories, whose loads have no bounds"),
        true if csv => ("--separator", "with --format csv, which has loads alone"),
        _ if args.digest && csv => ("--digest", "with --format csv, which has loads alone"),
        _ => return Ok(()),
    };
    Err(OptionError::NoEffect { option, here }.into())
}

fn report<'a>(subject: &Subject<'a>, bounds: &[Bound], links: bool) -> Report<'a> {
    let bound = |bound: &Bound| BoundReport {
        name: bound.name.clone(),
        source: bound.source,
        value: bound.value.to_string(),
        relation: relation(bound.relation),
    };
    Report {
        dims: subject.loads.radices().dims(),
        placement: subject.placement.clone(),
        routing: subject.routing.clone(),
        processors: subject.processors,
        e_max: subject.loads.e_max().to_string(),
        total: subject.loads.total(),
        digest: subject.with_digest.then(|| digest(digest_text(subject.loads))),
        bounds: bounds.iter().map(bound).collect(),
        links: links.then_some(LinkLoads(subject.loads)),
    }
}

fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::LowerBound => "lower bound",
        Relation::Exact => "exact",
        Relation::Comparison => "comparison",
    }
}

/// The subject whose loads are printed.
struct Subject<'a> {
    placement: String,
    routing: String,
    processors: u64,
    loads: &'a dyn ExactLoads,
    with_digest: bool,
}

impl Subject<'_> {
    /// The first lines: the network, and the maximum in each direction.
    fn summary(&self) -> String {
        let (radices, maxima) = (self.loads.radices(), self.loads.port_max());
        let ports: Vec<String> =
            radices.ports().map(|port| format!("{port} {}", maxima[port.index()])).collect();
        let digest = match self.with_digest {
            true => digest(digest_text(self.loads)),
            false => format!("of {} links: add --digest", radices.links()),
        };
        format!(
            "torus {radices}, placement {}, routing {}: {} nodes, {} links, {} processors\n\
             E_max {}, total {}, maxima by port: {}\ndigest {digest}\n",
            self.placement,
            self.routing,
            radices.nodes(),
            radices.links(),
            self.processors,
            self.loads.e_max(),
            self.loads.total(),
            ports.join("  "),
        )
    }
}

/// The first lines for a network, always with a digest.
pub fn summary(network: &AnyNetwork) -> String {
    let base = &network.base;
    let subject = Subject {
        placement: base.placement.to_string(),
        routing: base.paths.to_string(),
        processors: base.placement.len() as u64,
        loads: &network.loads,
        with_digest: true,
    };
    subject.summary()
}

/// The table of bounds and E_max.
pub fn bounds_table(bounds: &[Bound], loads: &dyn ExactLoads) -> String {
    if bounds.is_empty() {
        return "no bounds: those of the papers are of exchanges that do not wait on their way\n".into();
    }
    let mut rows = table(&["source", "bound", "value", "relation to E_max"]);
    let e_max = loads.e_max();
    for bound in bounds {
        let met = if bound.value == e_max { ", met" } else { "" };
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

fn load_of(loads: &dyn ExactLoads, link: &LinkLoad) -> String {
    Fraction { numerator: link.numerator, denominator: loads.denominator() }.to_string()
}

/// Prints a line for each link. There may be any number of links, so no table is built in memory: its columns
/// fit the last link, which has the longest id and name.
fn link_table(loads: &dyn ExactLoads) -> Result<(), UsageError> {
    let radices = loads.radices();
    let last = radices.ports().last().expect("a torus has links");
    let of_value = |numerator| Fraction { numerator, denominator: loads.denominator() }.to_string();
    let load = loads.values().map(of_value).max_by_key(String::len).unwrap_or_default();
    let (id, name) = id_and_name(radices, radices.nodes() - 1, last);
    let (heads, widest) = (["link", "name", "load"], [id, name, load]);
    let mut first = table(&heads);
    first.add_row(widest.clone());
    let head = text(&first).lines().next().unwrap_or_default().to_string();
    let [id, name, load] = [0, 1, 2].map(|at: usize| widest[at].len().max(heads[at].len()));
    let line = move |link: LinkLoad| {
        let (number, named) = id_and_name(radices, link.node, link.port);
        format!(" {number:>id$}  {named:<name$}  {:>load$}\n", load_of(loads, &link))
    };
    print(format_args!("\n{head}\n{}", each(loads.links().map(line))))
}

fn id_and_name(radices: &Radices, node: u64, port: Port) -> (String, String) {
    (radices.link(node, port).to_string(), radices.link_name(node, port))
}

fn link_lines(loads: &dyn ExactLoads) -> impl Iterator<Item = String> + '_ {
    let line = |link: LinkLoad| {
        let LinkLoad { node, port, .. } = link;
        format!("{},{node},{port},{}\n", loads.radices().link(node, port), load_of(loads, &link))
    };
    once("link,node,port,load\n".to_string()).chain(loads.links().map(line))
}
