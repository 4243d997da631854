//! Recomputes loads from waves, as a second measurement that shares no code with the monitor.
//!
//! The load of a link is the time for which its `valid` is 1, summed over intervals. The `load` wires are not
//! used for this, but are compared with it. Links are found by the names of their scopes (see
//! [`mod@crate::record`]).

use super::dump::{config_value, foreign, integer, link_name, node_name, stages};
use super::{Dump, WavesError};
use std::collections::HashMap;
use std::io::{BufRead, Seek};
use torus_model::{LinkStages, StagesError, Torus};
use vcd::{Command, IdCode, Scope, ScopeItem, Value};

/// The contents of a file about the links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waves {
    /// The configuration in the comment of the header: `torusgen dims=.. placement=..`.
    pub config: String,
    /// Radices, from the configuration.
    pub dims: Vec<u32>,
    /// Number of cycles.
    pub cycles: u64,
    /// For each link id, the number of cycles in which its `valid` was 1.
    pub counts: Vec<u64>,
    /// The packets sent by the end, if the file counts packets.
    pub sent: Option<u64>,
    /// For each link id, whether the file has it; a part has only some.
    pub present: Vec<bool>,
    /// Links whose `load` once differed from the number of valid cycles so far. Not checked if only some
    /// slots were written, as `load` counts from the beginning of the run.
    pub inconsistent: Vec<Inconsistency>,
}

impl Waves {
    /// A value of the configuration, such as `routing`.
    pub fn config_value(&self, key: &str) -> Option<&str> {
        config_value(&self.config, key)
    }

    /// The registers on links in the configuration. Errors: those of [`LinkStages::parse`].
    pub fn stages(&self, torus: &Torus) -> Result<LinkStages, StagesError> {
        stages(&self.config, torus)
    }
}

/// A `load` wire that differs from the number of valid cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inconsistency {
    /// Link id.
    pub link: usize,
    /// The first cycle in which they differ.
    pub cycle: u64,
    /// The valid cycles up to and including this one.
    pub counted: u64,
    /// The value of the wire; `None`: not a number.
    pub shown: Option<u64>,
}

/// Reads a file that [`mod@crate::record`] wrote.
///
/// Errors: neither VCD nor FST; not one of ours; not complete.
pub fn read_loads(reader: impl BufRead + Seek) -> Result<Waves, WavesError> {
    let mut dump = Dump::open(reader)?;
    let (config, dims) = (dump.config().to_string(), dump.dims().to_vec());
    let (mut wires, present) = wires(dump.top(), &dims, &config)?;
    wires.extend(dump.top().find_var("sent").map(|sent| (sent.code, Wire::Sent)));
    let slots = present.len();
    let links = vec![Link::default(); slots];
    let inconsistent = vec![None; slots];
    let mut tally = Tally { wires, links, cycle: 0, sent: None, touched: Vec::new(), inconsistent };
    dump.play(|command| tally.command(command))?;
    tally.close();
    let Tally { links, cycle, sent, mut inconsistent, .. } = tally;
    if config_value(&config, "window").is_some() {
        inconsistent.clear();
    }
    let counts = links.iter().map(|link| link.closed).collect();
    let inconsistent = inconsistent.into_iter().flatten().collect();
    Ok(Waves { config, dims, cycles: cycle, counts, sent, present, inconsistent })
}

/// A wire that is read.
#[derive(Clone, Copy)]
enum Wire {
    Valid(usize),
    Load(usize),
    Sent,
}

/// A link, as time advances.
#[derive(Clone, Copy, Default)]
struct Link {
    /// Valid cycles in intervals that have ended.
    closed: u64,
    /// The time at which the current interval began, if the link is valid.
    since: Option<u64>,
    /// The value of its `load`.
    load: Option<u64>,
}

struct Tally {
    wires: HashMap<IdCode, Wire>,
    links: Vec<Link>,
    cycle: u64,
    sent: Option<u64>,
    /// The links whose `load` changed in this cycle.
    touched: Vec<usize>,
    inconsistent: Vec<Option<Inconsistency>>,
}

impl Tally {
    fn command(&mut self, command: Command) {
        match command {
            Command::Timestamp(cycle) => self.advance(cycle),
            Command::ChangeScalar(id, value) => self.change(id, &[value]),
            Command::ChangeVector(id, value) => self.change(id, &value.iter().collect::<Vec<_>>()),
            _ => {}
        }
    }

    fn advance(&mut self, cycle: u64) {
        self.compare();
        self.cycle = cycle;
    }

    fn change(&mut self, id: IdCode, value: &[Value]) {
        match self.wires.get(&id) {
            Some(&Wire::Valid(link)) => self.valid(link, value == [Value::V1]),
            Some(&Wire::Load(link)) => {
                self.links[link].load = integer(value.iter().copied());
                self.touched.push(link);
            }
            Some(Wire::Sent) => self.sent = integer(value.iter().copied()),
            None => {}
        }
    }

    fn valid(&mut self, link: usize, valid: bool) {
        let (link, now) = (&mut self.links[link], self.cycle);
        if !valid {
            link.closed += link.since.take().map_or(0, |since| now - since);
        } else if link.since.is_none() {
            link.since = Some(now);
        }
    }

    /// At the end of a cycle: each `load` that changed must equal the valid cycles, including this one.
    fn compare(&mut self) {
        for id in std::mem::take(&mut self.touched) {
            self.compare_link(id, self.cycle + 1);
        }
    }

    fn compare_link(&mut self, id: usize, end: u64) {
        let link = &self.links[id];
        let counted = link.closed + link.since.map_or(0, |since| end - since);
        if link.load != Some(counted) {
            let (cycle, shown) = (self.cycle, link.load);
            self.inconsistent[id].get_or_insert(Inconsistency { link: id, cycle, counted, shown });
        }
    }

    /// At the end of the file; the last time stamp is the end of the last cycle.
    fn close(&mut self) {
        for id in 0..self.links.len() {
            let known = self.links[id].load.is_some() || self.links[id].since.is_some();
            if known {
                self.compare_link(id, self.cycle);
            }
            self.valid(id, false);
        }
    }
}

/// The `valid` and `load` wires of every link in the file, and which links it has. Absent ports have none.
fn wires(top: &Scope, dims: &[u32], config: &str) -> Result<(HashMap<IdCode, Wire>, Vec<bool>), WavesError> {
    let nodes: usize = dims.iter().map(|&n| n as usize).product();
    let slots = 2 * dims.len();
    let (mut wires, mut present) = (HashMap::new(), vec![false; nodes * slots]);
    let chosen = config_value(config, "links").is_some();
    for node in 0..nodes {
        let scope = match child(&top.items, &node_name(node, dims), node) {
            Err(_) if chosen => continue,
            scope => scope?,
        };
        for port in (0..slots).filter(|port| dims[port / 2] > 2 || port % 2 == 0) {
            let scope = match child(&scope.items, &link_name(port), 0) {
                Err(_) if chosen => continue,
                scope => scope?,
            };
            let link = node * slots + port;
            present[link] = true;
            wires.insert(wire(scope, "valid")?, Wire::Valid(link));
            wires.insert(wire(scope, "load")?, Wire::Load(link));
        }
    }
    complete(&present, config)?;
    Ok((wires, present))
}

/// Checks that a part has as many links as its comment says.
fn complete(present: &[bool], config: &str) -> Result<(), WavesError> {
    let stated = config_value(config, "shown").and_then(|text| text.parse::<usize>().ok());
    let found = present.iter().filter(|&&present| present).count();
    match stated {
        Some(stated) if stated != found => {
            Err(foreign(&format!("its comment states {stated} links, it has {found}")))
        }
        _ => Ok(()),
    }
}

/// The scope of this name among `items`; in our files it is at or soon after position `hint`.
fn child<'a>(items: &'a [ScopeItem], name: &str, hint: usize) -> Result<&'a Scope, WavesError> {
    let named = |item: &'a ScopeItem| match item {
        ScopeItem::Scope(scope) if scope.identifier == name => Some(scope),
        _ => None,
    };
    let (before, after) = items.split_at(hint.min(items.len()));
    let found = after.iter().chain(before).find_map(named);
    found.ok_or_else(|| foreign(&format!("it has no scope {name}")))
}

fn wire(scope: &Scope, name: &str) -> Result<IdCode, WavesError> {
    let named = |item: &ScopeItem| match item {
        ScopeItem::Var(var) if var.reference == name => Some(var.code),
        _ => None,
    };
    let missing = || foreign(&format!("the scope {} has no {name}", scope.identifier));
    scope.items.iter().find_map(named).ok_or_else(missing)
}
