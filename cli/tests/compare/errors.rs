//! Costs and tori that cannot be compared: the complete message, exit code 2.

use crate::common::refused;

#[test]
fn prices_and_tori_that_are_refused() {
    let price = |text: &str, option: &str| {
        format!(
            "the price \"{text}\" is not a number such as 0.35, from 0 to below 1000000000 with at most nine \
             decimals: correct {option}"
        )
    };
    let block = |text: &str| {
        format!(
            "the block size \"{text}\" is not a whole number from 1 to 1000000000: correct --block, and \
             choose smaller units where blocks have parts of one"
        )
    };
    let too_large = |dims: &str, nodes: u64, hops: u64| {
        format!(
            "a comparison on {dims} was asked for, whose {nodes} nodes exchange blocks over {hops} hops; up \
             to 4096 nodes and 134217728 hops are played: lower a radix or the number of dimensions"
        )
    };
    let free =
        "neither a start-up nor sending takes time: every algorithm would be the fastest; give --startup or \
                --transmit more than 0";
    let table: &[([&str; 6], String)] = &[
        (["4x4", "-1", "1", "0", "0", "1"], price("-1", "--startup")),
        (["4x4", "1", "1e3", "0", "0", "1"], price("1e3", "--transmit")),
        (["4x4", "1", "1", "0.1234567891", "0", "1"], price("0.1234567891", "--rearrange")),
        (["4x4", "1", "1", "0", "", "1"], price("", "--hop")),
        (["4x4", "1000000000", "1", "0", "0", "1"], price("1000000000", "--startup")),
        (["4x4", "1", "1", "0", "0", "0"], block("0")),
        (["4x4", "1", "1", "0", "0", "-5"], block("-5")),
        (["4x4", "1", "1", "0", "0", "1.5"], block("1.5")),
        (["4x4", "1", "1", "0", "0", "1000000001"], block("1000000001")),
        (["4x4", "0", "0.0", "1", "1", "1"], free.into()),
        (["65x64", "1", "1", "0", "0", "1"], too_large("65x64", 4160, 4160 * (64 * 1056 + 65 * 1024))),
        (["2048", "1", "1", "0", "0", "1"], too_large("2048", 2048, 1 << 31)),
        (
            ["4x", "1", "1", "0", "0", "1"],
            "the radices \"4x\" are no numbers joined by x; a torus is written like 4x4 or 3x4x5: correct \
                them"
                .into(),
        ),
    ];
    for ([dims, startup, transmit, rearrange, hop, block], message) in table {
        let found = refused(&[
            "compare",
            "--dims",
            dims,
            "--startup",
            startup,
            "--transmit",
            transmit,
            "--rearrange",
            rearrange,
            "--hop",
            hop,
            "--block",
            block,
        ]);
        assert_eq!(found, format!("error: {message}\n"));
    }
}
