//! The messages that are ejected, and the errors.

use super::{Ejection, EjectionPort, Fault, Router};
use crate::kernel::parts::Part;
use rust_hdl_core::prelude::*;

/// The messages at their destination. With one port: whether there is one, and whether there are two.
impl Part<Ejection> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for l in 0..self._one {
            comment!("Of the arrivals at their destination one is ejected; two in one cycle conflict.");
            self.eject_conflict[l].next = false;
            self.arrives[l].next = false;
            self.eject_odd[l].next = false;
            self.eject_early[l].next = false;
            for p in 0..self._n {
                self.eject_conflict[l].next =
                    self.eject_conflict[l].val() | (self.arrives[l].val() & self.at_dest[p].y.val());
                self.arrives[l].next = self.arrives[l].val() | self.at_dest[p].y.val();
            }
            for k in 0..self._eject_pairs {
                self.eject_odd[l].next = self.eject_odd[l].val() | self.at_dest[2 * k + 1].y.val();
            }
            for p in 0..self._eject_first {
                self.eject_early[l].next = self.eject_early[l].val() | self.at_dest[p].y.val();
            }
            self.eject_valid[l].d.next = self.arrives[l].val();
        }
        for q in 0..(self._local_ports * self._all) {
            self.eject_valid[q].d.next = self.at_dest[q].y.val();
            self.eject_data[q].d.next = self.rx_data_i[q].val();
        }
        for q in 0..self._local_ports {
            self.eject_valid_o[q].next = self.eject_valid[q].q.val();
            self.eject_data_o[q].next = self.eject_data[q].q.val();
        }
    }
}

/// The payload of the one ejection port.
impl Part<EjectionPort> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for l in 0..self._one {
            if self.eject_several.val() {
                self.eject_first[l].a_i.next = self.rx_data_i[0].val();
                self.eject_first[l].b_i.next = self.rx_data_i[1].val();
                self.eject_first[l].odd_i.next = self.eject_odd[l].val();
                self.eject_first[l].later_i.next = !self.eject_early[l].val();
                self.arrived[l].next = self.eject_first[l].y_o.val();
            } else {
                self.arrived[l].next = self.rx_data_i[0].val();
            }
        }
        for h in self._eject_stages..(self._eject_stages + 1) {
            for k in 0..self._eject_stages {
                self.eject_next[k].y_i.next = self.arrived[k].val();
                self.eject_next[k].c_i.next = self.rx_data_i[2 * k + 2].val();
                if self.eject_full[k].val() {
                    self.eject_next[k].d_i.next = self.rx_data_i[2 * k + 3].val();
                    self.eject_take[k].next =
                        self.at_dest[2 * k + 2].y.val() | self.at_dest[2 * k + 3].y.val();
                } else {
                    self.eject_next[k].d_i.next = self.rx_data_i[2 * k + 2].val();
                    self.eject_take[k].next = self.at_dest[2 * k + 2].y.val();
                }
                self.eject_next[k].take_i.next = self.eject_take[k].val();
                self.arrived[k + 1].next = self.eject_next[k].z_o.val();
            }
            for l in 0..self._one {
                self.eject_data[l].d.next = self.arrived[h].val();
            }
        }
    }
}

/// Conflicts and misrouted messages.
impl Part<Fault> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Conflicts and misrouted messages: a proven schedule has none. They pass a register each.");
        self.fault.next = false;
        for l in 0..self._one {
            self.local_fault[l].d.next = self.inject_misrouted[l].val() | self.eject_conflict[l].val();
            self.fault.next = self.fault.val() | self.local_fault[l].q.val();
        }
        for q in 0..self._n {
            self.port_fault[q].d.next = self.conflict[q].val() | self.misrouted[q].val();
            self.fault.next = self.fault.val() | self.port_fault[q].q.val();
        }
        self.error.d.next = self.error.q.val() | self.fault.val();
        self.error_o.next = self.error.q.val();
    }
}
