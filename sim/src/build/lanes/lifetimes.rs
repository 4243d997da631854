//! Members that keep nothing from one clock edge to the next: an edge assigns them before it reads them.
//!
//! Vectors that are computed one after the other share these members, which then stay in the first-level
//! cache. Only what is kept has to come from memory.

use super::members::Members;
use super::statements::{Body, Statement};
use super::tokens::{closing, literal, Token};
use std::collections::BTreeSet;

/// Whether a port is one of a link. The shim sets all inputs among them before each edge, and reads the
/// outputs right behind it (shim/placed.h). It may read other ports later.
fn is_of_link(port: &str) -> bool {
    port.starts_with("rx_") || port.starts_with("tx_")
}

/// The members that keep nothing, for the functions of an edge in the order of their calls.
pub fn passing(members: &Members, edge: &[Body]) -> BTreeSet<String> {
    let (of_links, others): (Vec<_>, Vec<_>) =
        members.ports.iter().cloned().partition(|port| is_of_link(port));
    let inputs = of_links.into_iter().filter(|port| port.ends_with("_i"));
    let mut flow = Flow { assigned: inputs.collect(), kept: others.into_iter().collect() };
    edge.iter().for_each(|body| flow.statements(&body.statements));
    let names = flow.assigned.iter().map(|place| place.split('[').next().unwrap_or_default().to_string());
    names.filter(|name| !flow.kept.contains(name)).collect()
}

/// What is known at one place of the code.
#[derive(Clone)]
struct Flow {
    /// Members, and elements such as `a[1U]`, that have been assigned since the edge began.
    assigned: BTreeSet<String>,
    /// Members that were read before, in whole or in part.
    kept: BTreeSet<String>,
}

impl Flow {
    fn statements(&mut self, all: &[Statement]) {
        all.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Assign { to, value } => {
                self.read(value);
                let (name, rest) = to.split_at(to.iter().position(|token| *token == "[").unwrap_or(to.len()));
                self.read(rest);
                let ["vlSelf", "->", name] = name else { return };
                match fixed(rest) {
                    Some(indices) => self.assigned.insert(format!("{name}{indices}")),
                    None => self.kept.insert(name.to_string()),
                };
            }
            Statement::If { condition, then, otherwise } => {
                self.read(condition);
                let mut other = self.clone();
                self.statements(then);
                other.statements(otherwise);
                self.assigned.retain(|place| other.assigned.contains(place));
                self.kept.append(&mut other.kept);
            }
        }
    }

    /// Notes what an expression reads.
    fn read(&mut self, all: &[Token]) {
        for (at, window) in all.windows(3).enumerate() {
            let ["vlSelf", "->", name] = window else { continue };
            let place = fixed(&all[at + 3..]).map(|indices| format!("{name}{indices}"));
            if !place.is_some_and(|place| self.assigned.contains(&place)) {
                self.kept.insert(name.to_string());
            }
        }
    }
}

/// The indices at the beginning, such as `[1U][0U]`. `None`: one of them is computed.
fn fixed(mut all: &[Token]) -> Option<String> {
    let mut indices = String::new();
    while let ["[", ..] = all {
        let end = closing(all)?;
        indices += &format!("[{}]", literal(&all[1..end])?);
        all = &all[end + 1..];
    }
    Some(indices)
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    /// The members that keep nothing in an edge of one function, joined by blanks.
    fn found(body: &str) -> String {
        let header = "VL_IN8(rst_ni,0,0);\nVL_IN8(rx_valid_0_i,0,0);\nVL_OUT8(tx_valid_0_o,0,0);\n\
                      VL_OUT8(done_o,0,0);\nCData a;\nCData b;\nVlWide<2> w;\n";
        let text = format!("void f() {{ VL_DEBUG_IF(x); {body} }}");
        let all = tokens(&text);
        let body = Body::of(&all).unwrap();
        passing(&Members::of(header).unwrap(), &[body]).into_iter().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_is_assigned_before_it_is_read_keeps_nothing() {
        let cases = [
            ("vlSelf->a = vlSelf->rx_valid_0_i; vlSelf->b = vlSelf->a;", "a b rx_valid_0_i"),
            ("vlSelf->b = vlSelf->a; vlSelf->a = 1U;", "b rx_valid_0_i"),
            ("vlSelf->a = vlSelf->a;", "rx_valid_0_i"),
            ("vlSelf->tx_valid_0_o = 1U; vlSelf->done_o = 1U;", "rx_valid_0_i tx_valid_0_o"),
            ("if (vlSelf->tx_valid_0_o) { vlSelf->a = 1U; } vlSelf->tx_valid_0_o = 0U;", "rx_valid_0_i"),
            ("CData x; x = vlSelf->a; vlSelf->a = x; vlSelf->b = x;", "b rx_valid_0_i"),
        ];
        for (body, expected) in cases {
            assert_eq!(found(body), expected, "{body}");
        }
    }

    /// Both branches have to assign; what only one assigns is known within it.
    #[test]
    fn branches() {
        let read = " vlSelf->b = vlSelf->a;";
        let one = "if (vlSelf->rst_ni) { vlSelf->a = 1U; }";
        assert_eq!(found(&(one.to_string() + read)), "b rx_valid_0_i");
        assert_eq!(found(&(one.to_string() + " else { vlSelf->a = 0U; }" + read)), "a b rx_valid_0_i");
        assert_eq!(found("if (vlSelf->rst_ni) { vlSelf->a = 1U; vlSelf->b = vlSelf->a; }"), "rx_valid_0_i");
        assert_eq!(found("if (vlSelf->a) { vlSelf->b = 1U; } else { vlSelf->b = 0U; }"), "b rx_valid_0_i");
    }

    /// Elements are followed one by one. A computed index may be that of any element.
    #[test]
    fn elements() {
        let both = "vlSelf->w[0U] = 1U; vlSelf->w[1U] = 2U;";
        assert_eq!(found(&(both.to_string() + " vlSelf->a = vlSelf->w[1U];")), "a rx_valid_0_i w");
        assert_eq!(found("vlSelf->w[0U] = 1U; vlSelf->a = vlSelf->w[1U];"), "a rx_valid_0_i");
        assert_eq!(found(&(both.to_string() + " vlSelf->a = vlSelf->w[vlSelf->rst_ni];")), "a rx_valid_0_i");
        assert_eq!(found(&(both.to_string() + " vlSelf->w[vlSelf->rst_ni] = 1U;")), "rx_valid_0_i");
    }
}
