// What a click on a part of the run selects.

const hint = `Click a node, a link${data.traffic ? ' or a bar' : ', a bar or a line of the schedule'}: it is shown everywhere.`;

function selectLink(link, cycle) {
  const tail = Math.floor(link / portCount);
  const text = `link ${linkName(link)} to ${nodeName(neighbour(tail, link % portCount))}: expected ${expected[link]}, simulated ${simulated[link]}${channelsInWords(link, cycle)}`;
  select({ links: [link], nodes: [tail], lines: linesOver([link]), cycle, text });
}

function selectNodes(nodes) {
  const all = nodes.flatMap(outgoing);
  const name = nodes.length === 1 ? `${isProcessor(nodes[0]) ? 'processor' : 'router'} ${nodeName(nodes[0])}` : `${nodes.length} nodes`;
  const sum = all.reduce((sum, link) => sum + simulated[link], 0);
  const waits = data.traffic && nodes.length === 1 && isProcessor(nodes[0]) ? `, up to ${waitedAt(nodes[0])} packets waiting` : '';
  select({ links: all, nodes, lines: linesFrom(nodes), text: `${name}: ${all.length} outgoing links, ${sum} ${unit}${waits}` });
}

function selectLinks(some, text) {
  select({ links: some, nodes: some.map((link) => Math.floor(link / portCount)), lines: linesOver(some), text });
}

/** A line of the schedule: every link that its messages use, the nodes that send it. */
function selectLine(at, cycle) {
  const line = lines[at];
  const path = new Set(line.path);
  const senders = classOf(data.sources[line.source]);
  const nodes = Array.from({ length: nodeCount }, (_, node) => node).filter((node) => isProcessor(node) && classOf(node) === senders);
  const text = `message class from class ${line.source} to offset (${line.offset.join(',')}) by ${line.word}, from ${data.stored ? 'step' : 'slot'} ${line.slot}`;
  select({ links: links.filter((link) => path.has(linkClass(link))), nodes, lines: [at], cycle, text });
}

function linesOver(some) {
  const classes = new Set(some.map(linkClass));
  return indices((line) => line.path.some((link) => classes.has(link)));
}

function linesFrom(nodes) {
  const classes = new Set(nodes.filter(isProcessor).map(classOf));
  return indices((line) => classes.has(classOf(data.sources[line.source])));
}

function indices(wanted) {
  return lines.map((line, at) => (wanted(line) ? at : -1)).filter((at) => at >= 0);
}
