//! Arithmetic of rows of prices: their sums, least values, and the starts at which cells fit, in a frame or
//! without one.

use super::{sums::Sum, Cell, Horizon};
use std::ops::Range;

/// Rows are added in blocks of this many slots.
const BLOCK: usize = 16;

/// The two rows that a sum adds, for its first slots.
pub(super) fn operands(
    rows: &[i16],
    stride: usize,
    length: usize,
    sum: Sum,
    slots: usize,
) -> (&[i16], &[i16]) {
    let (left, right) = (sum.left as usize * stride, sum.right as usize * stride);
    // In a finite row a shift beyond the length has no slots.
    let shift = if slots == 0 { 0 } else { sum.shift as usize % length };
    (&rows[left..left + slots], &rows[right + shift..right + shift + slots])
}

/// `out[t] = left[t] + right[t]`.
pub(super) fn add(out: &mut [i16], left: &[i16], right: &[i16]) {
    for block in blocks(out.len()) {
        let sums = left[block.clone()].iter().zip(&right[block.clone()]);
        out[block].iter_mut().zip(sums).for_each(|(out, (left, right))| *out = left.saturating_add(*right));
    }
}

/// The least of `left[t] + right[t]`.
pub(super) fn least(left: &[i16], right: &[i16]) -> i16 {
    let fold = |block: Range<usize>| {
        let sums =
            left[block.clone()].iter().zip(&right[block]).map(|(left, right)| left.saturating_add(*right));
        sums.fold(i16::MAX, i16::min)
    };
    blocks(left.len()).into_iter().map(fold).fold(i16::MAX, i16::min)
}

/// All slots in two ranges, whole blocks and the last block: the two overlap, so that no slot goes alone.
fn blocks(slots: usize) -> [Range<usize>; 2] {
    match slots {
        0..BLOCK => [0..slots, 0..0],
        _ => [0..slots - slots % BLOCK, slots - BLOCK..slots],
    }
}

/// How many sums equal `value`.
pub(super) fn count(left: &[i16], right: &[i16], value: i16) -> usize {
    let equal = |(left, right): (&i16, &i16)| u16::from(left.saturating_add(*right) == value);
    let of = |(left, right): (&[i16], &[i16])| left.iter().zip(right).map(equal).sum::<u16>() as usize;
    left.chunks(1 << 15).zip(right.chunks(1 << 15)).map(of).sum()
}

/// The slot of the n-th sum that equals `value`.
pub(super) fn nth(left: &[i16], right: &[i16], value: i16, n: usize) -> usize {
    let sums = left.iter().zip(right).map(|(left, right)| left.saturating_add(*right));
    sums.enumerate().filter(|&(_, sum)| sum == value).nth(n).map_or(0, |(slot, _)| slot)
}

/// The number of starts at which these cells fit, from 0 on.
pub(super) fn starts(cells: &[Cell], length: usize, horizon: Horizon) -> u32 {
    let last = cells.iter().map(|cell| cell.offset as usize).max().unwrap_or(0);
    let starts = match horizon {
        Horizon::Periodic if is_free_of_itself(cells, length as u32) => length,
        Horizon::Periodic => 0,
        Horizon::Finite => length.saturating_sub(last),
    };
    starts as u32
}

/// Cells with their offsets modulo the length of a frame.
pub(super) fn of_frame(cells: &[Cell], length: u32) -> Vec<Cell> {
    cells.iter().map(|cell| Cell { offset: cell.offset % length, ..*cell }).collect()
}

/// Whether no two cells of an alternative are the same in a frame of this length.
pub(super) fn is_free_of_itself(cells: &[Cell], length: u32) -> bool {
    // Cells differ from each other, so only items longer than the frame can meet themselves.
    cells.iter().all(|cell| cell.offset < length) || {
        let mut in_order = of_frame(cells, length);
        in_order.sort_unstable();
        in_order.windows(2).all(|pair| pair[0] != pair[1])
    }
}
