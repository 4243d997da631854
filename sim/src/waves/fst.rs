//! Reads an FST as if it were a VCD: with the same header and the same commands.
//!
//! The crate that reads FST panics on damaged files and allocates whatever sizes they state
//! (docs/upstream.md). So sizes are checked first ([`sizes`]), and a panic of the crate is taken as a damaged
//! file.

use super::caught::{aloud, caught};
use super::tree::Tree;
use super::{sizes, WavesError};
use fst_reader::{FstFilter, FstHierarchyEntry, FstReader, FstSignalHandle, FstSignalValue};
use std::convert::Infallible;
use std::io::{BufRead, Seek};
use vcd::{Command, IdCode, ScopeItem, Value, Var, VarType};

/// The type of the block at the beginning of every FST.
const HEADER_BLOCK: u8 = 0;

/// Whether a file begins as an FST; no VCD does.
pub fn is_fst(first: &[u8]) -> bool {
    first.first() == Some(&HEADER_BLOCK)
}

/// Opens a file of ours after checking its sizes. Also returns its comment. Errors: cut off; not ours;
/// damaged.
pub fn open<R: BufRead + Seek>(mut reader: R) -> Result<(FstReader<R>, String), WavesError> {
    let comment = sizes::check(&mut reader)?;
    let opened = caught(|| FstReader::open(reader)).ok_or_else(damaged)?;
    Ok((opened.map_err(|error| refused(&error))?, comment))
}

/// The scopes and variables, after the comment.
pub fn header<R: BufRead + Seek>(
    reader: &mut FstReader<R>,
    comment: String,
) -> Result<Vec<ScopeItem>, WavesError> {
    let (mut tree, mut taken) = (Tree::new(), Ok(()));
    tree.item(ScopeItem::Comment(comment));
    let mut put = |entry| match entry {
        FstHierarchyEntry::Scope { name, .. } => tree.scope(name),
        FstHierarchyEntry::UpScope => tree.upscope(),
        FstHierarchyEntry::Var { name, length, handle, .. } => {
            let name = name.split(' ').next().unwrap_or_default().to_string();
            tree.item(ScopeItem::Var(Var::new(VarType::Wire, length, code(handle.get_index()), name, None)));
            Ok(())
        }
        _ => Ok(()),
    };
    let each = |entry| aloud(|| taken = taken.and_then(|()| put(entry)));
    caught(|| reader.read_hierarchy(each)).ok_or_else(damaged)?.map_err(|error| refused(&error))?;
    taken.map_err(|what| WavesError::Damaged { reason: what.to_string() })?;
    tree.finish()
}

/// Calls `on` for all changes in the order of time, and for the time of the end. Values that were never
/// written are left out.
pub fn play<R: BufRead + Seek>(
    reader: &mut FstReader<R>,
    mut on: impl FnMut(Command),
) -> Result<(), WavesError> {
    let (mut now, end) = (None, reader.get_header().end_time);
    let mut change = |time, handle: FstSignalHandle, value: FstSignalValue| {
        let FstSignalValue::String(digits) = value else { return };
        let Some(bits) = digits.iter().map(|&digit| bit(digit)).collect::<Option<Vec<_>>>() else { return };
        if now.replace(time) != Some(time) {
            on(Command::Timestamp(time));
        }
        on(Command::ChangeVector(code(handle.get_index()), bits.into()));
    };
    let each = |time, handle, value: FstSignalValue| {
        aloud(|| change(time, handle, value));
        Ok::<(), Infallible>(())
    };
    let played = caught(|| reader.read_signals(&FstFilter::all(), each)).ok_or_else(damaged)?;
    played.map_err(|error| refused(&error))?;
    on(Command::Timestamp(end));
    Ok(())
}

/// The error for a panic of the reader.
fn damaged() -> WavesError {
    WavesError::Damaged { reason: "its blocks contradict each other".to_string() }
}

/// The error for a refusal of the reader.
fn refused(error: &dyn std::error::Error) -> WavesError {
    let cause = error.source().map_or(String::new(), |cause| format!(": {cause}"));
    WavesError::Damaged { reason: format!("{error}{cause}").to_lowercase() }
}

fn code(handle: usize) -> IdCode {
    IdCode::from(handle as u64)
}

fn bit(digit: u8) -> Option<Value> {
    match digit {
        b'0' => Some(Value::V0),
        b'1' => Some(Value::V1),
        b'z' => Some(Value::Z),
        _ => None,
    }
}
