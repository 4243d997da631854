//! Loads recomputed from a VCD: a second path for the measurement, which shares no code with the monitor.
//!
//! A link's load is the time for which its `valid` is 1, summed over intervals; the `load` wires are not
//! used for it but compared with it. Links are found by the names of their scopes (see [`crate::record`]).

use std::collections::HashMap;
use std::fmt;
use std::io::{self, BufRead};
use vcd::{Command, IdCode, Parser, Scope, ScopeItem, Value};

/// What a VCD says of the links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waves {
    /// The configuration, as in the header's comment: `torusgen dims=.. placement=..`.
    pub config: String,
    /// Radices, from the configuration.
    pub dims: Vec<u32>,
    /// Number of cycles.
    pub cycles: u64,
    /// For each link id the number of cycles in which its `valid` was 1.
    pub counts: Vec<u64>,
    /// Links whose `load` was once another than the number of valid cycles so far.
    pub inconsistent: Vec<Inconsistency>,
}

impl Waves {
    /// A value of the configuration, such as `routing`.
    pub fn config_value(&self, key: &str) -> Option<&str> {
        config_value(&self.config, key)
    }
}

/// A `load` wire that does not tell the number of valid cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inconsistency {
    /// Link id.
    pub link: usize,
    /// The first cycle in which they differ.
    pub cycle: u64,
    /// Valid cycles up to and with this one.
    pub counted: u64,
    /// What the wire says; `None`: not a number.
    pub shown: Option<u64>,
}

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WavesError {
    /// It ends before the comment that ends every file of ours.
    Truncated {
        /// The last cycle it has.
        cycle: u64,
    },
    /// It has no comment of ours, or scopes that are not ours.
    Foreign {
        /// What is missing.
        reason: String,
    },
    /// It is no VCD.
    Syntax {
        /// Line number.
        line: u64,
        /// What the parser says.
        reason: String,
    },
}

impl std::error::Error for WavesError {}

impl fmt::Display for WavesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WavesError::Truncated { cycle } => write!(
                f,
                "the VCD stops in cycle {cycle} without the comment that ends a whole file; loads can be \
                 recomputed from a whole file only: write it again with torusgen sim --vcd"
            ),
            WavesError::Foreign { reason } => write!(
                f,
                "the VCD was not written by torusgen sim ({reason}); loads are recomputed from the scopes and \
                 the comment that it writes: give such a file, from torusgen sim --vcd"
            ),
            WavesError::Syntax { line, reason } => write!(
                f,
                "line {line} of the file is no VCD ({reason}); a file from torusgen sim --vcd is needed: \
                 write it again"
            ),
        }
    }
}

/// Reads a VCD that [`crate::record`] wrote.
///
/// Errors: not a VCD, not one of ours, or not whole.
pub fn read_loads(reader: impl BufRead) -> Result<Waves, WavesError> {
    let mut parser = Parser::new(reader);
    let header = parser.parse_header().map_err(|error| failure(&parser, 0, &error))?;
    let config = header.items.iter().find_map(|item| match item {
        ScopeItem::Comment(text) if text.starts_with("torusgen ") => Some(text.clone()),
        _ => None,
    });
    let config = config.ok_or_else(|| foreign("its header has no comment of torusgen"))?;
    let dims = dims(&config)?;
    let top = header.items.iter().find_map(|item| match item {
        ScopeItem::Scope(scope) => Some(scope),
        _ => None,
    });
    let top = top.ok_or_else(|| foreign("it has no scope"))?;
    let (wires, links) = wires(top, &dims)?;
    let slots = links.len();
    let mut tally = Tally { wires, links, cycle: 0, touched: Vec::new(), inconsistent: vec![None; slots] };
    tally.read(&mut parser)?;
    let Tally { links, cycle, inconsistent, .. } = tally;
    let counts = links.iter().map(|link| link.closed).collect();
    let inconsistent = inconsistent.into_iter().flatten().collect();
    Ok(Waves { config, dims, cycles: cycle, counts, inconsistent })
}

/// A wire that matters.
#[derive(Clone, Copy)]
enum Wire {
    Valid(usize),
    Load(usize),
}

/// A link over time.
#[derive(Clone, Copy, Default)]
struct Link {
    /// Valid cycles in intervals that are over.
    closed: u64,
    /// Since when it is valid.
    since: Option<u64>,
    /// What its `load` says.
    load: Option<u64>,
}

struct Tally {
    wires: HashMap<IdCode, Wire>,
    links: Vec<Link>,
    cycle: u64,
    /// Links whose `load` changed in this cycle.
    touched: Vec<usize>,
    inconsistent: Vec<Option<Inconsistency>>,
}

impl Tally {
    /// Reads all value changes. The file is whole if our last comment is there.
    fn read(&mut self, parser: &mut Parser<impl BufRead>) -> Result<(), WavesError> {
        let mut whole = false;
        while let Some(command) = parser.next() {
            match command.map_err(|error| failure(parser, self.cycle, &error))? {
                Command::Timestamp(cycle) => self.advance(cycle),
                Command::ChangeScalar(id, value) => self.change(id, &[value]),
                Command::ChangeVector(id, value) => self.change(id, &value.iter().collect::<Vec<_>>()),
                Command::Comment(text) if text == "torusgen end" => whole = true,
                _ => {}
            }
        }
        if !whole {
            return Err(WavesError::Truncated { cycle: self.cycle });
        }
        self.close();
        Ok(())
    }

    fn advance(&mut self, cycle: u64) {
        self.compare();
        self.cycle = cycle;
    }

    fn change(&mut self, id: IdCode, value: &[Value]) {
        match self.wires.get(&id) {
            Some(&Wire::Valid(link)) => self.valid(link, value == [Value::V1]),
            Some(&Wire::Load(link)) => {
                self.links[link].load = integer(value);
                self.touched.push(link);
            }
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

    /// At the end of a cycle: each `load` that changed has to tell the valid cycles, this one with them.
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

    /// At the end of the file, whose last time stamp is the end of the last cycle.
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

/// The `valid` and `load` wires of every link; radix-2 `-` ports have none.
fn wires(top: &Scope, dims: &[u32]) -> Result<(HashMap<IdCode, Wire>, Vec<Link>), WavesError> {
    let nodes: usize = dims.iter().map(|&n| n as usize).product();
    let mut wires = HashMap::new();
    let slots = 2 * dims.len();
    for node in 0..nodes {
        let name = node_name(node, dims);
        let scope = child(&top.items, &name, node)?;
        for port in (0..slots).filter(|port| dims[port / 2] > 2 || port % 2 == 0) {
            let name = format!("link_{}{}", port / 2 + 1, if port % 2 == 0 { 'p' } else { 'm' });
            let scope = child(&scope.items, &name, 0)?;
            let link = node * slots + port;
            wires.insert(wire(scope, "valid")?, Wire::Valid(link));
            wires.insert(wire(scope, "load")?, Wire::Load(link));
        }
    }
    Ok((wires, vec![Link::default(); nodes * slots]))
}

/// `node_1_2_3`, from a row-major id, last coordinate fastest.
fn node_name(mut node: usize, dims: &[u32]) -> String {
    let mut coordinates = Vec::new();
    for &n in dims.iter().rev() {
        coordinates.push((node % n as usize).to_string());
        node /= n as usize;
    }
    coordinates.reverse();
    format!("node_{}", coordinates.join("_"))
}

/// The scope of this name among `items`; our files have it at or soon after place `hint`.
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

fn config_value<'a>(config: &'a str, key: &str) -> Option<&'a str> {
    config.split_whitespace().find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
}

fn dims(config: &str) -> Result<Vec<u32>, WavesError> {
    let text = config_value(config, "dims").unwrap_or("");
    let dims: Option<Vec<u32>> = text.split('x').map(|n| n.parse().ok().filter(|&n| n >= 2)).collect();
    let nodes = |dims: &Vec<u32>| dims.iter().try_fold(1u32, |nodes, &n| nodes.checked_mul(n)).is_some();
    dims.filter(nodes).ok_or_else(|| foreign("the comment of torusgen names no dims"))
}

fn integer(value: &[Value]) -> Option<u64> {
    value.iter().try_fold(0u64, |number, value| match value {
        Value::V0 => number.checked_mul(2),
        Value::V1 => number.checked_mul(2)?.checked_add(1),
        _ => None,
    })
}

fn foreign(reason: &str) -> WavesError {
    WavesError::Foreign { reason: reason.to_string() }
}

fn failure(parser: &Parser<impl BufRead>, cycle: u64, error: &io::Error) -> WavesError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => WavesError::Truncated { cycle },
        _ => WavesError::Syntax { line: parser.line(), reason: error.to_string() },
    }
}
