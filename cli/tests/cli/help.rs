//! Options under headings: each has a heading, the short help has the important ones, and the long help has
//! all.

use crate::common::stdout;
use clap::Command;
use std::collections::BTreeSet;
use torus_cli::args::headings::{command, HEADED, HEADINGS, RARE};

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
