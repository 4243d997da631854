//! The torus folded at the source: v and -v count as one node.
//!
//! A broadcast that does not change when all signs are swapped is searched on half the nodes. Routes stay
//! ordered by dimension. A worm never shares a link with its image, as it uses one direction of a dimension
//! and the image uses the other. A node that is its own image (coordinates 0 or half way) gets the message
//! once; the links of its worm's image stay idle.

use crate::collective::broadcast::{
    space::Space,
    tree::{coordinates, id},
};

/// The nodes and links that count as one.
pub(super) struct Fold {
    /// For each node, the node that stands for it.
    pub nodes: Vec<u32>,
    /// For each link, the link that stands for it, by `node * 2d + port`.
    pub links: Vec<u32>,
    /// The image of a node.
    pub images: Vec<u32>,
}

impl Fold {
    /// Nothing is folded.
    pub fn none(space: &Space) -> Self {
        let nodes: Vec<u32> = (0..space.len() as u32).collect();
        let links = (0..(space.len() * 2 * space.d()) as u32).collect();
        Fold { images: nodes.clone(), nodes, links }
    }

    /// Every node and its image. With radix 2 both links have to exist, and no node may be silent, as its
    /// image would have to be silent too.
    pub fn half(space: &Space) -> Option<Self> {
        let odd = |dim: usize| space.radices[dim] == 2 && !space.both[dim];
        if (0..space.d()).any(|dim| odd(dim) || space.silent[dim] > 0) {
            return None;
        }
        let images: Vec<u32> = (0..space.len()).map(|node| image(&space.radices, node)).collect();
        let nodes = (0..).zip(&images).map(|(node, &image)| image.min(node)).collect();
        let slots =
            (0..images.len() as u32).flat_map(|node| (0..2 * space.d() as u32).map(move |port| (node, port)));
        let link = |(node, port): (u32, u32)| {
            let (image, ports) = (images[node as usize], 2 * space.d() as u32);
            (node * ports + port).min(image * ports + (port ^ 1))
        };
        let links = slots.map(link).collect();
        Some(Fold { nodes, links, images })
    }
}

fn image(radices: &[u32], node: usize) -> u32 {
    let x = coordinates(radices, node);
    let turned: Vec<u32> = x.iter().zip(radices).map(|(&x, &radix)| (radix - x) % radix).collect();
    id(radices, &turned) as u32
}
