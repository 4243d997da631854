// What a page must not show at any width, by the rectangles of what it shows. Runs in the page, behind its own scripts.

const faults = [];
const within = (a, b, slack) => a.left >= b.left - slack && a.right <= b.right + slack && a.top >= b.top - slack && a.bottom <= b.bottom + slack;
const meet = (a, b) => a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
const name = (element) => `${element.tagName.toLowerCase()}${element.id && '#' + element.id} "${element.textContent.trim().slice(0, 40)}"`;
const seen = (element) => element.getClientRects().length > 0 && element.closest('script, style, noscript, #errors, #probe') === null;

/** Labels of charts are apart, within their chart, and large enough to be read. */
function charts() {
  document.querySelectorAll('svg').forEach((picture) => {
    const all = [...picture.querySelectorAll('text')].map((text) => [text.textContent, text.getBoundingClientRect()]);
    const frame = picture.getBoundingClientRect();
    if (all.length < 4) faults.push(`${picture.getAttribute('aria-label')} has ${all.length} labels`);
    all.forEach(([text, box], at) => {
      if (!within(box, frame, 0.5)) faults.push(`label ${text} is cut`);
      if (box.height < 9) faults.push(`label ${text} is ${box.height} high`);
      all.slice(0, at).forEach(([other, there]) => { if (meet(box, there)) faults.push(`labels ${other} and ${text} collide`); });
    });
  });
}

/** Whatever is beyond the window can be scrolled to by its own place. */
function widths() {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
  document.querySelectorAll('body *').forEach((element) => {
    if (!seen(element) || element.closest('svg')) return;
    const box = element.getBoundingClientRect();
    const own = element.parentElement.closest('.scroll, #heat');
    if (own ? own.getBoundingClientRect().right > width + 0.5 : box.right > width + 0.5 || box.left < -0.5) faults.push(`${name(element)} ends at ${box.right}`);
  });
  document.querySelectorAll('.scroll, #heat').forEach((place) => {
    if (place.scrollWidth > place.clientWidth && getComputedStyle(place).overflowX !== 'auto') faults.push(`${name(place)} is cut`);
  });
  document.querySelectorAll('td, th').forEach((cell) => { if (cell.scrollWidth > cell.clientWidth) faults.push(`${name(cell)} is cut`); });
}

/** Neighbours do not lie on each other. */
function apart() {
  const sections = [...document.querySelectorAll('header, section')].map((part) => [part, part.getBoundingClientRect()]);
  sections.forEach(([part, box], at) => sections.slice(0, at).forEach(([other, there]) => {
    if (meet(box, there)) faults.push(`${name(part)} lies on ${name(other)}`);
  }));
}

/** Texts on canvases, whatever part of the run the diagram shows. */
function canvases() {
  inspect(selectNothing);
  inspect(() => selectLink(links[(links.length >> 1) + 1], 2));
  // The page of two runs has no diagram.
  if (!document.getElementById('time')) return;
  inspect(drawTime);
  inspect(() => zoom(3, 200, 100));
  for (let step = 0; step < 12; step++) inspect(() => move(7 / view.sx, 0));
}

/** What `draw` writes on canvases is apart and within them. */
function inspect(draw) {
  const labels = new Map();
  const pen = CanvasRenderingContext2D.prototype;
  const original = pen.fillText;
  pen.fillText = function (text, x, y) {
    const { width } = this.measureText(text);
    const left = x - { left: 0, center: width / 2, right: width }[this.textAlign];
    const box = { left, right: left + width, top: y - 5, bottom: y + 5 };
    // What is drawn again at the same place covers what was there.
    labels.set(`${[...document.querySelectorAll('canvas')].indexOf(this.canvas)} ${text} ${left} ${y}`, [`${text}`, this.canvas, box]);
    original.call(this, text, x, y);
  };
  draw();
  pen.fillText = original;
  if (labels.size < 4) faults.push(`${labels.size} labels on canvases`);
  [...labels.values()].forEach(([text, canvas, box], at, all) => {
    if (!within(box, { left: 0, top: 0, right: canvas.width, bottom: canvas.height }, 1)) faults.push(`${text} is cut on a canvas`);
    all.slice(0, at).forEach(([other, there, place]) => { if (there === canvas && meet(box, place)) faults.push(`${other} and ${text} collide on a canvas`); });
  });
}

/** At the end of the page the bar at the bottom is below all else, whatever it says. */
function ending() {
  [selectNothing, () => selectNodes([1]), () => selectLink(links.at(-1), 2)].forEach((act) => {
    act();
    window.scrollTo(0, document.documentElement.scrollHeight);
    const bar = document.getElementById('selection').getBoundingClientRect();
    const last = [...document.querySelectorAll('section')].map((part) => part.getBoundingClientRect().bottom).reduce((a, b) => Math.max(a, b));
    if (last > bar.top + 0.5) faults.push(`the bar hides the last ${last - bar.top} pixels`);
    if (bar.bottom > window.innerHeight + 0.5 || bar.height < 10) faults.push(`the bar ends at ${bar.bottom} of ${window.innerHeight}`);
  });
}

[charts, widths, apart, canvases, ending].forEach((check) => check());
const found = [...new Set(faults)].map((fault) => `\n${window.innerWidth} pixels wide: ${fault}`);
parent.document.getElementById(`at-${window.innerWidth}`).textContent = `measured${found.join('')}`;
