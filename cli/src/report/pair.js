// The two runs, A and B: their loads and what differs between them.

const runs = [data.a, data.b].map((run, at) => ({
  ...run,
  letter: 'AB'[at],
  loads: spread(run.simulated),
  unit: run.stored || run.traffic ? 'flits' : 'messages',
}));
const differing = links.filter((link) => change(link) !== 0);
const most = runs.reduce((top, run) => links.reduce((top, link) => Math.max(top, run.loads[link]), top), 1);
const mostApart = differing.reduce((top, link) => Math.max(top, Math.abs(change(link))), 1);
const units = [...new Set(runs.map((run) => run.unit))].join(' and ');
const hint = 'Click a node, a link or a bar: it is shown everywhere.';

/** How much more a link carries in B. */
function change(link) {
  return runs[1].loads[link] - runs[0].loads[link];
}

function among(run) {
  const some = run.processors && new Set(run.processors);
  return (node) => !some || some.has(node);
}

function linkSum(some, run) {
  return some.reduce((sum, link) => sum + run.loads[link], 0);
}

function loadsInWords(some) {
  return runs.map((run) => `${run.letter} ${linkSum(some, run)}`).join(', ') + ` ${units}`;
}

function selectLink(link) {
  const tail = Math.floor(link / portCount);
  const text = `link ${linkName(link)} to ${nodeName(neighbour(tail, link % portCount))}: ${loadsInWords([link])}, ${signed(change(link))}`;
  select({ links: [link], nodes: [tail], lines: [], text });
}

function selectNodes(nodes) {
  const all = nodes.flatMap(outgoing);
  const name = nodes.length === 1 ? `node ${nodeName(nodes[0])}` : `${nodes.length} nodes`;
  select({ links: all, nodes, lines: [], text: `${name}: ${all.length} outgoing links, ${loadsInWords(all)}` });
}

function selectLinks(some, text) {
  select({ links: some, nodes: some.map((link) => Math.floor(link / portCount)), lines: [], text: `${text}: ${loadsInWords(some)}` });
}
