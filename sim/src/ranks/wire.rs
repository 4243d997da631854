//! The sizes and the form in which parcels travel where a request has a fixed size.
//!
//! A parcel without bytes travels as no bytes. Otherwise its length goes ahead, in 4 bytes, and the whole is
//! rounded up to one of few sizes: multiples of 16 bytes up to 128, then four sizes between two powers of
//! two. So rounding adds 15 bytes or a quarter at most. Bound: a parcel has less than 2 GiB - 4 bytes.

/// The bytes of a length.
const AHEAD: usize = 4;
/// The least distance of two sizes.
const STEP: usize = 16;
/// The largest size, which MPI counts in 31 bits.
const MOST: usize = i32::MAX as usize;

/// The size of what travels for a parcel of so many bytes. It never falls as the parcel grows.
pub(super) fn size(bytes: usize) -> usize {
    if bytes == 0 {
        return 0;
    }
    let all = bytes + AHEAD;
    assert!(all <= MOST, "{bytes} bytes over one side of a block: MPI sends up to 2 GiB at a time");
    let step = (all.next_power_of_two() / 8).max(STEP);
    all.next_multiple_of(step).min(MOST)
}

/// Puts a parcel into a room of its size.
pub(super) fn pack(out: &[u8], room: &mut [u8]) {
    if let Some((ahead, rest)) = room.split_first_chunk_mut::<AHEAD>() {
        *ahead = (out.len() as u32).to_le_bytes();
        rest[..out.len()].copy_from_slice(out);
    }
}

/// Gets a room ready for what comes: if no bytes come, it tells of none.
pub(super) fn clear(room: &mut [u8]) {
    pack(&[], room);
}

/// Gets a parcel out of the room into which it came. Returns its number of bytes.
pub(super) fn unpack(room: &[u8], come: &mut [u8]) -> usize {
    let Some((ahead, rest)) = room.split_first_chunk::<AHEAD>() else { return 0 };
    let came = u32::from_le_bytes(*ahead) as usize;
    come[..came].copy_from_slice(&rest[..came]);
    came
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_few_and_near() {
        let found = [0, 1, 12, 13, 28, 124, 125, 156, 157, 252, 253].map(size);
        assert_eq!(found, [0, 16, 16, 32, 32, 128, 160, 160, 192, 256, 320]);
        let up_to = |most: usize| (1..=most).map(size).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(up_to(1 << 20).len(), 8 + 4 * 13 + 1);
        for bytes in 1..1 << 16 {
            let (least, size, next) = (bytes + AHEAD, size(bytes), size(bytes + 1));
            assert!(least <= size && size <= next, "{bytes}: {size}, {next}");
            assert!(size < least + STEP || 4 * size <= 5 * least, "{bytes}: {size}");
        }
    }

    #[test]
    fn the_largest_size_is_that_of_mpi() {
        let last = MOST - AHEAD;
        assert_eq!([last, last - 1, 7 << 28].map(size), [MOST; 3]);
        assert_eq!(size((7 << 28) - AHEAD), 7 << 28);
        assert!(std::panic::catch_unwind(|| size(last + 1)).is_err());
    }

    /// Whatever was in a room before, a parcel comes as it was sent; so does one that has no bytes.
    #[test]
    fn parcels_come_as_they_were_sent() {
        let (mut room, mut come) = (vec![0xff; size(300)], vec![0; 300]);
        for bytes in [300, 0, 1, 12, 13, 299, 0, 252, 253] {
            let out: Vec<u8> = (0..bytes).map(|at| (at * 7 + bytes) as u8).collect();
            let mut sent = vec![0xee; size(bytes)];
            pack(&out, &mut sent);
            clear(&mut room);
            room[..sent.len()].copy_from_slice(&sent);
            assert_eq!((unpack(&room, &mut come), &come[..bytes]), (bytes, &out[..]));
        }
        assert_eq!(unpack(&[], &mut come), 0);
    }
}
