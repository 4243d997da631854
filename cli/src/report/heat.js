// Heat maps: for each pair of dimensions the grid of nodes, a cell's four sides its outgoing links, its middle
// their mean. The other coordinates are chosen, or summed over. A page has layers, which are drawn side by side:
// { name, counts: a number for every link, isProcessor(node), colour(share), most: where colours end, of one link,
// signed: whether numbers are differences }. Layers with the same `most` share their scale over sums, too.

const MOST_PAIRS = 28;
const slices = dims.map(() => 0);
const heatMaps = [];

/** Colour of a share 0..1, from the page's ground to what stands out most. */
function ramp(share) {
  const steps = theme.ramp.length - 1;
  const at = Math.min(Math.max(share, 0), 1) * steps;
  const low = Math.min(Math.floor(at), steps - 1);
  return mixed(theme.ramp[low], theme.ramp[low + 1], at - low);
}

function css(colour) {
  return `rgb(${colour.join(',')})`;
}

function pairs() {
  if (dims.length === 1) return [[-1, 0]];
  const all = dims.flatMap((_, i) => dims.slice(i + 1).map((_, j) => [i, i + 1 + j]));
  return all.slice(0, MOST_PAIRS);
}

/** Pixels of a cell: a map alone is as wide as its card and at most 640 high, one of several is smaller. */
function cellSize(rows, columns, layers) {
  if (dims.length > 2) return Math.min(72, Math.floor(330 / Math.max(rows, columns)));
  const card = document.getElementById('heat').clientWidth;
  const beside = card >= 300 * layers ? layers : 1;
  const width = Math.floor(card / beside) - 28 - (beside > 1 ? 24 : 0);
  return Math.min(160, Math.floor(width / columns), Math.floor(640 / rows));
}

/** A map of a layer with rows of dimension i (-1: one row) and columns of dimension j. */
function heatMap([i, j], layer, layers) {
  const [rows, columns] = [i < 0 ? 1 : dims[i], dims[j]];
  const least = Math.max(1, Math.min(4, Math.floor(16000 / Math.max(rows, columns))));
  const size = Math.max(least, cellSize(rows, columns, layers));
  const canvas = Object.assign(document.createElement('canvas'), { width: columns * size + 26, height: rows * size + 20 });
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-label', (layer.name ? `${layer.name}: ` : '') + mapName(i, j));
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  const axes = i < 0 ? 'x1 to the right' : `x${i + 1} downwards, x${j + 1} to the right`;
  caption.textContent = (layer.name ? `${layer.name}: ` : '') + axes;
  figure.append(caption, canvas);
  document.getElementById('heat').append(figure);
  const map = { i, j, layer, rows, columns, size, canvas, left: 24, top: 18, cells: [], at: -1 };
  canvas.onclick = (event) => pickCell(map, event);
  canvas.onkeydown = (event) => keyOnMap(map, event);
  heatMaps.push(map);
}

/** The nodes of every cell that the chosen coordinates leave. */
function fillCells(map) {
  map.cells = Array.from({ length: map.rows * map.columns }, () => []);
  for (let node = 0; node < nodeCount; node++) {
    const x = coordinates(node);
    const inSlice = x.every((value, at) => at === map.i || at === map.j || slices[at] < 0 || slices[at] === value);
    if (inSlice) map.cells[(map.i < 0 ? 0 : x[map.i]) * map.columns + x[map.j]].push(node);
  }
}

/** Up, down, left, right: the port of each side of a cell; -1 where there is none. */
function sides(map) {
  const port = (dim, minus) => (dim >= 0 && hasPort(2 * dim + minus) ? 2 * dim + minus : -1);
  return [port(map.i, 1), port(map.i, 0), port(map.j, 1), port(map.j, 0)];
}

/** Numbers of the sides of every cell; null where there is no link. */
function sideLoads(map) {
  const load = (nodes, port) => nodes.reduce((sum, node) => sum + map.layer.counts[node * portCount + port], 0);
  return map.cells.map((nodes) => sides(map).map((port) => (port < 0 ? null : load(nodes, port))));
}

/** Where colours end: at the busiest link, or at the largest sum of the maps that share a scale. */
function scaleOf(map) {
  const summed = slices.some((value, at) => value < 0 && at !== map.i && at !== map.j);
  if (!summed) return map.layer.most;
  const shared = heatMaps.filter(({ i, j, layer }) => i === map.i && j === map.j && layer.most === map.layer.most && layer.signed === map.layer.signed);
  return shared.flatMap(sideLoads).reduce((high, cell) => Math.max(high, ...cell.map(Math.abs)), 1);
}

function drawMap(map) {
  const { canvas, size, left, top } = map;
  const pen = canvas.getContext('2d');
  pen.clearRect(0, 0, canvas.width, canvas.height);
  const [loads, scale] = [sideLoads(map), scaleOf(map)];
  map.cells.forEach((nodes, at) => {
    const [x, y] = [left + (at % map.columns) * size, top + Math.floor(at / map.columns) * size];
    drawCell(pen, map, nodes, loads[at], scale, x, y);
  });
  axisNames(pen, map);
}

function drawCell(pen, map, nodes, loads, scale, x, y) {
  const { size, layer } = map;
  const [inner, gap] = [size - 1, size >= 16 ? size * 0.27 : 0];
  const there = loads.filter((load) => load !== null);
  const mean = there.reduce((sum, load) => sum + load, 0) / Math.max(1, there.length);
  const corners = [[x, y], [x + inner, y], [x, y + inner], [x + inner, y + inner]];
  [[0, 1], [2, 3], [0, 2], [1, 3]].forEach(([a, b], side) => {
    pen.fillStyle = loads[side] === null ? theme.none : css(layer.colour(loads[side] / scale));
    triangle(pen, corners[a], corners[b], [x + inner / 2, y + inner / 2]);
    pen.fill();
    const chosen = nodes.some((node) => selection.links.has(node * portCount + sides(map)[side]));
    if (chosen && loads[side] !== null && size >= 16) outline(pen);
  });
  pen.fillStyle = css(layer.colour(mean / scale));
  pen.fillRect(x + gap, y + gap, inner - 2 * gap, inner - 2 * gap);
  const frame = (colour, width) => {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.strokeRect(x + gap, y + gap, inner - 2 * gap, inner - 2 * gap);
  };
  // Paper round the frame, which would be lost on a cell of its own colour.
  if (!nodes.some(layer.isProcessor)) frame(theme.line, 0.5);
  else if (size < 16) frame(theme.ink, 0.5);
  else [[theme.paper, 4], [theme.ink, 2]].forEach(([colour, width]) => frame(colour, width));
  if (size >= 24) cellText(pen, layer, mean, scale, [x + inner / 2, y + inner / 2], inner - gap);
  if (nodes.some((node) => selection.nodes.has(node))) frame(theme.mark, size >= 16 ? 3 : 1.5);
}

function triangle(pen, a, b, c) {
  pen.beginPath();
  pen.moveTo(...a);
  pen.lineTo(...b);
  pen.lineTo(...c);
  pen.closePath();
}

function outline(pen) {
  pen.strokeStyle = theme.mark;
  pen.lineWidth = 2.5;
  pen.stroke();
}

/** Where there is room for it. */
function cellText(pen, layer, mean, scale, [x, y], room) {
  pen.fillStyle = Math.abs(mean) / scale > 0.5 ? theme.paper : theme.ink;
  pen.font = '11px system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const text = Number.isInteger(mean) ? `${mean}` : mean.toFixed(1);
  const short = (layer.signed && mean > 0 ? '+' : '') + (text.length > 4 ? `${Math.round(mean)}` : text);
  if (pen.measureText(short).width <= room) pen.fillText(short, x, y + 1);
}

function axisNames(pen, map) {
  pen.fillStyle = theme.soft;
  pen.font = '11px system-ui, sans-serif';
  pen.textBaseline = 'middle';
  const every = Math.ceil(18 / map.size);
  const apart = Math.ceil(LETTER * (String(map.columns - 1).length + 1) / map.size);
  pen.textAlign = 'center';
  for (let at = 0; at < map.columns; at += apart) pen.fillText(at, map.left + (at + 0.5) * map.size, 8);
  pen.textAlign = 'right';
  for (let at = 0; at < map.rows && map.i >= 0; at += every) pen.fillText(at, map.left - 5, map.top + (at + 0.5) * map.size);
}

/** What a map shows, for readers who hear it. */
function mapName(i, j) {
  return i < 0 ? 'Heat map of dimension 1' : `Heat map of dimensions ${i + 1} and ${j + 1}`;
}

/** Arrows go from cell to cell and select its nodes; a map is a torus, too. */
function keyOnMap(map, event) {
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Enter: [0, 0] }[event.key];
  if (!step) return;
  event.preventDefault();
  const [row, column] = map.at < 0 ? [0, 0] : [Math.floor(map.at / map.columns) + step[0], (map.at % map.columns) + step[1]];
  map.at = ((row + map.rows) % map.rows) * map.columns + (column + map.columns) % map.columns;
  selectNodes(map.cells[map.at]);
}

/** A click on the middle selects nodes, on a side the links of that side. */
function pickCell(map, event) {
  const [x, y] = [(event.offsetX - map.left) / map.size, (event.offsetY - map.top) / map.size];
  if (x < 0 || y < 0 || x >= map.columns || y >= map.rows) return;
  const nodes = map.cells[Math.floor(y) * map.columns + Math.floor(x)];
  const [dx, dy] = [(x % 1) - 0.5, (y % 1) - 0.5];
  const side = Math.abs(dy) > Math.abs(dx) ? (dy < 0 ? 0 : 1) : dx < 0 ? 2 : 3;
  const port = sides(map)[side];
  if (map.size < 16 || Math.max(Math.abs(dx), Math.abs(dy)) < 0.23 || port < 0) selectNodes(nodes);
  else if (nodes.length === 1) selectLink(nodes[0] * portCount + port);
  else selectLinks(nodes.map((node) => node * portCount + port), `${nodes.length} links ${portName(port)}`);
}

/** A choice for each coordinate that some map leaves open. */
function sliceControls(legends) {
  const place = document.getElementById('slices');
  const controls = dims.length < 3 ? [] : dims.map((n, at) => {
    const choice = document.createElement('select');
    choice.append(new Option('sum', -1), ...Array.from({ length: n }, (_, value) => new Option(value, value)));
    choice.value = 0;
    choice.onchange = () => { slices[at] = Number(choice.value); redrawHeat(true); };
    const label = document.createElement('label');
    label.append(`x${at + 1} = `, choice);
    place.append(label);
    return choice;
  });
  place.append(...legends);
  return controls;
}

/** What the colours of loads mean. */
function loadLegend(largest, unit) {
  const all = Object.assign(document.createElement('span'), { className: 'ramp' });
  const legend = document.createElement('span');
  legend.append('0 ', all, ` ${largest} ${unit} over a link`);
  return legend;
}

function redrawHeat(moved) {
  if (moved) heatMaps.forEach(fillCells);
  heatMaps.forEach(drawMap);
}

/** Maps follow a selection of one node, so that it is in all of them. */
function heat(layers, legends) {
  const all = dims.length * (dims.length - 1) / 2;
  const cut = all > MOST_PAIRS ? ` The first ${MOST_PAIRS} of ${all} pairs of dimensions.` : '';
  const rest = dims.length > 2 ? ' The coordinates that a map does not show are chosen here; over a sum colours go up to the largest sum.' : '';
  document.getElementById('heat-text').textContent = `A cell is a node, its sides its outgoing links, its middle their mean; processors have a frame. Arrows and Enter select a node of a map.${rest}${cut}`;
  pairs().forEach((pair) => layers.forEach((layer) => heatMap(pair, layer, layers.length)));
  const controls = sliceControls(legends);
  onSelect(() => {
    const moved = selection.nodes.size === 1 && controls.length > 0;
    if (moved) {
      coordinates([...selection.nodes][0]).forEach((value, at) => {
        if (slices[at] < 0) return;
        slices[at] = value;
        controls[at].value = value;
      });
    }
    redrawHeat(moved);
  });
  redrawHeat(true);
  onTheme(() => redrawHeat(false));
}
