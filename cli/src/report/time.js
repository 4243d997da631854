// The space-time diagram: links (or classes of links) by cycles, on a canvas that is zoomed and moved. A pixel
// looks its cell up; one that has several shows how many of them are in use.

const LEFT = 128;
const TOP = 24;
const diagram = { cycles: data.space_time.cycles, bytes: unpacked(data.space_time.bits), perCycle: Math.ceil(nodeCount * portCount / 8), rows: [] };
const view = { x: 0, y: 0, sx: 1, sy: 1, colour: 'message', order: 'link', channel: -1, only: false, hover: -1 };

function unpacked(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function used(cycle, link) {
  return (diagram.bytes[cycle * diagram.perCycle + (link >> 3)] >> (link & 7)) & 1;
}

const byLinks = data.space_time.rows === 'links';
const rowHeight = byLinks ? 0 : data.space_time.rows === 'ports' ? portCount * channelCount : classLinks;
// How many links a row of classes or ports stands for.
const rowLinks = byLinks ? [] : countLinks();

function rowOf(link) {
  if (byLinks) return link;
  return data.space_time.rows === 'ports' ? (link % portCount) * channelCount : linkClass(link);
}

/** All rows that a link is in: one, or one for each channel. */
function rowsOf(link) {
  return byLinks ? [link] : Array.from({ length: channelCount }, (_, channel) => rowOf(link) + channel);
}

function countLinks() {
  const counts = new Array(rowHeight).fill(0);
  links.forEach((link) => rowsOf(link).forEach((row) => { counts[row]++; }));
  return counts;
}

function rowName(row) {
  if (byLinks) return linkName(row);
  const channel = channelCount > 1 ? ` channel ${row % channelCount}` : '';
  if (data.space_time.rows === 'ports') return `port ${portName(Math.floor(row / channelCount))}${channel}`;
  return `class ${Math.floor(row / portCount)}, ${portName(row % portCount)}`;
}

function orderRows() {
  let rows = byLinks ? links.slice() : rowLinks.map((_, row) => row).filter((row) => rowLinks[row]);
  if (!byLinks && view.channel >= 0) rows = rows.filter((row) => row % channelCount === view.channel);
  const chosen = new Set([...selection.links].flatMap(rowsOf));
  if (view.only && chosen.size) rows = rows.filter((row) => chosen.has(row));
  const key = { link: () => 0, port: (row) => row % portCount, load: (row) => (byLinks ? -simulated[row] : 0) }[view.order];
  diagram.rows = rows.sort((a, b) => key(a) - key(b) || a - b);
  diagram.chosen = chosen;
}

/** Colours of lines: hues by the golden angle in three steps of lightness, so that neighbours differ. */
const lineColours = lines.map((_, at) => hsl((at * 137.508) % 360, 0.62, 0.42 + (at % 3) * 0.11));
// Okabe and Ito's colours, which colour-blind people tell apart; + and - of a dimension are alike in hue.
const DIMENSIONS = [[0, 114, 178], [230, 159, 0], [0, 158, 115], [204, 121, 167], [86, 180, 233], [213, 94, 0]];

function hsl(hue, saturation, lightness) {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((shift) => {
    const k = (shift + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  });
}

function portColour(port) {
  const colour = DIMENSIONS[(port >> 1) % DIMENSIONS.length];
  return port % 2 ? mixed(colour, night.matches ? [255, 255, 255] : [0, 0, 0], 0.35) : colour;
}

/** The colour of a cell; null where nothing is. */
function cellColour(row, cycle, slots) {
  if (!byLinks) {
    const count = data.space_time.counts[cycle * rowHeight + row];
    return count ? ramp(0.15 + 0.85 * count / rowLinks[row]) : null;
  }
  if (!shownIn(cycle, row)) return null;
  if (view.colour === 'channel') return channelColour(channelOf(cycle, row));
  if (view.colour === 'load') return ramp(simulated[row] / most);
  const found = view.colour === 'message' ? lineAt(slots, linkClass(row)) : null;
  if (!found) return portColour(row % portCount);
  const shown = view.hover >= 0 ? found[0] === view.hover : selection.lines.size !== 1 || selection.lines.has(found[0]);
  if (!shown) {
    return mixed(lineColours[found[0]], channels(theme.paper), 0.75);
  }
  return lineColours[found[0]];
}

function fit() {
  const canvas = document.getElementById('time');
  Object.assign(view, { x: 0, y: 0, sx: (canvas.width - LEFT) / diagram.cycles, sy: (canvas.height - TOP) / diagram.rows.length });
}

function drawTime() {
  const canvas = document.getElementById('time');
  const pen = canvas.getContext('2d');
  const [w, h] = [canvas.width - LEFT, canvas.height - TOP];
  pen.fillStyle = theme.paper;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const image = pen.createImageData(w, h);
  const pixels = new Uint32Array(image.data.buffer);
  if (view.sx < 1 || view.sy < 1) density(pixels, w, h);
  else cells(pixels, w, h);
  pen.putImageData(image, LEFT, TOP);
  channelNumbers(pen, w, h);
  timeMarks(pen, w, h);
}

/** Where a pixel has several cells, how many of them are in use: no cell is left out, and none stands for others. */
function density(pixels, w, h) {
  const top = (at, from, scale, all) => Math.min(all, Math.max(Math.floor(from + at / scale) + 1, Math.floor(from + (at + 1) / scale)));
  for (let x = 0; x < w; x++) {
    const [first, end] = [Math.floor(view.x + x / view.sx), top(x, view.x, view.sx, diagram.cycles)];
    if (first >= end) break;
    for (let y = 0; y < h; y++) {
      const [low, high] = [Math.floor(view.y + y / view.sy), top(y, view.y, view.sy, diagram.rows.length)];
      if (low >= high) break;
      const share = busy(first, end, low, high);
      pixels[y * w + x] = packed(share > 0 ? ramp(0.15 + 0.85 * share) : null);
    }
  }
}

/** The share of the links of these rows that are in use, over these cycles. */
function busy(first, end, low, high) {
  let [sum, all] = [0, 0];
  for (let at = low; at < high; at++) {
    const row = diagram.rows[at];
    all += (end - first) * (byLinks ? 1 : rowLinks[row]);
    for (let cycle = first; cycle < end; cycle++) {
      sum += byLinks ? shownIn(cycle, row) : data.space_time.counts[cycle * rowHeight + row];
    }
  }
  return sum / all;
}

/** A rectangle for each cell, in its colour. */
function cells(pixels, w, h) {
  const rows = Array.from({ length: h }, (_, y) => Math.floor(view.y + y / view.sy));
  let [last, slots, colours] = [-1, [], []];
  for (let x = 0; x < w; x++) {
    const cycle = Math.floor(view.x + x / view.sx);
    if (cycle >= diagram.cycles || cycle < 0) break;
    const border = view.sx >= 5 && cycle !== last;
    if (cycle !== last) [last, slots, colours] = [cycle, slotsOf(cycle), []];
    if (border) continue;
    for (let y = 0; y < h; y++) {
      const at = rows[y];
      if (at >= diagram.rows.length || (view.sy >= 5 && at !== rows[y - 1])) continue;
      if (colours[at] === undefined) colours[at] = packed(cellColour(diagram.rows[at], cycle, slots));
      pixels[y * w + x] = colours[at];
    }
  }
}

function packed(colour) {
  const [r, g, b] = colour || channels(theme.ground);
  return (255 << 24 | b << 16 | g << 8 | r) >>> 0;
}

/** Names of rows and cycles, starts of exchanges, and frames round what is selected. */
function timeMarks(pen, w, h) {
  pen.font = '11px system-ui, sans-serif';
  pen.textBaseline = 'middle';
  rowMarks(pen, w, h);
  cycleNames(pen, w);
  cycleMarks(pen, w, h);
}

/** A single selected row has its name, whatever its neighbours have; those too near have none then. */
function rowMarks(pen, w, h) {
  const every = Math.max(1, Math.ceil(13 / view.sy));
  const visible = [];
  for (let at = Math.max(0, Math.ceil(view.y - 0.5)); at < diagram.rows.length && (at - view.y + 0.5) * view.sy < h; at++) visible.push(at);
  const isChosen = (at) => diagram.chosen.has(diagram.rows[at]);
  const only = diagram.chosen.size === 1 ? visible.find(isChosen) : undefined;
  const named = (at) => at === only || (at % every === 0 && (only === undefined || Math.abs(at - only) * view.sy >= 13));
  pen.textAlign = 'right';
  visible.filter(named).forEach((at) => rowLabel(pen, at, isChosen(at) ? theme.mark : theme.soft));
  if (diagram.chosen.size > 12) return;
  pen.fillStyle = theme.mark;
  visible.filter(isChosen).forEach((at) => {
    const y = TOP + (at - view.y) * view.sy;
    pen.fillRect(LEFT - 3, y, 3, Math.max(2, view.sy));
    pen.fillRect(LEFT, y - 1.5, w, 1.5);
    pen.fillRect(LEFT, y + view.sy, w, 1.5);
  });
}

function rowLabel(pen, at, colour) {
  pen.fillStyle = colour;
  pen.fillText(rowName(diagram.rows[at]), LEFT - 6, TOP + (at - view.y) * view.sy + Math.min(view.sy, 13) / 2);
}

function cycleNames(pen, w) {
  const every = roundStep(diagram.cycles - 1, view.sx);
  pen.textAlign = 'left';
  pen.fillStyle = theme.soft;
  for (let cycle = Math.ceil(view.x / every) * every; cycle < diagram.cycles; cycle += every) {
    const x = (cycle - view.x) * view.sx + 1;
    if (x + pen.measureText(cycle).width > w) break;
    pen.fillText(cycle, LEFT + x, 14);
  }
  pen.fillText('cycle', 6, 14);
}

/** Starts of exchanges, where they are far enough apart, and the selected cycle. */
function cycleMarks(pen, w, h) {
  const mark = (cycle, colour, width, height) => {
    if (cycle < view.x || (cycle - view.x) * view.sx > w) return;
    pen.fillStyle = colour;
    pen.fillRect(LEFT + (cycle - view.x) * view.sx, TOP - 6, width, height);
  };
  const apart = data.period * view.sx >= 3;
  for (let m = 0; apart && m < data.exchanges; m++) mark(data.start_to_link + m * data.period, theme.ink, 1, 6);
  mark(selection.cycle, theme.mark, 2, h + 6);
}
