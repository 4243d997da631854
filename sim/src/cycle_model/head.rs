//! Headers as integers of the size that they need, which is chosen when a model is made.

/// The bits of a header: 32 or 64 bits if they suffice, as they do up to nine dimensions, otherwise 128.
pub trait Head: Copy + Default + 'static {
    /// A header from the bits of a ROM row.
    fn new(bits: u128) -> Self;
    /// All bits.
    fn bits(self) -> u128;
    /// The lowest bits, at least 32.
    fn low(self) -> u64;
    /// Without the lowest `count` bits.
    fn shifted(self, count: usize) -> Self;
    /// The lowest `count` bits.
    fn lowest(self, count: usize) -> Self;
    /// The header with `hops` hops less; it must have as many.
    fn shorter(self, hops: u64) -> Self;
}

macro_rules! head {
    ($bits:ty) => {
        impl Head for $bits {
            fn new(bits: u128) -> Self {
                bits as $bits
            }

            fn bits(self) -> u128 {
                self.into()
            }

            fn lowest(self, count: usize) -> Self {
                let one: $bits = 1;
                self & one.checked_shl(count as u32).map_or(<$bits>::MAX, |above| above - 1)
            }

            fn low(self) -> u64 {
                self as u64
            }

            fn shifted(self, count: usize) -> Self {
                self.checked_shr(count as u32).unwrap_or(0)
            }

            fn shorter(self, hops: u64) -> Self {
                self - hops as $bits
            }
        }
    };
}

head!(u32);
head!(u64);
head!(u128);

/// Evaluates an expression with the smallest type that holds headers of this many bits.
macro_rules! with_head {
    ($width:expr, $head:ident => $made:expr) => {
        match $width {
            0..=32 => {
                type $head = u32;
                $made
            }
            33..=64 => {
                type $head = u64;
                $made
            }
            _ => {
                type $head = u128;
                $made
            }
        }
    };
}
pub(super) use with_head;
