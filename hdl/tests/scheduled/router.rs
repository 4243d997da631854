//! The router kernel in rust-hdl's simulator, against the definition of the header.
//!
//! State space: the only state is the registers at the outputs and the sticky error. All cases are tried:
//! every header on every input alone, with the request of its definition; every route of a torus hop by hop;
//! every pair of requests for one output.

use crate::common::{bv, ordered_turns, put, schedule, settle, spec, tick, torus, valid, FORMS};
use crate::header::{fate, header_bits, link_head, Fate};
use rust_hdl_core::prelude::*;
use torus_hdl::kernel::Router;
use torus_hdl::NodeSpec;
use torus_model::PortModel::{self, AllPort, OnePort};
use torus_model::{HeaderLayout, Port, RomImage, Torus};

/// The router of a processor with these local ports, or of a node without processor.
fn router(torus: &Torus, turns: &[(Port, Port)], local_ports: Option<PortModel>) -> Router {
    let ports = local_ports.unwrap_or(AllPort);
    let images = [RomImage::idle(1, ports.local_ports(torus))];
    let spec = NodeSpec { ports, ..spec(torus, &images, turns) };
    let mut router = if local_ports.is_some() { Router::new(&spec) } else { Router::transit(&spec) };
    router.connect_all();
    check_all(&router).unwrap();
    reset(&mut router);
    router
}

fn cycle(router: &mut Router) {
    tick(router, |r| &mut r.clk_i);
}

fn reset(router: &mut Router) {
    router.rst_ni.next = false;
    rest(router);
    router.inject_valid_i.iter_mut().for_each(|valid| valid.next = false);
    cycle(router);
    router.rst_ni.next = true;
    settle(router);
    assert!(!router.error_o.val() && valid(&router.tx_valid_o).is_empty());
}

/// A message arrives.
fn arrive(router: &mut Router, torus: &Torus, input: usize, head: u128) {
    router.rx_valid_i[input].next = true;
    put(&mut router.rx_head_i[input], link_head(torus, &ordered_turns(torus), input, head));
}

/// No message arrives, so no request.
fn rest(router: &mut Router) {
    router.rx_valid_i.iter_mut().for_each(|valid| valid.next = false);
    router.rx_head_i.iter_mut().for_each(|head| put(head, 0));
}

/// Whether the last cycle was an error. It shows one cycle later; no message arrives meanwhile.
fn error(router: &mut Router) -> bool {
    rest(router);
    router.inject_valid_i.iter_mut().for_each(|valid| valid.next = false);
    cycle(router);
    router.error_o.val()
}

/// The header on a link by which a message leaves. The request above it has to be the one that the header
/// gives.
fn header(router: &Router, torus: &Torus, output: usize) -> u128 {
    let (link, bits) = (router.tx_head_o[output].val().value(), header_bits(torus, output));
    let head = link & !(!0 << bits);
    assert_eq!(link, link_head(torus, &ordered_turns(torus), output, head), "{torus} output {output}");
    head
}

/// Sends one message to one input. Returns its fate.
fn send(router: &mut Router, torus: &Torus, input: usize, head: u128, data: u128) -> Fate {
    arrive(router, torus, input, head);
    put(&mut router.rx_data_i[input], data);
    cycle(router);
    let seen = match (&valid(&router.tx_valid_o)[..], &valid(&router.eject_valid_o)[..]) {
        ([output], []) => {
            assert_eq!(router.tx_data_o[*output].val(), bv(data, 32));
            Fate::Leaves(*output, header(router, torus, *output))
        }
        ([], [local_port]) => {
            let own = if router.eject_valid_o.iter().count() == 1 { 0 } else { input };
            assert_eq!((*local_port, router.eject_data_o[*local_port].val()), (own, bv(data, 32)));
            Fate::AtDestination
        }
        ([], []) => Fate::Error,
        other => panic!("{other:?}"),
    };
    assert_eq!(error(router), seen == Fate::Error);
    seen
}

fn every_header(dims: &str, local_ports: Option<PortModel>) {
    let torus = torus(dims);
    let turns = ordered_turns(&torus);
    let mut router = router(&torus, &turns, local_ports);
    for input in 0..torus.ports().count() {
        for head in 0..1 << header_bits(&torus, input) {
            let data = (0x9e37_79b9 * (head + 1)) & 0xffff_ffff;
            let expected = fate(&torus, &turns, local_ports.is_some(), input, head);
            let seen = send(&mut router, &torus, input, head, data);
            assert_eq!(seen, expected, "{dims} input {input} head {head:b}");
            if expected == Fate::Error {
                cycle(&mut router);
                assert!(router.error_o.val(), "The error is sticky.");
                reset(&mut router);
            }
        }
    }
}

#[test]
fn every_header_at_a_processor() {
    for ports in FORMS {
        let dims = ["2", "3", "5", "9", "2x2", "3x4", "8x8", "2x3x4"];
        dims.iter().for_each(|dims| every_header(dims, Some(ports)));
    }
}

#[test]
fn every_header_without_processor() {
    ["2", "5", "2x2", "3x4", "2x3x2"].iter().for_each(|dims| every_header(dims, None));
}

#[test]
fn every_word_is_walked() {
    for dims in ["5", "2x2", "3x4", "8x8", "2x3x4", "2x2x2x2"] {
        let torus = torus(dims);
        let (turns, ports) = (ordered_turns(&torus), torus.ports().collect::<Vec<_>>());
        let mut router = router(&torus, &turns, Some(OnePort));
        let origin = torus.node_at(0).unwrap();
        for node in torus.nodes().skip(1) {
            let word = schedule::ordered(&torus, &torus.offset(origin, node));
            let mut head = HeaderLayout::new(&torus).encode(&word);
            assert_eq!(
                head >> header_bits(
                    &torus,
                    ports.iter().position(|p| Some(*p) == word.ports().next()).unwrap()
                ),
                0
            );
            let path: Vec<usize> =
                word.ports().map(|port| ports.iter().position(|p| *p == port).unwrap()).collect();
            for hop in path.windows(2) {
                match send(&mut router, &torus, hop[0], head, 7) {
                    Fate::Leaves(output, next) if output == hop[1] => head = next,
                    other => panic!("{dims} {word}: {other:?}"),
                }
            }
            assert_eq!(
                send(&mut router, &torus, *path.last().unwrap(), head, 7),
                Fate::AtDestination,
                "{dims} {word}"
            );
        }
    }
}

#[test]
fn injection_leaves_through_its_port() {
    let torus = torus("2x3x4");
    let mut router = router(&torus, &ordered_turns(&torus), Some(AllPort));
    for local_port in 0..5 {
        router.inject_valid_i[local_port].next = true;
        let head = (0x2a5 + local_port as u128) & !(!0 << header_bits(&torus, local_port));
        put(&mut router.inject_head_i[local_port], head);
        put(&mut router.inject_data_i[local_port], 0xdead_0000 + local_port as u128);
        cycle(&mut router);
        router.inject_valid_i[local_port].next = false;
        assert_eq!(valid(&router.tx_valid_o), [local_port]);
        assert_eq!(header(&router, &torus, local_port), head);
        assert_eq!(router.tx_data_o[local_port].val().value(), 0xdead_0000 + local_port as u128);
    }
    assert!(!error(&mut router));
}

/// Injects one message of the processor for the port with this index.
fn inject(router: &mut Router, port: usize, head: u128, data: u128) {
    router.inject_valid_i[0].next = true;
    put(&mut router.inject_port_i[0], port as u128);
    put(&mut router.inject_head_i[0], head);
    put(&mut router.inject_data_i[0], data);
}

/// With one port the message brings its port along; one that does not exist is an error.
#[test]
fn the_one_local_port_leaves_through_any_port() {
    for dims in ["2", "5", "2x2", "3x4", "2x3x4"] {
        let torus = torus(dims);
        let (layout, ports) = (HeaderLayout::new(&torus), torus.ports().collect::<Vec<_>>());
        let mut router = router(&torus, &ordered_turns(&torus), Some(OnePort));
        for port in 0..1 << layout.port_bits {
            let head = (5 * port as u128 + 3) % (1 << layout.width());
            inject(&mut router, port, head, 0xdead_0000 + port as u128);
            cycle(&mut router);
            let output = ports.iter().position(|other| other.index() == port);
            assert_eq!(valid(&router.tx_valid_o), Vec::from_iter(output), "{dims} port {port}");
            if let Some(q) = output {
                assert_eq!(header(&router, &torus, q), head & !(!0 << header_bits(&torus, q)));
                assert_eq!(router.tx_data_o[q].val().value(), 0xdead_0000 + port as u128);
            }
            assert_eq!(error(&mut router), output.is_none(), "{dims} port {port}");
            reset(&mut router);
        }
    }
}

/// With one port: every message that wants the output of the one local port conflicts with it, all others go
/// on.
#[test]
fn the_one_local_port_conflicts_with_what_wants_its_output() {
    for dims in ["5", "2x2", "3x4", "2x3x4"] {
        let torus = torus(dims);
        let (turns, ports) = (ordered_turns(&torus), torus.ports().collect::<Vec<_>>());
        let mut router = router(&torus, &turns, Some(OnePort));
        let pairs = (0..ports.len()).flat_map(|a| (0..ports.len()).map(move |b| (a, b)));
        for (input, wanted) in pairs {
            let Some(head) = request(&torus, &turns, input, wanted) else { continue };
            for (output, port) in ports.iter().enumerate() {
                inject(&mut router, port.index(), 0, 1);
                arrive(&mut router, &torus, input, head);
                cycle(&mut router);
                assert_eq!(error(&mut router), output == wanted, "{dims} {input} {wanted} {output}");
                reset(&mut router);
            }
        }
    }
}

/// With one port: any one message that is at its destination gets through, whatever goes on beside it; two
/// are an error.
#[test]
fn the_one_local_port_takes_one_message_a_cycle() {
    let torus = torus("3x4");
    let mut router = router(&torus, &ordered_turns(&torus), Some(OnePort));
    for arriving in 0..16u32 {
        for input in 0..4 {
            arrive(&mut router, &torus, input, 1 - (arriving >> input & 1) as u128);
            put(&mut router.rx_data_i[input], 0xa5 << (8 * input));
        }
        cycle(&mut router);
        assert_eq!(router.eject_valid_o[0].val(), arriving > 0, "{arriving:b}");
        if arriving.count_ones() == 1 {
            assert_eq!(router.eject_data_o[0].val().value(), 0xa5 << (8 * arriving.trailing_zeros()));
        }
        assert_eq!(error(&mut router), arriving.count_ones() > 1, "{arriving:b}");
        reset(&mut router);
    }
}

/// A header of a message on `input` that asks for `output`, if the two are connected.
fn request(torus: &Torus, turns: &[(Port, Port)], input: usize, output: usize) -> Option<u128> {
    let all = 0..1 << header_bits(torus, input);
    let wants = |head| matches!(fate(torus, turns, true, input, head), Fate::Leaves(q, _) if q == output);
    all.into_iter().find(|&head| wants(head))
}

#[test]
fn two_requests_for_one_output_are_an_error() {
    for dims in ["5", "2x2", "3x4", "2x3x4"] {
        let torus = torus(dims);
        let (turns, n) = (ordered_turns(&torus), torus.ports().count());
        let mut router = router(&torus, &turns, Some(AllPort));
        for output in 0..n {
            // Input n stands for the injection port.
            let heads: Vec<_> = (0..n).map(|input| request(&torus, &turns, input, output)).collect();
            for (a, b) in (0..n).flat_map(|a| (a + 1..=n).map(move |b| (a, b))) {
                let (Some(head_a), Some(head_b)) = (heads[a], heads.get(b).copied().unwrap_or(Some(0)))
                else {
                    continue;
                };
                for (input, head) in [(a, head_a), (b, head_b)] {
                    match input == n {
                        true => router.inject_valid_i[output].next = true,
                        false => arrive(&mut router, &torus, input, head),
                    }
                }
                cycle(&mut router);
                assert!(error(&mut router), "{dims}: inputs {a} and {b} want output {output}");
                reset(&mut router);
            }
        }
    }
}

#[test]
fn all_inputs_go_straight_at_once() {
    let torus = torus("4x4x4");
    let mut router = router(&torus, &ordered_turns(&torus), Some(AllPort));
    for input in 0..6 {
        arrive(&mut router, &torus, input, 1);
        put(&mut router.rx_data_i[input], 100 + input as u128);
    }
    cycle(&mut router);
    assert_eq!(valid(&router.tx_valid_o), [0, 1, 2, 3, 4, 5]);
    assert!((0..6).all(|q| router.tx_data_o[q].val() == bv(100 + q as u128, 32)));
    assert!(!error(&mut router));
}
