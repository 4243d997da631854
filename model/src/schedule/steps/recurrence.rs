//! Sequences of letters that are linear recurrences modulo a prime.
//!
//! If the radix is a power of a prime p, a letter has as many digits modulo p. The next letter is the first
//! one of the window with its digits rotated. Its lowest digit is multiplied by a number, and some digits of
//! the window are added to it. So the rule is a linear feedback shift register over the digits. With the
//! right numbers it runs through all windows but that of zeros (Golomb, Shift Register Sequences, 1967).
//! Half of that sequence is a frame of an odd torus: the step to the next window is a multiplication in a
//! field, whose element of order 2 is -1, so the second half is the first one mirrored.

/// The most windows for which a rule is searched.
const MOST_WINDOWS: usize = 1 << 15;

/// The most digits that are added.
const MOST_ADDED: usize = 3;

/// A digit of a window, by its place, and its factor.
type Term = (usize, usize);

/// A rule over the digits of a window. The digits of the first letter come first, the lowest one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recurrence {
    prime: usize,
    digits: usize,
    order: usize,
    /// For each digit of the next letter, the terms that are added.
    sums: Vec<Vec<Term>>,
}

impl Recurrence {
    /// The rule for windows of `order` letters of a radix. `None` unless the radix is a power of a prime,
    /// there are at most 32768 windows, and a rule is found.
    pub(super) fn new(radix: usize, order: usize) -> Option<Self> {
        let (prime, digits) = power_of_prime(radix)?;
        if radix.checked_pow(order as u32)? > MOST_WINDOWS {
            return None;
        }
        let places: Vec<usize> = (0..digits * order).filter(|&place| place != 1 % digits).collect();
        let mut added = (0..=MOST_ADDED).flat_map(|count| terms(&places, count, prime));
        added.find_map(|added| {
            let with = |times| Recurrence::with(prime, digits, order, times, &added);
            (1..prime).map(with).find(Recurrence::is_longest)
        })
    }

    fn with(prime: usize, digits: usize, order: usize, times: usize, added: &[Term]) -> Self {
        let mut sums: Vec<Vec<Term>> = (0..digits).map(|digit| vec![((digit + 1) % digits, 1)]).collect();
        sums[0] = [&[(1 % digits, times)], added].concat();
        Recurrence { prime, digits, order, sums }
    }

    /// The digits of the letter after a window.
    fn next(&self, window: &[usize]) -> Vec<usize> {
        let sum = |terms: &Vec<Term>| {
            terms.iter().map(|&(place, times)| times * window[place]).sum::<usize>() % self.prime
        };
        self.sums.iter().map(sum).collect()
    }

    fn shift(&self, window: &mut Vec<usize>) {
        let next = self.next(window);
        window.drain(..self.digits);
        window.extend(next);
    }

    /// The window that has zeros and a last letter 1.
    fn first(&self) -> Vec<usize> {
        let mut window = vec![0; self.digits * self.order];
        window[self.digits * (self.order - 1)] = 1;
        window
    }

    /// Whether the rule runs through all windows but that of zeros.
    fn is_longest(&self) -> bool {
        let (first, all) = (self.first(), self.prime.pow((self.digits * self.order) as u32));
        let mut window = first.clone();
        let back = (1..all).find(|_| {
            self.shift(&mut window);
            window == first
        });
        back == Some(all - 1)
    }

    /// The first letters of `count` windows, beginning with the window of zeros and a last letter 1.
    pub(super) fn letters(&self, count: usize) -> Vec<i32> {
        let mut window = self.first();
        let mut first = || {
            let letter = self.letter(&window[..self.digits]);
            self.shift(&mut window);
            letter
        };
        (0..count).map(|_| first()).collect()
    }

    /// The letter with these digits. A digit above half the prime counts as the digit less the prime.
    fn letter(&self, digits: &[usize]) -> i32 {
        let prime = self.prime as i32;
        let signed =
            |&digit: &usize| if digit as i32 > prime / 2 { digit as i32 - prime } else { digit as i32 };
        digits.iter().rev().fold(0, |letter, digit| letter * prime + signed(digit))
    }
}

/// The prime of which a number is a power, and the exponent. `None` if it is no power of a prime.
fn power_of_prime(number: usize) -> Option<(usize, usize)> {
    let prime = (2..=number).find(|prime| number % prime == 0)?;
    let power = (1..).find(|&power| prime.pow(power) >= number)?;
    (prime.pow(power) == number).then_some((prime, power as usize))
}

/// All choices of `count` places with their factors, ordered so that factors near 1 and -1 come first.
fn terms(places: &[usize], count: usize, prime: usize) -> Vec<Vec<Term>> {
    let Some(fewer) = count.checked_sub(1) else { return vec![Vec::new()] };
    let mut factors: Vec<usize> = (1..prime).collect();
    factors.sort_by_key(|&times| times.min(prime - times));
    let from = |start: usize| terms(&places[start + 1..], fewer, prime);
    let begun = |&times: &usize| {
        let term = move |start: usize| (places[start], times);
        (0..places.len()).flat_map(move |start| {
            from(start).into_iter().map(move |rest| [vec![term(start)], rest].concat())
        })
    };
    factors.iter().flat_map(begun).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn powers_of_primes_are_told() {
        let told = [2, 3, 4, 5, 9, 15, 25, 27, 45, 49].map(power_of_prime);
        let is = [(2, 1), (3, 1), (2, 2), (5, 1), (3, 2), (0, 0), (5, 2), (3, 3), (0, 0), (7, 2)];
        let is = is.map(|power| Some(power).filter(|power| power.0 > 0));
        assert_eq!(told, is);
    }

    /// Checks the letters window by window: each window except zero occurs once in the two halves.
    #[test]
    fn half_a_recurrence_has_every_window_up_to_sign() {
        for (radix, order) in
            [(3, 1), (3, 2), (3, 4), (5, 1), (5, 3), (7, 2), (9, 1), (9, 2), (25, 2), (27, 1)]
        {
            let rule = Recurrence::new(radix, order).unwrap();
            let half = radix.pow(order as u32) / 2;
            let letters = rule.letters(2 * half + order);
            let mirrored: Vec<i32> = letters[half..].iter().map(|letter| -letter).collect();
            assert_eq!(letters[..half + order], mirrored, "{radix}^{order}");
            let windows: BTreeSet<&[i32]> = letters.windows(order).take(2 * half).collect();
            assert_eq!(windows.len(), 2 * half, "{radix}^{order}");
            let most = letters.iter().map(|letter| letter.unsigned_abs() as usize).max();
            assert_eq!(most, Some(radix / 2), "{radix}^{order}");
        }
    }

    #[test]
    fn a_binary_recurrence_has_every_window_but_zero() {
        for order in [1, 2, 3, 5, 8, 10] {
            let all = (1 << order) - 1;
            let letters = Recurrence::new(2, order).unwrap().letters(all + order);
            let windows: BTreeSet<&[i32]> = letters.windows(order).take(all).collect();
            assert_eq!((windows.len(), letters[all]), (all, letters[0]));
        }
    }

    #[test]
    fn other_radices_and_large_tori_have_no_rule() {
        for (radix, order) in [(15, 2), (21, 1), (3, 10), (181, 3)] {
            assert_eq!(Recurrence::new(radix, order), None, "{radix}^{order}");
        }
    }
}
