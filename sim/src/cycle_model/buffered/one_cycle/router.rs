//! The clock edge of the routers: which requests are entered, what is granted, and how buffers change.

use super::super::ways::{Step, Token};
use super::inputs::Left;
use super::site::Site;
use super::{BufferedModel, OneCycleRouters};
use crate::engine::ABSENT;

/// Nodes that are served at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nodes {
    /// Those at which nothing arrives from other ranks.
    Inner,
    /// Those at which something may arrive from other ranks.
    AtSides,
}

impl Nodes {
    /// The nodes with which a node is served. `at_side`: whether links arrive from other ranks, by node;
    /// empty in one process.
    #[inline(always)]
    fn of(at_side: &[bool], node: usize) -> Self {
        match at_side.get(node) {
            Some(true) => Nodes::AtSides,
            _ => Nodes::Inner,
        }
    }
}

impl BufferedModel<'_, OneCycleRouters> {
    /// Enters the requests of the flits that wait.
    #[inline(always)]
    pub(super) fn request_again(&mut self) {
        let needs = self.needs;
        let OneCycleRouters { inputs, outputs, waiting, at_side, .. } = &mut self.routers;
        let many = inputs.are_many();
        for (index, &at) in waiting.iter().enumerate() {
            if many {
                outputs.prefetch(inputs, &waiting[index..]);
            }
            outputs.enter(inputs, needs, at, Nodes::of(at_side, inputs.node(at as usize)));
        }
    }

    /// Enters the request of a flit that arrived at an empty buffer.
    #[inline(always)]
    pub(super) fn request_at_once(&mut self, at: usize, node: usize) {
        let OneCycleRouters { inputs, outputs, at_side, .. } = &mut self.routers;
        if let Some(other) = outputs.enter(inputs, self.needs, at as u32, Nodes::of(at_side, node)) {
            self.wait(other);
        }
    }

    /// The first flit of an input is not served at this edge. If it arrived at this edge, it is stored.
    #[inline(always)]
    fn wait(&mut self, at: u32) {
        if self.routers.inputs.is_new(at as usize) {
            self.routers.waiting.push(at);
            if let Some(oldest) = self.routers.inputs.keep(at as usize) {
                self.follow(self.routers.inputs.site(&self.ways, at as usize), oldest);
            }
        }
    }

    /// Serves the requests at some nodes.
    #[inline(always)]
    pub(super) fn serve_all(&mut self, nodes: Nodes) {
        while let Some((port, at)) = self.routers.outputs.next(nodes) {
            self.serve(port, at);
        }
    }

    /// Sends the first flit of an input by an output port, which frees a place of its buffer.
    #[inline(always)]
    fn serve(&mut self, port: usize, at: usize) {
        let Left { flit, channel, step, number, sender, next } = self.routers.inputs.leave(at);
        let head = self.ways.leaving(step, flit.head, channel.into());
        let last = self.ways.is_last(head);
        self.routers.outputs.send(port, channel, Token { head, ..flit }, number, last);
        self.valid[port / 64] |= 1 << (port % 64);
        if let Some(token) = next {
            self.follow(self.routers.inputs.site(&self.ways, at), token);
        }
        if step != Step::Inject {
            self.free(at, sender);
        }
    }

    /// A flit left the buffer of a link's channel: its sender gets a credit.
    #[inline(always)]
    fn free(&mut self, at: usize, sender: u32) {
        match sender {
            ABSENT => {
                let Site { node, port, channel, .. } = self.routers.inputs.site(&self.ways, at);
                self.give_back(node, port, channel);
            }
            output => self.returned.push(output),
        }
    }

    /// Sets the first flit of an input for the next edge.
    #[inline(always)]
    fn follow(&mut self, site: Site, token: Token) {
        let (request, lost) = self.request(site, token);
        self.routers.inputs.set_first(site.at, token, request);
        if lost {
            self.routers.astray.push(site.node as u32);
        }
    }

    /// Reports the misrouted flits that became the first ones of their inputs at the last edge.
    pub(super) fn report_astray(&mut self) {
        for node in std::mem::take(&mut self.routers.astray) {
            self.fail(node as usize);
        }
    }

    /// Flits that arrived at full buffers get their place or overflow. Then forgets the inputs that are
    /// empty.
    #[inline(always)]
    pub(super) fn settle(&mut self) {
        for (at, before) in std::mem::take(&mut self.routers.full) {
            self.settle_full(at as usize, before);
        }
        let OneCycleRouters { inputs, waiting, .. } = &mut self.routers;
        waiting.retain(|&at| !inputs.is_empty(at as usize));
    }

    /// Gives a flit that arrived at a full buffer its place, or lets the buffer overflow.
    fn settle_full(&mut self, at: usize, before: u16) {
        let site = self.routers.inputs.site(&self.ways, at);
        let (overflows, first) = self.routers.inputs.settle_full(at, before);
        if overflows {
            self.fail(site.node);
        }
        if let Some(token) = first {
            self.follow(site, token);
        }
    }
}
