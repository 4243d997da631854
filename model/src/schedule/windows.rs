//! Frames of full tori n^d with all ports, at the bound and without a search.
//!
//! Messages are the windows of d letters of one cyclic sequence, and a letter is a run: message j starts when
//! the first j letters have been played, and its run in dimension i is the letter that dimension 1 plays i-1
//! windows later. So in every dimension the runs follow each other without a gap, and a sequence in which
//! each offset is a window once, a de Bruijn sequence, is a frame.
//!
//! - n odd, letters -h..h with h = (n-1)/2: the sequence and its mirror image are played at once, on opposite
//!   ports. Windows are counted up to a common sign; the sequence is an Eulerian circuit of the graph whose
//!   vertices are windows of d-1 letters up to sign.
//! - n even from 4 on, h = n/2: a letter x from 0 to h-1 is a run of x+1 hops by `+` or of x by `-`, and
//!   lasts x+1 slots. A set of dimensions that go `+` plays one sequence; it and its complement use other
//!   ports and are played at once. A run by `-` is a slot shorter, so dimension i begins as many slots
//!   earlier as dimensions before it go `-`. A pattern begins at the window of letters 0 (`+`) and 1 (`-`),
//!   so that in each dimension it follows the pattern before it without a gap ([`super::letters`]).
//! - n = 2: letters 0 and 1, a run of so many hops.
//!
//! Length: E_max. Time and memory: O(N). Source: our notes (`frames`); de Bruijn sequences by Fredricksen,
//! Kessler and Maiorana (1978), Eulerian circuits by Hierholzer (1873). [`super::verify`] proves every one.

use super::letters::{de_bruijn, Letters, Pattern};
use crate::Torus;

/// For every offset of a full torus of equal radices, by node id, the slot in which its message starts, and
/// the length of the frame.
pub(super) fn starts(torus: &Torus) -> (Vec<u32>, u32) {
    let (n, d) = (torus.dims()[0] as usize, torus.d());
    match n {
        2 => binary(d),
        _ if n % 2 == 0 => even(torus),
        _ => odd(n, d),
    }
}

/// In how many equal parts the frame can be cut, each of which is a frame of its messages.
pub(super) fn parts(torus: &Torus) -> u32 {
    let radix = torus.dims()[0];
    if radix > 2 && radix % 2 == 0 {
        1 << (torus.d() - 1)
    } else {
        1
    }
}

/// The node id of an offset.
fn index(offset: impl Iterator<Item = usize>, n: usize) -> usize {
    offset.fold(0, |id, x| id * n + x)
}

fn binary(d: usize) -> (Vec<u32>, u32) {
    let sequence = de_bruijn(2, d);
    let (mut starts, mut slot) = (vec![0; 1 << d], 0);
    for (j, &letter) in sequence.iter().enumerate() {
        let window = (0..d).map(|i| sequence[(j + i) % sequence.len()]);
        starts[index(window, 2)] = slot;
        slot += letter as u32;
    }
    (starts, slot)
}

/// Pairs of patterns follow each other; the two of a pair are played at once.
fn even(torus: &Torus) -> (Vec<u32>, u32) {
    let (n, d) = (torus.dims()[0] as usize, torus.d());
    let letters = Letters::of(torus).expect("an even radix from 4 on has letters");
    let mut starts = vec![0; torus.len()];
    let length = (n.pow(d as u32 - 1) * (n / 2) * (n / 2 + 1) / 2) as u32;
    let of_pair = length >> (d - 1);
    for (pair, track) in (0..1 << (d - 1)).flat_map(|pair| [(pair, 0), (pair, 1)]) {
        let (pattern, mut slot) = (Pattern::new(pair, track), pair as u32 * of_pair);
        for window in letters.windows(pattern) {
            let run = |(dim, &letter): (usize, &usize)| {
                let hops = pattern.hops(dim, letter);
                if pattern.plus(dim) {
                    hops
                } else {
                    (n - hops) % n
                }
            };
            starts[index(window.iter().enumerate().map(run), n)] = slot;
            slot += window[0] as u32 + 1;
        }
    }
    (starts, length)
}

/// Windows are numbers of d letters below n; letter a is the run a - h, so a window's mirror image is its
/// complement.
fn odd(n: usize, d: usize) -> (Vec<u32>, u32) {
    let (h, vertices) = (n / 2, n.pow(d as u32 - 1));
    let whole = vertices * n;
    let (mut starts, mut slot) = (vec![0; whole], 0);
    let mut mirrored = false;
    for window in circuit(n, vertices) {
        let played = if mirrored { whole - 1 - window } else { window };
        for track in [played, whole - 1 - played] {
            starts[offset_of(track, n, d)] = slot;
        }
        slot += (played / vertices).abs_diff(h) as u32;
        let next = window % vertices;
        mirrored ^= canonical(next, vertices) != next;
    }
    (starts, slot)
}

/// A window or its mirror image, whichever is the smaller number of `all`.
fn canonical(window: usize, all: usize) -> usize {
    window.min(all - 1 - window)
}

/// The node id of the offset whose runs are the letters of a window.
fn offset_of(window: usize, n: usize, d: usize) -> usize {
    let letter = |i: usize| window / n.pow((d - 1 - i) as u32) % n;
    index((0..d).map(|i| (letter(i) + n - n / 2) % n), n)
}

/// The windows of d letters other than zero, one of each two that mirror each other, in the order of an
/// Eulerian circuit; each begins with the canonical form of what the one before it ends with.
fn circuit(n: usize, vertices: usize) -> Vec<usize> {
    let (whole, zero) = (vertices * n, vertices * n / 2);
    let (mut used, mut next) = (vec![false; whole], vec![0; vertices]);
    used[zero] = true;
    let (mut stack, mut circuit) = (vec![(vertices / 2, None)], Vec::new());
    while let Some(&(vertex, window)) = stack.last() {
        let fresh = (next[vertex]..n).find(|a| !used[canonical(vertex * n + a, whole)]);
        next[vertex] = fresh.map_or(n, |letter| letter + 1);
        match fresh {
            Some(letter) => {
                let window = vertex * n + letter;
                used[canonical(window, whole)] = true;
                stack.push((canonical(window % vertices, vertices), Some(window)));
            }
            None => {
                circuit.extend(window);
                stack.pop();
            }
        }
    }
    circuit.reverse();
    circuit
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_circuit_has_every_window_but_zero_up_to_sign() {
        for (n, d) in [(3usize, 1), (9, 1), (3, 2), (5, 2), (3, 4), (7, 3)] {
            let (vertices, whole) = (n.pow(d - 1), n.pow(d));
            let windows = circuit(n, vertices);
            let all: BTreeSet<_> = windows.iter().map(|&window| canonical(window, whole)).collect();
            assert_eq!((windows.len(), all.len()), (whole / 2, whole / 2), "{n}^{d}");
            let joined = |pair: &[usize]| canonical(pair[0] % vertices, vertices) == pair[1] / n;
            assert!(windows.windows(2).all(joined), "{n}^{d}");
        }
    }

    /// Radices and dimensions of the tori that are walked.
    const WALKED: [(u32, usize); 14] = [
        (2, 1),
        (2, 2),
        (2, 5),
        (3, 1),
        (3, 3),
        (4, 1),
        (4, 2),
        (4, 3),
        (5, 2),
        (6, 2),
        (7, 2),
        (8, 2),
        (6, 3),
        (5, 4),
    ];

    /// Walked port by port: on a full torus a port of one node stands for those of all. Every port is used in
    /// each slot once at most, and the busiest one in all.
    #[test]
    fn no_port_is_used_twice_in_a_slot() {
        for (n, d) in WALKED {
            let torus = Torus::new(&vec![n; d]).unwrap();
            let (starts, length) = starts(&torus);
            let mut used = BTreeSet::new();
            let mut loads = vec![0; 2 * d];
            for offset in torus.nodes().skip(1) {
                let mut slot = starts[offset.index()];
                for (dim, x) in torus.coordinates(offset).into_iter().enumerate() {
                    let (port, hops) = if 2 * x > n { (2 * dim + 1, n - x) } else { (2 * dim, x) };
                    loads[port] += hops;
                    assert!(
                        (slot..slot + hops).all(|s| used.insert((port, s % length))),
                        "{n}^{d} {offset:?}"
                    );
                    slot += hops;
                }
            }
            assert_eq!(
                loads.iter().max(),
                Some(&length),
                "{n}^{d}: a frame as long as the busiest port is used"
            );
        }
    }
}
