//! The ports of an emitted top as the manifest describes them: width, bit layout, and when their values
//! stand.

use serde::{Deserialize, Serialize};

/// A port of a top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortInfo {
    /// Name in the Verilog text.
    pub name: String,
    /// `input` or `output`.
    pub direction: String,
    /// Bits.
    pub width: usize,
    /// The meaning, in a sentence.
    pub meaning: String,
    /// The equal elements that the port consists of, the first one in the lowest bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<Elements>,
    /// The fields of an element, lowest first; none where an element is one value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Field>,
    /// The clock that it belongs to, where a top has two and it is not `clk_i`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// When the value stands; not there for clock, reset and what may change at any time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle: Option<Cycle>,
}

/// The elements of a port: for each node or processor in increasing node id, and within it for each of
/// `ports`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elements {
    /// Number of elements.
    pub count: usize,
    /// Bits of an element.
    pub width: usize,
    /// `node` or `processor`: what the elements are sorted by first; `source`: there is one, that of a
    /// broadcast's source.
    pub of: String,
    /// Port numbers, in the order of their elements; none where a node or processor has one element.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ports: Vec<usize>,
}

/// A field of an element, of a header or of a payload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// `high:low`, counted from the element's lowest bit.
    pub bits: String,
    /// The meaning, in a sentence.
    pub meaning: String,
}

/// When the value of a port stands, in cycles after the value of another port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cycle {
    /// The port that cycles are counted from; 0 cycles: the same cycle.
    pub after: String,
    /// The number of cycles; with `per_slot` that of slot 0.
    pub cycles: u32,
    /// What belongs to slot s stands s cycles later.
    #[serde(default, skip_serializing_if = "is_false")]
    pub per_slot: bool,
    /// Whether the cycle is the earliest one: the port may be valid later.
    #[serde(default, skip_serializing_if = "is_false")]
    pub at_least: bool,
    /// The first cycle of one exchange in which some bit is 1, counted from `start_i`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u32>,
    /// The last such cycle; not there for what stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<u32>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // what serde asks for
pub(crate) fn is_false(value: &bool) -> bool {
    !value
}

impl Field {
    /// Fields one above the other, lowest first; those without bits are left out. Each: name, bits, meaning.
    pub fn stack(all: impl IntoIterator<Item = (String, usize, String)>) -> Vec<Field> {
        let mut low = 0;
        let mut field = |(name, width, meaning): (String, usize, String)| {
            low += width;
            (width > 0).then(|| Field { name, bits: format!("{}:{}", low - 1, low - width), meaning })
        };
        all.into_iter().filter_map(&mut field).collect()
    }

    /// Highest and lowest bit. Error: a text that does not say them.
    pub fn range(&self) -> Option<(usize, usize)> {
        let (high, low) = self.bits.split_once(':')?;
        Some((high.parse().ok()?, low.parse().ok()?))
    }
}
