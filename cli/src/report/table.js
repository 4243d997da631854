// A table that is sorted by its heads, filtered by a text, and shown a page at a time, so that its size is no matter.

const PAGE_ROWS = 20;

/** A table that scrolls sideways by itself where it is too wide. */
function scrolled(table) {
  const place = Object.assign(document.createElement('div'), { className: 'scroll' });
  place.append(table);
  return place;
}

/**
 * columns: { name, text(row), value(row) to sort by, kind: 'number' | 'code' | '' }; marked(row): part of the
 * selection; bad(row): differs; pick(row): it was clicked.
 */
function pagedTable(place, rows, columns, { marked, bad = () => false, pick, hint }) {
  const state = { filter: '', column: 0, down: false, page: 0, shown: rows };
  const search = Object.assign(document.createElement('input'), { type: 'search', placeholder: hint });
  search.setAttribute('aria-label', hint);
  const only = Object.assign(document.createElement('input'), { type: 'checkbox' });
  const label = document.createElement('label');
  label.append(only, ' selected only');
  const at = document.createElement('span');
  const [before, after] = ['previous', 'next'].map((name) => Object.assign(document.createElement('button'), { textContent: name }));
  const controls = Object.assign(document.createElement('div'), { className: 'controls' });
  controls.append(search, label, before, after, at);
  const table = Object.assign(document.createElement('table'), { className: 'paged' });
  document.getElementById(place).append(controls, scrolled(table));

  function sorted() {
    const { value } = columns[state.column];
    const sign = state.down ? -1 : 1;
    const fits = (row) => columns.some((column) => String(column.text(row)).includes(state.filter));
    const found = rows.filter((row) => (!state.filter || fits(row)) && (!only.checked || marked(row)));
    state.shown = found.sort((a, b) => sign * (value(a) > value(b) ? 1 : value(a) < value(b) ? -1 : 0));
  }

  function head() {
    const row = document.createElement('tr');
    columns.forEach((column, number) => {
      const cell = Object.assign(document.createElement('th'), { className: column.kind });
      const arrow = number === state.column ? (state.down ? ' ▼' : ' ▲') : '';
      const button = Object.assign(document.createElement('button'), { textContent: column.name + arrow });
      button.onclick = () => {
        state.down = number === state.column && !state.down;
        Object.assign(state, { column: number, page: 0 });
        refresh();
      };
      cell.ariaSort = number !== state.column ? 'none' : state.down ? 'descending' : 'ascending';
      cell.append(button);
      row.append(cell);
    });
    const part = document.createElement('thead');
    part.append(row);
    return part;
  }

  function line(row) {
    const element = document.createElement('tr');
    element.className = (marked(row) ? 'marked ' : '') + (bad(row) ? 'bad' : '');
    element.tabIndex = 0;
    element.onclick = () => pick(row);
    element.onkeydown = (event) => { if (event.key === 'Enter') pick(row); };
    columns.forEach((column) => {
      element.append(Object.assign(document.createElement('td'), { className: column.kind, textContent: column.text(row) }));
    });
    return element;
  }

  function draw() {
    const pages = Math.max(1, Math.ceil(state.shown.length / PAGE_ROWS));
    state.page = Math.min(Math.max(state.page, 0), pages - 1);
    const body = document.createElement('tbody');
    body.append(...state.shown.slice(state.page * PAGE_ROWS, (state.page + 1) * PAGE_ROWS).map(line));
    table.replaceChildren(head(), body);
    at.textContent = `page ${state.page + 1} of ${pages}, ${state.shown.length} of ${rows.length} rows`;
    before.disabled = state.page === 0;
    after.disabled = state.page === pages - 1;
  }

  function refresh() {
    sorted();
    draw();
  }

  search.oninput = () => { Object.assign(state, { filter: search.value, page: 0 }); refresh(); };
  only.onchange = () => { state.page = 0; refresh(); };
  before.onclick = () => { state.page--; draw(); };
  after.onclick = () => { state.page++; draw(); };
  onSelect(() => {
    sorted();
    const first = state.shown.findIndex(marked);
    const last = Math.min((state.page + 1) * PAGE_ROWS, state.shown.length);
    const visible = state.shown.slice(state.page * PAGE_ROWS, last).some(marked);
    if (first >= 0 && !visible) state.page = Math.floor(first / PAGE_ROWS);
    draw();
  });
  refresh();
}
