//! Scheduled networks whose links have registers: comparison of the engines, Icarus with a separate
//! testbench, waves, schedule files, and faults planted in registers, schedules and tables.
//!
//! State space: headers and slots; all ports and one; frames that are stretched and packed, one-shots,
//! exchanges; full, linear and multilinear placements; a ring of two, odd, unequal radices; the same stages
//! in all dimensions, uneven stages, none in one dimension; exchanges back to back.

use crate::common::{
    edit, emitted, experiment, icarus::counted, icarus::Emitted, json, link_loads, path, refused, scheduled,
    simulate, stdout, text, torusgen,
};
use crate::engines::assert_engines_agree;
use rayon::prelude::*;
use std::{fs, fs::File, io::BufReader};
use torus_gen::network::{Network, Scheduled};
use torus_gen::NetworkOptions;
use torus_sim::waves::{follow, Dump};
use torus_sim::{Engine, Recording};

/// Radices, placement, kind, ports, switching, stages.
const NETWORKS: [[&str; 6]; 10] = [
    ["2", "full", "frame", "all", "headers", "1"],
    ["5", "full", "frame", "all", "headers", "3"],
    ["4x4", "full", "frame", "all", "headers", "1"],
    ["2x3", "full", "frame", "one", "headers", "2,0"],
    ["4x4", "linear", "frame", "all", "headers", "0,3"],
    ["4x4", "multilinear:t=2", "oneshot", "one", "headers", "1,2"],
    ["3x3", "full", "exchange", "one", "headers", "0,1"],
    ["3x4", "full", "frame", "all", "slots", "1,0"],
    ["3x2", "full", "frame", "one", "slots", "2"],
    ["2x3x2", "full", "oneshot", "all", "slots", "0,1,2"],
];

fn network([dims, placement, kind, ports, switching, stages]: [&str; 6]) -> Network<Scheduled> {
    let some = |text: &str| Some(text.to_string());
    scheduled(&NetworkOptions {
        dims: some(dims),
        placement: some(placement),
        kind: some(kind),
        ports: some(ports),
        switching: some(switching),
        link_stages: some(stages),
        ..NetworkOptions::default()
    })
}

#[test]
fn engines_agree_in_every_cycle() {
    NETWORKS.into_par_iter().for_each(|words| assert_engines_agree(&network(words)));
}

/// Exchanges back to back, and waves read by other code: loads, and every message where its slot and the
/// registers before it put it.
#[test]
fn waves_show_messages_where_they_must_be() {
    for words in [NETWORKS[3], NETWORKS[4], NETWORKS[7], NETWORKS[8]] {
        let network = network(words);
        let (dir, torus) = (emitted(&network), network.base.torus());
        let file = dir.path().join("x.vcd");
        experiment(&network, dir.path(), Engine::Model, |experiment| {
            let waves = Recording { vcd: Some(&file), ..Recording::default() };
            let run = torus_sim::Experiment { waves, exchanges: 3, ..*experiment };
            assert!(torus_sim::run(&run).unwrap().matches(), "{words:?}");
        });
        stdout(&["waves", file.to_str().unwrap()]);
        let schedule = &network.kind.schedule;
        let (_, latency) = torus_sim::Manifest::read(dir.path()).unwrap().scheduled(dir.path()).unwrap();
        let source = schedule.placement.sources()[0];
        for entry in schedule.entries.iter().filter(|entry| entry.source == 0) {
            let destination = torus.translate(source, &entry.offset);
            let mut dump = Dump::open(BufReader::new(File::open(&file).unwrap())).unwrap();
            let lives = follow(&mut dump, torus, source, destination).unwrap();
            assert_eq!(lives.len(), 3, "{words:?}: one life for each exchange");
            for (exchange, life) in (0..).zip(lives) {
                let mut cycle = u64::from(latency.start_to_link + exchange * schedule.length + entry.slot);
                for (&(seen, link), at) in life.hops.iter().zip(entry.route.links(torus, source)) {
                    assert_eq!((seen, link), (cycle, at), "{words:?}");
                    let (node, port) = torus.tail(link);
                    cycle += 1 + u64::from(network.base.stages.of(torus, node, port));
                }
                assert_eq!(life.hops.len(), entry.route.hops() as usize);
                assert_eq!(life.ejected.map(|(cycle, _)| cycle), Some(cycle), "{words:?}");
            }
        }
    }
}

/// The emitted bench in Icarus: every link carries its load, `done_o` rises when the schedule says, nothing
/// is an error; and so with the second exchange directly behind the first.
#[test]
fn icarus_counts_the_loads() {
    let networks = ["5 --link-stages 2", "2x3 --ports one --link-stages 0,3", "4x4 --link-stages 1"];
    let slots = ["4x4 --switching slots --link-stages 1,2", "4x3 --link-stages 2,0 --kind oneshot"];
    networks.into_par_iter().chain(slots).for_each(|words| {
        let net = Emitted::new(words);
        let schedule = net.manifest.schedule.clone().unwrap();
        let (_, latency) = net.manifest.scheduled(&net.folder()).unwrap();
        let top = format!("{}_bench", net.manifest.name);
        let loads = link_loads(&words.split(' ').collect::<Vec<_>>());
        let starts = format!("cycle == 0 || cycle == {}", schedule.length);
        let done = (schedule.length + schedule.makespan + latency.makespan_to_done) as usize;
        let seen = net.run(&top, &starts, "", done + 6);
        let twice: Vec<u64> = loads.iter().map(|load| 2 * load).collect();
        assert_eq!(counted(&seen, "link_valid_o"), twice, "{words}");
        assert!(seen[done]["done_o"][0] && !seen[done - 1]["done_o"][0], "{words}: done in cycle {done}");
        assert!(!seen[done + 5]["error_o"][0], "{words}");
    });
}

/// A register too few and too many, in either dimension; registers of another link; heads and payloads that
/// miss some of them; registers that reset leaves alone.
#[test]
fn faults_of_registers_are_found() {
    let whole = network(["4x3", "full", "frame", "all", "headers", "2,7"]);
    let faults = [
        ("torus_4x3", "u_link_0 ", "STAGES(2)", "STAGES(1)"),
        ("torus_4x3", "u_link_1 ", "STAGES(2)", "STAGES(3)"),
        ("torus_4x3", "u_link_2 ", "STAGES(7)", "STAGES(6)"),
        ("torus_4x3", "u_link_3 ", "STAGES(7)", "STAGES(8)"),
        ("torus_4x3", ".data_i ", "T0*E+0", "T1*E+0"),
        ("torus_4x3", ".valid_i ", "T2*E+2", "T3*E+3"),
        ("torus_4x3_link", "assign head_o", "STAGES*HW", "(STAGES-1)*HW"),
        ("torus_4x3_link", "assign data_o", "STAGES*W", "(STAGES-1)*W"),
        ("torus_4x3_link", "assign valid_o", "STAGES", "STAGES-1"),
        ("torus_4x3_link", "if (!rst_ni)", "!rst_ni", "1'b0"),
    ];
    faults.into_par_iter().for_each(|(module, line, from, to)| {
        let dir = emitted(&whole);
        edit(dir.path(), module, |text| {
            let changed = |found: &str| match found.contains(line) && found.contains(from) {
                true => found.replace(from, to) + "\n",
                false => found.to_string() + "\n",
            };
            text.lines().map(changed).collect()
        });
        let report = simulate(&whole, dir.path(), Engine::Fabric);
        assert!(!report.matches(), "{module}: {line} {from} -> {to}");
    });
}

/// Hardware of a schedule for other links, or with a message that starts a slot later, is found on every
/// engine.
#[test]
fn faults_of_schedules_are_found() {
    for switching in ["headers", "slots"] {
        let whole = network(["3x4", "full", "frame", "all", switching, "1,2"]);
        let mut late = whole.clone();
        let length = late.kind.schedule.length;
        let entry = &mut late.kind.schedule.entries[0];
        entry.slot = (entry.slot + 1) % length;
        let other = network(["3x4", "full", "frame", "all", switching, "2,1"]);
        for (spoiled, engine) in [(&late, Engine::Model), (&late, Engine::Tiles), (&other, Engine::Model)] {
            // Rows of routers are made from verified schedules only.
            if switching == "headers" || std::ptr::eq(spoiled, &other) {
                let report = simulate(&whole, emitted(spoiled).path(), engine);
                assert!(!report.matches(), "{switching} {engine:?}");
            }
        }
    }
}

/// A schedule file says the registers it is for: written, read, made hardware, in both forms; another number
/// is refused.
#[test]
fn schedule_files_hold_stages() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["s.json", "s.txt"] {
        let (file, out) = (path(dir.path(), name), path(dir.path(), &format!("{name}.out")));
        stdout(&["schedule", "3x4", "--link-stages", "0,2", "--out", &file]);
        stdout(&["verify", &file]);
        stdout(&["emit", "--schedule", &file, "--out", &out]);
        assert_eq!(torus_sim::Manifest::read(out.as_ref()).unwrap().link_stages, Some("0,2".into()));
        stdout(&["sim", "--from", &out, "--engine", "model"]);
        let whole = fs::read_to_string(&file).unwrap();
        let (from, to) = match name {
            "s.json" => ("\"link_stages\": [\n    0,\n    2\n  ]", ["[0, 1]", "[2, 0]", "[2]", "[0, 99]"]),
            _ => ("link_stages: 0,2", ["0,1", "2,0", "2", "0,99"]),
        };
        assert!(whole.contains(from), "{whole}");
        for other in to {
            let key = if name == "s.json" { "\"link_stages\": " } else { "link_stages: " };
            fs::write(&file, whole.replace(from, &format!("{key}{other}"))).unwrap();
            let output = torusgen(&["verify", &file]);
            assert!(matches!(output.status.code(), Some(1 | 2)), "{other}: {}", text(&output.stderr));
        }
    }
    // A folder whose manifest says other registers than its schedule.
    let manifest = dir.path().join("s.json.out/manifest.json");
    let changed = fs::read_to_string(&manifest).unwrap().replace("\"0,2\"", "\"0,1\"");
    fs::write(&manifest, changed).unwrap();
    let said = refused(&["sim", "--from", &path(dir.path(), "s.json.out"), "--engine", "model"]);
    assert!(said.contains("its manifest has 0,1 link stages, its schedule 0,2"), "{said}");
}

/// A frame takes as many slots as without registers, and the last message arrives later.
#[test]
fn a_frame_is_as_long() {
    for (words, stages) in [("8x8", "1"), ("8x8 --ports one", "0,2"), ("4x4x4 --placement linear", "2,1,0")] {
        let words: Vec<&str> = words.split(' ').collect();
        let of =
            |stages| json(&[&["schedule", "--format", "json", "--link-stages", stages], &words[..]].concat());
        let (none, some) = (of("0"), of(stages));
        assert_eq!((&none["length"], &none["lower_bound"]), (&some["length"], &some["lower_bound"]));
        assert!(none["makespan"].as_u64() < some["makespan"].as_u64());
    }
}

#[test]
fn what_links_cannot_have_is_refused() {
    let words = |line: &str| refused(&line.split(' ').collect::<Vec<_>>());
    assert_eq!(
        words("emit 4x4 --link-stages 1,wrap=2"),
        "error: the link stages 1,wrap=2 were asked for, which sets the links apart that close a ring; a \
         schedule is the same at every node, and so are the links of a dimension: leave wrap= out of \
         --link-stages, or add --router buffered\n"
    );
    assert_eq!(
        words("sim 4x4 --link-stages 1 --switching generator"),
        "error: --switching generator was asked for together with --link-stages; letters play frames whose \
         hops take one cycle: use --switching slots, or leave --link-stages out\n"
    );
    assert_eq!(
        words("emit 5x5 --link-stages 0,1 --switching generator"),
        "error: --switching generator was asked for together with --link-stages; letters play frames whose \
         hops take one cycle: use --switching slots, or leave --link-stages out\n"
    );
    assert_eq!(
        words("emit 4x4 --link-stages 1 --algorithm product-a3"),
        "error: --link-stages was asked for together with message memories; the slots of programs are hops \
         of one cycle, so links have no registers there: leave one of the two out\n"
    );
    assert_eq!(
        words("emit 4x4 --link-stages 1 --formal --out /nowhere"),
        "error: properties were asked for (--formal) together with --link-stages; those of scheduled \
         networks take a cycle for a hop: leave one of the two out\n"
    );
}
