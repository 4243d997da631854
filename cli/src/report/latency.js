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
  document.getElementById('latency').append(table);
}

/** Bars: in all; the line: in the network. */
function latency() {
  const { histogram: { width, total, network }, latency: found } = data.traffic;
  const count = Math.max(total.length, network.length, 1);
  const tallest = Math.max(1, ...total, ...network);
  const [w, h, left, bottom] = [580, 230, 58, 190];
  const step = (w - left - 12) / count;
  const [x, y] = [(bin) => left + bin * step, (value) => bottom - value / tallest * (bottom - 26)];
  const picture = svg('svg', { viewBox: `0 0 ${w} ${h}`, role: 'img', 'aria-label': 'Histogram of latencies' });
  const name = (bin) => (width === 1 ? `${bin}` : `${bin * width} to ${bin * width + width - 1}`);
  total.forEach((value, bin) => {
    const bar = svg('rect', { x: x(bin), y: y(value), width: Math.max(0.5, step * 0.9), height: bottom - y(value), class: 'still' });
    bar.append(svg('title', {}, `${value} packets of ${name(bin)} cycles, in the network ${network[bin] ?? 0}`));
    picture.append(bar);
  });
  const outline = network.map((value, bin) => `H${x(bin).toFixed(1)}V${y(value).toFixed(1)}`).join('');
  picture.append(svg('path', { d: `M${left} ${bottom}${outline}H${x(network.length).toFixed(1)}V${bottom}`, fill: 'none', stroke: MARK, 'stroke-width': 1.5 }));
  [['p50', found.p50], ['p99', found.p99]].forEach(([text, value], at) => {
    const place = x((value + 0.5) / width);
    picture.append(svg('path', { d: `M${place} 16V${bottom}`, stroke: '#57606a', 'stroke-dasharray': '2 3' }));
    picture.append(svg('text', { x: place + 4, y: 16 + 14 * at }, `${text} ${value}`));
  });
  picture.append(svg('path', { d: `M${left} 16V${bottom}H${w - 10}`, fill: 'none', stroke: '#57606a' }));
  picture.append(svg('text', { x: left - 6, y: 30, 'text-anchor': 'end' }, tallest), svg('text', { x: left - 6, y: bottom, 'text-anchor': 'end' }, 0));
  const every = Math.max(1, Math.ceil(count / 8));
  for (let bin = 0; bin < count; bin += every) picture.append(svg('text', { x: x(bin + 0.5), y: bottom + 15, 'text-anchor': 'middle' }, bin * width));
  picture.append(svg('text', { x: w / 2, y: h - 6, 'text-anchor': 'middle' }, 'cycles'));
  latencyFacts();
  document.getElementById('latency').append(picture);
  const which = data.traffic.window ? `packets offered in the cycles ${data.traffic.window[0]} to ${data.traffic.window[1] - 1}` : 'all packets';
  document.getElementById('latency-text').textContent = `Of ${which}: from being offered to the last flit at its lane (bars), and from entering the network on (orange).`;
}
