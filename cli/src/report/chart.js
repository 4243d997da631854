// What the charts share: they are drawn for the width that they have, and their labels keep away from each other.

const SVG = 'http://www.w3.org/2000/svg';

/** What a letter or digit takes at most. */
const LETTER = 8;

function svg(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** A chart as wide as its place, within reason, with rows of words above it; `tallest` stands beside its upright axis. */
function chart(place, name, tallest, rows) {
  const w = Math.max(260, Math.min(620, document.getElementById(place).clientWidth || 580));
  const [h, top, bottom] = [190 + 14 * rows, 12 + 14 * rows, 150 + 14 * rows];
  const left = 14 + LETTER * String(tallest).length;
  const picture = svg('svg', { viewBox: `0 0 ${w} ${h}`, role: 'img', 'aria-label': name });
  picture.style.maxWidth = `${w}px`;
  const frame = { w, h, left, right: w - 16, top, bottom, picture };
  picture.append(svg('path', { d: `M${left} ${top - 6}V${bottom}H${w - 10}` }));
  label(frame, tallest, left - 6, top + 8, 'end');
  label(frame, 0, left - 6, bottom, 'end');
  return frame;
}

function label({ picture }, text, x, y, anchor) {
  picture.append(svg('text', { x, y, 'text-anchor': anchor }, text));
}

/** The smallest of 1, 2, 5, 10, 20, .. whose labels are apart, `scale` being the pixels of 1. */
function roundStep(largest, scale) {
  const room = LETTER * (String(largest).length + 1);
  for (let power = 1; power < largest; power *= 10) {
    const digit = [1, 2, 5].find((one) => one * power * scale >= room);
    if (digit) return digit * power;
  }
  return Math.max(1, largest);
}

/** Round numbers from 0 to `largest` below the chart, and what they are. */
function numbersBelow(frame, largest, x, what) {
  const step = roundStep(largest, x(1) - x(0));
  for (let value = 0; value <= largest; value += step) {
    const fits = x(value) + LETTER * String(value).length / 2 <= frame.w;
    if (fits) label(frame, value, x(value), frame.bottom + 15, 'middle');
  }
  label(frame, what, (frame.left + frame.right) / 2, frame.h - 6, 'middle');
}

/** A dotted upright line with its name in a row above the chart, on the side that has room. */
function mark(frame, x, text, row) {
  frame.picture.append(svg('path', { d: `M${x} ${frame.top - 6}V${frame.bottom}`, 'stroke-dasharray': '2 3' }));
  const fits = x + LETTER * text.length <= frame.w;
  label(frame, text, fits ? x : Math.max(x, LETTER * text.length), 14 + 14 * row, fits ? 'start' : 'end');
}
