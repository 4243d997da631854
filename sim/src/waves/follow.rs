//! The life of a message: the links that showed its source and destination, cycle by cycle, until it is ejected.
//!
//! A message moves by one link in each cycle; one that several exchanges send has several lives, held apart by
//! where they were in the cycle before. In a part of a run, a life has what is there.

use super::dump::{change, link_name, node_name};
use super::{Dump, WavesError};
use std::collections::HashMap;
use std::io::{BufRead, Seek};
use torus_model::{LinkId, NodeId, Torus};
use vcd::{Command, IdCode, Scope, ScopeItem};

/// One life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Life {
    /// `exchange` and `slot` in its first cycle, as the waves show them: of the exchange started last.
    pub begin: (Option<u64>, Option<u64>),
    /// Cycles and the links used in them.
    pub hops: Vec<(u64, LinkId)>,
    /// The cycle in which its destination ejected it, and the scope of the lane, such as `eject_1p`.
    pub ejected: Option<(u64, String)>,
}

/// What a watched variable says.
#[derive(Clone, Copy)]
enum Watched {
    Exchange,
    Slot,
    /// Link, and which of valid, source, destination.
    Link(usize, usize),
    /// Lane, and which of valid, source.
    Lane(usize, usize),
}

/// All lives of the message from `source` to `destination`, by their first cycles.
pub fn follow<R: BufRead + Seek>(
    dump: &mut Dump<R>,
    torus: &Torus,
    source: NodeId,
    destination: NodeId,
) -> Result<Vec<Life>, WavesError> {
    let mut trail = Trail::new(dump.top(), torus, source, destination);
    dump.play(|command| trail.command(&command))?;
    Ok(trail.lives)
}

struct Trail<'a> {
    torus: &'a Torus,
    ends: [Option<u64>; 2],
    watched: HashMap<IdCode, Watched>,
    clock: (Option<u64>, Option<u64>),
    links: Vec<[Option<u64>; 3]>,
    lanes: Vec<(String, [Option<u64>; 2])>,
    /// Links that show the message now.
    on: Vec<usize>,
    cycle: Option<u64>,
    lives: Vec<Life>,
}

impl<'a> Trail<'a> {
    fn new(top: &Scope, torus: &'a Torus, source: NodeId, destination: NodeId) -> Self {
        let mut watched = HashMap::new();
        watched.extend(code(top, "exchange").map(|code| (code, Watched::Exchange)));
        watched.extend(code(top, "slot").map(|code| (code, Watched::Slot)));
        let mut lanes = Vec::new();
        for (node, scope) in nodes(top, torus) {
            for port in torus.ports() {
                let link = torus.link(node, port).index();
                for (part, name) in ["valid", "source", "destination"].into_iter().enumerate() {
                    let found = scopes(scope).find(|scope| scope.identifier == link_name(port.index()));
                    let found = found.and_then(|scope| code(scope, name));
                    watched.extend(found.map(|code| (code, Watched::Link(link, part))));
                }
            }
            for lane in
                scopes(scope).filter(|lane| node == destination && lane.identifier.starts_with("eject_"))
            {
                for (part, name) in ["valid", "source"].into_iter().enumerate() {
                    watched.extend(code(lane, name).map(|code| (code, Watched::Lane(lanes.len(), part))));
                }
                lanes.push((lane.identifier.clone(), [None; 2]));
            }
        }
        Trail {
            torus,
            ends: [source, destination].map(|node| Some(node.index() as u64)),
            watched,
            clock: (None, None),
            links: vec![[None; 3]; torus.link_slots()],
            lanes,
            on: Vec::new(),
            cycle: None,
            lives: Vec::new(),
        }
    }

    fn command(&mut self, command: &Command) {
        if let Command::Timestamp(time) = command {
            (self.cycle.unwrap_or(*time)..*time).for_each(|cycle| self.close(cycle));
            self.cycle = Some(*time);
        }
        let Some((id, value)) = change(command) else { return };
        match self.watched.get(&id) {
            Some(Watched::Exchange) => self.clock.0 = value,
            Some(Watched::Slot) => self.clock.1 = value,
            Some(&Watched::Link(link, part)) => self.link(link, part, value),
            Some(&Watched::Lane(lane, part)) => self.lanes[lane].1[part] = value,
            None => {}
        }
    }

    fn link(&mut self, link: usize, part: usize, value: Option<u64>) {
        self.links[link][part] = value;
        let [valid, source, destination] = self.links[link];
        self.on.retain(|&on| on != link);
        if valid == Some(1) && [source, destination] == self.ends {
            self.on.push(link);
        }
    }

    /// At the end of a cycle: ejections of lives that were on their last link, then hops.
    fn close(&mut self, cycle: u64) {
        let arrived: Vec<String> = self
            .lanes
            .iter()
            .filter(|(_, lane)| *lane == [Some(1), self.ends[0]])
            .map(|(name, _)| name.clone())
            .collect();
        for lane in arrived {
            let at = self.ends[1];
            let life = self.life(cycle, at);
            self.lives[life].ejected = Some((cycle, lane));
        }
        let mut on = self.on.clone();
        on.sort_unstable();
        for link in self.torus.links().filter(|link| on.contains(&link.index())).collect::<Vec<_>>() {
            let (tail, _) = self.torus.tail(link);
            let life = self.life(cycle, Some(tail.index() as u64));
            self.lives[life].hops.push((cycle, link));
        }
    }

    /// The life that was on a link to this node in the cycle before, or a new one.
    fn life(&mut self, cycle: u64, node: Option<u64>) -> usize {
        let here = |life: &Life| {
            life.ejected.is_none()
                && life.hops.last().is_some_and(|&(last, link)| {
                    let (tail, port) = self.torus.tail(link);
                    let head = self.torus.neighbour(tail, port).index() as u64;
                    last + 1 == cycle && Some(head) == node
                })
        };
        if let Some(found) = self.lives.iter().position(here) {
            return found;
        }
        self.lives.push(Life { begin: self.clock, hops: Vec::new(), ejected: None });
        self.lives.len() - 1
    }
}

/// The scopes of nodes that the file has.
fn nodes<'s>(top: &'s Scope, torus: &Torus) -> Vec<(NodeId, &'s Scope)> {
    let named: HashMap<_, _> = scopes(top).map(|scope| (scope.identifier.as_str(), scope)).collect();
    let scope =
        |node: NodeId| named.get(node_name(node.index(), torus.dims()).as_str()).map(|&scope| (node, scope));
    torus.nodes().filter_map(scope).collect()
}

fn scopes(scope: &Scope) -> impl Iterator<Item = &Scope> {
    scope.items.iter().filter_map(|item| match item {
        ScopeItem::Scope(scope) => Some(scope),
        _ => None,
    })
}

fn code(scope: &Scope, name: &str) -> Option<IdCode> {
    scope.find_var(name).map(|var| var.code)
}
