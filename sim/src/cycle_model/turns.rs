//! The turns that emitted routers wire, read from the table in the header of a router.

use super::sentences::sentences;
use crate::build::module_text;
use crate::SimError;
use std::path::Path;

/// For each arriving and leaving port of `slots` ports, whether the router in `rtl/<module>.v` wires the
/// turn. Error: no such file.
pub(super) fn wired(dir: &Path, module: &str, slots: usize) -> Result<Vec<bool>, SimError> {
    let text = module_text(dir, module)?;
    let mut wired = vec![false; slots * slots];
    let turns = sentences(&text, "Turns from ").flat_map(|sentence| turns(&sentence));
    for (from, to) in turns.filter(|(from, to)| *from < slots && *to < slots) {
        wired[from * slots + to] = true;
    }
    Ok(wired)
}

/// The turns in a sentence such as `Turns from +x1 (0) to +x2 (2), -x2 (3)`, by port numbers.
fn turns(sentence: &str) -> Vec<(usize, usize)> {
    let number = |part: &str| part.split_once(')').and_then(|(number, _)| number.parse().ok());
    let mut ports = sentence.split('(').skip(1).filter_map(number);
    match ports.next() {
        Some(from) => ports.map(|to| (from, to)).collect(),
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::turns;

    #[test]
    fn a_sentence_names_a_port_and_those_it_turns_to() {
        let sentences = ["Turns from +x1 (0) to +x2 (2), -x12 (23)", "Turns from few"];
        assert_eq!(sentences.map(turns), [vec![(0, 2), (0, 23)], vec![]]);
    }
}
