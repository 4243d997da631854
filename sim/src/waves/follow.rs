//! The life of a message: the links that showed its source and destination, cycle by cycle, until it is
//! ejected.
//!
//! A scheduled message moves by one link in each cycle, registers on links aside; one that several exchanges
//! send has several lives, held apart by where they were just before. A flit of a packet may wait in buffers;
//! its numbers say which one it is, and every flit has a life. In a part of a run, a life has what is there.

use super::dump::{change, link_name, node_name};
use super::{Dump, WavesError};
use std::collections::HashMap;
use std::io::{BufRead, Seek};
use torus_model::{LinkId, LinkStages, NodeId, Torus};
use vcd::{Command, IdCode, Scope, ScopeItem};

/// One life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Life {
    /// `exchange` and `slot` in its first cycle, as the waves show them: of the exchange started last.
    pub begin: (Option<u64>, Option<u64>),
    /// Number of the packet, and place of the flit in it, of buffered routers.
    pub flit: Option<(u64, u64)>,
    /// Cycles and the links used in them.
    pub hops: Vec<(u64, LinkId)>,
    /// For each of them the cycle at the link's end: later by its registers.
    pub ends: Vec<u64>,
    /// Where it goes.
    pub destination: NodeId,
    /// The cycle in which its destination ejected it, and the scope of the local port, such as `eject_1p`.
    pub ejected: Option<(u64, String)>,
}

impl Life {
    /// The cycles between a step and the one before, steps being hops and at last the ejection; `None`: it is
    /// the first, or the file does not show where the flit was before.
    pub fn waited(&self, torus: &Torus, step: usize) -> Option<u64> {
        let (_, link) = *self.hops.get(step.checked_sub(1)?)?;
        let before = self.ends[step - 1];
        let (tail, port) = torus.tail(link);
        let head = torus.neighbour(tail, port);
        match self.hops.get(step) {
            Some(&(cycle, next)) if torus.tail(next).0 == head => cycle.checked_sub(before + 1),
            Some(_) => None,
            None => self.ejected.as_ref().filter(|_| head == self.destination)?.0.checked_sub(before + 1),
        }
    }
}

/// Variables of links; the last two of buffered routers.
const LINK: [&str; 5] = ["valid", "source", "destination", "packet", "flit"];
/// Variables of local ports.
const FLIT_WIRES: [&str; 4] = ["valid", "source", "packet", "flit"];

/// Cycles without a change while a message is on a link: ours have one, as the counter of cycles changes.
const LONGEST: u64 = 1 << 16;

/// What a watched variable says.
#[derive(Clone, Copy)]
enum Watched {
    Exchange,
    Slot,
    /// Link, and which of [`LINK`].
    Link(usize, usize),
    /// Local port, and which of [`FLIT_WIRES`].
    LocalPort(usize, usize),
}

/// All lives of the message from `source` to `destination`, by their first cycles.
pub fn follow<R: BufRead + Seek>(
    dump: &mut Dump<R>,
    torus: &Torus,
    source: NodeId,
    destination: NodeId,
) -> Result<Vec<Life>, WavesError> {
    let stages = dump.stages(torus)?;
    let mut trace = MessageTrace::new(dump.top(), torus, stages, source, destination);
    dump.play(|command| trace.command(&command))?;
    trace.broken.map_or(Ok(trace.lives), Err)
}

/// Lives that may go on, so that no cycle looks at all lives.
#[derive(Default)]
struct Open {
    /// Without numbers: those of the cycle before and of this one.
    recent: Vec<usize>,
    /// By their numbers: those that are not ejected yet.
    flits: HashMap<(u64, u64), usize>,
}

struct MessageTrace<'a> {
    torus: &'a Torus,
    stages: LinkStages,
    destination: NodeId,
    ends: [Option<u64>; 2],
    watched: HashMap<IdCode, Watched>,
    clock: (Option<u64>, Option<u64>),
    links: Vec<[Option<u64>; 5]>,
    local_ports: Vec<(String, [Option<u64>; 4])>,
    /// Links that show the message now.
    on: Vec<usize>,
    cycle: Option<u64>,
    lives: Vec<Life>,
    open: Open,
    broken: Option<WavesError>,
}

impl<'a> MessageTrace<'a> {
    fn new(top: &Scope, torus: &'a Torus, stages: LinkStages, source: NodeId, destination: NodeId) -> Self {
        let mut watched = HashMap::new();
        watched.extend(code(top, "exchange").map(|code| (code, Watched::Exchange)));
        watched.extend(code(top, "slot").map(|code| (code, Watched::Slot)));
        let mut local_ports = Vec::new();
        for (node, scope) in nodes(top, torus) {
            for port in torus.ports() {
                let link = torus.link(node, port).index();
                for (part, name) in LINK.into_iter().enumerate() {
                    let found = scopes(scope).find(|scope| scope.identifier == link_name(port.index()));
                    let found = found.and_then(|scope| code(scope, name));
                    watched.extend(found.map(|code| (code, Watched::Link(link, part))));
                }
            }
            let ejects = |at: &&Scope| node == destination && at.identifier.starts_with("eject_");
            for local_port in scopes(scope).filter(ejects) {
                for (part, name) in FLIT_WIRES.into_iter().enumerate() {
                    let what = Watched::LocalPort(local_ports.len(), part);
                    watched.extend(code(local_port, name).map(|code| (code, what)));
                }
                local_ports.push((local_port.identifier.clone(), [None; 4]));
            }
        }
        MessageTrace {
            torus,
            stages,
            destination,
            ends: [source, destination].map(|node| Some(node.index() as u64)),
            watched,
            clock: (None, None),
            links: vec![[None; 5]; torus.link_slots()],
            local_ports,
            on: Vec::new(),
            cycle: None,
            lives: Vec::new(),
            open: Open::default(),
            broken: None,
        }
    }

    fn command(&mut self, command: &Command) {
        if let Command::Timestamp(time) = command {
            self.advance(self.cycle.unwrap_or(*time), *time);
            self.cycle = Some(*time);
        }
        let Some((id, value)) = change(command) else { return };
        match self.watched.get(&id) {
            Some(Watched::Exchange) => self.clock.0 = value,
            Some(Watched::Slot) => self.clock.1 = value,
            Some(&Watched::Link(link, part)) => self.link(link, part, value),
            Some(&Watched::LocalPort(local_port, part)) => self.local_ports[local_port].1[part] = value,
            None => {}
        }
    }

    /// Closes the cycles up to a time; where the message is on no link and in no local port, nothing happens
    /// in them.
    fn advance(&mut self, now: u64, time: u64) {
        let idle =
            self.on.is_empty() && !self.local_ports.iter().any(|(_, local_port)| self.arrives(local_port));
        match time - now {
            _ if idle => {}
            0..=LONGEST => (now..time).for_each(|cycle| self.close(cycle)),
            _ => {
                let reason = format!("cycle {time} follows cycle {now} with the message on a link");
                self.broken.get_or_insert(WavesError::Damaged { reason });
            }
        }
    }

    /// Whether a local port shows the message.
    fn arrives(&self, [valid, source, ..]: &[Option<u64>; 4]) -> bool {
        [*valid, *source] == [Some(1), self.ends[0]]
    }

    fn link(&mut self, link: usize, part: usize, value: Option<u64>) {
        self.links[link][part] = value;
        let [valid, source, destination, ..] = self.links[link];
        self.on.retain(|&on| on != link);
        if valid == Some(1) && [source, destination] == self.ends {
            self.on.push(link);
        }
    }

    /// At the end of a cycle: ejections of lives that were on their last link, then hops.
    fn close(&mut self, cycle: u64) {
        let lives = &self.lives;
        self.open.recent.retain(|&life| lives[life].ends.last().is_some_and(|end| end + 1 >= cycle));
        let arrived: Vec<_> = self
            .local_ports
            .iter()
            .filter(|(_, local_port)| self.arrives(local_port))
            .map(|(name, [.., packet, flit])| (name.clone(), numbers(*packet, *flit)))
            .collect();
        for (local_port, flit) in arrived {
            let at = self.ends[1];
            let life = self.life(cycle, at, flit);
            self.lives[life].ejected = Some((cycle, local_port));
            flit.map(|flit| self.open.flits.remove(&flit));
        }
        let mut on = self.on.clone();
        on.sort_unstable();
        for link in self.torus.links().filter(|link| on.contains(&link.index())).collect::<Vec<_>>() {
            let (tail, port) = self.torus.tail(link);
            let end = cycle + u64::from(self.stages.of(self.torus, tail, port));
            let [.., packet, flit] = self.links[link.index()];
            let life = self.life(cycle, Some(tail.index() as u64), numbers(packet, flit));
            self.lives[life].hops.push((cycle, link));
            self.lives[life].ends.push(end);
        }
    }

    /// The life of this flit; or the one that was at the end of a link to this node in the cycle before; or a
    /// new one.
    fn life(&mut self, cycle: u64, node: Option<u64>, flit: Option<(u64, u64)>) -> usize {
        let here = |life: &Life| {
            life.ejected.is_none()
                && life.hops.last().zip(life.ends.last()).is_some_and(|(&(_, link), end)| {
                    let (tail, port) = self.torus.tail(link);
                    let head = self.torus.neighbour(tail, port).index() as u64;
                    end + 1 == cycle && Some(head) == node
                })
        };
        let found = match flit {
            Some(flit) => self.open.flits.get(&flit).copied(),
            None => self.open.recent.iter().copied().find(|&life| here(&self.lives[life])),
        };
        found.unwrap_or_else(|| self.begin(flit))
    }

    /// A new life.
    fn begin(&mut self, flit: Option<(u64, u64)>) -> usize {
        let (life, begin, destination) = (self.lives.len(), self.clock, self.destination);
        self.lives.push(Life { begin, flit, hops: Vec::new(), ends: Vec::new(), destination, ejected: None });
        match flit {
            Some(flit) => _ = self.open.flits.insert(flit, life),
            None => self.open.recent.push(life),
        }
        life
    }
}

/// Packet and place; packets of one flit show no place.
fn numbers(packet: Option<u64>, flit: Option<u64>) -> Option<(u64, u64)> {
    packet.map(|packet| (packet, flit.unwrap_or(0)))
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
