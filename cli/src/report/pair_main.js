// What draws the page of two runs.

function pairVerdict() {
  const verdict = document.getElementById('verdict');
  const same = differing.length === 0;
  const badge = Object.assign(document.createElement('b'), { textContent: same ? '= same loads' : '≠ loads differ' });
  verdict.append(badge, ` ${differing.length} of ${links.length} links carry another load in B than in A`);
  const list = document.getElementById('mismatches');
  runs.forEach((run) => run.mismatches.forEach((line) => {
    list.append(Object.assign(document.createElement('li'), { textContent: `${run.letter}: ${line}` }));
  }));
}

/** Name, value of a run, the cell's id; numbers are subtracted. */
function pairRows() {
  const busiest = (run) => links.reduce((top, link) => Math.max(top, run.loads[link]), 0);
  const scheduled = (run, value) => (run.traffic ? 'none' : value);
  return [
    ['network', (run) => run.name, 'name'],
    ['placement', (run) => run.placement, 'placement'],
    ['routing', (run) => run.routing, 'routing'],
    ['ports', (run) => run.ports, 'ports'],
    ['what ran', (run) => run.kind, 'kind'],
    ['exchanges', (run) => run.exchanges, 'exchanges'],
    ['engine', (run) => run.engine, 'engine'],
    ['length of the schedule', (run) => scheduled(run, run.length), 'length'],
    ['its bound', (run) => scheduled(run, run.lower_bound), 'bound'],
    ['makespan', (run) => scheduled(run, run.makespan), 'makespan'],
    ['cycle of completion', (run) => run.completion ?? 'never', 'completion'],
    ['most packets waiting at their sources', (run) => run.waited ?? 'none', 'waited'],
    ['E_max of one exchange', (run) => run.e_max, 'e-max'],
    ['busiest link', busiest, 'busiest'],
    ['link uses', (run) => linkSum(links, run), 'uses'],
    ['delivered', (run) => run.delivered, 'delivered'],
    ['link-load digest', (run) => run.digest.slice(0, 16), 'digest'],
    ['differences from what it should be', (run) => run.mismatch_count, 'differences'],
  ];
}

function pairSummary() {
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  ['', 'A', 'B', 'B - A'].forEach((name) => head.append(Object.assign(document.createElement('th'), { textContent: name })));
  const body = table.createTBody();
  pairRows().forEach(([name, value, id]) => {
    const row = body.insertRow();
    const [a, b] = runs.map(value);
    row.append(Object.assign(document.createElement('th'), { textContent: name }));
    [a, b].forEach((text, at) => row.append(Object.assign(document.createElement('td'), { textContent: text, id: `${'ab'[at]}-${id}` })));
    const apart = typeof a === 'number' && typeof b === 'number' ? signed(b - a) : '≠';
    row.append(Object.assign(document.createElement('td'), { textContent: a === b ? '=' : apart, id: `apart-${id}`, className: a === b ? '' : 'apart' }));
  });
  document.getElementById('summary').append(scrolled(table));
}

/** More in B: the colours of loads; more in A: towards the mark. */
function changeColour(share) {
  return share >= 0 ? ramp(share) : mixed(theme.ramp[0], channels(theme.mark), Math.min(1, -share));
}

function pairHeat() {
  const layers = runs.map((run) => ({ name: run.letter, counts: run.loads, isProcessor: among(run), colour: ramp, most, signed: false }));
  const either = (node) => layers.some((layer) => layer.isProcessor(node));
  const changes = Array.from(runs[0].loads, (_, link) => change(link));
  const legend = document.createElement('span');
  legend.append(`-${mostApart} `, Object.assign(document.createElement('span'), { className: 'less' }), ` +${mostApart} B - A`);
  const apart = { name: 'B - A', counts: changes, isProcessor: either, colour: changeColour, most: mostApart, signed: true };
  heat([...layers, apart], [loadLegend(most, units), legend]);
}

function pairTable() {
  const number = (name, value) => ({ name, text: value, value, kind: 'number' });
  const columns = [
    number('id', (link) => link),
    { name: 'link', text: linkName, value: (link) => link, kind: 'code' },
    ...runs.map((run) => number(run.letter, (link) => run.loads[link])),
    { name: 'B - A', text: (link) => signed(change(link)), value: change, kind: 'number' },
  ];
  const more = linkSum(links, runs[1]) - linkSum(links, runs[0]);
  const sum = more === 0 ? 'all together carry the same' : `all together carry ${signed(more)} in B`;
  const text = differing.length === 0 ? 'None: every link carries in B what it carries in A.' : `${differing.length} of ${links.length}; ${sum}.`;
  document.getElementById('links-text').textContent = text;
  pagedTable('links', differing, columns, { marked: (link) => selection.links.has(link), pick: selectLink, hint: 'filter, such as (1,0,2) or 2-' });
}

pairVerdict();
pairSummary();
pairHistogram();
pairCurve();
pairHeat();
pairTable();
showSelection();
