//! The networks of a sweep: those of the given files, each with every combination of the varied values.

use super::error::{SweepError, MOST};
use crate::{args::SweepArgs, commands};
use serde_json::json;
use std::path::{Path, PathBuf};
use torus_gen::{error::UsageError, NetworkOptions, KEYS};

/// A network of the sweep.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What distinguishes it from the others, such as `channels 2, depth 4`; empty for a single network.
    pub label: String,
    /// The options that describe it.
    pub options: NetworkOptions,
}

/// All networks. Those of the first file come first; the values of the last `--vary` change fastest. Errors:
/// an unreadable file; an unknown key; a value of the wrong type; a key or value given twice; more networks
/// than [`MOST`].
pub fn candidates(args: &SweepArgs) -> Result<Vec<Candidate>, UsageError> {
    let mut all = bases(args)?;
    let mut keys: Vec<&str> = Vec::new();
    for text in &args.vary {
        let (key, values) = varied(text)?;
        if keys.contains(&key) || args.network.described()?.has(key) {
            return Err(SweepError::VaryTwice { key: key.into() }.into());
        }
        if let Some(value) = commands::twice(&values) {
            return Err(SweepError::VarySame { key, value: value.into() }.into());
        }
        keys.push(key);
        all = all
            .iter()
            .flat_map(|base| values.iter().map(|value| base.with(key, value)))
            .collect::<Result<_, _>>()?;
        if all.len() > MOST {
            return Err(SweepError::TooMany.into());
        }
    }
    Ok(all)
}

fn bases(args: &SweepArgs) -> Result<Vec<Candidate>, UsageError> {
    if args.compare.is_empty() {
        return Ok(vec![Candidate { label: String::new(), options: commands::options(&args.network)? }]);
    }
    let of_file = |path: &PathBuf| {
        let options = args.network.described()?.over(NetworkOptions::from_file(path)?);
        Ok(Candidate { label: stem(path), options })
    };
    args.compare.iter().map(of_file).collect()
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Parses `channels=2,4`: a key and its values. Errors: another form; an unknown key.
fn varied(text: &str) -> Result<(&'static str, Vec<&str>), SweepError> {
    let form = || SweepError::VaryForm { text: text.into() };
    let (key, values) = text.split_once('=').ok_or_else(form)?;
    let known = KEYS.into_iter().find(|known| *known == key);
    let key = known.ok_or_else(|| SweepError::VaryKey { key: key.into() })?;
    let values: Vec<&str> = values.split(',').collect();
    match values.iter().any(|value| value.is_empty()) {
        true => Err(form()),
        false => Ok((key, values)),
    }
}

impl Candidate {
    /// This network with one more option. Error: a value of the wrong type.
    fn with(&self, key: &'static str, value: &str) -> Result<Candidate, SweepError> {
        let number = value.parse::<u64>().ok().map(|number| json!(number));
        let truth = value.parse::<bool>().ok().map(|truth| json!(truth));
        let mut forms = number.into_iter().chain(truth).chain([json!(value)]);
        let one = forms.find_map(|form| keyed(key, form));
        let one = one.ok_or_else(|| SweepError::VaryValue { key, value: value.into() })?;
        let label = match self.label.as_str() {
            "" => format!("{key} {value}"),
            label => format!("{label}, {key} {value}"),
        };
        Ok(Candidate { label, options: one.over(self.options.clone()) })
    }
}

/// The options with only this key, if the value is of the right type.
fn keyed(key: &str, value: serde_json::Value) -> Option<NetworkOptions> {
    NetworkOptions::from_keys(json!({ key: value })).ok()
}
