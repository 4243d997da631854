//! Memory bandwidth by size of the data. It bounds every engine, as an engine visits all registers in every
//! cycle.

use crate::clock::Clock;
use std::hint::black_box;
use std::time::Duration;

/// The time to measure; it is long compared with the resolution of the clock.
const LONG: Duration = Duration::from_millis(40);

/// Bytes per second of one thread that reads and writes every word of a buffer of `bytes`, again and again,
/// as an engine does with its registers. The buffer may fit into a cache.
pub fn bandwidth(bytes: usize) -> f64 {
    let mut words = vec![0u64; bytes.div_ceil(8).max(64)];
    sweep(&mut words);
    let (clock, mut rounds) = (Clock::thread(), 0);
    loop {
        (0..sweeps(words.len())).for_each(|_| sweep(&mut words));
        rounds += sweeps(words.len());
        let spent = clock.elapsed().processor;
        if spent >= LONG {
            return (rounds * words.len() * 8) as f64 / spent.as_secs_f64();
        }
    }
}

/// Rounds between two readings of the clock, for a megabyte.
fn sweeps(words: usize) -> usize {
    (1usize << 17).div_ceil(words)
}

fn sweep(words: &mut [u64]) {
    words.iter_mut().for_each(|word| *word = word.wrapping_add(1));
    black_box(words);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small and large, and nothing at all.
    #[test]
    fn it_is_a_number_of_bytes_per_second() {
        for bytes in [0, 4096, 1 << 22] {
            let found = bandwidth(bytes);
            assert!(found.is_finite() && found > 1e6, "{bytes}: {found}");
        }
    }
}
