// Moving in the space-time diagram, and what draws the page.

/** Message classes whose colours are told apart. */
const FEW = 8;

function clampView() {
  const canvas = document.getElementById('time');
  const [w, h] = [canvas.width - LEFT, canvas.height - TOP];
  view.sx = Math.min(Math.max(view.sx, Math.min(w / diagram.cycles, 1)), 60);
  view.sy = Math.min(Math.max(view.sy, Math.min(h / diagram.rows.length, 1)), 40);
  view.x = Math.max(0, Math.min(view.x, diagram.cycles - w / view.sx));
  view.y = Math.max(0, Math.min(view.y, diagram.rows.length - h / view.sy));
}

/** Zooms by a factor about a point of the canvas. */
function zoom(factor, x, y) {
  const [cycle, row] = [view.x + (x - LEFT) / view.sx, view.y + (y - TOP) / view.sy];
  view.sx *= factor;
  view.sy *= factor;
  clampView();
  view.x = cycle - (x - LEFT) / view.sx;
  view.y = row - (y - TOP) / view.sy;
  move(0, 0);
}

function move(cycles, rows) {
  view.x += cycles;
  view.y += rows;
  clampView();
  drawTime();
}

/** Moves a cycle into the middle, marks it, and brings the diagram into sight. */
function showCycle(cycle) {
  const canvas = document.getElementById('time');
  selection.cycle = Math.max(0, Math.min(Math.floor(cycle), diagram.cycles - 1));
  view.x = selection.cycle - (canvas.width - LEFT) / view.sx / 2;
  move(0, 0);
  canvas.scrollIntoView({ block: 'center' });
}

/** Row and cycle under the pointer; null beside the diagram. */
function cellAt(event) {
  const [x, y] = [event.offsetX - LEFT, event.offsetY - TOP];
  const [cycle, at] = [Math.floor(view.x + x / view.sx), Math.floor(view.y + y / view.sy)];
  const inside = y >= 0 && x >= -LEFT && at < diagram.rows.length && cycle < diagram.cycles;
  return inside ? { cycle: x < 0 ? -1 : cycle, row: diagram.rows[at] } : null;
}

/** What is in a cell, in words. */
function describeCell({ cycle, row }) {
  if (cycle < 0) return rowName(row);
  if (!byLinks) return `cycle ${cycle}, ${rowName(row)}: ${data.space_time.counts[cycle * rowHeight + row]} of ${rowLinks[row]} links in use`;
  const found = lineAt(slotsOf(cycle), linkClass(row));
  const channel = channelCount > 1 && used(cycle, row) ? `, ${channelName(channelOf(cycle, row))}` : '';
  const text = `cycle ${cycle}, link ${linkName(row)}: ${used(cycle, row) ? 'in use' : 'idle'}${channel}`;
  return found ? `${text}; ${message(found, row)}` : text;
}

/** The message that the schedule has on a link, with its source and destination. */
function message([at, slot, exchange], link) {
  const line = lines[at];
  const hop = slot - line.slot;
  const source = senderOf(line, hop, link);
  const target = line.ports.reduce(neighbour, source);
  const which = data.exchanges > 1 ? ` of exchange ${exchange}` : '';
  return `slot ${slot}${which}: hop ${hop + 1} of ${line.hops} from ${nodeName(source)} to ${nodeName(target)} by ${line.word}`;
}

function pickAt(event) {
  const cell = cellAt(event);
  if (!cell) return;
  if (!byLinks) {
    const some = links.filter((link) => rowsOf(link).includes(cell.row));
    selectLinks(some, `${some.length} links, ${rowName(cell.row)}`);
    return;
  }
  const found = cell.cycle >= 0 && used(cell.cycle, cell.row) ? lineAt(slotsOf(cell.cycle), linkClass(cell.row)) : null;
  if (event.shiftKey && found) selectLine(found[0], cell.cycle);
  else selectLink(cell.row, cell.cycle);
}

/** The message class under the pointer stands out, where a pixel is one cell and colours are classes. */
function hover(cell) {
  const asked = byLinks && view.colour === 'message' && cell && cell.cycle >= 0 && used(cell.cycle, cell.row);
  const found = asked ? lineAt(slotsOf(cell.cycle), linkClass(cell.row)) : null;
  const at = found ? found[0] : -1;
  if (at === view.hover) return;
  view.hover = at;
  drawTime();
}

function pointer(canvas) {
  let from = null;
  canvas.onpointerdown = (event) => { from = { x: event.offsetX, y: event.offsetY, moved: false }; canvas.setPointerCapture(event.pointerId); };
  canvas.onpointermove = (event) => {
    const cell = cellAt(event);
    document.getElementById('time-at').textContent = cell ? describeCell(cell) : '';
    hover(cell);
    if (!from) return;
    const [dx, dy] = [event.offsetX - from.x, event.offsetY - from.y];
    if (!from.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
    from = { x: event.offsetX, y: event.offsetY, moved: true };
    move(-dx / view.sx, -dy / view.sy);
  };
  canvas.onpointerup = (event) => {
    if (from && !from.moved) pickAt(event);
    from = null;
  };
  canvas.onpointerleave = () => hover(null);
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.25 : 0.8, event.offsetX, event.offsetY);
  }, { passive: false });
  canvas.onkeydown = (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) { event.preventDefault(); move(step[0] * 60 / view.sx, step[1] * 60 / view.sy); }
    if (event.key === '+' || event.key === '-') zoom(event.key === '+' ? 1.25 : 0.8, canvas.width / 2, canvas.height / 2);
  };
}

function timeControls(canvas) {
  const place = document.getElementById('time-controls');
  const button = (name, act) => place.append(Object.assign(document.createElement('button'), { textContent: name, onclick: act }));
  button('zoom in', () => zoom(1.6, canvas.width / 2, canvas.height / 2));
  button('zoom out', () => zoom(0.625, canvas.width / 2, canvas.height / 2));
  button('whole run', () => { fit(); drawTime(); });
  const choice = (name, key, options) => {
    const list = document.createElement('select');
    list.append(...options.map(([text, value]) => new Option(text, value)));
    list.onchange = () => { view[key] = key === 'channel' ? Number(list.value) : list.value; changed(); };
    const label = document.createElement('label');
    label.append(name, list);
    place.append(label);
  };
  const { legend, draw } = channelLegend();
  const changed = () => { orderRows(); clampView(); draw(); move(0, 0); };
  const all = Array.from({ length: channelCount }, (_, channel) => [channel, channel]);
  if (channelCount > 1) choice('channel: ', 'channel', [['all', -1], ...all]);
  if (!byLinks) return;
  const colours = [['dimension', 'port'], ['load of the link', 'load']];
  // More classes than colours that people tell apart: dimensions come first, a class stands out under the pointer.
  if (occupied) colours.splice(lines.length <= FEW ? 0 : 2, 0, ['message class', 'message']);
  if (channelCount > 1) colours.unshift(['virtual channel', 'channel']);
  view.colour = colours[0][1];
  choice('colour: ', 'colour', colours);
  draw();
  place.append(legend);
  choice('rows by ', 'order', [['link id', 'link'], ['port', 'port'], ['load', 'load']]);
  const only = Object.assign(document.createElement('input'), { type: 'checkbox' });
  only.onchange = () => { view.only = only.checked; orderRows(); fit(); drawTime(); };
  const label = document.createElement('label');
  label.append(only, ' selected links only');
  place.append(label);
}

function spaceTime() {
  const canvas = document.getElementById('time');
  canvas.width = canvas.clientWidth;
  canvas.height = canvas.clientHeight;
  const what = {
    links: 'Every link in every cycle, as simulated.',
    classes: 'Links are summed up by link class here, as single ones would make this page too large; darker: more of the class in use.',
    ports: 'Links are summed up by port here, as single ones or classes would make this page too large; darker: more of them in use.',
  }[data.space_time.rows];
  const cut = diagram.cycles < data.cycles ? ` The first ${diagram.cycles} of ${data.cycles} cycles.` : '';
  const numbers = byLinks && channelCount > 1 ? ' Colours are virtual channels, whose numbers stand in cells that have room.' : '';
  const pick = byLinks ? ` Click: the link${occupied ? '; with Shift: its message class' : ''}.` : '';
  document.getElementById('time-text').textContent = `${what}${cut} Where a pixel has several cells, it shows how many of them are in use.${numbers} Wheel or + and -: zoom; drag or arrows: move.${pick}`;
  timeControls(canvas);
  orderRows();
  fit();
  drawTime();
  pointer(canvas);
  onTheme(drawTime);
  onSelect(() => { orderRows(); if (view.only) clampView(); revealRow(canvas); drawTime(); });
}

/** Moves a single selected link into sight. */
function revealRow(canvas) {
  if (diagram.chosen.size !== 1) return;
  const at = diagram.rows.findIndex((row) => diagram.chosen.has(row));
  const rows = (canvas.height - TOP) / view.sy;
  if (at < view.y || at + 1 > view.y + rows) view.y = at - rows / 2;
  clampView();
}

summary();
histogram();
completion();
heat([{ name: '', counts: simulated, isProcessor, colour: ramp, most, signed: false }], [loadLegend(most, unit)]);
spaceTime();
linkTable();
// A page has either.
(data.traffic ? ['schedule-part'] : ['latency-part', 'waiting-part']).forEach((id) => document.getElementById(id).remove());
if (data.traffic) {
  latency();
  waiting();
} else scheduleTable();
if (data.stored) program();
else document.getElementById('program-part').remove();
showSelection();
