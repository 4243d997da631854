//! The parts of the buffered router one by one in rust-hdl's simulator: arbiters, buffers, local ports.
//!
//! Arbiters: every pointer and every set of requests, served or not, locked or not, for n up to 4, against a
//! walk from the pointer. Buffers: random traffic against a queue, with depths 1 to 5.

use crate::common::buffered::naive::{Fields, Head};
use crate::common::buffered::traffic::Random;
use crate::common::{put, schedule, settle, tick, torus};
use rust_hdl_core::prelude::*;
use std::collections::VecDeque;
use torus_hdl::kernel::buffered::{Arbiter, Buffer, InjectBuffer};
use torus_hdl::signal::Bv;
use torus_model::HeaderLayout;

/// The first request from the pointer on. With the lock, only the one before the pointer.
fn chosen(n: usize, pointer: usize, requests: usize, lock: bool) -> Option<usize> {
    let all = if lock { (pointer + n - 1)..(pointer + n) } else { pointer..(pointer + n) };
    all.map(|i| i % n).find(|i| requests >> i & 1 == 1)
}

fn drive(arbiter: &mut Arbiter, requests: usize, lock: bool, served: bool) {
    arbiter.req_i.next = Bv::new(requests as u128, arbiter.req_i.next.width());
    arbiter.lock_i.iter_mut().for_each(|held| held.next = lock);
    arbiter.served_i.next = served;
    settle(arbiter);
}

fn granted(arbiter: &Arbiter) -> Option<usize> {
    let row = arbiter.grant_o.val().value();
    assert!(row.count_ones() <= 1);
    assert_eq!(arbiter.any_o.val(), row != 0);
    (row != 0).then(|| row.trailing_zeros() as usize)
}

/// An arbiter with its pointer at a place: no request has been served, or the one before the place was.
fn pointing(n: usize, lock: bool, pointer: usize) -> Arbiter {
    let mut arbiter = Arbiter::new(n, lock);
    arbiter.connect_all();
    tick(&mut arbiter, |a| &mut a.clk_i);
    arbiter.rst_ni.next = true;
    if pointer > 0 {
        drive(&mut arbiter, 1 << (pointer - 1), false, true);
        tick(&mut arbiter, |a| &mut a.clk_i);
    }
    arbiter
}

#[test]
fn arbiters_choose_as_a_walk_does() {
    for (n, lock) in (2..=4).flat_map(|n| [(n, false), (n, true)]) {
        for (pointer, requests) in (0..n).flat_map(|p| (0..1 << n).map(move |r| (p, r))) {
            for (held, served) in [(false, false), (false, true), (true, false), (true, true)] {
                let (mut arbiter, held) = (pointing(n, lock, pointer), held && lock);
                drive(&mut arbiter, requests, held, served);
                let winner = chosen(n, pointer, requests, held);
                let case =
                    format!("n {n} pointer {pointer} requests {requests:b} held {held} served {served}");
                assert_eq!(granted(&arbiter), winner, "{case}");
                if winner.is_none() {
                    continue;
                }
                tick(&mut arbiter, |a| &mut a.clk_i);
                let next = if served { (winner.unwrap() + 1) % n } else { pointer };
                for seen in 1..1 << n {
                    drive(&mut arbiter, seen, false, false);
                    assert_eq!(granted(&arbiter), chosen(n, next, seen, false), "{case} then {seen:b}");
                }
            }
        }
    }
}

#[test]
fn reset_puts_the_pointer_back() {
    let mut arbiter = pointing(3, false, 2);
    arbiter.rst_ni.next = false;
    drive(&mut arbiter, 7, false, true);
    tick(&mut arbiter, |a| &mut a.clk_i);
    assert_eq!(granted(&arbiter), Some(0));
}

#[test]
fn buffers_are_queues() {
    for depth in 1..=5 {
        let (mut buffer, mut queue) = (Buffer::new(depth, 5, 9), VecDeque::new());
        let mut random = Random(depth as u64);
        buffer.connect_all();
        tick(&mut buffer, |b| &mut b.clk_i);
        buffer.rst_ni.next = true;
        for t in 0..3000 {
            let push = queue.len() < depth && random.percent([30, 90][t / 100 % 2]);
            let flit = (random.below(32) as u128, random.below(512) as u128);
            buffer.push_i.next = push;
            put(&mut buffer.push_head_i, flit.0);
            put(&mut buffer.push_data_i, flit.1);
            queue.extend(push.then_some(flit));
            buffer.pop_i.next = !queue.is_empty() && random.percent(60);
            settle(&mut buffer);
            let seen = (buffer.head_o.val().value(), buffer.data_o.val().value());
            assert_eq!(
                buffer.valid_o.val().then_some(seen),
                queue.front().copied(),
                "depth {depth} cycle {t}"
            );
            assert!(!buffer.overflow_o.val());
            if buffer.pop_i.val() {
                queue.pop_front();
            }
            tick(&mut buffer, |b| &mut b.clk_i);
        }
    }
}

#[test]
fn a_flit_too_many_overflows() {
    for depth in 1..=5 {
        let mut buffer = Buffer::new(depth, 5, 9);
        buffer.connect_all();
        buffer.rst_ni.next = true;
        buffer.push_i.next = true;
        for held in 0..=depth {
            settle(&mut buffer);
            assert_eq!(buffer.overflow_o.val(), held == depth, "depth {depth} holds {held}");
            if held < depth {
                tick(&mut buffer, |b| &mut b.clk_i);
            }
        }
        // One that leaves makes room for it.
        buffer.pop_i.next = true;
        settle(&mut buffer);
        assert!(!buffer.overflow_o.val());
    }
}

#[test]
fn local_ports_take_what_they_are_ready_for() {
    let (mut buffer, mut queue, mut random) = (InjectBuffer::new(2, 5, 9), VecDeque::new(), Random(5));
    buffer.connect_all();
    buffer.push_i.next = true;
    tick(&mut buffer, |l| &mut l.clk_i);
    assert!(!buffer.ready_o.val() && !buffer.valid_o.val(), "Nothing is taken in reset.");
    buffer.rst_ni.next = true;
    let mut ready = false;
    for t in 0..3000 {
        let flit = (random.below(32) as u128, random.below(512) as u128);
        buffer.push_i.next = random.percent([30, 90][t / 100 % 2]);
        put(&mut buffer.push_head_i, flit.0);
        put(&mut buffer.push_data_i, flit.1);
        settle(&mut buffer);
        assert_eq!(buffer.ready_o.val(), ready, "cycle {t}");
        queue.extend((buffer.push_i.val() && ready).then_some(flit));
        buffer.pop_i.next = !queue.is_empty() && random.percent(60);
        settle(&mut buffer);
        let seen = (buffer.head_o.val().value(), buffer.data_o.val().value());
        assert_eq!(buffer.valid_o.val().then_some(seen), queue.front().copied(), "cycle {t}");
        if buffer.pop_i.val() {
            queue.pop_front();
        }
        ready = queue.len() < 2;
        tick(&mut buffer, |l| &mut l.clk_i);
    }
}

#[test]
fn the_models_header_is_the_one_that_routers_read() {
    for (dims, channels) in [("3x4x5", 1), ("3x4x5", 2), ("2x3x4", 6), ("8", 4)] {
        let torus = torus(dims);
        let (layout, fields) =
            (HeaderLayout::with_channels(&torus, channels), Fields::new(&torus, channels, 1));
        assert_eq!(layout.width() + fields.channel, fields.bits());
        for node in torus.nodes().skip(1) {
            let word = schedule::ordered(&torus, &torus.offset(torus.node_at(0).unwrap(), node));
            let on: Vec<usize> = (0..word.segments().len()).map(|r| (r + node.index()) % channels).collect();
            let head = layout.encode_on(&word, &on) | (on[0] as u128) << layout.width();
            let further = word.segments().iter().zip(&on).skip(1);
            let runs = further.map(|(run, &c)| (run.port.index(), c, run.hops as u128 - 1)).collect();
            let cur = word.segments()[0].hops as u128 - 1;
            assert_eq!(fields.unpack(head), Head { last: true, channel: on[0], cur, runs }, "{dims} {word}");
        }
    }
}
