//! Changes of a file: bits, numbers and words, and pieces that are left out, repeated or taken from another
//! file.

use proptest::{prelude::*, sample::Index};

/// The most bytes of a case. No reader has a lower limit, and larger files only take longer.
const MOST: usize = 1 << 18;

/// The texts that replace a number.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "-1",
    "63",
    "64",
    "65",
    "255",
    "256",
    "65535",
    "65536",
    "16777216",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "0.5",
    "1e9",
    "1e400",
    "-0",
    "007",
    "99999999999999999999999999999999999999999",
];

/// The texts that replace a word.
const WORDS: &[&str] = &[
    "",
    " ",
    "\n",
    "\t",
    "\0",
    "\u{feff}",
    "\u{1f600}",
    "null",
    "true",
    "[]",
    "{}",
    "[[",
    "]}",
    "\"",
    "\\",
    ",",
    ":",
    "=",
    "-",
    "#",
    "x",
    "z",
    "b",
    "aab",
    "4x4",
    "2x3x5",
    "1x1",
    "99999x99999",
    "full",
    "linear",
    "linear:coeff=1,1:c=1",
    "multilinear:t=2",
    "file:nodes",
    "odr",
    "udr",
    "all",
    "one",
    "exchange",
    "$end",
    "$scope",
    "$dumpvars",
    "b101",
    "1'b1",
    "32'hffffffff",
    "rows",
    "localparam",
    "endmodule",
    "dims",
    "length",
];

/// A change.
#[derive(Clone, Debug)]
pub enum Mutation {
    /// These bits of a byte are inverted.
    Invert(Index, u8),
    /// The number at or after a place is replaced.
    Number(Index, usize),
    /// The word at or after a place is replaced.
    Word(Index, usize),
    /// The bytes between two places are removed.
    Cut(Index, Index),
    /// The bytes between two places are repeated this number of times.
    Repeat(Index, Index, u8),
    /// The bytes between two places of another file are inserted.
    Splice(Index, Index, Index),
    /// The file ends here.
    End(Index),
}

impl Mutation {
    /// Any change.
    pub fn any() -> impl Strategy<Value = Mutation> {
        let place = any::<Index>;
        prop_oneof![
            2 => (place(), 1u8..).prop_map(|(at, bits)| Mutation::Invert(at, bits)),
            4 => (place(), 0..NUMBERS.len()).prop_map(|(at, number)| Mutation::Number(at, number)),
            3 => (place(), 0..WORDS.len()).prop_map(|(at, word)| Mutation::Word(at, word)),
            2 => (place(), place()).prop_map(|(from, to)| Mutation::Cut(from, to)),
            1 => (place(), place(), 1u8..).prop_map(|(from, to, more)| Mutation::Repeat(from, to, more)),
            2 => (place(), place(), place()).prop_map(|(at, from, to)| Mutation::Splice(at, from, to)),
            1 => place().prop_map(Mutation::End),
        ]
    }

    /// Changes a file. Pieces are taken from `other`.
    pub fn apply(&self, bytes: &mut Vec<u8>, other: &[u8]) {
        let at = |place: &Index| place.index(bytes.len() + 1);
        match self {
            Mutation::Invert(place, bits) => {
                let at = at(place);
                bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= bits);
            }
            Mutation::Number(place, number) => {
                replace(bytes, at(place), u8::is_ascii_digit, NUMBERS[*number])
            }
            Mutation::Word(place, word) => replace(bytes, at(place), is_of_word, WORDS[*word]),
            Mutation::Cut(a, b) => _ = bytes.drain(between(at(a), at(b))),
            Mutation::Repeat(a, b, more) => {
                let range = between(at(a), at(b));
                let times = (MOST / range.len().max(1)).min(*more as usize);
                let piece = bytes[range.clone()].repeat(times);
                bytes.splice(range.end..range.end, piece);
            }
            Mutation::Splice(place, a, b) => {
                let of_other = |place: &Index| place.index(other.len() + 1);
                let at = at(place);
                bytes.splice(at..at, other[between(of_other(a), of_other(b))].iter().copied());
            }
            Mutation::End(place) => bytes.truncate(at(place)),
        }
        bytes.truncate(MOST);
    }
}

fn between(a: usize, b: usize) -> std::ops::Range<usize> {
    a.min(b)..a.max(b)
}

fn is_of_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-+.:$'".contains(byte)
}

/// Replaces the first run of such bytes at or after a place, if there is one.
fn replace(bytes: &mut Vec<u8>, at: usize, is_of_it: fn(&u8) -> bool, by: &str) {
    if let Some(from) = bytes[at..].iter().position(is_of_it).map(|found| at + found) {
        let length = bytes[from..].iter().take_while(|byte| is_of_it(byte)).count();
        bytes.splice(from..from + length, by.bytes());
    }
}

#[test]
fn numbers_and_words_are_replaced_whole() {
    let changed = |at: usize, is_of_it: fn(&u8) -> bool| {
        let mut bytes = b"length: 123, dims 4x4".to_vec();
        replace(&mut bytes, at, is_of_it, "?");
        String::from_utf8(bytes).unwrap()
    };
    assert_eq!(changed(0, u8::is_ascii_digit), "length: ?, dims 4x4");
    assert_eq!(changed(9, u8::is_ascii_digit), "length: 1?, dims 4x4");
    assert_eq!(changed(12, is_of_word), "length: 123, ? 4x4");
    assert_eq!(changed(21, is_of_word), "length: 123, dims 4x4");
}
