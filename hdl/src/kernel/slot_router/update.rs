//! The logic of the router, part by part.

use super::SlotRouter;
use crate::kernel::parts::{parts, Part};
use rust_hdl_core::prelude::*;

parts!(SlotRouter:
    Clocks,
    Sources,
    Places,
    Settings,
    Valid,
    Payloads,
    Exits,
    Fault,
);

/// Clock and reset of the registers.
impl Part<Clocks> for SlotRouter {
    #[hdl_gen]
    fn update(&mut self) {
        self.error.clk.next = self.clk_i.val();
        self.error.rst_n.next = self.rst_ni.val();
        for e in 0..self._exits {
            self.exit_valid[e].clk.next = self.clk_i.val();
            self.exit_valid[e].rst_n.next = self.rst_ni.val();
            self.exit_data[e].clk.next = self.clk_i.val();
        }
    }
}

/// All sources of the router: arrivals, then the injected messages.
impl Part<Sources> for SlotRouter {
    #[hdl_gen]
    fn update(&mut self) {
        for p in 0..self._n {
            self.valid_of[p].next = self.rx_valid_i[p].val();
            self.data_of[p].next = self.rx_data_i[p].val();
        }
        for n in self._n..(self._n + 1) {
            for l in 0..self._local_ports {
                self.valid_of[n + l].next = self.inject_valid_i[l].val();
                self.data_of[n + l].next = self.inject_data_i[l].val();
            }
        }
    }
}

/// The sources of each exit by place.
impl Part<Places> for SlotRouter {
    #[hdl_gen]
    fn update(&mut self) {
        for m in self._places..(self._places + 1) {
            for c in self._sources..(self._sources + 1) {
                for e in 0..self._exits {
                    for s in 0..self._sources {
                        for j in 0..self._places {
                            if self.placed[(e * c + s) * m + j].val() {
                                self.source_valid[e * m + j].next = self.valid_of[s].val();
                                self.source_data[e * m + j].next = self.data_of[s].val();
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The bits of each exit's setting: it takes a message, the second source of a pair, the source of a later
/// stage.
impl Part<Settings> for SlotRouter {
    #[hdl_gen]
    fn update(&mut self) {
        for h in self._stages..(self._stages + 1) {
            for e in 0..self._exits {
                self.busy[e].a.next = self.setting_i[e].val();
                if self.several[e].val() {
                    self.odd[e].a.next = self.setting_i[e].val();
                }
                if self.in_stages[e].val() {
                    for k in 0..self._stages {
                        if self.staged[e * h + k].val() {
                            self.from[e * h + k].a.next = self.setting_i[e].val();
                        }
                    }
                    for k in 0..self._stages {
                        if self.staged[e * h + k].val() {
                            self.take[e * h + k].next = self.from[e * h + k].y.val();
                        }
                        if self.followed[e * h + k].val() {
                            self.take[e * h + k].next =
                                self.from[e * h + k].y.val() & !self.from[e * h + k + 1].y.val();
                        }
                    }
                    self.later[e].next = self.from[e * h].y.val();
                }
            }
        }
    }
}

/// The valid bit of the message that each exit takes.
impl Part<Valid> for SlotRouter {
    #[hdl_gen]
    fn update(&mut self) {
        for m in self._places..(self._places + 1) {
            for h in self._stages..(self._stages + 1) {
                for e in 0..self._exits {
                    comment!("To {e}: whether there is something to take.");
                    self.stage_valid[e * (h + 1)].next = self.source_valid[e * m].val();
                    if self.several[e].val() {
                        if self.odd[e].y.val() {
                            self.stage_valid[e * (h + 1)].next = self.source_valid[e * m + 1].val();
                        }
                    }
                    for k in 0..self._stages {
                        self.stage_valid[e * (h + 1) + k + 1].next = self.stage_valid[e * (h + 1) + k].val();
                        if self.staged[e * h + k].val() {
                            if self.from[e * h + k].y.val() {
                                self.stage_valid[e * (h + 1) + k + 1].next =
                                    self.source_valid[e * m + 2 * k + 2].val();
                                if self.paired[e * h + k].val() {
                                    if self.odd[e].y.val() {
                                        self.stage_valid[e * (h + 1) + k + 1].next =
                                            self.source_valid[e * m + 2 * k + 3].val();
                                    }
                                }
                            }
                        }
                    }
                    self.exit_valid[e].d.next =
                        self.busy[e].y.val() & self.stage_valid[e * (h + 1) + h].val();
                }
            }
        }
    }
}

/// The payload that each exit takes.
impl Part<Payloads> for SlotRouter {
    #[hdl_gen]
    fn update(&mut self) {
        for m in self._places..(self._places + 1) {
            for h in self._stages..(self._stages + 1) {
                for e in 0..self._exits {
                    self.stage_data[e * (h + 1)].next = self.source_data[e * m].val();
                    if self.several[e].val() {
                        if self.odd[e].y.val() {
                            self.stage_data[e * (h + 1)].next = self.source_data[e * m + 1].val();
                        }
                    }
                    if self.in_stages[e].val() {
                        self.mux_first[e].a_i.next = self.source_data[e * m].val();
                        self.mux_first[e].b_i.next = self.source_data[e * m + 1].val();
                        self.mux_first[e].odd_i.next = self.odd[e].y.val();
                        self.mux_first[e].later_i.next = self.later[e].val();
                        self.stage_data[e * (h + 1)].next = self.mux_first[e].y_o.val();
                    }
                    for k in 0..self._stages {
                        if self.staged[e * h + k].val() {
                            self.mux_next[e * h + k].y_i.next = self.stage_data[e * (h + 1) + k].val();
                            self.mux_next[e * h + k].c_i.next = self.source_data[e * m + 2 * k + 2].val();
                            if self.paired[e * h + k].val() {
                                self.mux_next[e * h + k].d_i.next = self.source_data[e * m + 2 * k + 3].val();
                            } else {
                                self.mux_next[e * h + k].d_i.next = self.source_data[e * m + 2 * k + 2].val();
                            }
                            self.mux_next[e * h + k].take_i.next = self.take[e * h + k].val();
                            self.stage_data[e * (h + 1) + k + 1].next = self.mux_next[e * h + k].z_o.val();
                        } else {
                            self.stage_data[e * (h + 1) + k + 1].next =
                                self.stage_data[e * (h + 1) + k].val();
                        }
                    }
                    self.exit_data[e].d.next = self.stage_data[e * (h + 1) + h].val();
                }
            }
        }
    }
}

/// Links and ejection ports, from their registers.
impl Part<Exits> for SlotRouter {
    #[hdl_gen]
    fn update(&mut self) {
        for q in 0..self._n {
            self.tx_valid_o[q].next = self.exit_valid[q].q.val();
            self.tx_data_o[q].next = self.exit_data[q].q.val();
        }
        for n in self._n..(self._n + 1) {
            for l in 0..self._local_ports {
                self.eject_valid_o[l].next = self.exit_valid[n + l].q.val();
                self.eject_data_o[l].next = self.exit_data[n + l].q.val();
            }
        }
    }
}

/// Finds messages that no exit takes.
impl Part<Fault> for SlotRouter {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("A message that arrives where the slot expects none is lost.");
        self.fault.next = false;
        for p in 0..self._n {
            self.fault.next = self.fault.val() | (self.rx_valid_i[p].val() & !self.expected_i[p].val());
        }
        self.error.d.next = self.error.q.val() | self.fault.val();
        self.error_o.next = self.error.q.val();
    }
}
