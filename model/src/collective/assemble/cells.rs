//! The cells of one bank: free ones are taken lowest first, side by side where possible.

/// The free cells of a bank.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    /// Intervals `[from, to)` of free cells that do not touch each other, in increasing order.
    free: Vec<(usize, usize)>,
    /// Number of cells that were ever in use.
    pub used: usize,
}

impl Cells {
    /// Takes `count` cells: the first interval that is long enough, else the lowest free cells.
    pub fn take(&mut self, count: usize) -> Vec<usize> {
        if let Some(at) = self.free.iter().position(|(from, to)| to - from >= count) {
            return self.interval(at, count).collect();
        }
        let mut cells = Vec::with_capacity(count);
        while cells.len() < count && !self.free.is_empty() {
            let (from, to) = self.free[0];
            cells.extend(self.interval(0, (to - from).min(count - cells.len())));
        }
        let more = count - cells.len();
        cells.extend(self.used..self.used + more);
        self.used += more;
        cells
    }

    fn interval(&mut self, at: usize, count: usize) -> std::ops::Range<usize> {
        let (from, to) = self.free[at];
        match from + count == to {
            true => _ = self.free.remove(at),
            false => self.free[at].0 += count,
        }
        from..from + count
    }

    /// Gives cells back.
    pub fn give(&mut self, mut cells: Vec<usize>) {
        cells.sort_unstable();
        self.free.extend(cells.into_iter().map(|cell| (cell, cell + 1)));
        self.free.sort_unstable();
        let mut joined: Vec<(usize, usize)> = Vec::with_capacity(self.free.len());
        for &(from, to) in &self.free {
            match joined.last_mut() {
                Some(last) if last.1 == from => last.1 = to,
                _ => joined.push((from, to)),
            }
        }
        self.free = joined;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_taken_side_by_side_and_come_back() {
        let mut cells = Cells::default();
        assert_eq!(cells.take(4), [0, 1, 2, 3]);
        cells.give(vec![2, 0]);
        assert_eq!(cells.take(2), [0, 2]);
        cells.give(vec![3, 1, 2]);
        assert_eq!(cells.take(2), [1, 2]);
        assert_eq!(cells.take(3), [3, 4, 5]);
        assert_eq!(cells.used, 6);
    }
}
