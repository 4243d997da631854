//! Ranks as processes of MPI, on one machine or on many.
//!
//! Processes are a grid of MPI (a Cartesian communicator), so that it can number neighbours by how near their
//! machines are: the blocks that the user asked for, or a ring, as the torus is not known yet. Neighbours
//! exchange parcels by persistent requests (`persistent`), which are made once and started in every cycle.
//! No call waits for ever: a rank that is silent for too long is lost. Bounds: a rank sends up to 2 GiB at a
//! time. So do all ranks together, of what everyone is to know.

mod persistent;
mod requests;

use super::{Lost, Parcel, Ranks};
use mpi::collective::SystemOperation;
use mpi::datatype::PartitionMut;
use mpi::request::{scope, Request, Scope};
use mpi::topology::CartesianCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, MatchedReceiveVec, Source};
use mpi::{Count, Threading};
use persistent::Running;
use requests::{OnTheWay, Requests};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How long a rank waits for another one: longer than any cycle or report takes.
const PATIENCE: Duration = Duration::from_secs(120);
/// The number of tests of a request between two readings of the clock.
const LOOKS: u32 = 256;

/// This process and the others that were started with it.
pub struct Processes {
    running: Rc<Running>,
    requests: RefCell<Requests>,
    patience: Duration,
    /// Called for a rank that is lost, before all processes are ended.
    on_lost: fn(&Lost),
    met: Cell<bool>,
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
        let running = Rc::new(Running { grid, _universe: universe });
        let requests = RefCell::default();
        Some(Processes { running, requests, patience, on_lost, met: Cell::new(false) })
    }

    fn grid(&self) -> &CartesianCommunicator {
        &self.running.grid
    }

    /// Looks until something is found. `of`: the rank on which it depends.
    fn until<T>(&self, of: usize, mut look: impl FnMut() -> Option<T>) -> T {
        let started = Instant::now();
        loop {
            if let Some(found) = (0..LOOKS).find_map(|_| look()) {
                return found;
            }
            if started.elapsed() > self.patience {
                self.end(of);
            }
            std::thread::yield_now();
        }
    }

    /// Waits for a request. `of`: the rank on which it depends.
    fn wait<'a, D: ?Sized, S: Scope<'a>>(&self, request: Request<'a, D, S>, of: usize) {
        let mut request = Some(request);
        self.until(of, || {
            request = request.take().and_then(|request| request.test().err());
            request.is_none().then_some(())
        });
    }

    /// Receives whatever a rank sends.
    fn receive(&self, from: usize) -> Vec<u8> {
        let process = self.grid().process_at_rank(from as i32);
        self.until(from, || process.immediate_matched_probe()).matched_receive_vec().0
    }

    /// The rank that is named if one is silent and it is unknown which: the previous one.
    fn some_other(&self) -> usize {
        (self.rank() + self.size() - 1) % self.size()
    }

    /// The number of bytes of every rank.
    fn counts(&self, mine: usize) -> Vec<Count> {
        let (mine, mut counts) = (mine as Count, vec![0; self.size()]);
        scope(|scope| {
            let request = self.grid().immediate_all_gather_into(scope, &mine, &mut counts[..]);
            self.wait(request, self.some_other());
        });
        counts
    }

    /// Ends all processes.
    fn end(&self, of: usize) -> ! {
        let why = format!("was silent for {} s", self.patience.as_secs());
        (self.on_lost)(&Lost { rank: self.rank(), of, why });
        self.grid().abort(2)
    }
}

impl Ranks for Processes {
    fn rank(&self) -> usize {
        self.grid().rank() as usize
    }

    fn size(&self) -> usize {
        self.grid().size() as usize
    }

    fn has_met(&self) -> bool {
        self.met.get()
    }

    fn exchange(&self, parcels: &mut [Parcel<'_>], meanwhile: &mut dyn FnMut()) {
        let mut requests = self.requests.borrow_mut();
        let start = |(tag, parcel): (_, &Parcel)| requests.start(&self.running, tag, parcel);
        let ways: Vec<OnTheWay> = (0..).zip(&*parcels).map(start).collect();
        meanwhile();
        for (way, parcel) in ways.iter().zip(&mut *parcels) {
            self.until(parcel.from, || requests.has_come(way).then_some(()));
            parcel.came = requests.unpack(way, parcel.come);
        }
        for (way, parcel) in ways.iter().zip(parcels) {
            self.until(parcel.to, || requests.has_gone(way).then_some(()));
        }
    }

    fn any(&self, bytes: &mut [u8]) {
        let mine = bytes.to_vec();
        scope(|scope| {
            let or = SystemOperation::bitwise_or();
            let request = self.grid().immediate_all_reduce_into(scope, &mine[..], bytes, or);
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
            let request = self.grid().immediate_all_gather_varcount_into(scope, &mine[..], &mut parts);
            self.wait(request, self.some_other());
        });
        let part = |(&at, &count): (&Count, &Count)| bytes[at as usize..][..count as usize - 1].to_vec();
        places.iter().zip(&counts).map(part).collect()
    }

    fn gather(&self, mine: &[u8]) -> Vec<Vec<u8>> {
        if self.rank() > 0 {
            scope(|scope| self.wait(self.grid().process_at_rank(0).immediate_send(scope, mine), 0));
            return Vec::new();
        }
        let received = (1..self.size()).map(|rank| self.receive(rank));
        std::iter::once(mine.to_vec()).chain(received).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This process alone sends parcels to itself, of all lengths and with rooms that change from run to run.
    /// MPI starts once in a process, so there is one test.
    #[test]
    fn parcels_come_as_they_were_sent() {
        let ranks = Processes::start(None, Some(Duration::from_secs(20)), |_| ()).expect("MPI starts");
        let exchange = |room: usize, lengths: [usize; 2]| {
            let sent = lengths.map(|length| (0..length).map(|at| (at + length) as u8).collect::<Vec<_>>());
            let mut come = [vec![9; room], vec![9; room + 30]];
            let mut parcels: Vec<Parcel> =
                sent.iter().zip(&mut come).map(|(out, come)| parcel(out, come)).collect();
            let mut called = 0;
            ranks.exchange(&mut parcels, &mut || called += 1);
            let came: Vec<_> = parcels.iter().map(|parcel| &parcel.come[..parcel.came]).collect();
            assert_eq!(
                (called, came),
                (1, sent.iter().map(|sent| &sent[..]).collect()),
                "{room} {lengths:?}"
            );
        };
        let run = || {
            for room in [300, 70_000, 0, 13] {
                [0, 1, 12, 13, 252, 253, 300, 69_999].iter().filter(|&&length| length <= room).for_each(
                    |&length| {
                        exchange(room, [length, 0]);
                        exchange(room, [room, length + 30]);
                    },
                );
            }
            ranks.requests.borrow().made()
        };
        // The second run makes no request.
        assert_eq!(run(), run());
        assert_eq!(ranks.gather(&[7]), [vec![7]]);
    }

    fn parcel<'a>(out: &'a [u8], come: &'a mut [u8]) -> Parcel<'a> {
        Parcel { to: 0, out, from: 0, come, came: 0 }
    }
}
