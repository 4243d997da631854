//! Diagrams and curves of long runs, by links, by classes and by ports.

use super::*;
use torus_model::Torus;
use torus_sim::record::Message;

fn placement(dims: &[u32]) -> Placement {
    Placement::full(&Torus::new(dims).unwrap())
}

#[test]
fn rows_grow_coarser_with_the_network() {
    assert_eq!(layout(&placement(&[8, 8]), 90).0, Rows::Links);
    assert_eq!(layout(&placement(&[64, 64]), 700).0, Rows::Links);
    assert_eq!(layout(&placement(&[65, 64]), 700).0, Rows::Classes);
    assert_eq!(layout(&placement(&[64, 64]), 200_000).0, Rows::Ports);
}

/// For a run of any length, the curve keeps its sum and stays short, and the diagram stops at its limit.
#[test]
fn long_runs_stay_small() {
    let mut recorder = Recorder::new(&placement(&[4, 4]), 12);
    for cycle in 0..200_000 {
        recorder.observe(&Sample { cycle, links: &[u64::MAX], ejections: cycle % 3 });
    }
    let (diagram, curve) = recorder.finish();
    assert_eq!(curve.ejected.iter().sum::<u64>(), (0..200_000u64).map(|cycle| cycle % 3).sum::<u64>());
    assert!(curve.ejected.len() <= POINTS && curve.stride == 64, "{}", curve.stride);
    assert_eq!(diagram.cycles, MAX_BITS / 64);
    assert!(diagram.bits.len() < 2_010_000);
}

#[test]
fn classes_count_their_links() {
    let placement = placement(&[65, 64]);
    let mut recorder = Recorder::new(&placement, 100);
    let mut links = vec![0; placement.torus().link_slots().div_ceil(64)];
    (links[0], links[1]) = (0b1011, 0b1);
    recorder.observe(&Sample { cycle: 0, links: &links, ejections: 0 });
    let (diagram, _) = recorder.finish();
    assert_eq!((diagram.rows, diagram.counts), (Rows::Classes, vec![2, 1, 0, 1]));
}

/// The sum of offered flits is kept, too; cycles after the end are dropped; beyond the limit, rows are ports
/// and channels, whose links are counted.
#[test]
fn traffic_is_offered_and_ends() {
    let mut recorder = Recorder::of_traffic(&placement(&[4, 4]), 4);
    for cycle in 0..10_000 {
        let links = [u64::from(cycle % 7 == 0)];
        let passages = if cycle % 7 == 0 { vec![passage(0, Some(cycle as u32 % 4))] } else { vec![] };
        let packets =
            PacketSample { offered: cycle % 5, waiting: &[cycle as u32 % 3; 16], passages: &passages };
        recorder.observe_traffic(&Sample { cycle, links: &links, ejections: cycle % 2 }, &packets);
    }
    recorder.end(9_000);
    assert_eq!(recorder.waited().most(), 32);
    let (diagram, curve) = recorder.finish();
    assert_eq!((diagram.rows, diagram.cycles, diagram.bits.len()), (Rows::Links, 9000, 9000 * 8 / 3 * 4));
    let planes: Vec<usize> = diagram.planes.iter().map(String::len).collect();
    assert_eq!((diagram.channels, planes), (Some(4), vec![9000 * 8 / 3 * 4; 3]));
    assert_eq!((curve.stride, curve.ejected.len(), curve.offered.len()), (4, 2250, 2250));
    assert_eq!([curve.ejected, curve.offered].map(|all| all.iter().sum::<u64>()), [4500, 18_000]);
    let mut recorder = Recorder::of_traffic(&placement(&[65, 64]), 2);
    let passages = [passage(1, Some(0)), passage(4, Some(1)), passage(8, Some(1)), passage(9, None)];
    let packets = PacketSample { offered: 3, waiting: &[0; 65 * 64], passages: &passages };
    recorder.observe_traffic(&Sample { cycle: 0, links: &[], ejections: 0 }, &packets);
    let (diagram, curve) = recorder.finish();
    assert_eq!((diagram.rows, curve.offered), (Rows::Ports, vec![3]));
    assert_eq!((diagram.counts, diagram.planes), (vec![0, 2, 1, 0, 0, 0, 0, 0], vec![]));
}

/// A flit on a link.
fn passage(link: u32, channel: Option<u32>) -> Passage {
    Passage { link, message: Message { channel, ..Message::default() } }
}
