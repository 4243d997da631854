// The program of a node with a message memory: which words it sends in which step, by the port of their first hop.

/** Steps that a table has side by side. */
const MOST_STEPS = 400;

function program() {
  showProgram();
  onSelect(showProgram);
}

/** The program of the first selected processor, or of the first one. */
function showProgram() {
  const node = [...selection.nodes].sort((a, b) => a - b).find(isProcessor) ?? firstProcessor();
  const sends = linesFrom([node]);
  const last = sends.reduce((top, at) => Math.max(top, lines[at].slot), 0);
  const shown = Math.min(last + 1, MOST_STEPS);
  document.getElementById('program-text').textContent = programText(node, sends, last + 1 - shown);
  document.getElementById('program').replaceChildren(scrolled(programTable(node, sends, shown)));
}

function firstProcessor() {
  return data.processors ? data.processors[0] : 0;
}

function programText(node, sends, left) {
  const blocks = sends.reduce((sum, at) => sum + lines[at].blocks, 0);
  const cut = left > 0 ? ` The first ${MOST_STEPS} steps; ${left} more have sends.` : '';
  const listed = data.line_count > lines.length ? ' Of the lines that the page lists.' : '';
  return `${nodeName(node)} sends ${blocks} blocks in ${sends.length} messages: a row for the port of the first hop, a column for a step, letters are the hops.${cut}${listed} Click a node to see its program, a word to see where it goes.`;
}

function programTable(node, sends, steps) {
  const table = Object.assign(document.createElement('table'), { className: 'program' });
  const head = table.createTHead().insertRow();
  ['step', ...Array(steps).keys()].forEach((name) => head.append(Object.assign(document.createElement('th'), { textContent: name })));
  const body = table.createTBody();
  const ports = [...new Set(sends.map((at) => lines[at].ports[0]))].sort((a, b) => a - b);
  ports.forEach((port) => {
    const row = body.insertRow();
    row.append(Object.assign(document.createElement('th'), { textContent: portName(port) }));
    const cells = Array.from({ length: steps }, () => row.insertCell());
    const own = sends.filter((at) => lines[at].ports[0] === port && lines[at].slot < steps);
    own.forEach((at) => cells[lines[at].slot].append(sent(node, at)));
  });
  return table;
}

/** A message as its word, with its destination under the pointer. */
function sent(node, at) {
  const { word, blocks, ports, slot } = lines[at];
  const text = blocks > 1 ? `${word} ×${blocks}` : word;
  const element = Object.assign(document.createElement('button'), { textContent: text, className: selection.lines.has(at) && selection.lines.size === 1 ? 'marked' : '' });
  element.title = `step ${slot}: ${blocks} block${blocks > 1 ? 's' : ''} to ${nodeName(ports.reduce(neighbour, node))}`;
  element.dataset.line = at;
  element.onclick = () => selectLine(at);
  return element;
}
