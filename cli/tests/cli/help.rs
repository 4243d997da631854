//! Options under headings: each has a heading, the short help has the important ones, and the long help has
//! all.

use crate::common::{stdout, text, torusgen};
use clap::Command;
use std::collections::BTreeSet;
use torus_cli::args::headings::{command, HEADED, HEADINGS, NO_EFFECT, OF_HARDWARE, PLANNING, RARE};

/// The lines of a short help: a screen with a little scrolling.
const PAGE: usize = 90;

fn headed() -> Vec<Command> {
    command().get_subcommands().filter(|one| HEADED.contains(&one.get_name())).cloned().collect()
}

#[test]
fn every_option_of_a_network_has_a_heading() {
    for one in headed() {
        for option in one.get_opts() {
            assert!(option.get_help_heading().is_some(), "{} --{}", one.get_name(), option.get_id());
        }
    }
}

#[test]
fn headings_name_options_that_exist_once() {
    let commands = headed();
    assert_eq!(commands.len(), HEADED.len());
    let known: BTreeSet<&str> =
        commands.iter().flat_map(Command::get_arguments).map(|option| option.get_id().as_str()).collect();
    let listed: Vec<&str> = HEADINGS.iter().flat_map(|(_, ids)| ids.iter().copied()).collect();
    assert_eq!(listed.iter().collect::<BTreeSet<_>>().len(), listed.len(), "an option is listed twice");
    for id in listed.iter().chain(&RARE) {
        assert!(known.contains(id), "{id} is an option of some command");
    }
}

#[test]
fn a_short_help_is_a_page_and_the_long_one_has_everything() {
    for one in headed() {
        let (short, long) = (stdout(&[one.get_name(), "-h"]), stdout(&[one.get_name(), "--help"]));
        assert!(short.lines().count() <= PAGE, "{}: {} lines", one.get_name(), short.lines().count());
        for option in one.get_opts() {
            let flag = format!("--{} ", option.get_long().expect("options have long names"));
            let shown = |help: &str| help.lines().any(|line| format!("{line} ").contains(&flag));
            assert!(shown(&long), "{} --help has {flag}", one.get_name());
            assert_eq!(shown(&short), !option.is_hide_short_help_set(), "{} -h and {flag}", one.get_name());
        }
    }
}

/// Networks of each kind, and a value for every option of hardware.
const NETWORKS: [&[&str]; 4] = [
    &["4x4"],
    &["4x4", "--kind", "exchange"],
    &["4x4", "--router", "buffered"],
    &["4x4", "--algorithm", "table"],
];
const HARDWARE: [&[&str]; 9] = [
    &["--interface", "axis"],
    &["--interface", "axis", "--local-clock"],
    &["--status"],
    &["--eject-source", "id"],
    &["--inject-early", "1"],
    &["--name", "fabric"],
    &["--channels", "4"],
    &["--pipeline", "2"],
    &["--deadlock", "bubble"],
];

/// An option under this heading changes nothing, or is refused by its name.
#[test]
fn hardware_has_no_effect_where_the_help_says_so() {
    for (command, network) in PLANNING.iter().flat_map(|one| NETWORKS.map(|network| (*one, network))) {
        let plain = torusgen(&[&[command], network].concat());
        for (id, option) in OF_HARDWARE.iter().zip(HARDWARE) {
            let with = torusgen(&[&[command], network, option].concat());
            let (asked, refused) = (format!("{command} {network:?} {option:?}"), text(&with.stderr));
            assert!(option.iter().any(|word| *word == format!("--{id}")), "{id} and {option:?}");
            match with.status.success() {
                true => assert_eq!(text(&with.stdout), text(&plain.stdout), "{asked}"),
                false => {
                    assert!(refused.contains(option[0]) || !plain.status.success(), "{asked}: {refused}")
                }
            }
        }
        let help = stdout(&[command, "--help"]);
        let (_, listed) = help.split_once(NO_EFFECT).expect("the heading");
        assert!(OF_HARDWARE.iter().all(|id| listed.contains(&format!("--{id}"))), "{command} --help");
    }
}
