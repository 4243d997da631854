//! Follows messages in waves: the links that show a given source and destination, cycle by cycle, until the
//! message is ejected.
//!
//! A life is one message or flit from its first link to its ejection. A scheduled message crosses one link in
//! each cycle, apart from registers on links. A message that several exchanges send has several lives, which
//! are distinguished by their place in the cycle before. A flit of a packet may wait in buffers; its numbers
//! identify it, and every flit has a life. In waves of a part of a run, lives are incomplete.

use super::dump::{change, link_name, node_name};
use super::{Dump, WavesError};
use std::collections::HashMap;
use std::io::{BufRead, Seek};
use torus_model::{LinkId, LinkStages, NodeId, Torus};
use vcd::{Command, IdCode, Scope, ScopeItem};

/// The life of one message or flit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Life {
    /// `exchange` and `slot` in its first cycle, as in the waves: those of the exchange started last.
    pub begin: (Option<u64>, Option<u64>),
    /// In buffered networks, the number of the packet and the place of the flit in it.
    pub flit: Option<(u64, u64)>,
    /// The links used, each with the cycle.
    pub hops: Vec<(u64, LinkId)>,
    /// For each of them, the cycle at the end of the link, which is later by its number of registers.
    pub ends: Vec<u64>,
    /// Its destination.
    pub destination: NodeId,
    /// The cycle of its ejection, and the scope of the local port, such as `eject_1p`.
    pub ejected: Option<(u64, String)>,
}

impl Life {
    /// The cycles for which it waited before a step; steps are the hops, and at last the ejection. `None`: it
    /// is the first step, or the file does not show where the flit was before.
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

/// Variables of links; only buffered networks have the last two.
const LINK: [&str; 5] = ["valid", "source", "destination", "packet", "flit"];
/// Variables of local ports.
const FLIT_WIRES: [&str; 4] = ["valid", "source", "packet", "flit"];

/// The most cycles without a change while a message is on a link. In our files the counter of cycles changes
/// in each.
const LONGEST: u64 = 1 << 16;

/// The meaning of a watched variable.
#[derive(Clone, Copy)]
enum Watched {
    Exchange,
    Slot,
    /// The link, and the index in [`LINK`].
    Link(usize, usize),
    /// The local port, and the index in [`FLIT_WIRES`].
    LocalPort(usize, usize),
}

/// All lives of the message from `source` to `destination`, sorted by their first cycles.
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

/// Lives that may continue, so that not all lives are searched in each cycle.
#[derive(Default)]
struct Open {
    /// Without numbers: the lives of this cycle and of the one before.
    recent: Vec<usize>,
    /// With numbers: those that are not ejected yet.
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
    /// The links that show the message now.
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

    /// Closes the cycles up to a time. If the message is on no link and at no local port, nothing happens in
    /// them.
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

    /// At the end of a cycle: first ejections of lives that were on their last link, then hops.
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
        for link in on.into_iter().filter_map(|link| self.torus.link_at(link)) {
            let (tail, port) = self.torus.tail(link);
            let end = cycle + u64::from(self.stages.of(self.torus, tail, port));
            let [.., packet, flit] = self.links[link.index()];
            let life = self.life(cycle, Some(tail.index() as u64), numbers(packet, flit));
            self.lives[life].hops.push((cycle, link));
            self.lives[life].ends.push(end);
        }
    }

    /// The life of this flit; or the life that was at the end of a link to this node in the cycle before; or
    /// a new one.
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

/// The numbers of packet and place; packets of one flit show no place.
fn numbers(packet: Option<u64>, flit: Option<u64>) -> Option<(u64, u64)> {
    packet.map(|packet| (packet, flit.unwrap_or(0)))
}

/// The nodes whose scopes are in the file.
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
