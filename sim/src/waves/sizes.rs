//! Checks all sizes that an FST states, against each other and against the file, before the reader allocates
//! memory for them.
//!
//! Our files consist of a header, sections of changes, the widths of variables, the hierarchy, and a comment.
//! Widths and first values are not compressed, and variables do not share their changes, so the unpacked
//! contents are at most [`LZ4`] times as large as the file. The layout is that of GTKWave's `fstapi.c`.
//! Nothing is unpacked here.

use super::WavesError;
use std::io::{ErrorKind, Read, Seek, SeekFrom};

/// The beginning of the comment with the configuration.
pub(super) const OURS: &str = "torusgen ";

/// The types of blocks.
const HEADER: u8 = 0;
const WIDTHS: u8 = 3;
const HIERARCHY: u8 = 6;
const CHANGES: u8 = 8;
const SKIPPED: u8 = 255;

/// The bytes of a block's length, which includes itself.
const LENGTH_BYTES: u64 = 8;
/// The bytes of a header, without its length.
const HEADER_BYTES: u64 = 321;
/// The largest section: ours are written at 32 MiB, and contain at most one cycle more.
const LARGEST: u64 = 1 << 30;
/// The most bytes for which a byte of LZ4 stands, and a byte of deflate.
const LZ4: u64 = 255;
const DEFLATE: u64 = 1032;
/// The mark for LZ4 before the changes.
const PACKED_BY_LZ4: u8 = b'4';
/// The widest variable.
const WIDEST: u64 = 64;

/// A block, without its type and length.
struct Block {
    kind: u8,
    at: u64,
    length: u64,
}

/// Checks a file of ours and returns its comment. The file is then at its beginning again.
///
/// Errors: cut off; not ours; damaged.
pub fn check(file: &mut (impl Read + Seek)) -> Result<String, WavesError> {
    let blocks = blocks(file)?;
    let comment = blocks.last().filter(|last| last.kind == SKIPPED).map(|last| content(file, last));
    let comment = comment.transpose()?.and_then(|text| String::from_utf8(text).ok());
    let comment = comment.filter(|text| text.starts_with(OURS));
    let comment = comment.ok_or_else(|| failed("it has no comment of torusgen"))?;
    let [header, widths, hierarchy] = [HEADER, WIDTHS, HIERARCHY].map(|kind| the(&blocks, kind));
    let header = times(&content(file, header?)?)?;
    let widths = widths_of(&content(file, widths?)?).ok_or_else(|| wrong("widths of variables"))?;
    unpacked(&content(file, hierarchy?)?).ok_or_else(|| wrong("the size of its hierarchy"))?;
    let mut end = header[0];
    for block in blocks.iter().filter(|block| block.kind == CHANGES) {
        let bytes = content(file, block)?;
        changes(&bytes, &widths).ok_or_else(|| wrong("the sizes of a section of changes"))?;
        end = times(&bytes)?[1];
    }
    if end != header[1] {
        return Err(wrong("the time of its end"));
    }
    file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
    Ok(comment)
}

fn wrong(what: &str) -> WavesError {
    WavesError::Damaged { reason: format!("{what} cannot be") }
}

fn unreadable(error: std::io::Error) -> WavesError {
    match error.kind() {
        ErrorKind::UnexpectedEof => failed("it is cut off or damaged: it ends within a block"),
        _ => failed(&error.to_string()),
    }
}

/// All blocks. Errors: they do not end with the file; a block of an unknown type.
fn blocks(file: &mut (impl Read + Seek)) -> Result<Vec<Block>, WavesError> {
    let end = file.seek(SeekFrom::End(0)).map_err(unreadable)?;
    let (mut at, mut found) = (0, Vec::new());
    while at < end {
        file.seek(SeekFrom::Start(at)).map_err(unreadable)?;
        let mut head = [0; 1 + LENGTH_BYTES as usize];
        file.read_exact(&mut head).map_err(unreadable)?;
        let length = Bytes(&head[1..]).number().unwrap_or(0);
        let next = at.checked_add(1).and_then(|at| at.checked_add(length));
        if length < LENGTH_BYTES || next.is_none_or(|next| next > end) {
            return Err(failed("it is cut off or damaged: it ends within a block"));
        }
        let (kind, length) = (head[0], length - LENGTH_BYTES);
        if ![HEADER, WIDTHS, HIERARCHY, CHANGES, SKIPPED].contains(&kind) || length > LARGEST {
            return Err(wrong(&format!("a block of type {kind} and {length} bytes")));
        }
        found.push(Block { kind, at: at + 1 + LENGTH_BYTES, length });
        at = at + 1 + LENGTH_BYTES + length;
    }
    Ok(found)
}

/// The only block of a type.
fn the(blocks: &[Block], kind: u8) -> Result<&Block, WavesError> {
    let mut found = blocks.iter().filter(|block| block.kind == kind);
    match (found.next(), found.next()) {
        (Some(block), None) if kind != HEADER || block.length == HEADER_BYTES => Ok(block),
        _ => Err(wrong(&format!("its blocks of type {kind}"))),
    }
}

fn content(file: &mut (impl Read + Seek), block: &Block) -> Result<Vec<u8>, WavesError> {
    let mut bytes = vec![0; block.length as usize];
    file.seek(SeekFrom::Start(block.at)).map_err(unreadable)?;
    file.read_exact(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

/// The first and last time, which are at the beginning of headers and sections.
fn times(block: &[u8]) -> Result<[u64; 2], WavesError> {
    let mut bytes = Bytes(block);
    let times = bytes.number().zip(bytes.number());
    let times = times.filter(|(first, last)| first <= last);
    times.map(|(first, last)| [first, last]).ok_or_else(|| wrong("the times of a block"))
}

/// The width of each variable.
fn widths_of(block: &[u8]) -> Option<Vec<u64>> {
    let mut bytes = Bytes(block);
    let (length, count) = (bytes.number()?, bytes.number()?);
    let mut widths = Vec::new();
    while !bytes.0.is_empty() {
        widths.push(bytes.varint().filter(|width| (1..=WIDEST).contains(width))?);
    }
    (length == block.len() as u64 - 16 && count == widths.len() as u64).then_some(widths)
}

/// Checks a size against the packed bytes that follow.
fn unpacked(hierarchy: &[u8]) -> Option<()> {
    let mut bytes = Bytes(hierarchy);
    let size = bytes.number()?;
    fits(size, bytes.0.len(), LZ4)
}

/// Whether `packed` bytes can unpack to this size.
fn fits(size: u64, packed: usize, times: u64) -> Option<()> {
    (size <= times * packed as u64).then_some(())
}

/// Checks a section: times, size of memory, first values, changes by variable, their places, times.
fn changes(block: &[u8], widths: &[u64]) -> Option<()> {
    let mut bytes = Bytes(block);
    let variables = widths.len() as u64;
    bytes.take(24)?;
    let (size, packed, count) = (bytes.varint()?, bytes.varint()?, bytes.varint()?);
    (size == widths.iter().sum::<u64>() && packed == size && count == variables).then_some(())?;
    bytes.take(size as usize)?;
    (bytes.varint()? == variables).then_some(())?;
    let mut end = Bytes(bytes.last(24)?);
    let (size, packed, count) = (end.number()?, end.number()?, end.number()?);
    fits(size, bytes.last(packed)?.len(), DEFLATE)?;
    (count <= size).then_some(())?;
    let chain = Bytes(bytes.last(8)?).number()?;
    let places = places(bytes.last(chain)?, variables)?;
    packs(bytes.0, &places)
}

/// For variables with changes, where these begin, counted from the mark of the packing.
fn places(chain: &[u8], variables: u64) -> Option<Vec<u64>> {
    let (mut bytes, mut places, mut known) = (Bytes(chain), Vec::new(), 0u64);
    while let Some(first) = bytes.0.first() {
        let number = if first & 1 == 1 { bytes.signed()? } else { bytes.varint()? as i64 };
        match (first & 1 == 1, u64::try_from(number >> 1).ok().filter(|&number| number > 0)?) {
            (true, step) => {
                places.push(places.last().unwrap_or(&0u64).checked_add(step)?);
                known += 1;
            }
            (false, silent) => known = known.checked_add(silent)?,
        }
    }
    (known == variables).then_some(places)
}

/// Checks that the changes of every variable can unpack to the stated size.
fn packs(changes: &[u8], places: &[u64]) -> Option<()> {
    (changes.first() == Some(&PACKED_BY_LZ4)).then_some(())?;
    let ends = places.iter().skip(1).copied().chain([changes.len() as u64]);
    for (&begin, end) in places.iter().zip(ends) {
        let mut bytes = Bytes(changes.get(begin as usize..end as usize)?);
        let size = bytes.varint()?;
        fits(size, bytes.0.len(), LZ4)?;
    }
    Some(())
}

/// The bytes that are still to be read. Reading after their end gives `None`.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// Takes bytes from the end.
    fn last(&mut self, count: u64) -> Option<&'a [u8]> {
        let at = self.0.len().checked_sub(usize::try_from(count).ok()?)?;
        let (rest, taken) = self.0.split_at(at);
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        Some(u64::from_be_bytes(self.take(8)?.try_into().ok()?))
    }

    /// A number with seven bits per byte, the lowest first.
    fn varint(&mut self) -> Option<u64> {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = *self.take(1)?.first()?;
            value |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return Some(value);
            }
            (shift <= 56).then_some(())?;
        }
    }

    /// The same with a sign, which is the highest bit.
    fn signed(&mut self) -> Option<i64> {
        let before = self.0.len();
        let value = self.varint()?;
        let unused = 64 - 7 * (before - self.0.len()) as u32;
        Some((value << unused) as i64 >> unused)
    }
}

/// The error of a file without the form of an FST.
fn failed(reason: &str) -> WavesError {
    WavesError::Fst { reason: reason.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_seven_bits_a_byte() {
        assert_eq!(Bytes(&[0x13]).varint(), Some(19));
        assert_eq!(Bytes(&[0x93, 0x01]).varint(), Some(147));
        assert_eq!(Bytes(&[0x13]).signed(), Some(19));
        assert_eq!(Bytes(&[0x7b]).signed(), Some(-5));
        assert_eq!(Bytes(&[0x93, 0x7f]).signed(), Some(-109));
        for cut in [&[][..], &[0x80], &[0xff; 11]] {
            assert_eq!((Bytes(cut).varint(), Bytes(cut).signed()), (None, None));
        }
    }

    /// Two variables without changes, one with changes after 3 bytes, one after 2 more.
    #[test]
    fn places_are_sums() {
        assert_eq!(places(&[4, 7, 5], 4), Some(vec![3, 5]));
        assert_eq!(places(&[4, 7, 5], 3), None);
        for odd in [&[1][..], &[0], &[0x7f], &[0x80]] {
            assert_eq!(places(odd, 1), None, "{odd:?}");
        }
    }
}
