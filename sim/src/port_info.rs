//! The ports of an emitted top in the manifest: width, bit layout, and when their values are valid.

use serde::{Deserialize, Serialize};

/// A port of a top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortInfo {
    /// The name in the Verilog text.
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
    /// The fields of an element, the lowest first; empty if an element is a single value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Field>,
    /// The clock that it belongs to, if the top has two and it is not `clk_i`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// When the value is valid; `None` for clock, reset and values that may change at any time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle: Option<Cycle>,
}

/// The elements of a port: sorted by nodes or processors in the order of node ids, then by `ports`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elements {
    /// Number of elements.
    pub count: usize,
    /// Bits of an element.
    pub width: usize,
    /// `node` or `processor`: by what the elements are sorted first. `source`: there is a single element, for
    /// the source of a broadcast.
    pub of: String,
    /// Port numbers, in the order of their elements; empty if a node or processor has one element.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ports: Vec<usize>,
}

/// A field of an element, of a header or of a payload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// `high:low`, counted from the lowest bit of the element.
    pub bits: String,
    /// The meaning, in a sentence.
    pub meaning: String,
}

/// When the value of a port is valid, in cycles after the value of another port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cycle {
    /// The port from which cycles are counted; 0 cycles is the same cycle.
    pub after: String,
    /// The number of cycles; with `per_slot`, the number for slot 0.
    pub cycles: u32,
    /// Whether the value of slot s is valid s cycles later.
    #[serde(default, skip_serializing_if = "is_false")]
    pub per_slot: bool,
    /// Whether the cycle is the earliest one, so that the value may be valid later.
    #[serde(default, skip_serializing_if = "is_false")]
    pub at_least: bool,
    /// The first cycle of an exchange in which some bit is 1, counted from `start_i`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u32>,
    /// The last such cycle; `None` for a value that stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<u32>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // what serde asks for
pub(crate) fn is_false(value: &bool) -> bool {
    !value
}

impl Field {
    /// Fields stacked from the lowest bit on; fields without bits are left out. Each is given by name, bits
    /// and meaning.
    pub fn stack(all: impl IntoIterator<Item = (String, usize, String)>) -> Vec<Field> {
        let mut low = 0;
        let mut field = |(name, width, meaning): (String, usize, String)| {
            low += width;
            (width > 0).then(|| Field { name, bits: format!("{}:{}", low - 1, low - width), meaning })
        };
        all.into_iter().filter_map(&mut field).collect()
    }

    /// The highest and the lowest bit; `None` if the text does not have this form.
    pub fn range(&self) -> Option<(usize, usize)> {
        let (high, low) = self.bits.split_once(':')?;
        Some((high.parse().ok()?, low.parse().ok()?))
    }
}
