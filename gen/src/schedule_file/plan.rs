//! Plans as JSON: `torusgen schedule` prints it, every emitted folder with memories contains it, `verify`
//! reads it.
//!
//! The keys are those of schedules; each entry has in addition its phase and its blocks `origin>destination`.
//! Both ends are offsets from the sender, written as node ids. `slot` counts steps from the beginning of the
//! plan.

use super::{check_length, leaves, ScheduleFileError};
use crate::{digest::digest, file_error::FileError, placement::placement_of, UsageError};
use serde::{Deserialize, Serialize};
use std::path::Path;
use torus_model::{
    collective::{Block, Phase, Plan, Send, Task, Timing},
    quote::shortened,
    Placement, Route, Symmetry, Torus,
};
use torus_sim::input;

/// The kind of a broadcast's plan, which is no kind of schedule.
pub const BROADCAST: &str = Task::BROADCAST;

/// The file name of the plan in an emitted folder.
pub const PLAN_FILE: &str = "plan.json";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    dims: Vec<u32>,
    placement: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    processors: Option<Vec<u32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parity: Option<Vec<bool>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    periods: Option<Vec<u32>>,
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    own: Option<bool>,
    algorithm: String,
    port_model: String,
    length: u32,
    lower_bound: u32,
    messages: usize,
    digest: String,
    phases: Vec<WrittenPhase>,
    entries: Vec<WrittenEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPhase {
    timing: String,
    steps: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenEntry {
    phase: usize,
    slot: u32,
    class: usize,
    offset: Vec<u32>,
    word: String,
    blocks: String,
}

/// The text of a plan, with a newline at its end.
pub fn plan_json(plan: &Plan) -> String {
    text(&Written { digest: plan_digest(plan), ..written(plan) })
}

/// The digest of a plan: SHA-256 of its file without the digest.
pub fn plan_digest(plan: &Plan) -> String {
    digest(body(plan))
}

/// The text of a plan's file without the digest.
fn body(plan: &Plan) -> String {
    text(&written(plan))
}

fn text(written: &Written) -> String {
    serde_json::to_string_pretty(written).expect("numbers, strings and lists are JSON") + "\n"
}

fn written(plan: &Plan) -> Written {
    let placement = &plan.placement;
    let (parity, periods) = match placement.symmetry() {
        Symmetry::Parity { counts } => (Some(counts.clone()), None),
        Symmetry::Residue { periods } => (None, Some(periods.clone())),
        _ => (None, None),
    };
    let ids = || placement.node_ids().collect();
    let (source, own) = match plan.task {
        Task::Broadcast { source } => (Some(source.index() as u32), None),
        Task::Exchange { own } => (None, Some(own)),
    };
    let entries = entries(plan);
    Written {
        dims: plan.torus().dims().to_vec(),
        placement: placement.to_string(),
        processors: (*placement.symmetry() == Symmetry::Trivial).then(ids),
        parity,
        periods,
        kind: plan.task.name().into(),
        source,
        own,
        algorithm: plan.algorithm.clone(),
        port_model: plan.ports.to_string(),
        length: plan.steps(),
        lower_bound: plan.lower_bound,
        messages: plan.messages(),
        digest: String::new(),
        phases: plan.phases.iter().map(phase).collect(),
        entries,
    }
}

fn phase(phase: &Phase) -> WrittenPhase {
    let timing = if phase.timing == Timing::Passes { "passes" } else { "worms" };
    WrittenPhase { timing: timing.into(), steps: phase.steps }
}

fn entries(plan: &Plan) -> Vec<WrittenEntry> {
    let (torus, sources) = (plan.torus(), plan.placement.sources());
    let (mut all, mut begin) = (Vec::new(), 0);
    for (number, phase) in plan.phases.iter().enumerate() {
        all.extend(phase.sends.iter().map(|send| {
            let source = sources[send.source];
            let blocks: Vec<String> =
                send.blocks.iter().map(|block| format!("{}>{}", block.origin, block.destination)).collect();
            WrittenEntry {
                phase: number,
                slot: begin + send.step,
                class: send.source,
                offset: torus.offset(source, send.route.end(torus, source)),
                word: send.route.to_string(),
                blocks: blocks.join(" "),
            }
        }));
        begin += phase.steps;
    }
    all
}

/// Reads a plan file. Errors: unreadable; not a plan; another digest than stated. The plan is not verified.
pub fn read_plan(path: &Path) -> Result<Plan, UsageError> {
    let text = input::read(path, input::SCHEDULE).map_err(|error| FileError::unreadable(path, &error))?;
    Ok(parse_plan(&text).map_err(|reason| ScheduleFileError { path: path.into(), reason })?)
}

/// Parses the text of a plan file. Errors: a description of what is wrong.
pub fn parse_plan(text: &str) -> Result<Plan, String> {
    let written: Written =
        serde_json::from_str(text).map_err(|error| format!("it is not a plan in JSON: {error}"))?;
    let torus = Torus::new(&written.dims).map_err(|error| error.to_string())?;
    check_links(&torus)?;
    let placement = placement(&written, &torus)?;
    let task = match written.source {
        Some(source) => {
            let node = torus.node_at(source as usize);
            Task::Broadcast {
                source: node.ok_or_else(|| format!("its source {source} is not a node of {torus}"))?,
            }
        }
        None => Task::Exchange { own: written.own.unwrap_or(false) },
    };
    let ports = written.port_model.parse().map_err(|error: torus_model::UnknownName| error.to_string())?;
    let phases = phases(&written, &placement)?;
    let steps = phases.iter().map(|phase| u64::from(phase.steps)).sum();
    let sends = phases.iter().flat_map(|phase| &phase.sends);
    check_length(steps, sends.map(|send| u64::from(send.route.hops())).sum())?;
    let (algorithm, lower_bound) = (written.algorithm.clone(), written.lower_bound);
    let plan = Plan { algorithm, placement, ports, task, phases, lower_bound };
    same(written, &plan).map(|()| plan)
}

/// The most links of a torus for which plans are read, counted by link id with absent ones. Plans of larger
/// tori do not fit a file.
const MAX_LINKS: usize = 1 << 25;

fn check_links(torus: &Torus) -> Result<(), String> {
    match torus.link_slots() > MAX_LINKS {
        true => Err(format!(
            "{torus} has {} links by their ids, plans are for up to {MAX_LINKS}",
            torus.link_slots()
        )),
        false => Ok(()),
    }
}

/// Compares the values that a file states with those of the plan. Error: the first difference.
fn same(stated: Written, plan: &Plan) -> Result<(), String> {
    let digest = plan_digest(plan);
    if digest != stated.digest {
        return Err(format!(
            "its digest is stated as {}, its entries have {digest}",
            shortened(&stated.digest)
        ));
    }
    match text(&Written { digest: String::new(), ..stated }) == body(plan) {
        true => Ok(()),
        false => Err("its kind, length, messages or offsets are not those of its entries".into()),
    }
}

fn placement(written: &Written, torus: &Torus) -> Result<Placement, String> {
    if let Some(periods) = &written.periods {
        let fits = periods.len() == torus.d()
            && periods.iter().zip(torus.dims()).all(|(period, n)| *period > 0 && n % period == 0);
        return match fits && written.placement == "full" {
            true => Ok(Placement::full_by_residue(torus, periods)),
            false => Err(format!(
                "its periods {} do not divide the radices of {torus}, or the placement is not full",
                shortened(&format!("{periods:?}"))
            )),
        };
    }
    if let Some(counts) = &written.parity {
        let fits =
            counts.len() == torus.d() && counts.iter().zip(torus.dims()).all(|(c, n)| !c || n % 2 == 0);
        return match fits && written.placement == "full" {
            true => Ok(Placement::full_by_parity(torus, counts)),
            false => {
                Err("its parity names dimensions without even radix, or the placement is not full".into())
            }
        };
    }
    let processors = written.processors.as_deref().unwrap_or_default();
    placement_of(torus, &written.placement, processors).map_err(|error| error.to_string())
}

fn phases(written: &Written, placement: &Placement) -> Result<Vec<Phase>, String> {
    let (torus, classes) = (placement.torus(), placement.sources().len());
    let mut phases = Vec::new();
    let mut begins: Vec<u32> = vec![0];
    for phase in &written.phases {
        let timing = match phase.timing.as_str() {
            "passes" => Timing::Passes,
            "worms" => Timing::Worms,
            other => return Err(format!("a phase is {}, not passes or worms", shortened(other))),
        };
        let end = begins[begins.len() - 1].checked_add(phase.steps);
        begins.push(end.ok_or_else(|| "its phases have more than 2^32 steps".to_string())?);
        phases.push(Phase { timing, steps: phase.steps, sends: Vec::new() });
    }
    for entry in &written.entries {
        let phase =
            phases.get_mut(entry.phase).ok_or_else(|| format!("there is no phase {}", entry.phase))?;
        let step = entry.slot.checked_sub(begins[entry.phase]);
        let step = step.ok_or_else(|| format!("the slot {} is before phase {}", entry.slot, entry.phase))?;
        let word = entry.word.parse::<Route>().map_err(|error| error.to_string())?;
        if entry.class >= classes || leaves(&word, torus) {
            return Err(format!(
                "class {} does not exist, or {} is not a word of {torus}",
                entry.class,
                shortened(&entry.word)
            ));
        }
        let blocks =
            entry.blocks.split_whitespace().map(|block| parsed(block, torus)).collect::<Result<_, _>>()?;
        phase.sends.push(Send { step, source: entry.class, route: word, blocks });
    }
    Ok(phases)
}

fn parsed(text: &str, torus: &Torus) -> Result<Block, String> {
    let number = |part: &str| part.parse::<u32>().ok().filter(|&id| (id as usize) < torus.len());
    let both = text.split_once('>').and_then(|(a, b)| Some((number(a)?, number(b)?)));
    let (origin, destination) =
        both.ok_or_else(|| format!("{} is not a block of {torus}", shortened(text)))?;
    Ok(Block { origin, destination })
}
