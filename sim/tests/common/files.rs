//! Runs written as waves.

use super::Ideal;
use std::io::Cursor;
use torus_model::Schedule;
use torus_sim::record::{CycleRecord, FstSink, Part, Sink, Subject, VcdSink, WaveWriter};
use torus_sim::waves::Dump;

pub fn subject<'a>(schedule: &'a Schedule, ideal: &Ideal, part: Part) -> Subject<'a> {
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

fn write(sink: impl Sink, subject: &Subject, cycles: u64, show: impl Fn(u64, &mut dyn FnMut(&CycleRecord))) {
    let mut writer = WaveWriter::new(sink, subject).unwrap();
    for cycle in 0..cycles {
        show(cycle, &mut |cycle_record| writer.cycle(cycle_record).unwrap());
    }
    writer.finish(cycles).unwrap();
}

/// A run as VCD and as FST. `show` shows each of its cycles.
pub fn in_both(
    subject: &Subject,
    cycles: u64,
    show: impl Fn(u64, &mut dyn FnMut(&CycleRecord)),
) -> [Vec<u8>; 2] {
    let (mut vcd, mut fst) = (Vec::new(), Cursor::new(Vec::new()));
    write(VcdSink::new(&mut vcd), subject, cycles, &show);
    write(FstSink::new(&mut fst).unwrap(), subject, cycles, &show);
    [vcd, fst.into_inner()]
}

/// A run that follows a schedule, as VCD and as FST.
pub fn both(schedule: &Schedule, exchanges: u32, part: &Part) -> (Ideal, [Vec<u8>; 2]) {
    let ideal = Ideal::new(schedule, exchanges);
    let subject = subject(schedule, &ideal, part.clone());
    let files = in_both(&subject, ideal.hops.len() as u64, |cycle, to| ideal.show(cycle as usize, to));
    (ideal, files)
}

/// A file that can be read.
pub fn dump(bytes: &[u8]) -> Dump<Cursor<&[u8]>> {
    Dump::open(Cursor::new(bytes)).unwrap()
}
