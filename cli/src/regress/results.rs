//! Files of results: rows of a regression, and which regression it is.

use super::{Plan, RegressError, Row};
use crate::json::json;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, path::Path};
use torus_gen::{error::UsageError, folder::write_file, network::GENERATOR};
use torus_sim::input;

/// Rows of a regression, possibly not of all its configurations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// The program and its version.
    pub generator: String,
    /// The engine.
    pub engine: String,
    /// A digest of all configurations' options.
    pub matrix: String,
    /// The names of all configurations of the regression, including those of other shards.
    pub configurations: Vec<String>,
    /// The known rows, in the order of the configurations.
    pub results: Vec<Row>,
}

impl Results {
    /// Results of this plan without rows.
    pub fn new(plan: &Plan, engine: &str) -> Self {
        Results {
            generator: GENERATOR.to_string(),
            engine: engine.to_string(),
            matrix: plan.digest.clone(),
            configurations: plan.names.clone(),
            results: Vec::new(),
        }
    }

    /// Reads a file of results. Errors: unreadable; not a file of results.
    pub fn read(path: &Path) -> Result<Self, UsageError> {
        let text = input::read(path, input::RESULTS).map_err(|error| UsageError::unreadable(path, &error))?;
        let none = |reason: String| RegressError::NoResults { path: path.into(), reason };
        let results: Results = serde_json::from_str(&text).map_err(|error| none(error.to_string()))?;
        let strange = results.results.iter().find(|row| !results.configurations.contains(&row.name));
        match strange {
            Some(row) => Err(none(format!("{} is not among its configurations", row.name)).into()),
            None => Ok(results),
        }
    }

    /// The results of an earlier run of the same regression in a file, if it exists.
    pub fn resumed(self, path: &Path) -> Result<Self, UsageError> {
        if !path.exists() {
            return Ok(self);
        }
        let found = Results::read(path)?;
        found.same_as(&self, path)?;
        Ok(found)
    }

    /// Writes the file, completely or not at all.
    pub fn write(&self, path: &Path) -> Result<(), UsageError> {
        write_file(path, &json(self))
    }

    /// The row of a configuration.
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.results.iter().find(|row| row.name == name)
    }

    /// Puts a row in its place, replacing an earlier one of the same name.
    pub fn put(&mut self, row: Row) {
        self.results.retain(|old| old.name != row.name);
        self.results.push(row);
        let place: BTreeMap<&String, usize> = self.configurations.iter().zip(0..).collect();
        self.results.sort_by_key(|row| place.get(&row.name).copied());
    }

    /// Merges the results of all files. Errors: a file of another regression; a configuration that is in two
    /// files or in none.
    pub fn merged(files: &[impl AsRef<Path>]) -> Result<Self, UsageError> {
        let mut all: Option<Results> = None;
        for path in files.iter().map(AsRef::as_ref) {
            let more = Results::read(path)?;
            let all = all.get_or_insert_with(|| Results { results: Vec::new(), ..more.clone() });
            more.same_as(all, path)?;
            more.results.into_iter().try_for_each(|row| all.add(row, path))?;
        }
        let all = all.expect("the command line asks for a file at least");
        all.complete()?;
        Ok(all)
    }

    fn add(&mut self, row: Row, path: &Path) -> Result<(), RegressError> {
        if self.row(&row.name).is_some() {
            return Err(RegressError::Double { name: row.name, path: path.into() });
        }
        self.put(row);
        Ok(())
    }

    fn complete(&self) -> Result<(), RegressError> {
        let mut missing = self.configurations.iter().filter(|name| self.row(name).is_none());
        let Some(name) = missing.next() else { return Ok(()) };
        let (count, of) = (1 + missing.count(), self.configurations.len());
        Err(RegressError::Missing { name: name.clone(), count, of })
    }

    fn same_as(&self, needed: &Results, path: &Path) -> Result<(), RegressError> {
        let parts = [
            ("program", &self.generator, &needed.generator),
            ("engine", &self.engine, &needed.engine),
            ("matrix", &self.matrix, &needed.matrix),
        ];
        match parts.into_iter().find(|(_, has, needed)| has != needed) {
            None => Ok(()),
            Some((what, has, needed)) => Err(RegressError::OtherRegression {
                path: path.into(),
                what,
                has: has.clone(),
                needed: needed.clone(),
            }),
        }
    }
}
