//! The exact loads of one exchange and their bounds. A schedule or a list of nodes is made only if it is
//! needed.
//!
//! Loads of full, linear and multilinear placements come from classes of links, on a torus of any size. A
//! torus with more nodes than a network may have is described by a placement in closed form, a routing and a
//! tie rule alone.

use super::{any::loads_and_bounds, buffered::Buffers, Description};
use crate::{
    network::buffered::refuse_buffers,
    options::{NetworkOptions, Router},
    paths::Paths,
    UsageError,
};
use thiserror::Error;
use torus_model::{
    bound::{census_bounds, keep_valid, separator_bound, Bound},
    load::{ClassLoads, ExactLoads},
    quote::shortened,
    torus::TorusError,
    NodeId, PlacementForm, PlacementSpec, Radices, Routing, Ties, Torus,
};

/// The error of asking for something that needs the nodes of a torus with too many of them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{what} was asked for on {}, which has more than {} nodes; of such tori only the loads of placements \
     full, linear and multilinear are counted, with 'routing' odr or udr and with 'ties': leave {what} out, \
     or lower a radix or the number of dimensions",
    shortened(.dims), Torus::MAX_NODES
)]
pub struct TooLargeFor {
    /// The request that needs the nodes.
    pub what: String,
    /// The radices.
    pub dims: String,
}

/// A placement in closed form, and the paths of its messages.
#[derive(Clone, Debug)]
pub struct FormDescription {
    form: PlacementForm,
    routing: Routing,
    ties: Ties,
}

/// The subject whose loads are counted.
#[derive(Clone, Debug)]
pub enum LoadsDescription {
    /// A network of any kind.
    Network(Box<Description>),
    /// A placement on a torus with too many nodes for a network.
    Form(FormDescription),
}

/// Exact loads and their bounds.
pub type LoadsAndBounds = (Box<dyn ExactLoads>, Vec<Bound>);

impl LoadsDescription {
    /// Checks the options. Errors: those of [`Description::new`]; on a torus too large for a network, options
    /// that need its nodes.
    pub fn new(options: &NetworkOptions) -> Result<Self, UsageError> {
        match Description::new(options) {
            Err(UsageError::Model(torus_model::Error::Torus(TorusError::TooManyNodes { dims, .. }))) => {
                Ok(LoadsDescription::Form(FormDescription::new(options, &Radices::new(&dims)?)?))
            }
            network => Ok(LoadsDescription::Network(Box::new(network?))),
        }
    }

    /// The specification of the placement.
    pub fn placement(&self) -> String {
        match self {
            LoadsDescription::Network(network) => network.base.placement.to_string(),
            LoadsDescription::Form(form) => form.form.to_string(),
        }
    }

    /// Number of processors.
    pub fn processors(&self) -> u64 {
        match self {
            LoadsDescription::Network(network) => network.base.placement.len() as u64,
            LoadsDescription::Form(form) => form.form.processors(),
        }
    }

    /// The paths of messages.
    pub fn paths(&self) -> Paths {
        match self {
            LoadsDescription::Network(network) => network.base.paths,
            LoadsDescription::Form(form) => Paths::Routed(form.routing),
        }
    }

    /// The torus with its list of nodes, as a separator needs it. Error: too many nodes.
    pub fn torus(&self) -> Result<&Torus, TooLargeFor> {
        match self {
            LoadsDescription::Network(network) => Ok(network.base.torus()),
            LoadsDescription::Form(form) => {
                Err(TooLargeFor { what: "'separator'".into(), dims: form.form.radices().to_string() })
            }
        }
    }

    /// Counts exact loads and bounds. `separator`: a set of nodes for equation (4); the torus must have a
    /// list of nodes. Errors: integer overflow of loads; for searched paths, errors of the search.
    pub fn count(&self, separator: Option<&[NodeId]>) -> Result<LoadsAndBounds, UsageError> {
        match self {
            LoadsDescription::Form(form) => form.count(None),
            LoadsDescription::Network(network) => match FormDescription::of(network) {
                Some(form) => {
                    let bound = |nodes| separator_bound(&network.base.placement, nodes);
                    form.count(separator.and_then(bound))
                }
                None => {
                    let (loads, bounds) = loads_and_bounds(network, separator)?;
                    Ok((Box::new(loads), bounds))
                }
            },
        }
    }
}

impl FormDescription {
    /// The closed form of a network; `None` if its placement has none or its paths need a search.
    fn of(Description { base, kind }: &Description) -> Option<Self> {
        let ties = kind.parameters().ties()?;
        let form = base.placement.closed_form()?.clone();
        Some(FormDescription { form, routing: base.paths.routing()?, ties })
    }

    /// The description for options of a torus that is too large for a network. Errors: options that need a
    /// network, and invalid values of the others.
    fn new(options: &NetworkOptions, radices: &Radices) -> Result<Self, UsageError> {
        let too_large = |what| TooLargeFor { what, dims: radices.to_string() };
        let counted = NetworkOptions {
            d: None,
            k: None,
            dims: None,
            placement: None,
            routing: None,
            router: None,
            ties: None,
            ..options.clone()
        };
        if let Some(what) = counted.first_given() {
            return Err(too_large(what).into());
        }
        let paths = options.routing.as_deref().map_or(Ok(Paths::Routed(Routing::Odr)), Paths::asked)?;
        let routing = paths.routing().ok_or_else(|| too_large(format!("'routing' {paths}")))?;
        let ties = ties(options, routing)?;
        let form = match options.placement.as_deref().unwrap_or("full").parse()? {
            PlacementSpec::Full => PlacementForm::full(radices),
            PlacementSpec::Linear { coefficients, c } => {
                PlacementForm::linear(radices, coefficients.as_deref(), c)?
            }
            PlacementSpec::Multilinear { t, coefficients } => {
                PlacementForm::multilinear(radices, coefficients.as_deref(), t)?
            }
            PlacementSpec::File(_) => return Err(too_large("'placement' file".into()).into()),
        };
        Ok(FormDescription { form, routing, ties })
    }

    fn count(&self, separator: Option<Bound>) -> Result<LoadsAndBounds, UsageError> {
        let loads = match self.routing {
            Routing::Odr => ClassLoads::ordered(&self.form, self.ties)?,
            Routing::Udr => ClassLoads::new(&self.form, Routing::Udr)?,
        };
        let mut bounds = census_bounds(&self.form, self.routing, separator);
        keep_valid(&mut bounds, self.ties == Ties::Plus);
        Ok((Box::new(loads), bounds))
    }
}

/// The tie rule of the options; only buffered routers have a choice. Errors: an unknown router or rule, or a
/// rule that this routing cannot have.
fn ties(options: &NetworkOptions, routing: Routing) -> Result<Ties, UsageError> {
    match options.router()? {
        Router::Scheduled => Ok(refuse_buffers(options).map(|()| Ties::Plus)?),
        Router::Buffered => Buffers::ties(options, routing),
    }
}
