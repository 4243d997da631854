//! VCD writer and reader: a round trip for every placement, the text of a small file, and files that are
//! incomplete or not ours. The runs are from a naive walk of every message.

use crate::common::{schedule, schedules, torus, Ideal};
use torus_model::{Placement, PortModel, Schedule};
use torus_sim::record::{Part, Subject, VcdSink, WaveWriter};
use torus_sim::waves::{read_loads, Inconsistency, Waves, WavesError};

fn written(placement: &Placement, exchanges: u32) -> (Ideal, String) {
    written_of(&schedule(placement), exchanges)
}

fn written_of(schedule: &Schedule, exchanges: u32) -> (Ideal, String) {
    let (ideal, placement) = (Ideal::new(schedule, exchanges), &schedule.placement);
    let subject = Subject {
        name: "net",
        routing: "odr",
        ports: schedule.ports,
        seed: 1,
        placement,
        stages: None,
        run: ideal.run(),
        part: Part::default(),
    };
    let mut bytes = Vec::new();
    let mut writer = WaveWriter::new(VcdSink::new(&mut bytes), &subject).unwrap();
    for cycle in 0..ideal.hops.len() {
        ideal.show(cycle, |cycle_record| writer.cycle(cycle_record).unwrap());
    }
    writer.finish(ideal.hops.len() as u64).unwrap();
    (ideal, String::from_utf8(bytes).unwrap())
}

fn read(text: &str) -> Result<Waves, WavesError> {
    read_loads(std::io::Cursor::new(text.as_bytes()))
}

#[test]
fn loads_survive_the_round_trip() {
    for schedule in schedules() {
        let placement = &schedule.placement;
        for exchanges in [1, 3] {
            let (ideal, text) = written_of(&schedule, exchanges);
            let local_ports = text.matches("module eject_").count();
            assert_eq!(local_ports, placement.len() * schedule.ports.width(placement.torus()), "{placement}");
            assert_eq!(text.contains("module eject_0 "), schedule.ports == PortModel::OnePort);
            let waves = read(&text).unwrap();
            let loads: Vec<_> = ideal.loads.iter().map(|load| load * exchanges as u64).collect();
            assert_eq!(waves.counts, loads, "{placement}");
            assert_eq!(waves.inconsistent, []);
            assert_eq!(waves.cycles, ideal.hops.len() as u64);
            assert_eq!(waves.dims, placement.torus().dims());
            assert_eq!(waves.config_value("exchanges"), Some(exchanges.to_string().as_str()));
            assert_eq!(waves.config_value("placement"), Some(placement.to_string().as_str()));
        }
    }
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    let placement = Placement::full(&torus(&[2, 3, 4]));
    assert_eq!(written(&placement, 2).1, written(&placement, 2).1);
}

/// Two nodes, one link each way: message 0 -> 1 and 1 -> 0 in slot 0, on the links in cycle 3, out in cycle
/// 4, done in cycle 6; idle to cycle 10.
#[test]
fn golden() {
    let (_, text) = written(&Placement::full(&torus(&[2])), 1);
    let expected = include_str!("../golden/ring2.vcd");
    assert_eq!(text, expected);
}

#[test]
fn a_truncated_file_is_recognised_wherever_it_is_cut() {
    let (_, text) = written(&Placement::full(&torus(&[2])), 1);
    let header = text.find("$enddefinitions").unwrap();
    for end in header..text.trim_end().len() {
        match read(&text[..end]) {
            // A cut inside a word can make another word; it is refused all the same.
            Err(WavesError::Truncated { .. } | WavesError::Syntax { .. }) => {}
            other => panic!("cut at {end}: {other:?}"),
        }
    }
}

#[test]
fn a_truncated_file_has_a_helpful_error() {
    let (_, text) = written(&Placement::full(&torus(&[2])), 1);
    let error = read(&text[..text.find("#5").unwrap()]).unwrap_err();
    assert_eq!(error, WavesError::Truncated { cycle: 4 });
    // Within a change, whose variable is missing.
    let change = text[..text.find("#5").unwrap()].rfind("\nb").unwrap();
    assert_eq!(read(&text[..change + 2]).unwrap_err(), WavesError::Truncated { cycle: 4 });
    assert_eq!(
        error.to_string(),
        "the file stops in cycle 4 without the comment that ends a whole file; loads can be recomputed from \
         a whole file only: write it again"
    );
}

#[test]
fn foreign_files_are_refused() {
    let foreign = "$timescale 1 ns $end\n$scope module top $end\n$var wire 1 ! clk $end\n$upscope $end\n\
                   $enddefinitions $end\n#0\n0!\n";
    assert_eq!(
        read(foreign).unwrap_err().to_string(),
        "the file was not written by torusgen (its header has no comment of torusgen); loads are \
         recomputed from the scopes and the comment that it writes: give such a file"
    );
    let (_, text) = written(&Placement::full(&torus(&[2])), 1);
    let renamed = read(&text.replace("link_1p", "wire_1p")).unwrap_err();
    assert_eq!(renamed, WavesError::Foreign { reason: "it has no scope link_1p".to_string() });
    let undimensioned = read(&text.replace("dims=2", "dims=two")).unwrap_err();
    assert_eq!(
        undimensioned,
        WavesError::Foreign { reason: "the comment of torusgen names no dims".to_string() }
    );
}

#[test]
fn other_text_is_no_vcd() {
    let error = read("module top;\n").unwrap_err();
    assert!(matches!(error, WavesError::Syntax { line: 1, .. }), "{error:?}");
    assert!(error.to_string().starts_with("line 1 of the file is no VCD ("), "{error}");
}

/// The loads come from the `valid` wires: a wrong `load` wire does not change them, but is reported.
#[test]
fn a_wrong_load_wire_is_reported_and_not_believed() {
    let (ideal, text) = written(&Placement::full(&torus(&[2])), 1);
    // `load` of node 0's link is the fourth variable of its scope, the ninth of the file: code `)`.
    let wrong = text.replacen("\nb1 )\n", "\nb10 )\n", 1);
    assert_ne!(wrong, text);
    let waves = read(&wrong).unwrap();
    assert_eq!(waves.counts, ideal.loads);
    assert_eq!(waves.inconsistent, [Inconsistency { link: 0, cycle: 3, counted: 1, shown: Some(2) }]);
}
