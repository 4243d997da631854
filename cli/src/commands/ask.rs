//! Answers questions about waves: the busiest links, the life of a message, the difference from other waves.

use super::waves_error::WavesRefused;
use crate::{
    args::Format,
    console::print,
    json::print_json,
    outcome::Outcome,
    table::{table, text},
};
use serde::Serialize;
use std::{fs::File, io::BufReader, path::Path};
use torus_gen::error::UsageError;
use torus_model::{LinkId, NodeId, Torus};
use torus_sim::waves::{Diff, Differs, Life, Unreadable};
use torus_sim::{Dump, Waves, WavesError};

/// The most variables in texts; JSON and CSV have all.
const SHOWN: usize = 16;

#[derive(Serialize)]
struct LinkCount {
    link: usize,
    name: String,
    messages: u64,
}

/// `--busiest N`: the links with the highest counts; among equal ones, those with the lowest ids.
pub fn busiest(waves: &Waves, torus: &Torus, n: usize, format: Format) -> Result<Outcome, UsageError> {
    let mut links: Vec<_> = torus.links().filter(|link| waves.present[link.index()]).collect();
    links.sort_by_key(|link| (std::cmp::Reverse(waves.counts[link.index()]), link.index()));
    links.truncate(n);
    let count = |link: LinkId| LinkCount {
        link: link.index(),
        name: torus.link_name(link),
        messages: waves.counts[link.index()],
    };
    let counts: Vec<_> = links.into_iter().map(count).collect();
    match format {
        Format::Json => print_json(&counts)?,
        Format::Csv => {
            let line = |row: &LinkCount| format!("{},\"{}\",{}\n", row.link, row.name, row.messages);
            print("link,name,messages\n".to_string() + &counts.iter().map(line).collect::<String>())?;
        }
        Format::Text => {
            let mut rows = table(&["link", "messages"]);
            for row in &counts {
                rows.add_row(vec![row.name.clone(), row.messages.to_string()]);
            }
            print(text(&rows))?;
        }
    }
    Ok(Outcome::Equal)
}

#[derive(Serialize)]
struct Hop {
    cycle: u64,
    link: usize,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    waited: Option<u64>,
}

#[derive(Serialize)]
struct Followed {
    source: String,
    destination: String,
    exchange: Option<u64>,
    slot: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    packet: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flit: Option<u64>,
    hops: Vec<Hop>,
    ejected: Option<u64>,
    local_port: Option<String>,
    /// Cycles in the buffer before the ejection.
    #[serde(skip_serializing_if = "Option::is_none")]
    waited: Option<u64>,
}

/// `--follow SOURCE DESTINATION`. Errors: no such nodes; no such message.
pub fn follow(path: &Path, ends: &[String], format: Format) -> Result<Outcome, UsageError> {
    let mut dump = open(path)?;
    let torus = Torus::new(dump.dims())?;
    let (source, destination) = (node(&torus, &ends[0])?, node(&torus, &ends[1])?);
    let found = torus_sim::follow(&mut dump, &torus, source, destination);
    let lives = found.map_err(|error| refused(path, error))?;
    let names = [source, destination].map(|node| torus.node_name(node));
    if lives.is_empty() {
        let part = ["window", "links"].iter().any(|key| dump.config_value(key).is_some());
        let [sender, destination] = names;
        return Err(match part {
            true => WavesRefused::NoMessageInPart { sender, destination },
            false => WavesRefused::NoMessage { sender, destination },
        }
        .into());
    }
    let lives: Vec<_> = lives.iter().map(|life| followed(&torus, &names, life)).collect();
    match format {
        Format::Json => print_json(&lives)?,
        Format::Csv => print(lines(&lives))?,
        Format::Text => print(lives.iter().map(people).collect::<String>())?,
    }
    Ok(Outcome::Equal)
}

fn followed(torus: &Torus, [source, destination]: &[String; 2], life: &Life) -> Followed {
    // Scheduled messages never wait.
    let waited = |step: usize| life.flit.and_then(|_| life.waited(torus, step));
    let hop = |(step, &(cycle, link)): (usize, &(u64, LinkId))| Hop {
        cycle,
        link: link.index(),
        name: torus.link_name(link),
        waited: waited(step),
    };
    let (packet, flit) = life.flit.unzip();
    Followed {
        source: source.clone(),
        destination: destination.clone(),
        exchange: life.begin.0,
        slot: life.begin.1,
        packet,
        flit,
        hops: life.hops.iter().enumerate().map(hop).collect(),
        ejected: life.ejected.as_ref().map(|(cycle, _)| *cycle),
        local_port: life.ejected.as_ref().map(|(_, local_port)| local_port.clone()),
        waited: waited(life.hops.len()),
    }
}

/// The steps of a life: cycle, place, and cycles waited before it.
fn steps(life: &Followed) -> Vec<(u64, String, Option<u64>)> {
    let step = |hop: &Hop| (hop.cycle, format!("link {}", hop.name), hop.waited);
    let mut steps: Vec<_> = life.hops.iter().map(step).collect();
    if let (Some(cycle), Some(local_port)) = (life.ejected, &life.local_port) {
        steps.push((cycle, format!("{local_port} of {}", life.destination), life.waited));
    }
    steps
}

fn lines(lives: &[Followed]) -> String {
    let packets = lives.iter().any(|life| life.packet.is_some());
    let head = if packets { "packet,flit,cycle,where,waited\n" } else { "life,cycle,where\n" };
    let line =
        |at: usize, life: &Followed, (cycle, what, waited): (u64, String, Option<u64>)| match life.packet {
            Some(packet) => {
                let waited = waited.map_or(String::new(), |waited| waited.to_string());
                format!("{packet},{},{cycle},\"{what}\",{waited}\n", life.flit.unwrap_or(0))
            }
            None => format!("{at},{cycle},\"{what}\"\n"),
        };
    let all = |(at, life)| steps(life).into_iter().map(|step| line(at, life, step)).collect::<String>();
    head.to_string() + &lives.iter().enumerate().map(all).collect::<String>()
}

fn people(life: &Followed) -> String {
    let missing = if life.ejected.is_some() { "" } else { "; its ejection is not in the file" };
    let Followed { source, destination, .. } = life;
    match life.packet {
        Some(packet) => {
            let waits: u64 = steps(life).iter().filter_map(|step| step.2).sum();
            let flit = life.flit.unwrap_or(0);
            let title = format!("packet {packet}, flit {flit}, {source} to {destination}");
            format!("{title}: waited {waits} cycles in buffers{missing}\n{}", places(life, true))
        }
        None => {
            let (exchange, slot) = (value(life.exchange), value(life.slot));
            let title = format!("message {source} to {destination}: exchange {exchange}, slot {slot}");
            format!("{title}{missing}\n{}", places(life, false))
        }
    }
}

fn places(life: &Followed, waits: bool) -> String {
    let heads = ["cycle", "where", "waited"];
    let mut rows = table(&heads[..if waits { 3 } else { 2 }]);
    for (cycle, what, waited) in steps(life) {
        let mut row = vec![cycle.to_string(), what];
        row.extend(waits.then(|| value(waited)));
        rows.add_row(row);
    }
    text(&rows)
}

/// Parses a node, given by its id or its coordinates.
fn node(torus: &Torus, given: &str) -> Result<NodeId, WavesRefused> {
    let found = match given.trim().parse() {
        Ok(id) => torus.node_at(id),
        Err(_) => torus.parse_node(given),
    };
    found.ok_or_else(|| WavesRefused::Node {
        text: given.to_string(),
        torus: torus.to_string(),
        nodes: torus.len(),
    })
}

#[derive(Serialize)]
struct Compared {
    variables: usize,
    only_in_first: usize,
    only_in_second: usize,
    from: u64,
    to: u64,
    #[serde(rename = "match")]
    matches: bool,
    one_is_longer: bool,
    cycle: Option<u64>,
    differences: Vec<Shown>,
}

#[derive(Serialize)]
struct Shown {
    variable: String,
    first: Option<u64>,
    second: Option<u64>,
}

/// `--diff OTHER`: a difference is a mismatch. Errors: files that cannot be read; files of different tori.
pub fn diff(path: &Path, other: &Path, format: Format) -> Result<Outcome, UsageError> {
    let (one, two) = (open(path)?, open(other)?);
    let apart = || UsageError::from(WavesRefused::Apart { paths: [path.into(), other.into()] });
    if one.dims() != two.dims() {
        return Err(apart());
    }
    let unreadable = |failed: Unreadable| refused([path, other][failed.file], failed.error);
    let found = torus_sim::diff(one, two).map_err(unreadable)?;
    if found.variables == 0 {
        return Err(apart());
    }
    let matches = found.first.is_none() && !found.longer;
    match format {
        Format::Json => print_json(&compared(&found, matches))?,
        Format::Csv => print(differing_lines(&found))?,
        Format::Text => print(difference(&found))?,
    }
    Ok(if matches { Outcome::Equal } else { Outcome::Mismatch })
}

fn compared(found: &Diff, matches: bool) -> Compared {
    let (cycle, differences) = found.first.clone().unzip();
    let shown = |Differs { name, shown: [first, second] }| Shown { variable: name, first, second };
    Compared {
        variables: found.variables,
        only_in_first: found.only[0],
        only_in_second: found.only[1],
        from: found.cycles[0],
        to: found.cycles[1],
        matches,
        one_is_longer: found.longer,
        cycle,
        differences: differences.unwrap_or_default().into_iter().map(shown).collect(),
    }
}

fn differing_lines(found: &Diff) -> String {
    let (cycle, all) = found.first.clone().unwrap_or_default();
    let line =
        |row: &Differs| format!("{cycle},{},{},{}\n", row.name, value(row.shown[0]), value(row.shown[1]));
    "cycle,variable,first,second\n".to_string() + &all.iter().map(line).collect::<String>()
}

fn difference(found: &Diff) -> String {
    let mut said = format!("{} variables compared", found.variables);
    if found.only != [0; 2] {
        said +=
            &format!(" ({} are only in the first file, {} only in the second)", found.only[0], found.only[1]);
    }
    let Some((cycle, differs)) = &found.first else {
        let [from, to] = found.cycles;
        let longer = if found.longer { "; one of them goes on" } else { "" };
        return format!("{said}: equal from cycle {from} until cycle {to}, where a file ends{longer}\n");
    };
    let mut rows = table(&["variable", "first file", "second file"]);
    for row in differs.iter().take(SHOWN) {
        rows.add_row(vec![row.name.clone(), value(row.shown[0]), value(row.shown[1])]);
    }
    let more = match differs.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("and {more} more\n"),
    };
    format!("{said}: {} differ in cycle {cycle}, for the first time\n{}{more}", differs.len(), text(&rows))
}

fn value(value: Option<u64>) -> String {
    value.map_or("-".to_string(), |value| value.to_string())
}

fn open(path: &Path) -> Result<Dump<BufReader<File>>, UsageError> {
    let file = File::open(path).map_err(|error| UsageError::unreadable(path, &error))?;
    Dump::open(BufReader::new(file)).map_err(|error| refused(path, error))
}

fn refused(path: &Path, error: WavesError) -> UsageError {
    WavesRefused::read(path, error).into()
}
