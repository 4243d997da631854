// Two runs in one chart: how many links have a load, and what has left the network by a cycle.

/** For each bin of loads 0..most two bars, A filled, B hollow; at most 20 bins. */
function pairHistogram() {
  const width = Math.ceil((most + 1) / 20);
  const bins = runs.map((run) => {
    const all = Array.from({ length: Math.floor(most / width) + 1 }, () => []);
    links.forEach((link) => all[Math.floor(run.loads[link] / width)].push(link));
    return all;
  });
  const tallest = bins.flat().reduce((top, bin) => Math.max(top, bin.length), 1);
  const frame = chart('histogram', 'Histogram of link loads of A and B', tallest, 1);
  const step = (frame.right - frame.left) / bins[0].length;
  const name = (bin) => (width === 1 ? `${bin}` : `${bin * width} to ${bin * width + width - 1}`);
  const bars = bins.flatMap((all, run) => all.map((bin, at) => {
    const text = `${bin.length} links with load ${name(at)} in ${runs[run].letter}`;
    return { bin, bar: pairBar(frame, bin, text, frame.left + (at + run / 2) * step, step / 2, tallest, run) };
  }));
  frame.picture.append(...bars.map(({ bar }) => bar));
  numbersBelow(frame, most, (load) => frame.left + (load + 0.5) / width * step, `${units} over a link`);
  document.getElementById('histogram').append(frame.picture);
  const mean = (run) => (linkSum(links, run) / links.length).toFixed(2);
  document.getElementById('histogram-text').textContent = `Links by load, A filled, B hollow: mean ${runs.map(mean).join(' and ')}.`;
  onSelect(() => bars.forEach(({ bin, bar }) => bar.classList.toggle('marked', bin.some((link) => selection.links.has(link)))));
}

function pairBar({ top, bottom }, bin, text, x, room, tallest, run) {
  const height = (bottom - top) * bin.length / tallest;
  const place = { x: x + 1, y: bottom - height, width: Math.max(1, room - 2), height };
  const bar = svg('rect', { ...place, class: run ? 'bar b' : 'bar', tabindex: bin.length ? 0 : -1 });
  bar.append(svg('title', {}, text));
  bar.onclick = () => selectLinks(bin, text);
  bar.onkeydown = (event) => { if (event.key === 'Enter') bar.onclick(); };
  return bar;
}

/** What has left the network, as a share of all, over cycles: A a line, B broken. */
function pairCurve() {
  const cycles = runs.reduce((top, run) => Math.max(top, run.cycles), 1);
  const frame = chart('curve', 'Completion of A and B', '100 %', 2);
  const at = (cycle) => frame.left + Math.min(cycle, cycles) / cycles * (frame.right - frame.left);
  runs.forEach((run, number) => frame.picture.append(svg('path', { d: sharePath(frame, at, run), class: number ? 'b' : 'main' })));
  numbersBelow(frame, cycles, at, 'cycle');
  runs.forEach((run, number) => {
    if (run.completion !== null) mark(frame, at(run.completion), `${run.letter} done in cycle ${run.completion}`, number);
  });
  document.getElementById('curve').append(frame.picture);
  const done = (run) => `${run.letter}: ${run.delivered} of ${run.expected_messages}`;
  document.getElementById('curve-text').textContent = `What has left the network, of all that does; A is the full line. Delivered by ${runs.map(done).join(', by ')}.`;
}

function sharePath({ top, bottom }, at, { curve: { stride, ejected } }) {
  const all = ejected.reduce((sum, count) => sum + count, 0);
  let [sum, path] = [0, `M${at(0).toFixed(1)} ${bottom}`];
  ejected.forEach((count, point) => {
    sum += count;
    const y = bottom - sum / Math.max(1, all) * (bottom - top);
    path += `H${at((point + 1) * stride).toFixed(1)}V${y.toFixed(1)}`;
  });
  return path;
}
