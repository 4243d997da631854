// What is selected, and who has to know. Every part of the page shows one selection: links, nodes, and lines of
// the schedule; whatever is clicked decides all three. `hint` says what can be clicked.

const selection = { links: new Set(), nodes: new Set(), lines: new Set(), cycle: -1, text: '' };
const listeners = [];

/** Calls `listener` after every change of the selection. */
function onSelect(listener) {
  listeners.push(listener);
}

function select(found) {
  selection.links = new Set(found.links);
  selection.nodes = new Set(found.nodes);
  selection.lines = new Set(found.lines);
  selection.cycle = found.cycle ?? -1;
  selection.text = found.text;
  showSelection();
  listeners.forEach((listener) => listener());
}

/** Escape ends a selection, wherever the reader is. */
document.addEventListener('keydown', (event) => { if (event.key === 'Escape' && selection.text) selectNothing(); });

function selectNothing() {
  select({ links: [], nodes: [], lines: [], text: '' });
}

function showSelection() {
  const bar = document.getElementById('selection');
  bar.textContent = selection.text || hint;
  if (!selection.text) return;
  const clear = document.createElement('button');
  clear.textContent = 'clear';
  clear.onclick = selectNothing;
  bar.append(clear);
}
