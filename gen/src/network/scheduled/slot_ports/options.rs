//! The slot ports that the options ask for.

use crate::options::NetworkOptions;
use std::{fmt, str::FromStr};
use thiserror::Error;
use torus_model::UnknownName;
use torus_sim::manifest::SlotPortsInfo;

/// Why a network cannot have these ports.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SlotPortsError {
    /// An unknown form.
    #[error(transparent)]
    Form(#[from] UnknownName),
    /// A number of cycles ahead that is not allowed.
    #[error(
        "'inject-early' {asked} was asked for; allowed is 1 or 2, the cycles in which a block RAM answers: \
         change it, or leave 'inject-early' out"
    )]
    Early {
        /// The cycles.
        asked: u32,
    },
    /// A network without slots.
    #[error(
        "{option} was asked for on a network with {has}; it tells what a schedule knows, of scheduled \
         networks without memories: leave {option} out"
    )]
    Kind {
        /// The option.
        option: &'static str,
        /// The kind of routers or memories that the network has instead.
        has: &'static str,
    },
}

/// How `NAME` shows the sender of an arriving message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceForm {
    /// By the message's offset, a field for each dimension.
    Offset,
    /// By the sender's node id.
    Id,
}

impl FromStr for SourceForm {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        match text {
            "offset" => Ok(SourceForm::Offset),
            "id" => Ok(SourceForm::Id),
            _ => {
                let allowed = &["offset", "id"];
                Err(UnknownName { what: "form of a source", text: text.into(), allowed })
            }
        }
    }
}

impl fmt::Display for SourceForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SourceForm::Offset => "offset",
            SourceForm::Id => "id",
        })
    }
}

/// The slot ports of `NAME`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlotPorts {
    /// Whether it shows the slot, and whether messages are under way.
    pub status: bool,
    /// How it shows the sender of an arriving message, if it does.
    pub source: Option<SourceForm>,
    /// How many cycles ahead it shows what is injected: 1 or 2.
    pub early: Option<u32>,
}

impl SlotPorts {
    /// The ports that the options ask for. Errors: an unknown form; cycles other than 1 or 2.
    pub fn asked(options: &NetworkOptions) -> Result<Self, SlotPortsError> {
        let source = options.eject_source.as_deref().map(str::parse).transpose()?;
        SlotPorts { status: options.status == Some(true), source, early: options.inject_early }.checked()
    }

    fn checked(self) -> Result<Self, SlotPortsError> {
        match self.early {
            Some(asked) if !(1..=2).contains(&asked) => Err(SlotPortsError::Early { asked }),
            _ => Ok(self),
        }
    }

    /// The form in which streams take sources.
    pub fn form(self) -> SourceForm {
        self.source.unwrap_or(SourceForm::Offset)
    }

    /// These ports with those that streams need.
    pub fn with_source(self) -> Self {
        SlotPorts { source: Some(self.form()), ..self }
    }

    /// Refuses slot ports for a network without a schedule of its nodes; `has` names what it has instead.
    pub fn refused(options: &NetworkOptions, has: &'static str) -> Result<(), SlotPortsError> {
        let given = [
            ("'status'", options.status == Some(true)),
            ("'eject-source'", options.eject_source.is_some()),
            ("'inject-early'", options.inject_early.is_some()),
        ];
        match given.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(SlotPortsError::Kind { option, has }),
            None => Ok(()),
        }
    }

    /// Whether there are any ports.
    pub fn any(self) -> bool {
        self.status || self.source.is_some() || self.early.is_some()
    }

    /// The ports of a manifest. Errors: an unknown form; cycles other than 1 or 2.
    pub fn of_info(info: Option<&SlotPortsInfo>) -> Result<Self, SlotPortsError> {
        let Some(info) = info else { return Ok(Self::default()) };
        let source = info.source.as_deref().map(str::parse).transpose()?;
        SlotPorts { status: info.status, source, early: info.early }.checked()
    }

    /// The ports for the manifest; `None` if there are none.
    pub fn info(self) -> Option<SlotPortsInfo> {
        let source = self.source.map(|form| form.to_string());
        self.any().then_some(SlotPortsInfo { status: self.status, source, early: self.early })
    }
}
