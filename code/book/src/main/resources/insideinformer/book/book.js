// What the pages can do beyond being read. Without this script they show everything, one thing below the other.
(() => {
  'use strict';
  const root = document.documentElement;
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const store = (key, value) => { try { localStorage.setItem(key, value); } catch { /* private windows refuse: forget it */ } };

  // Light and dark: the system's choice until the reader makes another.
  const theme = document.querySelector('.theme-button');
  const isDark = () => (root.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const nameTheme = () => { theme.setAttribute('aria-label', isDark() ? 'Switch to light' : 'Switch to dark'); };
  theme.hidden = false;
  theme.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    store('theme', root.dataset.theme);
    nameTheme();
  });
  nameTheme();

  // Contents on small screens: over the page instead of below it.
  const menu = document.querySelector('.menu');
  const setMenu = open => {
    root.classList.toggle('contents-open', open);
    menu.setAttribute('aria-expanded', String(open));
    if (open) document.querySelector('#site-contents a').focus();
  };
  menu.setAttribute('role', 'button');
  menu.setAttribute('aria-controls', 'site-contents');
  menu.setAttribute('aria-expanded', 'false');
  menu.addEventListener('click', event => { event.preventDefault(); setMenu(!root.classList.contains('contents-open')); });
  menu.addEventListener('keydown', event => { if (event.key === ' ') { event.preventDefault(); menu.click(); } });
  document.getElementById('site-contents').addEventListener('click', event => { if (event.target.closest('a')) setMenu(false); });
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape' && root.classList.contains('contents-open')) { setMenu(false); menu.focus(); }
  });

  // Where on this page the reader is.
  const links = new Map([...document.querySelectorAll('#site-contents .here a')].map(link => [link.hash.slice(1), link]));
  const headings = [...links.keys()].map(id => document.getElementById(id)).filter(Boolean);
  if (headings.length) {
    const follow = () => {
      let current = headings[0];
      for (const heading of headings) if (heading.getBoundingClientRect().top < 140) current = heading;
      links.forEach((link, id) => link.classList.toggle('current', id === current.id));
    };
    let waiting = false;
    addEventListener('scroll', () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => { waiting = false; follow(); });
    }, { passive: true });
    follow();
  }

  // Copy a listing without its callouts.
  for (const caption of document.querySelectorAll('.listing:not(.whole) > figcaption')) {
    const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
    button.addEventListener('click', async () => {
      const code = caption.parentElement.querySelector('code').cloneNode(true);
      code.querySelectorAll('.conum').forEach(callout => callout.remove());
      const text = code.textContent.replace(/[ \t]+$/gm, '');
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = 'Copied';
      } catch {
        getSelection().selectAllChildren(caption.parentElement.querySelector('code'));
        button.textContent = 'Press Ctrl+C';
      }
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
    caption.append(button);
  }

  // Journeys: one step at a time.
  for (const journey of document.querySelectorAll('.journey')) {
    const steps = [...journey.querySelectorAll('.journey-step')];
    if (steps.length < 2) continue;
    const titles = steps.map((step, i) => `${i + 1}. ${step.querySelector('.step-title').textContent}`);
    const back = make('button', { type: 'button', textContent: '\u2190 Back' });
    const forward = make('button', { type: 'button', textContent: 'Forward \u2192' });
    const pick = make('select', { ariaLabel: 'Go to step' }, ...titles.map((title, i) => make('option', { value: i, textContent: title })));
    const all = make('button', { type: 'button', textContent: 'All steps' });
    const count = make('span', { className: 'count' });
    const live = make('p', { className: 'sr' });
    live.setAttribute('aria-live', 'polite');
    const controls = make('div', { className: 'journey-controls' }, back, forward, pick, all, count, live);
    controls.setAttribute('role', 'group');
    controls.setAttribute('aria-label', 'Steps of this journey');
    journey.querySelector('header').after(controls);
    let at = 0;
    let one = true;
    const show = (step, say) => {
      at = Math.min(Math.max(step, 0), steps.length - 1);
      steps.forEach((element, i) => { element.hidden = one && i !== at; });
      journey.classList.toggle('stepping', one);
      back.disabled = !one || at === 0;
      forward.disabled = !one || at === steps.length - 1;
      pick.value = at;
      count.textContent = one ? `step ${at + 1} of ${steps.length}` : `${steps.length} steps`;
      all.textContent = one ? 'All steps' : 'One at a time';
      if (say) live.textContent = `Step ${titles[at]}`;
    };
    const go = step => {
      const focused = document.activeElement;
      show(step, true);
      if (focused === back && back.disabled) forward.focus();
      if (focused === forward && forward.disabled) back.focus();
    };
    back.addEventListener('click', () => go(at - 1));
    forward.addEventListener('click', () => go(at + 1));
    pick.addEventListener('change', () => { one = true; go(Number(pick.value)); });
    all.addEventListener('click', () => { one = !one; show(at, false); });
    journey.addEventListener('keydown', event => {
      if (!one || event.target === pick || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'ArrowRight') { event.preventDefault(); go(at + 1); }
      if (event.key === 'ArrowLeft') { event.preventDefault(); go(at - 1); }
    });
    addEventListener('beforeprint', () => steps.forEach(element => { element.hidden = false; }));
    addEventListener('afterprint', () => show(at, false));
    const measure = () => {
      journey.style.removeProperty('--tallest');
      steps.forEach(element => { element.hidden = false; });
      journey.style.setProperty('--tallest', `${Math.max(...steps.map(element => element.offsetHeight))}px`);
      show(at, false);
    };
    addEventListener('resize', () => { if (one) measure(); });
    document.fonts.ready.then(measure);
    show(0, false);
  }

  // Paper cannot be unfolded.
  const folded = new Set();
  addEventListener('beforeprint', () => document.querySelectorAll('main details:not([open])').forEach(details => { folded.add(details); details.open = true; }));
  addEventListener('afterprint', () => { folded.forEach(details => { details.open = false; }); folded.clear(); });
  const unfold = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let at = target && target.closest('details'); at; at = at.parentElement.closest('details')) at.open = true;
  };
  addEventListener('hashchange', unfold);
  unfold();

  // Search. The index is a script, because a page opened from a file may not fetch.
  const dialog = document.getElementById('site-search');
  const input = dialog.querySelector('input');
  const status = dialog.querySelector('.status');
  const results = dialog.querySelector('ol');
  const button = document.querySelector('.search-button');
  const base = document.currentScript.dataset.base;
  let sections = null;
  const words = text => text.toLowerCase().match(/[a-z0-9]+/g) || [];
  const split = text => words(text.replace(/([a-z0-9])([A-Z])/g, '$1 $2'));
  const load = () => new Promise((resolve, reject) => {
    if (sections) { resolve(); return; }
    const script = make('script', { src: `${base}search-index.js` });
    script.onload = () => {
      sections = window.bookIndex.map(([href, page, title, text]) => ({
        href, page, title, text,
        heads: new Set([...words(title), ...split(title), ...(href.includes('#') ? [] : split(page))]),
        body: words(text).concat(split(text)),
      }));
      resolve();
    };
    script.onerror = reject;
    document.head.append(script);
  });
  const score = (section, query) => {
    let sum = 0;
    for (const word of query) {
      let best = 0;
      for (const head of section.heads) {
        if (head === word) best = Math.max(best, 12);
        else if (head.startsWith(word)) best = Math.max(best, 7);
      }
      let times = 0;
      for (const other of section.body) {
        if (other === word) times += 1;
        else if (word.length > 2 && other.startsWith(word)) times += 0.5;
      }
      best += times ? 1 + Math.log2(1 + times) : 0;
      if (!best) return 0;
      sum += best;
    }
    return sum;
  };
  const excerpt = (text, query) => {
    const lower = text.toLowerCase();
    const first = Math.min(...query.map(word => lower.indexOf(word)).filter(i => i >= 0), text.length);
    const start = first > 60 && first < text.length ? text.indexOf(' ', first - 60) + 1 : 0;
    const piece = text.slice(start, start + 170);
    const small = make('small', {}, start ? '\u2026 ' : '');
    const any = new RegExp(`(${query.map(word => word.replace(/[^a-z0-9]/g, '')).join('|')})`, 'gi');
    piece.split(any).forEach((part, i) => small.append(i % 2 ? make('mark', { textContent: part }) : part));
    small.append(start + 170 < text.length ? ' \u2026' : '');
    return small;
  };
  const search = () => {
    const query = words(input.value);
    results.replaceChildren();
    if (!query.length || !sections) { status.textContent = 'Type a word: a type, a term, a behavior.'; return; }
    const found = sections.map(section => [score(section, query), section]).filter(([points]) => points > 0)
      .sort((a, b) => b[0] - a[0]).slice(0, 20).map(([, section]) => section);
    status.textContent = found.length ? `${found.length} ${found.length === 1 ? 'place' : 'places'}` : 'Nothing found.';
    for (const section of found) {
      const name = make('b', { textContent: section.title || section.page });
      const where = section.title && section.title !== section.page ? ` \u2014 ${section.page}` : '';
      results.append(make('li', {}, make('a', { href: base + section.href }, name, where, excerpt(section.text, query))));
    }
  };
  const open = async () => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    try { await load(); } catch { status.textContent = 'The index search-index.js is missing beside this page.'; return; }
    search();
  };
  button.hidden = false;
  button.addEventListener('click', open);
  dialog.querySelector('form').addEventListener('submit', event => {
    event.preventDefault();
    const first = results.querySelector('a');
    if (first) first.click();
  });
  dialog.querySelector('.close').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', event => { if (event.target === dialog || event.target.closest('li a')) dialog.close(); });
  dialog.addEventListener('keydown', event => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [input, ...results.querySelectorAll('a')];
    const next = stops[stops.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)];
    if (next) { event.preventDefault(); next.focus(); }
  });
  input.addEventListener('input', search);
  document.addEventListener('keydown', event => {
    const typing = /^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); open(); }
  });
})();
