// The completion curve: messages that have left the network, of buffered routers flits beside those offered, and uses
// of the selected links, over cycles.

const curve = { points: [], frame: null, chosen: null, text: '' };

function curvePath(values, most, cycles, stride) {
  const { left, right, top, bottom } = curve.frame;
  const x = (cycle) => (left + Math.min(cycle, cycles) / Math.max(1, cycles) * (right - left)).toFixed(1);
  const y = (value) => (bottom - value / Math.max(most, 1) * (bottom - top)).toFixed(1);
  let path = `M${x(0)} ${y(0)}`;
  values.forEach((value, at) => { path += `H${x((at + 1) * stride)}V${y(value)}`; });
  return path;
}

function sums(values) {
  let sum = 0;
  return values.map((value) => (sum += value));
}

function completion() {
  const { stride, ejected, offered = [] } = data.curve;
  curve.points = sums(ejected);
  const given = sums(offered);
  const [sum, sent] = [curve.points.at(-1) ?? 0, given.at(-1) ?? 0];
  const most = Math.max(sum, sent, data.stored || data.traffic ? 1 : data.expected_messages);
  curve.frame = chart('curve', 'Completion curve', most, 1);
  const { w, left, right, top, picture } = curve.frame;
  const at = (cycle) => left + cycle / Math.max(1, data.cycles) * (right - left);
  picture.append(svg('path', { d: `M${left} ${top}H${right}`, class: 'aside', 'stroke-dasharray': '4 3' }));
  const line = (values, name) => {
    picture.append(svg('path', { d: curvePath(values, most, data.cycles, stride), class: name }));
  };
  if (data.traffic) line(given, 'aside');
  line(curve.points, 'main');
  curve.chosen = svg('path', { class: 'chosen' });
  picture.append(curve.chosen);
  numbersBelow(curve.frame, data.cycles, at, 'cycle');
  if (data.completion !== null) mark(curve.frame, at(data.completion), `done in cycle ${data.completion}`, 0);
  picture.onclick = (event) => {
    const box = picture.getBoundingClientRect();
    showCycle(((event.clientX - box.left) / box.width * w - left) / (right - left) * data.cycles);
  };
  document.getElementById('curve').append(picture);
  curve.text = completionText(sum, sent);
  document.getElementById('curve-text').textContent = curve.text;
  onSelect(chosenCurve);
}

/** Cycles are named by their numbers, from 0 on; that of completion is the one that is compared above. */
function completionText(sum, sent) {
  const ofAll = data.traffic ? ` (of ${sent} offered, grey)` : '';
  const what = `${sum} ${unit}${ofAll} ${data.stored ? 'came out of links and were stored' : 'left the network'}`;
  const done = data.traffic ? 'the last in' : 'done in';
  const when = data.completion === null ? `until cycle ${data.cycles - 1}, not all` : `${done} cycle ${data.completion}`;
  return `${what}, ${when}; a click shows that cycle below.`;
}

/** Uses of the selected links, scaled to their own sum. */
function chosenCurve() {
  const place = document.getElementById('curve-text');
  const picked = [...selection.links];
  const possible = data.space_time.rows === 'links' && picked.length > 0 && picked.length * diagram.cycles < 2e7;
  curve.chosen.setAttribute('d', '');
  place.textContent = curve.text;
  if (!possible) return;
  let sum = 0;
  const uses = Array.from({ length: diagram.cycles }, (_, cycle) => (sum += picked.reduce((n, link) => n + used(cycle, link), 0)));
  curve.chosen.setAttribute('d', curvePath(uses, sum, data.cycles, 1));
  place.textContent += ` Orange: ${sum} uses of the selected link${picked.length > 1 ? 's' : ''}, to their own scale.`;
}
