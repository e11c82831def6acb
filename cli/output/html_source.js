// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// What the pages of sources have in addition; anycov.js is html.js and this.

// Long files: the rows of a table, which are the text of a noscript element, are made when the window
// comes near, and dropped when it is far away; until then the source is there as plain text, which
// browsers find.  Returns what makes the rows of a line, and those of an element of the page.
function startRows() {
  const chunks = Array.from(document.querySelectorAll('.lazy')), lines = chunks.map(c => Number(c.dataset.line));
  const kept = new Map();
  let all = false;

  function fill(chunk) {
    const rows = chunk.firstElementChild;
    if (rows && rows.matches('noscript')) {
      kept.set(chunk, Array.from(chunk.childNodes));
      chunk.innerHTML = rows.textContent;
    }
  }

  // Not where something is unfolded, marked or selected.
  function empty(chunk) {
    if (all || !kept.has(chunk) || chunk.contains(document.activeElement) || getSelection().type === 'Range'
      || chunk.querySelector('[aria-expanded=true],.current,:target'))
      return;
    chunk.replaceChildren(...kept.get(chunk));
    kept.delete(chunk);
  }

  function fillAll() {
    all = true;
    chunks.forEach(fill);
  }

  if (chunks.length) {
    const near = new IntersectionObserver(list => list.forEach(e => {
      if (e.isIntersecting)
        fill(e.target);
    }), { rootMargin: '400px 0px' });
    // Only the chunks of parts that are near are observed.
    const parts = new IntersectionObserver(list => list.forEach(e => {
      e.target.querySelectorAll('.lazy').forEach(chunk => {
        if (e.isIntersecting) {
          near.observe(chunk);
        } else {
          near.unobserve(chunk);
          empty(chunk);
        }
      });
    }), { rootMargin: '3000px 0px' });
    document.querySelectorAll('.thousand').forEach(part => parts.observe(part));
    addEventListener('beforeprint', fillAll);
    // The browser's search: it would lose a match in text of which rows are made.
    addEventListener('keydown', event => {
      if (event.key === 'F3' || event.key === "'" || event.key === '/' ||
        ((event.ctrlKey || event.metaKey) && /^[fg]$/i.test(event.key)))
        fillAll();
    });
  }
  return {
    fill: e => {
      const chunk = e && e.closest('.lazy');
      if (chunk)
        fill(chunk);
    },
    of: line => {
      const at = lastBefore(lines.length, i => lines[i] <= line);
      if (at >= 0)
        fill(chunks[at]);
      return document.getElementById('L' + line);
    },
  };
}

// Returns the last index below n for which a sorted list has a property, -1 if there is none.
function lastBefore(n, has) {
  let low = -1;
  for (let high = n; high - low > 1;) {
    const middle = (low + high) >> 1;
    [low, high] = has(middle) ? [middle, high] : [low, middle];
  }
  return low;
}

// The page of a file: keys, where you are, the ruler.
function startSource() {
  const where = document.querySelector('.where'), here = document.getElementById('here');
  const ruler = document.getElementById('ruler'), jump = document.querySelector('.jump');
  const main = document.getElementById('main');
  const functions = Array.from(document.querySelectorAll('#functions tbody a'), a => ({
    line: Number((/L(\d+)/.exec(a.hash) || [0, 0])[1]), name: a.textContent,
  })).sort((a, b) => a.line - b.line);
  const rows = startRows();
  let current = 0;

  const number = row => Number(row.id.slice(1)), rowOf = rows.of;
  // The first line of each run of lines that are not covered; and of those that are not all covered.
  const runs = document.getElementById('runs').dataset;
  const [missed, all] = [runs.missed, runs.all].map(lines => lines.split(' ').map(Number).filter(n => n));

  // The tests that reach a line, from the table of them: "3-7 12".
  function testsOf(line) {
    return Array.from(document.querySelectorAll('#tests tbody tr')).filter(row =>
      row.cells[2].textContent.split(' ').some(range => {
        const [first, last] = range.split('-').map(Number);
        return line >= first && line <= (last || first);
      })).map(row => row.cells[0].textContent);
  }

  function toggleTests(of) {
    const row = of.closest('tr'), shown = row.querySelector('.by');
    of.setAttribute('aria-expanded', String(!shown));
    if (shown) {
      shown.remove();
      return;
    }
    const list = make('ul', { class: 'by', 'aria-label': 'tests that reach line ' + number(row) });
    list.append(...testsOf(number(row)).map(name => make('li', {}, name)));
    row.querySelector('.src').append(list);
  }

  // What is below the head: a row, or a part of the page whose rows are not laid out yet.
  function topElement() {
    const box = main.getBoundingClientRect();
    return document.elementFromPoint(box.left + 60, where.getBoundingClientRect().bottom + 3);
  }

  function topRow() {
    rows.fill(topElement());
    const e = topElement();
    return e && e.closest('.source tr[id]');
  }

  // Rows that were jumped to are made and laid out some frames later.
  function showWhere(tries = 30) {
    const e = topElement(), row = e && e.closest('.source tr[id]'), line = row ? number(row) : 0;
    const f = functions[lastBefore(functions.length, i => functions[i].line <= line)];
    if (!row && tries && e && e.closest('.thousand')) {
      requestAnimationFrame(() => showWhere(tries - 1));
      return;
    }
    // The line first: names of C++ are wider than the head, and their ends are cut.
    here.textContent = line ? 'line ' + line + (f ? ', ' + f.name : '') : '';
  }

  function mark(row) {
    const old = document.querySelector('tr.current');
    if (old)
      old.classList.remove('current');
    row.classList.add('current');
    current = number(row);
  }

  // The line of the address, if its row was not there when the browser looked for it.
  function followHash() {
    const line = /^#L(\d+)$/.exec(location.hash), row = line && !document.querySelector(':target') && rowOf(line[1]);
    if (row) {
      mark(row);
      row.scrollIntoView();
    }
  }

  function goTo(row, text) {
    mark(row);
    row.tabIndex = -1;
    history.replaceState(null, '', '#' + row.id);
    row.scrollIntoView({ block: 'center' });
    row.focus({ preventScroll: true });
    said.textContent = 'line ' + current + ', ' + text;
    showWhere();
  }

  function step(list, forward) {
    // From the line of the last step; after scrolling, from what is seen.
    const seen = document.querySelector('tr.current');
    const box = seen && seen.getBoundingClientRect();
    const visible = box && box.bottom > 0 && box.top < innerHeight;
    const top = topRow();
    const from = visible ? current : top ? number(top) - (forward ? 1 : 0) : 0;
    const n = list.length, at = lastBefore(n, i => forward ? list[i] <= from : list[i] < from) + (forward ? 1 : 0);
    const to = (at + n) % n, row = rowOf(list[to]);
    goTo(row, (row.cells[1].title || '') + ', ' + (to + 1) + ' of ' + n);
  }

  const said = make('span', { class: 'skip', 'aria-live': 'polite' });
  jump.textContent = '';
  if (all.length) {
    const list = missed.length ? missed : all;
    jump.append(
      make('span', { class: 'of' }, list.length + (list.length === 1 ? ' range ' : ' ranges ') +
        (missed.length ? 'not covered' : 'unknown or partly')),
      button('\u25b2 previous', () => step(list, false), { title: 'key p' }),
      button('\u25bc next', () => step(list, true), { title: 'key n' }));
    document.addEventListener('keydown', event => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input,select,textarea'))
        return;
      if (event.key === 'n' || event.key === 'p')
        step(list, event.key === 'n');
      else if (event.key === 'N' || event.key === 'P')
        step(all, event.key === 'N');
    });
  }
  main.addEventListener('click', event => {
    const more = event.target.closest('.more');
    if (more) {
      const open = more.getAttribute('aria-expanded') !== 'true', list = more.nextElementSibling;
      more.setAttribute('aria-expanded', String(open));
      // The list is one text until it is wanted, so that a long file has fewer elements.
      if (list.matches('noscript')) {
        list.insertAdjacentHTML('afterend', list.textContent);
        list.remove();
      }
    }
    const of = event.target.closest('.of-tests');
    if (of)
      toggleTests(of);
  });
  document.body.append(said);
  document.querySelectorAll('.script').forEach(e => { e.hidden = false; });

  let waiting = false;
  addEventListener('scroll', () => {
    if (!waiting)
      requestAnimationFrame(() => {
        waiting = false;
        showWhere();
      });
    waiting = true;
  }, { passive: true });
  ruler.addEventListener('click', event => {
    const end = Number(runs.last);
    let line = Math.ceil(event.clientY / ruler.clientHeight * end);
    while (line < end && !rowOf(line))
      line++;
    if (line && rowOf(line))
      rowOf(line).scrollIntoView({ block: 'center' });
  });
  addEventListener('hashchange', followHash);
  followHash();
  showWhere();
}
