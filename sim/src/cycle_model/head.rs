//! Headers as numbers of the size that they need, chosen when a model is made.

/// The bits of a header: of 32 or 64 bits where they suffice, as they do up to nine dimensions, else of 128.
pub trait Head: Copy + Default + 'static {
    /// The bits of a ROM row.
    fn new(bits: u128) -> Self;
    /// All bits.
    fn bits(self) -> u128;
    /// The lowest bits, 32 at least.
    fn low(self) -> u64;
    /// Without the lowest `count` bits.
    fn shifted(self, count: usize) -> Self;
    /// The lowest `count` bits.
    fn lowest(self, count: usize) -> Self;
    /// So many hops less; there are as many.
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

/// What an expression makes with the smallest type that holds headers of so many bits.
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
