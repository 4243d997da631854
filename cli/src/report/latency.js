// Latencies of packets: their histogram, from being offered and from entering the network on, with percentiles.

function latencyFacts() {
  const { latency, network_latency: network } = data.traffic;
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  ['cycles', 'packets', 'mean', 'p50', 'p99', 'max'].forEach((name) => head.append(Object.assign(document.createElement('th'), { textContent: name, className: 'number' })));
  const body = table.createTBody();
  [['in all', latency, 'latency'], ['in the network', network, 'network']].forEach(([name, found, id]) => {
    const row = body.insertRow();
    const values = [name, found.packets, found.mean.toFixed(2), found.p50, found.p99, found.max];
    ['', '-packets', '-mean', '-p50', '-p99', '-max'].forEach((part, at) => {
      row.append(Object.assign(document.createElement('td'), { textContent: values[at], id: part && id + part, className: 'number' }));
    });
  });
  document.getElementById('latency').append(scrolled(table));
}

/** Bars: in all; the line: in the network. */
function latency() {
  const { histogram: { width, total, network }, latency: found } = data.traffic;
  latencyFacts();
  const count = Math.max(total.length, network.length, 1);
  const tallest = Math.max(1, ...total, ...network);
  const frame = chart('latency', 'Histogram of latencies', tallest, 2);
  const { left, right, top, bottom, picture } = frame;
  const step = (right - left) / count;
  const [x, y] = [(bin) => left + bin * step, (value) => bottom - value / tallest * (bottom - top)];
  const name = (bin) => (width === 1 ? `${bin}` : `${bin * width} to ${bin * width + width - 1}`);
  total.forEach((value, bin) => {
    const bar = svg('rect', { x: x(bin), y: y(value), width: Math.max(0.5, step * 0.9), height: bottom - y(value), class: 'still' });
    bar.append(svg('title', {}, `${value} packets of ${name(bin)} cycles, in the network ${network[bin] ?? 0}`));
    picture.append(bar);
  });
  const outline = network.map((value, bin) => `H${x(bin).toFixed(1)}V${y(value).toFixed(1)}`).join('');
  picture.append(svg('path', { d: `M${left} ${bottom}${outline}H${x(network.length).toFixed(1)}V${bottom}`, class: 'chosen' }));
  const place = (cycles) => x((cycles + 0.5) / width);
  [['p50', found.p50], ['p99', found.p99]].forEach(([text, value], row) => mark(frame, place(value), `${text} ${value}`, row));
  numbersBelow(frame, count * width - 1, place, 'cycles');
  document.getElementById('latency').append(picture);
  const which = data.traffic.window ? `packets offered in the cycles ${data.traffic.window[0]} to ${data.traffic.window[1] - 1}` : 'all packets';
  document.getElementById('latency-text').textContent = `Of ${which}: from being offered to the last flit at its lane (bars), and from entering the network on (orange).`;
}
