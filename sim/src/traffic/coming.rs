//! The packets to come, made some at a time.
//!
//! A processor waits when it reads a struct as a whole that it has just written field by field. So a packet
//! is not sent right after it was made.

use super::Packet;

/// The packets that are made at a time.
const MANY: usize = 64;

/// The packets that are made and not yet sent.
pub(super) struct Coming {
    some: Vec<Packet>,
    /// The place of the first one that is not sent.
    first: usize,
}

impl Coming {
    /// Makes the first of these packets.
    pub fn new(packets: &mut dyn Iterator<Item = Packet>) -> Self {
        Coming { some: packets.take(MANY).collect(), first: 0 }
    }

    /// The next packet; `None`: all were sent.
    pub fn first(&self) -> Option<&Packet> {
        self.some.get(self.first)
    }

    /// Goes on to the packet after the next one. `packets`: those that are not made yet.
    pub fn advance(&mut self, packets: &mut dyn Iterator<Item = Packet>) {
        self.first += 1;
        // Fewer are made only at the end.
        if self.first == MANY {
            self.some.clear();
            self.some.extend(packets.take(MANY));
            self.first = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Way;
    use super::*;
    use torus_model::{Port, Torus};

    /// Nothing is asked for after the end.
    #[test]
    fn all_packets_come_in_order() {
        let node = Torus::new(&[2]).unwrap().nodes().next().unwrap();
        let way = Way::new(Port::from_index(0), 0);
        for count in [0, 1, 63, 64, 65, 128, 200] {
            let packet = |cycle| Packet { cycle, source: node, destination: node, flits: 1, way };
            let mut made = 0;
            let mut packets = std::iter::from_fn(|| {
                assert!(made <= count, "asked after the end");
                made += 1;
                (made <= count).then(|| packet(made))
            });
            let mut coming = Coming::new(&mut packets);
            for cycle in 1..=count {
                assert_eq!(coming.first(), Some(&packet(cycle)), "{count}");
                coming.advance(&mut packets);
            }
            assert_eq!(coming.first(), None, "{count}");
        }
    }
}
