//! Expressions with widths, and their Verilog text.
//!
//! Verilog evaluates an operand at the width of its surroundings, rust-hdl at its own. The two agree where
//! all operands of an expression are equally wide, so that is checked, and where every nested operation has
//! its parentheses, so they are printed. Whole numbers have no width of their own and are refused: kernels use
//! constants.

use super::error::PrintError;
use super::names::{Names, Role};
use rust_hdl_core::ast::{VerilogExpression, VerilogOp, VerilogOpUnary};

/// An expression over nets.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expr {
    Net(usize),
    Bit(bool),
    Unary(&'static str, Box<Expr>),
    Binary(Box<Expr>, &'static str, Box<Expr>),
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

    /// Two operands, whose widths must agree but for shifts.
    fn join(left: Expr, op: &'static str, right: Expr, names: &Names) -> Result<Expr, PrintError> {
        let (wl, wr) = (left.width(names), right.width(names));
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
            Expr::Unary(op, _) if reduces(op) => 1,
            Expr::Unary(_, inner) => inner.width(names),
            Expr::Binary(_, op, _) if compares(op) => 1,
            Expr::Binary(left, _, _) => left.width(names),
        }
    }

    /// The value, where it is one constant or its negation: enough for the generate-ifs of kernels.
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

    /// The expression with every net replaced.
    pub fn renamed(self, rename: &impl Fn(usize) -> usize) -> Expr {
        match self {
            Expr::Net(net) => Expr::Net(rename(net)),
            Expr::Bit(value) => Expr::Bit(value),
            Expr::Unary(op, inner) => Expr::Unary(op, Box::new(inner.renamed(rename))),
            Expr::Binary(left, op, right) => {
                Expr::Binary(Box::new(left.renamed(rename)), op, Box::new(right.renamed(rename)))
            }
        }
    }

    /// Calls `visit` for every net that is read.
    pub fn reads(&self, visit: &mut impl FnMut(usize)) {
        match self {
            Expr::Net(net) => visit(*net),
            Expr::Bit(_) => {}
            Expr::Unary(_, inner) => inner.reads(visit),
            Expr::Binary(left, _, right) => {
                left.reads(visit);
                right.reads(visit);
            }
        }
    }

    /// Verilog.
    pub fn text(&self, names: &Names) -> String {
        match self {
            Expr::Net(net) => names.nets[*net].name.clone(),
            Expr::Bit(value) => literal(*value as u128, 1),
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
        }
    }

    fn operand(&self, names: &Names) -> String {
        match self {
            Expr::Binary(..) => format!("({})", self.text(names)),
            _ => self.text(names),
        }
    }
}

/// A sized number: decimal while people would count, hexadecimal above.
pub(super) fn literal(value: u128, width: usize) -> String {
    if width <= 32 && value < 1 << 16 {
        format!("{width}'d{value}")
    } else {
        format!("{width}'h{value:x}")
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
