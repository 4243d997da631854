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
pub const RARE: [&str; 27] = [
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
    "window",
    "digest",
];

/// Commands that describe a network and have headings; the others have too few options.
pub const HEADED: [&str; 6] = ["loads", "schedule", "emit", "sim", "report", "sweep"];

/// The parser of the command line, with the options of networks under headings.
pub fn command() -> Command {
    let headed = |command: Command| match HEADED.contains(&command.get_name()) {
        true => command.mut_args(placed),
        false => command,
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

fn placed(arg: Arg) -> Arg {
    let id = arg.get_id().as_str().to_string();
    let heading = HEADINGS.iter().find(|(_, ids)| ids.contains(&id.as_str())).map(|(heading, _)| *heading);
    match arg.is_positional() {
        true => arg,
        false => arg.help_heading(heading).hide_short_help(RARE.contains(&id.as_str())),
    }
}
