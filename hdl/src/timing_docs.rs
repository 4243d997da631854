//! The comments on timing in the headers of modules: in which cycle a value follows another one.

use crate::router_docs;
use crate::spec::LINK_LATENCY;
use torus_model::Pipeline;

/// Of a scheduled network's modules. `link`: cycles from `start_i` to the links of slot 0. `None` for what
/// is not one of its modules.
pub(crate) fn scheduled(kind: &str, link: usize) -> Option<String> {
    let row = link - 1;
    let text = match kind {
        "node" => {
            return Some(format!(
                "Timing: start_i in cycle 0; the row of slot s in cycle {row} + s; its messages on their \
             first links in cycle {link} + s; a message of h hops is ejected in cycle {link} + s + h, and \
             a cycle later for each register on its links."
            ))
        }
        "schedule" => {
            let shown = row - 1;
            return Some(format!(
                "Timing: the row of a slot in cycle t is shown in cycle t + {shown}, if running_i is 1 \
                 in cycle t."
            ));
        }
        "mirror" => "Timing: combinational, but for the straps, which are registers.",
        "agent" => {
            "Timing: inject_data answers inject_offset in the same cycle. done_o and error_o follow what \
             arrives by one cycle."
        }
        "tile" => "Timing: that of the node; done_o rises one cycle after the last ejection.",
        _ => return of_router(kind),
    };
    Some(text.into())
}

/// Of the modules of a network with message memories. `done`: cycles from `start_i` to `done_o` of a tile.
pub(crate) fn memory(kind: &str, done: u32) -> Option<String> {
    let text = match kind {
        "bank" | "memory" => {
            "Timing: data are read one cycle after their address. A write in cycle t is seen by reads \
             from cycle t + 1 on."
        }
        "sequencer" => {
            "Timing: start_i in cycle 0; addr_o names the first row in the same cycle, busy_o is 1 from \
             cycle 1 on."
        }
        "program" | "expected_rom" => "Timing: the row of addr_i in cycle t is shown in cycle t + 1.",
        "core" | "node" => return Some(memory_node()),
        "self_test" => {
            "Timing: start_i in cycle 0. Blocks are loaded from cycle 2 on, a flit a cycle; node_start_o \
             comes with the last one. When node_busy_i has fallen, results are read, a flit a cycle."
        }
        "tile" => return Some(format!("Timing: start_i in cycle 0; done_o rises in cycle {done}.")),
        _ => return of_router(kind),
    };
    Some(text.into())
}

/// Of a node with a message memory.
fn memory_node() -> String {
    format!(
        "Timing: start_i in cycle 0; busy_o is 1 from cycle 1 on. A flit of slot s is on its first link \
         in cycle {LINK_LATENCY} + s; after h hops it is ejected, and stored, in cycle {LINK_LATENCY} + \
         s + h."
    )
}

/// Of a scheduled router and its parts.
fn of_router(kind: &str) -> Option<String> {
    let text = match kind {
        "router" | "slot_router" => {
            "Timing: what arrives in cycle t is on its next link, or ejected, in cycle t + 1."
        }
        "transit" => "Timing: what arrives in cycle t is on its next link in t + 1; nothing is ejected.",
        _ => return of_logic(kind),
    };
    Some(text.into())
}

/// Of the modules without registers, which all kinds of routers have.
pub(crate) fn of_logic(kind: &str) -> Option<String> {
    router_docs::summary(kind).map(|_| "Timing: combinational.".into())
}

/// Of the modules of a buffered network that have registers. `part`: the kind of module without the numbers
/// in its name; `pipeline`: the cycles that a hop takes.
pub(crate) fn buffered(part: &str, pipeline: Pipeline) -> Option<String> {
    let behind = match pipeline {
        Pipeline::OneCycle => "",
        Pipeline::TwoCycles => " + 1",
    };
    let text = match part {
        "buffer" => {
            "Timing: a flit that arrives in cycle t is at the output in cycle t if the buffer is empty, \
             else behind those before it."
        }
        "arbiter" => {
            "Timing: grant_o answers req_i in the same cycle; who is served comes last from the next cycle \
             on."
        }
        "input" => {
            return Some(format!(
                "Timing: a flit that arrives in cycle t can leave in cycle t{behind}. credit_o follows \
                 pop_i by one cycle."
            ))
        }
        "inject" | "inject_buffer" => {
            return Some(format!("Timing: a flit that is taken in cycle t can leave in cycle t{behind}."))
        }
        "output" => {
            "Timing: a flit that is granted in cycle t is on the link in cycle t + 1. A credit in cycle \
             t counts from cycle t + 1 on."
        }
        "eject" => {
            "Timing: a flit that is granted in cycle t is offered from cycle t + 1 on, until ready_i \
             takes it."
        }
        "router" | "transit" => return Some(buffered_router(part, pipeline.cycles())),
        "checker" => "Timing: done_o and wrong_o follow what arrives by one cycle.",
        _ => return None,
    };
    Some(text.into())
}

/// Of a buffered router; a transit router has no processor.
fn buffered_router(kind: &str, cycles: usize) -> String {
    let [taken, ejected] = match kind {
        "transit" => [""; 2],
        _ => [", or is taken from the processor,", ", or ejected,"],
    };
    format!(
        "Timing: a flit that arrives{taken} in cycle t is on its next link{ejected} in cycle t + {cycles} at \
         the earliest."
    )
}
