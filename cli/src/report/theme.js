// Colours that canvases take from the page's style, by day or by night, as the reader has set it.

const theme = { ramp: [] };
const night = window.matchMedia('(prefers-color-scheme: dark)');

/** `#rrggbb` as three numbers. */
function channels(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/** Reads the style again: one colour for each variable, and the ramp of loads, from the ground upwards. */
function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue(`--${name}`).trim();
  ['ink', 'soft', 'line', 'paper', 'ground', 'mark', 'none'].forEach((name) => { theme[name] = of(name); });
  theme.ramp = [0, 1, 2, 3, 4].map((at) => channels(of(`ramp-${at}`)));
}

/** A colour, and so much of another one in it. */
function mixed(colour, other, share) {
  return colour.map((part, at) => Math.round(part + (other[at] - part) * share));
}

/** Calls `draw` whenever day and night change. */
function onTheme(draw) {
  night.addEventListener('change', draw);
}

readTheme();
onTheme(readTheme);
