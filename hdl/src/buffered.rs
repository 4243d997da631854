//! Front door of the buffered network: what a router is made for, and its modules as text.
//!
//! The router, its flits and its rules are those of `docs/buffered.md`. Bounds: a flit's head has at most
//! [`Bv::MAX_WIDTH`](crate::signal::Bv::MAX_WIDTH) bits; the payload has any width. The same specification
//! gives the same bytes.

mod port_docs;

use crate::emit::{printed, Module};
use crate::kernel::buffered::{pipelined, Arbiter, PacketChecker, Router};
use crate::kernel::mux::{MuxFirst, MuxNext};
pub use crate::spec::buffered::{BufferedSpec, RingRule, INJECT_DEPTH};
use port_docs::PortDocs;
use rust_hdl_core::prelude::Block;

/// Every module of a network's routers, leaves first.
///
/// Panics where the specification contradicts itself or a kernel cannot be printed: both are faults of the
/// program.
pub fn modules(spec: &BufferedSpec) -> Vec<Module> {
    spec.check();
    let mut all = Vec::new();
    let docs = PortDocs { spec };
    let named = if spec.pipeline > 1 { multiplexers(spec) } else { buffers_and_arbiters(spec) };
    named.into_iter().for_each(|modules| add(&mut all, modules));
    if spec.with_transit {
        add(&mut all, printed("transit", &mut *transit(spec), &docs));
    }
    add(&mut all, printed("router", &mut *router(spec), &docs));
    all
}

/// Buffers and arbiters, which the parts of routers of one cycle a hop name in their text.
fn buffers_and_arbiters(spec: &BufferedSpec) -> Vec<Vec<Module>> {
    let docs = PortDocs { spec };
    let mut all = vec![printed("buffer", &mut Router::buffer(spec), &docs)];
    all.push(printed("inject_buffer", &mut Router::inject_buffer(spec), &docs));
    let transit = if spec.with_transit { Router::arbiters(spec, false) } else { Vec::new() };
    let sizes = Router::arbiters(spec, true).into_iter().chain(transit);
    all.extend(sizes.map(|(n, lock)| printed("arbiter", &mut Arbiter::new(n, lock), &docs)));
    all
}

/// Stages of multiplexers, which the parts of routers name in their text.
fn multiplexers(spec: &BufferedSpec) -> Vec<Vec<Module>> {
    let transit = if spec.with_transit { pipelined::Router::staged(spec, false) } else { Vec::new() };
    let widths = pipelined::Router::staged(spec, true).into_iter().chain(transit);
    let stages = |width: usize| {
        let first = printed("mux_first", &mut MuxFirst::of_width(width), &PortDocs { spec });
        first
            .into_iter()
            .chain(printed("mux_next", &mut MuxNext::of_width(width), &PortDocs { spec }))
            .collect()
    };
    widths.map(stages).collect()
}

/// The router of a node with a processor, by the cycles that a hop takes.
fn router(spec: &BufferedSpec) -> Box<dyn Block> {
    match spec.pipeline {
        1 => Box::new(Router::new(spec)),
        _ => Box::new(pipelined::Router::new(spec)),
    }
}

/// The router of a node without one.
fn transit(spec: &BufferedSpec) -> Box<dyn Block> {
    match spec.pipeline {
        1 => Box::new(Router::transit(spec)),
        _ => Box::new(pipelined::Router::transit(spec)),
    }
}

/// What checks the packets that come to a processor, `batch` of them in an exchange.
///
/// Panics as [`modules`] does.
pub fn packet_checker(spec: &BufferedSpec, batch: usize) -> Vec<Module> {
    spec.check();
    printed("checker", &mut PacketChecker::new(spec, batch), &PortDocs { spec })
}

/// Adds what is new; the two routers share their parts.
fn add(all: &mut Vec<Module>, more: Vec<Module>) {
    for module in more {
        match all.iter().find(|known| known.name == module.name) {
            Some(known) => assert!(*known == module, "Two texts of {}.", module.name),
            None => all.push(module),
        }
    }
}
