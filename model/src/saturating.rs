//! Numbers that may be too large for their type.

/// A number as 32 bits, or the largest of these: a lower bound stays one.
pub fn at_most_u32(number: impl TryInto<u32>) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::at_most_u32;

    #[test]
    fn what_is_too_large_is_the_largest() {
        assert_eq!([7u64, 1 << 32, u64::MAX].map(at_most_u32), [7, u32::MAX, u32::MAX]);
    }
}
