// The run: its loads, processors and classes, and which message is where.

const processors = data.processors && new Set(data.processors);
const expected = spread(data.expected);
const simulated = spread(data.simulated);
const most = links.reduce((top, link) => Math.max(top, expected[link], simulated[link]), 1);
// What a use of a link is.
const unit = data.stored || data.traffic ? 'flits' : 'messages';

function isProcessor(node) {
  return !processors || processors.has(node);
}

/** The class of a node under the symmetry that the schedule keeps. */
function classOf(node) {
  if (data.classes) return data.classes[node];
  return data.class_count === 1 ? 0 : node;
}

function linkClass(link) {
  return classOf(Math.floor(link / portCount)) * portCount + link % portCount;
}

/** Letters a b c .. go up in dimensions 1 2 3 .., A B C .. go down. */
function wordPorts(word) {
  return Array.from(word, (letter) => {
    const code = letter.charCodeAt(0);
    return code >= 97 ? 2 * (code - 97) : 2 * (code - 65) + 1;
  });
}

/** The lines of the schedule, with the link classes of their paths. */
const lines = data.lines.map(([slot, source, word, blocks]) => {
  const ports = wordPorts(word);
  const offset = dims.map((n, at) => {
    const step = ports.reduce((sum, port) => sum + (port >> 1 === at ? (port % 2 ? -1 : 1) : 0), 0);
    return ((step % n) + n) % n;
  });
  let node = data.sources[source];
  const path = ports.map((port) => {
    const found = classOf(node) * portCount + port;
    node = neighbour(node, port);
    return found;
  });
  return { slot, source, word, blocks, ports, offset, path, hops: ports.length };
});

/** For slot and link class of one exchange the line that is there, -1 if none. Plans and traffic have no fixed slots. */
const classLinks = data.class_count * portCount;
const occupied = occupation();

function occupation() {
  const size = data.makespan * classLinks;
  if (data.stored || data.traffic || size > 1.6e7) return null;
  const table = new Int32Array(size).fill(-1);
  lines.forEach((line, at) => line.path.forEach((link, hop) => { table[(line.slot + hop) * classLinks + link] = at; }));
  return table;
}

/** The slots that the exchanges under way are in, as [slot, exchange]. */
function slotsOf(cycle) {
  const since = cycle - data.start_to_link;
  if (!occupied || since < 0) return [];
  const found = [];
  for (let m = Math.min(data.exchanges - 1, Math.floor(since / data.period)); m >= 0; m--) {
    if (since - m * data.period >= data.makespan) break;
    found.push([since - m * data.period, m]);
  }
  return found;
}

/** The line whose message the schedule has on a link class in one of these slots: [line, slot, exchange]. */
function lineAt(slots, link) {
  for (const [slot, exchange] of slots) {
    const line = occupied[slot * classLinks + link];
    if (line >= 0) return [line, slot, exchange];
  }
  return null;
}

/** The node that sent the message which is on a link by its hop `hop`. */
function senderOf(line, hop, link) {
  const back = (node, port) => neighbour(node, dims[port >> 1] > 2 ? port ^ 1 : port);
  return line.ports.slice(0, hop).reduce(back, Math.floor(link / portCount));
}
