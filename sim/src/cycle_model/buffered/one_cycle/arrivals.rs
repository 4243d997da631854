//! Arrivals at the routers: from links, and from local ports that are ready.

use super::super::ways::Wanted;
use super::request::Request;
use super::site::Site;
use super::{BufferedModel, OneCycleRouters, Token};
use crate::engine::traffic::{Log, Seen};

impl BufferedModel<'_, OneCycleRouters> {
    /// A flit arrives at a port of a node.
    #[inline(always)]
    pub(super) fn arrive_from(&mut self, (node, port): (u32, u32), token: Token) {
        let (node, port, channels) = (node as usize, port as usize, self.ways.channels);
        match self.ways.channel(token.head) {
            channel if channel < channels => {
                let at = node * self.ways.inputs() + port * channels + channel;
                self.arrive_at(Site { at, node, port, channel }, token)
            }
            _ => self.fail(node),
        }
    }

    /// Takes the flits that local ports offer and that inputs have room for.
    #[inline(always)]
    pub(super) fn inject(&mut self, step: u32, cycle: u64, log: &mut Log) {
        self.queues.begin(cycle);
        let words = if self.routers.awake { self.queues.offering().len() } else { 0 };
        for word in 0..words {
            let mut left = self.queues.offering()[word];
            while left != 0 {
                self.offer(64 * word + left.trailing_zeros() as usize, step, log);
                left &= left - 1;
            }
        }
    }

    /// Takes the flit that waits at a local port, if its input has room.
    #[inline(always)]
    fn offer(&mut self, place: usize, step: u32, log: &mut Log) {
        let at = self.routers.injected[place] as usize;
        if self.routers.inputs.has_room(at) {
            let token = self.queues.take(place);
            log.entered_by(Seen { step, place: place as u32, serial: token.serial, ..Seen::default() });
            self.arrive_at(self.routers.inputs.site(&self.ways, at), token);
        }
    }

    /// A flit arrives at an input; it becomes the first if the input is empty.
    #[inline(always)]
    fn arrive_at(&mut self, site: Site, token: Token) {
        if !self.routers.inputs.is_empty(site.at) {
            let full = self.routers.inputs.store(site.at, token);
            return self.routers.full.extend(full.map(|before| (site.at as u32, before)));
        }
        let (request, lost) = self.request(site, token);
        self.routers.inputs.set_first(site.at, token, request);
        if lost {
            self.fail(site.node);
        }
        self.request_at_once(site.at, site.node);
    }

    /// What a flit requests as the first one of an input, and whether it is misrouted.
    #[inline(always)]
    pub(super) fn request(&self, Site { node, port, channel, .. }: Site, token: Token) -> (Request, bool) {
        let outputs = &self.routers.outputs;
        match self.ways.wanted(node, port, channel, token) {
            Wanted::Output { port, channel, step } => {
                (Request::new(node * self.ways.ports + usize::from(port), channel, step), false)
            }
            Wanted::Ejection => (outputs.ejection(self.ejection_port(node, port)), false),
            Wanted::Nothing => (outputs.nowhere(), true),
        }
    }

    /// The local port by which flits leave that arrived by a port.
    #[inline(always)]
    fn ejection_port(&self, node: usize, port: usize) -> usize {
        let local_port = if self.ways.local_ports > 1 { port } else { 0 };
        self.network.processor[node] as usize * self.ways.local_ports + local_port
    }
}
