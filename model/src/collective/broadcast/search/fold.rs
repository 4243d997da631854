//! The torus folded at the source: v and -v as one node.
//!
//! A broadcast that stays the same when all signs are turned is searched on half the nodes. Worms stay ordered by
//! dimension. A worm never shares a link with its image: of a dimension it uses one direction, the image the other. A
//! node that is its own image (coordinates 0 or half way) is told once; what its worm's image would use stays idle.

use crate::collective::broadcast::{
    space::Space,
    tree::{coordinates, id},
};

/// Which nodes and links count as one.
pub(super) struct Fold {
    /// The one that stands for a node.
    pub nodes: Vec<u32>,
    /// The one that stands for a link, by `node * 2d + port`.
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

    /// Every node and its image. Radix 2 needs both links, and nobody may be silent, as the image would have to be.
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
