//! The offer of each port: the oldest flit of one of its channels, which take turns.

use super::super::ways::Wanted;
use super::channel_queue::ChannelQueue;
use super::edge::Arrival;
use super::{BufferedModel, PipelinedRouters};

/// The offer of a port: the channel, and the request of its flit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Offer {
    pub channel: usize,
    pub request: Option<Wanted>,
}

impl BufferedModel<'_, PipelinedRouters> {
    /// The queue of the channel that a port offers.
    pub(super) fn offered(&self, at: usize) -> &ChannelQueue {
        &self.routers.queues[at * self.ways.channels + self.routers.offers[at].channel]
    }

    /// Advances all offers and queues. `left`: whether the flit of a port left, and whether it was the last
    /// of its packet; `ready`: whether the oldest flit of a channel could have left.
    pub(super) fn step(&mut self, arrivals: &[Option<Arrival>], left: &[Option<bool>], ready: &[bool]) {
        for at in 0..self.routers.offers.len() {
            let first = at * self.ways.channels;
            let offer = self.next_offer(at, arrivals[at], left[at].is_some());
            let gone = self.routers.offers[at].channel;
            for channel in 0..self.ways.channels {
                let arriving = arrivals[at].filter(|flit| flit.0 == channel).map(|flit| (flit.1, flit.2));
                let left = left[at].filter(|_| channel == gone);
                let queue = &mut self.routers.queues[first + channel];
                queue.step(left, arriving);
                queue.ready = ready[first + channel];
            }
            self.routers.offers[at] = offer;
        }
    }

    fn next_offer(&self, at: usize, arriving: Option<Arrival>, left: bool) -> Offer {
        let (channels, Offer { channel, request }) = (self.ways.channels, self.routers.offers[at]);
        let queues = &self.routers.queues[at * channels..(at + 1) * channels];
        let here = |v: usize| request.is_some() && v == channel;
        let mut others = (1..=channels).map(|k| (channel + k) % channels).filter(|_| channels > 1);
        if let Some(v) = others.find(|&v| queues[v].some && queues[v].ready && !here(v)) {
            return Offer { channel: v, request: Some(queues[v].request) };
        }
        match (request, left) {
            (Some(_), false) => self.routers.offers[at],
            (Some(_), true) if queues[channel].more() => {
                Offer { channel, request: Some(queues[channel].second()) }
            }
            _ => match arriving.filter(|&(v, ..)| !queues[v].some || here(v)) {
                Some((v, _, request)) => Offer { channel: v, request: Some(request) },
                None => Offer { channel, request: None },
            },
        }
    }
}
