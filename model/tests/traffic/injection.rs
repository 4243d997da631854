//! Injection processes and traces.

use crate::common::{full, torus};
use crate::destinations;
use num_rational::Ratio;
use torus_model::traffic::{parse_trace, Injection, Lengths, Packet, Traffic};
use torus_model::Placement;

/// The packets of the first `cycles` cycles.
pub fn drawn(traffic: &Traffic, seed: u64, cycles: u64) -> Vec<Packet> {
    traffic.packets(seed).take_while(|packet| packet.cycle < cycles).collect()
}

#[test]
fn both_processes_make_the_rate_asked_for() {
    let placement = full(&[3, 5]);
    let (cycles, rate) = (40_000, Ratio::new(3, 10));
    for (injection, lengths) in [
        (Injection::Bernoulli, Lengths::new(1, 1, 8)),
        (Injection::Bernoulli, Lengths::new(1, 4, 8)),
        (Injection::Bursty { burst: 1 }, Lengths::new(4, 4, 8)),
        (Injection::Bursty { burst: 10 }, Lengths::new(2, 5, 8)),
    ] {
        let to = destinations(&placement, "uniform").unwrap();
        let traffic = Traffic::new(to, injection, rate, lengths.clone().unwrap()).unwrap();
        let packets = drawn(&traffic, 7, cycles);
        assert_eq!(packets, drawn(&traffic, 7, cycles));
        assert_ne!(packets, drawn(&traffic, 8, cycles));
        assert!(packets.is_sorted_by_key(|packet| (packet.cycle, packet.source)));
        assert!(packets.iter().all(|p| p.source != p.destination));
        let flits: u64 = packets.iter().map(|packet| packet.flits as u64).sum();
        let expected = 3 * cycles * 15 / 10;
        assert!(flits.abs_diff(expected) * 20 < expected, "{injection:?} {lengths:?}: {flits} of {expected}");
    }
}

/// Between two packets of one flit lies one cycle in a burst; the mean burst is as long as asked.
#[test]
fn bursts_are_as_long_as_asked_for() {
    let to = destinations(&full(&[2]), "neighbour").unwrap();
    let (lengths, bursty) = (Lengths::new(1, 1, 1).unwrap(), Injection::Bursty { burst: 8 });
    let traffic = Traffic::new(to, bursty, Ratio::new(1, 4), lengths).unwrap();
    let cycles: Vec<u64> =
        drawn(&traffic, 3, 200_000).iter().filter(|p| p.source.index() == 0).map(|p| p.cycle).collect();
    let bursts = cycles.chunk_by(|a, b| a + 1 == *b).count();
    let mean = cycles.len() as f64 / bursts as f64;
    assert!((7.5..8.8).contains(&mean), "{mean}");
}

/// The packets of a processor do not depend on who else there is.
#[test]
fn streams_belong_to_nodes() {
    let torus = torus(&[4, 4]);
    let nodes = |ids: &[usize]| ids.iter().map(|&id| torus.node_at(id).unwrap()).collect::<Vec<_>>();
    let of_five = |ids: &[usize]| {
        let placement = Placement::listed(&torus, &nodes(ids)).unwrap();
        let to = destinations(&placement, "hotspot:percent=100").unwrap();
        let traffic =
            Traffic::new(to, Injection::Bernoulli, Ratio::new(1, 5), Lengths::new(1, 3, 4).unwrap()).unwrap();
        let packets = drawn(&traffic, 1, 500).into_iter().filter(|packet| packet.source.index() == 5);
        packets.map(|packet| (packet.cycle, packet.flits)).collect::<Vec<_>>()
    };
    assert_eq!(of_five(&[0, 5]), of_five(&[0, 3, 5, 9]));
    assert!(of_five(&[0, 5]).len() > 20);
}

#[test]
fn rates_have_their_limits() {
    let traffic = |injection, rate, least, most| {
        let to = destinations(&full(&[4]), "uniform").unwrap();
        Traffic::new(to, injection, rate, Lengths::new(least, most, 8).unwrap())
    };
    let bursty = Injection::Bursty { burst: 2 };
    assert!(traffic(Injection::Bernoulli, Ratio::new(5, 2), 1, 4).is_ok());
    assert!(traffic(bursty, Ratio::new(5, 6), 1, 4).is_ok());
    assert_eq!(
        traffic(bursty, Ratio::new(7, 8), 1, 4).unwrap_err().to_string(),
        "a rate of 0.875 flits per cycle and processor was asked for; packets of this length and these \
         bursts make more than 0 and up to 5/6: change the rate, or make packets or bursts longer"
    );
    assert!(traffic(Injection::Bernoulli, Ratio::from_integer(0), 1, 1).is_err());
    assert!(traffic(Injection::Bernoulli, Ratio::new(11, 10), 1, 1).is_err());
}

#[test]
fn traces_are_read_and_refused_by_line() {
    let torus = torus(&[3, 4]);
    let placement = Placement::listed(&torus, &[0, 5, 11].map(|id| torus.node_at(id).unwrap())).unwrap();
    let packets =
        parse_trace(&placement, 4, "# cycle source destination length\n\n0 0 5 1\n7 11 0 4 # long\n7 5 11 2");
    let read: Vec<_> = packets
        .unwrap()
        .iter()
        .map(|p| (p.cycle, p.source.index(), p.destination.index(), p.flits))
        .collect();
    assert_eq!(read, [(0, 0, 5, 1), (7, 11, 0, 4), (7, 5, 11, 2)]);
    assert_eq!(parse_trace(&placement, 4, ""), Ok(Vec::new()));
    let table = [
        (
            "0 0 5",
            "a line holds four numbers, cycle, source, destination and length: correct it, or start it with \
             # to leave it out",
        ),
        (
            "0 0 5 -1",
            "a line holds four numbers, cycle, source, destination and length: correct it, or start it with \
             # to leave it out",
        ),
        ("0 0 12 1", "there is no node 12; nodes are 0 to 11: correct the id"),
        (
            "0 4 5 1",
            "node 4 has no processor; packets go between the 3 processors of the placement: correct the id, \
             or place one there",
        ),
        ("3 0 5 5", "a packet of 5 flits; allowed are 1 to 4: split it, or give 'flits' 5"),
        ("3 0 5 0", "a packet of 0 flits; allowed are 1 to 4: correct it"),
        ("0 5 5 1", "node 5 sends to itself; a packet goes to another processor: leave the line out"),
        ("2 0 5 1", "cycle 2 comes after cycle 3; cycles never decrease: sort the lines"),
    ];
    for (line, problem) in table {
        let error = parse_trace(&placement, 4, &format!("3 0 5 1\n\n{line} # here\n")).unwrap_err();
        let wanted = format!("line 3 of the trace reads {line:?}: {problem}");
        assert_eq!(error.to_string(), wanted);
    }
}
