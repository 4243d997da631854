"""Tables, samples and expected results of the transform; a check of its results, and their picture.

    fft.py inputs D MEMORY_CSV FOLDER   powers.hex, places.hex, samples.hex, expected.hex
    fft.py check D FOLDER SVG           results.hex against numbers with floating point, drawn as SVG

Numbers are {real, imaginary}, 16 bits each, with 14 bits behind the point. `expected` repeats the hardware
bit by bit; `check` shares nothing with it but the samples. Results are the transform / N.
"""

import cmath
import csv
import math
import random
import sys
from pathlib import Path

ONE = 1 << 14
# Frequencies that the samples have, as parts of N, and their amplitudes.
TONES = [(0.02, 0.5), (0.25, 0.3), (0.7, 0.15)]
# Errors of rounding allowed: half a unit a pass, twiddle factors that are off by as much, and room for both.
UNITS = 3


def packed(number):
    """A complex number as the hardware has it."""
    real, imaginary = (round(part * ONE) & 0xFFFF for part in (number.real, number.imag))
    return real << 16 | imaginary


def unpacked(word):
    """Real and imaginary part as integers."""
    return tuple((half ^ 0x8000) - 0x8000 for half in (word >> 16, word & 0xFFFF))


def read(path):
    """The words of a file in hexadecimal."""
    return [int(line, 16) for line in Path(path).read_text(encoding="ascii").split()]


def write(path, words, digits=8):
    """Words in hexadecimal, a line each."""
    Path(path).write_text("".join(f"{word:0{digits}x}\n" for word in words), encoding="ascii")


def powers_of(points):
    """Powers of exp(-2 pi i / points)."""
    return [packed(cmath.exp(-2j * cmath.pi * m / points)) for m in range(points)]


def samples_of(points):
    """Tones and a little noise, the same in every run."""
    noise = random.Random(1)
    def sample(n):
        tones = (size * cmath.exp(2j * cmath.pi * round(at * points) * n / points) for at, size in TONES)
        return packed(sum(tones) + complex(noise.uniform(-0.02, 0.02), noise.uniform(-0.02, 0.02)))
    return [sample(n) for n in range(points)]


def row_sum(terms, shift):
    """A row of a pass: the rounded sum of products, as a word."""
    real = imaginary = 0
    for sample, factor in terms:
        (a, b), (c, d) = unpacked(sample), unpacked(factor)
        real, imaginary = real + a * c - b * d, imaginary + a * d + b * c
    half = 1 << (shift - 1)
    return (real + half >> shift & 0xFFFF) << 16 | (imaginary + half >> shift & 0xFFFF)


def transform(samples, cells):
    """What the hardware computes, cell by cell."""
    points, powers, shift = cells * cells, powers_of(cells * cells), 13 + cells.bit_length()
    def first(cell, k):
        own = range(cell, points, cells)
        return row_sum([(samples[n], powers[n * k % points]) for n in own], shift)
    sent = [[first(cell, k) for k in range(cells)] for cell in range(cells)]
    def second(m):
        j, k = divmod(m, cells)
        return row_sum([(sent[a][k], powers[cells * a * j % points]) for a in range(cells)], shift)
    return [second(m) for m in range(points)]


def places_of(path, dims):
    """Addresses by offset: of blocks to send, then of blocks received. They are the same at all nodes."""
    places = {}
    with open(path, encoding="ascii", newline="") as file:
        for row in csv.DictReader(file):
            node, partner = int(row["node"]), int(row["partner"])
            digits = ((partner >> 2 * i) - (node >> 2 * i) & 3 for i in range(dims))
            offset = sum(digit << 2 * i for i, digit in enumerate(digits))
            key = (("load", "result").index(row["what"]), offset)
            if places.setdefault(key, int(row["address"])) != int(row["address"]):
                sys.exit(f"{path}: node {node} has a place of its own for offset {offset}; use product-a2")
    return [places.get((what, offset), 0) for what in (0, 1) for offset in range(1 << 2 * dims)]


def inputs(dims, memory, folder):
    """Everything that the testbench and the cells read."""
    cells = 1 << 2 * dims
    samples = samples_of(cells * cells)
    write(folder / "powers.hex", powers_of(cells * cells))
    write(folder / "places.hex", places_of(memory, dims), 2)
    write(folder / "samples.hex", samples)
    write(folder / "expected.hex", transform(samples, cells))


def radix_two(values):
    """The discrete Fourier transform of a power of two of numbers, by halves."""
    if len(values) == 1:
        return values
    even, odd = radix_two(values[::2]), radix_two(values[1::2])
    turned = [cmath.exp(-2j * cmath.pi * k / len(values)) * value for k, value in enumerate(odd)]
    return [e + t for e, t in zip(even, turned)] + [e - t for e, t in zip(even, turned)]


def svg(sizes):
    """The spectrum in decibels, a line for each point."""
    def height(size):
        return max(0.0, 90 + 20 * math.log10(max(size, 1e-9)))
    step = 760 / len(sizes)
    marks = "".join(
        f'<text x="52" y="{24 + 2.4 * -level:.0f}" text-anchor="end">{level} dB</text>'
        f'<path d="M58 {20 + 2.4 * -level:.0f}H818" stroke="#888" stroke-opacity=".3"/>'
        for level in range(0, -100, -30))
    line = "M{:.1f} 236v{:.1f}".format
    path = "".join(line(58 + step * (k + 0.5), -2.4 * height(size)) for k, size in enumerate(sizes))
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 830 262" font-family="sans-serif" '
            'font-size="11" fill="#777">' + marks +
            f'<path d="{path}" stroke="#2a78c2" stroke-width="{max(0.6, step * 0.6):.1f}"/>'
            f'<text x="58" y="254">frequency 0</text><text x="818" y="254" text-anchor="end">'
            f"{len(sizes) - 1}</text></svg>\n")


def check(dims, folder, picture):
    """Compares the results with floating point, and draws them."""
    points = 1 << 4 * dims
    values = [complex(*unpacked(word)) for word in read(folder / "samples.hex")]
    found = [complex(*unpacked(word)) for word in read(folder / "results.hex")]
    wanted = [value / points for value in radix_two(values)]
    error = max(max(abs((f - w).real), abs((f - w).imag)) for f, w in zip(found, wanted, strict=True))
    if error > UNITS:
        sys.exit(f"FAIL: a result is off by {error:.2f} units in the last place; allowed are {UNITS}")
    picture.write_text(svg([abs(value) / ONE for value in found]), encoding="ascii")
    print(f"largest error against floating point: {error:.2f} units in the last place")


if __name__ == "__main__":
    if sys.argv[1:2] == ["inputs"]:
        inputs(int(sys.argv[2]), sys.argv[3], Path(sys.argv[4]))
    else:
        check(int(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4]))
