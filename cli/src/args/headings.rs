//! The headings of options in help texts, and the options that the short help leaves out.

use super::Cli;
use clap::{Arg, Command, CommandFactory, FromArgMatches};

/// The headings, and the ids of the options under each.
pub const HEADINGS: [(&str, &[&str]); 7] = [
    (
        "Network",
        &[
            "d",
            "k",
            "dims",
            "placement",
            "ports",
            "routing",
            "router",
            "interface",
            "local-clock",
            "link-stages",
            "status",
            "eject-source",
            "inject-early",
            "width",
            "name",
            "config",
            "compare",
            "vary",
        ],
    ),
    ("Schedule", &["kind", "group", "switching", "rom", "seed", "effort", "schedule"]),
    ("Buffered routers", &["channels", "depth", "flits", "pipeline", "deadlock", "ties"]),
    ("Message memories", &["algorithm", "source", "check"]),
    (
        "Traffic of buffered networks",
        &["traffic", "rate", "rates", "burst", "length", "warmup", "measure", "limit", "no_burst", "fault"],
    ),
    (
        "Run",
        &[
            "from",
            "diff",
            "strict",
            "engine",
            "optimize",
            "exchanges",
            "further",
            "threads",
            "blocks",
            "timings",
            "jobs",
            "resume",
            "shard",
            "merge",
        ],
    ),
    (
        "Output",
        &[
            "vcd",
            "fst",
            "window",
            "links",
            "digest",
            "separator",
            "svg",
            "baseline",
            "out",
            "filelist_prefix",
            "formal",
            "axil",
            "format",
        ],
    ),
];

/// Options that the short help leaves out: most users never need them.
pub const RARE: [&str; 28] = [
    "group",
    "rom",
    "seed",
    "effort",
    "ties",
    "depth",
    "interface",
    "local-clock",
    "link-stages",
    "status",
    "eject-source",
    "inject-early",
    "source",
    "check",
    "burst",
    "length",
    "warmup",
    "measure",
    "limit",
    "no_burst",
    "fault",
    "strict",
    "optimize",
    "further",
    "threads",
    "blocks",
    "window",
    "digest",
];

/// Commands that describe a network and have headings; the others have too few options.
pub const HEADED: [&str; 6] = ["loads", "schedule", "emit", "sim", "report", "sweep"];

/// Options of hardware. Some commands have no use for them. These take them all the same, so that one
/// configuration describes a network everywhere. The short help leaves them out.
pub const OF_HARDWARE: [&str; 9] = [
    "interface",
    "local-clock",
    "status",
    "eject-source",
    "inject-early",
    "name",
    "channels",
    "pipeline",
    "deadlock",
];

/// The commands without a use for hardware.
pub const PLANNING: [&str; 2] = ["loads", "schedule"];

/// Their heading there.
pub const NO_EFFECT: &str = "Hardware (no effect here)";

/// The parser of the command line, with the options of networks under headings.
pub fn command() -> Command {
    let headed = |command: Command| {
        let plans = PLANNING.contains(&command.get_name());
        match HEADED.contains(&command.get_name()) {
            true => command.mut_args(|arg| placed(arg, plans)),
            false => command,
        }
    };
    Cli::command().mut_subcommands(|command| headed(command.mut_args(signed)))
}

/// An option that takes -1 as its value, so that the value is refused and not taken for another option.
fn signed(arg: Arg) -> Arg {
    let values =
        arg.get_action().takes_values() && arg.get_num_args().is_none_or(|number| number.takes_values());
    match values && !arg.is_positional() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    }
}

/// Parses the command line. Errors: those of the parser, which include help and version.
pub fn parse() -> Result<Cli, clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// An option under its heading. `plans`: whether its command has no use for hardware.
fn placed(arg: Arg, plans: bool) -> Arg {
    let id = arg.get_id().as_str().to_string();
    let (id, heading) = (id.as_str(), HEADINGS.iter().find(|(_, ids)| ids.contains(&id.as_str())));
    let in_vain = plans && OF_HARDWARE.contains(&id);
    let heading = if in_vain { Some(NO_EFFECT) } else { heading.map(|(heading, _)| *heading) };
    match arg.is_positional() {
        true => arg,
        false => arg.help_heading(heading).hide_short_help(in_vain || RARE.contains(&id)),
    }
}
