//! Selections of links by their properties: `node=1,0..3,*; dim=2+; busiest=16`.
//!
//! `node` refers to the node that a link leaves. `busiest` chooses among the links that meet all other terms,
//! by their exact loads; among equal ones, those with the lowest ids.

use crate::PartError;
use std::cmp::Reverse;
use std::str::FromStr;
use torus_model::{LinkId, Sign, Torus};

#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    /// The first and the last value of each coordinate; `None`: any value.
    Node(Vec<Option<(u32, u32)>>),
    /// The dimension, from 1, and the sign.
    Dim(usize, Option<Sign>),
    Busiest(usize),
}

/// A selection of links, for any torus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    text: String,
    /// The terms, each with its text.
    terms: Vec<(Term, String)>,
}

impl FromStr for Selection {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Self, PartError> {
        let text: String = text.split_whitespace().collect();
        let parsed = |part: &str| {
            let bad = || PartError::Term { text: part.to_string() };
            Ok((term(part).ok_or_else(bad)?, part.to_string()))
        };
        let terms = text.split(';').map(parsed).collect::<Result<_, _>>()?;
        Ok(Selection { text, terms })
    }
}

fn term(text: &str) -> Option<Term> {
    let (key, value) = text.split_once('=')?;
    match key {
        "node" => value.split(',').map(coordinate).collect::<Option<_>>().map(Term::Node),
        "dim" => {
            let (number, sign) = match value.strip_suffix('+') {
                Some(number) => (number, Some(Sign::Plus)),
                None => value.strip_suffix('-').map_or((value, None), |number| (number, Some(Sign::Minus))),
            };
            Some(Term::Dim(number.parse().ok().filter(|&dim| dim > 0)?, sign))
        }
        "busiest" => value.parse().ok().filter(|&n| n > 0).map(Term::Busiest),
        _ => None,
    }
}

fn coordinate(text: &str) -> Option<Option<(u32, u32)>> {
    if text == "*" {
        return Some(None);
    }
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    (first <= last).then_some(Some((first, last)))
}

impl Selection {
    /// The text of the selection, without spaces.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// For each link id, whether it is selected. Errors: a term that the torus cannot meet; no link at all.
    pub fn choose(&self, torus: &Torus, loads: &[u64]) -> Result<Vec<bool>, PartError> {
        self.terms.iter().try_for_each(|(term, text)| check(term, text, torus))?;
        let meets = |link: &LinkId| self.terms.iter().all(|(term, _)| meets(term, torus, *link));
        let mut links: Vec<_> = torus.links().filter(meets).collect();
        for (term, _) in &self.terms {
            if let Term::Busiest(n) = term {
                links.sort_by_key(|link| (Reverse(loads[link.index()]), link.index()));
                links.truncate(*n);
            }
        }
        if links.is_empty() {
            return Err(PartError::Nothing { text: self.text.clone() });
        }
        let mut chosen = vec![false; torus.link_slots()];
        links.iter().for_each(|link| chosen[link.index()] = true);
        Ok(chosen)
    }
}

fn check(term: &Term, text: &str, torus: &Torus) -> Result<(), PartError> {
    let dims = torus.dims();
    let fits = match term {
        Term::Node(box_) => {
            let inside = |(range, &n): (&Option<(u32, u32)>, &u32)| range.is_none_or(|(_, last)| last < n);
            box_.len() == dims.len() && box_.iter().zip(dims).all(inside)
        }
        Term::Dim(dim, _) => *dim <= dims.len(),
        Term::Busiest(_) => true,
    };
    let each: Vec<_> = dims.iter().map(|n| format!("0..{}", n - 1)).collect();
    let allowed = match term {
        Term::Node(_) => format!("nodes {}", each.join(",")),
        _ => format!("dimensions 1 to {}", dims.len()),
    };
    if fits {
        return Ok(());
    }
    Err(PartError::Absent { text: text.to_string(), allowed })
}

fn meets(term: &Term, torus: &Torus, link: LinkId) -> bool {
    let (node, port) = torus.tail(link);
    match term {
        Term::Node(box_) => {
            let inside =
                |(range, x): (&Option<(u32, u32)>, u32)| range.is_none_or(|(a, b)| (a..=b).contains(&x));
            box_.iter().zip(torus.coordinates(node)).all(inside)
        }
        Term::Dim(dim, sign) => port.dim() + 1 == *dim && sign.is_none_or(|sign| sign == port.sign()),
        Term::Busiest(_) => true,
    }
}
