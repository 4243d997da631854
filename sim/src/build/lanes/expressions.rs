//! Expressions of C++ that Verilator wrote, written anew for the tile in one lane.
//!
//! `vlSelf->a` becomes `vlSelf->a[lane]`. A choice `(c ? a : b)` becomes a call that computes both values. An
//! element of a short array at a computed index becomes a chain of such calls. Compilers make vector
//! instructions of these calls, and no branches. A choice stays as it is if a value must not be computed
//! where it is not chosen.

use super::members::{Type, Types};
use super::tokens::{closing, literal, outside, Token};
use std::collections::BTreeSet;

/// The longest array of which all elements are computed to choose one.
pub const SHORT: usize = 4;

/// An expression for one lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    pub text: String,
    /// Whether it can be computed for any values: it has no index and no shift that could be too large.
    pub is_safe: bool,
}

/// The names that a function knows.
#[derive(Clone, Copy)]
pub struct Names<'n> {
    /// The members of the class.
    pub members: &'n Types,
    /// Those that vectors share.
    pub passing: &'n BTreeSet<String>,
    /// The function's variables.
    pub variables: &'n Types,
}

/// A member, a variable or an element of either.
pub struct Element<'n> {
    /// The name as it is written: `vlSelf->a` or `a`.
    pub name: String,
    known: &'n Type,
    /// The indices of an array.
    indices: Vec<Index>,
}

/// An index of an array.
enum Index {
    Fixed(usize),
    Computed(Expression),
}

impl<'n> Names<'n> {
    /// The element with which the tokens begin, and what is behind it. `None`: they begin with another name,
    /// or with a whole array.
    pub fn element<'t>(self, all: &'t [Token<'t>]) -> Option<(Element<'n>, &'t [Token<'t>])> {
        let (name, known, mut rest) = match all {
            ["vlSelf", "->", name, rest @ ..] => (self.member(name), self.members.get(*name)?, rest),
            [name, rest @ ..] => (name.to_string(), self.variables.get(*name)?, rest),
            [] => return None,
        };
        let mut indices = Vec::new();
        for _ in &known.sizes {
            let end = closing(rest).filter(|_| rest[0] == "[")?;
            indices.push(self.index(&rest[1..end])?);
            rest = &rest[end + 1..];
        }
        Some((Element { name, known, indices }, rest))
    }

    fn member(self, name: &str) -> String {
        format!("{}->{name}", if self.passing.contains(name) { "passing" } else { "vlSelf" })
    }

    fn index(self, inside: &[Token]) -> Option<Index> {
        match literal(inside) {
            Some(number) => Some(Index::Fixed(number)),
            None => self.expression(inside).map(Index::Computed),
        }
    }

    /// The expression for one lane. `None`: it has something that is not understood.
    pub fn expression(self, all: &[Token]) -> Option<Expression> {
        let (mut pieces, mut is_safe, mut rest) = (Vec::new(), true, all);
        while !rest.is_empty() {
            let (piece, behind) = self.piece(rest)?;
            is_safe &= piece.is_safe;
            pieces.push(piece.text);
            rest = behind;
        }
        Some(Expression { text: pieces.join(" "), is_safe })
    }

    /// The first name, sign or bracket of an expression, and what is behind it.
    fn piece<'t>(self, all: &'t [Token<'t>]) -> Option<(Expression, &'t [Token<'t>])> {
        match all {
            ["(" | "[", ..] => {
                let end = closing(all)?;
                Some((self.bracket(&all[..=end])?, &all[end + 1..]))
            }
            ["vlSelf", ..] => self.read(all),
            [name, ..] if self.variables.contains_key(*name) => self.read(all),
            ["?" | ":" | "=" | "{" | "}" | "vlSymsp", ..] => None,
            [sign @ ("<<" | ">>"), amount, ..] => {
                let is_safe = amount.starts_with(|c: char| c.is_ascii_digit());
                Some((Expression { text: sign.to_string(), is_safe }, &all[1..]))
            }
            [word, behind @ ..] => {
                let is_safe = !word.starts_with("VL_") && behind.first() != Some(&"[");
                Some((Expression { text: word.to_string(), is_safe }, behind))
            }
            [] => None,
        }
    }

    fn read<'t>(self, all: &'t [Token<'t>]) -> Option<(Expression, &'t [Token<'t>])> {
        self.element(all).map(|(element, behind)| (element.read(), behind))
    }

    /// A bracket with its contents; a choice if it has one.
    fn bracket(self, all: &[Token]) -> Option<Expression> {
        let (open, inside, close) = (all[0], &all[1..all.len() - 1], all[all.len() - 1]);
        match outside(inside, "?") {
            Some(at) => self.choice(&inside[..at], &inside[at + 1..]),
            None => {
                let inside = self.expression(inside)?;
                Some(Expression { text: format!("{open}{}{close}", inside.text), ..inside })
            }
        }
    }

    fn choice(self, condition: &[Token], values: &[Token]) -> Option<Expression> {
        let middle = outside(values, ":")?;
        let condition = self.expression(condition)?;
        let [one, other] = [&values[..middle], &values[middle + 1..]].map(|value| self.expression(value));
        Some(condition.choose(&one?, &other?))
    }
}

impl Expression {
    /// An expression that can be computed for any values.
    pub fn safe(text: String) -> Self {
        Expression { text, is_safe: true }
    }

    /// The first expression where this one is not 0, and the other one elsewhere.
    pub fn choose(&self, one: &Expression, other: &Expression) -> Self {
        let (condition, one_text, other_text) = (&self.text, &one.text, &other.text);
        let text = match one.is_safe && other.is_safe {
            true => format!("tg_choose({condition}, {one_text}, {other_text})"),
            false => format!("({condition} ? {one_text} : {other_text})"),
        };
        Expression { text, is_safe: self.is_safe && one.is_safe && other.is_safe }
    }

    /// Whether it reads the array of an element.
    pub fn names(&self, element: &Element) -> bool {
        self.text.contains(&format!("{}[", element.name))
    }
}

impl Element<'_> {
    /// Its value.
    fn read(&self) -> Expression {
        let Some(cases) = self.cases() else {
            return Expression { text: self.place(), is_safe: self.is_fixed() };
        };
        let mut cases = cases.into_iter();
        let first = Expression::safe(cases.next().map_or(String::new(), |(_, place)| place));
        cases.fold(first, |rest, (found, place)| found.choose(&Expression::safe(place), &rest))
    }

    /// Its type: `CData`, `SData`, `IData` or `QData`.
    pub fn scalar(&self) -> &str {
        &self.known.scalar
    }

    /// Whether none of its indices is computed.
    pub fn is_fixed(&self) -> bool {
        self.indices.iter().all(|index| matches!(index, Index::Fixed(_)))
    }

    /// Whether an index reads the same array.
    pub fn is_own_index(&self) -> bool {
        let reads = |index: &Expression| index.names(self);
        self.indices.iter().any(|index| matches!(index, Index::Computed(index) if reads(index)))
    }

    /// If one index is computed and its array is short: whether the index is that of an element, and the
    /// element, for each.
    pub fn cases(&self) -> Option<Vec<(Expression, String)>> {
        let computed: Vec<_> = self.indices.iter().zip(&self.known.sizes).enumerate().collect();
        let mut computed = computed.into_iter().filter_map(|(at, (index, size))| match index {
            Index::Computed(index) => Some((at, index, *size)),
            Index::Fixed(_) => None,
        });
        let short = |size| size <= SHORT && self.known.rom.is_none();
        let (at, index, size) = computed.next().filter(|(_, _, size)| short(*size))?;
        if computed.next().is_some() {
            return None;
        }
        let case = |number: usize| {
            let found = Expression { text: format!("({} == {number}U)", index.text), ..*index };
            (found, self.place_with(at, &number.to_string()))
        };
        Some((0..size).map(case).collect())
    }

    /// The element in one lane, whatever its indices are.
    pub fn place(&self) -> String {
        self.place_with(usize::MAX, "")
    }

    /// The element in one lane with another index in one of the dimensions.
    fn place_with(&self, other: usize, number: &str) -> String {
        let index = |(at, index): (usize, &Index)| match index {
            _ if at == other => format!("[{number}]"),
            Index::Fixed(number) => format!("[{number}]"),
            Index::Computed(index) => format!("[{}]", index.text),
        };
        let indices: String = self.indices.iter().enumerate().map(index).collect();
        match self.known.rom {
            Some(_) => format!("{}[lane]{indices}", self.name),
            None => format!("{}{indices}[lane]", self.name),
        }
    }
}
