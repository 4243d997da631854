//! `loads` on tori with more nodes than any network: the numbers it counts, prints and refuses.

use crate::common::{json, refused, stdout, text};

#[test]
fn numbers_beyond_64_bits_are_exact() {
    let full = json(&["loads", "-d", "3", "-k", "1024", "--format", "json"]);
    assert_eq!((full["e_max"].as_str(), &full["digest"]), (Some("137707388928"), &serde_json::Value::Null));
    let printed = stdout(&["loads", "-d", "8", "-k", "100", "--format", "json"]);
    // d N^2 k / 4; a JSON value has no room for it, so the text is read.
    assert!(printed.contains("\"total\": 20000000000000000000000000000000000,"), "{printed}");
}

/// What was a number modulo 2^64: the ring of the largest network.
#[test]
fn totals_of_large_rings_are_exact() {
    let printed = stdout(&["loads", "16777215", "--format", "json"]);
    let (n, h) = (16_777_215_u128, 8_388_607_u128);
    assert!(printed.contains(&format!("\"total\": {},", n * h * (h + 1))), "{printed}");
}

/// Links are printed as they are counted: a reader that has seen enough ends it.
#[test]
fn links_are_streamed() {
    use std::io::Read;
    for format in ["text", "csv", "json"] {
        let words = ["loads", "-d", "8", "-k", "100", "--placement", "linear", "--links", "--format", format];
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_torusgen"));
        let mut child = command.args(words).stdout(std::process::Stdio::piped()).spawn().unwrap();
        let mut start = vec![0; 100_000];
        child.stdout.take().unwrap().read_exact(&mut start).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{format}");
        let start = text(&start);
        let row = match format {
            "text" => "(0,0,0,0,0,0,0,0) 1+          50000000000000\n",
            "csv" => "\n0,0,1+,50000000000000\n",
            _ => "\"links\": [\n    \"50000000000000\",\n",
        };
        assert!(start.contains(row), "{format}: {}", &start[..3000]);
    }
}

#[test]
fn ties_by_parity_share_the_load() {
    let words = ["loads", "-d", "3", "-k", "1024", "--router", "buffered", "--ties", "parity"];
    let parity = json(&[&words[..], &["--format", "json"]].concat());
    assert_eq!(parity["e_max"], "137438953472", "N/n h^2/2");
}

#[test]
fn what_needs_nodes_is_refused() {
    let message = |what: &str| {
        format!(
            "error: {what} was asked for on 1024x1024x1024, which has more than 16777216 nodes; of such tori \
             only the loads of placements full, linear and multilinear are counted, with --routing odr or \
             udr and with --ties: leave {what} out, or lower a radix or the number of dimensions\n"
        )
    };
    for (options, what) in [
        (["--width", "64"], "--width"),
        (["--routing", "balanced"], "--routing balanced"),
        (["--placement", "file:nodes"], "--placement file"),
        (["--separator", "nodes"], "--separator"),
        (["--kind", "exchange"], "--kind"),
        (["--algorithm", "table"], "--algorithm"),
    ] {
        assert_eq!(refused(&[&["loads", "1024x1024x1024"], &options[..]].concat()), message(what));
    }
    let buffered = ["loads", "-d", "3", "-k", "1024", "--router", "buffered"];
    assert_eq!(
        refused(&[&buffered[..], &["--channels", "4"]].concat()),
        message("--channels"),
        "channels carry no load"
    );
    let parity = refused(&[&buffered[..], &["--routing", "udr", "--ties", "parity"]].concat());
    assert!(parity.starts_with("error: --ties parity was asked for together with --routing udr"), "{parity}");
}

#[test]
fn other_commands_keep_their_size() {
    for command in ["schedule", "emit", "sim", "sweep"] {
        assert_eq!(
            refused(&[command, "-d", "3", "-k", "1024"]),
            "error: 1024x1024x1024 has more than 16777216 nodes, the most that fit: lower a radix or the \
             number of dimensions\n"
        );
    }
}

#[test]
fn beyond_the_integers_is_refused() {
    assert_eq!(
        refused(&["loads", "4000000000x4000000000"]),
        "error: 4000000000x4000000000 has more than 9223372036854775808 nodes, the most that fit: lower a \
         radix or the number of dimensions\n"
    );
    assert_eq!(
        refused(&["loads", "4000000000x2000000000"]),
        "error: the loads of 8000000000000000000 processors on 4000000000x2000000000 with routing odr were \
         asked for; they are counted in 128 bits, and would need more: lower a radix or the number of \
         dimensions\n"
    );
    assert_eq!(
        refused(&["loads", "-d", "2", "-k", "20000000", "--placement", "linear"]),
        "error: the placement linear:coeff=1,1:c=0 has 80000000 classes of links; loads of up to 33554432 \
         are counted: lower the radix or the number of dimensions, or place a processor on every node\n"
    );
}
