// The page's data, and the torus underneath: names, links, neighbours.

const data = JSON.parse(document.getElementById('data').textContent);
const dims = data.dims;
const portCount = 2 * dims.length;
const strides = dims.map((_, at) => dims.slice(at + 1).reduce((a, b) => a * b, 1));
const nodeCount = dims.reduce((a, b) => a * b, 1);
const links = Array.from({ length: nodeCount * portCount }, (_, link) => link).filter((link) => hasPort(link % portCount));

/** A number for every link id. */
function spread(numbers) {
  return numbers.nodes.flatMap((row) => numbers.rows[row]);
}

function hasPort(port) {
  return dims[port >> 1] > 2 || port % 2 === 0;
}

function coordinates(node) {
  return dims.map((n, at) => Math.floor(node / strides[at]) % n);
}

function nodeName(node) {
  return '(' + coordinates(node).join(',') + ')';
}

function portName(port) {
  return (port >> 1) + 1 + (port % 2 ? '-' : '+');
}

function linkName(link) {
  return nodeName(Math.floor(link / portCount)) + ' ' + portName(link % portCount);
}

function neighbour(node, port) {
  const [at, n] = [port >> 1, dims[port >> 1]];
  const x = Math.floor(node / strides[at]) % n;
  const y = (x + (port % 2 ? n - 1 : 1)) % n;
  return node + (y - x) * strides[at];
}

function outgoing(node) {
  const all = [];
  for (let port = 0; port < portCount; port++) if (hasPort(port)) all.push(node * portCount + port);
  return all;
}

/** A difference, with its sign. */
function signed(number) {
  return number > 0 ? `+${number}` : `${number}`;
}
