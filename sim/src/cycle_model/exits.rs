//! The sources that each exit of an emitted router can take, from the table in the header of the router.

use super::fields::MOST_BITS;
use super::sentences::sentences;
use crate::build::module_text;
use crate::SimError;
use std::path::Path;

/// Where a router takes a message from; ports and local ports are given by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The message that arrives at a port.
    Arrival(usize),
    /// The message that a local port injects.
    Injection(usize),
}

/// Where a router puts a message; ports and local ports are given by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The link of a port.
    Link(usize),
    /// An ejection port.
    Ejection(usize),
}

/// An exit of a router, and the sources that it can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The link or ejection port.
    pub target: Target,
    /// The sources that it can take, in the order of their settings.
    pub sources: Vec<Source>,
}

impl Exit {
    /// The number of bits of its setting.
    pub fn bits(&self) -> usize {
        let pairs = self.sources.len().div_ceil(2);
        1 + usize::from(self.sources.len() > 1) + pairs.saturating_sub(1)
    }

    /// Whether the ports that it names exist, and whether a field of a row can hold its setting.
    fn is_within(&self, ports: usize, local_ports: usize) -> bool {
        let source = |source: &Source| match *source {
            Source::Arrival(port) => port < ports,
            Source::Injection(port) => port < local_ports,
        };
        let target = match self.target {
            Target::Link(port) => port < ports,
            Target::Ejection(port) => port < local_ports,
        };
        target && self.sources.iter().all(source) && self.bits() <= MOST_BITS
    }

    /// The source that a setting takes. Bit 0 says that it takes one, and bit 1 that it is the second source
    /// of a pair. The bits above are set up to the one of the pair; the highest one counts. A pair without a
    /// second source has its first one twice.
    pub fn taken(&self, setting: u128) -> Option<Source> {
        let (second, pair) = ((setting >> 1 & 1) as usize, 128 - (setting >> 2).leading_zeros() as usize);
        let place = (2 * pair + second).min(self.sources.len() - 1);
        (setting & 1 == 1).then(|| self.sources[place])
    }
}

/// The exits of the router in `rtl/<module>.v`, in order. Left out are exits that name a port from `ports`
/// on, a local port from `local_ports` on, or more sources than a setting has bits for. Error: no such file.
pub fn exits(dir: &Path, module: &str, (ports, local_ports): (usize, usize)) -> Result<Vec<Exit>, SimError> {
    let text = module_text(dir, module)?;
    let exists = |exit: &Exit| exit.is_within(ports, local_ports);
    let exits = sentences(&text, "To ").filter_map(|sentence| exit(&sentence));
    Ok(exits.filter(exists).collect())
}

/// Parses a sentence such as `To +x2 (2) from +x1 (0), -x1 (1), injection (2)`.
fn exit(sentence: &str) -> Option<Exit> {
    let (to, from) = sentence.strip_prefix("To ")?.split_once(" from ")?;
    let target = match number(to)? {
        ("ejection", number) => Target::Ejection(number),
        (_, number) => Target::Link(number),
    };
    let source = |text| match number(text)? {
        ("injection", number) => Some(Source::Injection(number)),
        (_, number) => Some(Source::Arrival(number)),
    };
    Some(Exit { target, sources: from.split(", ").map(source).collect::<Option<_>>()? })
}

/// The name and the number in `+x2 (2)`.
fn number(text: &str) -> Option<(&str, usize)> {
    let (name, number) = text.split_once(" (")?;
    Some((name, number.strip_suffix(')')?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_names_an_exit_and_its_sources() {
        let link = exit("To +x2 (2) from +x1 (0), -x12 (23), injection (2)").unwrap();
        let sources = vec![Source::Arrival(0), Source::Arrival(23), Source::Injection(2)];
        assert_eq!(link, Exit { target: Target::Link(2), sources });
        let port = exit("To ejection (0) from -x1 (1)").unwrap();
        assert_eq!(port, Exit { target: Target::Ejection(0), sources: vec![Source::Arrival(1)] });
        assert_eq!(["To +x2 from all", "To 3 (1)", "  wire to_0;"].map(exit), [None, None, None]);
    }

    #[test]
    fn ports_that_do_not_exist_are_seen() {
        let exit = exit("To +x2 (2) from -x2 (3), injection (1)").unwrap();
        assert_eq!(
            [(4, 2), (3, 2), (4, 1), (2, 2)].map(|(p, l)| exit.is_within(p, l)),
            [true, false, false, false]
        );
    }

    #[test]
    fn more_sources_than_a_setting_has_bits_for_are_seen() {
        let of =
            |sources: usize| exit(&format!("To +x1 (0) from {}", ["+x1 (0)"; 254][..sources].join(", ")));
        assert_eq!([252, 254].map(|sources| of(sources).unwrap().is_within(2, 2)), [true, true]);
        let more = Exit { target: Target::Link(0), sources: vec![Source::Arrival(0); 255] };
        assert_eq!((more.bits(), more.is_within(2, 2)), (129, false));
    }

    #[test]
    fn settings_take_a_source_of_a_pair() {
        let exit = exit("To +x2 (2) from +x1 (0), -x1 (1), injection (2)").unwrap();
        assert_eq!(exit.bits(), 3);
        let taken = [0b000, 0b001, 0b011, 0b101, 0b111, 0b110].map(|setting| exit.taken(setting));
        let (first, second, third) = (Source::Arrival(0), Source::Arrival(1), Source::Injection(2));
        assert_eq!(taken, [None, Some(first), Some(second), Some(third), Some(third), None]);
        let text = "To +x3 (4) from +x1 (0), -x1 (1), +x2 (2), -x2 (3), +x3 (4), injection (4)";
        let exit = super::exit(text).unwrap();
        let taken = [0b0001, 0b0101, 0b0111, 0b1101, 0b1111].map(|setting| exit.taken(setting));
        assert_eq!(taken, [0, 2, 3, 4, 5].map(|place| Some(exit.sources[place])));
    }
}
