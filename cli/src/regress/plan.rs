//! The plan of a regression: the configurations asked for, with different names, all checked.

use super::RegressError;
use crate::args::remedies::message;
use crate::matrix::{self, Configuration};
use sha2::{Digest, Sha256};
use std::{collections::BTreeSet, path::Path};
use torus_gen::{error::UsageError, Base, Description};
use torus_model::Torus;
use torus_sim::digest::hex;

/// The configurations to run, in the order of the matrix.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Their names.
    pub names: Vec<String>,
    /// Their checked descriptions.
    pub asked: Vec<Description>,
    /// A digest that is equal for two plans if they ask for the same.
    pub digest: String,
}

impl Plan {
    /// The configurations of a matrix (`None`: the built-in one) whose names contain `filter`.
    ///
    /// Errors: not a matrix; two configurations of one name; none selected; one that cannot be built.
    pub fn new(file: Option<&Path>, filter: &str) -> Result<Self, UsageError> {
        let all = file.map_or_else(|| Ok(matrix::built_in()), matrix::from_file)?;
        let count = all.len();
        let chosen: Vec<_> = all.into_iter().filter(|one| one.name.contains(filter)).collect();
        if chosen.is_empty() {
            return Err(
                RegressError::NothingSelected { filter: filter.to_string(), configurations: count }.into()
            );
        }
        let names = different(&chosen)?;
        Ok(Plan { names, asked: described(&chosen)?, digest: digest(&chosen) })
    }

    /// A rough measure of how long each takes, relative to the others: its messages, and a share for the
    /// compiler.
    pub fn weights(&self) -> Vec<u64> {
        let weight = |base: &Base| (base.torus().len() * base.placement.len()) as u64;
        self.asked.iter().map(|asked| weight(&asked.base) + asked.kind.compilation()).collect()
    }
}

/// Checks all configurations. Errors: one that cannot be built; together they have more nodes than one torus
/// may have.
fn described(chosen: &[Configuration]) -> Result<Vec<Description>, UsageError> {
    let (mut nodes, most) = (0, Torus::MAX_NODES);
    let description = |one: &Configuration| {
        let unfit = |error: UsageError| RegressError::Configuration {
            name: one.name.clone(),
            error: message(&error),
        };
        let description = Description::new(&one.options).map_err(unfit)?;
        nodes += description.base.torus().len() as u64;
        match nodes > most {
            true => Err(RegressError::TooLarge { most }.into()),
            false => Ok(description),
        }
    };
    chosen.iter().map(description).collect()
}

fn different(chosen: &[Configuration]) -> Result<Vec<String>, RegressError> {
    let mut known = BTreeSet::new();
    match chosen.iter().find(|one| !known.insert(&one.name)) {
        Some(twice) => Err(RegressError::SameName { name: twice.name.clone() }),
        None => Ok(chosen.iter().map(|one| one.name.clone()).collect()),
    }
}

fn digest(chosen: &[Configuration]) -> String {
    let text: String = chosen.iter().map(|one| format!("{one:?}\n")).collect();
    hex(&Sha256::digest(text.as_bytes())[..8])
}
