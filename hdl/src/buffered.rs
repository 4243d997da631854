//! The modules of a buffered network as Verilog text.
//!
//! The router, its flits and its rules are described in `docs/buffered.md`. Bounds: the head of a flit has
//! at most [`Bv::MAX_WIDTH`](crate::signal::Bv::MAX_WIDTH) bits; the payload has any width. The same
//! specification gives the same bytes.

mod port_docs;

use crate::emit::{printed, Module};
use crate::kernel::buffered::{pipelined, Arbiter, PacketChecker, Router};
use crate::kernel::mux::{MuxFirst, MuxNext};
pub use crate::spec::buffered::{BufferedSpec, Pipeline, RingRule, INJECT_DEPTH};
use port_docs::PortDocs;
use rust_hdl_core::prelude::Block;

/// Every module of a network's routers, leaves first.
///
/// Panics if the specification contradicts itself or a kernel cannot be printed. Both are faults of the
/// program.
pub fn modules(spec: &BufferedSpec) -> Vec<Module> {
    spec.check();
    let mut all = Vec::new();
    let docs = PortDocs { spec };
    let named = match spec.pipeline {
        Pipeline::OneCycle => buffers_and_arbiters(spec),
        Pipeline::TwoCycles => multiplexers(spec),
    };
    named.into_iter().for_each(|modules| add(&mut all, modules));
    if spec.with_transit {
        add(&mut all, printed("transit", &mut *transit(spec), &docs));
    }
    add(&mut all, printed("router", &mut *router(spec), &docs));
    all
}

/// The buffers and arbiters that are instantiated in the parts of a router with one cycle a hop.
fn buffers_and_arbiters(spec: &BufferedSpec) -> Vec<Vec<Module>> {
    let docs = PortDocs { spec };
    let mut all = vec![printed("buffer", &mut Router::buffer(spec), &docs)];
    all.push(printed("inject_buffer", &mut Router::inject_buffer(spec), &docs));
    let transit = if spec.with_transit { Router::arbiters(spec, false) } else { Vec::new() };
    let sizes = Router::arbiters(spec, true).into_iter().chain(transit);
    all.extend(sizes.map(|(n, lock)| printed("arbiter", &mut Arbiter::new(n, lock), &docs)));
    all
}

/// The stages of multiplexers that are instantiated in the parts of routers.
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

/// The router of a node with a processor, for one or two cycles a hop.
fn router(spec: &BufferedSpec) -> Box<dyn Block> {
    match spec.pipeline {
        Pipeline::OneCycle => Box::new(Router::new(spec)),
        Pipeline::TwoCycles => Box::new(pipelined::Router::new(spec)),
    }
}

/// The router of a node without a processor, for one or two cycles a hop.
fn transit(spec: &BufferedSpec) -> Box<dyn Block> {
    match spec.pipeline {
        Pipeline::OneCycle => Box::new(Router::transit(spec)),
        Pipeline::TwoCycles => Box::new(pipelined::Router::transit(spec)),
    }
}

/// The packet checker of a processor that receives `batch` packets in an exchange.
///
/// Panics in the same cases as [`modules`].
pub fn packet_checker(spec: &BufferedSpec, batch: usize) -> Vec<Module> {
    spec.check();
    printed("checker", &mut PacketChecker::new(spec, batch), &PortDocs { spec })
}

/// Adds the modules whose names are not in `all` yet. The two routers share parts.
fn add(all: &mut Vec<Module>, more: Vec<Module>) {
    for module in more {
        match all.iter().find(|known| known.name == module.name) {
            Some(known) => assert!(*known == module, "Two texts of {}.", module.name),
            None => all.push(module),
        }
    }
}
