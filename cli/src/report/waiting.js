// What waits at its source: a curve of all packets that wait, and a map of processors by stretches of cycles, whose
// colours are the most packets that waited at a processor at once in a stretch.

const waitingMap = { row: -1, column: -1, height: 0, columns: 0 };

/** Processors in the order of their ids. */
function senders() {
  return data.processors ?? Array.from({ length: nodeCount }, (_, node) => node);
}

/** The most packets that waited at a node at once; 0 where none can. */
function waitedAt(node) {
  const { most } = data.traffic.waiting.each;
  const [all, at] = [senders(), senders().indexOf(node)];
  let top = 0;
  for (let place = at; at >= 0 && place < most.length; place += all.length) top = Math.max(top, most[place]);
  return top;
}

function waiting() {
  const { all, each } = data.traffic.waiting;
  const most = all.most.reduce((top, count) => Math.max(top, count), 0);
  const frame = chart('waiting-curve', 'Packets waiting at their sources', most, 1);
  const at = (cycle) => frame.left + Math.min(cycle, data.cycles) / Math.max(1, data.cycles) * (frame.right - frame.left);
  let path = `M${at(0).toFixed(1)} ${frame.bottom}`;
  all.most.forEach((count, stretch) => {
    const y = frame.bottom - count / Math.max(1, most) * (frame.bottom - frame.top);
    path += `V${y.toFixed(1)}H${at((stretch + 1) * all.stride).toFixed(1)}`;
  });
  frame.picture.append(svg('path', { d: path, class: 'main' }));
  numbersBelow(frame, data.cycles, at, 'cycle');
  document.getElementById('waiting-curve').append(frame.picture);
  waitingLegend(each.most);
  const stretch = each.stride > 1 ? `${each.stride} cycles` : 'a cycle';
  document.getElementById('waiting-text').textContent = `Packets that were offered and that no router had begun to take in: up to ${most} at once. The map has a row for each processor, and the most that waited there in ${stretch}. Arrows move over it; a click or Enter selects the processor.`;
  waitingCanvas();
}

/** What the colours of the map mean. */
function waitingLegend(counts) {
  const colours = Object.assign(document.createElement('span'), { className: 'ramp' });
  document.getElementById('waiting-legend').append('0 ', colours, ` ${counts.reduce((top, count) => Math.max(top, count), 0)} packets at a processor`);
}

function waitingCanvas() {
  const canvas = document.getElementById('waiting');
  canvas.style.height = `${TOP + Math.max(60, Math.min(400, 16 * senders().length))}px`;
  Object.assign(canvas, { width: canvas.clientWidth, height: canvas.clientHeight });
  waitingMap.columns = data.traffic.waiting.each.most.length / senders().length;
  drawWaiting();
  onTheme(drawWaiting);
  onSelect(drawWaiting);
  canvas.onpointermove = (event) => atWaiting(event, sayWaiting);
  canvas.onclick = (event) => atWaiting(event, (row) => selectNodes([senders()[row]]));
  canvas.onkeydown = keyOnWaiting;
}

/** The row and column under the pointer. */
function atWaiting({ offsetX, offsetY }, act) {
  const canvas = document.getElementById('waiting');
  const row = Math.floor((offsetY - TOP) / (canvas.height - TOP) * senders().length);
  const column = Math.floor((offsetX - LEFT) / (canvas.width - LEFT) * waitingMap.columns);
  const inside = row >= 0 && row < senders().length && column < waitingMap.columns;
  if (inside) act(row, Math.max(0, column));
}

/** A cell in words. */
function sayWaiting(row, column) {
  const { stride, most } = data.traffic.waiting.each;
  const [first, last] = [column * stride, Math.min((column + 1) * stride, data.cycles) - 1];
  const when = last > first ? `cycles ${first} to ${last}` : `cycle ${first}`;
  Object.assign(waitingMap, { row, column });
  const count = most[column * senders().length + row];
  document.getElementById('waiting-at').textContent = `${when}, processor ${nodeName(senders()[row])}: up to ${count} packets wait`;
}

function keyOnWaiting(event) {
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Enter: [0, 0] }[event.key];
  if (!step || waitingMap.columns === 0) return;
  event.preventDefault();
  const inside = (at, count) => Math.min(Math.max(at, 0), count - 1);
  sayWaiting(inside(waitingMap.row + step[0], senders().length), inside(waitingMap.column + step[1], waitingMap.columns));
  if (event.key === 'Enter') selectNodes([senders()[waitingMap.row]]);
  drawWaiting();
}

/** Every pixel shows the most of the cells that it has. */
function drawWaiting() {
  const canvas = document.getElementById('waiting');
  const pen = canvas.getContext('2d');
  const { most } = data.traffic.waiting.each;
  const [w, h, rows, { columns }] = [canvas.width - LEFT, canvas.height - TOP, senders().length, waitingMap];
  pen.fillStyle = theme.paper;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const image = pen.createImageData(w, h);
  const pixels = new Uint32Array(image.data.buffer);
  const largest = most.reduce((top, count) => Math.max(top, count), 1);
  const cellsOf = (at, size, count) => [Math.floor(at / size * count), Math.max(Math.floor(at / size * count) + 1, Math.floor((at + 1) / size * count))];
  for (let y = 0; y < h; y++) {
    const [low, high] = cellsOf(y, h, rows);
    for (let x = 0; x < w; x++) {
      const [first, end] = cellsOf(x, w, columns);
      let top = 0;
      for (let column = first; column < Math.min(end, columns); column++) for (let row = low; row < high; row++) top = Math.max(top, most[column * rows + row]);
      pixels[y * w + x] = packed(top ? ramp(0.15 + 0.85 * top / largest) : null);
    }
  }
  pen.putImageData(image, LEFT, TOP);
  waitingMarks(pen, w, h, rows);
}

/** Names of processors and cycles, and what is selected. */
function waitingMarks(pen, w, h, rows) {
  Object.assign(pen, { font: '11px system-ui, sans-serif', textBaseline: 'middle', textAlign: 'right' });
  const [size, every] = [h / rows, Math.max(1, Math.ceil(13 * rows / h))];
  senders().forEach((node, row) => {
    pen.fillStyle = selection.nodes.has(node) ? theme.mark : theme.soft;
    if (row % every === 0) pen.fillText(nodeName(node), LEFT - 6, TOP + Math.min(h - 6, (row + 0.5) * size));
    if (selection.nodes.has(node) && selection.nodes.size <= 12) pen.fillRect(LEFT - 4, TOP + row * size, 4, Math.max(2, size));
  });
  pen.textAlign = 'left';
  pen.fillStyle = theme.soft;
  const step = roundStep(data.cycles, w / Math.max(1, data.cycles));
  for (let cycle = 0; cycle < data.cycles; cycle += step) {
    const x = cycle / data.cycles * w + 1;
    if (x + pen.measureText(cycle).width <= w) pen.fillText(cycle, LEFT + x, 14);
  }
  pen.fillText('cycle', 6, 14);
  if (waitingMap.row < 0) return;
  pen.strokeStyle = theme.mark;
  const column = w / waitingMap.columns;
  pen.strokeRect(LEFT + waitingMap.column * column, TOP + waitingMap.row * size, Math.max(2, column), Math.max(2, size));
}
