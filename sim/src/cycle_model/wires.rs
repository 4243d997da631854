//! The interface of the links of a network, however their messages are simulated.

use super::errors::Errors;
use super::head::Head;
use super::image::{destinations, Images};
use super::router::{Exit, Message};
use crate::engine::Ends;
use crate::ranks::Exchanged;

/// The links between the nodes of a network, each with a register at its sender.
pub trait Wires<H, P> {
    /// Removes all messages.
    fn clear(&mut self);
    /// The links in use, bit = link id.
    fn valid(&self) -> &[u64];
    /// The payload of every link in use, without the header, by link id.
    fn loads(&self) -> Vec<(usize, P)>;
    /// Moves every message at the end of its link to the next link or to the ejection registers.
    fn route(&mut self, ejected: &mut Vec<Exit<P>>, errors: &mut Errors);
    /// Puts a message of a node's processor on the link of a port; bits that headers do not have there are
    /// cut off. If the port does not exist or the link is taken, the router finds a fault.
    fn inject(&mut self, link: (usize, usize), message: Message<H, P>, errors: &mut Errors);
    /// The clock edge.
    fn flip(&mut self);
    /// The data sent to other ranks.
    fn exchanged(&self) -> Exchanged;
}

/// The links of a network whose nodes send from ROMs.
pub trait RowWires<H: Head>: Wires<H, Ends> {
    /// Puts the messages of a ROM row on links, for all nodes.
    fn inject_row(&mut self, images: &Images, row: usize, errors: &mut Errors) {
        for group in &images.groups {
            for put in group.rows.get(row).into_iter().flatten() {
                let destinations = destinations(&images.torus, &group.nodes, &put.offset);
                for (&source, destination) in group.nodes.nodes().iter().zip(destinations) {
                    let message = Message { head: H::new(put.head), load: Ends { source, destination } };
                    let node = images.block.node(source as usize).expect("a node of the block");
                    errors.note(node, source == destination);
                    self.inject((node, put.port), message, errors);
                }
            }
        }
    }

    /// Keeps the state between two cycles, if [`RowWires::undo`] may have to go back to it. Returns whether
    /// it may.
    fn keep(&mut self) -> bool {
        false
    }

    /// Returns whether the cycles since [`RowWires::keep`] have to be run again: then all is as it was then.
    fn undo(&mut self) -> bool {
        false
    }
}

/// The payloads on links, by link id; empty if they are not traced.
pub fn on_links<H, P>(links: &(impl Wires<H, P> + ?Sized), traced: bool) -> Vec<(usize, P)> {
    if traced {
        links.loads()
    } else {
        Vec::new()
    }
}
