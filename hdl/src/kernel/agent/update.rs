//! The logic of a traffic agent, part by part.

use super::TrafficAgent;
use crate::kernel::parts::{parts, Part};
use rust_hdl_core::prelude::*;

parts!(TrafficAgent:
    Clocks,
    Source,
    Inversion,
    Check,
    Count,
    Fault,
);

/// Clock and reset of the registers, and the straps.
impl Part<Clocks> for TrafficAgent {
    #[hdl_gen]
    fn update(&mut self) {
        self.id.clk.next = self.clk_i.val();
        self.id.rst_n.next = self.rst_ni.val();
        self.id.d.next = self.id_i.val();
        self.started.clk.next = self.clk_i.val();
        self.started.rst_n.next = self.rst_ni.val();
        self.done.clk.next = self.clk_i.val();
        self.done.rst_n.next = self.rst_ni.val();
        self.error.clk.next = self.clk_i.val();
        self.error.rst_n.next = self.rst_ni.val();
        self.pending.clk.next = self.clk_i.val();
        self.pending.rst_n.next = self.rst_ni.val();
        for i in 0..self._d {
            self.x[i].clk.next = self.clk_i.val();
            self.x[i].rst_n.next = self.rst_ni.val();
            self.x[i].d.next = self.x_i[i].val();
        }
    }
}

/// The payload of each message that is injected.
impl Part<Source> for TrafficAgent {
    #[hdl_gen]
    fn update(&mut self) {
        // Source: the own position plus the offset, and from that the destination id.
        for d in self._d..(self._d + 1) {
            for q in 0..self._n {
                comment!(
                    "Sent by {q}: to this node's position plus the offset; the payload names both ends."
                );
                self.dest_id[q].next = self.id_none.val();
                for i in 0..self._d {
                    self.dest[q * d + i].next = self.x[i].q.val() + self.inject_offset_i[q * d + i].val();
                    if self.wraps[i].val() {
                        self.room[q * d + i].next =
                            self.radix[i].val() - self.inject_offset_i[q * d + i].val();
                        if self.x[i].q.val() >= self.room[q * d + i].val() {
                            self.dest[q * d + i].next = self.dest[q * d + i].val() - self.radix[i].val();
                        }
                    }
                    self.wide[q * d + i].a.next = self.dest[q * d + i].val();
                    self.dest_id[q].next =
                        self.dest_id[q].val() + (self.wide[q * d + i].y.val() * self.stride[i].val());
                }
                self.payload[q].high.next = self.id.q.val();
                self.payload[q].low.next = self.dest_id[q].val();
            }
        }
    }
}

/// Inverts the payloads of every other exchange, and those of ports that send nothing.
impl Part<Inversion> for TrafficAgent {
    #[hdl_gen]
    fn update(&mut self) {
        for _u in 0..self._unmarked {
            comment!("Payloads: inverted on idle ports.");
            for q in 0..self._n {
                self.sent[q].a.next = self.payload[q].y.val();
                self.sent[q].by.next = !self.inject_valid_i[q].val();
                self.inject_data_o[q].next = self.sent[q].y.val();
            }
        }
        for m in 0..self._marked {
            comment!("Payloads: every other exchange inverts them (top bit); idle ports show the reverse.");
            self.inverts[m].clk.next = self.clk_i.val();
            self.inverts[m].rst_n.next = self.rst_ni.val();
            self.inverts[m].d.next = self.inverts[m].q.val() ^ (self.start_i.val() & self.started.q.val());
            self.repeats[m].clk.next = self.clk_i.val();
            self.repeats[m].rst_n.next = self.rst_ni.val();
            self.repeats[m].d.next = self.repeats[m].q.val() | (self.start_i.val() & self.started.q.val());
            for q in 0..self._n {
                self.sent[q].a.next = self.payload[q].y.val();
                self.sent[q].by.next = self.inverts[m].q.val() ^ !self.inject_valid_i[q].val();
                self.inject_data_o[q].next = self.sent[q].y.val();
            }
        }
    }
}

/// Checks every ejected message.
impl Part<Check> for TrafficAgent {
    #[hdl_gen]
    fn update(&mut self) {
        comment!(
            "Received: a message is for this node and from another one, and inverted only if it may be."
        );
        for _u in 0..self._unmarked {
            for q in 0..self._n {
                self.to[q].a.next = self.eject_data_i[q].val();
                self.from[q].a.next = self.eject_data_i[q].val();
            }
        }
        for _m in 0..self._marked {
            for q in 0..self._n {
                self.got[q].a.next = self.eject_data_i[q].val();
                self.to[q].a.next = self.got[q].y.val();
                self.from[q].a.next = self.got[q].y.val();
            }
        }
        self.own.a.next = self.id.q.val();
        for q in 0..self._n {
            self.wrong[q].next =
                (self.to[q].y.val() != self.own.y.val()) | (self.from[q].y.val() == self.own.y.val());
            if self.bounded.val() {
                self.wrong[q].next = self.wrong[q].val() | (self.from[q].y.val() >= self.nodes.val());
            }
        }
        for m in 0..self._marked {
            for q in 0..self._n {
                // No payload of the first exchange is inverted.
                self.wrong[q].next = self.wrong[q].val()
                    | ((self.got[q].y.val() != self.eject_data_i[q].val()) & !self.repeats[m].q.val());
            }
        }
    }
}

/// Counts the messages that have not arrived yet.
impl Part<Count> for TrafficAgent {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Messages still to come: a start announces one from every other processor.");
        self.announced.next = self.pending.q.val();
        if self.start_i.val() {
            self.announced.next = self.announced.val() + self.batch.val();
        }
        self.arrived.next = self.none.val();
        for q in 0..self._n {
            if self.eject_valid_i[q].val() {
                self.arrived.next = self.arrived.val() + self.one.val();
            }
        }
        self.left.next = self.announced.val() - self.arrived.val();
        self.pending.d.next = self.left.val();
        self.started.d.next = self.started.q.val() | self.start_i.val();
        self.done.d.next = self.started.q.val() & !self.start_i.val() & (self.left.val() == self.none.val());
        self.done_o.next = self.done.q.val();
    }
}

/// Reports wrong messages, and messages too many.
impl Part<Fault> for TrafficAgent {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Too many messages, a wrong one, or one to this processor itself.");
        self.fault.next = (self.announced.val() < self.arrived.val()) | (self.left.val() > self.most.val());
        for q in 0..self._n {
            self.fault.next = self.fault.val() | (self.eject_valid_i[q].val() & self.wrong[q].val());
            // A schedule never sends a message to its own processor.
            self.fault.next = self.fault.val()
                | (self.inject_valid_i[q].val() & (self.dest_id[q].val() == self.id.q.val()));
        }
        self.error.d.next = self.error.q.val() | self.fault.val();
        self.error_o.next = self.error.q.val();
    }
}
