//! What a schedule is made with, as options say it: its kind, its paths, its search.

use crate::{error::UsageError, options::NetworkOptions, paths::Paths};
use torus_model::{table::Group, Effort, Placement, PortModel, Routing, ScheduleKind, Torus};

/// The kind of schedule; word tables are for tori with a processor on every node. Errors: another placement, a name
/// that is not known.
pub fn schedule_kind(options: &NetworkOptions, placement: &Placement) -> Result<ScheduleKind, UsageError> {
    let kind = options.kind.as_deref().map_or(Ok(ScheduleKind::Frame), str::parse)?;
    if kind == ScheduleKind::Exchange && placement.len() < placement.torus().len() {
        return Err(UsageError::ExchangePlacement { placement: placement.to_string() });
    }
    Ok(kind)
}

/// The paths: those of a total exchange follow from its kind. Errors: a routing or a group that
/// does not go with it.
pub fn paths(
    options: &NetworkOptions,
    kind: ScheduleKind,
    ports: PortModel,
    torus: &Torus,
) -> Result<Paths, UsageError> {
    let asked = options.routing.as_deref().map(Paths::asked).transpose()?;
    let group = group(options, kind, ports, torus)?;
    match (kind, asked) {
        (ScheduleKind::Exchange, None) => Ok(Paths::Minimal(group)),
        (ScheduleKind::Exchange, Some(asked)) => {
            Err(UsageError::ExchangeRouting { routing: asked.to_string() })
        }
        (_, asked) => Ok(asked.unwrap_or(Paths::Routed(Routing::Odr))),
    }
}

/// The group of letters asked for. Errors: schedules without letters, radices that the group does not suit.
fn group(
    options: &NetworkOptions,
    kind: ScheduleKind,
    ports: PortModel,
    torus: &Torus,
) -> Result<Option<Group>, UsageError> {
    let Some(text) = options.group.as_deref() else { return Ok(None) };
    let group: Group = text.parse()?;
    if kind != ScheduleKind::Exchange || ports != PortModel::AllPort {
        return Err(UsageError::GroupWithoutTable { group: text.into() });
    }
    if !torus.dims().iter().all(|&radix| group.suits(radix)) {
        return Err(UsageError::Dihedral { dims: torus.to_string() });
    }
    Ok(Some(group))
}

/// Chosen words are worth ten times the effort where links and ports are nearly full, as in tables and
/// one-port schedules: those at the bound are found long before it is spent.
pub fn effort(options: &NetworkOptions, kind: ScheduleKind, ports: PortModel) -> Effort {
    let usual = Effort::with_seed(options.seed.unwrap_or(1));
    let full = kind == ScheduleKind::Exchange || ports != PortModel::AllPort;
    let visits = if full { 10 * usual.visits } else { usual.visits };
    Effort { visits: options.effort.unwrap_or(visits), ..usual }
}
