//! Runs written as waves.

use super::Ideal;
use std::io::Cursor;
use torus_model::Schedule;
use torus_sim::record::{FstSink, Part, Sink, Subject, VcdSink, WaveWriter};
use torus_sim::waves::Dump;

fn subject<'a>(schedule: &'a Schedule, ideal: &Ideal, part: Part) -> Subject<'a> {
    Subject {
        name: "net",
        routing: "odr",
        ports: schedule.ports,
        seed: 1,
        placement: &schedule.placement,
        stages: None,
        run: ideal.run(),
        part,
    }
}

fn write(sink: impl Sink, subject: &Subject, ideal: &Ideal) {
    let mut writer = WaveWriter::new(sink, subject).unwrap();
    for cycle in 0..ideal.hops.len() {
        ideal.show(cycle, |cycle_record| writer.cycle(cycle_record).unwrap());
    }
    writer.finish(ideal.hops.len() as u64).unwrap();
}

/// A run as VCD and as FST.
pub fn both(schedule: &Schedule, exchanges: u32, part: &Part) -> (Ideal, [Vec<u8>; 2]) {
    let ideal = Ideal::new(schedule, exchanges);
    let subject = subject(schedule, &ideal, part.clone());
    let (mut vcd, mut fst) = (Vec::new(), Cursor::new(Vec::new()));
    write(VcdSink::new(&mut vcd), &subject, &ideal);
    write(FstSink::new(&mut fst).unwrap(), &subject, &ideal);
    (ideal, [vcd, fst.into_inner()])
}

/// A file that can be read.
pub fn dump(bytes: &[u8]) -> Dump<Cursor<&[u8]>> {
    Dump::open(Cursor::new(bytes)).unwrap()
}
