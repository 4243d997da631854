//! Waves as VCD text. A comment in the header contains the configuration; one at the end says that the file
//! is complete. Numbers are written without leading zeros, as the format allows.

use super::sink::{Sink, Variable};
use std::io::{self, Write};
use vcd::{IdCode, ReferenceIndex, SimulationCommand, TimescaleUnit, Value, VarType, Writer};

/// The comment at the end of a complete file.
const END_COMMENT: &str = "torusgen end";

/// A VCD file that is being written.
pub struct VcdSink<W: Write> {
    out: Writer<W>,
    /// The code of every variable, and whether it is a single bit.
    variables: Vec<(IdCode, bool)>,
}

impl<W: Write> VcdSink<W> {
    /// A file on `out`, which should be buffered.
    pub fn new(out: W) -> Self {
        VcdSink { out: Writer::new(out), variables: Vec::new() }
    }

    fn declared(&mut self, code: IdCode, scalar: bool) -> Variable {
        self.variables.push((code, scalar));
        self.variables.len() - 1
    }
}

impl<W: Write> Sink for VcdSink<W> {
    fn head(&mut self, comment: &str) -> io::Result<()> {
        self.out.comment(comment)?;
        self.out.timescale(1, TimescaleUnit::NS)
    }

    fn scope(&mut self, name: &str) -> io::Result<()> {
        self.out.add_module(name)
    }

    fn upscope(&mut self) -> io::Result<()> {
        self.out.upscope()
    }

    fn flag(&mut self, name: &str) -> io::Result<Variable> {
        let code = self.out.add_wire(1, name)?;
        Ok(self.declared(code, true))
    }

    fn number(&mut self, name: &str, bits: u32) -> io::Result<Variable> {
        let range = (bits > 1).then_some(ReferenceIndex::Range(bits as i32 - 1, 0));
        let code = self.out.add_var(VarType::Wire, bits, name, range)?;
        Ok(self.declared(code, false))
    }

    fn begin(&mut self, cycle: u64) -> io::Result<()> {
        self.out.enddefinitions()?;
        self.out.timestamp(cycle)?;
        self.out.begin(SimulationCommand::Dumpvars)
    }

    fn begun(&mut self) -> io::Result<()> {
        self.out.end()
    }

    fn time(&mut self, cycle: u64) -> io::Result<()> {
        self.out.timestamp(cycle)
    }

    fn change(&mut self, variable: Variable, value: Option<u64>) -> io::Result<()> {
        let (code, scalar) = self.variables[variable];
        let Some(number) = value else { return self.out.change_vector(code, [Value::Z]) };
        if scalar {
            return self.out.change_scalar(code, number != 0);
        }
        let bits = (u64::BITS - number.leading_zeros()).max(1);
        self.out.change_vector(code, (0..bits).rev().map(|bit| Value::from(number >> bit & 1 == 1)))
    }

    fn finish(&mut self, cycle: u64) -> io::Result<()> {
        self.out.timestamp(cycle)?;
        self.out.comment(END_COMMENT)?;
        self.out.flush()
    }
}
