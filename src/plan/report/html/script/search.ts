// Runs in the reader's browser: the contents follow the reader, and the search finds in everything,
// folded or not. Hits are marked without touching the text.
export const searchScript = `
const entries = new Map(all('.toc a').map((link) => [link.getAttribute('href').slice(1), link]));
const places = [...entries.keys()].map(byId).filter(Boolean);

const spy = () => {
  const line = innerHeight * 0.25;
  let now = places[0];
  for (const place of places) {
    const shown = place.id !== 'top' && place.offsetParent === null ? place.closest('details') : place;
    const head = place.matches('.body') ? place.parentElement : shown;
    if (head && head.getBoundingClientRect().top <= line) now = place;
  }
  for (const [id, link] of entries) {
    if (now && id === now.id) {
      if (!link.hasAttribute('aria-current')) {
        link.setAttribute('aria-current', 'true');
        const side = document.querySelector('.side');
        if (!narrow.matches && side.scrollHeight > side.clientHeight) link.scrollIntoView({ block: 'nearest' });
      }
    } else link.removeAttribute('aria-current');
  }
};
let waiting = false;
addEventListener('scroll', () => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; spy(); });
}, { passive: true });
spy();

const box = byId('q');
const found = byId('found');
const main = byId('top');
const MOST = 500;
let hits = [];
let at = -1;

const textNodes = () => {
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.data.trim() !== '' && !node.parentElement.closest('title, .unseen')) nodes.push(node);
  }
  return nodes;
};

const rangesOf = (node, wanted) => {
  const text = node.data.toLowerCase();
  const ranges = [];
  if (text.length !== node.data.length) return ranges;
  for (let from = text.indexOf(wanted); from !== -1; from = text.indexOf(wanted, from + wanted.length)) {
    const range = new Range();
    range.setStart(node, from);
    range.setEnd(node, from + wanted.length);
    ranges.push(range);
  }
  return ranges;
};

const canMark = typeof Highlight === 'function' && CSS.highlights;
const mark = (name, ranges) => {
  if (!canMark) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
};

const countHits = () => {
  const counts = new Map();
  for (const range of hits) {
    const body = range.startContainer.parentElement.closest('.section')?.querySelector(':scope > .body');
    const id = body ? body.id : 'top';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  for (const [id, link] of entries) {
    if (counts.has(id)) link.dataset.hits = counts.get(id);
    else delete link.dataset.hits;
  }
};

const say = () => {
  if (box.value.trim() === '') found.textContent = '';
  else if (hits.length === 0) found.textContent = 'Nothing found';
  else if (at < 0) found.textContent = hits.length + ' found; Enter goes to the next';
  else found.textContent = (at + 1) + ' of ' + hits.length;
};

const search = () => {
  const wanted = box.value.trim().toLowerCase();
  hits = wanted.length < 2 ? [] : textNodes().flatMap((node) => rangesOf(node, wanted)).slice(0, MOST);
  at = -1;
  mark('hits', hits);
  mark('hit', []);
  countHits();
  say();
};

const jump = (step) => {
  if (hits.length === 0) return;
  at = at < 0 ? (step > 0 ? 0 : hits.length - 1) : (at + step + hits.length) % hits.length;
  const range = hits[at];
  openAround(range.startContainer.parentElement);
  mark('hit', [range]);
  range.startContainer.parentElement.scrollIntoView({ block: 'center' });
  say();
};

box.addEventListener('input', search);
box.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' || event.key === 'ArrowDown') jump(event.shiftKey ? -1 : 1);
  else if (event.key === 'ArrowUp') jump(-1);
  else if (event.key === 'Escape') { box.value = ''; search(); }
  else return;
  event.preventDefault();
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, textarea, select')) return;
  event.preventDefault();
  box.focus();
});
`;
