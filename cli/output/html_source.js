// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// What the pages of sources have in addition; anycov.js is html.js and this.

// Long files: the rows of a table, which are the text of a noscript element, are made when the window
// comes near, and dropped when it is far away; until then the source is there as plain text, which
// browsers find.  Returns what makes the rows of a line, and those of an element of the page, and
// about which line is at a height of the window.
function startRows() {
  const chunks = Array.from(document.querySelectorAll('.lazy')), lines = chunks.map(c => Number(c.dataset.line));
  const kept = new Map(), wanted = new Map(), far = new Set();
  let all = false, waiting = false, selected = false, y = 0, lastY = 0, still = 0;

  const left = new IntersectionObserver(list => {
    list.forEach(e => {
      if (e.isIntersecting)
        far.delete(e.target);
      else
        far.add(e.target);
    });
    wait();
  }, { rootMargin: '3000px 0px' });

  function fill(chunk) {
    const rows = chunk.firstElementChild;
    wanted.delete(chunk);
    if (rows && rows.matches('noscript')) {
      kept.set(chunk, Array.from(chunk.childNodes));
      chunk.innerHTML = rows.textContent;
      left.observe(chunk);
    }
  }

  // Not where something is unfolded or marked.
  function empty(chunk) {
    if (all || !kept.has(chunk) || chunk.contains(document.activeElement)
      || chunk.querySelector('[aria-expanded=true],.current,:target'))
      return;
    left.unobserve(chunk);
    chunk.replaceChildren(...kept.get(chunk));
    kept.delete(chunk);
  }

  // The table of functions, which may have as many elements as all rows, is text until it is opened.
  function fillFunctions() {
    const rows = document.querySelector('.later > noscript');
    if (rows) {
      rows.nextElementSibling.remove();
      rows.outerHTML = rows.textContent;
    }
  }

  function fillAll() {
    all = true;
    chunks.forEach(fill);
    fillFunctions();
  }

  // Makes and drops a table a frame, the nearest first, so that no frame waits for many; where the window
  // rests, all that are in it.  None is made while it moves faster than one can read, and shortly after
  // it jumped: most would be gone before they are seen, and the browser stops to collect the garbage
  // that they leave.
  function work(now) {
    const rests = y === lastY, distance = chunk => {
      const [top, bottom] = wanted.get(chunk);
      return Math.max(top - y - innerHeight, y - bottom, 0);
    };
    if (Math.abs(y - lastY) > innerHeight / 4)
      still = now + 100;
    lastY = y;
    if (now >= still) {
      const next = Array.from(wanted.keys()).sort((a, b) => distance(a) - distance(b));
      next.filter((chunk, i) => i === 0 || (rests && distance(chunk) === 0)).forEach(fill);
    }
    const [last] = selected ? [] : far;
    if (last) {
      far.delete(last);
      empty(last);
    }
    waiting = false;
    if (wanted.size || (far.size && !selected))
      wait();
  }

  function wait() {
    if (!waiting)
      requestAnimationFrame(work);
    waiting = true;
  }

  // About which line is at a height of the window, if it is in an element whose rows are not made.
  function lineAt(e, height) {
    const at = chunks.indexOf(e.closest('.lazy'));
    if (at < 0)
      return 0;
    const n = (lines[at + 1] || lines[at] + 25) - lines[at], box = chunks[at].getBoundingClientRect();
    return lines[at] + Math.max(0, Math.min(n - 1, Math.floor((height - box.top) / box.height * n)));
  }

  if (chunks.length) {
    // Between frames, where the layout is known: to read it in a frame would lay out twice.
    const read = () => { y = scrollY; };
    const near = new IntersectionObserver(list => {
      read();
      list.forEach(e => {
        if (e.isIntersecting && !kept.has(e.target))
          wanted.set(e.target, [e.boundingClientRect.top + y, e.boundingClientRect.bottom + y]);
        else
          wanted.delete(e.target);
      });
      wait();
    }, { rootMargin: '800px 0px' });
    // Only the chunks of parts that are near are observed.
    const parts = new IntersectionObserver(list => list.forEach(e => {
      e.target.querySelectorAll('.lazy').forEach(chunk => {
        if (e.isIntersecting) {
          near.observe(chunk);
        } else {
          near.unobserve(chunk);
          wanted.delete(chunk);
        }
      });
    }), { rootMargin: '3000px 0px' });
    document.querySelectorAll('.thousand').forEach(part => parts.observe(part));
    document.querySelectorAll('.later').forEach(e => e.addEventListener('toggle', fillFunctions));
    addEventListener('scroll', read, { passive: true });
    // What is selected may be in any table.  To ask for it in a frame would lay out, too.
    document.addEventListener('selectionchange', () => {
      selected = getSelection().type === 'Range';
      wait();
    });
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
    lineAt,
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

// Returns where the functions of the file begin, from their table or the text in its place.
function linesOfFunctions() {
  const text = document.querySelector('.later > .plain');
  const list = text ? text.textContent.trim().split('\n').map(row => ({
    line: parseInt(row, 10) || 0, name: row.slice(row.indexOf(' ') + 1),
  })) : Array.from(document.querySelectorAll('#functions tbody a'), a => ({
    line: Number((/L(\d+)/.exec(a.hash) || [0, 0])[1]), name: a.textContent,
  }));
  return list.sort((a, b) => a.line - b.line);
}

// The page of a file: keys, where you are, the ruler.
function startSource() {
  const where = document.querySelector('.where'), here = document.getElementById('here');
  const ruler = document.getElementById('ruler'), jump = document.querySelector('.jump');
  const main = document.getElementById('main');
  const functions = linesOfFunctions();
  const rows = startRows();
  let current = 0, timer = 0;

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

  // Says where the window is; again as long as rows that were jumped to are not made and laid out.
  function showWhere(tries = 30) {
    const e = topElement(), row = e && e.closest('.source tr[id]'), inSource = e && e.closest('.thousand');
    const line = row ? number(row) : e ? rows.lineAt(e, where.getBoundingClientRect().bottom + 3) : 0;
    const f = functions[lastBefore(functions.length, i => functions[i].line <= line)];
    if (!row && tries && inSource)
      showSoon(tries - 1);
    // The line first: names of C++ are wider than the head, and their ends are cut.
    if (line || !inSource)
      here.textContent = line ? 'line ' + line + (f ? ', ' + f.name : '') : '';
  }

  // Some times a second, between frames: in a frame the browser would have to lay out for it.
  function showSoon(tries) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = 0;
      showWhere(tries);
    }, 60);
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

  addEventListener('scroll', () => {
    if (!timer)
      showSoon();
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
