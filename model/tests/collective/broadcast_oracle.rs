//! A checker of broadcast plans that shares no code with the makers of plans or with the verifier of the
//! model.
//!
//! It walks every worm link by link on its own coordinates. It keeps lists of the nodes that know the
//! message and of the links in use.

use torus_model::collective::{Block, Phase, Plan, Send, Task, Timing};
use torus_model::PortModel;

/// The nodes that know the message, and the torus.
struct Walk {
    dims: Vec<usize>,
    source: usize,
    knows: Vec<bool>,
}

/// Walks the whole plan. The error is the first fault.
pub fn check(plan: &Plan) -> Result<(), String> {
    let dims: Vec<usize> = plan.torus().dims().iter().map(|&n| n as usize).collect();
    let nodes = dims.iter().product();
    let Task::Broadcast { source } = plan.task else { return Err("no broadcast".into()) };
    let sources: Vec<usize> = plan.placement.sources().iter().map(|node| node.index()).collect();
    require(sources == (0..nodes).collect::<Vec<_>>(), || "not every node is a class of its own".into())?;
    require(plan.ports == PortModel::AllPort, || "not all ports".into())?;
    let mut walk = Walk { dims, source: source.index(), knows: vec![false; nodes] };
    walk.knows[source.index()] = true;
    for (step, phase) in plan.phases.iter().enumerate() {
        walk.phase(phase).map_err(|fault| format!("step {step}: {fault}"))?;
    }
    match walk.knows.iter().position(|knows| !knows) {
        Some(node) => Err(format!("node {node} is never told")),
        None => Ok(()),
    }
}

impl Walk {
    fn phase(&mut self, phase: &Phase) -> Result<(), String> {
        require(phase.timing == Timing::Worms && phase.steps == 1, || "not one step of worms".into())?;
        let ports: Vec<_> = phase.sends.iter().map(|send| (send.source, send.route.ports().next())).collect();
        require(ports.windows(2).all(|pair| pair[0] < pair[1]), || {
            "sends are not in order, or a port twice".into()
        })?;
        let mut used = vec![false; self.knows.len() * 2 * self.dims.len()];
        let mut told = self.knows.clone();
        for send in &phase.sends {
            let end = self
                .send(send, &mut used)
                .map_err(|fault| format!("{} of {}: {fault}", send.route, send.source))?;
            require(!std::mem::replace(&mut told[end], true), || {
                format!("{} tells {end} again", send.source)
            })?;
        }
        self.knows = told;
        Ok(())
    }

    /// Walks one worm. Returns the node at which it ends.
    fn send(&self, send: &Send, used: &mut [bool]) -> Result<usize, String> {
        require(self.knows[send.source], || "it does not know".into())?;
        let back = self.minus(self.source, send.source) as u32;
        require(send.blocks == [Block { origin: back, destination: back }], || "not the message".into())?;
        let ports: Vec<usize> = send.route.ports().map(|port| port.index()).collect();
        require(send.step == 0 && !ports.is_empty(), || "no path, or late".into())?;
        require(ports.is_sorted(), || "not in order of dimensions".into())?;
        let mut at = send.source;
        for &port in &ports {
            let (dim, n) = (port / 2, self.dims[port / 2]);
            let hops = ports.iter().filter(|&&other| other / 2 == dim).count();
            require(2 * hops <= n, || "not shortest".into())?;
            require(n > 2 || port % 2 == 0, || "no such link".into())?;
            let link = at * 2 * self.dims.len() + port;
            require(!std::mem::replace(&mut used[link], true), || format!("link {port} of node {at} twice"))?;
            at = self.next(at, port);
        }
        Ok(at)
    }

    fn coordinates(&self, mut node: usize) -> Vec<usize> {
        let mut x = vec![0; self.dims.len()];
        for dim in (0..x.len()).rev() {
            x[dim] = node % self.dims[dim];
            node /= self.dims[dim];
        }
        x
    }

    fn node(&self, x: &[usize]) -> usize {
        x.iter().zip(&self.dims).fold(0, |id, (x, n)| id * n + x)
    }

    fn next(&self, node: usize, port: usize) -> usize {
        let (mut x, n) = (self.coordinates(node), self.dims[port / 2]);
        x[port / 2] = (x[port / 2] + if port % 2 == 0 { 1 } else { n - 1 }) % n;
        self.node(&x)
    }

    fn minus(&self, to: usize, from: usize) -> usize {
        let (to, from) = (self.coordinates(to), self.coordinates(from));
        let x: Vec<usize> = (0..to.len()).map(|i| (to[i] + self.dims[i] - from[i]) % self.dims[i]).collect();
        self.node(&x)
    }
}

fn require(holds: bool, fault: impl FnOnce() -> String) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(fault())
    }
}
