//! A packet source: what a processor sends in one exchange. For each injection port it has a list of packets
//! and offers them one after the other.
//!
//! A list is a memory of rows `{destination, head, port, valid}`. The head is that on the first link; the
//! port is there only where one injection port serves all. A pointer goes to the first row at `start_i`, to
//! the next row when a flit is taken, and rests on the row behind the last packet, which is not valid. The
//! row register is loaded ahead of the pointer, so that a packet can go in every cycle, the first one cycle
//! after the start. Up to [`LOGIC_ROWS`] rows the memory asks for logic, above for block RAM.
//!
//! Every packet is one flit; under the bubble rule it is F flits with the same payload `{source,
//! destination}`.

use crate::kernel::rom::hex;
use crate::signal::text::part;
use crate::signal::{labels, Bv, Labelled, Sig};
use crate::spec::buffered::{BufferedSpec, ExchangePacket, PacketLists};
use crate::spec::LOGIC_ROWS;
use rust_hdl_core::prelude::*;
use torus_model::{route::bits, HeaderLayout, NodeId, Torus};

/// The lists of one processor.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct PacketSource {
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub start_i: Signal<In, Bit>,
    pub inject_ready_i: Labelled<Signal<In, Bit>>,
    pub inject_valid_o: Labelled<Signal<Out, Bit>>,
    pub inject_port_o: Labelled<Sig<Out>>,
    pub inject_head_o: Labelled<Sig<Out>>,
    pub inject_data_o: Labelled<Sig<Out>>,
    _form: Form,
    _list: PacketLists,
    _state: Vec<(usize, usize)>,
}

impl PacketSource {
    /// The packet source of one processor.
    pub fn new(spec: &BufferedSpec, list: &PacketLists) -> Self {
        let (form, name) = (Form::new(spec), labels(spec.local_ports()));
        let only: &[String] = if spec.one_local_port() { &name } else { &[] };
        PacketSource {
            clk_i: Signal::default(),
            rst_ni: Signal::default(),
            start_i: Signal::default(),
            inject_ready_i: Labelled::new(&name, |_| Signal::default()),
            inject_valid_o: Labelled::new(&name, |_| Signal::default()),
            inject_port_o: Labelled::new(only, |_| Sig::new(spec.port_bits())),
            inject_head_o: Labelled::new(&name, |_| Sig::new(spec.head())),
            inject_data_o: Labelled::new(&name, |_| Sig::new(spec.width)),
            _form: form,
            _list: list.clone(),
            _state: list.lists.iter().map(|packets| (packets.len(), 0)).collect(),
        }
    }

    /// A clock edge of a local port: its next packet and flit.
    fn step(&self, local_port: usize) -> (usize, usize) {
        let ((at, flit), packets) = (self._state[local_port], self._list.lists[local_port].len());
        let sends = at < packets && self.inject_ready_i[local_port].val();
        match () {
            _ if !self.rst_ni.val() => (packets, 0),
            _ if self.start_i.val() => (0, 0),
            _ if sends && flit + 1 == self._form.flits => (at + 1, 0),
            _ if sends => (at, flit + 1),
            _ => (at, flit),
        }
    }

    fn drive(&mut self, local_port: usize) {
        let (at, flit) = self._state[local_port];
        let packet = self._list.lists[local_port].get(at);
        let (form, source) = (&self._form, self._list.source.index() as u128);
        let last = form.is_counted() && flit + 1 == form.flits;
        let head = packet.map_or(0, |packet| form.head(packet)) | (last as u128) << (form.head_bits - 1);
        let to = packet.map_or(0, |packet| packet.destination.index() as u128);
        let from = source.checked_shl(form.half as u32).unwrap_or(0);
        self.inject_valid_o[local_port].next = packet.is_some();
        if form.port_bits > 0 {
            self.inject_port_o[local_port].next = Bv::new(packet.map_or(0, first_port), form.port_bits);
        }
        self.inject_head_o[local_port].next = Bv::new(head, form.head_bits);
        self.inject_data_o[local_port].next = Bv::new(from | to, 2 * form.half);
    }
}

impl Logic for PacketSource {
    fn update(&mut self) {
        let edge = self.clk_i.pos_edge();
        for local_port in 0..self._state.len() {
            if edge {
                self._state[local_port] = self.step(local_port);
            }
            self.drive(local_port);
        }
    }

    fn connect(&mut self) {
        self.inject_valid_o.iter_mut().for_each(|signal| signal.connect());
        self.inject_port_o.iter_mut().for_each(|signal| signal.connect());
        self.inject_head_o.iter_mut().for_each(|signal| signal.connect());
        self.inject_data_o.iter_mut().for_each(|signal| signal.connect());
    }

    fn hdl(&self) -> Verilog {
        let text = |(packets, &local_port): (&Vec<ExchangePacket>, &usize)| {
            Text { form: &self._form, local_port, packets, source: self._list.source }.whole()
        };
        let texts: Vec<String> = self._list.lists.iter().zip(&self._form.local_ports).map(text).collect();
        Verilog::Custom(texts.join("\n"))
    }
}

/// The port that a packet leaves its source by.
fn first_port(packet: &ExchangePacket) -> u128 {
    packet.route.segments()[0].port.index() as u128
}

/// Widths and rules of one network's packets.
struct Form {
    torus: Torus,
    layout: HeaderLayout,
    local_ports: Vec<usize>,
    /// Flits of a packet here.
    flits: usize,
    /// Whether heads have a bit for the last flit.
    long: bool,
    head_bits: usize,
    /// 0 with all ports.
    port_bits: usize,
    id: usize,
    half: usize,
}

impl Form {
    fn new(spec: &BufferedSpec) -> Self {
        Form {
            torus: spec.torus.clone(),
            layout: spec.layout(),
            local_ports: spec.local_ports(),
            flits: spec.exchange_flits(),
            long: spec.long(),
            head_bits: spec.head(),
            port_bits: if spec.one_local_port() { spec.port_bits() } else { 0 },
            id: bits(spec.torus.len()),
            half: spec.width / 2,
        }
    }

    /// Whether the last flit is found by counting; else every flit is the last.
    fn is_counted(&self) -> bool {
        self.flits > 1
    }

    /// The head of a packet as it is stored: whole, or without the bit that is counted.
    fn head(&self, packet: &ExchangePacket) -> u128 {
        let channel = (packet.channels[0] as u128) << self.layout.width();
        let last = if self.long && !self.is_counted() { 1 << (self.head_bits - 1) } else { 0 };
        self.layout.encode_on(&packet.route, &packet.channels) | channel | last
    }

    /// Widths of a row's fields: valid, port, head, destination.
    fn fields(&self) -> [usize; 4] {
        [1, self.port_bits, self.head_bits - self.is_counted() as usize, self.id]
    }

    /// A row as bits, least significant first.
    fn row(&self, packet: &ExchangePacket) -> Vec<bool> {
        let values = [1, first_port(packet), self.head(packet), packet.destination.index() as u128];
        let fields = values.into_iter().zip(self.fields());
        fields.flat_map(|(value, width)| (0..width).map(move |i| value >> i & 1 == 1)).collect()
    }
}

/// The text of one local port.
struct Text<'a> {
    form: &'a Form,
    local_port: usize,
    packets: &'a [ExchangePacket],
    source: NodeId,
}

impl Text<'_> {
    fn whole(&self) -> String {
        let flit = if self.form.is_counted() { self.count() } else { String::new() };
        self.declarations() + &self.memory() + &self.registers() + &flit + &self.outputs()
    }

    /// Bits of a pointer.
    fn pointer(&self) -> usize {
        bits(self.packets.len() + 1).max(1)
    }

    fn width(&self) -> usize {
        self.form.fields().iter().sum()
    }

    fn declarations(&self) -> String {
        let (l, row, at, count) = (self.local_port, self.width() - 1, self.pointer(), self.packets.len());
        let style = if count > LOGIC_ROWS { "block" } else { "logic" };
        let (last, next) = match self.form.is_counted() {
            true => (format!("wire last_{l};\n"), format!("(taken_{l} & last_{l})")),
            false => (String::new(), format!("taken_{l}")),
        };
        format!(
            "// Injection port {l}: {count} packets, a row for each; the row behind them is the one to rest \
             on.\n\
             (* rom_style = \"{style}\" *)\nreg [{row}:0] rows_{l} [0:{}];\nreg [{row}:0] row_{l}_q;\n\
             reg {r}at_{l}_q;\n{last}wire taken_{l} = inject_valid_{l}_o & inject_ready_{l}_i;\n\
             wire {r}next_{l} = at_{l}_q + {at}'d1;\n\
             wire {r}at_{l} = start_i ? {at}'d0 : {next} ? next_{l} : at_{l}_q;\n\n",
            count.max(1),
            r = range(at),
        )
    }

    fn memory(&self) -> String {
        let (l, width, at, count) = (self.local_port, self.width(), self.pointer(), self.packets.len());
        let mut text = format!("initial begin\n  row_{l}_q = {width}'h0;\n  at_{l}_q = {at}'d{count};\n");
        for (k, packet) in self.packets.iter().enumerate() {
            let (row, decoded) = (hex(&self.form.row(packet)), self.decoded(packet));
            text += &format!("  rows_{l}[{at}'d{k}] = {width}'h{row};  // {decoded}\n");
        }
        for k in count..=count.max(1) {
            text += &format!("  rows_{l}[{at}'d{k}] = {width}'h0;\n");
        }
        text + "end\n\n"
    }

    /// `1+ aab -> (2,1), channels 0 1`
    fn decoded(&self, packet: &ExchangePacket) -> String {
        let join = |numbers: Vec<String>, by: &str| numbers.join(by);
        let to = self.form.torus.coordinates(packet.destination).iter().map(u32::to_string).collect();
        let channels = packet.channels.iter().map(usize::to_string).collect();
        let first = packet.route.segments()[0].port;
        format!("{first} {} -> ({}), channels {}", packet.route, join(to, ","), join(channels, " "))
    }

    fn registers(&self) -> String {
        let (l, width, at, count) = (self.local_port, self.width(), self.pointer(), self.packets.len());
        format!(
            "always @(posedge clk_i) begin\n  if (!rst_ni) begin\n    row_{l}_q <= {width}'h0;\n    \
             at_{l}_q <= {at}'d{count};\n  end else begin\n    row_{l}_q <= rows_{l}[at_{l}];\n    \
             at_{l}_q <= at_{l};\n  end\nend\n\n"
        )
    }

    /// The flits of a packet, counted.
    fn count(&self) -> String {
        let (l, flits) = (self.local_port, self.form.flits);
        let w = bits(flits);
        format!(
            "// A packet has {flits} flits.\nreg {r}flit_{l}_q;\nassign last_{l} = flit_{l}_q == {w}'d{};\n\n\
             initial flit_{l}_q = {w}'d0;\nalways @(posedge clk_i) begin\n  \
             if (!rst_ni | start_i) begin\n    flit_{l}_q <= {w}'d0;\n  end else if (taken_{l}) begin\n    \
             flit_{l}_q <= last_{l} ? {w}'d0 : flit_{l}_q + {w}'d1;\n  end\nend\n\n",
            flits - 1,
            r = range(w),
        )
    }

    fn outputs(&self) -> String {
        let (l, [valid, port, head, to], half) = (self.local_port, self.form.fields(), self.form.half);
        let slice = |from, width| part(&format!("row_{l}_q"), self.width(), from, width);
        let mut text = format!("assign inject_valid_{l}_o = {};\n", slice(0, valid));
        if port > 0 {
            text += &format!("assign inject_port_{l}_o = {};\n", slice(valid, port));
        }
        let stored = slice(valid + port, head);
        let head_text = if self.form.is_counted() { format!("{{last_{l}, {stored}}}") } else { stored };
        let (pad, source) = (half - to, self.source.index());
        let pad = if pad > 0 { format!("{pad}'d0, ") } else { String::new() };
        let to = slice(valid + port + head, to);
        text + &format!(
            "assign inject_head_{l}_o = {head_text};\nassign inject_data_{l}_o = \
                {{{half}'d{source}, {pad}{to}}};\n"
        )
    }
}

fn range(width: usize) -> String {
    match width {
        1 => String::new(),
        width => format!("[{}:0] ", width - 1),
    }
}
