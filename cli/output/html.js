// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// What anycov's HTML reports do in addition to being tables: theme, search, sort, fold, a
// treemap, keys.  It reads the tables of the page and fetches nothing.
'use strict';

const root = document.documentElement;
root.classList.add('js');

function make(tag, attributes, text) {
  const e = document.createElement(tag);
  for (const name in attributes)
    if (attributes[name] !== null)
      e.setAttribute(name, attributes[name]);
  if (text !== undefined)
    e.textContent = text;
  return e;
}

function button(text, action, attributes) {
  const b = make('button', { type: 'button', ...attributes }, text);
  b.addEventListener('click', action);
  return b;
}

// Browsers may forbid storage to pages of a disk.
function stored(name, value) {
  try {
    if (value === undefined)
      return localStorage.getItem('anycov-' + name);
    localStorage.setItem('anycov-' + name, value);
  } catch (e) { /* then it is not remembered */ }
  return null;
}

// Theme: as the system has it, or light, or dark.
const themes = ['auto', 'light', 'dark'];
let theme = themes.includes(stored('theme')) ? stored('theme') : 'auto';

function applyTheme() {
  if (theme === 'auto')
    root.removeAttribute('data-theme');
  else
    root.setAttribute('data-theme', theme);
}
applyTheme();

function startTheme() {
  const b = document.getElementById('theme');
  const show = () => { b.textContent = 'Theme: ' + theme; };
  b.hidden = false;
  show();
  b.addEventListener('click', () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    stored('theme', theme);
    applyTheme();
    show();
  });
}

// The address: #sort=COLUMN[,desc]&q=TEXT&only=lost&view=list.
function readHash() {
  const values = {};
  if (location.hash.includes('='))
    for (const part of location.hash.slice(1).split('&')) {
      const at = part.indexOf('=');
      try {
        values[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1));
      } catch (e) { /* not of this page */ }
    }
  return values;
}

function key(row, column) {
  const cell = row.cells[column];
  return cell.dataset.v === undefined ? cell.textContent.toLowerCase() : Number(cell.dataset.v);
}

// A table with a search field and sorted columns; one of class "tree" has rows of directories
// before those of what is in them.
function List(table) {
  const body = table.tBodies[0], tree = table.classList.contains('tree');
  const items = Array.from(body.rows, row => ({
    row, dir: row.classList.contains('dir'), depth: Number(row.dataset.d || 0), children: [],
    text: (row.dataset.p || row.cells[0].textContent).toLowerCase(), open: true, parent: null,
  }));
  const top = [], path = [];
  // Begins as the text report: with what has most to do.
  const first = Array.from(table.tHead.rows[0].cells).findIndex(th => th.textContent === table.dataset.sort);
  const marks = new Map(); // buttons by class
  let redraw = null;
  let query = '', column = first, down = first >= 0, flat = false, missed = false, only = '';
  let output, input, more = null, limit = table.classList.contains('long') ? 1000 : Infinity;

  items.forEach(item => {
    path.length = item.depth;
    item.parent = path[item.depth - 1] || null;
    (item.parent ? item.parent.children : top).push(item);
    path.push(item);
    item.file = !item.dir;
  });
  const files = items.filter(item => item.file);

  function matches(item) {
    if (missed && !(item.missing === undefined
      ? (item.missing = Array.from(item.row.cells).some(c => c.matches('.miss,.unk') && Number(c.dataset.v)
        || c.matches('.state:not(.ran)'))) : item.missing))
      return false;
    if (only && !Number(item.row.querySelector('.' + only).dataset.v))
      return false;
    return query === '' || query.split(/\s+/).every(word => item.text.includes(word));
  }

  function compare(a, b) {
    const x = a.keyOf, y = b.keyOf;
    if (typeof x === 'number' && typeof y === 'number')
      return down ? y - x : x - y;
    return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
  }

  function sorted(list) {
    if (column < 0)
      return list;
    list.forEach(item => { item.keyOf = column ? key(item.row, column) : item.text; });
    return list.slice().sort((a, b) => column === 0 && a.dir !== b.dir ? (a.dir ? -1 : 1) : compare(a, b));
  }

  // Shows the rows that match, in order; folded directories hide theirs unless something is searched.
  function show() {
    const out = document.createDocumentFragment(), searching = query !== '' || missed || only !== '';
    // Rows are moved only if their order may be another one.
    const moved = tree || column >= 0;
    let shown = 0;

    items.forEach(item => { item.match = item.file && matches(item); });
    function add(item, visible) {
      item.row.hidden = !visible || (item.dir ? !item.any : !item.match);
      shown += item.file && item.match;
      if (limit !== Infinity)
        item.row.classList.toggle('on', !item.row.hidden && shown <= limit);
      if (moved)
        out.append(item.row);
      if (item.dir) {
        item.fold.setAttribute('aria-expanded', String(searching || item.open));
        sorted(item.children).forEach(child => add(child, visible && (searching || item.open)));
      }
    }
    for (let i = items.length - 1; i >= 0; i--)
      if (items[i].dir)
        items[i].any = items[i].children.some(c => c.dir ? c.any : c.match);
    if (flat || !tree) {
      items.forEach(item => { if (item.dir) { item.row.hidden = true; out.append(item.row); } });
      sorted(files).forEach(item => add(item, true));
    } else {
      sorted(top).forEach(item => add(item, true));
    }
    body.append(out);
    table.classList.toggle('flat', flat);
    if (redraw)
      redraw();
    output.textContent = searching ? shown + ' of ' + files.length : files.length + (tree ? ' files' : ' rows');
    if (more)
      more.hidden = shown <= limit;
    if (shown > limit)
      output.textContent += ', the first ' + limit + ' are shown';
    Array.from(table.tHead.rows[0].cells).forEach((th, i) => th.setAttribute('aria-sort',
      i !== column ? 'none' : down ? 'descending' : 'ascending'));
  }

  // Files with lines that are lost, or new and not covered, since the baseline.
  function setOnly(to) {
    only = to;
    marks.forEach((b, name) => b.setAttribute('aria-pressed', String(name === only)));
  }

  function setFlat(to) {
    flat = to;
    files.forEach(item => {
      const link = item.row.cells[0].querySelector('a');
      item.name = item.name || link.textContent;
      link.textContent = flat ? item.row.dataset.p : item.name;
    });
  }

  function write() {
    const parts = [];
    if (column >= 0 && !(column === first && down))
      parts.push('sort=' + column + (down ? ',desc' : ''));
    if (query)
      parts.push('q=' + encodeURIComponent(query));
    if (only)
      parts.push('only=' + only);
    if (flat)
      parts.push('view=list');
    history.replaceState(null, '', parts.length ? '#' + parts.join('&') : location.pathname);
  }

  function update() {
    show();
    write();
  }

  function foldAll(open) {
    items.forEach(item => { item.open = open; });
    show();
  }

  function read() {
    const values = readHash(), sort = /^(\d+)(,desc)?$/.exec(values.sort || '');
    const target = /^#[df][0-9a-f]{12}$/.test(location.hash)
      && items.find(item => item.row.id === location.hash.slice(1));
    if (sort && Number(sort[1]) < table.tHead.rows[0].cells.length) {
      column = Number(sort[1]);
      down = Boolean(sort[2]);
    }
    query = (values.q || '').toLowerCase().trim();
    input.value = values.q || '';
    setOnly(marks.has(values.only) ? values.only : '');
    if (tree && flat !== (values.view === 'list'))
      setFlat(values.view === 'list');
    for (let item = target; item; item = item.parent)
      item.open = true;
    show();
    if (target)
      target.row.scrollIntoView({ block: 'center' });
  }

  function toggle(text, change) {
    const b = button(text, () => {
      change();
      update();
    }, { 'aria-pressed': 'false' });
    return b;
  }

  function startTools() {
    const tools = document.getElementById('tools');
    input = make('input', { type: 'search', placeholder: 'Search (/)', 'aria-label': 'Search ' + table.id,
      spellcheck: 'false', autocomplete: 'off' });
    output = make('output', { 'aria-live': 'polite' });
    input.addEventListener('input', () => {
      query = input.value.toLowerCase().trim();
      update();
    });
    tools.append(input, output);
    if (table.querySelector('.miss,.state')) {
      const b = toggle('Not fully covered', () => {
        missed = !missed;
        b.setAttribute('aria-pressed', String(missed));
      });
      tools.append(b);
    }
    for (const name of ['lost', 'fresh']) {
      const i = Array.from(items.length ? items[0].row.cells : []).findIndex(c => c.classList.contains(name));
      if (i > 0) {
        const b = button('Only ' + table.tHead.rows[0].cells[i].textContent, () => {
          setOnly(only === name ? '' : name);
          update();
        }, { 'aria-pressed': 'false' });
        marks.set(name, b);
        tools.append(b);
      }
    }
    if (limit !== Infinity) {
      more = button('Show all', () => {
        limit = 1e9;
        show();
      });
      tools.append(more);
    }
    if (tree) {
      const b = toggle('List', () => {
        setFlat(!flat);
        b.setAttribute('aria-pressed', String(flat));
      });
      tools.append(b, button('Unfold all', () => foldAll(true)), button('Fold all', () => foldAll(false)));
      redraw = startTreemap(tools, top, item => {
        for (let d = item; d; d = d.parent)
          d.open = true;
        show();
        if (item)
          item.row.scrollIntoView({ block: 'center' });
      });
    }
    tools.hidden = false;
  }

  function startHead() {
    Array.from(table.tHead.rows[0].cells).forEach((th, i) => {
      const b = button(th.textContent, () => {
        // Names begin with the first one, numbers with the largest.
        down = column === i ? !down : i !== 0;
        column = i;
        update();
      });
      th.textContent = '';
      th.append(b);
    });
  }

  function startFolds() {
    // Many rows: begin with the first two levels.
    const open = items.length <= 150;
    items.filter(item => item.dir).forEach(item => {
      const name = item.row.querySelector('.name');
      item.open = open || item.depth === 0;
      item.fold = button('', () => {
        item.open = !item.open;
        show();
      }, { class: 'fold', 'aria-expanded': 'true' });
      name.replaceWith(item.fold);
      item.fold.append(name);
    });
  }

  // Arrows go from row to row, and fold.
  function startKeys() {
    table.addEventListener('keydown', event => {
      const row = event.target.closest('tbody tr'), item = items.find(x => x.row === row);
      const move = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key];
      let to = row;
      if (!item)
        return;
      if (move)
        do
          to = to[move];
        while (to && to.hidden);
      else if (item.dir && event.key === (item.open ? 'ArrowLeft' : 'ArrowRight'))
        item.fold.click();
      else if (event.key === 'ArrowLeft' && item.parent && !flat)
        to = item.parent.row;
      else
        return;
      event.preventDefault();
      if (to)
        (to.querySelector('a,button') || to).focus();
    });
    document.addEventListener('keydown', event => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.matches('input,select,textarea'))
        return;
      event.preventDefault();
      input.focus();
    });
  }

  startFolds();
  startTools();
  startHead();
  startKeys();
  addEventListener('hashchange', read);
  read();
}

// The treemap: a rectangle for each file that the search finds, as large as its number of lines, in
// the colour of its coverage.  The table has the same in words.  Returns what draws it again.
function startTreemap(tools, top, go) {
  const map = document.getElementById('treemap');
  let at = null, on = stored('map') === 'on', drawing = 0;

  // Sums of what is found are made anew with each drawing.
  function numbers(item) {
    if (item.lines === undefined) {
      const of = item.dir ? null : /(\d+)\/(\d+)/.exec(item.row.cells[1].textContent);
      item.covered = of ? Number(of[1]) : 0;
      item.lines = of ? Number(of[2]) : 0;
    }
    if (item.dir && item.drawn !== drawing) {
      item.drawn = drawing;
      item.lines = item.covered = 0;
      for (const child of item.children) {
        item.lines += numbers(child);
        item.covered += child.match || child.dir ? child.covered : 0;
      }
    }
    return item.dir || item.match ? item.lines : 0;
  }

  function colour(share) {
    return 'hsl(' + Math.round(share * share * 130) + ' 55% ' + Math.round(38 - 10 * share) + '%)';
  }

  // Squarified: rows of rectangles that are as square as they can be.
  function layout(list, x, y, w, h, depth) {
    let rest = list.reduce((sum, item) => sum + numbers(item), 0), i = 0;
    while (i < list.length && w > 1 && h > 1) {
      const side = Math.min(w, h), scale = w * h / rest;
      let sum = 0, n = 0, worst = Infinity;
      for (; i + n < list.length; n++) {
        const next = sum + numbers(list[i + n]), length = next * scale / side;
        const ratio = Math.max(...list.slice(i, i + n + 1).map(item => {
          const other = numbers(item) * scale / length;
          return Math.max(length / other, other / length);
        }));
        if (n && ratio > worst)
          break;
        worst = ratio;
        sum = next;
      }
      const length = sum * scale / side;
      let offset = 0;
      for (const item of list.slice(i, i + n)) {
        const other = numbers(item) * scale / length;
        if (w >= h)
          tile(item, x, y + offset, length, other, depth);
        else
          tile(item, x + offset, y, other, length, depth);
        offset += other;
      }
      if (w >= h) {
        x += length;
        w -= length;
      } else {
        y += length;
        h -= length;
      }
      rest -= sum;
      i += n;
    }
  }

  function bySize(list) {
    return list.filter(numbers).sort((a, b) => numbers(b) - numbers(a));
  }

  function tile(item, x, y, w, h, depth) {
    const share = item.covered / item.lines, name = item.name || item.row.cells[0].textContent.trim();
    const d = make('div', { title: item.row.dataset.p + '\n' + (100 * share).toFixed(1) + ' % of '
      + item.lines + ' lines' });
    if (w < 2 || h < 2)
      return;
    Object.assign(d.style, { left: x + 'px', top: y + 'px', width: w + 'px', height: h + 'px',
      background: colour(share) });
    if (w > 34 && h > 15)
      d.textContent = name;
    d.addEventListener('click', () => {
      if (item.dir) {
        at = item;
        draw();
        go(item);
      } else {
        location.href = item.row.querySelector('a').href;
      }
    });
    map.append(d);
    if (item.dir && depth < 3 && w > 40 && h > 40)
      layout(bySize(item.children), x + 2, y + 17, w - 4, h - 19, depth + 1);
  }

  function draw() {
    map.textContent = '';
    map.hidden = !on;
    drawing++;
    if (!on)
      return;
    layout(bySize(at ? at.children : top), 0, at ? 20 : 0, map.clientWidth, map.clientHeight - (at ? 20 : 0), 0);
    if (at) {
      const up = make('div', {}, '\u25b2 ' + at.row.dataset.p);
      Object.assign(up.style, { left: 0, top: 0, width: '100%', height: '20px', background: '#444' });
      up.addEventListener('click', () => {
        at = at.parent;
        draw();
      });
      map.append(up);
    }
  }

  const b = button('Treemap', () => {
    on = !on;
    stored('map', on ? 'on' : 'off');
    b.setAttribute('aria-pressed', String(on));
    draw();
  }, { 'aria-pressed': String(on) });
  map.setAttribute('aria-hidden', 'true');
  tools.append(b);
  draw();
  let waiting = 0;
  addEventListener('resize', () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(draw);
  });
  return draw;
}

document.addEventListener('DOMContentLoaded', () => {
  startTheme();
  document.querySelectorAll('main > .wide > table.list').forEach(List);
  if (document.querySelector('.where'))
    startSource();
});
