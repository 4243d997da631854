//! Names and comments of the router that slots set.

use crate::router_docs::direction;
use crate::spec::{SlotTable, Source, Target};
use torus_model::PortModel;

/// The signals of the router without a name. Their expressions are written where they are read.
pub(crate) const SLOT_ROUTER_NAMELESS: [&str; 7] =
    ["valid_of", "data_of", "source_valid", "source_data", "stage_data", "busy", "odd"];

/// The name of a target: `+x1` or `the processor`; with all ports `the processor by +x1`.
pub(crate) fn target(target: Target, ports: PortModel) -> String {
    match target {
        Target::Link(port) => direction(port.index()),
        Target::Ejection(_) if ports != PortModel::AllPort => "the processor".into(),
        Target::Ejection(local_port) => format!("the processor by {}", direction(local_port)),
    }
}

/// A line for each exit with its sources in order, port numbers in parentheses. The simulator's model engine
/// reads these lines.
pub(crate) fn exit_table(table: &SlotTable) -> Vec<String> {
    let source = |source: &Source| match source {
        Source::Arrival(port) => format!("{} ({})", direction(port.index()), port.index()),
        Source::Injection(local_port) => format!("injection ({local_port})"),
    };
    let to = |target: Target| match target {
        Target::Link(port) => format!("{} ({})", direction(port.index()), port.index()),
        Target::Ejection(local_port) => format!("ejection ({local_port})"),
    };
    let line = |exit: &crate::spec::Exit| {
        let sources: Vec<String> = exit.sources.iter().map(source).collect();
        format!("To {} from {}.", to(exit.target), sources.join(", "))
    };
    let settings =
        "Bits of a setting: 0 it takes something, 1 the second source of a pair, above them for each pair \
         behind the first: that one or a later one.";
    table.exits.iter().map(line).chain([settings.into()]).collect()
}
