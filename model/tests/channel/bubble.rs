//! Rings of buffers under the bubble rule: the states that may block, explored move by move.

use torus_model::Random;

/// A ring of buffers in one direction. Packets `(flits, hops left)` are moved as a whole. Whether the ring
/// can block depends on what the bubble rule counts.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Credits {
    Flits,
    Packets,
}

struct Ring {
    buffers: Vec<std::collections::VecDeque<(usize, usize)>>,
    depth: usize,
    flits: usize,
    credits: Credits,
}

impl Ring {
    fn new(n: usize, depth: usize, flits: usize, credits: Credits) -> Self {
        Ring { buffers: vec![Default::default(); n], depth, flits, credits }
    }

    /// Whether there is room for `packets` packets of the largest length.
    fn room(&self, buffer: usize, packets: usize) -> bool {
        let held = &self.buffers[buffer];
        match self.credits {
            Credits::Flits => held.iter().map(|p| p.0).sum::<usize>() + packets * self.flits <= self.depth,
            Credits::Packets => held.len() + packets <= self.depth / self.flits,
        }
    }

    fn inject(&mut self, buffer: usize, packet: (usize, usize)) -> bool {
        let may = self.room(buffer, 2);
        may.then(|| self.buffers[buffer].push_back(packet));
        may
    }

    /// Moves the head of a buffer on, or out of the ring.
    fn serve(&mut self, buffer: usize) -> bool {
        let next = (buffer + 1) % self.buffers.len();
        match self.buffers[buffer].front() {
            None => false,
            Some((_, 0)) => self.buffers[buffer].pop_front().is_some(),
            Some(&(flits, hops)) => {
                let may = self.room(next, 1);
                may.then(|| self.buffers[buffer].pop_front());
                may.then(|| self.buffers[next].push_back((flits, hops - 1)));
                may
            }
        }
    }

    fn goes_on(&self, buffer: usize) -> bool {
        self.buffers[buffer].front().is_some_and(|packet| packet.1 > 0)
    }

    fn blocked(&self) -> bool {
        let n = self.buffers.len();
        let stuck = |b: usize| match self.buffers[b].front() {
            None => true,
            Some(&(_, hops)) => hops > 0 && !self.room((b + 1) % n, 1),
        };
        self.buffers.iter().any(|buffer| !buffer.is_empty()) && (0..n).all(stuck)
    }
}

/// Makes up to `steps` random injections and moves. Returns whether the ring blocks.
fn blocks(mut ring: Ring, steps: usize, seed: u64) -> bool {
    let (n, mut random) = (ring.buffers.len(), Random::new(seed));
    (0..steps).any(|_| {
        let buffer = random.below(n);
        match random.below(4) {
            0 | 1 => (ring.goes_on(buffer) || random.below(50) == 0) && ring.serve(buffer),
            _ => ring.inject(buffer, (1 + random.below(ring.flits), random.below(n / 2))),
        };
        ring.blocked()
    })
}

/// Six buffers of 2 F = 4 flits, room counted in flits. Two short packets and a long one fill buffer 5; then
/// every buffer, from 4 down, is filled by a packet of its own and one from behind; buffer 0 gets its own,
/// which leaves the bubble of two flits there; a short packet moves into it, and the bubble is one flit here
/// and one there.
#[test]
fn a_bubble_of_flits_breaks_in_two() {
    let mut ring = Ring::new(6, 4, 2, Credits::Flits);
    let mut enter_and_go_on = |buffer: usize, packet, next: Option<(usize, usize)>| {
        assert!(ring.inject(buffer, packet) && ring.serve(buffer));
        assert!(next.is_none_or(|next| ring.inject(buffer, next)));
    };
    enter_and_go_on(4, (1, 2), None);
    enter_and_go_on(4, (1, 2), None);
    enter_and_go_on(4, (2, 1), Some((2, 1)));
    (0..4).rev().for_each(|buffer| enter_and_go_on(buffer, (2, 1), Some((2, 1))));
    assert!(ring.serve(5) && ring.blocked());
    let free: Vec<usize> =
        ring.buffers.iter().map(|held| 4 - held.iter().map(|p| p.0).sum::<usize>()).collect();
    assert_eq!(free, [1, 0, 0, 0, 0, 1]);
}

/// Room counted in packets of the greatest length: no ring blocks, at any depth from 2 F.
#[test]
fn a_bubble_of_packets_lasts() {
    for (n, depth, flits) in
        [(4, 2, 1), (6, 4, 2), (6, 5, 2), (6, 6, 2), (7, 8, 4), (5, 9, 4), (8, 10, 3), (9, 4, 2)]
    {
        for seed in 1..4 {
            let ring = Ring::new(n, depth, flits, Credits::Packets);
            assert!(!blocks(ring, 300_000, seed), "{n} nodes, {depth} deep, {flits} flits, seed {seed}");
        }
    }
    assert!(
        blocks(Ring::new(6, 6, 2, Credits::Flits), 1_000_000, 1),
        "the same search finds flits that block"
    );
}
