//! The offer of each port: the oldest flit of one of its channels, which take turns.

use super::super::ways::{Wanted, Ways};
use super::channel_queue::{Cell, ChannelQueue};
use super::{BufferedModel, PipelinedRouters};
use crate::monitor::set_bits;

/// A port. Its offer is a channel and the request of its oldest flit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Port {
    pub channel: u16,
    pub request: Option<Wanted>,
    /// Within an edge: whether the flit that was offered leaves, and whether it is the last of its packet.
    pub left: Option<bool>,
    /// Within an edge: the channel and the flit that arrives.
    pub arriving: Option<(u16, Cell)>,
}

impl PipelinedRouters {
    /// The cells of a queue.
    pub(super) fn cells(&self, queue: usize) -> &[Cell] {
        &self.cells[queue * self.stride..][..self.stride]
    }

    /// The queue of the channel that a port offers.
    pub(super) fn offered(&self, ways: &Ways, at: usize) -> &ChannelQueue {
        &self.queues[at * ways.channels + usize::from(self.ports[at].channel)]
    }

    /// The next offer of a port: the channel and the request. `first`: the queue of its first channel.
    fn next_offer(&self, port: &Port, first: usize, channels: usize) -> (u16, Option<Wanted>) {
        let (queues, channel) = (&self.queues[first..][..channels], usize::from(port.channel));
        let here = |v: usize| port.request.is_some() && v == channel;
        let mut others = (channel + 1..channels).chain(0..=channel).filter(|_| channels > 1);
        if let Some(v) = others.find(|&v| queues[v].some && queues[v].ready && !here(v)) {
            return (v as u16, Some(queues[v].request));
        }
        let second = || queues[channel].second(self.cells(first + channel));
        match (port.request, port.left.is_some().then(second)) {
            (Some(request), None) => (port.channel, Some(request)),
            (Some(_), Some(Some(second))) => (port.channel, Some(second)),
            _ => match port.arriving.filter(|&(v, _)| !queues[v as usize].some || here(v.into())) {
                Some((v, (_, request))) => (v, Some(request)),
                None => (port.channel, None),
            },
        }
    }

    /// Advances the offer and the queues of a port. Returns whether it still has a flit.
    fn step(&mut self, at: usize, channels: usize) -> bool {
        let (mut port, first) = (self.ports[at], at * channels);
        let next = self.next_offer(&port, first, channels);
        let (gone, left, arriving) = (port.channel, port.left.take(), port.arriving.take());
        let mut some = false;
        for (channel, queue) in (0..).zip(&mut self.queues[first..][..channels]) {
            let left = left.filter(|_| channel == gone);
            let arriving = arriving.filter(|flit| flit.0 == channel).map(|flit| flit.1);
            if left.is_some() || arriving.is_some() {
                let cells = &mut self.cells[(first + usize::from(channel)) * self.stride..][..self.stride];
                queue.step(cells, left, arriving);
            }
            queue.ready = std::mem::take(&mut queue.open);
            some |= queue.some;
        }
        (port.channel, port.request) = next;
        self.ports[at] = port;
        some || port.request.is_some()
    }
}

impl BufferedModel<'_, PipelinedRouters> {
    /// Advances all offers and queues.
    pub(super) fn step(&mut self) {
        let routers = &mut self.routers;
        for word in 0..routers.active.len() {
            for bit in set_bits(&[routers.active[word]]) {
                if !routers.step(64 * word + bit, self.ways.channels) {
                    routers.active[word] &= !(1 << bit);
                }
            }
        }
    }
}
