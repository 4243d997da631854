//! Ranks as processes of MPI, on one machine or on many.
//!
//! Processes are a grid of MPI (a Cartesian communicator), so that it can number neighbours by how near their
//! machines are: the blocks that the user asked for, or a ring, as the torus is not known yet. Neighbours
//! exchange messages by non-blocking sends and receives, with only the bytes that are needed. Requests are
//! not persistent ones, which send equally many bytes each time; the crate `mpi` 0.8 has none either. No call
//! waits for ever: a rank that is silent for too long is lost. Bounds: a rank sends up to 2 GiB at a time. So
//! do all ranks together, of what everyone is to know.

use super::{Lost, Parcel, Ranks};
use mpi::collective::SystemOperation;
use mpi::datatype::PartitionMut;
use mpi::environment::Universe;
use mpi::request::{scope, Request, Scope};
use mpi::topology::CartesianCommunicator;
use mpi::traits::{
    Communicator, CommunicatorCollectives, Destination, Equivalence, MatchedReceiveVec, Source,
};
use mpi::{Count, Threading};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// How long a rank waits for another one: longer than any cycle or report takes.
const PATIENCE: Duration = Duration::from_secs(120);
/// The number of tests of a request between two readings of the clock.
const LOOKS: u32 = 256;

/// This process and the others that were started with it.
pub struct Processes {
    grid: CartesianCommunicator,
    patience: Duration,
    /// Called for a rank that is lost, before all processes are ended.
    on_lost: fn(&Lost),
    met: Cell<bool>,
    /// Ends MPI when it is dropped.
    _universe: Universe,
}

impl Processes {
    /// The processes that were started together, including this one. `blocks`: how many there are in each
    /// dimension, if the user asked for it. A rank that is silent for `patience` is lost: `on_lost` is
    /// called, and all processes end with code 2. `None`: MPI does not start, or was started before.
    pub fn start(blocks: Option<&[usize]>, patience: Option<Duration>, on_lost: fn(&Lost)) -> Option<Self> {
        let (universe, _) = mpi::initialize_with_threading(Threading::Funneled)?;
        let patience = patience.unwrap_or(PATIENCE);
        let world = universe.world();
        let ring = [world.size() as usize];
        // Blocks that are not as many as ranks are an error of the run.
        let blocks = blocks.filter(|blocks| blocks.iter().product::<usize>() == ring[0]).unwrap_or(&ring);
        let dims: Vec<Count> = blocks.iter().map(|&blocks| blocks as Count).collect();
        let grid = world.create_cartesian_communicator(&dims, &vec![true; dims.len()], true)?;
        Some(Processes { grid, patience, on_lost, met: Cell::new(false), _universe: universe })
    }

    /// Waits for a request. Returns the number of bytes that came. `of`: the rank on which it depends.
    fn wait<'a, D: ?Sized, S: Scope<'a>>(&self, mut request: Request<'a, D, S>, of: usize) -> usize {
        let started = Instant::now();
        loop {
            for _ in 0..LOOKS {
                match request.test() {
                    Ok(status) => return status.count(u8::equivalent_datatype()) as usize,
                    Err(again) => request = again,
                }
            }
            if started.elapsed() > self.patience {
                self.end(of);
            }
            std::thread::yield_now();
        }
    }

    /// Receives whatever a rank sends.
    fn receive(&self, from: usize) -> Vec<u8> {
        let (process, started) = (self.grid.process_at_rank(from as i32), Instant::now());
        loop {
            if let Some(found) = (0..LOOKS).find_map(|_| process.immediate_matched_probe()) {
                return found.matched_receive_vec().0;
            }
            if started.elapsed() > self.patience {
                self.end(from);
            }
            std::thread::yield_now();
        }
    }

    /// The rank that is named if one is silent and it is unknown which: the previous one.
    fn some_other(&self) -> usize {
        (self.rank() + self.size() - 1) % self.size()
    }

    /// The number of bytes of every rank.
    fn counts(&self, mine: usize) -> Vec<Count> {
        let (mine, mut counts) = (mine as Count, vec![0; self.size()]);
        scope(|scope| {
            let request = self.grid.immediate_all_gather_into(scope, &mine, &mut counts[..]);
            self.wait(request, self.some_other());
        });
        counts
    }

    /// Ends all processes.
    fn end(&self, of: usize) -> ! {
        let why = format!("was silent for {} s", self.patience.as_secs());
        (self.on_lost)(&Lost { rank: self.rank(), of, why });
        self.grid.abort(2)
    }
}

impl Ranks for Processes {
    fn rank(&self) -> usize {
        self.grid.rank() as usize
    }

    fn size(&self) -> usize {
        self.grid.size() as usize
    }

    fn has_met(&self) -> bool {
        self.met.get()
    }

    fn exchange(&self, parcels: &mut [Parcel<'_>], meanwhile: &mut dyn FnMut()) {
        let process = |rank: usize| self.grid.process_at_rank(rank as i32);
        scope(|scope| {
            let (mut coming, mut going) = (Vec::new(), Vec::new());
            for (tag, Parcel { to, out, from, come, came }) in (0..).zip(parcels) {
                coming.push((process(*from).immediate_receive_into_with_tag(scope, *come, tag), *from, came));
                going.push((process(*to).immediate_send_with_tag(scope, *out, tag), *to));
            }
            meanwhile();
            for (request, from, came) in coming {
                *came = self.wait(request, from);
            }
            for (request, to) in going {
                self.wait(request, to);
            }
        });
    }

    fn any(&self, bytes: &mut [u8]) {
        let mine = bytes.to_vec();
        scope(|scope| {
            let or = SystemOperation::bitwise_or();
            let request = self.grid.immediate_all_reduce_into(scope, &mine[..], bytes, or);
            self.wait(request, self.some_other());
        });
    }

    fn all(&self, mine: &[u8]) -> Vec<Vec<u8>> {
        self.met.set(true);
        // One byte is added, as the address of empty data means something else to MPI.
        let mine = [mine, &[0]].concat();
        let counts = self.counts(mine.len());
        let place = |end: &mut Count, count: &Count| Some(std::mem::replace(end, *end + count));
        let places: Vec<Count> = counts.iter().scan(0, place).collect();
        let mut bytes = vec![0u8; counts.iter().sum::<Count>() as usize];
        let mut parts = PartitionMut::new(&mut bytes[..], &counts[..], &places[..]);
        scope(|scope| {
            let request = self.grid.immediate_all_gather_varcount_into(scope, &mine[..], &mut parts);
            self.wait(request, self.some_other());
        });
        let part = |(&at, &count): (&Count, &Count)| bytes[at as usize..][..count as usize - 1].to_vec();
        places.iter().zip(&counts).map(part).collect()
    }

    fn gather(&self, mine: &[u8]) -> Vec<Vec<u8>> {
        if self.rank() > 0 {
            scope(|scope| self.wait(self.grid.process_at_rank(0).immediate_send(scope, mine), 0));
            return Vec::new();
        }
        let received = (1..self.size()).map(|rank| self.receive(rank));
        std::iter::once(mine.to_vec()).chain(received).collect()
    }
}
