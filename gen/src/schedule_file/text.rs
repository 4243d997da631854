//! The text form of schedule files: a header of lines `# key: value`, then a line `slot class word offset`
//! for each message class. The coordinates of an offset are joined by commas.

use super::{Written, WrittenEntry};
use std::{collections::BTreeMap, fmt::Display, str::FromStr};
use torus_model::quote::shortened;

/// Prints the form that [`parse`] parses.
pub fn print(written: &Written) -> String {
    let mut text = format!("# {TITLE}: slot class word offset\n");
    let mut line = |key: &str, value: &dyn Display| text += &format!("# {key}: {value}\n");
    line("dims", &join(&written.dims, "x"));
    line("placement", &written.placement);
    written.processors.iter().for_each(|processors| line("processors", &join(processors, ",")));
    written.parity.iter().for_each(|parity| line("parity", &join(parity, ",")));
    line("routing", &written.routing);
    line("kind", &written.kind);
    line("port_model", &written.port_model);
    written.link_stages.iter().for_each(|stages| line("link_stages", &join(stages, ",")));
    line("length", &written.length);
    line("lower_bound", &written.lower_bound);
    line("makespan", &written.makespan);
    line("messages", &written.messages);
    line("digest", &written.digest);
    let entry = |entry: &WrittenEntry| {
        format!("{} {} {} {}\n", entry.slot, entry.class, entry.word, join(&entry.offset, ","))
    };
    text + &written.entries.iter().map(entry).collect::<String>()
}

/// The first line of the header, which is not a key of a schedule.
const TITLE: &str = "torusgen schedule";

/// Keys of the header.
const KEYS: [&str; 13] = [
    "dims",
    "placement",
    "processors",
    "parity",
    "routing",
    "kind",
    "port_model",
    "link_stages",
    "length",
    "lower_bound",
    "makespan",
    "messages",
    "digest",
];

/// Keys and values of the header; comments without a colon are skipped. Errors: an unknown key; a key given
/// twice.
fn header(text: &str) -> Result<BTreeMap<&str, &str>, String> {
    let mut header = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some((key, value)) = line.strip_prefix('#').and_then(|line| line.split_once(':')) else {
            continue;
        };
        let (key, value) = (key.trim(), value.trim());
        if key != TITLE && !KEYS.contains(&key) {
            let (key, allowed) = (shortened(key), KEYS.join(", "));
            return Err(format!(
                "line {number} has the key {key:?}, which is not known; allowed are {allowed}"
            ));
        }
        if header.insert(key, value).is_some() {
            return Err(format!("line {number} gives {key} again"));
        }
    }
    Ok(header)
}

/// Parses the text form. Errors, as a description: a key that is missing, unknown or given twice; a line that
/// is not an entry.
pub fn parse(text: &str) -> Result<Written, String> {
    let header = header(text)?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
    let entries = lines.map(|(number, line)| parse_entry(number, line)).collect::<Result<Vec<_>, _>>()?;
    let list =
        |key: &str, separator: char| header.get(key).map(|value| numbers(key, value, separator)).transpose();
    let optional = |key: &str| list(key, ',');
    Ok(Written {
        dims: list("dims", 'x')?.ok_or_else(|| missing("dims"))?,
        placement: value(&header, "placement")?,
        processors: optional("processors")?,
        parity: optional("parity")?.map(|dims| dims.into_iter().map(|dim| dim as usize).collect()),
        routing: value(&header, "routing")?,
        kind: value(&header, "kind")?,
        port_model: value(&header, "port_model")?,
        link_stages: optional("link_stages")?,
        length: value(&header, "length")?,
        lower_bound: value(&header, "lower_bound")?,
        makespan: value(&header, "makespan")?,
        messages: value(&header, "messages")?,
        digest: value(&header, "digest")?,
        entries,
    })
}

fn parse_entry(number: usize, line: &str) -> Result<WrittenEntry, String> {
    let fail =
        || format!("line {number} reads {:?}, an entry is slot, class, word and offset", shortened(line));
    let fields: Vec<&str> = line.split_whitespace().collect();
    let &[slot, class, word, offset] = &fields[..] else { return Err(fail()) };
    Ok(WrittenEntry {
        slot: slot.parse().map_err(|_| fail())?,
        class: class.parse().map_err(|_| fail())?,
        offset: numbers("offset", offset, ',').map_err(|_| fail())?,
        word: word.into(),
    })
}

fn value<T: FromStr>(header: &BTreeMap<&str, &str>, key: &str) -> Result<T, String> {
    let text = header.get(key).ok_or_else(|| missing(key))?;
    text.parse().map_err(|_| format!("its header gives {:?} for {key}", shortened(text)))
}

fn missing(key: &str) -> String {
    format!("its header has no line \"# {key}: ..\"")
}

fn numbers(key: &str, text: &str, separator: char) -> Result<Vec<u32>, String> {
    let all: Result<_, _> = text.split(separator).map(str::parse).collect();
    all.map_err(|_| format!("its header gives {:?} for {key}", shortened(text)))
}

fn join<T: ToString>(numbers: &[T], separator: &str) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(separator)
}
