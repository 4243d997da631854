//! The properties of AXI4-Streams at processors, in the network's clock.
//!
//! Each harness has what stands at one processor, with everything else as free inputs: any other processors,
//! any network, any user. So a proof of one holds at all processors of a class.

mod blocks;
mod broadcast;
mod packets;
mod words;

pub(crate) use blocks::{blocks, BlockStreams, Class};
pub(crate) use broadcast::broadcast;
pub(crate) use packets::{packets, PacketStreams};
pub(crate) use words::{words, WordStreams};

use super::{memory::number, sby::Proof};
use crate::jinja;
use serde::Serialize;
use torus_model::{route::coordinate_bits, Placement, Torus};

/// The processors of a network, and streams at them; names are those of parameters of harnesses.
#[derive(Serialize)]
pub(crate) struct Processors<'a> {
    pub network: &'a str,
    pub header: &'a [String],
    #[serde(skip)]
    pub placement: &'a Placement,
    pub data: usize,
    /// Bits of a node id.
    pub id: usize,
    pub offset: usize,
}

/// What a template is filled with. `V`: values of its own.
#[derive(Serialize)]
struct Harness<'a, V> {
    top: &'a str,
    #[serde(flatten)]
    at: &'a Processors<'a>,
    dims: Vec<Dim>,
    nodes: usize,
    processors: String,
    #[serde(flatten)]
    values: V,
}

impl Processors<'_> {
    /// The name of a module of the streams.
    fn part(&self, part: &str) -> String {
        format!("{}_axis_{part}", self.network)
    }

    /// Path and text of a harness, and of what a prover runs. `cover`: cycles in which something comes out.
    fn harness(
        &self,
        own: &str,
        (template, values): (&str, impl Serialize),
        (proof, cover): (&Proof, usize),
    ) -> Vec<(String, String)> {
        let (top, torus) = (format!("{}_{own}", self.network), self.placement.torus());
        let (dims, processors) = (dims(torus), processors(self.placement));
        let harness = Harness { top: &top, at: self, dims, nodes: torus.len(), processors, values };
        let text = jinja::rendered(own, template, &harness);
        vec![(format!("formal/{top}.v"), text), (format!("{top}.sby"), proof.text(&top, cover))]
    }
}

/// A dimension, as the templates take it.
#[derive(Serialize)]
struct Dim {
    /// The lowest bit of its coordinate among all.
    low: usize,
    bits: usize,
    radix: usize,
    /// How far apart node ids of neighbours are.
    stride: usize,
}

fn dims(torus: &Torus) -> Vec<Dim> {
    let mut low = 0;
    let dim = |(dim, bits): (usize, usize)| {
        low += bits;
        Dim { low: low - bits, bits, radix: torus.dims()[dim] as usize, stride: torus.stride(dim) }
    };
    coordinate_bits(torus).into_iter().enumerate().map(dim).collect()
}

/// A bit for each node with a processor; nothing where all nodes have one.
fn processors(placement: &Placement) -> String {
    let nodes: Vec<usize> = placement.processors().iter().map(|node| node.index()).collect();
    match nodes.len() == placement.torus().len() {
        true => String::new(),
        false => number(placement.torus().len(), &nodes),
    }
}
