//! The slot ports of `NAME`: the current slot and whether messages are under way (`status`), the sender of an
//! arriving message (`eject_source`), and what is injected some cycles later (`inject_early`).
//!
//! All nodes are in step, so these modules stand once beside the nodes: a slot counter (`NAME_slots`), and
//! for each class of processors a table of what arrives in a slot (`NAME_arrivals`) and one of what it sends
//! (`NAME_early`). Links and nodes do not change.

mod arrivals;
mod beside;
mod counter;
mod early;
mod options;
mod rows;
mod sender;
mod tables;

pub use options::{SlotPorts, SlotPortsError, SourceForm};

use crate::top::{
    ports::{after, from, offset_fields, per_slot, Direction},
    Activity, LocalPorts, Port,
};
use arrivals::ArrivalsText;
use beside::BesideText;
use counter::CounterText;
use early::EarlyText;
use sender::SenderText;
use tables::Tables;
use torus_hdl::{Module, NodeSpec};
use torus_model::{route::bits, Schedule};

/// The modules of slot ports beside the nodes of a network, and what they depend on.
pub struct SlotTop<'a> {
    pub(super) spec: &'a NodeSpec<'a>,
    pub(super) schedule: &'a Schedule,
    pub(super) ports: SlotPorts,
    /// Local ports of a processor.
    each: usize,
    /// The tables of what arrives, if they are needed.
    arrivals: Option<Tables>,
    /// The tables of what is sent, if they are needed.
    early: Option<Tables>,
}

/// A port of the network that a top does not use, and the net to which it is connected.
#[derive(Clone, Copy, Debug)]
pub struct Unused {
    /// The port.
    pub port: &'static str,
    /// The net.
    pub net: &'static str,
    /// The width.
    pub bits: usize,
}

impl<'a> SlotTop<'a> {
    /// The modules for these ports; `None` if no port is asked for.
    pub fn new(spec: &'a NodeSpec<'a>, schedule: &'a Schedule, ports: SlotPorts) -> Option<Self> {
        let arrivals = ports.source.map(|_| Tables::arrivals(schedule));
        let early = ports.early.map(|_| Tables::sends(schedule));
        let each = spec.local_ports().len();
        ports.any().then_some(SlotTop { spec, schedule, ports, each, arrivals, early })
    }

    /// The modules, leaves first.
    pub fn modules(&self) -> Vec<Module> {
        let mut all = vec![CounterText { top: self }.module()];
        let early = self.early.iter().flat_map(|tables| 0..tables.distinct.len());
        all.extend(early.map(|class| EarlyText { top: self, class }.module()));
        let arrivals = self.arrivals.iter().flat_map(|tables| 0..tables.distinct.len());
        all.extend(arrivals.map(|class| ArrivalsText { top: self, class }.module()));
        let by_id = self.ports.source == Some(SourceForm::Id);
        all.extend(by_id.then(|| self.sender()));
        all
    }

    /// The module that computes the node id of a sender from the offset.
    pub fn sender(&self) -> Module {
        SenderText { top: self }.module()
    }

    /// The text of the modules beside the nodes of `NAME`.
    pub fn beside(&self) -> crate::top::Beside {
        BesideText { top: self }.beside()
    }

    /// Comment lines for the header of `NAME`.
    pub fn notes(&self) -> Vec<String> {
        let note = |cycles| {
            format!(
                "early_valid_o and early_offset_o show the next slot {cycles} ahead, to address a block RAM."
            )
        };
        self.ports
            .early
            .map(|cycles| note(if cycles == 1 { "1 cycle" } else { "2 cycles" }))
            .into_iter()
            .collect()
    }

    /// The slot ports of `NAME`, in order.
    pub fn network_ports(&self, local: &LocalPorts, activity: Activity) -> Vec<Port> {
        let mut all = Vec::new();
        if self.ports.status {
            all.extend(self.status_ports(activity));
        }
        if let Some(cycles) = self.ports.early {
            all.extend(self.early_ports(cycles, local, activity));
        }
        all.extend(self.ports.source.map(|form| self.source_port(form, local)));
        all
    }

    fn status_ports(&self, activity: Activity) -> [Port; 4] {
        use Direction::Out;
        let (link, slots) = (self.spec.link_latency() as u32, self.schedule.length);
        let (first, end) = (link - 1, self.quiet());
        let busy = torus_sim::port_info::Cycle { last: Some(end - 1), ..from(1) };
        debug_assert!(activity.links.1 < end, "links are quiet before the network is");
        [
            Port::new(Out, 1, "slot_valid_o", "a slot of a frame: its messages are injected in this cycle")
                .at(per_slot(first, (0, slots - 1))),
            Port::new(Out, self.slot_bits(), "slot_o", "its number").at(after("slot_valid_o", 0)),
            Port::new(Out, 1, "busy_o", "a frame or some of its messages are under way").at(busy),
            Port::new(Out, 1, "done_o", "all messages of the last frame have arrived; until the next start")
                .at(from(end)),
        ]
    }

    fn early_ports(&self, cycles: u32, local: &LocalPorts, activity: Activity) -> [Port; 2] {
        let elements = local.elements(self.spec.processors);
        let first = self.early_cycle(cycles);
        let port =
            |width, name, what| Port::new(Direction::Out, elements.count * width, name, what).of(&elements);
        let valid = match cycles {
            1 => "inject_valid_o of the next cycle",
            _ => "inject_valid_o of the next cycle but one",
        };
        [
            port(1, "early_valid_o", valid).at(per_slot(first, activity.injections)),
            port(self.offset_bits(), "early_offset_o", "inject_offset_o of that cycle: the address to read")
                .fields(offset_fields(self.spec.torus))
                .at(after("early_valid_o", 0)),
        ]
    }

    /// The cycle after a start in which slot 0 is shown ahead.
    fn early_cycle(&self, cycles: u32) -> u32 {
        self.spec.link_latency() as u32 - 1 - cycles
    }

    fn source_port(&self, form: SourceForm, local: &LocalPorts) -> Port {
        let elements = local.elements(self.spec.processors);
        let (what, fields) = match form {
            SourceForm::Offset => {
                ("its offset: the receiver minus who sent it", offset_fields(self.spec.torus))
            }
            SourceForm::Id => ("node id of who sent it", Vec::new()),
        };
        let width = elements.count * self.source_bits(form);
        Port::new(Direction::Out, width, "eject_source_o", what)
            .of(&elements)
            .fields(fields)
            .at(after("eject_valid_o", 0))
    }

    /// The nets to which a top connects these ports if it does not use them.
    pub fn unused(&self) -> Vec<Unused> {
        let net = |port, net, bits| Unused { port, net, bits };
        let status = [
            net("slot_valid_o", "unused_slot_valid", 1),
            net("slot_o", "unused_slot", self.slot_bits()),
            net("busy_o", "unused_busy", 1),
            net("done_o", "unused_done", 1),
        ];
        let bits = |form| self.spec.processors * self.each * self.source_bits(form);
        let source = self.ports.source.map(|form| net("eject_source_o", "unused_source", bits(form)));
        let count = self.spec.processors * self.each;
        let early = [
            net("early_valid_o", "unused_early_valid", count),
            net("early_offset_o", "unused_early_offset", count * self.offset_bits()),
        ];
        let early = early.into_iter().filter(|_| self.ports.early.is_some());
        status.into_iter().filter(|_| self.ports.status).chain(early).chain(source).collect()
    }

    /// Bits of a source in this form.
    pub(super) fn source_bits(&self, form: SourceForm) -> usize {
        match form {
            SourceForm::Offset => self.offset_bits(),
            SourceForm::Id => self.id_bits(),
        }
    }

    fn offset_bits(&self) -> usize {
        self.spec.widths().coordinates.iter().sum()
    }

    fn id_bits(&self) -> usize {
        self.spec.widths().id
    }

    fn slot_bits(&self) -> usize {
        bits(self.schedule.length as usize).max(1)
    }

    /// Cycles from a start to the first cycle in which no message of its frame is under way: the makespan,
    /// and a register for arrivals.
    fn quiet(&self) -> u32 {
        let arrived = self.schedule.makespan() + self.spec.link_latency() as u32 + 1;
        arrived.max(self.schedule.length)
    }

    fn name(&self, part: &str) -> String {
        format!("{}_{part}", self.spec.name)
    }

    /// The name of a table module, such as `NAME_arrivals`, or `NAME_arrivals_c<class>` with several classes.
    fn table_module(&self, part: &str, tables: &Option<Tables>, class: usize) -> String {
        let several = tables.as_ref().is_some_and(|tables| tables.distinct.len() > 1);
        self.name(&if several { format!("{part}_c{class}") } else { part.into() })
    }

    fn header(&self, timing: &[String]) -> Vec<String> {
        [&self.spec.header[..], timing].concat()
    }
}
