// The summary, the verdict, and the histogram of link loads.

const equalLinks = links.filter((link) => expected[link] === simulated[link]).length;

function summary() {
  const equal = data.mismatch_count === 0;
  const verdict = document.getElementById('verdict');
  const badge = Object.assign(document.createElement('b'), { textContent: equal ? '✓ equal' : '✗ DIFFERENT', className: equal ? '' : 'bad' });
  const exactly = data.traffic ? 'what the packets sent need, and every packet arrived whole' : 'their load, in every cycle what the schedule says';
  const text = equal ? ` ${equalLinks} of ${links.length} links carried exactly ${exactly}` : ` ${data.mismatch_count} differences`;
  verdict.append(badge, text);
  facts(data.traffic ? trafficFacts(data.traffic) : scheduleFacts());
  compared();
  const list = document.getElementById('mismatches');
  data.mismatches.forEach((line) => list.append(Object.assign(document.createElement('li'), { textContent: line })));
}

function networkFacts() {
  return [
    ['torus', `${dims.join('x')}, ${nodeCount} nodes, ${links.length} links`],
    ['placement', `${data.placement}, ${data.processors ? data.processors.length : nodeCount} processors`],
    ['routing', data.routing],
    ['ports', data.ports],
  ];
}

function scheduleFacts() {
  const gap = data.length - data.lower_bound;
  return [
    ...networkFacts(),
    ['schedule', `${data.kind}, ${data.length} ${data.stored ? 'steps' : 'slots'}, bound ${data.lower_bound} (${gap ? `gap ${gap}` : 'optimal'})`],
    ['E_max of one exchange', data.e_max, 'e-max'],
    ['exchanges', data.exchanges],
    ['engine', data.engine],
  ];
}

function trafficFacts({ subject, rate, bound, window, router, accepted, drained }) {
  const pattern = rate === null ? [] : [
    ['offered, flits per processor and cycle', `${rate}, bound ${bound}`, 'rate'],
    ['measured', `cycles ${window[0]} to ${window[1] - 1}${drained ? '' : '; SATURATED: packets were still waiting at the limit'}`, 'measured'],
  ];
  return [
    ...networkFacts(),
    ['router', router],
    ['traffic', subject],
    ...pattern,
    ['accepted, flits per processor and cycle', accepted.toFixed(4), 'accepted'],
    ['E_max of one exchange', data.e_max, 'e-max'],
    ['engine', data.engine],
  ];
}

function facts(rows) {
  const table = document.createElement('table');
  rows.forEach(([name, value, id]) => {
    const row = table.insertRow();
    row.append(Object.assign(document.createElement('th'), { textContent: name }));
    row.append(Object.assign(document.createElement('td'), { textContent: value, id: id || '' }));
  });
  document.getElementById('summary').append(scrolled(table));
}

function compared() {
  const top = (counts) => links.reduce((most, link) => Math.max(most, counts[link]), 0);
  const sum = (counts) => links.reduce((sum, link) => sum + counts[link], 0);
  const short = (digest) => digest.slice(0, 16);
  const rows = [
    [data.traffic ? 'links equal to what was sent' : 'links equal to E(l)', links.length, equalLinks, 'equal-links'],
    ['busiest link', top(expected), top(simulated), 'busiest'],
    ['link uses', sum(expected), sum(simulated), 'uses'],
    [`${data.traffic ? 'packets' : 'messages'} delivered`, data.expected_messages, data.delivered, 'delivered'],
    ...(data.traffic ? [] : [['cycle of completion', data.expected_completion, data.completion ?? 'never', 'completion']]),
    ['link-load digest', short(data.expected_digest), short(data.digest), 'digest'],
    ['differences', 0, data.mismatch_count, 'differences'],
  ];
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  ['compared', 'expected', 'simulated', ''].forEach((name) => head.append(Object.assign(document.createElement('th'), { textContent: name })));
  const body = table.createTBody();
  rows.forEach(([name, want, got, id]) => {
    const row = body.insertRow();
    [name, want, got, want === got ? '✓' : '✗'].forEach((text) => { row.insertCell().textContent = text; });
    row.cells[1].className = row.cells[2].className = 'whole';
    row.cells[2].id = id;
  });
  document.getElementById('summary').append(scrolled(table));
}

/** Bars of equal width over the loads 0..most, at most 40 of them. */
function histogram() {
  const width = Math.ceil((most + 1) / 40);
  const bins = Array.from({ length: Math.floor(most / width) + 1 }, () => []);
  links.forEach((link) => bins[Math.floor(simulated[link] / width)].push(link));
  const tallest = bins.reduce((top, bin) => Math.max(top, bin.length), 1);
  const frame = chart('histogram', 'Histogram of link loads', tallest, 1);
  const { left, right, top, bottom, picture } = frame;
  const step = (right - left) / bins.length;
  const name = (bin) => (width === 1 ? `${bin}` : `${bin * width} to ${bin * width + width - 1}`);
  const counts = step >= LETTER * (String(tallest).length + 1);
  const bars = bins.map((bin, at) => {
    const height = (bottom - top) * bin.length / tallest;
    const bar = svg('rect', { x: left + at * step + 1, y: bottom - height, width: Math.max(1, step - 2), height, class: 'bar', tabindex: bin.length ? 0 : -1 });
    bar.append(svg('title', {}, `${bin.length} links with load ${name(at)}`));
    bar.onclick = () => selectLinks(bin, `${bin.length} links with load ${name(at)}`);
    bar.onkeydown = (event) => { if (event.key === 'Enter') bar.onclick(); };
    if (bin.length && counts) label(frame, bin.length, left + (at + 0.5) * step, bottom - height - 4, 'middle');
    return bar;
  });
  picture.append(...bars);
  numbersBelow(frame, most, (load) => left + (load + 0.5) / width * step, `${unit} over a link`);
  document.getElementById('histogram').append(picture);
  const mean = links.reduce((sum, link) => sum + simulated[link], 0) / links.length;
  document.getElementById('histogram-text').textContent = `Links by simulated load: mean ${mean.toFixed(2)}, most ${most}.`;
  onSelect(() => bars.forEach((bar, at) => bar.classList.toggle('marked', bins[at].some((link) => selection.links.has(link)))));
}
