//! Headers with channels, read back bit by bit.

use torus_model::{HeaderLayout, Port, Route, Segment, Torus};

/// Reads a header field by field, the most significant one last. Returns `(hops, further runs with their
/// channels)`.
fn decode(layout: &HeaderLayout, header: u128) -> (u32, Vec<(Segment, usize)>) {
    let mut rest = header;
    let mut take = |bits: usize| {
        let field = rest % (1 << bits);
        rest >>= bits;
        field as usize
    };
    let cur = take(layout.hop_bits) as u32;
    let mut segments = Vec::new();
    for _ in 0..layout.segments {
        let present = take(1);
        let (port, channel) = (take(layout.port_bits), take(layout.channel_bits));
        let hops = take(layout.hop_bits) as u32 + 1;
        if present == 1 {
            segments.push((Segment { port: Port::from_index(port), hops }, channel));
        }
    }
    assert_eq!(rest, 0, "bits beyond the layout");
    (cur, segments)
}

#[test]
fn headers_carry_the_channels_of_further_runs() {
    for (dims, route) in [
        (&[8u32, 8][..], "aaB"),
        (&[2, 2, 2], "cab"),
        (&[5, 3, 7], "AbCCC"),
        (&[4, 4, 4, 4], "ddBccA"),
        (&[9], "AAA"),
    ] {
        let (torus, route) = (Torus::new(dims).unwrap(), route.parse::<Route>().unwrap());
        for channels in 1..9 {
            let layout = HeaderLayout::with_channels(&torus, channels);
            for first in 0..channels {
                let of_run: Vec<usize> =
                    (0..route.segments().len()).map(|r| (first + r) % channels).collect();
                let header = layout.encode_on(&route, &of_run);
                assert!(header < 1 << layout.width());
                let further: Vec<_> = route.segments().iter().copied().zip(of_run).skip(1).collect();
                assert_eq!(
                    decode(&layout, header),
                    (route.segments()[0].hops - 1, further),
                    "{route} on {torus}"
                );
            }
        }
    }
}

#[test]
fn the_parts_of_a_header_in_words_add_up_to_its_width() {
    let words =
        |dims: &[u32], channels| HeaderLayout::with_channels(&Torus::new(dims).unwrap(), channels).in_words();
    assert_eq!(words(&[3], 1), "1 bit: 1 of hops");
    assert_eq!(words(&[9], 2), "2 bits: 2 of hops");
    assert_eq!(words(&[4, 4], 1), "5 bits: 1 of hops, 1 further run of 1 + 2 + 1");
    assert_eq!(words(&[8, 3, 2], 1), "14 bits: 2 of hops, 2 further runs of 1 + 3 + 2");
    assert_eq!(words(&[5, 5], 4), "7 bits: 1 of hops, 1 further run of 1 + 2 + 2 + 1");
    for dims in [&[2u32][..], &[40], &[2, 2], &[17, 3], &[4, 9, 16], &[2, 2, 2, 2], &[3, 4, 5, 6, 7]] {
        for channels in [1, 2, 3, 8] {
            let text = words(dims, channels);
            let numbers: Vec<usize> =
                text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
            let (runs, of_run) = numbers[2..].split_first().map_or((0, 0), |(n, run)| (*n, run.iter().sum()));
            assert_eq!(numbers[0], numbers[1] + runs * of_run, "{text}");
        }
    }
}

#[test]
fn one_channel_changes_no_header() {
    let torus = Torus::new(&[8, 8, 8]).unwrap();
    let layout = HeaderLayout::new(&torus);
    assert_eq!(layout, HeaderLayout::with_channels(&torus, 1));
    assert_eq!((layout.channel_bits, layout.width()), (0, 2 + 2 * 6));
    assert_eq!(layout.encode(&"aaBBBc".parse().unwrap()), 1 | (1 | 3 << 1 | 2 << 4) << 2 | (1 | 4 << 1) << 8);
}
