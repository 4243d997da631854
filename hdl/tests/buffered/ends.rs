//! The packet checker of the buffered bench in rust-hdl's simulator: a complete exchange, then one fault at
//! a time, with every corner of the specification.

use crate::common::buffered::CORNERS;
use crate::common::{put, settle, tick, torus};
use rust_hdl_core::prelude::*;
use torus_hdl::buffered::{BufferedSpec, RingRule};
use torus_hdl::kernel::buffered::PacketChecker;

/// The packet checker of node 1 for exchanges of three packets, after reset and start. The strap changes
/// afterwards.
fn checker(spec: &BufferedSpec) -> PacketChecker {
    let mut checker = PacketChecker::new(spec, 3);
    checker.connect_all();
    check_all(&checker).unwrap();
    put(&mut checker.id_i, 1);
    tick(&mut checker, |s| &mut s.clk_i);
    checker.rst_ni.next = true;
    put(&mut checker.id_i, 0);
    start(&mut checker);
    assert!(!checker.done_o.val() && !checker.wrong_o.val());
    checker
}

fn start(checker: &mut PacketChecker) {
    checker.start_i.next = true;
    tick(checker, |s| &mut s.clk_i);
    checker.start_i.next = false;
    settle(checker);
}

/// Ejects a flit at the last local port.
fn eject(checker: &mut PacketChecker, source: u128, destination: u128, last: bool) {
    let local_port = checker.eject_valid_i.iter().count() - 1;
    checker.eject_valid_i[local_port].next = true;
    checker.eject_last_i.iter_mut().for_each(|signal| signal.next = last);
    put(&mut checker.eject_data_i[local_port], source << 16 | destination);
    tick(checker, |s| &mut s.clk_i);
    checker.eject_valid_i[local_port].next = false;
    settle(checker);
}

#[test]
fn sinks_count_packets_and_tell_what_is_wrong() {
    for corner in &CORNERS {
        let torus = torus(corner.dims);
        let spec = corner.spec(&torus, &[], 32);
        let mut good = checker(&spec);
        for round in 0..2 {
            for packet in 0..3 {
                assert!(!good.done_o.val(), "{corner:?} round {round} packet {packet}");
                (0..spec.exchange_flits() - 1).for_each(|_| eject(&mut good, 0, 1, false));
                eject(&mut good, 0, 1, true);
            }
            assert!(good.done_o.val() && !good.wrong_o.val(), "{corner:?} round {round}");
            start(&mut good);
            assert!(!good.done_o.val());
        }
        let nodes = torus.len() as u128;
        let wrongs = [(0, 0, true), (1, 1, true), (nodes, 1, true), (0, nodes, true), (0, 1 | 1 << 15, true)];
        let cut = (spec.long() && spec.rule == RingRule::Dateline).then_some((0, 1, false));
        for (source, destination, last) in wrongs.into_iter().chain(cut) {
            let mut bad = checker(&spec);
            eject(&mut bad, source, destination, last);
            assert!(bad.wrong_o.val(), "{corner:?}: {source} to {destination}");
            tick(&mut bad, |s| &mut s.clk_i);
            assert!(bad.wrong_o.val(), "sticky");
        }
        let mut many = checker(&spec);
        (0..3).for_each(|_| eject(&mut many, 0, 1, true));
        assert!(!many.wrong_o.val() && many.done_o.val());
        eject(&mut many, 0, 1, true);
        assert!(many.wrong_o.val(), "{corner:?}: a packet too many");
    }
}
