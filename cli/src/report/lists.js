// The links and the schedule of the run, as tables.

function linkTable() {
  const columns = [
    { name: 'id', text: (link) => link, value: (link) => link, kind: 'number' },
    { name: 'link', text: linkName, value: (link) => link, kind: 'code' },
    { name: 'expected', text: (link) => expected[link], value: (link) => expected[link], kind: 'number' },
    { name: 'simulated', text: (link) => simulated[link], value: (link) => simulated[link], kind: 'number' },
    { name: 'difference', text: difference, value: (link) => simulated[link] - expected[link], kind: 'number' },
  ];
  const bad = (link) => expected[link] !== simulated[link];
  pagedTable('links', links, columns, { marked: (link) => selection.links.has(link), bad, pick: selectLink, hint: 'filter, such as (1,0,2) or 2-' });
}

function difference(link) {
  return signed(simulated[link] - expected[link]);
}

function scheduleTable() {
  const time = data.stored ? 'step' : 'slot';
  const number = (name, key) => ({ name, text: (at) => lines[at][key], value: (at) => lines[at][key], kind: 'number' });
  const offset = (at) => '(' + lines[at].offset.join(',') + ')';
  const columns = [
    number(time, 'slot'),
    number('class', 'source'),
    { name: 'offset', text: offset, value: offset, kind: 'code' },
    { name: 'word', text: (at) => lines[at].word, value: (at) => lines[at].word, kind: 'code' },
    number('hops', 'hops'),
  ];
  if (data.stored) columns.push(number('blocks', 'blocks'));
  const cut = data.line_count > lines.length ? `The first ${lines.length} of ${data.line_count} lines. ` : '';
  document.getElementById('schedule-text').textContent = `${cut}A line is sent by every processor of its class; letters of a word are hops, a b c up, A B C down.`;
  const rows = lines.map((_, at) => at);
  pagedTable('schedule', rows, columns, { marked: (at) => selection.lines.has(at), pick: selectLine, hint: 'filter, such as (1,0,2) or aab' });
}
