//! Local ports: what the bench takes from ejection ports, and what it offers to injection ports.

use super::super::ways::Wanted;
use super::{BufferedModel, PipelinedRouters};
use crate::engine::traffic::{Log, Seen};
use crate::engine::ABSENT;

impl BufferedModel<'_, PipelinedRouters> {
    /// The number of a local port of a node, counted over all processors.
    pub(super) fn local_port(&self, node: usize, local_port: usize) -> usize {
        self.network.processor[node] as usize * self.ways.local_ports + local_port
    }

    /// The number of the ejection port for flits that arrive at a port.
    pub(super) fn ejection_port(&self, node: usize, port: usize) -> usize {
        self.local_port(node, if self.ways.local_ports > 1 { port } else { 0 })
    }

    /// Hands the flits of all ready ejection ports to the bench.
    pub(super) fn hand_out(&mut self, step: u32, log: &mut Log) {
        let ports = self.routers.ejection_ports.iter_mut().enumerate();
        for (place, port) in ports.filter(|(_, port)| !port.jammed) {
            if let Some((token, last)) = port.held.take() {
                let (place, last) = (place as u32, u32::from(last));
                log.left_by(Seen { step, place, serial: token.serial, dirty: 0, last });
            }
        }
    }

    /// Gives new flits to injection ports that are empty or whose flit left (`gone`).
    pub(super) fn inject(&mut self, step: u32, cycle: u64, gone: &[bool], log: &mut Log) {
        self.queues.begin(cycle);
        for node in 0..self.network.nodes() {
            if self.network.processor[node] == ABSENT {
                continue;
            }
            for local_port in 0..self.ways.local_ports {
                let at = self.local_port(node, local_port);
                if gone[at] {
                    self.pop(at);
                }
                let port = &mut self.routers.injection_ports[at];
                let ready = port.up && port.flit.is_none();
                port.up = true;
                if ready && self.queues.offers(at) {
                    self.push(node, local_port, step, log);
                }
            }
        }
    }

    fn pop(&mut self, at: usize) {
        let port = &mut self.routers.injection_ports[at];
        let (token, _) = port.flit.take().expect("a flit that goes is there");
        port.body = !self.ways.is_last(token.head);
    }

    fn push(&mut self, node: usize, local_port: usize, step: u32, log: &mut Log) {
        let at = self.local_port(node, local_port);
        let token = self.queues.take(at);
        log.entered_by(Seen { step, place: at as u32, serial: token.serial, ..Seen::default() });
        let request = self.ways.wanted(node, self.ways.ports + local_port, 0, token);
        self.routers.injection_ports[at].flit = Some((token, request));
        if request == Wanted::Nothing {
            self.fail(node);
        }
    }
}
