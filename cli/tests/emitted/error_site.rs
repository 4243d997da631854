//! The node that found an error first, and the links by which something arrived there at that time: read by
//! software, in networks of every kind, in Icarus.
//!
//! A message that nobody sent, or a credit, is put on one link after the other. The node at its end and the
//! link are computed here from coordinates. Errors occur together, one after the other, and in an agent; a
//! reset clears them. Faults planted in the Verilog are found.

use super::axil::{
    emitted, played, write,
    Do::{self, *},
    Said, CONTROL, ERROR_LINKS, ERROR_NODE, OKAY, RESET, STATUS,
};
use crate::common::{
    icarus::{coordinates, Emitted},
    lint,
};
use std::fs;

const FOUND: u32 = 1 << 31;

/// Networks whose routers detect a message that nobody sent. The last ones have registers on links, and
/// slots.
const STRAY: [&str; 6] = [
    "--dims 4x3",
    "--dims 2 --ports one",
    "--dims 3x3 --placement linear",
    "--dims 3 --algorithm product-a3",
    "--dims 2x3 --link-stages 0,2",
    "--dims 3x2 --ports one --switching slots",
];

/// Networks whose routers detect a credit that nobody owes them.
const CREDITS: [&str; 3] = [
    "--dims 2x3 --router buffered",
    "--dims 3 --router buffered --pipeline 2",
    "--dims 3x2 --router buffered --deadlock bubble --channels 1 --ports one",
];

/// A link: the bit of its nets, the nodes at its ends, and the port.
struct Link {
    bit: usize,
    tail: u32,
    head: u32,
    port: u32,
}

/// All links; nets have the bits of ports that exist.
fn links(dims: &[u32]) -> Vec<Link> {
    let nodes: u32 = dims.iter().product();
    let ports: Vec<u32> =
        (0..2 * dims.len() as u32).filter(|q| q % 2 == 0 || dims[*q as usize / 2] > 2).collect();
    let link = |tail: u32, e: usize| {
        let (port, mut x) = (ports[e], coordinates(dims, tail));
        let (dim, n) = (port as usize / 2, dims[port as usize / 2]);
        x[dim] = if port % 2 == 0 { (x[dim] + 1) % n } else { (x[dim] + n - 1) % n };
        let head = x.iter().zip(dims).fold(0, |id, (x, n)| id * n + x);
        Link { bit: tail as usize * ports.len() + e, tail, head, port }
    };
    (0..nodes)
        .flat_map(|tail| (0..ports.len()).map(move |e| (tail, e)))
        .map(|(tail, e)| link(tail, e))
        .collect()
}

/// Reads the place of an error, after a delay for the longest link.
fn asked() -> [Do; 4] {
    [Pass(4), Read(STATUS), Read(ERROR_NODE), Read(ERROR_LINKS)]
}

/// A reset ends an error.
fn ended() -> [Do; 5] {
    [write(CONTROL, RESET), write(CONTROL, 0), Read(STATUS), Read(ERROR_NODE), Read(ERROR_LINKS)]
}

/// The expected answers: an error of this node, with arrivals by these ports; then none.
fn told(node: u32, ports: u32) -> Vec<Said> {
    let read = |value| (value, OKAY);
    vec![read(4), read(FOUND | node), read(ports), (OKAY, 0), (OKAY, 0), read(0), read(0), read(0)]
}

/// Disturbs one link after the other. Returns the answers, and the expected ones.
fn one_by_one(net: &Emitted, disturbed: impl Fn(&Link) -> (String, Vec<Said>)) -> [Vec<Said>; 2] {
    let all: Vec<_> = links(&net.manifest.dims).iter().map(disturbed).collect();
    let steps = all.iter().flat_map(|(bits, _)| {
        std::iter::once(Disturb(bits.clone())).chain(asked()).chain(ended()).collect::<Vec<_>>()
    });
    let said = played(net, &steps.collect::<Vec<_>>());
    [said, all.into_iter().flat_map(|(_, said)| said).collect()]
}

fn strays(net: &Emitted) -> [Vec<Said>; 2] {
    one_by_one(net, |link| (format!("link_valid[{}]", link.bit), told(link.head, 1 << link.port)))
}

#[test]
fn a_message_that_nobody_sent() {
    for options in STRAY {
        let [said, expected] = strays(&emitted(options));
        assert_eq!(said, expected, "{options}");
    }
}

/// Credits run against links: the sender finds them, and nothing came to it.
#[test]
fn a_credit_that_nobody_owes() {
    for options in CREDITS {
        let net = emitted(options);
        let channels = net.manifest.buffered.as_ref().expect("buffered").channels;
        let credit = |link: &Link| (format!("link_credit[{}]", link.bit * channels), told(link.tail, 0));
        let [said, expected] = one_by_one(&net, credit);
        assert_eq!(said, expected, "{options}");
    }
}

/// Errors at two links: in the same cycle, and one after the other.
fn pairs(net: &Emitted) -> [Vec<Said>; 2] {
    let all = links(&net.manifest.dims);
    let (mut steps, mut expected) = (Vec::new(), Vec::new());
    let bit = |link: &Link| format!("link_valid[{}]", link.bit);
    for (one, other) in all.iter().zip(all.iter().skip(5)) {
        let first = if one.head <= other.head { one } else { other };
        let bit_at = |link: &Link| if link.head == first.head { 1 << link.port } else { 0 };
        let ports = bit_at(one) | bit_at(other);
        steps.push(Disturb(format!("{} {}", bit(one), bit(other))));
        steps.extend(asked().into_iter().chain(ended()));
        expected.extend(told(first.head, ports));
        steps.extend([Disturb(bit(other)), Disturb(bit(one))]);
        steps.extend(asked().into_iter().chain(ended()));
        expected.extend(told(other.head, 1 << other.port));
    }
    [played(net, &steps), expected]
}

#[test]
fn the_first_one_stays() {
    for options in ["--dims 4x3", "--dims 3x3 --placement linear"] {
        let [said, expected] = pairs(&emitted(options));
        assert_eq!(said, expected, "{options}");
    }
}

/// What an agent of the bench finds is an error of no node; an exchange has none at all.
#[test]
fn nodes_find_nothing_by_themselves() {
    let net = emitted("--dims 3");
    let mut steps = vec![write(CONTROL, 1), Wait];
    steps.extend(asked());
    steps.push(Fail);
    steps.extend(asked());
    let said = played(&net, &steps);
    let values: Vec<u32> = said[1..].iter().map(|said| said.0).collect();
    assert_eq!(values, [2, 0, 0, 6, 0, 0]);
}

/// Replaces text of a module.
fn planted(net: &Emitted, file: &str, from: &str, to: &str) {
    let path = net.folder().join("rtl").join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file}: {from}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn planted_faults_are_found() {
    let faults = [
        ("n_error_site.v", "end else if (!found_q) begin", "end else begin"),
        ("n_error_site.v", "n = N - 1; n >= 0; n = n - 1", "n = 0; n < N; n = n + 1"),
        ("n_error_site.v", "came[(D*N+n)*L", "came[((D-1)*N+n)*L"),
        ("n_error_site.v", "found_q <= 1'b0;", "found_q <= found_q === 1'b1;"),
        ("n_error_site.v", "{node, links}", "{node, ~links}"),
        ("n_error_site.v", "found_q <= |error_i;", "found_q <= &error_i;"),
        ("n.v", "        link_valid[T1*E+1],", "        link_valid[T0*E+0],"),
    ];
    for (file, from, to) in faults {
        let net = emitted("--dims 4x3");
        planted(&net, file, from, to);
        let found = [strays(&net), pairs(&net)].iter().any(|[said, expected]| said != expected);
        assert!(found, "{from} for {to}");
    }
}

/// Tops with streams, in one clock and in two, and boards: nothing is left open.
#[test]
fn tops_pass_it_on() {
    for options in [
        "--dims 3x2",
        "--dims 3x2 --local-clock",
        "--dims 3 --router buffered --flits 2",
        "--dims 2x2 --router buffered --local-clock",
        "--dims 3 --algorithm product-a3",
        "--dims 3 --algorithm broadcast",
    ] {
        let net = emitted(&format!("{options} --interface axis"));
        let sites = |top: &str| net.ports(top).iter().filter(|port| port.name == "error_site_o").count();
        for top in ["n", "n_bench", "n_axis"] {
            assert_eq!(sites(top), 1, "{options}: {top}");
        }
        for top in ["n_axis", "n_board"] {
            let list = format!("{top}.f");
            lint::verilator(options, &net.folder(), &["-f", &list, "--top-module", top]);
            lint::yosys(options, &net.folder(), &list, top);
        }
    }
    let plain = Emitted::new("--dims 3x2 --name n");
    assert!(plain.manifest.interfaces.values().flatten().all(|port| port.name != "error_site_o"));
}
