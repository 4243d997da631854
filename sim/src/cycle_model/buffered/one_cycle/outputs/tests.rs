//! Tests of outputs: who is served, and credits.

use super::*;

/// A node with six inputs, of which some have a flit that requests a channel of link 0.
fn requesting(channels: &[(usize, usize)]) -> Inputs {
    let mut inputs = Inputs::new(&[0; 6], 6, 6, 2);
    for &(number, channel) in channels {
        let request = Request::new(0, channel as u16, Step::Straight);
        inputs.set_first(number, Token::default(), request);
    }
    inputs
}

/// The input that link 0 serves.
fn served(outputs: &mut Outputs, inputs: &Inputs, all: &[(usize, usize)]) -> Option<usize> {
    let enter = |&(number, _): &(usize, usize)| outputs.enter(inputs, [1; 4], number as u32, Nodes::Inner);
    let mut later: Vec<_> = all.iter().filter_map(enter).map(|at| at as usize).collect();
    let served = outputs.next(Nodes::Inner).map(|(_, at)| at);
    assert_eq!(outputs.next(Nodes::Inner), None);
    later.extend(served);
    later.sort_unstable();
    assert!(later.iter().eq(all.iter().map(|(number, _)| number)), "{later:?}");
    served
}

/// State space: all beginnings and all sets of requesters in a round of six, compared with a walk from
/// the beginning.
#[test]
fn the_nearest_behind_the_pointer_is_chosen() {
    let of = 6;
    for (begin, set) in (0..of).flat_map(|begin| (1u32..64).map(move |set| (begin, set))) {
        let mut outputs = Outputs::new(&[(0, 0)], 0, [of, 1], 9);
        outputs.send(0, 0, Token::default(), ((begin + of - 1) % of) as u16, true);
        let asks = |&input: &usize| set >> input & 1 == 1;
        let all: Vec<_> = (0..of).filter(asks).map(|input| (input, 0)).collect();
        let walked = (0..of).map(|k| (begin + k) % of).find(asks);
        let chosen = served(&mut outputs, &requesting(&all), &all);
        assert_eq!(chosen, walked, "{begin} {set:b}");
    }
}

/// The channel after the one that was served last goes first, whichever input is nearer.
#[test]
fn channels_take_turns() {
    let mut outputs = Outputs::new(&[(0, 0)], 0, [6, 3], 9);
    let all = [(0, 2), (1, 0), (2, 1), (3, 0)];
    let mut turn = || {
        let at = served(&mut outputs, &requesting(&all), &all).unwrap();
        outputs.send(0, all[at].1 as u16, Token::default(), at as u16, true);
        all[at].1
    };
    assert_eq!([turn(), turn(), turn(), turn()], [0, 1, 2, 0]);
}

/// A packet holds its channel to its end, and nobody is served without a credit.
#[test]
fn packets_hold_channels_and_credits_run_out() {
    let mut outputs = Outputs::new(&[(0, 0)], 0, [6, 1], 3);
    let all = [(3, 0), (4, 0)];
    let inputs = requesting(&all);
    for (last, expected) in [(false, 3), (true, 3), (true, 4)] {
        let at = served(&mut outputs, &inputs, &all).unwrap();
        assert_eq!(at, expected);
        outputs.send(0, 0, Token::default(), at as u16, last);
    }
    assert_eq!(served(&mut outputs, &inputs, &all), None);
    assert!(!outputs.give_back(0, 3));
    assert_eq!(served(&mut outputs, &inputs, &all), Some(3));
}

/// An ejection port takes a flit when it is free, whatever the rule; nowhere nobody is served.
#[test]
fn ejection_ports_are_ports_of_one_place() {
    let mut outputs = Outputs::new(&[(0, 0)], 1, [6, 4], 2);
    let mut inputs = Inputs::new(&[0; 6], 6, 6, 2);
    inputs.set_first(0, Token::default(), outputs.ejection(0));
    inputs.set_first(1, Token::default(), outputs.nowhere());
    let next = |outputs: &mut Outputs| {
        let later = [0, 1].map(|at| outputs.enter(&inputs, [2, 4, 4, 1], at, Nodes::Inner));
        assert_eq!(later[1], Some(1));
        outputs.next(Nodes::Inner)
    };
    for free in [true, false] {
        assert_eq!(next(&mut outputs), free.then_some((64, 0)));
        if free {
            outputs.send(64, 0, Token::default(), 0, true);
        }
    }
    assert_eq!(outputs.take_ejected(0), Token::default());
    assert_eq!(next(&mut outputs), Some((64, 0)));
}
