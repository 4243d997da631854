//! The node of a torus network in hardware, and its Verilog.
//!
//! A node is a router and, at a processor, the parts that feed it. There are three kinds of networks. The
//! *scheduled* one ([`modules`]) runs a schedule from a ROM and has neither buffers nor flow control. The
//! one with *message memories* ([`memory`]) stores flits on the way. The *buffered* one ([`buffered`]) has
//! input buffers, virtual channels and credits. The modules of a network are made from its specification
//! ([`NodeSpec`], [`memory::MemorySpec`], [`buffered::BufferedSpec`]). The same specification gives the same
//! text.
//!
//! Each module is a *kernel*: a rust-hdl block of run-time size. Kernels run in rust-hdl's simulator, where
//! tests compare them with models that share no code with them, and are printed as Verilog-2001. The crate's
//! layers, each of which knows only those before it:
//!
//! - [`signal`]: signals, registers and wiring whose widths are run-time values;
//! - [`spec`]: the specifications, with widths and module names;
//! - [`kernel`]: what the hardware does;
//! - [`mod@print`]: text from kernels; it takes no decision about the hardware;
//! - [`emit`], [`buffered`], [`memory`]: the modules of a network, with comments for people.
//!
//! The tops, which instantiate nodes, are made by the crate `torusgen-gen`.
//!
//! # A module of a ring of five nodes
//!
//! ```
//! use torus_hdl::buffered::{modules, BufferedSpec, Pipeline, RingRule};
//! use torus_model::{PortModel, Torus};
//!
//! let torus = Torus::new(&[5])?;
//! let spec = BufferedSpec {
//!     name: "ring",
//!     torus: &torus,
//!     width: 16,
//!     ports: PortModel::AllPort,
//!     channels: 2,
//!     depth: 4,
//!     flits: 1,
//!     pipeline: Pipeline::OneCycle,
//!     rule: RingRule::Dateline,
//!     turns: &[], // a ring has one dimension
//!     header: vec!["Made for the documentation.".into()],
//!     with_transit: false, // every node has a processor
//! };
//! let modules = modules(&spec);
//! let names: Vec<&str> = modules.iter().map(|module| module.name.as_str()).collect();
//! let leaves = ["ring_buffer", "ring_inject_buffer", "ring_arbiter_2", "ring_arbiter_3"];
//! let parts = ["ring_input_0", "ring_inject", "ring_output_1", "ring_eject_1", "ring_router"];
//! assert_eq!(names, [&leaves[..], &parts[..]].concat());
//! let buffer = &modules[0].text;
//! assert!(buffer.starts_with("// ring_buffer: "));
//! assert!(buffer.contains("module ring_buffer (\n  input  wire        clk_i,"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod buffered;
pub mod emit;
pub mod kernel;
pub mod memory;
pub mod print;
mod rom_text;
mod router_docs;
pub mod signal;
mod slot_docs;
pub mod spec;
mod timing_docs;

pub use emit::{modules, Module};
pub use kernel::hex as hex_digits;
pub use rom_text::{rom_attribute, RomText};
pub use spec::{link_latency, NodeSpec, SlotTable, SlotTableError, Widths, LINK_LATENCY, LOGIC_ROWS};
