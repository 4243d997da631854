//! Measures the time of a stage: wall-clock time and CPU time.
//!
//! On a shared machine, only CPU time says something about the program.

use cpu_time::{ProcessTime, ThreadTime};
use std::iter::Sum;
use std::ops::{Add, AddAssign};
use std::time::{Duration, Instant};

/// Wall-clock and CPU time of a stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Wall-clock time.
    pub wall: Duration,
    /// CPU time of all threads together.
    pub processor: Duration,
}

impl Add for Spent {
    type Output = Spent;

    fn add(self, other: Spent) -> Spent {
        Spent { wall: self.wall + other.wall, processor: self.processor + other.processor }
    }
}

impl AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        *self = *self + other;
    }
}

impl Sum for Spent {
    fn sum<I: Iterator<Item = Spent>>(all: I) -> Spent {
        all.fold(Spent::default(), Add::add)
    }
}

impl Spent {
    /// The time without a part of it.
    pub fn without(self, part: Spent) -> Spent {
        Spent {
            wall: self.wall.saturating_sub(part.wall),
            processor: self.processor.saturating_sub(part.processor),
        }
    }
}

/// A running clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    wall: Instant,
    processor: Processor,
}

#[derive(Clone, Copy, Debug)]
enum Processor {
    Thread(ThreadTime),
    Process(ProcessTime),
}

impl Clock {
    /// A clock for the work of this thread.
    pub fn thread() -> Self {
        Clock { wall: Instant::now(), processor: Processor::Thread(ThreadTime::now()) }
    }

    /// A clock for the work of this many threads. With more than one, it counts the CPU time of the whole
    /// process.
    pub fn of(threads: usize) -> Self {
        match threads {
            0 | 1 => Self::thread(),
            _ => Clock { wall: Instant::now(), processor: Processor::Process(ProcessTime::now()) },
        }
    }

    /// The time since the clock was started.
    pub fn elapsed(&self) -> Spent {
        let processor = match self.processor {
            Processor::Thread(since) => since.elapsed(),
            Processor::Process(since) => since.elapsed(),
        };
        Spent { wall: self.wall.elapsed(), processor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn busy() -> u64 {
        (0..2_000_000u64).fold(1, |x, i| std::hint::black_box(x.wrapping_mul(i | 1)))
    }

    #[test]
    fn a_sleeping_thread_takes_no_processor_and_a_busy_one_does() {
        let clock = Clock::thread();
        std::thread::sleep(Duration::from_millis(50));
        let slept = clock.elapsed();
        assert!(slept.wall >= Duration::from_millis(50));
        assert!(slept.processor < slept.wall / 2, "{slept:?}");
        std::hint::black_box(busy());
        assert!(clock.elapsed().processor > slept.processor);
    }

    #[test]
    fn the_process_counts_what_other_threads_do() {
        let (thread, process) = (Clock::of(1), Clock::of(2));
        let other = std::thread::spawn(|| {
            let clock = Clock::thread();
            std::hint::black_box(busy());
            clock.elapsed().processor
        });
        let theirs = other.join().unwrap();
        assert!(process.elapsed().processor >= theirs);
        assert!(process.elapsed().processor > thread.elapsed().processor);
    }
}
