//! The rotation sigma of a torus with equal radices, its orbits, and the columns that they fill.
//!
//! sigma permutes the letters in one cycle, `a -> b -> .. -> last -> A -> B -> .. -> a`. So the 2d images of
//! a route under its powers, started together, use every letter once in every step: there is no hole and no
//! conflict. Orbits of fewer than 2d offsets cannot be laid out in this way; heads and the packer place them.
//! Source: Coolsaet, Fack and De Meyer, sections 3.3 and 3.4.

use super::layout::Layout;
use crate::{route::ordered_word, Port, Run, Sign, Word};

/// The image of a word under sigma.
pub(super) fn rotate(word: &Word, d: usize) -> Word {
    Word::new(word.runs().iter().map(|&Run { port, hops }| {
        let wraps = port.dim() + 1 == d;
        let sign = if (port.sign() == Sign::Plus) != wraps { Sign::Plus } else { Sign::Minus };
        Run { port: Port::new((port.dim() + 1) % d, sign), hops }
    }))
}

/// A word and all its images.
pub(super) fn images(word: &Word, d: usize) -> Vec<Word> {
    std::iter::successors(Some(word.clone()), |word| Some(rotate(word, d))).take(2 * d).collect()
}

/// One word of every orbit that is not yet sent, short words first, and the size of the orbit.
pub(super) fn remaining(layout: &Layout) -> Vec<(Word, usize)> {
    let torus = &layout.torus;
    let mut seen: Vec<bool> = (0..torus.len()).map(|node| layout.is_sent(node)).collect();
    let mut found = Vec::new();
    for node in torus.nodes() {
        if !seen[node.index()] {
            let word = ordered_word(torus, &torus.coordinates(node));
            let mut nodes: Vec<_> =
                images(&word, torus.d()).iter().map(|image| layout.destination(image)).collect();
            nodes.iter().for_each(|&node| seen[node] = true);
            nodes.sort_unstable();
            nodes.dedup();
            found.push((word, nodes.len()));
        }
    }
    found.sort_by_key(|(word, _)| word.hops());
    found
}

/// Lays out the whole orbits of these words, one after the other.
pub(super) fn append(layout: &mut Layout, words: impl IntoIterator<Item = Word>) {
    for word in words {
        let start = layout.end;
        layout.end += word.hops();
        let images = images(&word, layout.torus.d());
        images.into_iter().for_each(|image| layout.put(start, image));
    }
}

/// Lays out everything not yet sent; `false` where an orbit is too small for that.
pub(super) fn append_rest(layout: &mut Layout) -> bool {
    let rest = remaining(layout);
    let full = 2 * layout.torus.d();
    let all_full = rest.iter().all(|&(_, size)| size == full);
    append(layout, rest.into_iter().filter(|&(_, size)| size == full).map(|(word, _)| word));
    all_full
}

/// The words of an orbit that differ in their destination: one for each node of it.
pub(super) fn distinct(layout: &Layout, word: &Word) -> Vec<Word> {
    let mut found: Vec<(usize, Word)> = Vec::new();
    for image in images(word, layout.torus.d()) {
        let node = layout.destination(&image);
        if found.iter().all(|(other, _)| *other != node) {
            found.push((node, image));
        }
    }
    found.into_iter().map(|(_, word)| word).collect()
}
