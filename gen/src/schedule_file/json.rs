//! The JSON form of schedule files.

use super::Written;

/// Parses the form that [`print`] prints.
pub fn parse(text: &str) -> Result<Written, String> {
    serde_json::from_str(text).map_err(|error| format!("it is not a schedule in JSON: {error}"))
}

/// Prints with a newline at the end.
pub fn print(written: &Written) -> String {
    serde_json::to_string_pretty(written).expect("numbers, strings and lists are JSON") + "\n"
}
