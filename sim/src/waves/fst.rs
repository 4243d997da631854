//! An FST as if it were a VCD: the same header, the same commands.

use super::WavesError;
use fst_reader::{FstFilter, FstHierarchyEntry, FstReader, FstSignalValue};
use std::io::{BufRead, ErrorKind, Read, Seek, SeekFrom};
use vcd::{Command, Header, IdCode, Scope, ScopeItem, ScopeType, Value, Var, VarType};

/// Type of the block that begins every FST.
const HEADER_BLOCK: u8 = 0;
/// Type of the block that readers skip, and that our comment is in.
const SKIPPED: u8 = 255;
/// Bytes of a block's length, which counts itself.
const LENGTH_BYTES: u64 = 8;

/// Whether a file begins as an FST; no VCD does.
pub fn is_fst(first: &[u8]) -> bool {
    first.first() == Some(&HEADER_BLOCK)
}

/// The comment of a whole file of ours, which its last block holds.
pub fn comment(file: &mut (impl Read + Seek)) -> Result<String, WavesError> {
    let io = |error: std::io::Error| match error.kind() {
        ErrorKind::UnexpectedEof => failed("it ends before the comment that ends a whole file"),
        _ => failed(&error.to_string()),
    };
    let end = file.seek(SeekFrom::End(0)).map_err(io)?;
    let mut at = file.seek(SeekFrom::Start(0)).map_err(io)?;
    while at < end {
        let mut head = [0; 1 + LENGTH_BYTES as usize];
        file.read_exact(&mut head).map_err(io)?;
        let length = u64::from_be_bytes(head[1..].try_into().unwrap_or_default());
        let next = at.checked_add(1).and_then(|at| at.checked_add(length));
        let next = next.filter(|&next| next <= end && length >= LENGTH_BYTES);
        at = next.ok_or_else(|| failed("it ends before the comment that ends a whole file"))?;
        if head[0] == SKIPPED {
            let mut text = vec![0; (length - LENGTH_BYTES) as usize];
            file.read_exact(&mut text).map_err(io)?;
            if let Some(text) = String::from_utf8(text).ok().filter(|text| text.starts_with("torusgen ")) {
                file.seek(SeekFrom::Start(0)).map_err(io)?;
                return Ok(text);
            }
        }
        file.seek(SeekFrom::Start(at)).map_err(io)?;
    }
    Err(failed("it has no comment of torusgen"))
}

/// The scopes and variables, with the comment first.
pub fn header<R: BufRead + Seek>(reader: &mut FstReader<R>, comment: String) -> Result<Header, WavesError> {
    let mut open = vec![Scope::new(ScopeType::Module, String::new())];
    let mut put = |entry| match entry {
        FstHierarchyEntry::Scope { name, .. } => open.push(Scope::new(ScopeType::Module, name)),
        FstHierarchyEntry::UpScope => {
            let closed = open.pop();
            open.last_mut()
                .zip(closed)
                .into_iter()
                .for_each(|(to, scope)| to.items.push(ScopeItem::Scope(scope)));
        }
        FstHierarchyEntry::Var { name, length, handle, .. } => {
            let name = name.split(' ').next().unwrap_or_default().to_string();
            let var = Var::new(VarType::Wire, length, code(handle.get_index()), name, None);
            open.last_mut().into_iter().for_each(|scope| scope.items.push(ScopeItem::Var(var.clone())));
        }
        _ => {}
    };
    reader.read_hierarchy(&mut put).map_err(|error| failed(&error.to_string()))?;
    let mut header = Header::default();
    header.items.push(ScopeItem::Comment(comment));
    header.items.extend(open.into_iter().next().map_or(Vec::new(), |top| top.items));
    Ok(header)
}

/// All changes in the order of time, and the time of the end. What was never written is left out.
pub fn play<R: BufRead + Seek>(
    reader: &mut FstReader<R>,
    mut on: impl FnMut(Command),
) -> Result<(), WavesError> {
    let (mut now, end) = (None, reader.get_header().end_time);
    let played = reader.read_signals(&FstFilter::all(), |time, handle, value| {
        let FstSignalValue::String(digits) = value else { return Ok::<(), ()>(()) };
        let Some(bits) = digits.iter().map(|&digit| bit(digit)).collect::<Option<Vec<_>>>() else {
            return Ok(());
        };
        if now.replace(time) != Some(time) {
            on(Command::Timestamp(time));
        }
        on(Command::ChangeVector(code(handle.get_index()), bits.into()));
        Ok(())
    });
    played.map_err(|error| failed(&format!("{error:?}")))?;
    on(Command::Timestamp(end));
    Ok(())
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

pub fn failed(reason: &str) -> WavesError {
    WavesError::Fst { reason: reason.to_string() }
}
