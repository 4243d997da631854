//! Fixed wiring: reads the one assignment in a leaf's body as an expression over the nets of its ports.

use super::error::PrintError;
use super::expr::Expr;
use super::scope::Scope;
use rust_hdl_core::prelude::Verilog;

/// The expression of a leaf of wiring. Its ports are the nets from `first` on.
pub(super) fn wiring(leaf: &Scope, first: usize) -> Result<Expr, PrintError> {
    let Verilog::Custom(body) = &leaf.hdl else { return Err(unsupported("a leaf without a body")) };
    let text = body.split_once("y = ").and_then(|(_, rest)| rest.split_once(';'));
    let text = text.ok_or_else(|| unsupported(body))?.0;
    let ports: Vec<String> = leaf.ports().map(|port| port.name.verilog()).collect();
    let mut reader = Reader { rest: text, ports: &ports, first };
    let value = reader.expression()?;
    if reader.rest.is_empty() {
        Ok(value)
    } else {
        Err(unsupported(text))
    }
}

fn unsupported(what: &str) -> PrintError {
    PrintError::Unsupported { what: format!("the wiring `{what}`") }
}

/// Reads names, parts of names, numbers, concatenations, repetitions, their inverses, and one `^` of two of
/// these.
struct Reader<'a> {
    rest: &'a str,
    ports: &'a [String],
    first: usize,
}

impl Reader<'_> {
    fn expression(&mut self) -> Result<Expr, PrintError> {
        let left = self.value()?;
        let Some(right) = self.rest.strip_prefix(" ^ ") else { return Ok(left) };
        self.rest = right;
        Ok(Expr::Binary(Box::new(left), "^", Box::new(self.value()?)))
    }

    fn value(&mut self) -> Result<Expr, PrintError> {
        if self.take('~') {
            return Ok(Expr::Unary("~", Box::new(self.value()?)));
        }
        if self.take('{') {
            return self.repeat_or_concat();
        }
        let word = self.word(|c| c.is_ascii_alphanumeric() || c == '_' || c == '\'');
        if let Some((width, value)) = word.split_once("'d") {
            let number = |text: &str| text.parse::<u128>().map_err(|_| unsupported(&word));
            return Ok(Expr::Number(number(value)?, number(width)? as usize));
        }
        if let Some(bit) = word.strip_prefix("1'b") {
            return Ok(Expr::Bit(bit == "1"));
        }
        let port = self.ports.iter().position(|port| *port == word).ok_or_else(|| unsupported(&word))?;
        let net = self.first + port;
        if self.take('[') {
            self.part(net)
        } else {
            Ok(Expr::Net(net))
        }
    }

    /// The rest of a repetition or a concatenation after its `{`: `32{a}}` or `a, b}`.
    fn repeat_or_concat(&mut self) -> Result<Expr, PrintError> {
        let count = self.rest.split_once('{').and_then(|(count, rest)| Some((count.parse().ok()?, rest)));
        let Some((count, rest)) = count else { return self.concat() };
        self.rest = rest;
        let inner = Box::new(self.value()?);
        if self.take('}') && self.take('}') {
            Ok(Expr::Repeat(count, inner))
        } else {
            Err(unsupported(self.rest))
        }
    }

    fn concat(&mut self) -> Result<Expr, PrintError> {
        let mut parts = vec![self.value()?];
        while self.take(',') {
            self.rest = self.rest.trim_start();
            parts.push(self.value()?);
        }
        if self.take('}') {
            Ok(Expr::Concat(parts))
        } else {
            Err(unsupported(self.rest))
        }
    }

    /// The rest of a part of a net after its `[`: `3]` or `5:3]`.
    fn part(&mut self, net: usize) -> Result<Expr, PrintError> {
        let range = self.word(|c| c != ']');
        let (high, low) = range.split_once(':').unwrap_or((&range, &range));
        match (high.parse::<usize>(), low.parse::<usize>(), self.take(']')) {
            (Ok(high), Ok(low), true) => Ok(Expr::Part(net, low, high + 1 - low)),
            _ => Err(unsupported(&range)),
        }
    }

    fn take(&mut self, c: char) -> bool {
        let rest = self.rest.strip_prefix(c);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn word(&mut self, part: impl Fn(char) -> bool) -> String {
        let end = self.rest.find(|c| !part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.into()
    }
}
