//! Ranks as threads of this process, which need no MPI.
//!
//! A rank waits as long as the other one runs. If that one ends, its channels are closed, and the wait ends.

use super::{Lost, Parcel, Ranks};
use std::cell::Cell;
use std::sync::mpsc::{channel, Receiver, Sender};

/// One of the threads, with a channel to and from every other one.
struct Threads {
    rank: usize,
    to: Vec<Sender<Vec<u8>>>,
    from: Vec<Receiver<Vec<u8>>>,
    met: Cell<bool>,
}

/// Runs `run` on `size` ranks, each a thread. Returns the results by rank.
pub fn on_threads<T: Send>(size: usize, run: impl Fn(&dyn Ranks) -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let run = &run;
        let started: Vec<_> = ranks(size).into_iter().map(|ranks| scope.spawn(move || run(&ranks))).collect();
        let ended = started.into_iter().map(|rank| rank.join());
        ended.map(|ended| ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

/// All ranks, in order.
fn ranks(size: usize) -> Vec<Threads> {
    let mut ranks: Vec<Threads> = (0..size)
        .map(|rank| Threads { rank, to: Vec::new(), from: Vec::new(), met: Cell::new(false) })
        .collect();
    for (from, to) in (0..size).flat_map(|from| (0..size).map(move |to| (from, to))) {
        let (sender, receiver) = channel();
        ranks[from].to.push(sender);
        ranks[to].from.push(receiver);
    }
    ranks
}

impl Threads {
    fn send(&self, to: usize, bytes: &[u8]) {
        if self.to[to].send(bytes.to_vec()).is_err() {
            self.lost(to);
        }
    }

    fn receive(&self, from: usize) -> Vec<u8> {
        self.from[from].recv().unwrap_or_else(|_| self.lost(from))
    }

    fn lost(&self, of: usize) -> ! {
        Lost { rank: self.rank, of, why: "has ended".into() }.end()
    }
}

impl Ranks for Threads {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.to.len()
    }

    fn threads(&self) -> usize {
        self.size()
    }

    fn exchange(&self, parcels: &mut [Parcel<'_>], meanwhile: &mut dyn FnMut()) {
        parcels.iter().for_each(|parcel| self.send(parcel.to, parcel.out));
        meanwhile();
        for parcel in parcels {
            let bytes = self.receive(parcel.from);
            parcel.come[..bytes.len()].copy_from_slice(&bytes);
            parcel.came = bytes.len();
        }
    }

    fn any(&self, bytes: &mut [u8]) {
        for theirs in self.all(bytes) {
            bytes.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine |= theirs);
        }
    }

    fn has_met(&self) -> bool {
        self.met.get()
    }

    fn all(&self, mine: &[u8]) -> Vec<Vec<u8>> {
        self.met.set(true);
        (0..self.size()).for_each(|to| self.send(to, mine));
        (0..self.size()).map(|from| self.receive(from)).collect()
    }

    fn gather(&self, mine: &[u8]) -> Vec<Vec<u8>> {
        self.send(0, mine);
        match self.rank {
            0 => (0..self.size()).map(|from| self.receive(from)).collect(),
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranks::guarded;

    /// On a ring each rank sends one parcel forwards and one backwards. With one rank both neighbours are
    /// itself; with two, both are the other one.
    #[test]
    fn neighbours_get_what_is_theirs() {
        for size in 1..=4 {
            let came = on_threads(size, |ranks| {
                let (mine, mut called) = (ranks.rank() as u8, 0);
                let [next, before] = [1, size - 1].map(|by| (ranks.rank() + by) % size);
                let mut come = [[9; 3]; 2];
                let [first, second] = &mut come;
                let mut parcels = [
                    Parcel { to: next, out: &[mine, 0], from: before, come: first, came: 0 },
                    Parcel { to: before, out: &[mine], from: next, come: second, came: 0 },
                ];
                ranks.exchange(&mut parcels, &mut || called += 1);
                let lengths = parcels.each_ref().map(|parcel| parcel.came);
                (lengths, come[0][0] as usize, come[1][0] as usize, called)
            });
            for (rank, came) in came.into_iter().enumerate() {
                assert_eq!(came, ([2, 1], (rank + size - 1) % size, (rank + 1) % size, 1), "{size} ranks");
            }
        }
    }

    #[test]
    fn ranks_find_things_together() {
        let found = on_threads(3, |ranks| {
            let rank = ranks.rank();
            let mut bits = [0, 1 << rank];
            ranks.any(&mut bits);
            (bits, ranks.all(&vec![7; rank]).len(), ranks.gather(&vec![7; rank]))
        });
        assert!(found.iter().all(|(bits, all, _)| (bits, all) == (&[0, 7], &3)));
        assert_eq!(found[0].2, [vec![], vec![7], vec![7, 7]]);
        assert!(found[1].2.is_empty() && found[2].2.is_empty());
    }

    /// Rank 1 ends at once. The rank that waits for it reports that, and so does the rank that waits for that
    /// one.
    #[test]
    fn a_rank_that_ends_ends_the_others() {
        let found = on_threads(3, |ranks| {
            let wait = || Ok(ranks.all(&[]).len());
            if ranks.rank() == 1 {
                Ok(0)
            } else {
                guarded(Some(ranks), wait)
            }
        });
        let said = found.iter().map(|found| found.as_ref().map_err(ToString::to_string));
        let said: Vec<_> = said.collect();
        let lost = said[0].clone().unwrap_err();
        assert!(lost.contains("rank 0 waited for rank") && lost.contains("which has ended"), "{lost}");
        assert!(said[1].is_ok() && said[2].is_err(), "{said:?}");
    }
}
