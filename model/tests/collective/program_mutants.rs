//! Mutants of programs: random ones, on which player and naive player have to agree, and one for each
//! message.

use crate::common::torus;
use crate::naive_player;
use crate::programs::{any_plan, LITTLE};
use proptest::prelude::*;
use torus_model::collective::combining::{divide, suh_shin};
use torus_model::collective::direct::direct;
use torus_model::collective::product::product_a3;
use torus_model::collective::{assemble, broadcast, play, Plan, Program, RemoteWrite};
use torus_model::schedule::exchange::exchange;
use torus_model::PortModel::AllPort;

fn mutate(program: &mut Program, kind: usize, at: usize, by: usize) {
    let classes = program.classes.len();
    let own = &mut program.classes[at % classes];
    let rows = own.rows.len();
    let mut writes: Vec<&mut RemoteWrite> =
        own.rows.iter_mut().flat_map(|row| row.writes.iter_mut().flatten()).collect();
    let count = writes.len().max(1);
    match (kind, writes.get_mut(by % count)) {
        (0, Some(write)) => write.from.index = at % (program.depth + 1),
        (1, Some(write)) => write.to.index = at % (program.depth + 1),
        (2, Some(write)) => write.to.bank = at % (program.banks + 1),
        (3, Some(write)) => write.from.bank = at % (program.banks + 1),
        (4, _) => own.rows.swap(at % rows, by % rows),
        (5, _) => drop(own.rows.remove(by % rows)),
        (6, _) => own.rows[by % rows].cycles += 1,
        _ => program.depth -= 1,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn both_players_agree_on_mutants(
        (which, kind, flits) in (0usize..8, 0usize..8, 1u32..4), (at, by) in (0usize..9999, 0usize..9999),
    ) {
        let plan = match which {
            6 => suh_shin(&torus(&[4, 4])).unwrap(),
            7 => divide(&torus(&[4, 4]), 1).unwrap(),
            which => any_plan(&[3, 3], which, at, AllPort),
        };
        let mut program = assemble(&plan, flits);
        mutate(&mut program, kind, at, by);
        let (said, naive) = (play(&program, |_, _| ()), naive_player::play(&program));
        prop_assert_eq!(said.is_ok(), naive.is_some(), "{}: {:?}", plan.algorithm, said);
    }
}

/// The player's message about a program after a change.
fn fault(plan: &Plan, change: impl FnOnce(&mut Program)) -> String {
    let mut program = assemble(plan, 2);
    assert_eq!(play(&program, |_, _| ()), Ok(()));
    change(&mut program);
    assert!(naive_player::play(&program).is_none(), "the naive player, too");
    play(&program, |_, _| ()).expect_err("a mutant has to be caught").to_string()
}

fn first(program: &mut Program) -> &mut RemoteWrite {
    program.classes[0].rows.iter_mut().flat_map(|row| row.writes.iter_mut().flatten()).next().unwrap()
}

fn combined() -> Plan {
    suh_shin(&torus(&[4, 4])).unwrap()
}

fn a3() -> Plan {
    product_a3(&torus(&[3, 3])).unwrap()
}

fn table() -> Plan {
    direct(&exchange(&torus(&[3, 3]), AllPort, None, LITTLE))
}

fn lines() -> Plan {
    broadcast::lines(&torus(&[3, 3]), torus(&[3, 3]).node(&[1, 2])).unwrap()
}

#[test]
fn a_wrong_address_is_caught() {
    let said = [
        fault(&table(), |program| first(program).from.index += 2),
        fault(&combined(), |program| first(program).to.index += 2),
        fault(&lines(), |program| program.classes[5].results[0].address.index += 1),
        fault(&a3(), |program| program.classes[0].load[3].address.index += 2),
        fault(&combined(), |program| first(program).to.index = 48),
    ];
    let expected = [
        "in slot 9 node (0,0) does not end with flit 0 from (2,0)",
        "in slot 78 node (0,2) does not end with flit 0 from (0,0)",
        "in slot 10 node (1,2) does not end with flit 0 from (1,2)",
        "in slot 0 node (0,0) sends what is not there: bank 1, flit 0",
        "in slot 1 node (0,2) has no flit 48 in bank 0",
    ];
    assert_eq!(said, expected, "{said:#?}");
}

#[test]
fn a_wrong_bank_is_caught() {
    let said = [
        fault(&table(), |program| first(program).from.bank = 1),
        fault(&table(), |program| first(program).to.bank = 1),
        fault(&table(), |program| first(program).to.bank = 9),
        fault(&combined(), |program| first(program).from.bank = 1),
    ];
    let expected = [
        "in slot 9 node (0,0) does not end with flit 0 from (2,0)",
        "in slot 0 node (2,0) writes bank 1 twice",
        "in slot 0 node (1,0) has no flit 4 in bank 9",
        "in slot 0 node (0,0) has no flit 4 in bank 1",
    ];
    assert_eq!(said, expected, "{said:#?}");
}

#[test]
fn rows_out_of_order_are_caught() {
    let said = [
        fault(&a3(), |program| program.classes[0].rows.iter_mut().for_each(|row| row.again = false)),
        fault(&combined(), |program| program.classes[3].rows.swap(0, 10)),
        fault(&combined(), |program| drop(program.classes[0].rows.remove(0))),
        fault(&combined(), |program| drop(program.classes[0].rows.remove(4))),
        fault(&table(), |program| drop(program.classes[0].rows.remove(1))),
        fault(&combined(), |program| program.classes[7].rows.last_mut().unwrap().cycles += 1),
    ];
    let expected = [
        "in slot 15 node (0,0) does not end with flit 1 from (0,1)",
        "in slot 1 node (0,2) gets two flits by ejection port 0",
        "in slot 36 node (0,1) gets two flits by ejection port 0",
        "in slot 36 node (0,1) gets two flits by ejection port 0",
        "in slot 9 node (0,0) does not end with flit 0 from (1,1)",
        "in slot 78 node (1,3) has rows left at the end",
    ];
    assert_eq!(said, expected, "{said:#?}");
}

#[test]
fn a_wrong_route_is_caught() {
    let route = |letters: &str| letters.parse().unwrap();
    let said = [
        fault(&combined(), |program| first(program).route = route("aa")),
        fault(&combined(), |program| first(program).route = route("b")),
        fault(&table(), |program| first(program).route = route("b")),
    ];
    let expected = [
        "in slot 1 the link (1,0) 1+ carries two flits",
        "in slot 1 node (0,1) gets two flits by ejection port 0",
        "in slot 0 node (0,0) sends by injection port 0 what leaves by 2+",
    ];
    assert_eq!(said, expected, "{said:#?}");
}

#[test]
fn a_memory_too_small_and_a_time_too_short_are_caught() {
    let said = [
        fault(&combined(), |program| program.depth -= 1),
        fault(&lines(), |program| program.depth = 1),
        fault(&combined(), |program| program.slots -= 1),
        fault(&table(), |program| drop(program.classes[0].results.pop())),
    ];
    let expected = [
        "in slot 16 node (0,2) has no flit 47 in bank 0",
        "in slot 0 node (1,2) has no flit 1 in bank 0",
        "in slot 77 node (1,0) is still being written at the end",
        "in slot 9 node (0,0) ends with blocks from 7 nodes, not 8",
    ];
    assert_eq!(said, expected, "{said:#?}");
}
