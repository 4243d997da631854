//! The file of finished points, with which an interrupted sweep continues.
//!
//! The key of a point contains everything on which it depends: the program, the network, the traffic, the
//! rate, the engine. Points with a mismatch are not kept, so they are measured again.

use super::error::SweepError;
use crate::{curve::Point, json::json, outputs::not_regular};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Mutex,
};
use torus_gen::{error::UsageError, folder::write_file, network::GENERATOR};
use torus_sim::input;

/// The contents of the file.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Points {
    /// The program and its version.
    generator: String,
    /// The points, by their keys.
    points: BTreeMap<String, Point>,
}

/// The known points of a sweep, and the file in which they are kept.
pub struct Finished {
    path: Option<PathBuf>,
    points: Mutex<Points>,
}

impl Finished {
    /// The points of a file, if it exists; none without a file. Error: a file of another kind.
    pub fn read(path: Option<&Path>) -> Result<Self, UsageError> {
        let known = path.filter(|path| path.exists()).map(points_of).transpose()?.unwrap_or_default();
        // Points of another version may differ, so they are dropped.
        let kept = if known.generator == GENERATOR { known.points } else { BTreeMap::new() };
        let points = Mutex::new(Points { generator: GENERATOR.into(), points: kept });
        Ok(Finished { path: path.map(Path::to_path_buf), points })
    }

    /// The points of several files, which are not written. Errors: a file that is missing, of another kind or
    /// of another version.
    pub fn merged(paths: &[PathBuf]) -> Result<Self, UsageError> {
        let mut all = Finished::read(None)?;
        let known = all.points.get_mut().expect("no thread panics");
        for path in paths {
            let Points { generator, points } = points_of(path)?;
            if generator != GENERATOR {
                return Err(SweepError::Version { path: path.clone(), generator }.into());
            }
            known.points.extend(points);
        }
        Ok(all)
    }

    /// The point with this key, if it is known.
    pub fn known(&self, key: &str) -> Option<Point> {
        self.points.lock().expect("no thread panics").points.get(key).cloned()
    }

    /// Keeps a point. Error: the file cannot be written.
    pub fn keep(&self, key: String, point: &Point) -> Result<(), UsageError> {
        let (Some(path), true) = (&self.path, point.matches) else { return Ok(()) };
        let mut all = self.points.lock().expect("no thread panics");
        all.points.insert(key, point.clone());
        write_file(path, &json(&*all))
    }
}

fn points_of(path: &Path) -> Result<Points, UsageError> {
    let none = |reason: String| SweepError::Finished { path: path.into(), reason };
    if let Some(reason) = not_regular(path)? {
        return Err(none(reason).into());
    }
    let text = input::read(path, input::RESULTS).map_err(|error| UsageError::unreadable(path, &error))?;
    let found: Result<Points, _> = serde_json::from_str(&text);
    Ok(found.map_err(|error| none(error.to_string()))?)
}
