//! The messages of a phase over the links: no link and no port is used twice at a time.
//!
//! In passes all messages advance step by step, and a link remembers its last user. The worms of a phase are
//! all on their way at once, so they are walked one by one, as in one step.

use super::{super::Phase, name, Plan, Timing, Violation};
use crate::{NodeId, Port, PortModel};

/// The last use of a link or port: the send, and its step.
#[derive(Clone, Copy)]
struct Use {
    step: u32,
    send: usize,
}

/// A message on its way.
struct Message {
    send: usize,
    at: NodeId,
    hop: usize,
}

/// The state of a walk over a phase.
pub(super) struct Walk<'a> {
    plan: &'a Plan,
    senders: &'a [Vec<NodeId>],
    number: usize,
    /// The ports of every send's route.
    ports: Vec<Vec<Port>>,
    links: Vec<Option<Use>>,
    /// Receiving and sending port of every node.
    nodes: Vec<Option<Use>>,
}

impl<'a> Walk<'a> {
    pub fn new(plan: &'a Plan, senders: &'a [Vec<NodeId>], number: usize) -> Self {
        let ports = plan.phases[number].sends.iter().map(|send| send.route.ports().collect()).collect();
        let (links, nodes) = (vec![None; plan.torus().link_slots()], vec![None; 2 * plan.torus().len()]);
        Walk { plan, senders, number, ports, links, nodes }
    }

    pub fn run(mut self) -> Result<(), Violation> {
        match self.phase().timing {
            Timing::Passes => self.sweep(),
            Timing::Worms => (0..self.ports.len()).try_for_each(|send| {
                self.started(send).into_iter().try_for_each(|mut worm| {
                    while self.ports[send].get(worm.hop).is_some() {
                        self.hop(&mut worm, 0)?;
                    }
                    Ok(())
                })
            }),
        }
    }

    fn phase(&self) -> &'a Phase {
        &self.plan.phases[self.number]
    }

    /// All messages advance together; sends are sorted by step.
    fn sweep(&mut self) -> Result<(), Violation> {
        let (mut moving, mut next) = (Vec::new(), 0);
        for step in 0..self.phase().steps {
            while self.phase().sends.get(next).is_some_and(|send| send.step == step) {
                moving.extend(self.started(next));
                next += 1;
            }
            moving.iter_mut().try_for_each(|message| self.hop(message, step))?;
            moving.retain(|message| message.hop < self.ports[message.send].len());
        }
        Ok(())
    }

    /// The messages of a send, one at each node of its class.
    fn started(&self, send: usize) -> Vec<Message> {
        let source = self.phase().sends[send].source;
        self.senders[source].iter().map(|&at| Message { send, at, hop: 0 }).collect()
    }

    /// Moves a message over its next link.
    fn hop(&mut self, message: &mut Message, step: u32) -> Result<(), Violation> {
        let Message { send, at, hop } = *message;
        let (torus, port) = (self.plan.torus(), self.ports[send][hop]);
        let (link, to) = (torus.link(at, port), torus.neighbour(at, port));
        if let Some(first) = claim(&mut self.links[link.index()], step, send) {
            let (first, second) = (self.name(first), self.name(send));
            return Err(Violation::Conflict { link: torus.link_name(link), step, first, second });
        }
        let (first, last) = (hop == 0, hop + 1 == self.ports[send].len());
        let (sends, receives) = match self.plan.ports {
            PortModel::AllPort => (false, false),
            PortModel::OnePort => (first, last),
            PortModel::SinglePort => (true, true),
        };
        if sends {
            self.claim_port(at, true, step, send)?;
        }
        if receives {
            self.claim_port(to, false, step, send)?;
        }
        *message = Message { send, at: to, hop: hop + 1 };
        Ok(())
    }

    fn claim_port(&mut self, node: NodeId, sends: bool, step: u32, send: usize) -> Result<(), Violation> {
        let Some(first) = claim(&mut self.nodes[2 * node.index() + usize::from(sends)], step, send) else {
            return Ok(());
        };
        let (first, second) = (self.name(first), self.name(send));
        Err(Violation::Port { sends, node: self.plan.torus().node_name(node), step, first, second })
    }

    fn name(&self, send: usize) -> String {
        name(self.number, &self.phase().sends[send])
    }
}

/// Records a use in a step. Returns the send that has used it in the same step.
fn claim(cell: &mut Option<Use>, step: u32, send: usize) -> Option<usize> {
    let before = cell.replace(Use { step, send });
    before.filter(|before| before.step == step).map(|before| before.send)
}
