//! A wave file of ours, VCD or FST, which its first byte distinguishes.

use super::clock::Clock;
use super::portion::Portions;
use super::tree::Tree;
use super::{fst, sizes::OURS, WavesError};
use crate::limits::MAX_EMITTED;
use fst_reader::FstReader;
use std::collections::HashMap;
use std::io::{self, BufRead, Seek};
use torus_model::{LinkStages, StagesError, Torus};
use vcd::{Command, IdCode, Parser, Scope, ScopeItem, Value};

/// A file whose header has been read.
pub struct Dump<R: BufRead + Seek> {
    source: Source<R>,
    config: String,
    dims: Vec<u32>,
    top: Scope,
}

enum Source<R: BufRead + Seek> {
    Vcd(Box<Parser<Portions<R>>>),
    Fst(Box<FstReader<R>>),
}

impl<R: BufRead + Seek> Dump<R> {
    /// Reads the header. Errors: neither VCD nor FST; not one of ours.
    pub fn open(mut reader: R) -> Result<Self, WavesError> {
        let is_fst = fst::is_fst(reader.fill_buf().unwrap_or_default());
        let (source, declared) = if is_fst { open_fst(reader)? } else { open_vcd(reader)? };
        let config = declared.iter().find_map(|item| match item {
            ScopeItem::Comment(text) if text.starts_with(OURS) => Some(text.clone()),
            _ => None,
        });
        let config = config.ok_or_else(|| foreign("its header has no comment of torusgen"))?;
        let dims = dims(&config)?;
        let top = declared.into_iter().find_map(|item| match item {
            ScopeItem::Scope(scope) => Some(scope),
            _ => None,
        });
        let top = top.ok_or_else(|| foreign("it has no scope"))?;
        Ok(Dump { source, config, dims, top })
    }

    /// The configuration, such as `torusgen dims=.. placement=..`.
    pub fn config(&self) -> &str {
        &self.config
    }

    /// The registers on links in the configuration. Error: they are not valid for the torus.
    pub fn stages(&self, torus: &Torus) -> Result<LinkStages, WavesError> {
        stages(&self.config, torus).map_err(|error| foreign(&error.to_string()))
    }

    /// A value of the configuration.
    pub fn config_value(&self, key: &str) -> Option<&str> {
        config_value(&self.config, key)
    }

    /// The radices.
    pub fn dims(&self) -> &[u32] {
        &self.dims
    }

    /// The outermost scope.
    pub fn top(&self) -> &Scope {
        &self.top
    }

    /// The names of all variables, without the outermost scope, with their codes.
    pub fn variables(&self) -> HashMap<String, IdCode> {
        let mut found = HashMap::new();
        collect(&self.top, "", &mut found);
        found
    }

    /// Calls `on` for all times and changes in order; the last time is the end. Errors: not complete;
    /// damaged.
    pub fn play(&mut self, mut on: impl FnMut(Command)) -> Result<(), WavesError> {
        let mut clock = Clock::default();
        let believed = |command| {
            if clock.takes(&command) {
                on(command);
            }
        };
        match &mut self.source {
            Source::Fst(reader) => fst::play(reader, believed)?,
            Source::Vcd(parser) => play(parser, believed)?,
        }
        clock.verdict()
    }
}

fn play(parser: &mut Parser<Portions<impl BufRead>>, mut on: impl FnMut(Command)) -> Result<(), WavesError> {
    let (mut whole, mut cycle) = (false, 0);
    while let Some(command) = parser.next() {
        parser.reader().next();
        let command = command.map_err(|error| failure(parser, cycle, &error))?;
        match &command {
            Command::Timestamp(time) => cycle = *time,
            Command::Comment(text) if text == "torusgen end" => whole = true,
            _ => {}
        }
        on(command);
    }
    match whole {
        true => Ok(()),
        false => Err(WavesError::Truncated { cycle }),
    }
}

/// The declarations, read one by one: the parser's own function needs stack for every nested scope.
fn open_vcd<R: BufRead + Seek>(reader: R) -> Result<(Source<R>, Vec<ScopeItem>), WavesError> {
    let (mut parser, mut tree) = (Parser::new(Portions::new(reader)), Tree::new());
    let mut links = None;
    loop {
        let command = parser.next().ok_or(WavesError::Truncated { cycle: 0 })?;
        parser.reader().next();
        match command.map_err(|error| failure(&parser, 0, &error))? {
            Command::Enddefinitions => break,
            Command::Comment(text) if links.is_none() && text.starts_with(OURS) => {
                parser.reader().links(*links.insert(link_slots(&dims(&text)?)));
                tree.item(ScopeItem::Comment(text));
            }
            command => tree.command(command).map_err(|what| WavesError::Syntax {
                line: parser.line(),
                reason: format!("it has {what}"),
            })?,
        }
    }
    parser.reader().declared();
    Ok((Source::Vcd(Box::new(parser)), tree.finish()?))
}

fn open_fst<R: BufRead + Seek>(reader: R) -> Result<(Source<R>, Vec<ScopeItem>), WavesError> {
    let (mut reader, comment) = fst::open(reader)?;
    let declared = fst::header(&mut reader, comment)?;
    Ok((Source::Fst(Box::new(reader)), declared))
}

fn collect(scope: &Scope, prefix: &str, found: &mut HashMap<String, IdCode>) {
    for item in &scope.items {
        match item {
            ScopeItem::Var(var) => drop(found.insert(format!("{prefix}{}", var.reference), var.code)),
            ScopeItem::Scope(inner) => collect(inner, &format!("{prefix}{}.", inner.identifier), found),
            _ => {}
        }
    }
}

/// The scope of a node, such as `node_1_2_3`, from its id; the last coordinate counts fastest.
pub(super) fn node_name(mut node: usize, dims: &[u32]) -> String {
    let mut coordinates = Vec::new();
    for &n in dims.iter().rev() {
        coordinates.push((node % n as usize).to_string());
        node /= n as usize;
    }
    coordinates.reverse();
    format!("node_{}", coordinates.join("_"))
}

/// The scope of a link, such as `link_1p`, from its port number.
pub(super) fn link_name(port: usize) -> String {
    format!("link_{}{}", port / 2 + 1, if port % 2 == 0 { 'p' } else { 'm' })
}

pub(super) fn config_value<'a>(config: &'a str, key: &str) -> Option<&'a str> {
    config.split_whitespace().find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
}

/// The registers on links in a configuration. Errors: those of [`LinkStages::parse`].
pub(super) fn stages(config: &str, torus: &Torus) -> Result<LinkStages, StagesError> {
    let none = Ok(LinkStages::none(torus));
    config_value(config, "link-stages").map_or(none, |text| LinkStages::parse(text, torus))
}

fn link_slots(dims: &[u32]) -> u64 {
    dims.iter().map(|&n| u64::from(n)).product::<u64>() * 2 * dims.len() as u64
}

fn dims(config: &str) -> Result<Vec<u32>, WavesError> {
    let text = config_value(config, "dims").unwrap_or("");
    let dims: Option<Vec<u32>> = text.split('x').map(|n| n.parse().ok().filter(|&n| n >= 2)).collect();
    let nodes = |dims: &Vec<u32>| dims.iter().try_fold(1usize, |nodes, &n| nodes.checked_mul(n as usize));
    let small = |dims: &Vec<u32>| nodes(dims).is_some_and(|nodes| nodes <= MAX_EMITTED);
    dims.filter(small).ok_or_else(|| foreign("the comment of torusgen names no dims"))
}

/// The number in a change; `None` if there is no value.
pub(super) fn integer(value: impl Iterator<Item = Value>) -> Option<u64> {
    value.into_iter().try_fold(0u64, |number, value| match value {
        Value::V0 => number.checked_mul(2),
        Value::V1 => number.checked_mul(2)?.checked_add(1),
        _ => None,
    })
}

/// The variable and the number of a change.
pub(super) fn change(command: &Command) -> Option<(IdCode, Option<u64>)> {
    match command {
        Command::ChangeScalar(id, value) => Some((*id, integer([*value].into_iter()))),
        Command::ChangeVector(id, value) => Some((*id, integer(value.iter()))),
        _ => None,
    }
}

pub(super) fn foreign(reason: &str) -> WavesError {
    WavesError::Foreign { reason: reason.to_string() }
}

fn failure(parser: &Parser<impl BufRead>, cycle: u64, error: &io::Error) -> WavesError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => WavesError::Truncated { cycle },
        _ => WavesError::Syntax { line: parser.line(), reason: error.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_has_a_link_for_each_port() {
        assert_eq!([&[2][..], &[4, 3], &[5, 2, 3]].map(link_slots), [4, 48, 180]);
    }
}
