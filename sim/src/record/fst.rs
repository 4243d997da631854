//! Waves as FST, the compressed format of GTKWave and Surfer, with the names and values of the VCD.
//!
//! The date in the file stays empty. The writer has no place for a comment, so the comment is a block at the
//! end, of a type that every reader skips. If it is there, the file is complete.

use super::sink::{Sink, Variable};
use fst_writer::{
    FstBodyWriter, FstFileType, FstHeaderWriter, FstInfo, FstScopeType, FstSignalId, FstSignalType,
    FstVarDirection, FstVarType, FstWriteError,
};
use std::io::{self, Seek, SeekFrom, Write};

/// The type of a block that readers skip.
const SKIPPED: u8 = 255;
/// The bytes of a block's length, which includes itself.
const LENGTH_BYTES: u64 = 8;
/// A section of changes is written when it has this many bytes.
const SECTION: usize = 1 << 25;
/// The unit of time is 10^-9 s, as in the VCD.
const NANOSECONDS: i8 = -9;

enum Stage<W: Write + Seek> {
    Header(FstHeaderWriter<W>),
    Body(FstBodyWriter<W>),
    Over,
}

/// An FST file that is being written.
pub struct FstSink<W: Write + Seek> {
    stage: Stage<W>,
    variables: Vec<(FstSignalId, usize)>,
    comment: String,
}

impl<W: Write + Seek> FstSink<W> {
    /// A file on `out`, which should be buffered and empty.
    pub fn new(out: W) -> io::Result<Self> {
        let info = FstInfo {
            start_time: 0,
            timescale_exponent: NANOSECONDS,
            version: "torusgen".into(),
            date: String::new(),
            file_type: FstFileType::Verilog,
        };
        let stage = Stage::Header(FstHeaderWriter::new(out, &info).map_err(failed)?);
        Ok(FstSink { stage, variables: Vec::new(), comment: String::new() })
    }

    fn header(&mut self) -> io::Result<&mut FstHeaderWriter<W>> {
        match &mut self.stage {
            Stage::Header(header) => Ok(header),
            _ => Err(io::Error::other("declarations end before changes begin")),
        }
    }

    fn body(&mut self) -> io::Result<&mut FstBodyWriter<W>> {
        match &mut self.stage {
            Stage::Body(body) => Ok(body),
            _ => Err(io::Error::other("changes follow the declarations")),
        }
    }

    fn declare(&mut self, name: &str, bits: u32) -> io::Result<Variable> {
        let (kind, direction) = (FstVarType::Wire, FstVarDirection::Implicit);
        let declared = self.header()?.var(name, FstSignalType::bit_vec(bits), kind, direction, None);
        self.variables.push((declared.map_err(failed)?, bits as usize));
        Ok(self.variables.len() - 1)
    }
}

impl<W: Write + Seek> Sink for FstSink<W> {
    fn head(&mut self, comment: &str) -> io::Result<()> {
        self.comment = comment.to_string();
        Ok(())
    }

    fn scope(&mut self, name: &str) -> io::Result<()> {
        self.header()?.scope(name, "", FstScopeType::Module).map_err(failed)
    }

    fn upscope(&mut self) -> io::Result<()> {
        self.header()?.up_scope().map_err(failed)
    }

    fn flag(&mut self, name: &str) -> io::Result<Variable> {
        self.declare(name, 1)
    }

    fn number(&mut self, name: &str, bits: u32) -> io::Result<Variable> {
        match bits {
            1 => self.declare(name, 1),
            _ => self.declare(&format!("{name} [{}:0]", bits - 1), bits),
        }
    }

    fn begin(&mut self, cycle: u64) -> io::Result<()> {
        let Stage::Header(header) = std::mem::replace(&mut self.stage, Stage::Over) else {
            return Err(io::Error::other("declarations end once"));
        };
        self.stage = Stage::Body(header.finish().map_err(failed)?);
        self.time(cycle)
    }

    fn begun(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn time(&mut self, cycle: u64) -> io::Result<()> {
        // The size that the writer reports includes four bytes for each variable, even without changes.
        let full = SECTION + 4 * self.variables.len();
        let body = self.body()?;
        if body.size() > full {
            body.flush().map_err(failed)?;
        }
        body.time_change(cycle).map_err(failed)
    }

    fn change(&mut self, variable: Variable, value: Option<u64>) -> io::Result<()> {
        let (id, bits) = self.variables[variable];
        let mut digits = [b'z'; 64];
        if let Some(number) = value {
            let digit = |place: usize| b'0' + (number >> (bits - 1 - place) & 1) as u8;
            digits[..bits].iter_mut().enumerate().for_each(|(place, to)| *to = digit(place));
        }
        self.body()?.signal_change(id, &digits[..bits]).map_err(failed)
    }

    fn finish(&mut self, cycle: u64) -> io::Result<()> {
        self.body()?.time_change(cycle).map_err(failed)?;
        let Stage::Body(body) = std::mem::replace(&mut self.stage, Stage::Over) else { return Ok(()) };
        let mut out = body.finish().map_err(failed)?;
        out.seek(SeekFrom::End(0))?;
        out.write_all(&[SKIPPED])?;
        out.write_all(&(LENGTH_BYTES + self.comment.len() as u64).to_be_bytes())?;
        out.write_all(self.comment.as_bytes())?;
        out.flush()
    }
}

fn failed(error: FstWriteError) -> io::Error {
    match error {
        FstWriteError::Io(error) => error,
        other => io::Error::other(other),
    }
}
