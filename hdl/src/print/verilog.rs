//! The Verilog text of expressions, and the breaking of long lines. Every nested operation has parentheses.

use super::expr::Expr;
use super::names::Names;
use std::cmp::Reverse;

/// The largest number of columns of a line that is broken.
pub(super) const COLUMNS: usize = 100;

impl Expr {
    /// The expression as Verilog.
    pub fn text(&self, names: &Names) -> String {
        match self {
            Expr::Net(net) => names.nets[*net].name.clone(),
            Expr::Bit(value) => literal(*value as u128, 1),
            Expr::Number(value, width) => literal(*value, *width),
            Expr::Part(net, from, 1) => format!("{}[{from}]", names.nets[*net].name),
            Expr::Part(net, from, width) => {
                format!("{}[{}:{from}]", names.nets[*net].name, from + width - 1)
            }
            Expr::Concat(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| part.text(names)).collect();
                format!("{{{}}}", parts.join(", "))
            }
            Expr::Repeat(count, inner) => format!("{{{count}{{{}}}}}", inner.text(names)),
            Expr::Unary(op, inner) => {
                let sign = if *op == "~" && inner.width(names) == 1 { "!" } else { op };
                format!("{sign}{}", inner.operand(names))
            }
            Expr::Binary(left, op, right) => {
                // A chain of one associative operator reads better without parentheses.
                let chain = matches!((&**left, *op), (Expr::Binary(_, inner, _), "&" | "|") if inner == op);
                let left = if chain { left.text(names) } else { left.operand(names) };
                format!("{left} {op} {}", right.operand(names))
            }
            Expr::Mux(test, yes, no) => {
                let [test, yes, no] = [test, yes, no].map(|part| part.operand(names));
                format!("{test} ? {yes} : {no}")
            }
        }
    }

    fn operand(&self, names: &Names) -> String {
        match self {
            Expr::Binary(..) | Expr::Mux(..) => format!("({})", self.text(names)),
            _ => self.text(names),
        }
    }
}

/// A number with its size: decimal if people would count with it, hexadecimal above.
pub(super) fn literal(value: u128, width: usize) -> String {
    if width <= 32 && value < 1 << 16 {
        format!("{width}'d{value}")
    } else {
        format!("{width}'h{value:x}")
    }
}

/// The range of a declaration before the name. It is empty for one bit.
pub(super) fn range(width: usize) -> String {
    if width == 1 {
        String::new()
    } else {
        format!("[{}:0]", width - 1)
    }
}

/// The range of a declaration and a blank after it. Both are missing for one bit.
pub(super) fn spaced(width: usize) -> String {
    if width == 1 {
        String::new()
    } else {
        range(width) + " "
    }
}

/// A statement on as many lines as needed. The lines after the first are indented further.
pub(super) fn wrapped(pad: &str, statement: &str) -> String {
    let (mut text, mut rest, mut pad) = (String::new(), statement.trim(), pad.to_string());
    while let Some(at) = broken(rest, COLUMNS.saturating_sub(pad.len())) {
        text += &format!("{pad}{}\n", &rest[..at]);
        if text.lines().count() == 1 {
            pad += "    ";
        }
        rest = &rest[at + 1..];
    }
    text + &pad + rest + "\n"
}

/// The position at which a statement longer than `room` is broken: at a blank inside the fewest brackets, if
/// possible after an operator that joins, and as late as possible. The first third of a line is not broken.
fn broken(statement: &str, room: usize) -> Option<usize> {
    let (mut depth, mut best, mut first) = (0, None, None);
    for (at, letter) in statement.char_indices().take_while(|_| statement.len() > room) {
        match letter {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            ' ' if at >= room / 3 => {
                let apart = !statement[..at].ends_with([',', '&', '|', ':']);
                first = first.or(Some(at));
                best = best.max((at <= room).then_some((Reverse((depth, apart)), at)));
            }
            _ => {}
        }
    }
    best.map(|(_, at)| at).or(first)
}

/// A text as comment lines of at most so many columns, each after `pad`.
pub fn comment(pad: &str, text: &str, columns: usize) -> String {
    let (mut lines, mut line) = (String::new(), format!("{pad}//"));
    for word in text.split(' ') {
        if line.len() + 1 + word.len() > columns {
            lines += &(line + "\n");
            line = format!("{pad}//");
        }
        line = line + " " + word;
    }
    lines + line.trim_end() + "\n"
}

/// Indents every line that is not empty by two spaces. Statements that are too wide are broken.
pub(super) fn indent(text: &str) -> String {
    let line = |line: &str| match line.trim_start() {
        "" => "\n".into(),
        code if line.len() + 2 > COLUMNS && !line.contains(['"', '/']) => {
            wrapped(&" ".repeat(line.len() + 2 - code.len()), code)
        }
        _ => format!("  {line}\n"),
    };
    text.lines().map(line).collect()
}
