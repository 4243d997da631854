//! The shorter way round a ring, and the tie rule: which way to take if both are equally long.

use crate::{names::named, Sign};

/// The shorter way to correct one coordinate by `offset` (taken modulo `radix`): sign and hops; a tie goes
/// `+`. This tie rule holds wherever no other is named.
#[inline]
pub fn shorter_way(offset: u32, radix: u32) -> (Sign, u32) {
    let sign = if offset <= radix / 2 { Sign::Plus } else { Sign::Minus };
    (sign, offset.min(radix - offset))
}

/// The direction of an offset that is half of an even ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// It goes `+`, as [`shorter_way`] says.
    Plus,
    /// It goes `+` where the **source's** coordinate in that dimension is even and `-` where it is odd, so
    /// that both directions share the load of a full torus. Radix 2 has no `-` link: there it goes `+`
    /// always.
    Parity,
}

impl Ties {
    /// The shorter way to correct coordinate `x` by `offset`, both below `radix`: sign and hops.
    #[inline]
    pub fn way(self, x: u32, offset: u32, radix: u32) -> (Sign, u32) {
        let flips = self == Ties::Parity && radix > 2 && 2 * offset == radix && x % 2 == 1;
        let (sign, hops) = shorter_way(offset, radix);
        (if flips { Sign::Minus } else { sign }, hops)
    }
}

named!(Ties, "tie rule", Plus => "plus", Parity => "parity");
