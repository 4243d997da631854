//! Expressions with widths.
//!
//! Verilog evaluates an operand at the width of its surroundings, rust-hdl at its own width. The two agree
//! if all operands of an expression have the same width, so this is checked. Whole numbers have no width of
//! their own and are refused: kernels use constants.

use super::error::PrintError;
use super::names::{Names, Role};
use rust_hdl_core::ast::{VerilogExpression, VerilogOp, VerilogOpUnary};

/// An expression over nets.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expr {
    Net(usize),
    Bit(bool),
    /// A number with its width.
    Number(u128, usize),
    /// Bits `from .. from + width` of a net.
    Part(usize, usize, usize),
    /// Values side by side, the first most significant.
    Concat(Vec<Expr>),
    /// One bit, repeated this many times.
    Repeat(usize, Box<Expr>),
    Unary(&'static str, Box<Expr>),
    Binary(Box<Expr>, &'static str, Box<Expr>),
    /// The second expression if the first is 1, else the third.
    Mux(Box<Expr>, Box<Expr>, Box<Expr>),
}

impl Expr {
    /// The expression of a syntax tree.
    pub fn new(tree: &VerilogExpression, names: &mut Names) -> Result<Expr, PrintError> {
        match tree {
            VerilogExpression::Signal(path) => names.resolve(path).map(Expr::Net),
            VerilogExpression::Literal(literal) if literal.to_string().starts_with("1'") => {
                Ok(Expr::Bit(literal.as_usize() == 1))
            }
            VerilogExpression::Literal(_) => Err(PrintError::Unsupported {
                what: "a whole number, which has no width; use a constant,".into(),
            }),
            VerilogExpression::Paren(inner) => Expr::new(inner, names),
            VerilogExpression::Unary(op, inner) => {
                Ok(Expr::Unary(unary(op)?, Box::new(Expr::new(inner, names)?)))
            }
            VerilogExpression::Binary(left, op, right) => {
                let (left, right) = (Expr::new(left, names)?, Expr::new(right, names)?);
                Expr::join(left, binary(op), right, names)
            }
            other => Err(PrintError::Unsupported { what: format!("the expression {other:?}") }),
        }
    }

    /// Two operands with an operator. Their widths must agree, except for shifts.
    fn join(left: Expr, op: &'static str, right: Expr, names: &Names) -> Result<Expr, PrintError> {
        let (wl, wr) = (left.width(names), right.width(names));
        if let (1, Some(bit), "==" | "!=") = (wl * wr, right.nothing(names), op) {
            // A bit compared with a constant `no_..` is the bit or its inverse. Other constants keep their
            // names.
            let same = bit == (op == "==");
            return Ok(if same { left } else { Expr::Unary("~", Box::new(left)) });
        }
        let joined = Expr::Binary(Box::new(left), op, Box::new(right));
        if wl != wr && !shifts(op) {
            return Err(PrintError::Width { place: joined.text(names), left: wl, right: wr });
        }
        Ok(joined)
    }

    /// Bits of the result.
    pub fn width(&self, names: &Names) -> usize {
        match self {
            Expr::Net(net) => names.nets[*net].width,
            Expr::Bit(_) => 1,
            Expr::Number(_, width) | Expr::Part(_, _, width) | Expr::Repeat(width, _) => *width,
            Expr::Concat(parts) => parts.iter().map(|part| part.width(names)).sum(),
            Expr::Unary(op, _) if reduces(op) => 1,
            Expr::Unary(_, inner) => inner.width(names),
            Expr::Binary(_, op, _) if compares(op) => 1,
            Expr::Binary(left, _, _) | Expr::Mux(_, left, _) => left.width(names),
        }
    }

    /// The value if the expression is one constant or its negation. That is enough for the generate-ifs of
    /// kernels.
    pub fn constant(&self, names: &Names) -> Option<bool> {
        match self {
            Expr::Net(net) => match names.nets[*net].role {
                Role::Constant(value) => Some(value != 0),
                _ => None,
            },
            Expr::Bit(value) => Some(*value),
            Expr::Unary("~", inner) if inner.width(names) == 1 => inner.constant(names).map(|value| !value),
            _ => None,
        }
    }

    /// The value of a constant whose name begins with `no_`.
    fn nothing(&self, names: &Names) -> Option<bool> {
        match self {
            Expr::Net(net) if names.nets[*net].base.starts_with("no_") => self.constant(names),
            _ => None,
        }
    }

    /// The operands.
    pub fn operands(&self) -> Vec<&Expr> {
        match self {
            Expr::Net(_) | Expr::Bit(_) | Expr::Number(..) | Expr::Part(..) => Vec::new(),
            Expr::Concat(parts) => parts.iter().collect(),
            Expr::Repeat(_, inner) | Expr::Unary(_, inner) => vec![inner],
            Expr::Binary(left, _, right) => vec![left, right],
            Expr::Mux(test, yes, no) => vec![test, yes, no],
        }
    }

    /// The expression with every operand replaced.
    pub fn map(self, change: &mut impl FnMut(Expr) -> Expr) -> Expr {
        let mut boxed = |inner: Box<Expr>| Box::new(change(*inner));
        match self {
            Expr::Concat(parts) => Expr::Concat(parts.into_iter().map(change).collect()),
            Expr::Repeat(count, inner) => Expr::Repeat(count, boxed(inner)),
            Expr::Unary(op, inner) => Expr::Unary(op, boxed(inner)),
            Expr::Binary(left, op, right) => {
                let left = boxed(left);
                Expr::Binary(left, op, boxed(right))
            }
            Expr::Mux(test, yes, no) => {
                let (test, yes) = (boxed(test), boxed(yes));
                Expr::Mux(test, yes, boxed(no))
            }
            leaf => leaf,
        }
    }

    /// The expression with every net replaced.
    pub fn renamed(self, rename: &impl Fn(usize) -> usize) -> Expr {
        match self {
            Expr::Net(net) => Expr::Net(rename(net)),
            Expr::Part(net, from, width) => Expr::Part(rename(net), from, width),
            other => other.map(&mut |operand| operand.renamed(rename)),
        }
    }

    /// Calls `visit` for every net that is read.
    pub fn reads(&self, visit: &mut impl FnMut(usize)) {
        match self {
            Expr::Net(net) | Expr::Part(net, _, _) => visit(*net),
            other => other.operands().into_iter().for_each(|operand| operand.reads(visit)),
        }
    }

    /// Calls `visit` for every net of which a part is read.
    pub fn parts(&self, visit: &mut impl FnMut(usize)) {
        match self {
            Expr::Part(net, _, _) => visit(*net),
            other => other.operands().into_iter().for_each(|operand| operand.parts(visit)),
        }
    }

    /// The number of operators and operands.
    pub fn size(&self) -> usize {
        1 + self.operands().into_iter().map(Expr::size).sum::<usize>()
    }

    /// Whether `part` is this expression or a part of it.
    pub fn contains(&self, part: &Expr) -> bool {
        self == part || self.operands().into_iter().any(|operand| operand.contains(part))
    }
}

fn shifts(op: &str) -> bool {
    matches!(op, "<<" | ">>")
}

fn reduces(op: &str) -> bool {
    matches!(op, "&" | "|" | "^")
}

fn compares(op: &str) -> bool {
    matches!(op, "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||")
}

fn unary(op: &VerilogOpUnary) -> Result<&'static str, PrintError> {
    match op {
        VerilogOpUnary::Not => Ok("~"),
        VerilogOpUnary::All => Ok("&"),
        VerilogOpUnary::Any => Ok("|"),
        VerilogOpUnary::Xor => Ok("^"),
        VerilogOpUnary::Neg => Err(PrintError::Unsupported { what: "a negative number".into() }),
    }
}

fn binary(op: &VerilogOp) -> &'static str {
    match op {
        VerilogOp::Add => "+",
        VerilogOp::Sub => "-",
        VerilogOp::Mul => "*",
        VerilogOp::LogicalAnd => "&&",
        VerilogOp::LogicalOr => "||",
        VerilogOp::BitXor => "^",
        VerilogOp::BitAnd => "&",
        VerilogOp::BitOr => "|",
        VerilogOp::Shl => "<<",
        VerilogOp::Shr => ">>",
        VerilogOp::Eq => "==",
        VerilogOp::Lt => "<",
        VerilogOp::Le => "<=",
        VerilogOp::Ne => "!=",
        VerilogOp::Ge => ">=",
        VerilogOp::Gt => ">",
    }
}
