//! The clock edge of the routers: what first flits request, what is granted, and how buffers change.

use super::super::ways::{Step, Token};
use super::inputs::Left;
use super::site::Site;
use super::{BufferedModel, OneCycleRouters};
use crate::engine::ABSENT;

/// Nodes whose edge is computed at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nodes {
    /// Those at which nothing arrives from other ranks.
    Inner,
    /// Those at which something may arrive from other ranks.
    AtSides,
}

impl BufferedModel<'_, OneCycleRouters> {
    /// Runs both stages and the ejection of some nodes.
    #[inline(always)]
    pub(super) fn route(&mut self, nodes: Nodes) {
        let of_node = self.ways.inputs();
        let needs = self.needs;
        let OneCycleRouters { inputs, outputs, occupied, at_side, .. } = &mut self.routers;
        match at_side.is_empty() {
            true => outputs.enter(inputs, needs, occupied, |_| true),
            false => {
                let asked = nodes == Nodes::AtSides;
                outputs.enter(inputs, needs, occupied, |at| at_side[at as usize / of_node] == asked);
            }
        }
        while let Some((port, at)) = self.routers.outputs.next() {
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

    /// Stores flits that arrived and did not leave at once; flits that arrived at full buffers get their
    /// place or overflow. Then forgets the inputs that are empty.
    #[inline(always)]
    pub(super) fn settle(&mut self) {
        let mut occupied = std::mem::take(&mut self.routers.occupied);
        for (at, before) in std::mem::take(&mut self.routers.full) {
            self.settle_full(at as usize, before);
        }
        let mut kept = 0;
        for index in 0..occupied.len() {
            let at = occupied[index];
            occupied[kept] = at;
            if !self.routers.inputs.is_empty(at as usize) {
                kept += 1;
                if index >= self.routers.fresh {
                    self.keep(at as usize);
                }
            }
        }
        occupied.truncate(kept);
        self.routers.occupied = occupied;
    }

    /// Stores a flit that arrived at an empty buffer.
    #[inline(always)]
    fn keep(&mut self, at: usize) {
        if let Some(oldest) = self.routers.inputs.keep(at) {
            self.follow(self.routers.inputs.site(&self.ways, at), oldest);
        }
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
