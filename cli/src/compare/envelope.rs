//! The fastest algorithm for each block size, as the lower envelope of straight lines.
//!
//! From the smallest blocks on, the fastest line is followed until the first flatter line meets it. If
//! several meet it in one point, the flattest is followed. Time: the number of lines, squared. Source:
//! elementary.

use super::Line;
use num_rational::Ratio;

/// A range of block sizes with the same winners, up to the beginning of the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its winners: several if they take the same time at every size.
    pub names: Vec<String>,
    /// The line of their time.
    pub line: Line,
    /// The block size from which on they win; for the first range 0.
    pub from: Ratio<u128>,
}

/// The envelope from small blocks to large ones.
pub fn lower(lines: &[(&str, Line)]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let first = lines.iter().map(|(_, line)| *line).min();
    let mut next = first.map(|line| (Ratio::from(0), line));
    while let Some((from, line)) = next {
        let same = lines.iter().filter(|(_, other)| *other == line);
        let names = same.map(|(name, _)| name.to_string()).collect();
        pieces.push(Piece { names, line, from });
        let later = lines.iter().filter_map(|(_, other)| Some((line.meets(other)?, *other)));
        next = later.min_by(|(at, a), (bt, b)| at.cmp(bt).then(a.slope.cmp(&b.slope)));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(fixed: u128, slope: u128) -> Line {
        Line { fixed, slope }
    }

    #[test]
    fn the_flattest_goes_on_where_three_meet() {
        let lines = [("a", line(0, 4)), ("b", line(2, 3)), ("c", line(6, 1)), ("d", line(9, 1))];
        let pieces = lower(&lines);
        let found: Vec<_> = pieces.iter().map(|piece| (piece.names.join(" "), piece.from)).collect();
        assert_eq!(found, [("a".to_string(), Ratio::from(0)), ("c".to_string(), Ratio::from(2))]);
    }

    #[test]
    fn equals_share_a_piece() {
        let pieces = lower(&[("a", line(1, 2)), ("b", line(1, 2)), ("c", line(1, 3))]);
        assert_eq!(pieces.len(), 1);
        assert_eq!(pieces[0].names, ["a", "b"]);
        assert!(lower(&[]).is_empty());
    }
}
