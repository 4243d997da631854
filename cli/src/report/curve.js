// The completion curve: messages that have left the network, of buffered routers flits beside those offered, and uses
// of the selected links, over cycles.

const curve = { points: [], picture: null, chosen: null, w: 580, h: 230, left: 58, bottom: 190 };

function curvePath(values, top, cycles, stride) {
  const { w, left, bottom } = curve;
  const x = (cycle) => (left + Math.min(cycle, cycles) / cycles * (w - left - 12)).toFixed(1);
  const y = (value) => (bottom - value / Math.max(top, 1) * (bottom - 22)).toFixed(1);
  let path = `M${x(0)} ${y(0)}`;
  values.forEach((value, at) => { path += `H${x((at + 1) * stride)}V${y(value)}`; });
  return path;
}

function completion() {
  const { stride, ejected, offered = [] } = data.curve;
  const { w, h, left, bottom } = curve;
  let sum = 0;
  curve.points = ejected.map((value) => (sum += value));
  let sent = 0;
  const given = offered.map((value) => (sent += value));
  const top = Math.max(sum, sent, data.stored || data.traffic ? 1 : data.expected_messages);
  const picture = svg('svg', { viewBox: `0 0 ${w} ${h}`, role: 'img', 'aria-label': 'Completion curve' });
  const at = (cycle) => left + cycle / data.cycles * (w - left - 12);
  picture.append(svg('path', { d: `M${left} 22H${w - 12}`, stroke: '#8c959f', 'stroke-dasharray': '4 3' }));
  if (data.traffic) picture.append(svg('path', { d: curvePath(given, top, data.cycles, stride), fill: 'none', stroke: '#8c959f', 'stroke-width': 2 }));
  picture.append(svg('path', { d: curvePath(curve.points, top, data.cycles, stride), fill: 'none', stroke: '#0b5394', 'stroke-width': 2 }));
  curve.chosen = svg('path', { fill: 'none', stroke: MARK, 'stroke-width': 1.5 });
  picture.append(curve.chosen, svg('path', { d: `M${left} 16V${bottom}H${w - 10}`, fill: 'none', stroke: '#57606a' }));
  picture.append(svg('text', { x: left - 6, y: 26, 'text-anchor': 'end' }, top), svg('text', { x: left - 6, y: bottom, 'text-anchor': 'end' }, 0));
  const tick = Math.max(1, 10 ** Math.floor(Math.log10(data.cycles))) / (data.cycles >= 40 ? 2 : 5);
  const every = Math.max(1, Math.round(data.cycles / tick > 12 ? tick * 2 : tick));
  for (let cycle = 0; cycle <= data.cycles; cycle += every) {
    picture.append(svg('text', { x: at(cycle), y: bottom + 15, 'text-anchor': 'middle' }, cycle));
  }
  if (data.completion !== null) {
    const x = at(data.completion);
    picture.append(svg('path', { d: `M${x} 16V${bottom}`, stroke: '#57606a', 'stroke-dasharray': '2 3' }));
    picture.append(svg('text', { x: x - 5, y: bottom - 8, 'text-anchor': 'end' }, `done in cycle ${data.completion}`));
  }
  picture.append(svg('text', { x: w / 2, y: h - 6, 'text-anchor': 'middle' }, 'cycle'));
  picture.onclick = (event) => {
    const box = picture.getBoundingClientRect();
    showCycle(((event.clientX - box.left) / box.width * w - left) / (w - left - 12) * data.cycles);
  };
  document.getElementById('curve').append(picture);
  const ofAll = data.traffic ? ` (of ${sent} offered, grey)` : '';
  curve.text = `${sum} ${unit}${ofAll} ${data.stored ? 'came out of links and were stored' : 'left the network'} in ${data.cycles} cycles; a click shows that cycle below.`;
  document.getElementById('curve-text').textContent = curve.text;
  onSelect(chosenCurve);
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
