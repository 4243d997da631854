//! The statements of a C++ function that Verilator wrote: assignments and conditions, nothing else.

use super::members::{declared, Types};
use super::tokens::{closing, Token};

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement<'a> {
    /// `to = value;`
    Assign {
        /// A member, a variable, or an element of either.
        to: &'a [Token<'a>],
        /// The value.
        value: &'a [Token<'a>],
    },
    /// `if (condition) { then } else { otherwise }`
    If {
        /// The condition.
        condition: &'a [Token<'a>],
        /// What is done where it holds.
        then: Vec<Statement<'a>>,
        /// What is done elsewhere.
        otherwise: Vec<Statement<'a>>,
    },
}

/// The body of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body<'a> {
    /// The variables.
    pub variables: Types,
    /// The statements.
    pub statements: Vec<Statement<'a>>,
}

impl<'a> Body<'a> {
    /// The body of a definition. `None`: it has statements of other kinds.
    pub fn of(definition: &'a [Token<'a>]) -> Option<Self> {
        let begin = definition.iter().position(|token| *token == "{")?;
        let end = begin + closing(&definition[begin..])?;
        let mut body = Body::default();
        body.statements = body.block(skip_beginning(&definition[begin + 1..end])?)?;
        Some(body)
    }

    fn block(&mut self, mut rest: &'a [Token<'a>]) -> Option<Vec<Statement<'a>>> {
        let mut found = Vec::new();
        while !rest.is_empty() {
            let (statement, behind) = self.statement(rest)?;
            found.extend(statement);
            rest = behind;
        }
        Some(found)
    }

    /// The first statement, if it is not a declaration, and what is behind it.
    fn statement(&mut self, rest: &'a [Token<'a>]) -> Option<(Option<Statement<'a>>, &'a [Token<'a>])> {
        if rest[0] == "if" {
            return self.condition(&rest[1..]).map(|(statement, behind)| (Some(statement), behind));
        }
        let (statement, behind) = rest.split_at(1 + rest.iter().position(|token| *token == ";")?);
        if let Some((name, found)) = declared(statement) {
            self.variables.insert(name, found);
            return Some((None, behind));
        }
        let at = statement.iter().position(|token| *token == "=")?;
        let (to, value) = (&statement[..at], &statement[at + 1..statement.len() - 1]);
        Some((Some(Statement::Assign { to, value }), behind))
    }

    /// A condition, from behind its `if`.
    fn condition(&mut self, rest: &'a [Token<'a>]) -> Option<(Statement<'a>, &'a [Token<'a>])> {
        let (condition, behind) = bracketed(rest, "(")?;
        let (then, mut behind) = bracketed(behind, "{")?;
        let then = self.block(then)?;
        let mut otherwise = Vec::new();
        if let ["else", "if", others @ ..] = behind {
            let (statement, last) = self.condition(others)?;
            (otherwise, behind) = (vec![statement], last);
        } else if let ["else", others @ ..] = behind {
            let (block, last) = bracketed(others, "{")?;
            (otherwise, behind) = (self.block(block)?, last);
        }
        Some((Statement::If { condition, then, otherwise }, behind))
    }
}

impl Statement<'_> {
    /// The number of assignments in a list of statements.
    pub fn count(all: &[Statement]) -> usize {
        let count = |statement: &Statement| match statement {
            Statement::Assign { .. } => 1,
            Statement::If { then, otherwise, .. } => Statement::count(then) + Statement::count(otherwise),
        };
        all.iter().map(count).sum()
    }
}

/// What is inside the brackets at the beginning, and what is behind them.
fn bracketed<'a>(all: &'a [Token<'a>], open: &str) -> Option<(&'a [Token<'a>], &'a [Token<'a>])> {
    let end = closing(all).filter(|_| all[0] == open)?;
    Some((&all[1..end], &all[end + 1..]))
}

/// The beginning of every function is skipped: an unused name, a pointer, a message.
fn skip_beginning<'a>(all: &'a [Token<'a>]) -> Option<&'a [Token<'a>]> {
    let message = all.iter().position(|token| *token == "VL_DEBUG_IF")? + 1;
    let end = message + closing(&all[message..])?;
    (all.get(end + 1) == Some(&";")).then(|| &all[end + 2..])
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    const BEGINNING: &str = "void f(Vt* vlSelf) { if (false && vlSelf) {} Vt* const p = vlSelf->s; \
                             VL_DEBUG_IF(VL_DBG_MSGF(\"f\"); );";

    /// The statements in short: assignments as `a=1U`, conditions with brackets.
    fn short(all: &[Statement]) -> String {
        let one = |statement: &Statement| match statement {
            Statement::Assign { to, value } => format!("{}={};", to.concat(), value.concat()),
            Statement::If { condition, then, otherwise } => {
                format!("?{}{{{}}}{{{}}}", condition.concat(), short(then), short(otherwise))
            }
        };
        all.iter().map(one).collect()
    }

    fn read(text: &str) -> Option<(String, usize)> {
        let text = format!("{BEGINNING} {text} }}");
        let all = tokens(&text);
        let body = Body::of(&all)?;
        assert_eq!(Statement::count(&body.statements), short(&body.statements).matches(';').count());
        Some((short(&body.statements), body.variables.len()))
    }

    #[test]
    fn assignments_and_conditions() {
        let cases = [
            ("", "", 0),
            ("CData x; x = 0; vlSelf->a[x] = (1U == x);", "x=0;vlSelf->a[x]=(1U==x);", 1),
            ("if (a) { b = 1U; }", "?a{b=1U;}{}", 0),
            ("if ((a & b)) { c = 1U; } else { c = 2U; } d = 3U;", "?(a&b){c=1U;}{c=2U;}d=3U;", 0),
            (
                "if (a) { if (b) { c = 1U; } } else if (d) { e = 1U; } else { f = 1U; }",
                "?a{?b{c=1U;}{}}{?d{e=1U;}{f=1U;}}",
                0,
            ),
        ];
        for (text, expected, variables) in cases {
            assert_eq!(read(text), Some((expected.to_string(), variables)), "{text}");
        }
    }

    #[test]
    fn other_statements_are_not_understood() {
        for text in ["f(a);", "if (a) b = 1U;", "while (a) { b = 1U; }", "a = 1U", "if (a { b = 1U; }"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(Body::of(&tokens("void f(Vt* vlSelf) { a = 1U; }")), None);
    }
}
