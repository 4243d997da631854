//! The receiving end of a link: a memory that all channels share, and the flit that is offered to the
//! outputs.
//!
//! When a flit arrives, its request and its next head are decoded, and both are stored. A register holds the
//! request of the offered flit, so the outputs read no head when they choose. The channels take turns: if
//! another channel has a flit that could go, that flit is offered next. The memory has a power of two of
//! places for each channel. A flit that finds no place raises `fault_o` and overwrites the oldest flit of
//! its channel.

use super::super::request_set::RequestSet;
use super::super::rows::bit;
use super::super::sizes::Sizes;
use super::super::wiring::{self, only, row};
use super::input_text;
use crate::signal::{Bv, Labelled, Sig};
use rust_hdl_core::prelude::*;

/// The request of a flit, a bit for each way, and the channel on its next link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Request {
    bits: u32,
    channel: usize,
}

/// The registers of a channel.
#[derive(Clone, Debug, Default)]
struct ChannelQueue {
    cells: Vec<(Flit, Request)>,
    write: usize,
    read: usize,
    some: bool,
    body: bool,
    ready: bool,
    request: Request,
}

/// A head and a payload.
type Flit = Option<(Bv, Bv)>;

/// The receiving end of a link.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Input {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub wrap_i: Labelled<Signal<In, Bit>>,
    pub push_i: Signal<In, Bit>,
    pub push_head_i: Sig<In>,
    pub push_data_i: Sig<In>,
    pub open_i: Labelled<Sig<In>>,
    pub more_i: Labelled<Sig<In>>,
    pub free_i: Labelled<Signal<In, Bit>>,
    pub pop_i: Signal<In, Bit>,
    pub req_o: Labelled<Signal<Out, Bit>>,
    pub head_o: Labelled<Sig<Out>>,
    pub last_o: Labelled<Signal<Out, Bit>>,
    pub data_o: Sig<Out>,
    pub credit_o: Sig<Out>,
    pub fault_o: Signal<Out, Bit>,
    _queues: Vec<ChannelQueue>,
    _offered: Option<Request>,
    _channel: usize,
    _freed: u128,
    _sizes: Sizes,
    _requests: RequestSet,
    _module: String,
}

impl Input {
    /// An input whose module is `module`.
    pub(super) fn new(sizes: Sizes, requests: RequestSet, module: &str) -> Self {
        let v = sizes.channels;
        let leads = !requests.targets().is_empty();
        let targets = &requests.labels()[..requests.targets().len()];
        let open = if sizes.open_at_outputs() { &[] } else { targets };
        let queue = ChannelQueue::new(input_text::places(&sizes));
        let (clk_i, rst_ni, push_i, pop_i) = Default::default();
        Input {
            clk_i,
            rst_ni,
            wrap_i: wiring::bit(&only(requests.wraps)),
            push_i,
            push_head_i: Sig::new(sizes.link_head()),
            push_data_i: Sig::new(sizes.data),
            open_i: row(open, v),
            more_i: row(if sizes.long { open } else { &[] }, v),
            free_i: wiring::bit(&only(sizes.long && requests.ejects)),
            pop_i,
            req_o: wiring::bit(&requests.labels()),
            head_o: row(&only(leads), sizes.link_head()),
            last_o: wiring::bit(&only(sizes.long && requests.ejects)),
            data_o: Sig::new(sizes.data),
            credit_o: Sig::new(v),
            fault_o: Signal::default(),
            _queues: vec![queue; v],
            _offered: None,
            _channel: 0,
            _freed: 0,
            _sizes: sizes,
            _requests: requests,
            _module: module.into(),
        }
    }

    /// The channel, request and next head of a flit that arrives by the link.
    fn decoded(&self, on_link: u128) -> (usize, Request, u128) {
        let (s, w) = (&self._sizes, &self._requests);
        let head = s.used(on_link);
        let field = |from: usize, width: usize| head >> from & ((1 << width) - 1);
        let (channel, continues, run) = (s.channel_of(head), s.hops_left(head) != 0, s.next_run(head));
        let wrapped = w.wraps && self.wrap_i[0].val() && channel % 2 == 0;
        let to = if continues { channel + usize::from(wrapped) } else { run.channel };
        let targets = w.straight.iter().map(|_| continues);
        let turns =
            w.turns.iter().map(|turn| !continues && run.follows && run.port == turn.1 && to < s.channels);
        let all = targets.chain(turns).chain(w.ejects.then_some(!continues && !run.follows));
        let known = s.on_link(head) == on_link;
        let bits = all.enumerate().map(|(k, asks)| u32::from(asks && known) << k).sum();
        let rest = field(s.group, s.header.saturating_sub(s.group));
        let header = match w.straight.is_some() {
            true if continues => field(0, s.header).wrapping_sub(1),
            true if w.shortens && s.runs => rest | field(0, s.header) >> s.below() << s.below(),
            _ => rest,
        };
        let last = if s.long { head >> (s.header + s.channel) } else { 0 };
        let next = (last << s.channel | to as u128) << s.header | header & ((1 << s.header) - 1);
        (channel, Request { bits, channel: to }, next & ((1 << s.head) - 1))
    }

    /// The bits of a request that credits and locks allow now. `body`: the packet has begun to leave.
    fn granted(&self, request: Request, body: bool) -> u32 {
        let (s, targets) = (&self._sizes, self._requests.targets().len());
        let open = |k: usize| match (k == targets, body) {
            _ if s.open_at_outputs() => true,
            (true, _) => !s.long || body || self.free_i[0].val(),
            (false, true) => bit(self.more_i[k].val(), request.channel),
            (false, false) => bit(self.open_i[k].val(), request.channel),
        };
        (0..self._requests.count()).filter(|&k| request.bits >> k & 1 == 1 && open(k)).map(|k| 1 << k).sum()
    }

    fn clock(&mut self) {
        let (to, request, next) = self.decoded(self.push_head_i.val().value());
        let arriving = (self.push_i.val() && to < self._sizes.channels).then_some((to, request));
        let popped = (self._offered.is_some() && self.pop_i.val()).then_some(self._channel);
        let last = !self._sizes.long || self.oldest().0.value() >> (self._sizes.head - 1) & 1 == 1;
        let ready: Vec<bool> = self
            ._queues
            .iter()
            .map(|queue| queue.some && self.granted(queue.request, queue.body) != 0)
            .collect();
        let offered = self.next_offer(arriving, popped.is_some());
        let flit = Some((Bv::new(next, self._sizes.head), self.push_data_i.val()));
        self._freed = popped.map_or(0, |at| 1 << at);
        for (at, queue) in self._queues.iter_mut().enumerate() {
            queue.step(popped == Some(at), last, arriving.filter(|a| a.0 == at).map(|a| (flit, a.1)));
            queue.ready = ready[at];
        }
        self._channel = offered.map_or(self._channel, |(at, _)| at);
        self._offered = offered.map(|(_, request)| request);
    }

    /// The channel and the request of the flit that is offered in the next cycle.
    fn next_offer(&self, arriving: Option<(usize, Request)>, pop: bool) -> Option<(usize, Request)> {
        let (n, at) = (self._queues.len(), self._channel);
        let here = |v: usize| self._offered.is_some() && v == at;
        let other = |v: &usize| self._queues[*v].some && self._queues[*v].ready && !here(*v);
        if let Some(v) = (1..=n).map(|k| (at + k) % n).filter(|_| n > 1).find(other) {
            return Some((v, self._queues[v].request));
        }
        match self._offered {
            Some(request) if !pop => Some((at, request)),
            Some(_) if self._queues[at].more() => Some((at, self._queues[at].second())),
            _ => arriving.filter(|(to, _)| !self._queues[*to].some || here(*to)),
        }
    }

    /// The head and the payload of the offered flit.
    fn oldest(&self) -> (Bv, Bv) {
        let queue = &self._queues[self._channel];
        queue.cells[queue.read].0.unwrap_or((Bv::new(0, self._sizes.head), Bv::new(0, self._sizes.data)))
    }

    fn reset(&mut self) {
        for queue in &mut self._queues {
            let cells = std::mem::take(&mut queue.cells);
            *queue = ChannelQueue { cells, ..ChannelQueue::default() };
        }
        (self._offered, self._channel, self._freed) = (None, 0, 0);
    }
}

impl Logic for Input {
    fn update(&mut self) {
        if self.clk_i.pos_edge() {
            match self.rst_ni.val() {
                true => self.clock(),
                false => self.reset(),
            }
        }
        let queue = &self._queues[self._channel];
        let (request, body) = (self._offered.unwrap_or_default(), queue.body);
        let flit = self.oldest();
        let (granted, full) =
            (self.granted(request, body), |queue: &ChannelQueue| queue.some && queue.write == queue.read);
        self.req_o.iter_mut().enumerate().for_each(|(k, req)| req.next = granted >> k & 1 == 1);
        let last = flit.0.value() >> (self._sizes.head - 1) & 1 == 1;
        let head = Bv::new(self._sizes.on_link(flit.0.value()), self._sizes.link_head());
        self.head_o.iter_mut().for_each(|port| port.next = head);
        self.last_o.iter_mut().for_each(|bit| bit.next = last);
        self.data_o.next = flit.1;
        self.credit_o.next = Bv::new(self._freed, self._sizes.channels);
        let (to, request, _) = self.decoded(self.push_head_i.val().value());
        let fault = request.bits == 0 || self._queues.get(to).is_none_or(full);
        self.fault_o.next = self.push_i.val() && fault;
    }

    fn connect(&mut self) {
        self.req_o.iter_mut().for_each(|req| req.connect());
        self.head_o.iter_mut().for_each(|head| head.connect());
        self.last_o.iter_mut().for_each(|bit| bit.connect());
        self.data_o.connect();
        self.credit_o.connect();
        self.fault_o.connect();
    }

    fn hdl(&self) -> Verilog {
        let text = input_text::Text { sizes: &self._sizes, requests: &self._requests };
        Verilog::Custom(format!("// module {}\n{}", self._module, text.body()))
    }
}

impl ChannelQueue {
    /// An empty queue with `places` places.
    fn new(places: usize) -> Self {
        ChannelQueue { cells: vec![(None, Request::default()); places], ..ChannelQueue::default() }
    }

    fn more(&self) -> bool {
        self.write != (self.read + 1) % self.cells.len()
    }

    fn second(&self) -> Request {
        self.cells[(self.read + 1) % self.cells.len()].1
    }

    /// A clock edge: the oldest flit leaves if `pop`, and a flit may arrive.
    fn step(&mut self, pop: bool, last: bool, arriving: Option<(Flit, Request)>) {
        let (more, places) = (self.more(), self.cells.len());
        if !self.some || pop {
            let second = if self.some && more { Some(self.second()) } else { None };
            self.request = second.or(arriving.map(|a| a.1)).unwrap_or_default();
        }
        self.some = arriving.is_some() || (self.some && (!pop || more));
        if pop {
            (self.read, self.body) = ((self.read + 1) % places, !last);
        }
        if let Some(arriving) = arriving {
            self.cells[self.write] = arriving;
            self.write = (self.write + 1) % places;
        }
    }
}
