//! Statements for all tiles of a vector.

use super::expressions::{Expression, Names};
use super::members::Types;
use super::statements::{Body, Statement};
use super::tokens::Token;
use std::collections::BTreeSet;

/// The most assignments under a condition that are computed even if it holds for no tile.
const FEW: usize = 8;

/// A function that is being written.
pub struct Writer<'a> {
    names: Names<'a>,
    text: String,
    /// The number of conditions so far.
    conditions: usize,
}

impl<'a> Writer<'a> {
    /// The statements of a function. `None`: something in it is not understood.
    pub fn function(members: &'a Types, passing: &'a BTreeSet<String>, body: &'a Body) -> Option<String> {
        let names = Names { members, passing, variables: &body.variables };
        let mut writer = Writer { names, text: String::new(), conditions: 0 };
        for (name, known) in &body.variables {
            writer.text += &known.declaration(name);
        }
        writer.statements(&body.statements, None)?;
        Some(writer.text)
    }

    /// The statements for the tiles in which a variable is not 0; for all tiles without one.
    fn statements(&mut self, all: &[Statement], mask: Option<&str>) -> Option<()> {
        all.iter().try_for_each(|statement| match statement {
            Statement::Assign { to, value } => self.assign(to, value, mask),
            Statement::If { condition, then, otherwise } => self.condition(condition, then, otherwise, mask),
        })
    }

    fn assign(&mut self, to: &[Token], value: &[Token], mask: Option<&str>) -> Option<()> {
        let (element, []) = self.names.element(to)? else { return None };
        let value = self.names.expression(value)?.cast(element.scalar());
        let mask = mask.map(Expression::variable);
        match element.cases() {
            Some(_) if value.names(&element) || element.is_own_index() => None,
            Some(cases) => {
                let both = |found: &Expression| mask.as_ref().map_or(found.clone(), |mask| mask.and(found));
                cases.iter().for_each(|(found, place)| self.store(place, &value, Some(&both(found))));
                Some(())
            }
            None if element.is_fixed() => {
                self.store(&element.place(), &value, mask.as_ref());
                Some(())
            }
            None => {
                let condition = mask.map_or(String::new(), |mask| format!("if ({}) ", mask.text));
                self.text += &format!("TG_ONE_BY_ONE {condition}{} = {};\n", element.place(), value.text);
                Some(())
            }
        }
    }

    /// Stores a value in the tiles where a condition holds.
    fn store(&mut self, place: &str, value: &Expression, condition: Option<&Expression>) {
        let old = Expression::safe(place.to_string());
        let value = condition.map_or(value.clone(), |condition| condition.choose(value, &old));
        self.text += &format!("TG_EACH_LANE {place} = {};\n", value.text);
    }

    fn condition(
        &mut self,
        condition: &[Token],
        then: &[Statement],
        otherwise: &[Statement],
        mask: Option<&str>,
    ) -> Option<()> {
        self.conditions += 1;
        let (holds, fails) = (format!("tg_if_{}", self.conditions), format!("tg_else_{}", self.conditions));
        let outer = mask.map(Expression::variable);
        let within = |inner: Expression| outer.as_ref().map_or(inner.clone(), |outer| outer.and(&inner));
        let condition = within(self.names.expression(condition)?.not_zero());
        let opposite = within(Expression::variable(&holds).equal_to_zero());
        self.branch(&holds, &condition, then)?;
        if otherwise.is_empty() {
            return Some(());
        }
        self.branch(&fails, &opposite, otherwise)
    }

    /// Statements under a condition, which is kept in a variable.
    fn branch(&mut self, variable: &str, condition: &Expression, all: &[Statement]) -> Option<()> {
        self.text +=
            &format!("CData {variable}[TG_LANES];\nTG_EACH_LANE {variable}[lane] = {};\n", condition.text);
        let much = Statement::count(all) > FEW;
        if much {
            self.text += &format!("if (tg_any({variable})) {{\n");
        }
        self.statements(all, Some(variable))?;
        if much {
            self.text += "}\n";
        }
        Some(())
    }
}

impl Expression {
    /// A variable of the writer.
    fn variable(name: &str) -> Self {
        Expression::safe(format!("{name}[lane]"))
    }

    fn cast(self, scalar: &str) -> Self {
        Expression { text: format!("static_cast<{scalar}>({})", self.text), ..self }
    }

    fn equal_to_zero(self) -> Self {
        Expression { text: format!("(({}) == 0)", self.text), ..self }
    }

    fn not_zero(self) -> Self {
        Expression { text: format!("(({}) != 0)", self.text), ..self }
    }

    /// Whether both hold. Neither is larger than 1. The second is computed only where the first holds, unless
    /// it can be computed for any values.
    fn and(&self, inner: &Expression) -> Self {
        let sign = if inner.is_safe { "&" } else { "&&" };
        let text = format!("({} {sign} {})", self.text, inner.text);
        Expression { text, is_safe: self.is_safe && inner.is_safe }
    }
}
