//! Lists of nodes in a manifest: node by node, or, if they are too long, by runs `[first, last]`.

use crate::limits::MAX_EMITTED;
use serde::{
    de::{Error, SeqAccess, Visitor},
    Deserialize, Deserializer, Serialize, Serializer,
};
use std::fmt;

/// The longest list that is written node by node.
const LISTED: usize = 1 << 16;

/// A node, or a run of nodes.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Entry {
    Node(u32),
    Run([u32; 2]),
}

/// Writes a list.
pub fn serialize<S: Serializer>(nodes: &[u32], serializer: S) -> Result<S::Ok, S::Error> {
    match nodes.len() > LISTED {
        true => serializer.collect_seq(runs(nodes)),
        false => serializer.collect_seq(nodes),
    }
}

/// The runs of a list, each as long as possible.
fn runs(nodes: &[u32]) -> impl Iterator<Item = Entry> + '_ {
    nodes.chunk_by(|&node, &next| node.checked_add(1) == Some(next)).map(|run| match run {
        [node] => Entry::Node(*node),
        run => Entry::Run([run[0], run[run.len() - 1]]),
    })
}

/// Reads a list. Errors: not a list of nodes and runs; more nodes than a network can have.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u32>, D::Error> {
    deserializer.deserialize_seq(List)
}

struct List;

impl<'de> Visitor<'de> for List {
    type Value = Vec<u32>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of nodes, or of runs [first, last]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut nodes = Vec::new();
        while let Some(entry) = entries.next_element()? {
            let [first, last] = match entry {
                Entry::Node(node) => [node; 2],
                Entry::Run(ends) => ends,
            };
            let count = u64::from(last).checked_sub(u64::from(first)).map_or(0, |steps| steps + 1);
            if nodes.len() as u64 + count > MAX_EMITTED as u64 {
                return Err(A::Error::custom(format!("it lists more than {MAX_EMITTED} nodes")));
            }
            nodes.extend(first..=last);
        }
        Ok(nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{json, Value};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(transparent)]
    struct Nodes(#[serde(with = "super")] Vec<u32>);

    fn written(nodes: Vec<u32>) -> Value {
        let text = serde_json::to_string(&Nodes(nodes)).expect("numbers");
        serde_json::from_str(&text).expect("what was written")
    }

    /// With one node fewer, a list is not written by runs. Either form is read as the same nodes.
    #[test]
    fn long_lists_are_runs() {
        let most = LISTED as u32;
        assert_eq!(written((0..most).collect()), json!((0..most).collect::<Vec<u32>>()));
        assert_eq!(written((0..=most).collect()), json!([[0, most]]));
        let holes = |node: &u32| ![3, 5, 70_000].contains(node);
        let nodes: Vec<u32> = (0..80_000).filter(holes).collect();
        let runs = written(nodes.clone());
        assert_eq!(runs, json!([[0, 2], 4, [6, 69_999], [70_001, 79_999]]));
        assert_eq!(serde_json::from_value::<Nodes>(runs).unwrap(), Nodes(nodes));
    }

    #[test]
    fn a_list_that_no_network_has_is_refused() {
        let refused = |list: Value| serde_json::from_value::<Nodes>(list).unwrap_err().to_string();
        let many = "it lists more than 16777216 nodes";
        assert_eq!(refused(json!([[0, u32::MAX]])), many);
        assert_eq!(refused(json!([[0, 1 << 23], 5, [0, 1 << 23]])), many);
        assert!(refused(json!([[0, 1, 2]])).contains("did not match"));
        assert_eq!(serde_json::from_value::<Nodes>(json!([[2, 1], 7])).unwrap(), Nodes(vec![7]));
    }
}
